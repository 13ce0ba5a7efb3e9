import {
  type Council,
  changesInWords,
  countInWords,
  DEFAULT_COUNCIL,
  decisionInWords,
  inCommand,
  type MemberId,
  type StandingVote,
  standingVotes,
  wayOfDeciding,
} from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { count } from '../../kit/plain-english.ts';
import type {
  BallotClose,
  BallotRecord,
  CouncilCause,
  EntryRecord,
  GameRecord,
  MemberRecord,
  Store,
  VoteRecord,
} from '../../store/index.ts';
import { choiceLabel, MOTION_CHOICE } from '../base/ballot-choice.ts';
import { closingInWords, voidInWords } from '../base/voting-words.ts';
import { plainName } from '../base/wording.ts';
import type { GameTables, LoadedGame } from '../table/game-tables.ts';
import { type LogWords, logWordsOf } from '../table/log-words.ts';
import type { LogStep } from '../table/replay-log.ts';
import { lettingsInWords } from '../table/seat-rules.ts';

type BallotEntry = EntryRecord & { readonly kind: 'ballot' };
type CouncilEntry = EntryRecord & { readonly kind: 'council' };
type Motion = BallotRecord & { readonly subject: { readonly kind: 'council' } };

export interface LogSources {
  readonly store: Store;
  readonly tables: GameTables;
}

/** How the choices of ballots are called. */
export interface ChoiceNames extends Pick<LogWords, 'hidesOrders' | 'side'> {
  /** Names the choices of a ballot that opened after an entry of the log, as they were called then. */
  naming(seq: number): (seat: SeatId, choice: string) => string;
}

/** By the rules. @param steps the log played through */
export function choiceNamesOf({ system }: Pick<LoadedGame, 'system'>, steps: readonly LogStep[]): ChoiceNames {
  const { hidesOrders, side } = logWordsOf(system);
  return {
    hidesOrders,
    side,
    naming: (seq) => (seat, choice) => choiceLabel(system, (steps[seq] as LogStep).state, seat, choice).text,
  };
}

interface BallotsAndVotes {
  readonly ballots: readonly BallotRecord[];
  readonly votes: readonly (VoteRecord & { readonly ballot: number })[];
}

export function ballotsAndVotes(store: Store, { id }: Pick<GameRecord, 'id'>): BallotsAndVotes {
  return { ballots: store.ballotsOf(id), votes: store.votesOf(id) };
}

/** Something between two entries of a log. */
interface Aside {
  /** The entry it comes after. */
  readonly seq: number;
  readonly at: number;
  readonly text: string;
}

/** Sentences on ballots and councils, for entries and between them. An open ballot is only told to have been called or proposed. */
export class LogSentences {
  readonly #game: string;
  readonly #choices: ChoiceNames;
  /** By the number of an entry: the earliest time among it and those that follow. */
  readonly #earliest: number[] = [];
  readonly #councils: CouncilHistory;
  readonly #sources: Pick<LogSources, 'store'>;
  readonly #ballots: ReadonlyMap<number, BallotRecord>;
  readonly #votes = new Map<number, VoteRecord[]>();
  readonly #asides = new Map<number, string[]>();

  private constructor(
    game: string,
    choices: ChoiceNames,
    entries: readonly EntryRecord[],
    sources: Pick<LogSources, 'store'>,
    { ballots, votes }: BallotsAndVotes,
  ) {
    this.#game = game;
    this.#choices = choices;
    for (const { at } of [...entries].reverse()) this.#earliest.push(Math.min(at, this.#earliest.at(-1) ?? at));
    this.#earliest.reverse();
    this.#councils = new CouncilHistory(entries);
    this.#sources = sources;
    this.#ballots = new Map(ballots.map((ballot) => [ballot.id, ballot]));
    for (const { ballot, ...vote } of votes) {
      const own = this.#votes.get(ballot) ?? [];
      this.#votes.set(ballot, own);
      own.push(vote);
    }
  }

