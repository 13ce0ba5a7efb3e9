import { asked } from '../command-line.ts';
import { columns } from '../harness/long-run.ts';
import { playScenario, SCENARIOS } from './scenarios/index.ts';
import type { Scenario } from './scenarios/scenario.ts';
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

const rows = new Map<string, { struck: number; played: number; recovered: number; slowest: number }>();
const failures: string[] = [];

const scenarios = Object.values(SCENARIOS).flat();
for (const scenario of untried ? scenarios.filter(({ long }) => long) : scenarios) await play(scenario);
const table = [...rows].map(([fault, { struck, played, recovered, slowest }]) => [
  fault,
  struck,
  played,
  recovered,
  Math.round(slowest),
]);
console.log(`\n${columns([['fault', 'struck', 'scenarios', 'recovered', 'slowest recovery, ms'], ...table])}`);

for (let index = 0; index < storms; index++) await rage(seed + index);

for (const failure of failures) console.error(failure);
console.log(failures.length === 0 ? 'All of it held.' : `${failures.length} did not hold.`);
process.exit(failures.length === 0 ? 0 : 1);

async function play(scenario: Scenario): Promise<void> {
  const { fault, so, told } = scenario;
  const row = rows.get(fault) ?? { struck: 0, played: 0, recovered: 0, slowest: 0 };
  rows.set(fault, row);
  row.played += 1;
  try {
    const { struck, waited } = await playScenario(scenario);
    console.log(`${fault}: ${so}.${told === null ? '' : ` Told: ${told}`}`);
    row.struck += struck;
    row.recovered += 1;
    row.slowest = Math.max(row.slowest, waited);
  } catch (error) {
    failures.push(`${fault}: ${so}\n${error instanceof Error ? error.stack : String(error)}`);
  }
}

async function rage(one: number): Promise<void> {
  try {
    const { audited, games, recovery, struck, warnings } = await storm({ seed: one, acts });
    const { acknowledged, orders, votes } = audited;
    const faults = struck.reduce((sum, { struck: times }) => sum + times, 0);
    if (acknowledged === 0 || orders === 0 || faults <= 3)
      throw new Error('Too little happened for it to prove anything');
    console.log(
      `\nstorm ${one}: ${acts} acts, ${acknowledged} acknowledged as done, each there once; ${orders} orders and ${votes} votes ` +
        `in ${games} campaigns; nothing owed ${Math.round(recovery)} ms after the end`,
    );
    console.log(`  struck: ${struck.map(({ name, struck: times }) => `${name} ${times}`).join(', ')}`);
    console.log(`  warned: ${[...warnings].map(([msg, times]) => `${msg} ${times}`).join('; ')}`);
  } catch (error) {
    failures.push(`storm ${one}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
