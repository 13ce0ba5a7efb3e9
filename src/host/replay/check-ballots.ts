import { type Clockwork, MINUTE, motionRules } from '../../council/index.ts';
import { canonical, type Json } from '../../game/index.ts';
import type { BallotRecord, EntryRecord, VoteRecord } from '../../store/index.ts';
import type { GameArchive } from '../export/export-redaction.ts';
import { exportedRules } from '../export/exported-council.ts';
import type { ExportedBallot } from '../export/replay-format.ts';
import { type CouncilHistory, firstAbove } from '../log/council-history.ts';
import type { ReadGame } from './file-schema.ts';
import type { Findings } from './findings.ts';
import type { JsonPath } from './json-scan.ts';
import { brief } from './replay-words.ts';

/**
 * Milliseconds by which two times may stand in the wrong order: presses are answered side by side, and a machine's clock is set
 * right now and then. A clock that goes back further begins a ballot's window anew (`Decisions`).
 */
const TOLERANCE = MINUTE;

/** Checks that each ballot had the rules and the casting vote of its council, and that its times fit each other. */
export function checkBallots(
  game: ReadGame,
  archive: GameArchive,
  councils: CouncilHistory,
  votesOf: ReadonlyMap<number, readonly VoteRecord[]>,
  findings: Findings,
): void {
  const clock = new LogClock(archive.entries);
  for (const [index, ballot] of archive.ballots.entries()) {
    const path = ['ballots', index];
    checkRules(game.ballots[index] as ExportedBallot, ballot, archive, councils, path, findings);
    if (!clock.wentBackDuring(ballot))
      checkTimes(ballot, archive.entries, votesOf.get(ballot.id) ?? [], path, findings);
  }
}

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
  entries: readonly EntryRecord[],
  votes: readonly VoteRecord[],
  path: JsonPath,
  findings: Findings,
): void {
  const { seq, openedAt, closed, clockwork } = ballot;
  const [before, next] = [entries[seq]?.at ?? openedAt, entries[seq + 1]?.at ?? openedAt];
  // Between entries among which the clock was set back there are times beyond both.
  const wentBack = next < before - TOLERANCE;
  if (!wentBack && (openedAt < before - TOLERANCE || openedAt > next + TOLERANCE))
    findings.add(
      [...path, 'openedAt'],
      `It opened between entry ${seq} and the next, but its time is not between the times of those entries.`,
    );
  const window = windowFault(ballot);
  if (window !== null) findings.add([...path, 'closes'], window);
  const closing = closed && closingFault(closed, openedAt, clockwork);
  if (closing) findings.add([...path, 'closed', 'at'], closing);
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

/**
 * Where the times of a log go back, since the clock of the bot's machine was set back there. A ballot's own times can't be held
 * against each other across that point.
 */
class LogClock {
  readonly #entries: readonly EntryRecord[];
  /** The entries that are earlier than the one before them, by their numbers. */
  readonly #back: readonly number[];
  readonly #places: ReadonlyMap<number, readonly number[]>;

  constructor(entries: readonly EntryRecord[]) {
    this.#entries = entries;
    this.#back = entries.flatMap(({ seq, at }) => (at < (entries[seq - 1]?.at ?? at) - TOLERANCE ? [seq] : []));
    const places = new Map<number, number[]>();
    if (this.#back.length > 0)
      for (const { seq, at } of entries) {
        const known = places.get(at);
        if (known) known.push(seq);
        else places.set(at, [seq]);
      }
    this.#places = places;
  }

  wentBackDuring({ seq, openedAt, closed, clockwork, rules }: BallotRecord): boolean {
    // A ballot that is open, or on a change that was not carried, has no entry after it that would show this.
    const last = closed?.at ?? (clockwork.closes ?? openedAt) - rules.window;
    if (closed?.how !== 'decided' && closed?.how !== 'void' && last < openedAt - TOLERANCE) return true;
    const back = this.#back[firstAbove(this.#back, seq, (at) => at)];
    if (back === undefined) return false;
    // What closes a ballot stands in the log at the same time, but for a change of the council that is not carried.
    const places = closed ? (this.#places.get(closed.at) ?? []) : [];
    return back <= (places[firstAbove(places, seq, (at) => at)] ?? this.#entries.length);
  }
}