  /** @param entries the whole log */
  static read(
    game: GameRecord,
    choices: ChoiceNames,
    entries: readonly EntryRecord[],
    sources: Pick<LogSources, 'store'>,
  ): LogSentences {
    const read = ballotsAndVotes(sources.store, game);
    const minutes = new LogSentences(game.id, choices, entries, sources, read);
    const asides = read.ballots.flatMap((ballot) => [...minutes.#begun(ballot), ...minutes.#failed(ballot)]);
    // Of events at the same moment, the older ballot's come first: its end made room for the next.
    for (const { seq, text } of asides.sort((a, b) => a.at - b.at)) {
      const known = minutes.#asides.get(seq);
      if (known) known.push(text);
      else minutes.#asides.set(seq, [text]);
    }
    return minutes;
  }

  after(seq: number): readonly string[] {
    return this.#asides.get(seq) ?? [];
  }

  /** An overtaken ballot did not decide the order that names it. */
  overruled(ballot: number | null): boolean {
    return ballot !== null && !this.#ballot(ballot).closed?.decision;
  }

  side(seat: SeatId): string | null {
    return this.#choices.side(seat);
  }

  decided(entry: BallotEntry): string {
    const { decision } = entry;
    const ballot = this.#ballot(entry.ballot);
    const describe = this.#naming(ballot);
    const named = () => decisionInWords(decision, describe, ballot.casting && bold(ballot.casting));
    const how = `, decided ${this.#hides(ballot) ? countInWords(decision) : named()}`;
    return [`**The ballot closes**${how}.`, ...this.#closing(ballot)].join(' ');
  }

  changed(entry: CouncilEntry): string {
    const [letting] = lettingsInWords(this.#sources.store, [entry], this.#choices.side);
    if (letting !== undefined) return letting;
    const before = this.#councilBefore(entry.seq, entry.seat);
    const member = entry.cause === 'member' ? entry.member : null;
    const rota = member && rotaInWords(before, entry.council, member.id);
    if (member && rota) return `${bold(member)} ${rota.does}${this.#holder(rota.holder)}.`;
    const side = this.#choices.side(entry.seat);
    const changes = this.#changes(before, entry.council, side);
    if (member) return `${bold(member)} changes ${wayOfDeciding(side)}: ${changes}.`;
    if (entry.ballot === null) return `${CAUSES[entry.cause]}: ${changes}.`;
    const ballot = this.#ballot(entry.ballot);
    const inFavour = this.#inFavour(ballot);
    const by = ballot.opener ? `, proposed by ${bold(ballot.opener)}` : '';
    const carried = `${CAUSES[entry.cause]}, with ${inFavour}${by}: ${changes}.`;
    return [carried, ...this.#closing(ballot)].join(' ');
  }

  #holder(member: MemberId | null): string {
    return member === null ? '' : `, and **${this.#name(member)}** commands`;
  }

  #begun(ballot: BallotRecord): Aside[] {
    const { opener, seq, openedAt: at } = ballot;
    if (isMotion(ballot)) {
      if (this.#isStillborn(ballot)) return [];
      const who = opener ? `${bold(opener)} proposes` : 'Proposed';
      return [{ seq, at, text: `${who}: ${this.#proposal(ballot)}.` }];
    }
    return opener ? [{ seq, at, text: `${bold(opener)} opens a ballot on the next order.` }] : [];
  }

  #failed(ballot: BallotRecord): Aside[] {
    const { closed, seq: opened } = ballot;
    if (!closed || closed.how === 'decided') return [];
    const seq = Math.max(opened, firstAbove(this.#earliest, closed.at, (at) => at) - 1);
    const text = isMotion(ballot) ? this.#motionFailed(ballot, closed.how) : this.#overtaken(ballot);
    return text === null ? [] : [{ seq, at: closed.at, text }];
  }

  /** `null` if nobody had voted. */
  #overtaken(ballot: BallotRecord): string | null {
    const votes = this.#standing(ballot).length;
    return votes === 0 ? null : `A ballot with ${count(votes, 'vote')} is cancelled: ${because(ballot)}`;
  }

  #motionFailed(ballot: Motion, how: BallotClose['how']): string | null {
    if (this.#isStillborn(ballot)) return null;
    const whose = ballot.opener ? `${bold(ballot.opener)}’s proposal` : 'The proposal';
    const inFavour = `${this.#inFavour(ballot)} in favour`;
    if (how === 'void') return `${whose} is cancelled, with ${inFavour}: ${because(ballot)}`;
    return [
      `${whose} (${this.#proposal(ballot)}) doesn’t pass: ${inFavour}${this.#needed(ballot)}.`,
      ...this.#closing(ballot),
    ].join(' ');
  }

  /** Commanders who don't vote count as well. */
  #needed({ seat, seq }: Motion): string {
    const { mode, commanders } = this.#councilBefore(seq + 1, seat);
    if (mode !== 'commander') return '';
    return `; it needed ${Math.ceil((commanders.length * 3) / 4)} of the ${commanders.length} commanders`;
  }

  /** Its proposer could not vote on it, so nobody has ever seen it. */
  #isStillborn({ id, closed }: Motion): boolean {
    return closed?.how === 'void' && !this.#votes.has(id);
  }

  #closing(ballot: BallotRecord): string[] {
    const how = closingInWords(ballot, this.#standing(ballot).length);
    return how === null ? [] : [how];
  }

  /** “2 of 3 votes”. */
  #inFavour(ballot: BallotRecord): string {
    const votes = this.#standing(ballot);
    return `${votes.filter(({ choice }) => choice === MOTION_CHOICE.for).length} of ${count(votes.length, 'vote')}`;
  }

  #proposal({ seat, seq, subject }: Motion): string {
    return this.#changes(this.#councilBefore(seq + 1, seat), subject.proposed, this.#choices.side(seat));
  }

