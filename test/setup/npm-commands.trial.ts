import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BUNDLE } from '../../src/setup/build.mjs';
import { npmCommand } from '../../src/setup/install.mjs';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** A bot that tells who it is, then ends as it is told to: by a signal, after a moment's work. */
const main = `
import { greeting } from './greeting.ts';
const told: string[] = process.argv.slice(2);
const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];
for (const signal of signals) {
  process.once(signal, () => setTimeout(() => { console.log('ended by', signal); process.exit(7); }, 100));
}
const keepAlive = setInterval(() => {}, 1000);
console.log(greeting, process.pid, process.cwd(), ...told);
if (told[0] === 'leave') { clearInterval(keepAlive); process.exitCode = 3; }
`;

/** Tells who has run it. */
const drawLand = `
import { writeFileSync } from 'node:fs';
writeFileSync(new URL('drawn', import.meta.url), process.send ? 'beside the bot' : 'by the build');
if (process.connected) process.disconnect();
`;
const PROGRAMS: Readonly<Record<string, string>> = {
  [BUNDLE.entryPoints.main]: main,
  [BUNDLE.entryPoints['draw-land']]: drawLand,
};

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'setup-launch-')));
  chmodSync(root, 0o755);
  cpSync(path.join(project, 'src', 'setup'), path.join(root, 'src', 'setup'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(project, file), path.join(root, file));
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'));
  for (const program of Object.values(BUNDLE.entryPoints)) {
    mkdirSync(path.dirname(path.join(root, program)), { recursive: true });
    writeFileSync(path.join(root, program), PROGRAMS[program] ?? '');
  }
  writeFileSync(path.join(root, 'src', 'greeting.ts'), `export const greeting: string = 'ready';\n`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(command: string[], cwd: string, as: Pick<SpawnOptions, 'uid' | 'gid'> = {}) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...as, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.err += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, output, ended };
}

const door = () => [process.execPath, path.join(root, 'src', 'setup', 'run.mjs')];

