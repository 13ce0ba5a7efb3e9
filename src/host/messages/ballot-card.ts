import {
  type BallotLine,
  earlyInWords,
  type MemberId,
  motionInWords,
  openInWords,
  rulesInWords,
  type StandingVote,
  standingVotes,
  tally,
  votersInWords,
  votesToCarry,
  wayOfDeciding,
} from '../../council/index.ts';
import { labelWithChance, type Order, type State, type System } from '../../game/index.ts';
import { count, firstOf, linesWithin, listed } from '../../kit/plain-english.ts';
import type { Store } from '../../store/index.ts';
import { proposedNow } from '../actions/council-changes.ts';
import { choiceLabel, hidesOrders, MOTION_CHOICE, outcomeLines, soleOrder } from '../base/ballot-choice.ts';
import type { Caller } from '../base/caller.ts';
import { plainName } from '../base/common-words.ts';
import { type BallotCard, button, clipped, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import {
  amongCommanders,
  CARD_WORDS,
  closingInWords,
  MOTION_LABELS,
  PROPOSAL,
  proposes,
  SIDE_BALLOT,
  voidInWords,
  votePrivately,
} from '../base/voting-words.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { isSecretBallot, type OpenBallot } from '../table/open-ballots.ts';
import { councilChanges, sideNameOf } from '../table/seat-rules.ts';
import { verdictOn } from './odds-words.ts';
import { myVote } from './order-buttons.ts';

/** Leaves room in an embed for the lines around the tally. */
const LONGEST_TALLY = 3000;
/** Reasons shown beside each order. */
const REASONS = { open: 1, closed: 3 };

interface CardOptions {
  /** Lines on the decision. */
  readonly verdict?: readonly string[];
  /** Only members of the ballot's side read it. */
  readonly forOwnSide?: boolean;
  /** Leaves out the rules, which the message before shows. */
  readonly isBrief?: boolean;
}

/** @param state the position that words the ballot: the present one, or for a closed ballot that of its opening */
export function ballotCard(
  table: Pick<GameTable, 'game' | 'system'>,
  state: State,
  ballot: OpenBallot,
  { verdict = [], forOwnSide = false, isBrief = false }: CardOptions = {},
): BallotCard {
  const { system } = table;
  const { id, revision, subject, closed } = ballot;
  const votes = standingVotes(ballot.votes);
  const side = sideNameOf(system, ballot.seat);
  const seals = ballot.rules.sealed && !closed;
  const hides = !forOwnSide && isSecretBallot(table, ballot);
  const namesNothing = hides && hidesOrders(system);
  const labelled = (choice: string) => choiceLabel(system, state, ballot.seat, choice);
  const choiceInWords = (choice: string) => {
    if (namesNothing) return CARD_WORDS.hiddenDecision;
    if (subject.kind === 'council') return motionChoice(choice);
    return seals ? labelled(choice).text : labelWithChance(labelled(choice));
  };
  const named = (choice: string) => (namesNothing ? null : labelled(choice).text);
  const choices =
    closed || subject.kind === 'council'
      ? tally(ballot.votes).map((line) => ({ by: null, line, choice: line.choice }))
      : proposalsIn(ballot);
  const lines = hides || seals ? [] : choices.map((one) => lineInWords(ballot, one, choiceInWords(one.choice)));
  const decision = closed?.decision;
  const decided = decision ? [`**${decision.votes}** · ${choiceInWords(decision.choice)}`] : [];
  const tallied = linesWithin(hides ? decided : lines, LONGEST_TALLY, CARD_WORDS.otherOrders);
  const where = hides && ballot.forSide ? [votePrivately(side ?? '', ballot.forSide.channel)] : [];
  const print = isBrief ? [] : [`-# ${smallPrint(system, ballot, side)}`];
  const text = closed
    ? [closedInWords(ballot), ...tallied, ...verdict]
    : [openLine(ballot, votes), ...tallied, ...where, ...print];
  return {
    ballot: id,
    revision,
    title: clipped(titleOf(ballot, named, side), 256),
    text: clipped(text.join('\n'), 4000),
    foot: closed || where.length > 0 ? '' : hides ? votePrivately(side ?? '', null) : footOf(votes.length),
  };
}

/** Lines on a decided order's worth, or on the orders of a decided plan, for its own side alone or for everybody. */
export function verdictOf(
  store: Pick<Store, 'entriesAfter'>,
  table: GameTable,
  state: State,
  { id, game, seq, seat, subject, closed }: OpenBallot,
  { forOwnSide }: { readonly forOwnSide: boolean },
): string[] {
  if (subject.kind !== 'order' || !closed?.decision) return [];
  const { choice } = closed.decision;
  const order = soleOrder(choice);
  if (order) return verdictOn(table, state, order);
  const done = carriedOut(store, { id, game, seq });
  return outcomeLines(table.system, seat, choice, done, { own: forOwnSide || table.game.ended !== null });
}

export function carriedOut(
  store: Pick<Store, 'entriesAfter'>,
  { id, game, seq }: Pick<OpenBallot, 'id' | 'game' | 'seq'>,
): Order[] {
  const done: Order[] = [];
  for (const entry of store.entriesAfter(game, seq)) {
    if (entry.kind === 'order' && entry.ballot === id) done.push(entry.order);
    else if (done.length > 0) break;
  }
  return done;
}

function footOf(votes: number): string {
  return votes === 0 ? `${CARD_WORDS.press} ${CARD_WORDS.change}` : CARD_WORDS.change;
}

/** In games with secret orders, each map carries the ballot. So it has only the rules on closing early. */
function smallPrint(system: System, ballot: OpenBallot, side: string | null): string {
  const { subject, rules, casting, clockwork } = ballot;
  if (subject.kind === 'council') return motionPrint(ballot, side);
  if (hidesOrders(system)) return [...earlyInWords(rules), CARD_WORDS.otherRules].join(' ');
  const commander = casting && `**${plainName(casting.name)}**`;
  return rulesInWords(rules, { commander, extended: clockwork.extended, side });
}

function titleOf(
  { subject, closed }: OpenBallot,
  named: (choice: string) => string | null,
  side: string | null,
): string {
  const isMotion = subject.kind === 'council';
  const what = isMotion ? wayOfDeciding(side) : CARD_WORDS.next;
  if (!closed) return isMotion ? CARD_WORDS.ballotOn(what) : CARD_WORDS.voteOnNext(side);
  if (closed.how === 'void') return CARD_WORDS.cancelled(what);
  if (isMotion) return closed.how === 'lost' ? CARD_WORDS.motionLost(side) : CARD_WORDS.passed;
  const decided = named(closed.decision?.choice ?? '');
  return decided === null ? CARD_WORDS.sideDecided(side ?? '') : CARD_WORDS.nextOrder(decided);
}

function openLine(ballot: OpenBallot, votes: readonly StandingVote[]): string {
  // A ballot among commanders has no quorum. Its small print says how many must agree.
  const rules = ballot.electors === null ? ballot.rules : { ...ballot.rules, quorum: 0 };
  return openInWords(rules, ballot.clockwork, votes.length);
}

/** The ballot in one line, with the caller's own vote, for `/map text`. */
export function ballotInWords(table: GameTable, ballot: OpenBallot, { member }: Caller): string {
  const { system, position } = table;
  const votes = standingVotes(ballot.votes);
  if (isSecretBallot(table, ballot))
    return `${SIDE_BALLOT.callToVote(sideNameOf(system, ballot.seat))} ${openInWords(ballot.rules, ballot.clockwork, votes.length)}`;
  const text = (choice: string) => choiceLabel(system, position.state, ballot.seat, choice).text;
  const lines = ballot.rules.sealed
    ? []
    : tally(ballot.votes).map(({ choice, voters }) => `${text(choice)} ${voters.length}`);
  const mine = votes.find((vote) =>
    ballot.votes.some(({ by }) => by.discordId === member.discordId && by.id === vote.member),
  );
  return [
    `${SIDE_BALLOT.callToVote(null)} ${openInWords(ballot.rules, ballot.clockwork, votes.length)}`,
    ...(lines.length > 0 ? [`${lines.join(', ')}.`] : []),
    mine ? CARD_WORDS.yourVote(text(mine.choice)) : CARD_WORDS.notVoted,
  ].join(' ');
}

/**
 * The line of a choice in the tally.
 * @param one `by`: the first to propose the choice; null if that is not told
 * @param words the choice
 */
function lineInWords(
  ballot: OpenBallot,
  { choice, by, line }: { readonly choice: string; readonly by: string | null; readonly line: BallotLine | null },
  words: string,
): string {
  const { voters = [], reasons = [] } = line ?? {};
  const quotes = reasons.slice(0, ballot.closed ? REASONS.closed : REASONS.open).map(({ text, by: author, votes }) => {
    const others = votes > 1 ? ` and ${count(votes - 1, 'other')}` : '';
    return `> “${plainName(text)}” · ${nameIn(ballot, author)}${others}`;
  });
  // While a ballot is open, votes are anonymous.
  const names = ballot.closed ? `: ${namesIn(ballot, voters)}` : '';
  // The choices of a motion are no orders, but they come without a proposer.
  const from = by === null || soleOrder(choice) ? '' : ` · ${PROPOSAL.from(plainName(by))}`;
  return [`**${voters.length}** · ${words}${from}${names}`, ...quotes].join('\n');
}

const NAMED = 8;

function namesIn(ballot: OpenBallot, voters: readonly MemberId[]): string {
  const names = voters.map((voter) => nameIn(ballot, voter));
  return listed(firstOf(names, NAMED, (left) => count(left, 'other')));
}

function nameIn({ votes }: Pick<OpenBallot, 'votes'>, member: MemberId): string {
  return plainName(votes.find(({ by }) => by.id === member)?.by.name ?? '');
}

function closedInWords(ballot: OpenBallot): string {
  const voters = standingVotes(ballot.votes).length;
  if (ballot.closed?.how === 'void') return voidInWords(ballot);
  const how = ballot.subject.kind === 'order' ? closingInWords(ballot, voters) : null;
  return [`${count(voters, 'vote')} counted.`, ...(how === null ? [] : [how])].join(' ');
}

export function motionMessage(store: Store, table: GameTable, ballot: OpenBallot): Reply {
  if (ballot.subject.kind !== 'council') throw new Error(`Ballot ${ballot.id} isn’t about the council`);
  const proposed = proposedNow(store, table, ballot, ballot.subject.proposed);
  const side = sideNameOf(table.system, ballot.seat);
  const changes = councilChanges(store, councilOf(table.position, ballot.seat), proposed, side);
  return reply('channel', proposes(ballot.opener?.name ?? null, side, changes), {
    cards: [ballotCard(table, table.position.state, ballot)],
    rows: motionRows(ballot),
  });
}

function motionChoice(choice: string): string {
  return choice === MOTION_CHOICE.for ? MOTION_LABELS.for : MOTION_LABELS.against;
}

/** Leaves out ties: a motion needs three quarters, so it can’t tie. */
function motionPrint({ rules, electors, clockwork }: OpenBallot, side: string | null): string {
  if (electors !== null) return amongCommanders(votesToCarry(electors), electors);
  const first = side === null ? [] : [CARD_WORDS.unanimousAtFirst(side)];
  return [motionInWords(rules, clockwork.extended), ...first, votersInWords(rules.voters, side)].join(' ');
}

export function motionRows(ballot: OpenBallot): ReplyButton[][] {
  const press = (inFavour: boolean) => ({ do: 'motion', ballot: ballot.id, inFavour }) as const;
  return [
    [button(MOTION_LABELS.for, press(true), 'bold'), button(MOTION_LABELS.against, press(false)), myVote(ballot)],
  ];
}

/** An order or plan that has been voted for, even if nobody is for it any more. */
export interface Proposal {
  /** From 1, in the order in which choices first got a vote. It never changes. */
  readonly number: number;
  readonly choice: string;
  readonly by: string;
  readonly line: BallotLine | null;
}

/** Plans, and single orders that have votes, most votes first. Of a sealed ballot, plans alone, the oldest first. */
export function proposalsIn({ votes, rules }: OpenBallot): Proposal[] {
  const lines = new Map(tally(votes).map((line) => [line.choice, line]));
  const firsts = new Map<string, string>();
  for (const { choice, by } of votes) if (choice !== null && !firsts.has(choice)) firsts.set(choice, by.name);
  const all = [...firsts].map(([choice, by], at) => ({ number: at + 1, choice, by, line: lines.get(choice) ?? null }));
  const plans = all.filter(({ choice }) => soleOrder(choice) === null);
  if (rules.sealed) return plans.map((plan) => ({ ...plan, line: null }));
  const ranked = [...lines.keys()].flatMap((choice) => all.filter((one) => one.choice === choice));
  return [...ranked, ...plans.filter(({ line }) => line === null)];
}
