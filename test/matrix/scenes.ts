import { rmSync } from 'node:fs';
import { type Caller, createHost, type Host, Solutions } from '../../src/host/index.ts';
import { noneMade } from '../../src/host/table/solutions.ts';
import { type Database, openStore, type Store } from '../../src/store/index.ts';
import { chanceOf, LIBRARY } from '../host/fixture.ts';
import { openQuickly } from '../store/blank.ts';

/** The role that votes where a table asks for one. */
export const VOTERS = '1100000000000000003';
/** Where the campaign in question is played, and where else somebody may press. */
export const PLACES = { front: 'front', rear: 'rear', dock: 'dock', dm: 'dm of Bo', thread: 'thread' } as const;

/**
 * Those who act where the campaign is played. The host started it, and may not manage the channel. In a game of two sides the member
 * sits on one and the commander on the other; elsewhere the commander is who commands where somebody does. A stranger sees the channel
 * and has nothing: no seat, no command, not the role that votes.
 */
export const HERE = ['member', 'commander', 'host', 'moderator', 'stranger'] as const;
/**
 * Those who press or type the same somewhere else: moderators of another channel and of another server, each with a campaign of their
 * own there; the member in a DM with the bot, with one of their own; and the member in a thread of the channel that they opened.
 */
export const ELSEWHERE = ['channel', 'server', 'dm', 'thread'] as const;
type Here = (typeof HERE)[number];
type Elsewhere = (typeof ELSEWHERE)[number];
export type Who = Here | Elsewhere;
export const EVERYBODY: readonly Who[] = [...HERE, ...ELSEWHERE];

const ARMY = '1200000000000000001';
const CHANNEL = { kind: 'channel', mayOpen: false, lacks: [] } as const;

type Person = Pick<Caller, 'channel' | 'guild' | 'member' | 'isModerator' | 'threads' | 'roles'>;

/** Names and ids of the people, by what they are here. */
export const NAMES = {
  member: { discordId: '1300000000000000001', name: 'Bo' },
  commander: { discordId: '1300000000000000002', name: 'Cy' },
  host: { discordId: '1300000000000000003', name: 'Ivo' },
  moderator: { discordId: '1300000000000000004', name: 'Ada' },
  stranger: { discordId: '1300000000000000005', name: 'Eve' },
  channel: { discordId: '1300000000000000006', name: 'Flo' },
  server: { discordId: '1300000000000000007', name: 'Gus' },
} as const;

const here = { channel: PLACES.front, guild: ARMY, isModerator: false, threads: CHANNEL, roles: [VOTERS] };
const BO = NAMES.member;

const PEOPLE: { readonly [who in Who]: Person } = {
  member: { ...here, member: BO },
  commander: { ...here, member: NAMES.commander },
  host: { ...here, member: NAMES.host },
  moderator: { ...here, member: NAMES.moderator, isModerator: true },
  stranger: { ...here, member: NAMES.stranger, roles: [] },
  channel: { ...here, member: NAMES.channel, channel: PLACES.rear, isModerator: true },
  server: { ...here, member: NAMES.server, channel: PLACES.dock, guild: '1200000000000000002', isModerator: true },
  dm: { channel: PLACES.dm, guild: null, member: BO, isModerator: true, threads: { kind: 'none' }, roles: [] },
  thread: {
    ...here,
    member: BO,
    channel: PLACES.thread,
    threads: { kind: 'thread', of: PLACES.front, openedBy: 'caller' },
  },
};

let asked = 0;

/** Somebody who asks for something now. */
export function as(who: Who, changes: Partial<Caller> = {}): Caller {
  asked += 1;
  const person = PEOPLE[who];
  return {
    ...person,
    joinedAt: Date.UTC(2020, 0, 1),
    accountSince: Date.UTC(2019, 0, 1),
    everyone: person.guild,
    inPrivate: false,
    interaction: String(1_400_000_000_000_000_000n + BigInt(asked)),
    at: Date.UTC(2026, 10, 21, 8) + asked,
    ...changes,
  };
}

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
  const database = openQuickly(file);
  const store = openStore(database);
  const chance = chanceOf('matrix');
  const host = () =>
    createHost(store, LIBRARY, drawnAsJson, chance, new Solutions(store, LIBRARY, { solver: null, made: MADE }));
  const first = host();
  const manages = { isModerator: true } as const;
  // Campaigns of others elsewhere, each with an order that could be taken back.
  for (const who of ['channel', 'server', 'dm'] as const) {
    first.games.start(as(who), { systemId: 'overland' });
    first.orders.give(as(who), SIGEL);
  }
  const hands: string[][] = [];
  // Everybody but the stranger is known here.
  for (const who of ['member', 'commander', 'host', 'moderator', 'channel', 'server'] as const)
    first.record.setRecorded(as(who), true);
  const begin = (system: string) => first.games.start(as('host', manages), { systemId: system });
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
