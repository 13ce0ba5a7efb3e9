import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Machine, makeMachine, type Plan } from './machine.ts';

const module = (name: string) => JSON.stringify(new URL(`../../src/setup/${name}.mjs`, import.meta.url).href);
const script = `
import { install, isInstalled } from ${module('install')};
import { inTurn, isLocked, SetupFailed } from ${module('lock')};
const needsDev = process.argv[1] === 'true';
try {
  if (isLocked() || !isInstalled(needsDev)) await inTurn(async () => isInstalled(needsDev) || install(needsDev));
} catch (error) {
  if (!(error instanceof SetupFailed)) throw error;
  console.error(error.message);
  process.exit(69);
}`;

interface Options {
  needsDev?: boolean;
  env?: NodeJS.ProcessEnv;
  node?: string;
}

const machines: Machine[] = [];
afterEach(() => {
  for (const machine of machines.splice(0)) machine.remove();
});

function machine(plan: Plan): Machine {
  const made = makeMachine(plan);
  machines.push(made);
  return made;
}

function begin(on: Machine, { needsDev = true, env = on.env(), node = process.execPath }: Options = {}) {
  const args = ['--input-type=module', '-e', script, String(needsDev)];
  const child = spawn(node, args, {
    cwd: on.root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, said }));
  });
  return { child, ended, said: () => said };
}

