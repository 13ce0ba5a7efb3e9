import { type Clockwork, MINUTE, motionRules } from '../../../council/index.ts';
import { canonical, type Json } from '../../../game/index.ts';
import type { BallotRecord, VoteRecord } from '../../../store/index.ts';
import type { VoidReason } from '../../base/closing-words.ts';
import type { CouncilHistory } from '../../messages/council-history.ts';
import type { GameArchive } from './export-redaction.ts';
import { exportedRules } from './exported-council.ts';
import type { Findings } from './findings.ts';
import type { JsonPath } from './json-scan.ts';
import type { ExportedBallot, ReadGame } from './replay-schema.ts';
import { brief } from './replay-words.ts';

/**
 * Milliseconds by which two times may stand in the wrong order: presses are answered side by side, and a machine's clock is set
 * right now and then. Where it was set back further, nobody can tell that from a time that was changed.
 */
const TOLERANCE = MINUTE;

/** Checks that the times of the log and of each ballot fit, and that each ballot had the rules and the casting vote of its council. */
export function checkBallots(
  game: ReadGame,
  archive: GameArchive,
  councils: CouncilHistory,
  votesOf: ReadonlyMap<number, readonly VoteRecord[]>,
  findings: Findings,
): void {
  checkOrder(archive.entries, (index) => ['log', index, 'at'], 'entry', 0, findings);
  const last = new Map<string, BallotRecord>();
  const entriesAt = byTime(archive);
  for (const [index, ballot] of archive.ballots.entries()) {
    const path = ['ballots', index];
    const votes = votesOf.get(ballot.id) ?? [];
    checkRules(game.ballots[index] as ExportedBallot, ballot, archive, councils, path, findings);
    checkTimes(ballot, archive, votes, path, findings);
    checkCancelled(ballot, entriesAt, path, findings);
    checkOrder(votes, (vote) => [...path, 'votes', vote, 'at'], 'vote', 1, findings);
    const kind = `${ballot.subject.kind} ${ballot.seat}`;
    const before = last.get(kind);
    if (before?.closed && before.closed.at > ballot.openedAt + TOLERANCE)
      findings.add(['ballots', before.id - 1, 'closed', 'at'], `Ballot ${ballot.id} opened before that.`);
    last.set(kind, ballot);
  }
}

/** Times grow: nobody can move one alone past its neighbours. */
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

/** The rules are those of the council in force when the ballot opened, and its commander had the casting vote. */
function checkRules(
  exported: ExportedBallot,
  { seat, seq, subject, casting }: BallotRecord,
  { memberById }: GameArchive,
  councils: CouncilHistory,
  path: JsonPath,
  findings: Findings,
): void {
  const council = councils.after(seat, seq);
  const due = exportedRules(
    subject.kind === 'council' ? motionRules(council, 2 * exported.rules.quorum) : council.ballot,
  );
  const differs = (rule: keyof typeof due) => canonical(exported.rules[rule] as Json) !== canonical(due[rule] as Json);
  if ((Object.keys(exported.rules) as (keyof typeof due)[]).some(differs))
    findings.add([...path, 'rules'], 'The table had other rules when this ballot opened.');
  // The first files did not name whose vote broke ties.
  if (exported.casting === undefined) return;
  const [commander = null] = subject.kind === 'order' && due.tie === 'commander' ? council.commanders : [];
  if (commander === (casting?.id ?? null)) return;
  const name = commander === null ? undefined : memberById(commander)?.name;
  const who = name === undefined ? 'Nobody' : `“${brief(name)}”`;
  findings.add([...path, 'casting'], `${who} had the casting vote when this ballot opened.`);
}

/** The window, the votes and the close come in their order, as `whatIsDue` and `afterVote` set the clock of a ballot. */
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
    // A member whose data is deleted withdraws, whatever the clock of the ballot says.
    const past = choice !== null && clockwork.closes !== null && at >= clockwork.closes;
    if (early || late || past)
      findings.add(
        [...path, 'votes', index],
        `It was cast ${early ? 'before its ballot opened' : 'after its ballot closed'}.`,
      );
  }
}

/** Reasons for which a ballot is cancelled together with an entry of the log: an order, a take-back, the end. */
const WITH_ENTRY = ['order', 'undo', 'ended'] satisfies readonly VoidReason[] as readonly string[];

/** Of the entries of one time, the last, and the members who made them. */
type EntriesAt = ReadonlyMap<number, { last: number; readonly by: Set<number> }>;

function byTime({ entries }: GameArchive): EntriesAt {
  const times = new Map<number, { last: number; readonly by: Set<number> }>();
  for (const { seq, at, member } of entries) {
    const those = times.get(at) ?? { last: seq, by: new Set() };
    times.set(at, those);
    those.last = seq;
    if (member) those.by.add(member.id);
  }
  return times;
}

function checkCancelled({ seq, closed }: BallotRecord, entriesAt: EntriesAt, path: JsonPath, findings: Findings): void {
  if (closed?.how !== 'void' || !WITH_ENTRY.includes(closed.why ?? '')) return;
  const those = entriesAt.get(closed.at);
  if (!those || those.last <= seq)
    findings.add([...path, 'closed', 'at'], 'No entry of the log that could have cancelled it has this time.');
  else if (closed.by && !those.by.has(closed.by.id))
    findings.add([...path, 'closed', 'by'], 'Somebody else made the entry of the log that cancelled it.');
}

/** What is wrong with when a ballot's window closes; null: nothing. */
function windowFault({ openedAt, rules: { window }, clockwork, closed, subject }: BallotRecord): string | null {
  const { closes, extended } = clockwork;
  if (!extended)
    return closes === openedAt + window ? null : 'It should be the time it opened plus how long it stays open.';
  // After the extension a ballot on an order may wait without a clock, and a vote then begins a new window.
  if (closes === null)
    return subject.kind === 'order' ? null : 'A ballot on how the table decides always has a closing time.';
  const began = closes - window;
  if (began < openedAt + window) return 'It was extended, so it must stay open at least twice the usual time.';
  return closed && began > closed.at + TOLERANCE
    ? 'With this closing time, its last extension would have begun after the ballot had closed.'
    : null;
}

/** What is wrong with when a ballot closed; null: nothing. */
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
