import {
  earlyInWords,
  type Line,
  type MemberId,
  openInWords,
  rulesInWords,
  type StandingVote,
  standingVotes,
  tally,
  wayOfDeciding,
} from '../../council/index.ts';
import { type Label, labelWithChance, type Order, type State, type System } from '../../game/index.ts';
import { count, listed } from '../../kit/plain-english.ts';
import type { Store } from '../../store/index.ts';
import { proposedNow } from '../actions/council-changes.ts';
import { choiceLabel, hidesOrders, outcomeLines, soleOrder } from '../base/ballot-choice.ts';
import type { Caller } from '../base/caller.ts';
import { type BallotCard, clipped, type Reply, reply } from '../base/reply.ts';
import {
  CARD,
  closingInWords,
  PROPOSAL,
  proposes,
  SIDE_BALLOT,
  voidInWords,
  votePrivately,
} from '../base/voting-words.ts';
import { plainName } from '../base/wording.ts';
import { councilChanges } from '../table/council-members.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { isSecretBallot, type OpenBallot } from '../table/open-ballots.ts';
import { sideNameOf } from '../table/seat-rules.ts';
import { motionChoice, motionPrint, motionRows } from './council-motion.ts';
import { verdictOn } from './odds-words.ts';
import { proposalsIn } from './proposals.ts';

/** Longest the tally gets, so that with what stands around it it stays below what an embed holds. */
const LONGEST_TALLY = 3000;
/** Reasons that are shown beside each order while the vote goes on, and when it is over. */
const REASONS = { open: 1, closed: 3 };

/**
 * A ballot as a message shows it.
 * @param state where the table stood when it opened
 * @param verdict lines on what it decided, once it has
 * @param own whether it is for members of its side alone
 * @param isBrief whether its rules are left out: they stand on the message that a member came from
 */
export function ballotCard(
  table: Pick<GameTable, 'game' | 'system'>,
  state: State,
  ballot: OpenBallot,
  {
    verdict = [],
    own = false,
    isBrief = false,
  }: { readonly verdict?: readonly string[]; readonly own?: boolean; readonly isBrief?: boolean } = {},
): BallotCard {
  const { system } = table;
  const { id, revision, subject, closed } = ballot;
  const votes = standingVotes(ballot.votes);
  const side = sideNameOf(system, ballot.seat);
  const seals = ballot.rules.sealed && !closed;
  const hides = !own && isSecretBallot(table, ballot);
  const namesNothing = hides && hidesOrders(system);
  const offered = seals ? (label: Label) => label.text : labelWithChance;
  const labelled = (choice: string) => choiceLabel(system, state, ballot.seat, choice);
  const said = (choice: string) => {
    if (namesNothing) return CARD.hiddenDecision;
    return subject.kind === 'council' ? motionChoice(choice) : offered(labelled(choice));
  };
  const named = (choice: string) => (namesNothing ? null : labelled(choice).text);
  const listed =
    closed || subject.kind === 'council'
      ? tally(ballot.votes).map((line) => ({ by: null, line, choice: line.choice }))
      : proposalsIn(ballot);
  const lines = hides || seals ? [] : listed.map((one) => lineInWords(ballot, one, said(one.choice)));
  const where = hides && ballot.forSide ? [votePrivately(side ?? '', ballot.forSide.channel)] : [];
  const text = closed
    ? [closedInWords(ballot), ...fitting(hides ? decidedAlone(ballot, said) : lines), ...verdict]
    : [
        first(ballot, votes),
        ...fitting(lines),
        ...where,
        ...(isBrief ? [] : [`-# ${smallPrint(system, ballot, side)}`]),
      ];
  return {
    ballot: id,
    revision,
    title: clipped(titleOf(ballot, named, side), 256),
    text: clipped(text.join('\n'), 4000),
    foot: closed || where.length > 0 ? '' : hides ? votePrivately(side ?? '', null) : footOf(votes.length),
  };
}

/** Lines on the worth of a decided order, and on what became of a decided plan. `own`: for members of its side. */
export function verdictOf(
  store: Pick<Store, 'entriesAfter'>,
  table: GameTable,
  state: State,
  { id, game, seq, seat, subject, closed }: OpenBallot,
  own: boolean,
): string[] {
  if (subject.kind !== 'order' || !closed?.decision) return [];
  const { choice } = closed.decision;
  const order = soleOrder(choice);
  if (order) return verdictOn(table, state, order);
  const done = carriedOut(store, { id, game, seq });
  return outcomeLines(table.system, seat, choice, done, own || table.game.ended !== null);
}