  #changes(before: Council, after: Council, side: string | null): string {
    const name = (member: MemberId) => this.#name(member);
    return changesInWords(before, after, name, null, side).join('; ') || 'nothing changes';
  }

  #councilBefore(seq: number, seat: SeatId): Council {
    return this.#councils.after(seat, seq - 1);
  }

  #naming({ seq, seat }: BallotRecord): (choice: string) => string {
    const naming = this.#choices.naming(seq);
    return (choice) => `“${naming(seat, choice)}”`;
  }

  #hides({ rules, seat }: BallotRecord): boolean {
    const { hidesOrders, side } = this.#choices;
    const isSecret = hidesOrders || (rules.secret && side(seat) !== null);
    return isSecret && this.#sources.store.game(this.#game)?.ended === null;
  }

  #standing({ id }: BallotRecord): StandingVote[] {
    return standingVotes(this.#votes.get(id) ?? []);
  }

  #ballot(id: number): BallotRecord {
    const ballot = this.#ballots.get(id);
    if (!ballot) throw new Error(`Ballot ${id} doesn’t belong to game ${this.#game}`);
    return ballot;
  }

  #name(member: MemberId): string {
    return plainName(this.#sources.store.memberById(member)?.name ?? '');
  }
}

const CAUSES = {
  member: 'Changed',
  vote: '**Passed**',
  order: '**After the order**',
  silence: '**After a long silence**',
  undo: '**With the order taken back**',
  kept: '**As in the last game**',
  role: '**After the role was deleted**',
} as const satisfies { [cause in CouncilCause]: string };

/**
 * A change of the rota by which a member moves nobody but themselves: joins it, leaves it, or takes command where it rested.
 * `holder`: who else has command by it.
 */
function rotaInWords(
  before: Council,
  after: Council,
  member: MemberId,
): { readonly does: string; readonly holder: MemberId | null } | null {
  const others = ({ commanders }: Council) => commanders.filter((one) => one !== member);
  const rest = (council: Council) => JSON.stringify({ ...council, commanders: others(council) });
  if (after.mode !== 'commander' || after.rotate.after === 'never' || rest(before) !== rest(after)) return null;
  const [was, is] = [before.commanders.includes(member), after.commanders.includes(member)];
  const [held, holds] = [before, after].map((council) => inCommand(council)[0] ?? null);
  if (was && is) return holds === member ? { does: 'takes command', holder: null } : null;
  return { does: is ? 'joins the rota' : 'leaves the rota', holder: holds === held ? null : (holds ?? null) };
}

function isMotion(ballot: BallotRecord): ballot is BallotRecord & { readonly subject: { readonly kind: 'council' } } {
  return ballot.subject.kind === 'council';
}

function because(ballot: BallotRecord): string {
  const why = voidInWords(ballot);
  return `${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}

function bold({ name }: MemberRecord): string {
  return `**${plainName(name)}**`;
}

/** How each seat decided at any point of a log. The log is read once, however often this is asked. */
export class CouncilHistory {
  readonly #changes = new Map<SeatId, CouncilEntry[]>();

  constructor(entries: Iterable<EntryRecord>) {
    for (const entry of entries) {
      if (entry.kind !== 'council') continue;
      const changes = this.#changes.get(entry.seat);
      if (changes) changes.push(entry);
      else this.#changes.set(entry.seat, [entry]);
    }
  }

  after(seat: SeatId, seq: number): Council {
    const changes = this.changes(seat);
    return changes[firstAbove(changes, seq, (entry) => entry.seq) - 1]?.council ?? DEFAULT_COUNCIL;
  }

  changes(seat: SeatId): readonly CouncilEntry[] {
    return this.#changes.get(seat) ?? [];
  }
}

/** The index of the first item whose number is above a limit, by binary search; their count if there is none. */
export function firstAbove<Thing>(things: readonly Thing[], limit: number, numberOf: (thing: Thing) => number): number {
  let [low, high] = [0, things.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(things[middle] as Thing) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
