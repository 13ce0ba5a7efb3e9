import { standingVotes } from '../../src/council/index.ts';
import type { Order, SeatId } from '../../src/game/index.ts';
import type { Announcement, BallotMessage, Caller, Reply } from '../../src/host/index.ts';
import type { GameTable } from '../../src/host/table/game-tables.ts';
import type { BallotRecord, EntryRecord } from '../../src/store/index.ts';
import { sealedAt } from '../dice/sealed.ts';
import { by, facesOf, type Headquarters, headquarters, type Member, members, type Setting, said } from './fixture.ts';

/** When a camp's clock begins, milliseconds since 1970. */
export const DAWN = 1_700_000_000_000;

/** Orders that may be given where an Overland campaign begins, and in every position near it. */
export const GRANT = { verb: 'attack', leader: 'grant' } as const;
export const SIGEL = { verb: 'attack', leader: 'sigel' } as const;

/** A campaign in a channel, its clock moved by hand. */
export interface Camp extends Headquarters {
  readonly channel: string;
  /** The id of the last game here. */
  game(): string;
  table(): GameTable;
  /** The time now. */
  now(): number;
  /** Moves the clock, without anything being told of it. */
  pass(ms: number): void;
  /** Moves the clock and lets it strike: what the channels hear. Nothing may have been missed. */
  wait(ms: number): readonly Announcement[];
  /** A member at this time in this channel. */
  as(member: Member, changes?: Partial<Caller>): Caller;
  /** A change of the council by Ada, in a game of several sides of that of one. */
  decree(options: Readonly<Record<string, string>>, side?: SeatId): Reply;
  vote(member: Member, order: Order, reason?: string | null): Reply;
  /** The ballot that is open on the next order, or on the council. */
  open(kind?: BallotRecord['subject']['kind']): BallotRecord;
  ballots(): readonly BallotRecord[];
  entries(): readonly EntryRecord[];
  /** The choices of the members that stand in the open ballot on the next order, by name. */
  standing(): Readonly<Record<string, Order>>;
  /** The process ends and begins again: another host over the same file. */
  restarted(setting?: Setting): Camp;
}

const NAMES = { '100': 'Ada', '200': 'Bo', '300': 'Cy', '400': 'Dee' } as const;
export const PEOPLE: Readonly<Record<string, string>> = NAMES;

/** A campaign that has just begun, by Ada in the channel `front`: of Overland, unless it is named. */
export function camp(options: Readonly<Record<string, string>> = {}, setting: Setting = {}, system = 'overland'): Camp {
  const made = camped(headquarters(setting), setting, 'front', DAWN);
  made.ada.games.start({ systemId: system });
  if (Object.keys(options).length > 0) made.decree(options);
  return made;
}

/** A table of several sides, begun by Ada, with who plays which. */
export function seated(system: string, sides: Partial<Record<Member, SeatId>>, setting: Setting = {}): Camp {
  const made = camped(headquarters(setting), setting, 'front', DAWN);
  made.ada.games.start({ systemId: system });
  for (const [member, side] of Object.entries(sides)) made.member(member as Member).seats.join(side);
  return made;
}

/** What the machine would order for a side: for who is asked, where no side is named. */
export function advised({ system, position: { state } }: GameTable, at: number, side?: SeatId): readonly Order[] {
  const seat = side ?? system.rules.asked(state)[0]?.seat ?? '';
  return system.play?.machine?.orders(system.knowledge.view(state, seat), seat, sealedAt('vote', at, 'machine')) ?? [];
}

/** A camp of a headquarters, in a channel, where no campaign need have begun. */
export function camped(hq: Headquarters, setting: Setting, channel: string, dawn: number): Camp {
  const { host, store } = hq;
  let time = dawn;
  const game = () => store.latestIn(channel)?.id ?? '';
  const as = (member: Member, changes: Partial<Caller> = {}) => by(member, { channel, at: time, ...changes });
  const open = (kind: BallotRecord['subject']['kind'] = 'order') => {
    const ballot = store.openBallots(game()).find(({ subject }) => subject.kind === kind);
    if (!ballot) throw new Error(`No ballot on the ${kind} is open`);
    return ballot;
  };
  return {
    ...hq,
    ...members(host, as),
    channel,
    game,
    table: () => host.tables.table(host.tables.game(game())),
    now: () => time,
    pass(ms) {
      time += ms;
    },
    wait(ms) {
      time += ms;
      const { announcements, missed } = host.timers.tick(time);
      if (missed.length > 0) throw missed[0]?.error;
      return announcements;
    },
    as,
    decree: (options, side) => said(host.council.set(as('Ada'), options, PEOPLE, true, null, side)),
    vote(member, order, reason = null) {
      // As by a button of the latest map: what is typed just after a ballot closed is not taken for the next one.
      const point = { game: game(), seq: store.lastSeq(game()) };
      return said(host.orders.give(as(member), order, point, reason));
    },
    open,
    ballots: () => store.ballotsOf(game()),
    entries: () => store.entries(game()),
    standing() {
      const votes = store.votes(open().id);
      const name = (member: number) => votes.find(({ by }) => by.id === member)?.by.name ?? '';
      return Object.fromEntries(
        standingVotes(votes).map(({ member, choice }) => [name(member), JSON.parse(choice) as Order]),
      );
    },
    restarted: (other = setting) => camped(headquarters(other), other, channel, time),
  };
}

/** What the one announcement says, with what follows it. */
export function heard(announcements: readonly Announcement[]): Reply {
  const [only, ...more] = announcements;
  if (!only || more.length > 0) throw new Error(`${announcements.length} announcements instead of one`);
  return only.answer;
}

/** The text of the one card an answer or a message has. */
export function cardIn({ cards }: Pick<Reply | BallotMessage, 'cards'>): string {
  const [only, ...more] = cards;
  if (!only || more.length > 0) throw new Error(`${cards.length} cards instead of one`);
  return `${only.title}\n${only.text}\n${only.foot}`;
}

/** The card of a message that shows less than there is. */
export function cardAt({ host }: Pick<Camp, 'host'>, message: string): string {
  const face = facesOf(host).find((one) => one.message === message);
  return face ? cardIn(face) : '';
}

/** What the change of a council says to the channel. */
export function told(answer: Reply): string {
  return answer.channelReply?.text ?? '';
}
