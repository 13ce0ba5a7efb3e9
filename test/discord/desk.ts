import { Writable } from 'node:stream';
import pino from 'pino';
import { type Bot, startBot } from '../../src/discord/bot.ts';
import type { Command } from '../../src/discord/inbound/command-contract.ts';
import { CARD_WORDS } from '../../src/host/base/voting-words.ts';
import {
  type Announcement,
  type BallotCard,
  type BallotMessage,
  type Caller,
  type DueMessage,
  type Host,
  type LogPoint,
  type MessageRef,
  type PossiblyDelivered,
  type Reply,
  type ReplyButton,
  reply,
} from '../../src/host/index.ts';
import { createRequests } from '../../src/host/requests.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import type { UndeliveredMap } from '../../src/store/index.ts';
import { type ManualClock, manualClock } from '../../src/time-source.ts';
import { inEveryServer } from '../in-every-server.ts';

/** One ballot, as a host knows it. */
export interface Ballot {
  id: number;
  revision: number;
  shown: number;
  message: { channel: string; id: string } | null;
  /** The channel of its game. */
  channel: string;
}

type Message = Omit<DueMessage, 'since' | 'row' | 'attempts'>;

interface Undelivered {
  readonly channel: string;
  readonly guild: string | null;
  readonly answer: Reply;
}

/** Failed messages and the times of their next tries, in place of the database. */
export class Waits {
  readonly #failed = new Map<string, { readonly message: DueMessage; readonly until: number }>();

