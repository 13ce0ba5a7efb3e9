import { byAge, changesInWords, countInWords, decisionInWords, standingVotes, tally } from '../../../council/index.ts';
import type { Json, System } from '../../../game/index.ts';
import type { BallotRecord, EntryRecord, GameRecord, InheritedOrder, Store, VoteRecord } from '../../../store/index.ts';
import { CouncilHistory } from '../../messages/entry-sentences.ts';
import { councilOf, councilsAfter, type GamePosition, openPoint } from '../../table/game-position.ts';
import type { PlayedLog } from '../../table/game-tables.ts';
import { type LogWords, logWordsOf } from '../../table/log-words.ts';
import { votesByBallot } from '../../table/played-game.ts';
import { type PlainStep, type ReplayedLog, stepsWithoutRules } from '../../table/replay-log.ts';
import {
  exportedRules,
  type GameArchive,
  RedactedParts,
  textWithoutIds,
  time,
  withoutIds,
} from './export-redaction.ts';
import {
  digestsOf,
  type ExportedBallot,
  type ExportedEntry,
  type ExportedEntryBody,
  type ExportedGame,
  type ExportedInherited,
  type ExportedLine,
  type ExportedVote,
  type Undigested,
  type UnruledGame,
} from './replay-schema.ts';

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

/** Stands in each file that is made without the rules. */
const ABOUT_UNRULED = [
  'A game of Council of War whose rules have changed since: its log, its dice, its ballots and the rules data it began with, as they were written.',
  'It leaves out what each order did, because today’s rules don’t accept the log. An earlier version of the program may accept it.',
  ...ABOUT.slice(1, 4),
];

/** How many reasons each choice has while a ballot is open: as many as on its card. */
const OPEN_REASONS = 1;

/** A game as its channel may know it now. */
function exportGame(
  system: System,
  archive: GameArchive,
  played: Pick<ReplayedLog, 'position' | 'steps'>,
): ExportedGame {
  const game = new GameExport(logWordsOf(system), archive);
  const head = game.head(system, played.position);
  // Only its side knows that an order that lies face down was changed.
  const { seq } = openPoint(played.position);
  const steps = archive.game.ended ? played.steps : played.steps.filter(({ entry }) => entry.seq <= seq);
  const whole = { ...head, log: game.log(steps), ballots: game.ballots() };
  return { ...whole, digests: digestsOf(whole as unknown as Undigested) };
}

/** The parts of a game's file. */
export class GameExport {
  readonly #parts: RedactedParts;
  readonly #councils: CouncilHistory;
  readonly #ballotById: ReadonlyMap<number, BallotRecord>;
  readonly #votesByBallot: ReadonlyMap<number, readonly VoteRecord[]>;

  constructor(voice: LogWords, archive: GameArchive) {
    this.#parts = new RedactedParts(voice, archive);
    this.#councils = new CouncilHistory(archive.entries);
    this.#ballotById = new Map(archive.ballots.map((ballot) => [ballot.id, ballot]));
    this.#votesByBallot = votesByBallot(archive.votes);
  }

