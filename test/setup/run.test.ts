import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isToldOtherHeaders, ownHeaders } from '../../src/setup/headers.mjs';

const door = fileURLToPath(new URL('../../src/setup/run.mjs', import.meta.url));

function knock(args: string[], nodeVersion?: string) {
  const pretend =
    nodeVersion === undefined
      ? []
      : ['--import', `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${nodeVersion}'})`];
  const { status, stderr } = spawnSync(process.execPath, [...pretend, door, ...args], { encoding: 'utf8' });
  return { status, stderr };
}

test.each(['18.20.4', '20.8.1'])('Node %s is turned away in one sentence', (version) => {
  const { status, stderr } = knock(['start'], version);
  expect(status).toBe(69);
  expect(stderr).toBe(
    `Council of War needs Node 20.9 or later, and this is Node ${version}. Install a newer Node and run the same command again.\n`,
  );
});

test.each(['20.9.0', '22.0.0', '26.1.0'])('Node %s is let in, and finds everything installed', (version) => {
  expect(knock(['install'], version)).toEqual({ status: 0, stderr: '' });
});

test('an unknown command is named', () => {
  const { status, stderr } = knock(['toString']);
  expect(status).toBe(64);
  expect(stderr).toContain('"toString"');
});

describe('headers', () => {
  let home: string;
  let node: string;
  const archive = `node-${process.platform}-${process.arch}`;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), 'setup-headers-')));
    mkdirSync(path.join(home, 'bin'));
    writeFileSync(path.join(home, 'bin', 'node'), '');
    node = path.join(home, 'linked-node');
    symlinkSync(path.join(home, 'bin', 'node'), node);
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function putHeaders(folder: string) {
    mkdirSync(path.join(folder, 'include', 'node'), { recursive: true });
    const lines = ['MAJOR_VERSION 22', 'MINOR_VERSION 3', 'PATCH_VERSION 0'].map((line) => `#define NODE_${line}\n`);
    writeFileSync(path.join(folder, 'include', 'node', 'node_version.h'), lines.join(''));
  }

  test('count as this Node’s own only when their version is its version', () => {
    expect(ownHeaders(node, '22.3.0')).toBeNull();
    putHeaders(home);
    expect(ownHeaders(node, '22.3.0')).toBe(home);
    expect(ownHeaders(node, '22.3.1')).toBeNull();
  });

  test('of another Node are recognized where npm is told to build against them', () => {
    putHeaders(home);
    expect(isToldOtherHeaders({ npm_config_nodedir: home }, '22.3.0')).toBe(false);
    expect(isToldOtherHeaders({ npm_config_nodedir: home }, '24.0.0')).toBe(true);
    expect(isToldOtherHeaders({}, '24.0.0')).toBe(false);
  });

  test('are found in the archive that the npm package node keeps', () => {
    const folder = path.join(home, 'node_modules', archive);
    putHeaders(folder);
    expect(ownHeaders(node, '22.3.0')).toBe(folder);
  });
});
