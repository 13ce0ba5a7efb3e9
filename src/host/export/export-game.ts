import {
  byAge,
  type Council,
  changesInWords,
  countInWords,
  type Decision,
  decisionInWords,
  type MemberId,
  standingVotes,
  tally,
} from '../../council/index.ts';
import type { Json, Order, SeatId, State, System, Throw } from '../../game/index.ts';
import type {
  BallotRecord,
  DatasetRecord,
  EntryRecord,
  GameRecord,
  InheritedOrder,
  MemberRecord,
  VoteRecord,
} from '../../store/index.ts';
import { drained, each } from '../background/steps.ts';
import { MOTION_CHOICE } from '../council/council-motion.ts';
import { councilOf, councilsAfter } from '../games/game-position.ts';
import { type LogStep, type ReplayedLog, replayLog, undosIn } from '../games/replay-log.ts';
import { CouncilHistory } from '../log/council-history.ts';
import { type LogWords, logWordsOf } from '../log/log-words.ts';
import { exportedCouncil, exportedRules } from './exported-council.ts';
import { Names, withoutIds } from './exported-names.ts';
import { digesting, type Undigested } from './file-digests.ts';
import type {
  ExportedBallot,
  ExportedChoice,
  ExportedCouncil,
  ExportedDecision,
  ExportedDeed,
  ExportedEnd,
  ExportedEntry,
  ExportedGame,
  ExportedInherited,
  ExportedLine,
  ExportedOrder,
  ExportedThrow,
  ExportedVote,
  UnruledGame,
} from './replay-format.ts';

/** All that is stored of a game. */
export interface GameArchive {
  readonly game: GameRecord;
  /** The rules data it began with. */
  readonly dataset: DatasetRecord;
  readonly entries: readonly EntryRecord[];
  /** The oldest first. */
  readonly ballots: readonly BallotRecord[];
  readonly votes: readonly (VoteRecord & { readonly ballot: number })[];
  memberById(member: MemberId): MemberRecord | null;
}

/**
 * A game as its channel may know it now, as JSON. `ExportedGame` says what is what.
 * @throws IncompatibleLog where the rules no longer accept the log
 */
export function exportOf(system: System, archive: GameArchive): ExportedGame {
  return drained(exporting(system, archive, replayLog(system, archive.game.variant, archive.entries)));
}

/**
 * The same, a step for each of its parts.
 * @param played its log played through
 */
export function exporting(
  system: System,
  archive: GameArchive,
  played: Pick<ReplayedLog, 'position' | 'steps'>,
): Generator<void, ExportedGame, void> {
  return new Exporter(logWordsOf(system), archive).exported(system, played);
}

/** The same of a game whose rules do not fit its log any more, or are not there: all that needs none of them. */
export function unruledExporting(voice: LogWords, archive: GameArchive): Generator<void, UnruledGame, void> {
  return new Exporter(voice, archive).unruled();
}

/** Written into each file. */
const ABOUT = [
  'A game of Council of War: its log, its dice, its ballots and the rules data it was played with.',
  'Times are UTC. Members are known by their names alone; no id of Discord’s is in this file.',
  'While the game goes on, the secret behind its dice, the cards of shuffles and secret orders are null.',
  'While a game of several sides goes on, the tally, the votes and the reasons of a side’s secret ballots are null, also of those that have closed.',
  'While a ballot is open, its tally is as its card has it, without saying who voted for what, and null where the ballot is sealed; the votes are null until it closes.',
  'The log and the rules data give the game again, order by order; with the secret, /verify shows how to throw each die again.',
  'A digest is the SHA-256 of a part as JSON without spaces, the members of every object in the order of their names; of each stand the first 32 hex digits.',
  'The fingerprint is the same over the digests of head, log and ballots together. The bot tells it with the file: compare the two.',
  'In a copy of Council of War, npm run replay FILE goes through all of this, throws each die again, and prints the game.',
];

/** Written into each file that had to be made without rules. */
const ABOUT_UNRULED = [
  'A game of Council of War whose rules have changed since: its log, its dice, its ballots and the rules data it began with, as they were written.',
  'What each order did is not told, because the present rules do not accept the log. An earlier version of the program, given this data, may.',
  ...ABOUT.slice(1, 4),
];

