import { type Council, type MemberId, openInWords, wayOfDeciding } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { listed } from '../../kit/plain-english.ts';
import { type ClockRecord, type GameRecord, memberOfDm, type NoticeRecord } from '../../store/index.ts';
import { plainName } from '../base/common-words.ts';
import { abandonedInWords, BOARD } from '../base/posting-words.ts';
import type { ReplyPings } from '../base/reply.ts';
import { SEATS, VACANT } from '../base/seat-words.ts';
import { CARD_WORDS, COMMAND, closedEarlyBy, LOST_ROLE, NOTICES, notPassed } from '../base/voting-words.ts';
import { clocksInWords } from './clock-settings.ts';
import type { GameSources, LoadedGame } from './game-tables.ts';
import { ABANDON, NEW_GAME, UNDO } from './game-words.ts';
import { councilChanges, lettingsInWords, memberName, sideNameOf } from './seat-rules.ts';
import { CLOCKS, PING_PLACES, type PingOccasion, pingInWords } from './turn-words.ts';

/** Sentences by name. Notices store names with arguments, so released names and arguments must not change. */
const SENTENCES = {
  joined: (sentences: readonly string[]) => sentences.join(' '),
  small: (line: string) => `-# ${line}`,
  yourOrderIsBack: UNDO.yourOrderIsBack,
  theirOrderIsBack: UNDO.theirOrderIsBack,
  timeIsUp: CLOCKS.timeIsUp,
  votesMissing: (pinged: readonly string[], missing: number, closes: number) =>
    [...pinged, NOTICES.votesMissing(missing, closes)].join(' '),
  tooFewVoted: NOTICES.tooFewVoted,
  someoneVoted: NOTICES.someoneVoted,
  cancelled: CARD_WORDS.wasCancelled,
  passed: NOTICES.passed,
  notPassed,
  closedEarly: (name: string) => ` ${closedEarlyBy(name)}.`,
  decides: (who: string, side: string | null) => `${who} changes ${wayOfDeciding(side)}`,
  council: (by: string | null, changes: readonly string[], last: string) =>
    `${by === null ? '' : `${by}: `}${changes.join('; ')}.${last}`,
  passesTo: COMMAND.passesTo,
  left: COMMAND.leftAnd,
  rests: COMMAND.rests,
  silent: COMMAND.silent,
  lostVoters: LOST_ROLE.voters,
  lostPings: LOST_ROLE.pings,
  clock: (who: string, clock: ClockRecord, sides: readonly string[], ends: readonly number[]) =>
    [CLOCKS.sets(who), ...clocksInWords(clock, sides, ends)].join('\n'),
  ends: ABANDON.ends,
  posting: (who: string, way: keyof typeof BOARD.ways) => `${BOARD.sets(who)} ${BOARD.ways[way]}`,
  quoted: (reason: string) => `> “${plainName(reason)}”`,
  doYouAgree: UNDO.doYouAgree,
  abandoned: (name: string, seal: string) => [ABANDON.ends(name), ...abandonedInWords(seal)].join('\n'),
  opensOnNext: NOTICES.opensOnNext,
  commandsToCome: NEW_GAME.commandsToCome,
  cannot: (who: string, why: string) => `${who}: ${why}`,
  vacant: VACANT.forADay,
  nobodyPlays: VACANT.now,
  joins: SEATS.joins,
  joinsToo: (pinged: readonly string[], who: string, side: string) =>
    [...pinged, SEATS.joinsToo(who, side)].join(' ') + (pinged.length === 0 ? '' : `\n${SEATS.benchHint}`),
  puts: SEATS.puts,
  replaces: SEATS.replaces,
  leaves: SEATS.leaves,
  takesOff: SEATS.takesOff,
  letsBot: SEATS.lets,
  pings: SEATS.pings,
  votesIn: SEATS.votesIn,
} as const;
type Sentences = typeof SENTENCES;

/** Stands for a text that is looked up when the notice is sent. */
type TextReference =
  /** A member's name as it is; bold; or as a mention, bold for one who has left no id. */
  | { readonly name: MemberId }
  | { readonly bold: MemberId }
  | { readonly mention: MemberId }
  /** The name of a side; null if there is only one, or it can't be named. */
  | { readonly side: SeatId | null }
  /** "the Union and the Confederacy" */
  | { readonly the: readonly SeatId[] }
  /** How an open ballot stands with so many votes. */
  | { readonly ballot: number; readonly votes: number }
  /** An entry of the log that lets a member play another side. */
  | { readonly letting: number }
  | { readonly fact: Fact }
  | { readonly turn: AskedTurn };

/** A side's turn. The other fields are as `pingInWords` takes them. */
interface AskedTurn {
  readonly seat: SeatId;
  readonly phaseKey: string;
  readonly ends: number | null;
  readonly occasion: PingOccasion;
  readonly wakes?: number | null;
}

