import {
  type CastVote,
  type Council,
  carried,
  type Decision,
  decide,
  motionRules,
  standingVotes,
} from '../../../council/index.ts';
import type { SeatId, Throw } from '../../../game/index.ts';
import type { BallotRecord, EntryRecord } from '../../../store/index.ts';
import { MOTION_CHOICE } from '../../base/ballot-choice.ts';
import { CouncilHistory, firstAbove } from '../../messages/council-history.ts';
import { type GameArchive, votesByBallot } from './export-redaction.ts';
import type { ExportedBallot, ReadGame } from './replay-schema.ts';

/**
 * The archive of a file with every ballot decided anew: its rules and casting vote are those of the council in force when it opened, and
 * its votes are counted. Votes of open ballots may be hidden in it, and nothing else.
 */
export function decideBallots(game: ReadGame, archive: GameArchive): GameArchive {
  const councils = new CouncilHistory(archive.entries);
  const electors = new Electors(archive, councils);
  const votes = votesByBallot(archive);
  const dice = new Map(archive.entries.flatMap((entry) => (entry.kind === 'ballot' ? [[entry.ballot, entry]] : [])));
  const ballots = archive.ballots.map((ballot, index): BallotRecord => {
    const exported = game.ballots[index] as ExportedBallot;
    const { seat, seq, subject, closed } = ballot;
    const council = councils.after(seat, seq);
    const isMotion = subject.kind === 'council';
    const rules = isMotion ? motionRules(council, 2 * exported.rules.quorum) : council.ballot;
    const [commander = null] = !isMotion && rules.tie === 'commander' ? council.commanders : [];
    // The first files did not name the member whose vote broke ties.
    const casting = commander === null || exported.casting === undefined ? null : archive.memberById(commander);
    const opened: BallotRecord = { ...ballot, rules, casting };
    if (!closed || closed.how === 'void') return closed ? { ...opened, closed: { ...closed, decision: null } } : opened;
    const presses = votes.get(ballot.id) ?? [];
    const decision = isMotion
      ? motionDecision(electors, opened, presses)
      : orderDecision(opened, presses, exported, dice.get(ballot.id)?.throws[0]);
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
  const untold = exported.casting === undefined ? (closed?.decision?.choice ?? null) : null;
  const cast = standingVotes(presses).find(({ member }) => member === casting?.id)?.choice ?? untold;
  const face = die?.kind === 'die' ? die.face : 1;
  const byDefault = closed?.decision?.tie?.rule === 'first' ? 'first' : 'held-longest';
  return decide(presses, rules.tie, cast, (among) => Math.min(face, among.length), byDefault);
}

/** All who command count. A lost ballot leaves no entry that says when that was, so any outcome that was possible is believed. */
function motionDecision(electors: Electors, ballot: BallotRecord, presses: readonly CastVote[]): Decision {
  const votes = standingVotes(presses);
  const inFavour = votes.filter(({ choice }) => choice === MOTION_CHOICE.for).length;
  const possible = electors
    .during(ballot)
    .map((all) => (all === null ? carried(inFavour, votes.length, ballot.rules.quorum) : carried(inFavour, all, 1)));
  const told = ballot.closed?.decision?.choice === MOTION_CHOICE.for;
  const passes = possible.includes(told) ? told : !told;
  return {
    choice: passes ? MOTION_CHOICE.for : MOTION_CHOICE.against,
    votes: passes ? inFavour : votes.length - inFavour,
    of: votes.length,
    tie: null,
  };
}

/** How many commanders alone could vote on a council; null if its rules said who could. */
class Electors {
  readonly #councils: CouncilHistory;
  /** The entry before each change that a ballot carried, by the ballot. */
  readonly #carriedAfter = new Map<number, number>();
  /** By seat and number of commanders: the changes to so many, without those that a later one precedes in time. */
  readonly #sizes = new Map<SeatId, Map<number | null, { readonly seq: number; readonly at: number }[]>>();

  constructor({ entries }: GameArchive, councils: CouncilHistory) {
    this.#councils = councils;
    for (const entry of entries) {
      if (entry.kind !== 'council') continue;
      const { seat, seq, at, ballot, cause, council } = entry;
      if (cause === 'vote' && ballot !== null) this.#carriedAfter.set(ballot, seq - 1);
      const sizes = this.#sizes.get(seat) ?? new Map<number | null, { seq: number; at: number }[]>();
      const changes = sizes.get(electorsOf(council)) ?? [];
      while ((changes.at(-1)?.at ?? -Infinity) >= at) changes.pop();
      changes.push({ seq, at });
      this.#sizes.set(seat, sizes.set(electorsOf(council), changes));
    }
  }

  /** At any moment when a ballot may have been open: just before what it carried, or from when it opened until it closed. */
  during({ id, seat, seq, closed }: BallotRecord): (number | null)[] {
    const known = this.#carriedAfter.get(id);
    const opened = electorsOf(this.#councils.after(seat, seq));
    // In files of version 1 those voted who commanded when it closed.
    if (known !== undefined) return [electorsOf(this.#councils.after(seat, known)), opened];
    const later = [...(this.#sizes.get(seat) ?? [])].flatMap(([electors, changes]) => {
      const first = changes[firstAbove(changes, seq, (change) => change.seq)];
      return first && closed && first.at <= closed.at ? [electors] : [];
    });
    return [opened, ...later];
  }
}

function electorsOf({ mode, commanders }: Council): number | null {
  return mode === 'commander' ? commanders.length : null;
}