/** Reasons told for each choice while a ballot is open, as on its card. */
const OPEN_REASONS = 1;

class Exporter {
  readonly #voice: LogWords;
  readonly #archive: GameArchive;
  readonly #names: Names;
  /** The ballots' numbers in the file, by their ids. */
  readonly #numbers: ReadonlyMap<number, number>;
  readonly #votesBy: ReadonlyMap<number, readonly VoteRecord[]>;
  readonly #councils: CouncilHistory;
  readonly #ballots: ReadonlyMap<number, BallotRecord>;

  constructor(voice: LogWords, archive: GameArchive) {
    this.#voice = voice;
    this.#archive = archive;
    this.#names = new Names((member) => archive.memberById(member));
    this.#numbers = new Map(archive.ballots.map(({ id }, index) => [id, index + 1]));
    this.#votesBy = votesByBallot(archive.votes);
    this.#councils = new CouncilHistory(archive.entries);
    this.#ballots = new Map(archive.ballots.map((ballot) => [ballot.id, ballot]));
  }

  *exported(system: System, played: Pick<ReplayedLog, 'position' | 'steps'>): Generator<void, ExportedGame, void> {
    const whole = yield* this.#whole(system, played);
    return { ...whole, digests: yield* digesting(whole as unknown as Undigested) };
  }

