import { rmSync } from 'node:fs';
import { createHost, type Host, Solutions } from '../../src/host/index.ts';
import { noneMade } from '../../src/host/table/solutions.ts';
import { type Database, openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { chanceOf, LIBRARY } from '../host/fixture.ts';
import { putBlank } from '../store/blank.ts';
import { as, PLACES, VOTERS } from './people.ts';

/** The games of the scenes, by their ids. */
export const PLAYED: readonly string[] = ['overland', 'picket-line', 'road-to-richmond'];

/** The states of a campaign that matter to who may do what. */
export const SCENES = [
  'none',
  'open',
  'commander',
  'vote',
  'sealed',
  'motion',
  'over',
  'what-if',
  'sides',
  'secret',
] as const;
export type Scene = (typeof SCENES)[number];

/** A reason that has been given in a sealed or open ballot: whoever may not see it must not find it in an answer. */
export const WHISPER = 'Lee is weary';

/** A scene, with the numbers that its buttons carry. */
export interface Stage {
  readonly scene: Scene;
  readonly database: Database;
  readonly store: Store;
  /** The campaign played at the front; none where none has been. */
  readonly game: string;
  readonly seq: number;
  readonly ballot: number;
  readonly motion: number;
  /** The row of the member. */
  readonly member: number;
  /** The regiments in the hands of both sides, by their ids; the first of the commander's has been sent, sealed. */
  readonly hands: { readonly [who in 'member' | 'commander']: readonly string[] };
  /** A host over it that remembers nothing of what was done and undone before. */
  host(): Host;
}

/** An attack that leaves everybody where they are, whatever the dice say. */
const SIGEL = { verb: 'attack', leader: 'sigel' } as const;
/** In a game of two open sides. */
export const DONE = { verb: 'done', sure: 'yes' } as const;
export const GRANT = { verb: 'attack', leader: 'grant' } as const;
/** Of no ballot and no game. */
const NO_ROW = 9_999_999;
const NO_GAME = 'zzzzzzzzzz';
const MADE = noneMade();

/** The scene in a database of its own in `folder`. */
export function stageOf(scene: Scene, file: string): Stage {
  rmSync(file, { force: true });
  const database = openDatabase(putBlank(file));
  // What a power cut would take is not tested here.
  database.pragma('synchronous = OFF');
  const store = openStore(database);
  const chance = chanceOf('matrix');
  const host = () =>
    createHost(store, LIBRARY, drawnAsJson, chance, new Solutions(store, LIBRARY, { solver: null, made: MADE }));
  const first = host();
  const manages = { isModerator: true } as const;
  // Campaigns of others elsewhere, each with an order that could be taken back.
  for (const who of ['channel', 'server', 'dm'] as const) {
    first.games.start(as(who), 'overland', null);
    first.orders.give(as(who), SIGEL);
  }
  const hands: string[][] = [];
  // Everybody but the stranger is known here.
  for (const who of ['member', 'commander', 'host', 'moderator', 'channel', 'server'] as const)
    first.record.setRecorded(as(who), true);
  const begin = (system: string) => first.games.start(as('host', manages), system, null);
  const decree = (options: Readonly<Record<string, string>>, people: Readonly<Record<string, string>> = {}) =>
    first.council.set(as('moderator'), options, people);
  if (scene === 'sides') {
    begin('picket-line');
    first.seats.join(as('member'), 'union');
    first.seats.join(as('commander'), 'confederate');
    hands.push(...(['member', 'commander'] as const).map((who) => handOf(first, who)));
    // What the other side means to do, and nobody is to know yet.
    first.orders.give(as('commander'), { verb: 'commit', regiment: hands[1]?.[0] ?? '', reserves: [] });
  } else if (scene === 'secret') {
    begin('road-to-richmond');
    first.seats.join(as('member'), 'union');
    first.seats.join(as('commander'), 'confederate');
    first.council.set(as('moderator'), { mode: 'vote' }, {}, true, null, 'union');
    // Theirs is the first phase.
    first.orders.give(as('commander'), DONE);
    first.orders.give(as('member'), DONE, null, WHISPER);
  } else if (scene !== 'none') {
    begin('overland');
    first.orders.give(as('member'), SIGEL);
  }
  const commander = as('commander').member;
  if (scene === 'commander')
    decree({ mode: 'commander', commander: commander.discordId, rotate: 'order' }, { [commander.discordId]: 'Cy' });
  if (scene === 'vote' || scene === 'sealed') {
    decree({ mode: 'vote', voters: VOTERS, sealed: String(scene === 'sealed') });
    first.orders.give(as('member'), GRANT, null, WHISPER);
    first.orders.give(as('commander'), GRANT);
  }
  if (scene === 'motion') {
    decree({ voters: VOTERS });
    first.council.set(as('member'), { mode: 'vote' }, {});
  }
  if (scene === 'over') first.games.abandon(as('host'), null);
  if (scene === 'what-if') {
    const origin = store.runningIn(PLACES.front)?.id;
    first.games.abandon(as('host'), null);
    const thread = { kind: 'thread', of: 'camp', openedBy: 'caller' } as const;
    first.whatIfs.ask(as('host', { threads: thread }), `${origin}:0`);
    first.orders.give(as('member'), SIGEL);
  }
  const game = store.latestIn(PLACES.front)?.id ?? NO_GAME;
  const open = game === NO_GAME ? [] : store.openBallots(game);
  return {
    scene,
    database,
    store,
    game,
    seq: game === NO_GAME ? 1 : store.lastSeq(game),
    ballot: open.find(({ subject }) => subject.kind === 'order')?.id ?? NO_ROW,
    motion: open.find(({ subject }) => subject.kind === 'council')?.id ?? NO_ROW,
    member: store.knownMember(as('member').member.discordId)?.id ?? NO_ROW,
    hands: { member: hands[0] ?? [], commander: hands[1] ?? [] },
    host,
  };
}

function handOf(host: Host, who: 'member' | 'commander'): string[] {
  return host.completions.order(as(who), { verb: 'commit' }, 'regiment', '').map(({ value }) => value);
}

/** In place of a picture, everything that would be drawn. */
const drawnAsJson = (scene: unknown) => Promise.resolve(Buffer.from(JSON.stringify(scene)));
