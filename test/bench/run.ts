import { cpus } from 'node:os';
import { reelOf } from '../../src/host/recap/reel.ts';
import { toldCampaign } from '../host/told-campaign.ts';
import { firstMap } from './first-map.ts';
import { animations } from './gif.ts';
import { legalMoves } from './legal-moves.ts';
import { type Result, resultOf, type Section } from './measure.ts';
import { memory } from './memory.ts';
import { OVERLAND } from './overland.ts';
import { MOST, pictures } from './pictures.ts';
import { solutions } from './solutions.ts';
import { SOLVABLE } from './solvable-overland.ts';
import { tableOf } from './table.ts';

const campaign = toldCampaign('b', { skill: 2 });

/** `npm run bench [-- --json]`: measures what the bot's work takes on this machine, and sets it beside what it is to take. */
const SECTIONS: readonly Section[] = [
  ...pictures('Overland', OVERLAND),
  animations('Overland', () => reelOf(campaign).frames),
  firstMap('Overland', new URL('./first-overland.ts', import.meta.url), MOST.milliseconds),
  solutions('Overland', new URL('./first-solution.ts', import.meta.url), SOLVABLE, 'standard'),
  legalMoves(),
  memory,
];

const processors = cpus();
const machine = {
  node: process.version,
  system: `${process.platform} ${process.arch}`,
  processors: processors.length,
  model: processors[0]?.model ?? 'unknown',
};

const results: Result[] = [];
for (const section of SECTIONS) {
  for (const measure of section.measures) results.push(await resultOf(section, measure));
}
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ machine, results }, null, 2));
} else {
  console.log(`Node ${machine.node}, ${machine.system}, ${machine.processors} × ${machine.model}\n`);
  console.log(tableOf(results));
}
