import {
  type CastVote,
  type Council,
  carried,
  type Decision,
  decide,
  type StandingVote,
  standingVotes,
} from '../../../council/index.ts';
import { canonical, type Json, type SeatId, type Throw } from '../../../game/index.ts';
import { count } from '../../../kit/plain-english.ts';
import type { BallotRecord, EntryRecord } from '../../../store/index.ts';
import { readChoice, soleOrder } from '../../base/ballot-choice.ts';
import { CouncilHistory, firstAbove } from '../../messages/council-history.ts';
import { MOTION_CHOICE } from '../../messages/council-motion.ts';
import { choiceKey } from './archive.ts';
import { checkBallots } from './check-ballots.ts';
import type { GameArchive } from './export-redaction.ts';
import type { Findings } from './findings.ts';
import type { JsonPath } from './json-scan.ts';
import type { ExportedBallot, ReadGame } from './replay-schema.ts';
import { brief } from './replay-words.ts';

/** What the ballots of a game came to, against their votes and the log. Nothing in it may be hidden but votes of open ballots. */
export function checkDecisions(game: ReadGame, archive: GameArchive, findings: Findings): void {
  const votesOf = votesByBallot(archive);
  const councils = new CouncilHistory(archive.entries);
  checkBallots(game, archive, councils, votesOf, findings);
  const electors = new Electors(archive, councils);
  const faces = new Map(archive.entries.flatMap((entry) => (entry.kind === 'ballot' ? [[entry.ballot, entry]] : [])));
  for (const [index, ballot] of archive.ballots.entries()) {
    const path = ['ballots', index];
    const exported = game.ballots[index] as ExportedBallot;
    const presses = votesOf.get(ballot.id) ?? [];
    const [die] = faces.get(ballot.id)?.throws ?? [];
    if (!ballot.closed) checkOpen(exported, path, findings);
    else if (ballot.closed.decision && ballot.subject.kind === 'council')
      checkMotion(electors, ballot, standingVotes(presses), path, findings);
    else if (ballot.closed.decision) checkOrder(exported, ballot, presses, die, path, findings);
  }
  checkTies(game, archive, findings);
  checkEntries(archive, councils, findings);
}

/** The default rule was counted one way before version 2 and another way since: no game goes back. */
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

function checkOrder(
  exported: ExportedBallot,
  { closed, casting, rules }: BallotRecord,
  presses: readonly CastVote[],
  die: Throw | undefined,
  path: JsonPath,
  findings: Findings,
): void {
  const decision = closed?.decision as Decision;
  if (closed?.how !== 'decided')
    findings.add([...path, 'closed', 'how'], 'Only a ballot on how the table decides can fail to pass.');
  // The first files did not say whose vote broke ties.
  const untold = exported.casting === undefined ? decision.choice : null;
  const cast = standingVotes(presses).find(({ member }) => member === casting?.id)?.choice ?? untold;
  const face = die?.kind === 'die' ? die.face : 1;
  const byDefault = decision.tie?.rule === 'first' ? 'first' : 'held-longest';
  const due = decide(presses, rules.tie, cast, (among) => Math.min(face, among.length), byDefault);
  if (same(due, decision)) return;
  findings.add(
    [...path, 'closed', 'decision'],
    `By its votes it should be ${inWords(due, exported)}, not ${inWords(decision, exported)}.`,
  );
}

function checkOpen({ tally, voters }: ExportedBallot, path: JsonPath, findings: Findings): void {
  const votes = tally?.reduce((sum, line) => sum + line.votes, 0);
  if (votes !== undefined && votes !== voters) {
    findings.add([...path, 'tally'], `It has ${votes} votes, but ${voters} members have voted.`);
  }
}

function checkMotion(
  electors: Electors,
  ballot: BallotRecord,
  votes: readonly StandingVote[],
  path: JsonPath,
  findings: Findings,
): void {
  const decision = ballot.closed?.decision as Decision;
  const at = [...path, 'closed', 'decision'];
  const inFavour = votes.filter(({ choice }) => choice === MOTION_CHOICE.for).length;
  // Where members command all of them count, so how many there were decides; a lost ballot leaves no entry to say when it was.
  const passes = electors
    .during(ballot)
    .map((all) => (all === null ? carried(inFavour, votes.length, ballot.rules.quorum) : carried(inFavour, all, 1)));
  const isCarried = decision.choice === MOTION_CHOICE.for;
  const counts = { votes: isCarried ? inFavour : votes.length - inFavour, of: votes.length };
  const right = passes.includes(isCarried) && same({ ...decision, ...counts, tie: null }, decision);
  if (!right) findings.add(at, `Its votes decide otherwise: ${inFavour} of ${votes.length} are for it.`);
  if (isCarried !== (ballot.closed?.how === 'decided')) findings.add(at, 'It doesn’t fit how the ballot closed.');
}

/** When a seat had so many who alone vote on its council. */
interface Spell {
  /** The entries with which that began, by their numbers. */
  readonly from: number[];
  /** Of each of them and those that follow it, the earliest time. */
  readonly earliest: number[];
}

/** How many alone could vote on a council: those in command. Null: the rules said who could. */
class Electors {
  readonly #councils: CouncilHistory;
  /** The entry before each change that a ballot carried, by the ballot. */
  readonly #carriedAfter: ReadonlyMap<number, number>;
  readonly #spells = new Map<SeatId, ReadonlyMap<number | null, Spell>>();

