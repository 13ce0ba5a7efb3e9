import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SCHEMA } from '../../src/store/file/migrations.ts';
import { openDatabase } from '../../src/store/index.ts';
import { LONG } from '../trials/long.ts';
import { content } from './content.ts';
import { temporaryFolder, VERSIONS, writeVersion } from './fixture.ts';
import { program } from './process.ts';

const { path } = temporaryFolder();
/** With `held` it stops for ever after the first step. */
const UPGRADE = program(`
  import Database from 'better-sqlite3';
  const { exec } = Database.prototype;
  if (process.argv[3] === 'held')
    Database.prototype.exec = function (sql) {
      exec.call(this, sql);
      process.stdout.write('held');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    };
  process.stdout.write('begins');
  openDatabase(process.argv[2]).close();
  process.stdout.write('done');
`);

describe('a process that is killed while it brings a large database up', () => {
  // A landing tries the oldest form and the last.
  test.each(VERSIONS.slice(0, -1).filter((_version, at, { length }) => LONG || at === 0 || at === length - 1))(
    'leaves the old form (schema %i) or the new one, whole, whenever it was',
    async (version) => {
      const rows = Array.from({ length: 30_000 }, (_, seq) => {
        return `('k3x9mnpqrs', ${seq + 6}, 'order', 2, 'us', '{"verb":"attack"}', '[]', 'n${seq}', ${2000 + seq})`;
      });
      const large = writeVersion(
        path('games.sqlite'),
        version,
        `INSERT INTO entry (game, seq, kind, member, seat, body, throws, interaction, at) VALUES ${rows.join(',')};`,
      );
      const before = content(large);
      /** Runs it and kills it so many milliseconds after it begins, where it is held, or never. Returns how long it took, and whether it was done. */
      const upgraded = async (
        file: string,
        killed: number | 'held' | 'never',
      ): Promise<{ took: number; done: boolean }> => {
        const child = spawn(process.execPath, ['--input-type=module', '-', file, String(killed)], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        child.stdin.end(UPGRADE);
        let [said, began] = ['', 0];
        child.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.endsWith('held')) child.kill('SIGKILL');
          if (began > 0) return;
          began = performance.now();
          if (typeof killed === 'number') setTimeout(() => child.kill('SIGKILL'), killed);
        });
        await new Promise((resolve) => child.once('close', resolve));
        return { took: performance.now() - began, done: said.endsWith('done') };
      };
      const attempt = (name: string) => {
        const file = path(`${name}/games.sqlite`);
        mkdirSync(dirname(file));
        copyFileSync(large, file);
        return file;
      };

      const whole = attempt('whole');
      const { took } = await upgraded(whole, 'never');
      const after = content(whole);
      expect(after.version).toBe(SCHEMA);
      expect(after.rows.entry).toBe(before.rows.entry);

      const found = { old: 0, new: 0, unfinished: 0 };
      const times = 5;
      for (let index = 0; index < times; index++) {
        const file = attempt(`killed-${index}`);
        const { done } = await upgraded(file, index === 0 ? 'held' : (took * (index + Math.random())) / times);
        const beside = readdirSync(dirname(file)).filter((name) => name.includes('.schema-'));
        if (beside.some((name) => name.includes('.unfinished-'))) found.unfinished += 1;
        // A copy that has its name is whole.
        for (const name of beside.filter((one) => one.endsWith('.sqlite')))
          expect(content(`${dirname(file)}/${name}`)).toEqual(before);
        const now = content(file);
        found[now.version === version ? 'old' : 'new'] += 1;
        expect(now).toEqual(now.version === version ? before : after);
        if (done) expect(now).toEqual(after);
        // And the next start brings it up.
        openDatabase(file).close();
        expect(content(file)).toEqual(after);
        rmSync(dirname(file), { recursive: true });
      }
      expect(found.old).toBeGreaterThan(0);
    },
  );
});