async function ready(running: { child: ChildProcess; output: { out: string } }): Promise<void> {
  while (!running.output.out.includes('ready') && running.child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('main runs in the very process that was started, in the project folder, with what it was given', async () => {
  const { child, output, ended } = run([...door(), 'start', 'leave', '--x=1'], tmpdir());
  expect(await ended, output.err).toBe(3);
  expect(output).toEqual({ out: `ready ${child.pid} ${root} leave --x=1\n`, err: '' });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s reaches main, whose exit code is the last word', async (signal) => {
  const running = run([...door(), 'start'], root);
  await ready(running);
  running.child.kill(signal);
  expect(await running.ended).toBe(7);
  expect(running.output.out).toContain(`ended by ${signal}`);
});

test('stopping npm stops main, which still ends in its own way', async () => {
  const running = run([...npmCommand(), 'start'], root);
  await ready(running);
  running.child.kill('SIGTERM');
  await running.ended;
  expect(running.output.out).toContain('ended by SIGTERM');
});

test('a source that cannot be built is told with its place, and nothing is started, also where it was built before', async () => {
  const greeting = path.join(root, 'src', 'greeting.ts');
  const before = readFileSync(greeting, 'utf8');
  onTestFinished(() => writeFileSync(greeting, before));
  writeFileSync(greeting, 'export const = 1;\n');
  const { output, ended } = run([...door(), 'start'], root);
  expect(await ended).toBe(70);
  expect(output.out).toBe('');
  expect(output.err).toContain('Expected identifier but found "="');
  expect(output.err).toContain(`${path.join('src', 'greeting.ts')}:1:13:`);
});

test('is built once, and again after a source has changed, whatever its time, or a file of dist is gone', async () => {
  const built = () => statSync(path.join(root, 'dist', 'main.js')).ino;
  const leave = async () => {
    const { output, ended } = run([...door(), 'start', 'leave'], root);
    expect(await ended, output.err).toBe(3);
    return output.out.split(' ')[0];
  };
  await leave();
  const first = built();
  const greeting = path.join(root, 'src', 'greeting.ts');
  utimesSync(greeting, new Date(), new Date());
  await leave();
  expect(built()).toBe(first);

  const before = readFileSync(greeting, 'utf8');
  onTestFinished(() => writeFileSync(greeting, before));
  writeFileSync(greeting, before.replace('ready', 'later'));
  utimesSync(greeting, 0, 0);
  expect(await leave()).toBe('later');
  rmSync(path.join(root, 'dist', 'replay.js'));
  await leave();
  expect(readdirSync(path.join(root, 'dist'))).toContain('replay.js');
});

/** Leaves the lock of a set-up that was killed. */
function leaveLock(): void {
  mkdirSync(path.join(root, '.setup'), { recursive: true });
  writeFileSync(path.join(root, '.setup', 'lock'), String(spawnSync(process.execPath, ['-e', '']).pid));
}

test('a build that was cut off is made anew, and its lock is taken over', async () => {
  rmSync(path.join(root, 'dist', 'built-from.json'));
  writeFileSync(path.join(root, 'dist', 'main.js'), 'half');
  writeFileSync(path.join(root, 'dist', 'chunk-OLD.js'), '');
  leaveLock();
  const { output, ended } = run([...door(), 'start', 'leave'], root);
  expect(await ended, output.err).toBe(3);
  expect(readdirSync(path.join(root, 'dist'))).not.toContain('chunk-OLD.js');
  // Drawn beside it, when the processor has time: the next trials begin after that.
  await vi.waitFor(() => expect(readdirSync(path.join(root, 'dist'))).toContain('drawn'), 30_000);
});

test('a build ends well while another process draws the land of an earlier one', async () => {
  const draws = `const { writeFileSync } = require('node:fs');
    for (let at = 0; ; at++) try { writeFileSync('dist/land/by another/' + at, '') } catch {}`;
  mkdirSync(path.join(root, 'dist', 'land', 'by another'), { recursive: true });
  rmSync(path.join(root, 'dist', 'built-from.json'), { force: true });
  const drawing = spawn(process.execPath, ['-e', draws], { cwd: root, stdio: 'ignore' });
  onTestFinished(() => void drawing.kill());
  const { output, ended } = run([...door(), 'build'], root);
  expect(await ended, output.err).toBe(0);
});

test('a build draws the land, and a start draws it beside the bot until it is complete', async () => {
  const drawn = path.join(root, 'dist', 'drawn');
  const ends = async (command: string[], code: number) => {
    const { output, ended } = run([...door(), ...command], root);
    expect(await ended, output.err).toBe(code);
  };
  await ends(['build'], 0);
  expect(readFileSync(drawn, 'utf8')).toBe('by the build');
  rmSync(drawn);
  await ends(['start', 'leave'], 3);
  await vi.waitFor(() => expect(readFileSync(drawn, 'utf8')).toBe('beside the bot'), 10_000);
  rmSync(drawn);
  const { digest } = JSON.parse(readFileSync(path.join(root, 'dist', 'built-from.json'), 'utf8'));
  const land = path.join(root, 'dist', 'land', digest);
  mkdirSync(land, { recursive: true });
  writeFileSync(path.join(land, 'complete'), '');
  await ends(['start', 'leave'], 3);
  expect(existsSync(drawn)).toBe(false);
  // Another build may draw it otherwise.
  renameSync(land, path.join(root, 'dist', 'land', 'earlier'));
  await ends(['start', 'leave'], 3);
  await vi.waitFor(() => expect(readFileSync(drawn, 'utf8')).toBe('beside the bot'), 10_000);
});

test('several starts at once build it one after the other', async () => {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  const starts = [0, 1, 2].map(() => run([...door(), 'start', 'leave'], root));
  expect(await Promise.all(starts.map(({ ended }) => ended))).toEqual([3, 3, 3]);
});

describe('in a folder that may not be written to', () => {
  /** Whoever runs this may write anywhere, as root: the program is run by somebody else then. */
  const inReadOnly = () => {
    chmodSync(root, 0o555);
    onTestFinished(() => chmodSync(root, 0o755));
    return run([...door(), 'start', 'leave'], root, process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {});
  };

  test('what was built before runs', async () => {
    expect(await run([...door(), 'build'], root).ended).toBe(0);
    const { output, ended } = inReadOnly();
    expect(await ended, output.err).toBe(3);
  });

  test.each(['', 'and the lock of a set-up that was killed'])(
    'what was not says so in one sentence %s',
    async (left) => {
      for (const made of ['dist', '.setup']) rmSync(path.join(root, made), { recursive: true, force: true });
      if (left !== '') leaveLock();
      const { output, ended } = inReadOnly();
      expect(await ended).toBe(69);
      expect(output.err).toBe(
        `\nThe program has to be installed or built, but ${root} can’t be written to (EACCES). Run "npm run build" there as a user who can write there.\n`,
      );
    },
  );
});
