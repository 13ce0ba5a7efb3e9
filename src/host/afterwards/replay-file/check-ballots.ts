import {
  type CastVote,
  type Clockwork,
  type Council,
  carried,
  type Decision,
  decide,
  MINUTE,
  motionRules,
  standingVotes,
} from '../../../council/index.ts';
import { canonical, type Json, type SeatId, type Throw } from '../../../game/index.ts';
import type { BallotRecord, EntryRecord, VoteRecord } from '../../../store/index.ts';
import { MOTION_CHOICE, readChoice, soleOrder } from '../../base/ballot-choice.ts';
import type { VoidReason } from '../../base/voting-words.ts';
import { type CouncilHistory, createCouncilHistory, firstAbove } from '../../messages/entry-sentences.ts';
import { votesByBallot } from '../../table/played-game.ts';
import type { GameArchive } from './export-redaction.ts';
import type { Findings, JsonPath } from './findings.ts';
import type { ExportedBallot, ReadGame } from './replay-schema.ts';

/** How far times may be out of order, since presses are answered side by side and clocks are corrected. */
const TOLERANCE = MINUTE;

/**
 * Checks the times of log and ballots, and that decisions were carried out. Comparing the file with one made anew does
 * not show faults of these.
 * @param archive with its ballots decided anew
 */
export function checkBallots(game: ReadGame, archive: GameArchive, findings: Findings): void {
  checkOrder(archive.entries, (index) => ['log', index, 'at'], 'entry', 0, findings);
  const votesOf = votesByBallot(archive.votes);
  const last = new Map<string, BallotRecord>();
  const entriesAt = byTime(archive);
  for (const [index, ballot] of archive.ballots.entries()) {
    const path = ['ballots', index];
    const votes = votesOf.get(ballot.id) ?? [];
    if (!ballot.closed) checkOpen(game.ballots[index] as ExportedBallot, path, findings);
    checkTimes(ballot, archive, votes, path, findings);
    checkCancelled(ballot, entriesAt, path, findings);
    checkOrder(votes, (vote) => [...path, 'votes', vote, 'at'], 'vote', 1, findings);
    const kind = `${ballot.subject.kind} ${ballot.seat}`;
    const before = last.get(kind);
    if (before?.closed && before.closed.at > ballot.openedAt + TOLERANCE)
      findings.add(['ballots', before.id - 1, 'closed', 'at'], `Ballot ${ballot.id} opened before that.`);
    last.set(kind, ballot);
  }
  checkTies(game, archive, findings);
  checkEntries(archive, findings);
}

function checkOpen({ tally, voters }: ExportedBallot, path: JsonPath, findings: Findings): void {
  const votes = tally?.reduce((sum, line) => sum + line.votes, 0);
  if (votes !== undefined && votes !== voters) {
    findings.add([...path, 'tally'], `It has ${votes} votes, but ${voters} members have voted.`);
  }
}

/** A later version replaced the default rule for ties. No game goes back to the old rule. */
function checkTies({ version }: ReadGame, { ballots }: GameArchive, findings: Findings): void {
  const ties = ballots.flatMap(({ closed }, index) =>
    closed?.decision?.tie ? [{ index, at: closed.at, rule: closed.decision.tie.rule }] : [],
  );
  const since = ties.filter(({ rule }) => rule === 'held-longest').map(({ at }) => at);
  const changed = since.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  for (const { index, at, rule } of ties) {
    const path = ['ballots', index, 'closed', 'decision', 'tie', 'rule'];
    if (rule === 'held-longest' && version === 1)
      findings.add(path, 'In files of version 1 no tie was broken this way.');
    if (rule === 'first' && at > changed) findings.add(path, 'By then ties were broken by another rule.');
  }
}

