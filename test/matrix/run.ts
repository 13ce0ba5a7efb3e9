import { asked } from '../command-line.ts';
import { columns } from '../harness/long-run.ts';
import { ACTS } from './acts.ts';
import { readRights, sentences } from './rights.ts';
import { ELSEWHERE, EVERYBODY, HERE, SCENES, type Scene } from './scenes.ts';
import { gaps, walk } from './walk.ts';

const USAGE = [
  'npm run matrix [-- --scene NAME] [--verbose]',
  `Holds the table of who may do what against the real host, in every scene, or in one of ${SCENES.join(', ')}.`,
  '--verbose prints the table and the sentences of its refusals too. Nothing in it is random: --seed says nothing.',
];
const { scene: only, verbose = false } = asked(USAGE, { scene: 'word', verbose: 'flag', seed: 'number' });
const scenes = SCENES.filter((scene) => only === undefined || scene === only);
if (scenes.length === 0) {
  console.error(USAGE.join('\n'));
  process.exit(2);
}

/** Of a table that is wrong all over, the first lines say enough. */
const MOST_FAULTS = 20;

const rights = readRights();
if (verbose) for (const scene of scenes) print(scene);

const started = performance.now();
const missing = gaps();
const { done, changing, refused, faults } = walk(scenes);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const wrong = [...missing, ...faults];
const shown = verbose ? wrong : wrong.slice(0, MOST_FAULTS);
for (const fault of shown) console.log(`FAULT  ${fault}`);
if (wrong.length > shown.length) console.log(`and ${wrong.length - shown.length} more: --verbose prints them all.`);
console.log(`scenes      ${scenes.length}`);
console.log(`acts        ${ACTS.length}`);
console.log(`people      ${EVERYBODY.length}, ${HERE.length} of them where the campaign is played`);
console.log(`cells       ${rights.cells} written, ${done} walked in ${seconds} s`);
console.log(`            ${changing} changed something, ${refused} were refused with a sentence`);
console.log(`faults      ${wrong.length}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

function print(scene: Scene): void {
  console.log(`\n${scene}`);
  for (const people of [HERE, ELSEWHERE]) {
    const cells = ACTS.map(({ name }) => [name, ...people.map((who) => rights.expected(scene, name, who))]);
    console.log(columns([['', ...people], ...cells]));
  }
  const used = new Set(ACTS.flatMap(({ name }) => EVERYBODY.map((who) => rights.expected(scene, name, who))));
  const said = sentences();
  for (const cell of [...used].sort()) {
    const words = said.get(cell);
    if (words !== undefined) console.log(`  ${cell}: “${words}”`);
  }
}
