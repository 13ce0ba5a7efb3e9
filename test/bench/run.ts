import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asked } from '../command-line.ts';
import { endsBySignal } from '../harness/long-run.ts';
import { CHAPTERS, type Chapter } from './chapters.ts';
import { type Result, tableOf } from './measure.ts';

/** Measures what the bot's work takes on this machine, and sets it beside what it is to take. */
const NAMES = Object.keys(CHAPTERS) as Chapter[];
const given = asked(
  [
    'npm run bench [-- --json] [--only WORD] [--folder PATH]',
    `Measures the bot part by part, some five minutes on a machine that does nothing else: ${NAMES.join(', ')}.`,
    '--only: the parts that have the word in their name. --folder: where databases are written (in the temporary folder).',
  ],
  { json: 'flag', only: 'word', folder: 'word' },
);
const chapters = NAMES.filter((name) => name.includes(given.only ?? ''));
if (chapters.length === 0) {
  console.error(`No part is called ${given.only}: there are ${NAMES.join(', ')}.`);
  process.exit(2);
}

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
/** Runs a program with the flags of `npm start`. It is compiled: tsx names each function anew whenever it is made, which is slower. */
const COMPILED = [
  ...scripts.start.split(' ').filter((word: string) => word.startsWith('--')),
  ...['--import', new URL('../typescript-hooks.mjs', import.meta.url).href],
];
/** As Linux calls a file system that is in memory. */
const TMPFS = 0x01021994;
const folder = mkdtempSync(join(given.folder ?? tmpdir(), 'council-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
endsBySignal();

const [processor, ...others] = cpus();
const machine = {
  node: process.version,
  system: `${process.platform} ${process.arch}`,
  processors: others.length + 1,
  model: processor?.model ?? 'unknown',
  disk: statfsSync(folder).type === TMPFS ? 'memory, which needs no waiting for: name another with --folder' : 'a disk',
};

const results: Result[] = [];
for (const chapter of chapters) await measured(chapter);
if (given.json) {
  console.log(JSON.stringify({ machine, results }, null, 2));
} else {
  console.log(
    `Node ${machine.node}, ${machine.system}, ${machine.processors} × ${machine.model}; databases on ${machine.disk}\n`,
  );
  console.log(tableOf(results));
}

async function measured(chapter: Chapter): Promise<void> {
  const begun = performance.now();
  process.stderr.write(`${chapter} …\n`);
  const program = fileURLToPath(new URL('./chapter.ts', import.meta.url));
  const running = fork(program, [chapter, folder], { execArgv: COMPILED });
  process.once('exit', () => running.kill());
  running.on('message', (result: Result) => {
    results.push(result);
    process.stderr.write(`  ${result.section}: ${result.name}, ${result.median.toPrecision(4)} ${result.unit}\n`);
  });
  const [code] = (await once(running, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${chapter} could not be measured: it ended with ${code}`);
  process.stderr.write(`  ${Math.round((performance.now() - begun) / 1000)} s\n`);
}