/** Finds times that are earlier than one before them. */
function checkOrder(
  things: readonly { readonly at: number }[],
  pathOf: (index: number) => JsonPath,
  noun: string,
  first: number,
  findings: Findings,
): void {
  let latest = 0;
  for (const [index, { at }] of things.entries()) {
    const isBack = at < (things[latest]?.at ?? at) - TOLERANCE;
    if (isBack) findings.add(pathOf(index), `It is earlier than the time of ${noun} ${latest + first}. ${BACK}`);
    if (isBack || at >= (things[latest]?.at ?? at)) latest = index;
  }
}

const BACK = 'One of them was changed, or the clock of the bot’s machine was set back.';

/** Checks when a ballot opened, was voted on and closed. The council's `whatIsDue` and `afterVote` set its clock. */
function checkTimes(
  ballot: BallotRecord,
  { entries, game }: GameArchive,
  votes: readonly VoteRecord[],
  path: JsonPath,
  findings: Findings,
): void {
  const { seq, openedAt, closed, clockwork } = ballot;
  const [before, next] = [entries[seq]?.at ?? openedAt, entries[seq + 1]?.at ?? openedAt];
  if (openedAt < before - TOLERANCE || openedAt > next + TOLERANCE)
    findings.add(
      [...path, 'openedAt'],
      `It opened between entry ${seq} and the next, but its time is not between the times of those entries.`,
    );
  const window = windowFault(ballot);
  if (window !== null) findings.add([...path, 'closes'], window);
  const closing = closed && closingFault(closed, openedAt, clockwork);
  if (closing) findings.add([...path, 'closed', 'at'], closing);
  if (closed && game.ended && closed.at > game.ended.at + TOLERANCE)
    findings.add([...path, 'closed', 'at'], 'The game had ended before that.');
  for (const [index, { at, choice }] of votes.entries()) {
    const early = at < openedAt - TOLERANCE;
    const late = closed !== null && at > closed.at + TOLERANCE;
    // The vote of a member whose data is deleted is withdrawn at any time.
    const past = choice !== null && clockwork.closes !== null && at >= clockwork.closes;
    if (early || late || past)
      findings.add(
        [...path, 'votes', index],
        `It was cast ${early ? 'before its ballot opened' : 'after its ballot closed'}.`,
      );
  }
}

/** Reasons to cancel a ballot that come with an entry of the log: an order, a take-back, the end. */
const WITH_ENTRY = ['order', 'undo', 'ended'] satisfies readonly VoidReason[] as readonly string[];

/** For each time, the last entry made then, and the members who made entries then. */
type EntriesAt = ReadonlyMap<number, { last: number; readonly by: Set<number> }>;

function byTime({ entries }: GameArchive): EntriesAt {
  const times = new Map<number, { last: number; readonly by: Set<number> }>();
  for (const { seq, at, member } of entries) {
    const entriesThen = times.get(at) ?? { last: seq, by: new Set() };
    times.set(at, entriesThen);
    entriesThen.last = seq;
    if (member) entriesThen.by.add(member.id);
  }
  return times;
}

function checkCancelled({ seq, closed }: BallotRecord, entriesAt: EntriesAt, path: JsonPath, findings: Findings): void {
  if (closed?.how !== 'void' || !WITH_ENTRY.includes(closed.why ?? '')) return;
  const entriesThen = entriesAt.get(closed.at);
  if (!entriesThen || entriesThen.last <= seq)
    findings.add([...path, 'closed', 'at'], 'No entry of the log that could have cancelled it has this time.');
  else if (closed.by && !entriesThen.by.has(closed.by.id))
    findings.add([...path, 'closed', 'by'], 'Somebody else made the entry of the log that cancelled it.');
}

function windowFault({ openedAt, rules: { window }, clockwork, closed, subject }: BallotRecord): string | null {
  const { closes, extended } = clockwork;
  if (!extended)
    return closes === openedAt + window ? null : 'It should be the time it opened plus how long it stays open.';
  // After its extension, a ballot on an order may wait without a clock. The next vote begins a new window.
  if (closes === null)
    return subject.kind === 'order' ? null : 'A ballot on how the table decides always has a closing time.';
  const began = closes - window;
  if (began < openedAt + window) return 'It was extended, so it must stay open at least twice the usual time.';
  return closed && began > closed.at + TOLERANCE
    ? 'With this closing time, its last extension would have begun after the ballot had closed.'
    : null;
}

