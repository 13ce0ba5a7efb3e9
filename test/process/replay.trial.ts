import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneOf } from '../harness/bot-process.ts';
import { campaignBy } from '../host/replaying.ts';

/** Packages in C++, which may be impossible to install: a bot needs them, and a reader of files does not. */
const NOT_NEEDED = ['better-sqlite3', 'canvas'];

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

test('npm run replay reads files in another clone, with no database and no token', () => {
  const path = cloneOf(['src', 'commands', 'assets', 'package.json', 'package-lock.json'], NOT_NEEDED);
  const replay = (...args: readonly string[]): Ran => {
    const { DISCORD_TOKEN: _, DATABASE_PATH: __, INIT_CWD: ___, ...env } = process.env;
    const command = [join('src', 'setup', 'run.mjs'), 'replay', ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: path, env, encoding: 'utf8' });
    return { code: status, out: stdout, err: stderr };
  };
  const put = (name: string, text: string) => {
    writeFileSync(join(path, name), text);
    return name;
  };
  const { running, ended, whatIf } = campaignBy(7);

  const well = replay(put('ended.json', ended));
  expect([well.code, well.err]).toEqual([0, '']);
  expect(well.out).toMatch(/^Overland · Standard\n/);
  expect(well.out).toMatch(/^Verified: \d+ entries/m);
  expect(well.out).toContain(JSON.parse(ended).digests.fingerprint);
  expect(well.out).not.toContain('\u001b');

  const soFar = replay(put('running.json', running));
  expect([soFar.code, soFar.err]).toEqual([0, '']);
  expect(soFar.out).toContain('You can check its dice once it has ended');
  expect(replay(put('what-if.json', whatIf))).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^What if: /),
  });

  const changed = replay(put('changed.json', ended.replace('attacks', 'attacked')));
  expect([changed.code, changed.err]).toEqual([1, '']);
  expect(changed.out).toMatch(/^ {2}\S.* \(line \d+\): It was changed/m);
  // What else doesn’t fit, and a file without digests, stands in the tests of replays.
  const large = replay(put('large.json', ' '.repeat(11 * 2 ** 20)));
  expect(large).toEqual({ code: 1, err: '', out: 'large.json is 11 MiB. A game’s file is at most 10.\n' });

  expect(replay()).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^npm run replay FILE \[MESSAGES\]\n/),
  });
  expect(replay('gone.json')).toEqual({ code: 2, out: '', err: 'There’s no file gone.json.\n' });
  expect(replay('src')).toEqual({ code: 2, out: '', err: 'src isn’t a file.\n' });

  // As it is typed: npm knows the script, and where it was called.
  const typed = spawnSync('npm', ['run', '-s', 'replay', 'ended.json'], { cwd: path, encoding: 'utf8', shell: false });
  expect([typed.status, typed.stdout]).toEqual([0, well.out]);
});