/** The orders that a ballot's plan gave. */
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

/** Of a secret ballot that has closed: what it decided, with its count alone. */
function decidedAlone({ closed }: OpenBallot, said: (choice: string) => string): string[] {
  const decision = closed?.decision;
  return decision ? [`**${decision.votes}** · ${said(decision.choice)}`] : [];
}

/** A member who sees that others have voted knows how to. */
function footOf(votes: number): string {
  return votes === 0 ? `${CARD.press} ${CARD.change}` : CARD.change;
}

/** The lines that there is room for, the first ones, and how many orders are left out. */
function fitting(lines: readonly string[]): string[] {
  let room = LONGEST_TALLY;
  const shown = lines.filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  const left = lines.length - shown.length;
  return left === 0 ? shown : [...shown, CARD.otherOrders(left)];
}

/** The rules that were fixed before it began. A ballot under each map of a hidden game says only what it does by itself. */
function smallPrint(system: System, ballot: OpenBallot, side: string | null): string {
  const { subject, rules, casting, clockwork } = ballot;
  if (subject.kind === 'council') return motionPrint(ballot, side);
  if (hidesOrders(system)) return [...earlyInWords(rules), CARD.otherRules].join(' ');
  const commander = casting && `**${plainName(casting.name)}**`;
  return rulesInWords(rules, { commander, closers: null, extended: clockwork.extended, side });
}

function titleOf(
  { subject, closed }: OpenBallot,
  named: (choice: string) => string | null,
  side: string | null,
): string {
  const motion = subject.kind === 'council';
  const what = motion ? wayOfDeciding(side) : CARD.next;
  if (!closed) return motion ? CARD.ballotOn(what) : CARD.voteOnNext(side);
  if (closed.how === 'void') return CARD.cancelled(what);
  if (motion) return closed.how === 'lost' ? CARD.motionLost(side) : CARD.passed;
  const decided = named(closed.decision?.choice ?? '');
  return decided === null ? CARD.sideDecided(side ?? '') : CARD.nextOrder(decided);
}

function first(ballot: OpenBallot, votes: readonly StandingVote[]): string {
  // What is missing among named members is no quorum: the small print says what carries it.
  const rules = ballot.electors === null ? ballot.rules : { ...ballot.rules, quorum: 0 };
  return openInWords(rules, ballot.clockwork, votes.length);
}

/** The state of an open ballot in one line, with the caller's own vote, for those who read instead of looking. */
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
    mine ? CARD.yourVote(text(mine.choice)) : CARD.notVoted,
  ].join(' ');
}

/** @param by who proposed it first, where that is told */
function lineInWords(
  ballot: OpenBallot,
  { choice, by, line }: { readonly choice: string; readonly by: string | null; readonly line: Line | null },
  said: string,
): string {
  const { voters = [], reasons = [] } = line ?? {};
  const shown = reasons.slice(0, ballot.closed ? REASONS.closed : REASONS.open);
  const quotes = shown.map(({ text, by, votes }) => {
    const others = votes > 1 ? ` and ${count(votes - 1, 'other')}` : '';
    return `> “${plainName(text)}” · ${nameIn(ballot, by)}${others}`;
  });
  // While it is open nobody is told who voted for what.
  const names = ballot.closed ? `: ${namesIn(ballot, voters)}` : '';
  const from =
    by === null || ballot.subject.kind !== 'order' || soleOrder(choice) ? '' : ` · ${PROPOSAL.from(plainName(by))}`;
  return [`**${voters.length}** · ${said}${from}${names}`, ...quotes].join('\n');
}

/** Voters that are named with an order; the others are only counted. */
const NAMED = 8;

function namesIn(ballot: OpenBallot, voters: readonly MemberId[]): string {
  const names = voters.slice(0, NAMED).map((voter) => nameIn(ballot, voter));
  const more = voters.length - names.length;
  return listed(more > 0 ? [...names, count(more, 'other')] : names);
}

/** The name of somebody who voted, for Markdown. */
function nameIn({ votes }: Pick<OpenBallot, 'votes'>, member: MemberId): string {
  return plainName(votes.find(({ by }) => by.id === member)?.by.name ?? '');
}

function closedInWords(ballot: OpenBallot): string {
  const voters = standingVotes(ballot.votes).length;
  if (ballot.closed?.how === 'void') return voidInWords(ballot);
  const how = ballot.subject.kind === 'order' ? closingInWords(ballot, voters) : null;
  return [`${count(voters, 'vote')} counted.`, ...(how === null ? [] : [how])].join(' ');
}

/** The message of a ballot on the council. */
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
