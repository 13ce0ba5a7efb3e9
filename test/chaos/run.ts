import { asked } from '../command-line.ts';
import type { Scenario } from './scenario.ts';
import { doings } from './scenarios/doings.ts';
import { gateway } from './scenarios/gateway.ts';
import { places } from './scenarios/places.ts';
import { requests } from './scenarios/requests.ts';
import { Scene } from './scene.ts';
import { storm } from './storm.ts';

/** Plays every scenario, then storms; ends with 1 if something was not so. */
const {
  seed = Math.floor(Math.random() * 1_000_000),
  storms = 3,
  acts = 300,
  untried = false,
} = asked(
  [
    'npm run chaos [-- --storms N] [--acts N] [--seed N] [--untried]',
    'Plays every way in which Discord misbehaves, then N storms (3) of all of it, so many acts each (300).',
    'The same seed draws the same storms. --untried: of the ways, only those that npm run trials leaves out.',
  ],
  { storms: 'number', acts: 'count', seed: 'number', untried: 'flag' },
);
console.log(`seed ${seed}`);

interface Row {
  readonly fault: string;
  struck: number;
  played: number;
  recovered: number;
  slowest: number;
}
const rows = new Map<string, Row>();
const failures: string[] = [];

const scenarios = [...requests, ...gateway, ...places, ...doings];
for (const scenario of untried ? scenarios.filter(({ long }) => long) : scenarios) await play(scenario);
table([...rows.values()]);

for (let index = 0; index < storms; index++) await rage(seed + index);

for (const failure of failures) console.error(failure);
console.log(failures.length === 0 ? 'All of it held.' : `${failures.length} did not hold.`);
process.exit(failures.length === 0 ? 0 : 1);

async function play({ fault, so, told, options, warnings, play: plays }: Scenario): Promise<void> {
  const row = rows.get(fault) ?? { fault, struck: 0, played: 0, recovered: 0, slowest: 0 };
  rows.set(fault, row);
  row.played += 1;
  const scene = await Scene.start(options);
  try {
    const waited = await plays(scene);
    await scene.sound(warnings);
    row.recovered += 1;
    console.log(`${fault}: ${so}.${told === null ? '' : ` Told: ${told}`}`);
    row.slowest = Math.max(row.slowest, waited ?? 0);
  } catch (error) {
    failures.push(`${fault}: ${so}\n${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    row.struck += scene.struck;
    await scene.close();
  }
}

async function rage(one: number): Promise<void> {
  try {
    const report = await storm({ seed: one, acts });
    const { acknowledged, orders, votes, campaigns, recovery, struck } = report;
    const faults = struck.reduce((sum, { struck: times }) => sum + times, 0);
    if (acknowledged === 0 || orders === 0 || faults <= 3)
      throw new Error('Too little happened for it to prove anything');
    console.log(
      `\nstorm ${one}: ${acts} acts, ${acknowledged} acknowledged as done, each there once; ${orders} orders and ${votes} votes ` +
        `in ${campaigns} campaigns; nothing owed ${Math.round(recovery)} ms after the end`,
    );
    console.log(`  struck: ${struck.map(({ name, struck: times }) => `${name} ${times}`).join(', ')}`);
    const warned = [...report.warnings].map(([msg, times]) => `${msg} ${times}`).join('; ');
    console.log(`  warned: ${warned}`);
  } catch (error) {
    failures.push(`storm ${one}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

function table(all: readonly Row[]): void {
  const width = Math.max(...all.map(({ fault }) => fault.length));
  console.log(`\n${'fault'.padEnd(width)}  struck  scenarios  recovered  slowest recovery`);
  for (const { fault, struck, played, recovered, slowest } of all)
    console.log(
      `${fault.padEnd(width)}  ${String(struck).padStart(6)}  ${String(played).padStart(9)}  ${String(recovered).padStart(9)}  ${String(Math.round(slowest)).padStart(13)} ms`,
    );
}