  constructor({ entries }: GameArchive, councils: CouncilHistory) {
    this.#councils = councils;
    this.#carriedAfter = new Map(
      entries.flatMap((entry) =>
        entry.kind === 'council' && entry.cause === 'vote' && entry.ballot !== null
          ? [[entry.ballot, entry.seq - 1] as const]
          : [],
      ),
    );
  }

  /** At some moment while a ballot was open: just before what it carried, or whenever it may have been. */
  during({ id, seat, seq, closed }: BallotRecord): (number | null)[] {
    const known = this.#carriedAfter.get(id);
    const opened = electorsOf(this.#councils.after(seat, seq));
    // In files of version 1 those voted who commanded when it closed.
    if (known !== undefined) return [electorsOf(this.#councils.after(seat, known)), opened];
    const later = [...this.#spellsOf(seat)].flatMap(([electors, { from, earliest }]) =>
      (earliest[firstAbove(from, seq, (entry) => entry)] ?? Number.POSITIVE_INFINITY) <= (closed?.at ?? 0)
        ? [electors]
        : [],
    );
    return [opened, ...later];
  }

  #spellsOf(seat: SeatId): ReadonlyMap<number | null, Spell> {
    const known = this.#spells.get(seat);
    if (known) return known;
    const spells = new Map<number | null, Spell>();
    for (const { seq, at, council } of this.#councils.changes(seat)) {
      const electors = electorsOf(council);
      const { from, earliest } = spells.get(electors) ?? { from: [], earliest: [] };
      from.push(seq);
      earliest.push(at);
      spells.set(electors, { from, earliest });
    }
    for (const { earliest } of spells.values())
      for (let place = earliest.length - 2; place >= 0; place--)
        earliest[place] = Math.min(earliest[place] as number, earliest[place + 1] as number);
    this.#spells.set(seat, spells);
    return spells;
  }
}

function electorsOf({ mode, commanders }: Council): number | null {
  return mode === 'commander' ? commanders.length : null;
}

/** What was decided is in the log with its order, or with its change of the council. */
function checkEntries({ entries, ballots }: GameArchive, councils: CouncilHistory, findings: Findings): void {
  const logged = new Set<number>();
  /** The ballot whose orders follow one another here. */
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
  ballots.forEach(({ id, closed }, index) => {
    if (closed?.how === 'decided' && !logged.has(id)) {
      findings.add(['ballots', index, 'closed'], 'What it decided is not in the log.');
    }
  });
}

type Decided = EntryRecord & { readonly kind: 'ballot' };
type Ordered = EntryRecord & { readonly kind: 'order' };

/** The orders right after a ballot's entry that name the ballot. */
function carriedOut(entries: readonly EntryRecord[], index: number): Ordered[] {
  const ballot = entries[index];
  const orders: Ordered[] = [];
  for (const entry of entries.slice(index + 1)) {
    if (entry.kind !== 'order' || ballot?.kind !== 'ballot' || entry.ballot !== ballot.ballot) break;
    orders.push(entry);
  }
  return orders;
}

/** Whether orders are those of a choice in turn. Of a plan some may be missing, which the rules refused, and a shortcut gives any. */
function follows(orders: readonly Ordered[], choice: string): boolean {
  const sole = soleOrder(choice);
  if (sole) return orders.length === 1 && canonical(orders[0]?.order as Json) === choice;
  const steps = readChoice(choice).map((step) => (typeof step === 'string' ? null : canonical(step)));
  let at = 0;
  return orders.every(({ order }) => {
    const key = canonical(order);
    while (at < steps.length && steps[at] !== null && steps[at] !== key) at += 1;
    if (at === steps.length) return false;
    if (steps[at] !== null) at += 1;
    else if (steps.slice(at).includes(key)) at = steps.indexOf(key, at) + 1;
    return true;
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
  if (!ballot || !closed || !decidedOn(ballot, 'order', seat)) {
    findings.add(path, 'The ballot it names didn’t decide an order.');
    return;
  }
  if (!same(closed.decision, decision))
    findings.add([...path, 'decision'], `Ballot ${ballot.id} has another decision.`);
  if (closed.at !== at) findings.add([...path, 'at'], `Ballot ${ballot.id} closed at another time.`);
  if (closed.by?.id !== member?.id) findings.add([...path, 'by'], `Ballot ${ballot.id} was closed by somebody else.`);
  const followed = orders.length > 0 && orders.every((order) => order.seat === seat);
  if (!followed || !follows(orders, decision.choice))
    findings.add(
      path,
      `Entry ${seq + 1} is not ${soleOrder(decision.choice) ? 'the order' : 'of the plan'} it decided.`,
    );
}

function decidedOn(ballot: BallotRecord, subject: BallotRecord['subject']['kind'], seat: SeatId): boolean {
  return ballot.closed?.how === 'decided' && ballot.subject.kind === subject && ballot.seat === seat;
}

function carriedBy({ closed }: BallotRecord): boolean {
  return closed?.decision?.choice === MOTION_CHOICE.for;
}

function votesByBallot({ votes }: GameArchive): ReadonlyMap<number, GameArchive['votes']> {
  const byBallot = new Map<number, GameArchive['votes'][number][]>();
  for (const vote of votes) {
    const known = byBallot.get(vote.ballot);
    if (known) known.push(vote);
    else byBallot.set(vote.ballot, [vote]);
  }
  return byBallot;
}

function same(one: Decision | null, other: Decision | null): boolean {
  return canonical(one as Json) === canonical(other as Json);
}

function inWords(decision: Decision | null, { votes, closed }: ExportedBallot): string {
  if (!decision) return 'nothing';
  const choices = [...(votes ?? []).map(({ choice }) => choice), closed?.decision?.choice ?? null];
  const chosen = choices.find((choice) => choice !== null && choiceKey(choice) === decision.choice);
  const said = typeof chosen === 'object' && chosen !== null ? chosen.said : decision.choice;
  return `“${brief(said)}” with ${decision.votes} of ${count(decision.of, 'vote')}`;
}
