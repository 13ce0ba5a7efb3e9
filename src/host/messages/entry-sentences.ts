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
  votesToCarry,
  wayOfDeciding,
} from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { count, grouped } from '../../kit/plain-english.ts';
import type {
  BallotClose,
  BallotRecord,
  CouncilCause,
  EntryRecord,
  GameRecord,
  MemberRecord,
  Store,
} from '../../store/index.ts';
import { choiceLabel, MOTION_CHOICE } from '../base/ballot-choice.ts';
import { plainName } from '../base/common-words.ts';
import { closingInWords, voidInWords } from '../base/voting-words.ts';
import type { LoadedGame } from '../table/game-tables.ts';
import { type LogWords, logWordsOf } from '../table/log-words.ts';
import { votesByBallot } from '../table/played-game.ts';
import type { LogStep } from '../table/replay-log.ts';
import { lettingsInWords } from '../table/seat-rules.ts';

type BallotEntry = EntryRecord & { readonly kind: 'ballot' };
type CouncilEntry = EntryRecord & { readonly kind: 'council' };
type Motion = BallotRecord & { readonly subject: { readonly kind: 'council' } };

/** Names the choices of ballots. */
export interface ChoiceNames extends Pick<LogWords, 'hidesOrders' | 'side'> {
  /** Names the choices of a ballot that opened after this entry of the log, as they were called then. */
  naming(seq: number): (seat: SeatId, choice: string) => string;
}

/** Names the choices as the rules do. `steps`: the whole log. */
export function choiceNamesOf({ system }: Pick<LoadedGame, 'system'>, steps: readonly LogStep[]): ChoiceNames {
  const { hidesOrders, side } = logWordsOf(system);
  return {
    hidesOrders,
    side,
    naming: (seq) => (seat, choice) => choiceLabel(system, (steps[seq] as LogStep).state, seat, choice).text,
  };
}

/** A sentence between two entries of a log. */
interface Aside {
  /** The entry that it follows. */
  readonly seq: number;
  readonly at: number;
  readonly text: string;
}

export type LogSentences = ReturnType<typeof logSentences>;

/**
 * Sentences on ballots and councils, for entries and between them. On an open ballot there is only a sentence on its
 * opening.
 * @param entries the whole log
 */
