import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { System } from '../../src/game/index.ts';
import { type Caller, createHost, type Host, type Library, readerThread, Solutions } from '../../src/host/index.ts';
import { noneMade } from '../../src/host/table/solutions.ts';
import { type Database, openStore, type Store } from '../../src/store/index.ts';
import { callerIn, LIBRARY } from './played.ts';

const ASSETS = fileURLToPath(new URL('../../assets', import.meta.url));

/** The thread that reads a database, as the bot has one: hosts of the same database share it. */
const readers = new Map<Database, ReturnType<typeof readerThread>>();

function readerOf(database: Database): ReturnType<typeof readerThread> | null {
  if (database.memory) return null;
  const reader = readers.get(database) ?? readerThread({ file: database.name, assets: ASSETS });
  readers.set(database, reader);
  return reader;
}

/** A host whose answers have no pictures, over a database. */
export interface Hosted {
  readonly host: Host;
  readonly store: Store;
  /** Somebody who does something new, now: 0 may manage every channel. */
  readonly caller: (channel: string, member: number) => Caller;
}

export function hosted(database: Database): Hosted {
  const store = openStore(database);
  let games = 0;
  // The same each time, for dice depend on them.
  const chance = { secret: () => '1864'.repeat(16), gameId: () => `bench${String(++games).padStart(5, '0')}` };
  const solutions = new Solutions(store, BARE, { solver: null, made: noneMade() });
  const render = () => Promise.resolve(Buffer.alloc(0));
  const host = createHost(store, BARE, render, chance, solutions, undefined, readerOf(database));
  return { host, store, caller: (channel, member) => callerIn(channel, member, randomUUID(), Date.now()) };
}

const NOTHING: ReturnType<System['pictures']['picture']> = {
  scene: { width: 1, height: 1, palette: { inks: [], blends: [] }, ground: { key: '', items: [] }, items: [] },
  alt: '',
};

/** The same games, their maps left out. */
const BARE: Library = {
  editions: LIBRARY.editions.map(({ system, dataset }) => ({
    system: { ...system, pictures: { ...system.pictures, picture: () => NOTHING } },
    dataset,
  })),
  edition: ({ hash }) => BARE.editions.find(({ dataset }) => dataset.hash === hash) ?? refused(hash),
};

function refused(dataset: string): never {
  throw new Error(`The data ${dataset} is none of today's`);
}
