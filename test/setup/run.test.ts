import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ownHeaders } from '../../src/setup/addons.mjs';

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

test('headers count as this Node’s own only when their version is its version', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'setup-headers-'));
  try {
    mkdirSync(path.join(home, 'bin'));
    mkdirSync(path.join(home, 'include', 'node'), { recursive: true });
    writeFileSync(path.join(home, 'bin', 'node'), '');
    const header = path.join(home, 'include', 'node', 'node_version.h');
    writeFileSync(
      header,
      ['MAJOR 22', 'MINOR 3', 'PATCH 0'].map((line) => `#define NODE_${line.replace(' ', '_VERSION ')}`).join('\n'),
    );
    symlinkSync(path.join(home, 'bin', 'node'), path.join(home, 'node'));
    expect(ownHeaders(path.join(home, 'node'), '22.3.0')).not.toBeNull();
    expect(ownHeaders(path.join(home, 'node'), '22.3.1')).toBeNull();
    expect(ownHeaders(path.join(home, 'nowhere'), '22.3.0')).toBeNull();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