  due = (messages: readonly Message[], now: number, since = 0): DueMessage[] =>
    messages.flatMap((message) => {
      const { until = 0, message: failed } = this.#failed.get(`${message.what} ${message.id}`) ?? {};
      const row = ['map', 'notice'].includes(message.what) ? 1 : null;
      return until > now ? [] : { ...message, since, row, attempts: failed?.attempts ?? 0 };
    });
  nextDue = (after: number): number | null => {
    const times = [...this.#failed.values()].map(({ until }) => until).filter((until) => until > after);
    return times.length === 0 ? null : Math.min(...times);
  };
  putOff = (messages: readonly DueMessage[], until: number): void => {
    for (const message of messages) this.#failed.set(`${message.what} ${message.id}`, { message, until });
  };
  hasCome = ({ what, id }: DueMessage): void => void this.#failed.delete(`${what} ${id}`);
  retry = (where: Parameters<Host['undelivered']['retry']>[0]): void => {
    if (where === 'untried') return;
    for (const [key, { message }] of this.#failed)
      if (
        where === 'everywhere' ||
        ('guild' in where ? where.guild === message.guild : where.channels.includes(message.channel))
      )
        this.#failed.delete(key);
  };
}

/** In place of the host: what the bot asks of one, kept in memory, and answers that a test has prepared. */
export class Desk {
  readonly ballots = new Map<number, Ballot>();
  readonly asked: { readonly what: string; readonly with: readonly unknown[] }[] = [];
  /** Ballots of games whose rules throw. */
  readonly broken = new Set<number>();
  /** The answer to a button or a form. */
  answer: Reply | null = null;

  card(id: number): BallotCard {
    const { revision } = this.ballot(id);
    return {
      ballot: id,
      revision,
      title: 'Vote on the next order',
      text: `Revision ${revision}`,
      foot: 'Press to vote.',
    };
  }
  ballot(id: number): Ballot {
    const ballot = this.ballots.get(id);
    if (!ballot) throw new Error(`There is no ballot ${id}`);
    return ballot;
  }
  open(id: number, channel: string): BallotCard {
    this.ballots.set(id, { id, revision: 1, shown: 0, message: null, channel });
    return this.card(id);
  }

  pressed(): void {}
  /** Undelivered maps, by game. */
  readonly maps = new Map<string, Undelivered>();
  /** Undelivered notices, by number. */
  readonly notices = new Map<number, Undelivered>();
  due(now: number): DueMessage[] {
    return this.waits.due(
      [
        ...[...this.notices].map(
          ([notice, { channel, guild }]): Message => ({
            what: 'notice',
            id: String(notice),
            channel,
            guild,
            game: null,
          }),
        ),
        ...[...this.maps].map(
          ([game, { channel, guild }]): Message => ({ what: 'map', id: game, channel, guild, game }),
        ),
        ...this.unposted(),
        ...this.outdated(),
      ],
      now,
      this.waitingSince,
    );
  }
  readonly waits = new Waits();
  nextDue = (after = -1): number | null =>
    after < 0 && this.waits.due(this.outdated(), 0).length > 0 ? 0 : this.waits.nextDue(after);
  putOff = this.waits.putOff;
  hasCome = (due: DueMessage): void => {
    this.waits.hasCome(due);
    this.#doubted.delete(due.id);
  };
  retry = this.waits.retry;
  /** Since when messages wait, milliseconds since 1970. */
  waitingSince = Number.POSITIVE_INFINITY;
  /** Entries that channels have still to see, by game. */
  readonly entries = new Map<string, number[]>();
  undeliveredUpTo({ game, seq }: LogPoint): readonly number[] {
    return (this.entries.get(game) ?? []).filter((entry) => entry <= seq);
  }
  /** Games whose channels have gone on to another. */
  readonly past = new Set<string>();
  isLatestGame(game: string): boolean {
    return !this.past.has(game);
  }
  withNews(answer: Reply, _point: LogPoint, entries: readonly number[]): Reply {
    return { ...answer, text: `News of ${entries.join(', ')}\n${answer.text}` };
  }
  undeliveredMap(game: string): UndeliveredMap | null {
    const channel = this.maps.get(game)?.channel;
    return channel === undefined ? null : { game, seq: 1, channel, since: 0 };
  }
  lateMap({ game }: UndeliveredMap): Reply | null {
    this.asked.push({ what: 'late', with: [game] });
    return this.maps.get(game)?.answer ?? null;
  }
  possiblyDelivered = (): PossiblyDelivered[] => [];
  notice(notice: number): Announcement | null {
    this.asked.push({ what: 'telling', with: [notice] });
    return this.notices.get(notice) ?? null;
  }
  heard(notices: readonly number[]): void {
    for (const notice of notices) this.notices.delete(notice);
  }
  delivered({ game }: LogPoint): void {
    this.maps.delete(game);
  }
  greeting = (): Reply => reply('channel', 'At your service.');
  returning = () => [];
  returned = () => null;
  givenUp = () => [];
  isOfOpening = () => false;
  forChannel = () => null;
  forGame = () => null;
  position = () => null;
  ready = () => null;
  messageReady = () => null;
  channelGone = () => null;
  look = () => [];
  reportHealthFrom(): void {}

  afterClockSetBack = () => {};
  next = () => null;
  tick = (): ReturnType<Host['timers']['tick']> => ({ announcements: [], missed: [], more: false, ready: null });

  /** Messages that may have been deleted. */
  readonly #doubted = new Set<string>();
  doubt({ message }: MessageRef): void {
    this.#doubted.add(message);
  }
  outdated(): Message[] {
    return [...this.ballots.values()].flatMap(({ revision, shown, message }): Message[] =>
      message && (revision > shown || this.#doubted.has(message.id))
        ? [{ what: 'edit', id: message.id, channel: message.channel, guild: null, game: null }]
        : [],
    );
  }
  openBallotMessages(): MessageRef[] {
    return [...this.ballots.values()].flatMap(({ message }) =>
      message ? [{ channel: message.channel, message: message.id }] : [],
    );
  }
  update({ channel, message }: MessageRef): BallotMessage | null {
    const ballot = [...this.ballots.values()].find((one) => one.message?.id === message);
    return ballot ? { channel, message, cards: [this.card(ballot.id)], note: null, rows: VOTE_ROWS, menu: null } : null;
  }
  refreshed({ cards }: BallotMessage): void {
    for (const { ballot, revision } of cards) this.ballot(ballot).shown = revision;
  }
  gone({ message }: MessageRef): void {
    for (const ballot of this.ballots.values()) if (ballot.message?.id === message) ballot.message = null;
  }
  carried(cards: readonly BallotCard[], channel: string, id: string): void {
    this.asked.push({ what: 'carried', with: [cards.map(({ ballot }) => ballot), channel, id] });
    for (const { ballot, revision } of cards)
      Object.assign(this.ballot(ballot), { message: { channel, id }, shown: revision });
  }
  unposted(): Message[] {
    return [...this.ballots.values()]
      .filter(({ message }) => message === null)
      .map(({ id, channel }) => ({ what: 'ballot', id: String(id), game: `game of ${channel}`, channel, guild: null }));
  }
  posting(id: number): Announcement | null {
    this.asked.push({ what: 'posting', with: [id] });
    if (this.broken.has(id)) throw new TypeError('A bug of the rules');
    const { message, channel } = this.ballot(id);
    return message ? null : { channel, answer: reply('channel', CARD_WORDS.stillOpen, { cards: [this.card(id)] }) };
  }
}

const VOTE_ROWS: BallotMessage['rows'] = [
  [{ label: 'Mine', tone: 'plain', press: { do: 'mine', ballot: 1 } } satisfies ReplyButton],
];

/** Methods of the host that a press or a form calls. */
const ANSWERED = {
  ballots: ['mine', 'askReason', 'giveReason', 'withdraw', 'count', 'voteOnMotion', 'agree'],
  council: ['rota', 'set', 'show'],
} as const;

export interface Served {
  readonly desk: Desk;
  readonly sandbox: Sandbox;
  readonly bot: Bot;
  readonly clock: ManualClock;
  readonly logged: { readonly level: number; readonly msg: string }[];
  /** The bot is stopped and started over the same desk. */
  again(before: () => void): Promise<Bot>;
  close(): Promise<void>;
}

/** The bot in a practice Discord over real sockets, with a desk for its host; time stands still in both. */
export async function serve(desk: Desk, commands: readonly Command[]): Promise<Served> {
  const clock = manualClock();
  const sandbox = await startSandbox({ port: 0, clock });
  const logged: { level: number; msg: string }[] = [];
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(JSON.parse(String(line)));
      done();
    },
  });
  const answering = (methods: readonly string[]) =>
    Object.fromEntries(
      methods.map((what) => [
        what,
        (_caller: Caller, ...given: unknown[]) => {
          desk.asked.push({ what, with: given });
          return desk.answer;
        },
      ]),
    );
  // Nobody writes anything: each press may have changed everything.
  let rows = 0;
  const store = {
    ballot: () => null,
    game: () => null,
    isForSide: () => false,
    rowsWritten: () => rows++,
    noteChannelThere: () => false,
    nextDue: () => desk.nextDue(),
    onCommit() {},
  };
  const machines = { due: () => [], async *sought() {} };
  const liveBoards = { has: () => false };
  const parts = {
    liveBoards,
    ballotMessages: desk,
    timers: desk,
    games: desk,
    lostRoles: desk,
    preloading: desk,
  };
  const host = {
    ...parts,
    machines,
    readingsUnderWay: () => 0,
    requests: createRequests({
      ...parts,
      store: store as never,
      tables: { ready: () => null },
      machines,
      backlog: { due: () => null },
    }),
    ballots: answering(ANSWERED.ballots),
    council: answering(ANSWERED.council),
    undelivered: desk,
    help: desk,
    status: desk,
    serverGames: { of: () => [], commands: () => null },
  } as unknown as Host;
  const memory = new Map<string, string>();
  const kept = {
    setting: (key: string) => memory.get(key) ?? null,
    set: (key: string, value: string) => void memory.set(key, value),
  };
  const settings = {
    token: sandbox.token,
    api: sandbox.apiUrl,
    guild: null,
    pace: { burst: Number.MAX_SAFE_INTEGER, aSecond: 1 },
  };
  const start = async () => {
    const log = pino({ level: 'info' }, lines);
    const bot = await startBot(settings, { host, commands, inServer: () => [], memory: kept, log, clock });
    await inEveryServer(bot.client, sandbox);
    return bot;
  };
  let bot = await start();
  // Servers are greeted on the first day: what tests count begins after that.
  const greeting = desk.greeting().text;
  await Promise.all(
    sandbox.world.guilds.map(({ systemChannelId }) =>
      sandbox.waitForMessage(systemChannelId, ({ content }) => content === greeting),
    ),
  );
  return {
    desk,
    sandbox,
    clock,
    logged,
    get bot() {
      return bot;
    },
    async again(before) {
      await bot.stop();
      before();
      bot = await start();
      return bot;
    },
    async close() {
      await bot.stop();
      await sandbox.close();
    },
  };
}