export function logSentences(game: GameRecord, choices: ChoiceNames, entries: readonly EntryRecord[], store: Store) {
  const ballots = new Map(store.ballotsOf(game.id).map((ballot) => [ballot.id, ballot]));
  const votes = votesByBallot(store.votesOf(game.id));
  const councils = createCouncilHistory(entries);
  /** For each entry, the earliest time of it and all later ones: times are out of order after a clock was set back. */
  const earliest: number[] = [];
  for (const { at } of entries.toReversed()) earliest.push(Math.min(at, earliest.at(-1) ?? at));
  earliest.reverse();
  // The sort is stable. At the same time an older ballot comes first, since its end made room for the next.
  const asides = [...ballots.values()]
    .flatMap((ballot) => [...openingOf(ballot), ...failureOf(ballot)])
    .sort((a, b) => a.at - b.at);
  const asidesByEntry = new Map(grouped(asides, ({ seq }) => seq));

  /** The sentences that follow an entry. */
  function after(seq: number): readonly string[] {
    return (asidesByEntry.get(seq) ?? []).map(({ text }) => text);
  }

  /** Whether an order overruled the ballot that it names: the ballot decided nothing. */
  function overruled(ballot: number | null): boolean {
    return ballot !== null && !ballotOf(ballot).closed?.decision;
  }

  function side(seat: SeatId): string | null {
    return choices.side(seat);
  }

  function decided({ decision, ballot: id }: BallotEntry): string {
    const ballot = ballotOf(id);
    const how = hidesChoices(ballot)
      ? countInWords(decision)
      : decisionInWords(decision, namingIn(ballot), ballot.casting && bold(ballot.casting));
    return [`**The ballot closes**, decided ${how}.`, ...closingOf(ballot)].join(' ');
  }

  function changed(entry: CouncilEntry): string {
    const [letting] = lettingsInWords(store, [entry], choices.side);
    if (letting !== undefined) return letting;
    const before = councils.after(entry.seat, entry.seq - 1);
    const member = entry.cause === 'member' ? entry.member : null;
    const rota = member && rotaInWords(before, entry.council, member.id);
    if (member && rota) return `${bold(member)} ${rota.does}${holderIn(rota.holder)}.`;
    const side = choices.side(entry.seat);
    const changes = changesOf(before, entry.council, side);
    if (member) return `${bold(member)} changes ${wayOfDeciding(side)}: ${changes}.`;
    if (entry.ballot === null) return `${CAUSES[entry.cause]}: ${changes}.`;
    const ballot = ballotOf(entry.ballot);
    const by = ballot.opener ? `, proposed by ${bold(ballot.opener)}` : '';
    const passed = `${CAUSES[entry.cause]}, with ${inFavourOf(ballot)}${by}: ${changes}.`;
    return [passed, ...closingOf(ballot)].join(' ');
  }

  function holderIn(member: MemberId | null): string {
    return member === null ? '' : `, and **${nameOf(member)}** commands`;
  }

  function openingOf(ballot: BallotRecord): Aside[] {
    const { opener, seq, openedAt: at } = ballot;
    if (isMotion(ballot)) {
      if (isStillborn(ballot)) return [];
      const who = opener ? `${bold(opener)} proposes` : 'Proposed';
      return [{ seq, at, text: `${who}: ${proposalOf(ballot)}.` }];
    }
    return opener ? [{ seq, at, text: `${bold(opener)} opens a ballot on the next order.` }] : [];
  }

  function failureOf(ballot: BallotRecord): Aside[] {
    const { closed, seq: opened } = ballot;
    if (!closed || closed.how === 'decided') return [];
    const seq = Math.max(opened, firstAbove(earliest, closed.at, (at) => at) - 1);
    const text = isMotion(ballot) ? failedMotion(ballot, closed.how) : cancelledBallot(ballot);
    return text === null ? [] : [{ seq, at: closed.at, text }];
  }

  /** `null` if nobody had voted. */
  function cancelledBallot(ballot: BallotRecord): string | null {
    const votes = standingIn(ballot).length;
    return votes === 0 ? null : `A ballot with ${count(votes, 'vote')} is cancelled: ${because(ballot)}`;
  }

  function failedMotion(ballot: Motion, how: BallotClose['how']): string | null {
    if (isStillborn(ballot)) return null;
    const whose = ballot.opener ? `${bold(ballot.opener)}’s proposal` : 'The proposal';
    const inFavour = `${inFavourOf(ballot)} in favour`;
    if (how === 'void') return `${whose} is cancelled, with ${inFavour}: ${because(ballot)}`;
    return [
      `${whose} (${proposalOf(ballot)}) doesn’t pass: ${inFavour}${neededFor(ballot)}.`,
      ...closingOf(ballot),
    ].join(' ');
  }

  /** Commanders who don't vote count as well. */
  function neededFor({ seat, seq }: Motion): string {
    const { mode, commanders } = councils.after(seat, seq);
    if (mode !== 'commander') return '';
    return `; it needed ${votesToCarry(commanders.length)} of the ${commanders.length} commanders`;
  }

  /** A motion is closed at once if its proposer can't vote on it. So nobody has seen it. */
  function isStillborn({ id, closed }: Motion): boolean {
    return closed?.how === 'void' && !votes.has(id);
  }

  function closingOf(ballot: BallotRecord): string[] {
    const how = closingInWords(ballot, standingIn(ballot).length);
    return how === null ? [] : [how];
  }

  /** “2 of 3 votes”. */
  function inFavourOf(ballot: BallotRecord): string {
    const votes = standingIn(ballot);
    return `${votes.filter(({ choice }) => choice === MOTION_CHOICE.for).length} of ${count(votes.length, 'vote')}`;
  }

  function proposalOf({ seat, seq, subject }: Motion): string {
    return changesOf(councils.after(seat, seq), subject.proposed, choices.side(seat));
  }

  function changesOf(before: Council, after: Council, side: string | null): string {
    return changesInWords(before, after, nameOf, null, side).join('; ') || 'nothing changes';
  }

  function namingIn({ seq, seat }: BallotRecord): (choice: string) => string {
    const naming = choices.naming(seq);
    return (choice) => `“${naming(seat, choice)}”`;
  }

  function hidesChoices({ rules, seat }: BallotRecord): boolean {
    const { hidesOrders, side } = choices;
    const isSecret = hidesOrders || (rules.secret && side(seat) !== null);
    return isSecret && store.game(game.id)?.ended === null;
  }

  function standingIn({ id }: BallotRecord): StandingVote[] {
    return standingVotes(votes.get(id) ?? []);
  }

  function ballotOf(id: number): BallotRecord {
    const ballot = ballots.get(id);
    if (!ballot) throw new Error(`Ballot ${id} doesn’t belong to game ${game.id}`);
    return ballot;
  }

  function nameOf(member: MemberId): string {
    return plainName(store.memberById(member)?.name ?? '');
  }

  return { after, overruled, side, decided, changed };
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
 * A change by which a member joins or leaves the rota, or takes command. `holder`: the other member who commands then,
 * if somebody else did before.
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
  const commandedBefore = inCommand(before)[0] ?? null;
  const commandsNow = inCommand(after)[0] ?? null;
  if (was && is) return commandsNow === member ? { does: 'takes command', holder: null } : null;
  const holder = commandsNow === commandedBefore || commandsNow === member ? null : commandsNow;
  if (!is) return { does: 'leaves the rota', holder };
  return { does: commandsNow === member ? 'joins the rota and commands' : 'joins the rota', holder };
}

function isMotion(ballot: BallotRecord): ballot is Motion {
  return ballot.subject.kind === 'council';
}

function because(ballot: BallotRecord): string {
  const why = voidInWords(ballot);
  return `${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}

function bold({ name }: MemberRecord): string {
  return `**${plainName(name)}**`;
}

/** How each seat decided at any point of a log, which is read once. */
export type CouncilHistory = ReturnType<typeof createCouncilHistory>;

export function createCouncilHistory(entries: Iterable<EntryRecord>) {
  const changes = [...entries].filter((entry) => entry.kind === 'council');
  const bySeat = new Map(grouped(changes, ({ seat }) => seat));
  return {
    after(seat: SeatId, seq: number): Council {
      const ofSeat = bySeat.get(seat) ?? [];
      return ofSeat[firstAbove(ofSeat, seq, (entry) => entry.seq) - 1]?.council ?? DEFAULT_COUNCIL;
    },
  };
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
