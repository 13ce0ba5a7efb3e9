import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

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