type ListReference =
  | { readonly bolds: readonly MemberId[] }
  | { readonly sides: readonly SeatId[] }
  /** Those whom the message pings. */
  | { readonly pinged: true }
  | { readonly facts: readonly Fact[] }
  | {
      readonly before: Council;
      readonly after: Council;
      readonly side: SeatId | null;
      readonly actor: MemberId | null;
    };

type Argument<Of> =
  | Of
  | ([Of] extends [string | null] ? TextReference : [Of] extends [readonly string[]] ? ListReference : never);

type Arguments<Of extends readonly unknown[]> = { readonly [At in keyof Of]: Argument<Of[At]> };

/** A text, a reference to one, or a sentence's name with its arguments. It is worded after the commit. */
export type Fact =
  | string
  | TextReference
  | {
      readonly [Name in keyof Sentences]: readonly [Name, ...Arguments<Parameters<Sentences[Name]>>];
    }[keyof Sentences];

/** The message in which facts are told: whom it pings, and its game as it stands. */
export interface ToldIn {
  readonly pings: ReplyPings;
  readonly channel: string;
  readonly game: GameRecord | null;
  /** @throws IncompatibleLog */
  loaded(): LoadedGame;
}

export function noticeInWords(sources: GameSources, notice: NoticeRecord): string {
  const game = notice.about && sources.store.game(notice.about.game);
  const loaded = () => sources.tables.table(game as GameRecord);
  const told = { pings: notice, channel: notice.channel, game, loaded };
  // Only facts are stored, and texts of older versions, which are strings.
  return notice.says.map((line) => factInWords(sources, line as Fact, told)).join('\n');
}

/** Words a fact as things stand now. */
export function factInWords(sources: GameSources, fact: Fact, told: ToldIn): string {
  if (typeof fact === 'string') return fact;
  if (!isSentence(fact)) return String(lookedUp(sources, fact, told) ?? '');
  const [name, ...about] = fact;
  const word = SENTENCES[name] as (...about: readonly unknown[]) => string;
  return word(...about.map((argument) => lookedUp(sources, argument, told)));
}

function isSentence(fact: Exclude<Fact, string>): fact is Extract<Fact, readonly unknown[]> {
  return Array.isArray(fact);
}

/** Resolves an argument's reference to words; anything else stays as it is. */
function lookedUp(sources: GameSources, argument: unknown, told: ToldIn): unknown {
  if (typeof argument !== 'object' || argument === null || Array.isArray(argument)) return argument;
  const { store } = sources;
  const bold = (member: MemberId) => `**${memberName(store, member)}**`;
  const side = (seat: SeatId | null) =>
    told.game && seat !== null ? sideNameOf(sources.tables.system(told.game), seat) : null;
  const reference = argument as TextReference | ListReference;
  if ('name' in reference) return store.memberById(reference.name)?.name ?? '';
  if ('bold' in reference) return bold(reference.bold);
  if ('mention' in reference) {
    const discordId = store.memberById(reference.mention)?.discordId ?? null;
    return discordId === null ? bold(reference.mention) : `<@${discordId}>`;
  }
  if ('the' in reference) return listed(reference.the.map((seat) => `the ${side(seat)}`));
  if ('ballot' in reference) {
    const ballot = store.ballot(reference.ballot);
    return ballot && openInWords(ballot.rules, ballot.clockwork, reference.votes);
  }
  if ('letting' in reference) {
    const entry = told.game && store.entry(told.game.id, reference.letting);
    return entry && lettingsInWords(store, [entry], side).join('\n');
  }
  if ('fact' in reference) return factInWords(sources, reference.fact, told);
  if ('turn' in reference) return turnInWords(reference.turn, told);
  if ('bolds' in reference) return reference.bolds.map(bold);
  if ('sides' in reference) return reference.sides.map((seat) => side(seat) ?? '');
  if ('pinged' in reference) return mentionsOf(told.pings);
  if ('facts' in reference) return reference.facts.map((fact) => factInWords(sources, fact, told));
  if ('before' in reference)
    return councilChanges(store, reference.before, reference.after, side(reference.side), reference.actor);
  return 'side' in reference ? side(reference.side) : argument;
}

function turnInWords({ seat, phaseKey, ...turn }: AskedTurn, { pings, channel, game, loaded }: ToldIn): string {
  const table = loaded();
  const all = table.system.rules.asked(table.position.state);
  const asked = all.find((one) => one.seat === seat && one.phaseKey === phaseKey) ?? null;
  if (memberOfDm(channel) === null) return pingInWords(table, { ...turn, seat, asked, mentions: mentionsOf(pings) });
  return `${pingInWords(table, { ...turn, seat, asked, mentions: [] })}\n${PING_PLACES.game(game?.channel ?? '')}`;
}

export function mentionsOf({ users, roles }: ReplyPings): string[] {
  return [...users.map((user) => `<@${user}>`), ...roles.map((role) => `<@&${role}>`)];
}