  /** All parts but log, ballots and digests. */
  head(system: System, position: GamePosition): Omit<ExportedGame, 'log' | 'ballots' | 'digests'> {
    const { game } = this.#parts.archive;
    const { id } = system;
    const { title, basis, seats, variants } = system.about;
    const { game: name, ...facts } = this.#facts();
    const { ended } = game;
    const [outcome, ending] = [system.rules.outcome(position.state), system.positionWords.ending(position.state)];
    return {
      format: 'council-of-war-game',
      version: 5,
      about: ABOUT,
      game: name,
      system: { id, title, basis, seats: seats.map((seat) => ({ id: seat.id, name: seat.name })) },
      variant: { id: game.variant, name: variants.find((one) => one.id === game.variant)?.name ?? game.variant },
      ...facts,
      ended: ended && { at: time(ended.at), how: ended.how, outcome: outcome && ending && { ...outcome, ...ending } },
      summary: system.positionWords.summary(system.knowledge.view(position.state, 'public')),
      councils: Object.fromEntries(seats.map((seat) => [seat.id, this.#parts.council(councilOf(position, seat.id))])),
    };
  }

  headWithoutRules(): Omit<UnruledGame, 'log' | 'ballots'> {
    const { game, entries } = this.#parts.archive;
    const councils = Object.entries(councilsAfter(entries));
    return {
      format: 'council-of-war-log',
      version: 5,
      about: ABOUT_UNRULED,
      system: game.system,
      variant: game.variant,
      ...this.#facts(),
      ended: game.ended && { at: time(game.ended.at), how: game.ended.how },
      councils: Object.fromEntries(councils.map(([seat, council]) => [seat, this.#parts.council(council)])),
    };
  }

  log(steps: readonly PlainStep[]): ExportedEntry[] {
    return steps.map((step) => this.#entry(step));
  }

  ballots(): ExportedBallot[] {
    return this.#parts.archive.ballots.map((ballot) => this.#ballot(ballot));
  }

  #facts(): Pick<ExportedGame, 'game' | 'dataset' | 'seal' | 'secret' | 'startedBy' | 'startedAt' | 'whatIf'> {
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

  #entry({ entry, events, takenBackBy }: PlainStep): ExportedEntry {
    const told = [...events.flatMap((event) => this.#parts.voice.tell(event, 'public') ?? []), ...this.#decided(entry)];
    const by = entry.member && this.#parts.names.of(entry.member);
    return { seq: entry.seq, at: time(entry.at), by, ...this.#body(entry, takenBackBy), told };
  }

  #decided(entry: EntryRecord): string[] {
    if (entry.kind === 'ballot') {
      const said = (choice: string) => {
        const chosen = this.#parts.choice(choice, entry.seat);
        return `“${typeof chosen === 'string' ? chosen : chosen.said}”`;
      };
      const ballot = this.#ballotById.get(entry.ballot);
      const casting = ballot?.casting;
      const words = this.#parts.isSecretBallot(ballot)
        ? countInWords(entry.decision)
        : decisionInWords(entry.decision, said, casting ? this.#parts.names.of(casting) : null);
      return [`Decided ${words}.`];
    }
    if (entry.kind !== 'council') return [];
    const old = this.#councils.after(entry.seat, entry.seq - 1);
    const changes = changesInWords(
      old,
      entry.council,
      (member) => this.#parts.names.ofId(member),
      null,
      this.#parts.voice.side(entry.seat),
    );
    return changes.length > 0 ? [`Changed: ${withoutIds(changes.join('; '))}.`] : [];
  }

  #body(entry: EntryRecord, takenBackBy: EntryRecord | null): ExportedEntryBody {
    switch (entry.kind) {
      case 'start': {
        const { kind, throws, inherited } = entry;
        const taken = inherited && { inherited: inherited.map((one) => this.#inherited(one)) };
        return { kind, throws: this.#parts.throws(throws), ...taken };
      }
      case 'order': {
        const { kind, seat, order, reason, ballot, cause } = entry;
        const secret = this.#parts.isSecretOrder(order);
        return {
          kind,
          seat,
          ...this.#parts.order(order, seat),
          throws: secret ? null : this.#parts.throws(entry.throws),
          reason: secret ? null : textWithoutIds(reason),
          ballot: this.#parts.number(ballot),
          ...(cause ? { cause } : {}),
          takenBackBy: takenBackBy?.seq ?? null,
        };
      }
      case 'undo':
        return {
          kind: 'undo',
          takesBack: entry.takesBack,
          ...(entry.reason === undefined ? {} : { reason: withoutIds(entry.reason) }),
          ...(entry.agreed === undefined ? {} : { agreed: entry.agreed }),
        };
      case 'abandon':
        return { kind: 'abandon' };
      case 'council': {
        const { kind, seat, council, cause, ballot, lets, reason } = entry;
        return {
          kind,
          seat,
          council: this.#parts.council(council),
          cause,
          ballot: this.#parts.number(ballot),
          ...(lets === undefined ? {} : { lets: this.#parts.names.ofId(lets) }),
          ...(reason === undefined ? {} : { reason: withoutIds(reason) }),
        };
      }
      case 'ballot': {
        const { kind, seat, ballot, decision, throws } = entry;
        const number = this.#parts.number(ballot) as number;
        const hides = this.#parts.isSecretBallot(this.#ballotById.get(ballot));
        return {
          kind,
          seat,
          ballot: number,
          decision: this.#parts.decision(decision, seat, hides),
          // The die of a tie has as many sides as there were equal choices, so it is hidden too.
          throws: this.#parts.hidesChoices ? [] : this.#parts.throws(throws),
        };
      }
      default:
        return entry satisfies never;
    }
  }

  #inherited({ seat, order, throws }: InheritedOrder): ExportedInherited {
    return {
      seat,
      ...this.#parts.order(order, seat),
      throws: this.#parts.isSecretOrder(order) ? null : this.#parts.throws(throws),
    };
  }

  #ballot(ballot: BallotRecord): ExportedBallot {
    const { id, seat, seq, subject, rules, opener, casting, openedAt, clockwork, closed } = ballot;
    const votes = this.#votesByBallot.get(id) ?? [];
    const hides = this.#parts.isSecretBallot(ballot);
    return {
      number: this.#parts.number(id) as number,
      seat,
      after: seq,
      subject: subject.kind,
      proposed: subject.kind === 'council' ? this.#parts.council(subject.proposed) : null,
      openedBy: opener && this.#parts.names.of(opener),
      openedAt: time(openedAt),
      rules: exportedRules(rules),
      casting: casting && this.#parts.names.of(casting),
      closes: clockwork.closes === null ? null : time(clockwork.closes),
      extended: clockwork.extended,
      closed: closed && {
        at: time(closed.at),
        how: closed.how,
        why: closed.why,
        by: closed.by && this.#parts.names.of(closed.by),
        decision: closed.decision && this.#parts.decision(closed.decision, seat, hides),
      },
      voters: standingVotes(votes).length,
      tally: hides || (rules.sealed && !closed) ? null : this.#tally(ballot, votes),
      votes: hides ? null : closed && this.#votes(ballot, votes),
    };
  }

  #tally(ballot: BallotRecord, votes: readonly VoteRecord[]): ExportedLine[] | null {
    if (this.#isHidden(ballot)) return null;
    const { closed, seat } = ballot;
    // Counts the votes as they stand in the file: a reader of the file who counts them gets the same.
    const inFile = votes.map((vote) => ({ ...vote, reason: textWithoutIds(vote.reason) }));
    return tally(inFile).map(({ choice, voters, reasons }) => ({
      choice: this.#parts.choice(choice, seat),
      votes: voters.length,
      voters: closed && voters.map((voter) => this.#parts.names.ofId(voter)),
      reasons: (closed ? reasons : reasons.slice(0, OPEN_REASONS)).map(({ text, by, votes }) => ({
        text,
        by: this.#parts.names.ofId(by),
        votes,
      })),
    }));
  }

  #isHidden({ subject }: BallotRecord): boolean {
    return subject.kind === 'order' && this.#parts.hidesChoices;
  }

  #votes(ballot: BallotRecord, votes: readonly VoteRecord[]): ExportedVote[] {
    const inTurn = [...votes].sort((a, b) => byAge(a.cast, b.cast));
    const last = new Map(inTurn.map((vote) => [vote.member, vote]));
    return inTurn.map((vote) => {
      const { by, at, choice, reason } = vote;
      return {
        by: this.#parts.names.of(by),
        at: time(at),
        choice: choice === null ? null : this.#parts.choice(choice, ballot.seat),
        reason: this.#isHidden(ballot) ? null : textWithoutIds(reason),
        counts: choice !== null && last.get(vote.member) === vote,
      };
    });
  }
}

/** A game as a file, for anyone who may know what its channel knows. */
export interface ReplayFile {
  /** `overland-k3x9….json` */
  readonly file: string;
  readonly text: string;
  /** 64 hex digits. Files with the same fingerprint are equal. */
  readonly fingerprint: string;
  /** Whether a member in the file has had their data deleted since: earlier files have another fingerprint. */
  readonly renamed: boolean;
}

/** A game as it may be known now, as the file that `npm run replay` reads. */
export function replayFile(store: Store, game: GameRecord, { system, ...played }: PlayedLog): ReplayFile {
  const entries = played.steps.map(({ entry }) => entry);
  const archive = archiveIn(store, game, entries);
  const whole = exportGame(system, archive, played);
  const members = [game.starter, ...entries.map(({ member }) => member), ...archive.votes.map(({ by }) => by)];
  return {
    file: `${game.system}-${game.id}.json`,
    text: textOf(whole),
    fingerprint: whole.digests.fingerprint,
    renamed: members.some((member) => member?.discordId === null),
  };
}

/** The file of a game whose rules are missing or no longer fit its log. It lacks the parts that need them. */
export function unruledFile(store: Store, voice: LogWords, game: GameRecord): Pick<ReplayFile, 'file' | 'text'> {
  const archive = archiveIn(store, game, [...store.entriesAfter(game.id, -1)]);
  const parts = new GameExport(voice, archive);
  const log = parts.log(stepsWithoutRules(archive.entries));
  const whole: UnruledGame = { ...parts.headWithoutRules(), log, ballots: parts.ballots() };
  return { file: `${game.system}-${game.id}-log.json`, text: textOf(whole) };
}

function archiveIn(store: Store, game: GameRecord, entries: readonly EntryRecord[]): GameArchive {
  const dataset = store.dataset(game.dataset);
  if (!dataset) throw new Error(`Game ${game.id} has lost its dataset ${game.dataset}`);
  const [ballots, votes] = [store.ballotsOf(game.id), store.votesOf(game.id)];
  return { game, dataset, entries, ballots, votes, memberById: (member) => store.memberById(member) };
}

/** Markdown that goes with the file. With it, anyone who gets a copy can check that the bot made it. */
export function fingerprintInWords({ fingerprint, renamed }: Pick<ReplayFile, 'fingerprint' | 'renamed'>): string {
  const words = `Its fingerprint, to check that a copy is unchanged: \`${fingerprint}\``;
  return renamed ? `${words}\n${RENAMED}.` : words;
}

export const RENAMED = 'Some names have been deleted since, so files saved earlier have a different fingerprint';

/** Every file is made this way: indented by two spaces, with a line feed at the end. */
export function textOf(whole: unknown): string {
  return `${JSON.stringify(whole, null, 2)}\n`;
}