function closingFault(
  { at, why }: NonNullable<BallotRecord['closed']>,
  openedAt: number,
  { closes }: Clockwork,
): string | null {
  if (at < openedAt - TOLERANCE) return 'It closed before it opened.';
  if (why === 'time' && (closes === null || at < closes))
    return 'It says that its time ran out, but it closed before that.';
  if ((why === 'early' || why === 'called') && closes !== null && at >= closes)
    return 'It was closed early, but its time had run out by then.';
  return null;
}

/** Checks that the log has each decision, and its orders or its change of the council. */
function checkEntries({ entries, ballots }: GameArchive, findings: Findings): void {
  const councils = createCouncilHistory(entries);
  const logged = new Set<number>();
  /** The ballot that decided the orders at this point of the log. */
  let deciding: number | null = null;
  entries.forEach((entry, index) => {
    const path = ['log', index];
    const ballot = 'ballot' in entry && entry.ballot !== null ? ballots[entry.ballot - 1] : undefined;
    if (entry.kind === 'ballot') checkDecided(entry, carriedOut(entries, index), ballot, path, findings);
    if (entry.kind === 'council' && (entry.cause === 'vote') !== (ballot !== undefined)) {
      findings.add(path, 'A change to how the table decides must name the ballot that passed it, and no other ballot.');
    } else if (entry.kind === 'council' && ballot && !(decidedOn(ballot, 'council', entry.seat) && carriedBy(ballot))) {
      findings.add(path, `Ballot ${ballot.id} didn’t pass it.`);
    }
    if (entry.kind === 'council' && entry.lets !== undefined) {
      const council = councils.after(entry.seat, entry.seq - 1);
      if (canonical(entry.council as unknown as Json) !== canonical(council as unknown as Json))
        findings.add(path, 'It lets a member play a side, so it can’t change how the side decides.');
    }
    if (entry.kind === 'ballot') deciding = entry.ballot;
    else if (entry.kind !== 'order' || entry.ballot !== deciding) deciding = null;
    const decided = ballot !== undefined && deciding === ballot.id;
    const cancelled = ballot?.closed?.how === 'void' && ballot.closed.at === entry.at;
    if (entry.kind === 'order' && ballot && !cancelled && !decided) {
      findings.add(path, `Ballot ${ballot.id} neither decided this order nor was cancelled by it.`);
    }
    if (entry.kind === 'order' && decided && entry.member !== null)
      findings.add([...path, 'by'], 'A ballot decided this order, so no member gave it.');
    if (entry.kind === 'ballot' || entry.kind === 'council') if (ballot) logged.add(ballot.id);
  });
  for (const { id, closed } of ballots)
    if (closed?.how === 'decided' && !logged.has(id))
      findings.add(['ballots'], `What ballot ${id} decided is not in the log.`);
}

type Decided = EntryRecord & { readonly kind: 'ballot' };
type Ordered = EntryRecord & { readonly kind: 'order' };

function carriedOut(entries: readonly EntryRecord[], index: number): Ordered[] {
  const ballot = entries[index];
  const orders: Ordered[] = [];
  for (const entry of entries.slice(index + 1)) {
    if (entry.kind !== 'order' || ballot?.kind !== 'ballot' || entry.ballot !== ballot.ballot) break;
    orders.push(entry);
  }
  return orders;
}

/**
 * The index of the first order that isn't in a choice, or -1. Steps of a plan may be missing, because the rules may
 * have refused them. A shortcut can give any orders.
 */
