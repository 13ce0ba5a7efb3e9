import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Machine, makeMachine, type Plan } from './machine.ts';

const ensureModule = new URL('../../src/setup/ensure.mjs', import.meta.url).href;
const script = `
import { ensureReady, SetupFailed } from ${JSON.stringify(ensureModule)};
import { Interrupted } from ${JSON.stringify(ensureModule.replace('ensure.mjs', 'child.mjs'))};
const [root, needsDev, mayUseApt] = process.argv.slice(1);
try {
  await ensureReady({ root, needsDev: needsDev === 'true', mayUseApt: mayUseApt === 'true' });
} catch (error) {
  if (error instanceof Interrupted) process.exit(error.exitCode);
  if (!(error instanceof SetupFailed)) throw error;
  console.error(error.message);
  process.exit(69);
}`;

interface Options {
  needsDev?: boolean;
  mayUseApt?: boolean;
  env?: NodeJS.ProcessEnv;
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

function begin(on: Machine, { needsDev = true, mayUseApt = false, env = on.env() }: Options = {}) {
  const args = ['--input-type=module', '-e', script, on.root, String(needsDev), String(mayUseApt)];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, said }));
  });
  return { child, ended };
}

async function until(condition: () => boolean, { child }: ReturnType<typeof begin>): Promise<void> {
  while (!condition() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
}

const rebuildsOf = (on: Machine) => on.calls().filter((call) => call.startsWith('rebuild'));
const isComplete = (on: Machine) => existsSync(path.join(on.root, 'node_modules', '.package-lock.json'));

test('a fresh folder gets the packages and ready-made binaries, and nothing is built', async () => {
  const fresh = machine({ prebuilt: true });
  const { code, said } = await begin(fresh).ended;
  expect(code, said).toBe(0);
  expect(fresh.calls()).toEqual(['ci --ignore-scripts --prefer-offline --include=dev --no-audit --no-fund']);
  expect(existsSync(path.join(fresh.root, '.setup', 'lock'))).toBe(false);
});

test('a second run asks npm nothing and says nothing', async () => {
  const ready = machine({ prebuilt: true });
  await begin(ready).ended;
  const { code, said } = await begin(ready).ended;
  expect([code, said, ready.calls().length]).toEqual([0, '', 1]);
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

test('only the package that no longer loads is built again', async () => {
  const other = machine({ builds: ['better-sqlite3', 'canvas'] });
  await begin(other).ended;
  rmSync(path.join(other.root, 'node_modules', 'better-sqlite3', 'built'));
  expect((await begin(other).ended).code).toBe(0);
  expect(rebuildsOf(other).map((call) => call.split(' ')[1])).toEqual(['better-sqlite3', 'canvas', 'better-sqlite3']);
});

test('an installation cut off by Ctrl-C stops everything and is taken up by the next run', async () => {
  const slow = machine({ prebuilt: true, ciMs: 60_000 });
  const first = begin(slow);
  await until(() => existsSync(path.join(slow.root, 'node_modules', 'prebuild-install', 'bin.js')), first);
  first.child.kill('SIGINT');
  expect((await first.ended).code).toBe(130);
  expect([isComplete(slow), existsSync(path.join(slow.root, '.setup', 'lock'))]).toEqual([false, false]);

  slow.replan({ prebuilt: true });
  expect((await begin(slow).ended).code).toBe(0);
  expect(isComplete(slow)).toBe(true);
});

test('a second set-up in the folder waits for the first and finds the work done', async () => {
  const shared = machine({ prebuilt: true, ciMs: 600 });
  const first = begin(shared);
  await until(() => existsSync(path.join(shared.root, '.setup', 'lock')), first);
  const second = begin(shared);
  const [one, two] = await Promise.all([first.ended, second.ended]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect(two.said).toContain(`Another set-up is at work in this folder (process ${first.child.pid})`);
  expect(shared.calls().filter((call) => call.startsWith('ci'))).toHaveLength(1);
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
    expect(said).toContain(`is a link to ${there}: installing would empty that folder. Remove the link`);
  }
  expect(existsSync(path.join(there, 'better-sqlite3', 'built'))).toBe(true);
  expect(borrower.calls().map((call) => call.split(' ')[0])).toEqual(['ci']);
});

test('in production a start takes only what it needs, and the tests fetch the rest', async () => {
  const lean = machine({ prebuilt: true });
  const env = { ...lean.env(), NODE_ENV: 'production' };
  expect((await begin(lean, { needsDev: false, env }).ended).code).toBe(0);
  expect(lean.calls()).toEqual(['ci --ignore-scripts --prefer-offline --omit=dev --no-audit --no-fund']);

  const full = machine({ prebuilt: true });
  await begin(full, { needsDev: true, env: { ...full.env(), NODE_ENV: 'production' } }).ended;
  expect(full.calls()).toEqual(['ci --ignore-scripts --prefer-offline --include=dev --no-audit --no-fund']);
});

test('when npm fails its own words are shown and the log is named', async () => {
  const cut = machine({ ciError: 'code ENOTFOUND' });
  const { code, said } = await begin(cut).ended;
  expect(code).toBe(69);
  expect(said).toContain('Is this machine online?');
  expect(said).toContain('npm error code ENOTFOUND');
  expect(said).toContain(path.join('.setup', 'setup.log'));
});

test('without compiler and libraries, and without the right to install, the lines to run are printed', async () => {
  const bare = machine({});
  const { code, said } = await begin(bare, { env: bare.env({}) }).ended;
  expect(code).toBe(69);
  expect(said).toContain('Missing on this machine: a C++ compiler; make; Python 3; pkg-config');
  expect(said).toContain('sudo apt-get update && sudo apt-get install -y build-essential');
  expect(said).not.toContain('gyp');
  expect(readFileSync(path.join(bare.root, '.setup', 'setup.log'), 'utf8')).toContain('gyp ERR! build error');
});

test('where it may, the set-up installs them itself, once for both packages', async () => {
  const bare = machine({ builds: ['better-sqlite3', 'canvas'] });
  const asked = path.join(bare.root, 'asked');
  const note = `echo "$@" >> ${asked}`;
  const { code, said } = await begin(bare, { mayUseApt: true, env: bare.env({ 'apt-get': note, dpkg: note }) }).ended;
  expect(code, said).toBe(0);
  const [configure, update, install, ...more] = readFileSync(asked, 'utf8').trim().split('\n');
  expect(configure).toBe('--configure -a');
  expect(update).toMatch(/ update$/);
  expect(install).toMatch(/ install -y --no-install-recommends build-essential python3 pkg-config libcairo2-dev /);
  expect(more).toEqual([]);
});
