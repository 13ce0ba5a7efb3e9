import { existsSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readerThread } from '../../src/host/index.ts';
import { readPlain } from '../../src/host/readings.ts';
import { IncompatibleLog } from '../../src/host/table/replay-log.ts';
import { builtWorker } from '../harness/program.ts';
import { type Camp, camp, GRANT, SIGEL } from './camp.ts';

/** What takes long is read by a thread with a connection of its own. */

const assets = fileURLToPath(new URL('../../assets', import.meta.url));
/** On a machine that is busy with other tests, a thread may take its time. */
const SLOWLY = { patience: 120_000 };

const PROGRAM = builtWorker('reader-worker');

const readerOf = ({ database }: Pick<Camp, 'database'>) =>
  readerThread({ file: database.name, assets }, PROGRAM, SLOWLY);

/** A campaign of some orders, votes and take-backs that has ended. */
function ended(): { readonly c: Camp; readonly game: string } {
  const c = camp({ mode: 'vote', early: '2' });
  for (const who of ['Bo', 'Cy'] as const) c.vote(who, GRANT);
  c.decree({ mode: 'open' });
  c.bo.orders.give(SIGEL, null, 'The valley');
  c.ada.undo.takeBack(null, true, 'A slip');
  const game = c.game();
  c.ada.games.abandon(null);
  return { c, game };
}

describe('the thread that reads', () => {
  test('reads what would be read here, says what it cannot do, and goes on', async () => {
    const { c, game } = ended();
    const { store, host } = c;
    const sources = { store, tables: host.tables, systems: host.systems };
    const read = readerOf(c);
    const bo = store.knownMember(c.as('Bo').member.discordId)?.id ?? 0;
    const asked = [
      ['dice', game],
      ['log', { game, part: 0 }],
      ['log', { game, part: 'file' }],
      ['recap', { game, notes: ['Here'] }],
      ['result', game],
      ['points', { game, isSolved: true }],
      ['origin', { game, seq: 2 }],
      ['refold', { game, entry: 1 }],
      ['copy', bo],
      ['question', bo],
      ['leaving', bo],
    ] as const;
    for (const [name, task] of asked)
      expect(await read(name, task as never), name).toEqual(structuredClone(readPlain(sources, name, task)));

    const { name } = c.database;
    renameSync(name, `${name}.away`);
    await expect(read('dice', game)).rejects.toThrow();
    renameSync(`${name}.away`, name);
    expect((await read('dice', game)).text).toContain('The dice are honest');

    c.database.exec("DROP TRIGGER entry_is_never_changed; UPDATE entry SET throws = '[]' WHERE kind = 'order'");
    await expect(read('recap', { game, year: null, notes: [] })).rejects.toThrow(IncompatibleLog);
    await expect(read('recap', { game: 'nowhere', year: null, notes: [] })).rejects.toThrow('There is no game nowhere');
    expect((await read('dice', game)).text).toContain('doesn’t');
  });

  test('sees what has been committed since, and keeps no hold of the file', async () => {
    const c = camp();
    const read = readerOf(c);
    const game = c.game();
    const log = async () => (await read('log', { game, part: 0 })).text;
    expect(await log()).not.toContain('**Bo**');
    c.bo.orders.give(GRANT);
    expect(await log()).toContain('**Bo**');
    expect(c.database.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
  });

  test('ends with the bot, also at work, and leaves nothing beside the file', async () => {
    const { c, game } = ended();
    const read = readerOf(c);
    const reading = read('recap', { game, year: null, notes: [] });
    const refused = expect(reading).rejects.toThrow('The reader has ended');
    await read.end();
    await refused;
    await expect(read('dice', game)).rejects.toThrow('The reader has ended');
    c.store.close();
    expect(existsSync(`${c.database.name}-wal`)).toBe(false);
  });
});