async function until(condition: () => boolean, { child }: ReturnType<typeof begin>): Promise<void> {
  while (!condition() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
}

const CI = 'ci --ignore-scripts --prefer-offline';
const installationsOf = (on: Machine) => on.calls().filter((call) => call.startsWith('ci'));
const rebuildsOf = (on: Machine) =>
  on
    .calls()
    .filter((call) => call.startsWith('rebuild'))
    .sort();
const isComplete = (on: Machine) => existsSync(path.join(on.root, 'node_modules', '.package-lock.json'));

test('a fresh folder gets the packages and ready-made binaries, and nothing is built', async () => {
  const fresh = machine({ prebuilt: true });
  const { code, said } = await begin(fresh).ended;
  expect(code, said).toBe(0);
  expect(installationsOf(fresh)).toEqual([`${CI} --include=dev`]);
  expect(rebuildsOf(fresh)).toEqual([]);
  expect(existsSync(path.join(fresh.root, '.setup', 'lock'))).toBe(false);
});

test('a second run asks npm nothing and says nothing', async () => {
  const ready = machine({ prebuilt: true });
  await begin(ready).ended;
  const { code, said } = await begin(ready).ended;
  expect([code, said, installationsOf(ready).length]).toEqual([0, '', 1]);
});

test('what cannot be fetched is built from source, each once', async () => {
  const offline = machine({ builds: ['better-sqlite3', 'canvas'] });
  const { code, said } = await begin(offline).ended;
  expect(code, said).toBe(0);
  expect(rebuildsOf(offline)).toEqual([
    'rebuild better-sqlite3 --ignore-scripts=false --foreground-scripts',
    'rebuild canvas --ignore-scripts=false --foreground-scripts',
  ]);
});

test('a ready-made binary that does not work here makes way for one built from source', async () => {
  const old = machine({ prebuilt: 'unfit', builds: ['better-sqlite3', 'canvas'] });
  const { code, said } = await begin(old).ended;
  expect(code, said).toBe(0);
  expect(rebuildsOf(old)).toHaveLength(2);
});

test('only the package that no longer loads is built again', async () => {
  const other = machine({ builds: ['better-sqlite3', 'canvas'] });
  await begin(other).ended;
  rmSync(path.join(other.root, 'node_modules', 'better-sqlite3', 'built'));
  expect((await begin(other).ended).code).toBe(0);
  expect(rebuildsOf(other).map((call) => call.split(' ')[1])).toEqual(['better-sqlite3', 'better-sqlite3', 'canvas']);
});

test('an installation cut off by Ctrl-C stops everything and is taken up by the next run', async () => {
  const slow = machine({ prebuilt: true, waits: true });
  const first = begin(slow);
  await until(() => existsSync(path.join(slow.root, 'node_modules', 'prebuild-install', 'package.json')), first);
  // A terminal signals the whole group of processes.
  process.kill(-(first.child.pid ?? 0), 'SIGINT');
  await first.ended;
  expect(isComplete(slow)).toBe(false);

  slow.replan({ prebuilt: true });
  expect((await begin(slow).ended).code).toBe(0);
  expect(isComplete(slow)).toBe(true);
});

test('a second set-up in the folder waits for the first and finds the work done', async () => {
  const shared = machine({ prebuilt: true, waits: true });
  const first = begin(shared);
  await until(() => existsSync(path.join(shared.root, '.setup', 'lock')), first);
  const second = begin(shared);
  await until(() => second.said() !== '', second);
  shared.replan({ prebuilt: true });
  const [one, two] = await Promise.all([first.ended, second.ended]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect(two.said).toContain(`Another set-up is running in this folder (process ${first.child.pid})`);
  expect(installationsOf(shared)).toHaveLength(1);
});

test('packages of another folder, linked here, are used while they are whole, and never installed over', async () => {
  const borrower = machine({ prebuilt: true });
  await begin(borrower).ended;
  const [here, there] = ['node_modules', 'theirs'].map((name) => path.join(borrower.root, name)) as [string, string];
  renameSync(here, there);
  symlinkSync(there, here);
  expect(await begin(borrower).ended).toEqual({ code: 0, said: '' });

  for (const lost of [path.join('canvas', 'built'), '.package-lock.json']) {
    rmSync(path.join(there, lost));
    const { code, said } = await begin(borrower).ended;
    expect(code).toBe(69);
    expect(said).toContain('is a link: installing would empty the folder it leads to. Remove the link');
  }
  expect(existsSync(path.join(there, 'better-sqlite3', 'built'))).toBe(true);
  expect(installationsOf(borrower)).toHaveLength(1);
});

test('in production a start takes only what it needs, and the tests fetch the rest', async () => {
  const lean = machine({ prebuilt: true });
  const env = { ...lean.env(), NODE_ENV: 'production' };
  expect((await begin(lean, { needsDev: false, env }).ended).code).toBe(0);
  // npm leaves packages of development out by itself where NODE_ENV says production.
  expect(installationsOf(lean)).toEqual([`${CI} --include=prod`]);

  const full = machine({ prebuilt: true });
  await begin(full, { needsDev: true, env: { ...full.env(), NODE_ENV: 'production' } }).ended;
  expect(installationsOf(full)).toEqual([`${CI} --include=dev`]);
});

test('when npm fails its own words are shown and the log is named', async () => {
  const cut = machine({ ciError: 'code ENOTFOUND' });
  const { code, said } = await begin(cut).ended;
  expect(code).toBe(69);
  expect(said).toContain('Is this machine online?');
  expect(said).toContain('npm error code ENOTFOUND');
  expect(said).toContain(path.join('.setup', 'setup.log'));
});

test('a server that says nothing is given up: npm’s registry at once, that of ready-made binaries for a build', async () => {
  const builds = ['better-sqlite3', 'canvas'];
  const [registry, releases] = await Promise.all(
    (['registry', 'releases'] as const).map((silent) => begin(machine({ silent, builds })).ended),
  );
  expect([registry?.code, registry?.said]).toEqual([
    69,
    expect.stringContaining('npm can’t reach its registry. Is this machine online?'),
  ]);
  expect(releases?.code, releases?.said).toBe(0);
});

test.each([
  ['a version that is not the one of the lock file', { version: '0.9.9' }],
  ['no note of it', undefined],
])('a package with %s is installed again', async (_what, noted) => {
  const older = machine({ prebuilt: true });
  await begin(older).ended;
  const record = path.join(older.root, 'node_modules', '.package-lock.json');
  const { packages } = JSON.parse(readFileSync(record, 'utf8'));
  writeFileSync(record, JSON.stringify({ packages: { ...packages, 'node_modules/canvas': noted } }));
  expect((await begin(older).ended).code).toBe(0);
  expect(installationsOf(older)).toHaveLength(2);
});

test('a package for this system is missed', async () => {
  const other = machine({ prebuilt: true });
  await begin(other).ended;
  const file = path.join(other.root, 'package-lock.json');
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  const own = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  writeFileSync(file, JSON.stringify({ packages: { ...packages, 'node_modules/own': own } }));
  expect((await begin(other, { needsDev: false }).ended).code).toBe(0);
  expect(installationsOf(other)).toHaveLength(2);
});

test('a package deleted by hand is installed again; one for another system or for development is not missed', async () => {
  const torn = machine({ prebuilt: true });
  const file = path.join(torn.root, 'package-lock.json');
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  await begin(torn).ended;
  const others = {
    'node_modules/mac': { version: '1.0.0', optional: true, os: ['none'], cpu: [process.arch] },
    'node_modules/tool': { version: '1.0.0', dev: true },
  };
  writeFileSync(file, JSON.stringify({ packages: { ...packages, ...others } }));
  expect(await begin(torn, { needsDev: false }).ended).toEqual({ code: 0, said: '' });
  rmSync(path.join(torn.root, 'node_modules', 'prebuild-install'), { recursive: true });
  expect((await begin(torn, { needsDev: false }).ended).code).toBe(0);
  expect(installationsOf(torn)).toHaveLength(2);
});

test('without compiler and libraries, and without the right to install, the lines to run are printed', async () => {
  const bare = machine({});
  const { code, said } = await begin(bare, { env: bare.env({}) }).ended;
  expect(code).toBe(69);
  expect(said).toContain(
    'better-sqlite3 and canvas couldn’t be downloaded or built here.\n  not found: make\nThe full log is in .setup/setup.log.',
  );
  expect(said).toContain(
    'sudo apt-get update && sudo apt-get install -y build-essential python3 pkg-config libcairo2-dev',
  );
  expect(readFileSync(path.join(bare.root, '.setup', 'setup.log'), 'utf8')).toContain('gyp ERR! build error');
});

test.runIf(process.getuid?.() === 0).each([false, 'unfit'] as const)(
  'where it may, the set-up installs them itself, once for both packages, which came ready-made: %s',
  async (prebuilt) => {
    const bare = machine({});
    const asked = path.join(bare.root, 'asked');
    bare.replan({ prebuilt, builds: ['better-sqlite3', 'canvas'], libraries: asked });
    const note = `echo "$@" >> ${asked}`;
    const { code, said } = await begin(bare, { env: bare.env({ 'apt-get': note, dpkg: note }) }).ended;
    expect(code, said).toBe(0);
    const [configure, update, install, ...more] = readFileSync(asked, 'utf8').trim().split('\n');
    expect(configure).toBe('--configure -a');
    expect(update).toMatch(/ update$/);
    expect(install).toMatch(/ install -y --no-install-recommends build-essential python3 pkg-config libcairo2-dev /);
    expect(more).toEqual([]);
  },
);

test('a Node without its C++ headers gets them from npm, once for both packages', async () => {
  const bare = machine({ builds: ['better-sqlite3', 'canvas'] });
  const node = path.join(bare.root, 'bin', 'node');
  mkdirSync(path.dirname(node));
  copyFileSync(process.execPath, node);
  const name = `node-${process.platform}-${process.arch}`;
  const headers = path.join(bare.root, '.setup', 'node_modules', name);
  mkdirSync(path.join(headers, 'include', 'node'), { recursive: true });
  // Those of another Node, from before an upgrade.
  const another = '#define NODE_MAJOR_VERSION 18\n#define NODE_MINOR_VERSION 20\n#define NODE_PATCH_VERSION 4\n';
  writeFileSync(path.join(headers, 'include', 'node', 'node_version.h'), another);
  const { code, said } = await begin(bare, { node }).ended;
  expect(code, said).toBe(0);
  expect(bare.calls().filter((call) => call.startsWith('install'))).toEqual([
    `install --prefix .setup --no-save --no-package-lock --ignore-scripts --prefer-offline ${name}@${process.versions.node}`,
  ]);
  expect(readFileSync(path.join(bare.root, 'headers'), 'utf8')).toBe(`${headers}\n${headers}\n`);
});

/** Leaves a lock with what stands in it, touched so long ago. */
function leaveLock(on: Machine, content: string, secondsAgo = 0): void {
  const file = path.join(on.root, '.setup', 'lock');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  const then = Date.now() / 1000 - secondsAgo;
  utimesSync(file, then, then);
}

test.each([
  ['by a set-up that was killed', () => String(spawnSync(process.execPath, ['-e', '']).pid), 0],
  ['half written', () => '', 0],
  ['so long ago that others have its number', () => String(process.pid), 601],
])('a lock left behind %s is taken over, also by two at once', async (_what, content, secondsAgo) => {
  const left = machine({ prebuilt: true });
  leaveLock(left, content(), secondsAgo);
  const all = await Promise.all([0, 1].map(() => begin(left).ended));
  expect(all.map(({ code }) => code)).toEqual([0, 0]);
  expect(installationsOf(left)).toHaveLength(1);
});

test('an npm that outlived its set-up holds the lock', async () => {
  const orphaned = machine({ prebuilt: true });
  const npm = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  leaveLock(orphaned, `${spawnSync(process.execPath, ['-e', '']).pid} ${npm.pid}`);
  const second = begin(orphaned);
  await until(() => second.said().includes(`(process ${npm.pid})`), second);
  expect(orphaned.calls()).toEqual([]);
  npm.stdin.end();
  expect((await second.ended).code).toBe(0);
});