function firstOther(orders: readonly Ordered[], choice: string): number {
  const sole = soleOrder(choice);
  if (sole) return orders.findIndex(({ order }, index) => index > 0 || canonical(order) !== choice);
  const steps = readChoice(choice).map((step) => (typeof step === 'string' ? null : canonical(step)));
  let at = 0;
  return orders.findIndex(({ order }) => {
    const key = canonical(order);
    while (at < steps.length && steps[at] !== null && steps[at] !== key) at += 1;
    if (at === steps.length) return true;
    if (steps[at] !== null) at += 1;
    else if (steps.slice(at).includes(key)) at = steps.indexOf(key, at) + 1;
    return false;
  });
}

function checkDecided(
  { seat, decision, at, member, seq }: Decided,
  orders: readonly Ordered[],
  ballot: BallotRecord | undefined,
  path: JsonPath,
  findings: Findings,
): void {
  const closed = ballot?.closed;
  if (!ballot || !closed?.decision || !decidedOn(ballot, 'order', seat)) {
    findings.add(path, 'The ballot it names didn’t decide an order.');
    return;
  }
  if (closed.at !== at) findings.add([...path, 'at'], `Ballot ${ballot.id} closed at another time.`);
  if (closed.by?.id !== member?.id) findings.add([...path, 'by'], `Ballot ${ballot.id} was closed by somebody else.`);
  if (orders.length === 0) findings.add(['log', seq + 1], `It is not what ballot ${ballot.id} decided.`);
  const elsewhere = orders.findIndex((order) => order.seat !== seat);
  if (elsewhere >= 0) findings.add(['log', seq + 1 + elsewhere, 'seat'], `Ballot ${ballot.id} was another side’s.`);
  const other = firstOther(orders, decision.choice);
  if (other >= 0) {
    const which = soleOrder(decision.choice) ? 'the order that' : 'of the plan that';
    findings.add(['log', seq + 1 + other, 'order'], `It is not ${which} ballot ${ballot.id} decided.`);
  }
}

function decidedOn(ballot: BallotRecord, subject: BallotRecord['subject']['kind'], seat: SeatId): boolean {
  return ballot.closed?.how === 'decided' && ballot.subject.kind === subject && ballot.seat === seat;
}

/** Whether a motion passed, by the ballot's decision. */
function carriedBy({ closed }: BallotRecord): boolean {
  return closed?.decision?.choice === MOTION_CHOICE.for;
}

/** The archive with its ballots decided anew. In the file, only open ballots may hide their votes. */
export function decideBallots(game: ReadGame, archive: GameArchive): GameArchive {
  const councils = createCouncilHistory(archive.entries);
  const electors = createElectors(archive, councils);
  const votes = votesByBallot(archive.votes);
  const decidingEntry = new Map(
    archive.entries.flatMap((entry) => (entry.kind === 'ballot' ? [[entry.ballot, entry]] : [])),
  );
  const ballots = archive.ballots.map((ballot, index): BallotRecord => {
    const exported = game.ballots[index] as ExportedBallot;
    const { seat, seq, subject, closed } = ballot;
    const council = councils.after(seat, seq);
    const isMotion = subject.kind === 'council';
    const rules = isMotion ? motionRules(council, 2 * exported.rules.quorum) : council.ballot;
    const [commander = null] = !isMotion && rules.tie === 'commander' ? council.commanders : [];
    const casting = commander === null || exported.casting === undefined ? null : archive.memberById(commander);
    const opened: BallotRecord = { ...ballot, rules, casting };
    if (!closed || closed.how === 'void') return closed ? { ...opened, closed: { ...closed, decision: null } } : opened;
    const presses = votes.get(ballot.id) ?? [];
    const decision = isMotion
      ? motionDecision(electors, opened, presses)
      : orderDecision(opened, presses, exported, decidingEntry.get(ballot.id)?.throws[0]);
    const how = isMotion && decision?.choice !== MOTION_CHOICE.for ? 'lost' : 'decided';
    return { ...opened, closed: { ...closed, how, decision } };
  });
  const entries = archive.entries.map((entry): EntryRecord => {
    if (entry.kind !== 'ballot') return entry;
    return { ...entry, decision: ballots[entry.ballot - 1]?.closed?.decision ?? entry.decision };
  });
  return { ...archive, entries, ballots };
}