  *unruled(): Generator<void, UnruledGame, void> {
    const { game, entries, ballots } = this.#archive;
    const undos = undosIn(entries);
    const councils = Object.entries(councilsAfter(entries));
    return {
      format: 'council-of-war-log',
      version: 2,
      about: ABOUT_UNRULED,
      system: game.system,
      variant: game.variant,
      ...this.#head(),
      ended: game.ended && { at: time(game.ended.at), how: game.ended.how },
      councils: Object.fromEntries(councils.map(([seat, council]) => [seat, this.#council(council)])),
      log: yield* each(entries, (entry) =>
        this.#entry({ entry, events: [], takenBackBy: undos.get(entry.seq) ?? null }),
      ),
      ballots: yield* each(ballots, (ballot) => this.#ballot(ballot)),
    };
  }

  #head(): Pick<ExportedGame, 'game' | 'dataset' | 'seal' | 'secret' | 'startedBy' | 'startedAt' | 'whatIf'> {
    const { game, dataset } = this.#archive;
    return {
      game: game.id,
      dataset: { hash: dataset.hash, files: JSON.parse(dataset.files) as { readonly [file: string]: Json } },
      seal: game.seal,
      secret: game.ended ? game.secret : null,
      startedBy: this.#names.of(game.starter),
      startedAt: time(game.startedAt),
      whatIf: game.whatIf && { game: game.whatIf.game, after: game.whatIf.seq },
    };
  }

  *#whole(
    system: System,
    { position, steps }: Pick<ReplayedLog, 'position' | 'steps'>,
  ): Generator<void, Omit<ExportedGame, 'digests'>, void> {
    const { game, ballots } = this.#archive;
    const { id, title, basis, seats, variants } = system;
    const { game: name, ...head } = this.#head();
    return {
      format: 'council-of-war-game',
      version: 2,
      about: ABOUT,
      game: name,
      system: { id, title, basis, seats: seats.map((seat) => ({ id: seat.id, name: seat.name })) },
      variant: { id: game.variant, name: variants.find((one) => one.id === game.variant)?.name ?? game.variant },
      ...head,
      ended: this.#end(system, position.state),
      summary: system.summary(system.view(position.state, 'public')),
      councils: Object.fromEntries(seats.map((seat) => [seat.id, this.#council(councilOf(position, seat.id))])),
      log: yield* each(steps, (step) => this.#entry(step)),
      ballots: yield* each(ballots, (ballot) => this.#ballot(ballot)),
    };
  }

  #end(system: System, state: State): ExportedEnd | null {
    const { ended } = this.#archive.game;
    if (!ended) return null;
    const outcome = system.outcome(state);
    return { at: time(ended.at), how: ended.how, outcome };
  }

  #entry({ entry, events, takenBackBy }: Omit<LogStep, 'state'>): ExportedEntry {
    const told = [...events.flatMap((event) => this.#voice.tell(event, 'public') ?? []), ...this.#decided(entry)];
    const by = entry.member && this.#names.of(entry.member);
    return { seq: entry.seq, at: time(entry.at), by, ...this.#deed(entry, takenBackBy), told };
  }

  /** What a ballot came to, or a council was changed in, as sentences. */
  #decided(entry: EntryRecord): string[] {
    if (entry.kind === 'ballot') {
      const said = (choice: string) => {
        const chosen = this.#choice(choice, entry.seat);
        return `“${typeof chosen === 'string' ? chosen : chosen.said}”`;
      };
      const ballot = this.#ballots.get(entry.ballot);
      const casting = ballot?.casting;
      const words = this.#hides(ballot)
        ? countInWords(entry.decision)
        : decisionInWords(entry.decision, said, casting ? this.#names.of(casting) : null);
      return [`Decided ${words}.`];
    }
    if (entry.kind !== 'council') return [];
    const old = this.#councils.after(entry.seat, entry.seq - 1);
    const changes = changesInWords(
      old,
      entry.council,
      (member) => this.#names.ofId(member),
      null,
      this.#voice.side(entry.seat),
    );
    return changes.length > 0 ? [`Changed: ${withoutIds(changes.join('; '))}.`] : [];
  }

  #deed(entry: EntryRecord, takenBackBy: EntryRecord | null): ExportedDeed {
    switch (entry.kind) {
      case 'start': {
        const { kind, throws, inherited } = entry;
        const taken = inherited && { inherited: inherited.map((one) => this.#inherited(one)) };
        return { kind, throws: this.#throws(throws), ...taken };
      }
      case 'order': {
        const { kind, seat, order, reason, ballot, cause } = entry;
        const secret = this.#isSecret(order);
        return {
          kind,
          seat,
          ...this.#order(order, seat),
          throws: secret ? null : this.#throws(entry.throws),
          reason: secret ? null : written(reason),
          ballot: this.#number(ballot),
          ...(cause ? { cause } : {}),
          takenBackBy: takenBackBy?.seq ?? null,
        };
      }
      case 'undo':
        return {
          kind: 'undo',
          takesBack: entry.takesBack,
          ...(entry.reason === undefined ? {} : { reason: withoutIds(entry.reason) }),
        };
      case 'abandon':
        return { kind: 'abandon' };
      case 'council': {
        const { kind, seat, council, cause, ballot } = entry;
        return { kind, seat, council: this.#council(council), cause, ballot: this.#number(ballot) };
      }
      case 'ballot': {
        const { kind, seat, ballot, decision, throws } = entry;
        const number = this.#number(ballot) as number;
        const hides = this.#hides(this.#ballots.get(ballot));
        return {
          kind,
          seat,
          ballot: number,
          decision: this.#decision(decision, seat, hides),
          throws: this.#throws(throws),
        };
      }
      default:
        return entry satisfies never;
    }
  }

  #inherited({ seat, order, throws }: InheritedOrder): ExportedInherited {
    return { seat, ...this.#order(order, seat), throws: this.#isSecret(order) ? null : this.#throws(throws) };
  }

  /** Whether an order is one of those that are a secret of their seat, and the game still goes on. */
  #isSecret(order: Order): boolean {
    return !this.#archive.game.ended && this.#voice.isSecret(order);
  }

  #order(order: Order, seat: SeatId): ExportedOrder {
    return { order: this.#isSecret(order) ? null : order, said: this.#voice.describe(order, this.#viewer(), seat) };
  }

  /** What is said of a secret order while it is one, the public hears; of any other it is the same for all. */
  #viewer(): 'public' | 'referee' {
    return this.#archive.game.ended ? 'referee' : 'public';
  }

  #throws(throws: readonly Throw[]): ExportedThrow[] {
    return throws.map((thrown) =>
      thrown.kind === 'shuffle' && !this.#archive.game.ended ? { ...thrown, deal: null } : thrown,
    );
  }

  #ballot(ballot: BallotRecord): ExportedBallot {
    const { id, seat, seq, subject, rules, opener, casting, openedAt, clockwork, closed } = ballot;
    const votes = this.#votesBy.get(id) ?? [];
    const hides = this.#hides(ballot);
    return {
      number: this.#number(id) as number,
      seat,
      after: seq,
      subject: subject.kind,
      proposed: subject.kind === 'council' ? this.#council(subject.proposed) : null,
      openedBy: opener && this.#names.of(opener),
      openedAt: time(openedAt),
      rules: exportedRules(rules),
      casting: casting && this.#names.of(casting),
      closes: clockwork.closes === null ? null : time(clockwork.closes),
      extended: clockwork.extended,
      closed: closed && {
        at: time(closed.at),
        how: closed.how,
        why: closed.why,
        by: closed.by && this.#names.of(closed.by),
        decision: closed.decision && this.#decision(closed.decision, seat, hides),
      },
      voters: standingVotes(votes).length,
      tally: hides || (rules.sealed && !closed) ? null : this.#tally(ballot, votes),
      votes: hides ? null : closed && this.#votes(ballot, votes),
    };
  }

  #tally(ballot: BallotRecord, votes: readonly VoteRecord[]): ExportedLine[] | null {
    if (votes.some(({ choice }) => this.#isSecretVote(ballot, choice))) return null;
    const { closed, seat } = ballot;
    // Counted as the file has them, so that whoever counts its votes again comes to the same.
    const inFile = votes.map((vote) => ({ ...vote, reason: written(vote.reason) }));
    return tally(inFile).map(({ choice, voters, reasons }) => ({
      choice: this.#choice(choice, seat),
      votes: voters.length,
      voters: closed && voters.map((voter) => this.#names.ofId(voter)),
      reasons: (closed ? reasons : reasons.slice(0, OPEN_REASONS)).map(({ text, by, votes }) => ({
        text,
        by: this.#names.ofId(by),
        votes,
      })),
    }));
  }

  #isSecretVote({ subject }: BallotRecord, choice: string | null): boolean {
    return choice !== null && subject.kind === 'order' && this.#isSecret(orderOf(choice));
  }

  #votes(ballot: BallotRecord, votes: readonly VoteRecord[]): ExportedVote[] {
    const inTurn = [...votes].sort((a, b) => byAge(a.cast, b.cast));
    const last = new Map(inTurn.map((vote) => [vote.member, vote]));
    return inTurn.map((vote) => {
      const { by, at, choice, reason } = vote;
      return {
        by: this.#names.of(by),
        at: time(at),
        choice: choice === null ? null : this.#choice(choice, ballot.seat),
        reason: this.#isSecretVote(ballot, choice) ? null : written(reason),
        counts: choice !== null && last.get(vote.member) === vote,
      };
    });
  }

  /** Whether a ballot is its side's own affair, and the game still goes on. */
  #hides(ballot: BallotRecord | undefined): boolean {
    if (!ballot || this.#archive.game.ended || ballot.subject.kind !== 'order') return false;
    return ballot.rules.secret && this.#voice.side(ballot.seat) !== null;
  }

  /** @param alone without the other choices */
  #decision({ choice, votes, of, tie }: Decision, seat: SeatId, alone: boolean): ExportedDecision {
    const among = alone ? [] : tie?.among.map((level) => this.#choice(level, seat));
    return { choice: this.#choice(choice, seat), votes, of, tie: tie && among ? { rule: tie.rule, among } : null };
  }

  #choice(choice: string, seat: SeatId): ExportedChoice {
    return choice === MOTION_CHOICE.for || choice === MOTION_CHOICE.against
      ? choice
      : this.#order(orderOf(choice), seat);
  }

  #council(council: Council): ExportedCouncil {
    return exportedCouncil(council, (member) => this.#names.ofId(member));
  }

  #number(ballot: number | null): number | null {
    if (ballot === null) return null;
    const number = this.#numbers.get(ballot);
    if (number === undefined) throw new Error(`Ballot ${ballot} is none of game ${this.#archive.game.id}`);
    return number;
  }
}

function votesByBallot(votes: GameArchive['votes']): ReadonlyMap<number, readonly VoteRecord[]> {
  const byBallot = new Map<number, VoteRecord[]>();
  for (const vote of votes) {
    const known = byBallot.get(vote.ballot);
    if (known) known.push(vote);
    else byBallot.set(vote.ballot, [vote]);
  }
  return byBallot;
}

/** The order a vote was for: a choice is its JSON. */
function orderOf(choice: string): Order {
  return JSON.parse(choice) as Order;
}

function written(text: string | null): string | null {
  return text === null ? null : withoutIds(text);
}

function time(at: number): string {
  return new Date(at).toISOString();
}
