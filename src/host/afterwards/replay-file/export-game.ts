import type { Json, State, System } from '../../../game/index.ts';
import { drained, each } from '../../base/generator-steps.ts';
import { councilOf, councilsAfter } from '../../table/game-position.ts';
import { type LogWords, logWordsOf } from '../../table/log-words.ts';
import { type ReplayedLog, replayLog, undosIn } from '../../table/replay-log.ts';
import { type GameArchive, RedactedParts, time } from './export-redaction.ts';
import { ExportedBallots } from './exported-ballot.ts';
import { ExportedEntries } from './exported-entry.ts';
import { digesting, type Undigested } from './file-digests.ts';
import type { ExportedEnd, ExportedGame, UnruledGame } from './replay-schema.ts';

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
  'Times are UTC. Members appear by name only; this file holds no Discord ids.',
  'While the game goes on, these are null: the secret behind its dice, secret orders, and the cards of shuffles.',
  'While a game of several sides goes on, the tally, the votes and the reasons of a side’s secret ballots are null, even after they close.',
  'While a ballot is open, its votes are null. Its tally says how many votes each order has, but not whose, and is null if the ballot is sealed.',
  'The log and the rules data let you replay the game order by order. With the secret you can check each roll; /verify shows how.',
  'A digest is the first 32 hex digits of the SHA-256 of a part, as JSON without spaces and with the keys of every object sorted.',
  'The fingerprint is the SHA-256 of the digests of head, log and ballots together, in the same form. The bot posts it with the file: compare the two.',
  'In a copy of Council of War, npm run replay FILE checks all of this, every roll included, and prints the game.',
];

/** Written into each file that had to be made without rules. */
const ABOUT_UNRULED = [
  'A game of Council of War whose rules have changed since: its log, its dice, its ballots and the rules data it began with, as they were written.',
  'It leaves out what each order did, because today’s rules don’t accept the log. An earlier version of the program may accept it.',
  ...ABOUT.slice(1, 4),
];

class Exporter {
  readonly #parts: RedactedParts;
  readonly #entries: ExportedEntries;
  readonly #ballots: ExportedBallots;

  constructor(voice: LogWords, archive: GameArchive) {
    this.#parts = new RedactedParts(voice, archive);
    this.#entries = new ExportedEntries(this.#parts);
    this.#ballots = new ExportedBallots(this.#parts);
  }

  *exported(system: System, played: Pick<ReplayedLog, 'position' | 'steps'>): Generator<void, ExportedGame, void> {
    const whole = yield* this.#whole(system, played);
    return { ...whole, digests: yield* digesting(whole as unknown as Undigested) };
  }

  *unruled(): Generator<void, UnruledGame, void> {
    const { game, entries, ballots } = this.#parts.archive;
    const undos = undosIn(entries);
    const councils = Object.entries(councilsAfter(entries));
    return {
      format: 'council-of-war-log',
      version: 5,
      about: ABOUT_UNRULED,
      system: game.system,
      variant: game.variant,
      ...this.#head(),
      ended: game.ended && { at: time(game.ended.at), how: game.ended.how },
      councils: Object.fromEntries(councils.map(([seat, council]) => [seat, this.#parts.council(council)])),
      log: yield* each(entries, (entry) =>
        this.#entries.entry({ entry, events: [], takenBackBy: undos.get(entry.seq) ?? null }),
      ),
      ballots: yield* each(ballots, (ballot) => this.#ballots.ballot(ballot)),
    };
  }

  #head(): Pick<ExportedGame, 'game' | 'dataset' | 'seal' | 'secret' | 'startedBy' | 'startedAt' | 'whatIf'> {
    const { game, dataset } = this.#parts.archive;
    return {
      game: game.id,
      dataset: { hash: dataset.hash, files: JSON.parse(dataset.files) as { readonly [file: string]: Json } },
      seal: game.seal,
      secret: game.ended ? game.secret : null,
      startedBy: this.#parts.names.of(game.starter),
      startedAt: time(game.startedAt),
      whatIf: game.whatIf && { game: game.whatIf.game, after: game.whatIf.seq },
    };
  }

  *#whole(
    system: System,
    { position, steps }: Pick<ReplayedLog, 'position' | 'steps'>,
  ): Generator<void, Omit<ExportedGame, 'digests'>, void> {
    const { game, ballots } = this.#parts.archive;
    const { id, title, basis, seats, variants } = system;
    const { game: name, ...head } = this.#head();
    return {
      format: 'council-of-war-game',
      version: 5,
      about: ABOUT,
      game: name,
      system: { id, title, basis, seats: seats.map((seat) => ({ id: seat.id, name: seat.name })) },
      variant: { id: game.variant, name: variants.find((one) => one.id === game.variant)?.name ?? game.variant },
      ...head,
      ended: this.#end(system, position.state),
      summary: system.summary(system.view(position.state, 'public')),
      councils: Object.fromEntries(seats.map((seat) => [seat.id, this.#parts.council(councilOf(position, seat.id))])),
      log: yield* each(steps, (step) => this.#entries.entry(step)),
      ballots: yield* each(ballots, (ballot) => this.#ballots.ballot(ballot)),
    };
  }

  #end(system: System, state: State): ExportedEnd | null {
    const { ended } = this.#parts.archive.game;
    if (!ended) return null;
    const outcome = system.outcome(state);
    return { at: time(ended.at), how: ended.how, outcome };
  }
}