function orderDecision(
  { casting, closed, rules }: BallotRecord,
  presses: readonly CastVote[],
  exported: ExportedBallot,
  die: Throw | undefined,
): Decision | null {
  // The earliest files do not name the member whose vote breaks ties, so the choice in the file is believed.
  const believed = exported.casting === undefined ? (closed?.decision?.choice ?? null) : null;
  const cast = standingVotes(presses).find(({ member }) => member === casting?.id)?.choice ?? believed;
  const face = die?.kind === 'die' ? die.face : 1;
  const byDefault = closed?.decision?.tie?.rule === 'first' ? 'first' : 'held-longest';
  return decide(presses, rules.tie, cast, (among) => Math.min(face, among.length), byDefault);
}

/** Decides a motion. No entry says when it was lost, so the file's outcome is believed if it was ever possible. */
function motionDecision(
  electors: ReturnType<typeof createElectors>,
  ballot: BallotRecord,
  presses: readonly CastVote[],
): Decision {
  const votes = standingVotes(presses);
  const inFavour = votes.filter(({ choice }) => choice === MOTION_CHOICE.for).length;
  const possible = electors
    .during(ballot)
    .map((all) => (all === null ? carried(inFavour, votes.length, ballot.rules.quorum) : carried(inFavour, all, 1)));
  const passesInFile = carriedBy(ballot);
  const passes = possible.includes(passesInFile) ? passesInFile : !passesInFile;
  return {
    choice: passes ? MOTION_CHOICE.for : MOTION_CHOICE.against,
    votes: passes ? inFavour : votes.length - inFavour,
    of: votes.length,
    tie: null,
  };
}

/** Finds how many commanders could vote on a change of a council; null if not only commanders could. */
function createElectors({ entries }: GameArchive, councils: CouncilHistory) {
  /** By ballot, the entry before the change that it carried. */
  const carriedAfter = new Map<number, number>();
  /**
   * The changes of the number of electors, by seat and number. A change is left out unless its time is before that of
   * the next one, so that times ascend.
   */
  const sizesOf = new Map<SeatId, Map<number | null, { readonly seq: number; readonly at: number }[]>>();
  for (const entry of entries) {
    if (entry.kind !== 'council') continue;
    const { seat, seq, at, ballot, cause, council } = entry;
    if (cause === 'vote' && ballot !== null) carriedAfter.set(ballot, seq - 1);
    const sizes = sizesOf.get(seat) ?? new Map<number | null, { seq: number; at: number }[]>();
    const changes = sizes.get(electorsOf(council)) ?? [];
    while ((changes.at(-1)?.at ?? -Infinity) >= at) changes.pop();
    changes.push({ seq, at });
    sizesOf.set(seat, sizes.set(electorsOf(council), changes));
  }
  return {
    /** The numbers of electors while a ballot was open. If it passed: just before its change, and when it opened. */
    during({ id, seat, seq, closed }: BallotRecord): (number | null)[] {
      const known = carriedAfter.get(id);
      const opened = electorsOf(councils.after(seat, seq));
      // In files of version 1, the commanders at the closing could vote.
      if (known !== undefined) return [electorsOf(councils.after(seat, known)), opened];
      const later = [...(sizesOf.get(seat) ?? [])].flatMap(([electors, changes]) => {
        const first = changes[firstAbove(changes, seq, (change) => change.seq)];
        return first && closed && first.at <= closed.at ? [electors] : [];
      });
      return [opened, ...later];
    },
  };
}

function electorsOf({ mode, commanders }: Council): number | null {
  return mode === 'commander' ? commanders.length : null;
}
