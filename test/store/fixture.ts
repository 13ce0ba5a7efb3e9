import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Database, EntryBody, NewGame, Store } from '../../src/store/index.ts';

/** A folder of this test's own, gone after it. What was opened in it is closed first. */
export function temporaryFolder(): {
  path(file: string): string;
  closing<Opened extends Database | Store>(it: Opened): Opened;
} {
  let folder: string | null = null;
  const opened: (Database | Store)[] = [];
  afterEach(() => {
    for (const it of opened.splice(0)) it.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
    folder = null;
  });
  return {
    path(file) {
      folder ??= mkdtempSync(join(tmpdir(), 'council-store-'));
      return join(folder, file);
    },
    closing(it) {
      opened.push(it);
      return it;
    },
  };
}

/** A table of Ada's in a channel, as it begins: member, dataset, game and the log's first entry. */
export function openGame(store: Store, id: string, changes: Partial<NewGame> = {}): NewGame {
  const starter = store.member('100', 'Ada').id;
  const game: NewGame = {
    id,
    channel: 'front',
    guild: 'army',
    system: 'overland',
    variant: 'standard',
    dataset: 'hash',
    seal: 'seal',
    secret: 'secret',
    starter,
    startedAt: 1000,
    ...changes,
  };
  store.keepDataset({ hash: game.dataset, system: game.system, files: '{}' });
  store.addGame(game);
  append(store, id, 0, { kind: 'start', throws: [] });
  return game;
}

/** Appends an entry of Ada's, caused by an interaction of its own. */
export function append(store: Store, game: string, seq: number, body: EntryBody, interaction = `${game}/${seq}`): void {
  store.append({ game, seq, member: store.member('100', 'Ada').id, interaction, at: 1000 + seq, body });
}
