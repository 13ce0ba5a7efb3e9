import { byAge, changesInWords, countInWords, decisionInWords, standingVotes, tally } from '../../../council/index.ts';
import type { Json, System } from '../../../game/index.ts';
import type { BallotRecord, EntryRecord, GameRecord, InheritedOrder, Store, VoteRecord } from '../../../store/index.ts';
import { createCouncilHistory } from '../../messages/entry-sentences.ts';
import { councilOf, councilsAfter, type GamePosition, openPoint } from '../../table/game-position.ts';
import type { PlayedLog } from '../../table/game-tables.ts';
import { variantName } from '../../table/game-words.ts';
import { type LogWords, logWordsOf } from '../../table/log-words.ts';
import { votesByBallot } from '../../table/played-game.ts';
import { type PlainStep, type ReplayedLog, stepsWithoutRules } from '../../table/replay-log.ts';
import {
  createRedaction,
  exportedRules,
  type GameArchive,
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
  const game = createExport(logWordsOf(system), archive);
  const head = game.head(system, played.position);
  // Only its side knows that an order that lies face down was changed.
  const { seq } = openPoint(played.position);
  const steps = archive.game.ended ? played.steps : played.steps.filter(({ entry }) => entry.seq <= seq);
  const whole = { ...head, log: game.log(steps), ballots: game.ballots() };
  return { ...whole, digests: digestsOf(whole as unknown as Undigested) };
}

/** Makes the parts of a game's file. */
export function createExport(logWords: LogWords, archive: GameArchive) {
  const { game, dataset, entries } = archive;
  const redaction = createRedaction(logWords, archive);
  const { names, hidesChoices, isSecretOrder, isSecretBallot } = redaction;
  const { orderOf, throwsOf, decisionOf, choiceOf, numberOf } = redaction;
  const councils = createCouncilHistory(entries);
  const ballotById = new Map(archive.ballots.map((ballot) => [ballot.id, ballot]));
  const votesOf = votesByBallot(archive.votes);

  /** All parts but log, ballots and digests. */
  function head(system: System, position: GamePosition): Omit<ExportedGame, 'log' | 'ballots' | 'digests'> {
    const { title, basis, seats } = system.about;
    // The file has its parts in the order of these keys.
    const { game: id, ...facts } = headFacts();
    const { ended } = game;
    const [outcome, ending] = [system.rules.outcome(position.state), system.positionWords.ending(position.state)];
    return {
      format: 'council-of-war-game',
      version: 5,
      about: ABOUT,
      game: id,
      system: { id: system.id, title, basis, seats: seats.map((seat) => ({ id: seat.id, name: seat.name })) },
      variant: { id: game.variant, name: variantName(system, game) },
      ...facts,
      ended: ended && { at: time(ended.at), how: ended.how, outcome: outcome && ending && { ...outcome, ...ending } },
      summary: system.positionWords.summary(system.knowledge.view(position.state, 'public')),
      councils: Object.fromEntries(seats.map((seat) => [seat.id, redaction.councilOf(councilOf(position, seat.id))])),
    };
  }

  function headWithoutRules(): Omit<UnruledGame, 'log' | 'ballots'> {
    const { system, variant, ended } = game;
    const councils = Object.entries(councilsAfter(entries));
    return {
      format: 'council-of-war-log',
      version: 5,
      about: ABOUT_UNRULED,
      system,
      variant,
      ...headFacts(),
      ended: ended && { at: time(ended.at), how: ended.how },
      councils: Object.fromEntries(councils.map(([seat, council]) => [seat, redaction.councilOf(council)])),
    };
  }

  function headFacts() {
    return {
      game: game.id,
      dataset: { hash: dataset.hash, files: JSON.parse(dataset.files) as { readonly [file: string]: Json } },
      seal: game.seal,
      secret: game.ended ? game.secret : null,
      startedBy: names.of(game.starter),
      startedAt: time(game.startedAt),
      whatIf: game.whatIf && { game: game.whatIf.game, after: game.whatIf.seq },
    };
  }

  function entryOf({ entry, events, takenBackBy }: PlainStep): ExportedEntry {
    const told = [...events.flatMap((event) => logWords.tell(event, 'public') ?? []), ...councilSentences(entry)];
    const by = entry.member && names.of(entry.member);
    return { seq: entry.seq, at: time(entry.at), by, ...bodyOf(entry, takenBackBy), told };
  }

  /** How a ballot decided, or how a council has changed. */
  function councilSentences(entry: EntryRecord): string[] {
    if (entry.kind === 'ballot') {
      const ballot = ballotById.get(entry.ballot);
      if (isSecretBallot(ballot)) return [`Decided ${countInWords(entry.decision)}.`];
      const said = (choice: string) => {
        const chosen = choiceOf(choice, entry.seat);
        return `“${typeof chosen === 'string' ? chosen : chosen.said}”`;
      };
      const casting = ballot?.casting ?? null;
      return [`Decided ${decisionInWords(entry.decision, said, casting && names.of(casting))}.`];
    }
    if (entry.kind !== 'council') return [];
    const old = councils.after(entry.seat, entry.seq - 1);
    const changes = changesInWords(old, entry.council, names.ofId, null, logWords.side(entry.seat));
    return changes.length > 0 ? [`Changed: ${withoutIds(changes.join('; '))}.`] : [];
  }

  function bodyOf(entry: EntryRecord, takenBackBy: EntryRecord | null): ExportedEntryBody {
    switch (entry.kind) {
      case 'start': {
        const { kind, throws, inherited } = entry;
        return { kind, throws: throwsOf(throws), ...(inherited && { inherited: inherited.map(inheritedOf) }) };
      }
      case 'order': {
        const { kind, seat, order, reason, ballot, cause } = entry;
        const secret = isSecretOrder(order);
        return {
          kind,
          seat,
          ...orderOf(order, seat),
          throws: secret ? null : throwsOf(entry.throws),
          reason: secret ? null : textWithoutIds(reason),
          ballot: ballot === null ? null : numberOf(ballot),
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
          council: redaction.councilOf(council),
          cause,
          ballot: ballot === null ? null : numberOf(ballot),
          ...(lets === undefined ? {} : { lets: names.ofId(lets) }),
          ...(reason === undefined ? {} : { reason: withoutIds(reason) }),
        };
      }
      case 'ballot': {
        const { kind, seat, ballot, decision, throws } = entry;
        return {
          kind,
          seat,
          ballot: numberOf(ballot),
          decision: decisionOf(decision, seat, isSecretBallot(ballotById.get(ballot))),
          // The die of a tie has as many sides as there were equal choices, so it is hidden too.
          throws: hidesChoices ? [] : throwsOf(throws),
        };
      }
      default:
        return entry satisfies never;
    }
  }

  function inheritedOf({ seat, order, throws }: InheritedOrder): ExportedInherited {
    return { seat, ...orderOf(order, seat), throws: isSecretOrder(order) ? null : throwsOf(throws) };
  }

  function ballotOf(ballot: BallotRecord): ExportedBallot {
    const { id, seat, seq, subject, rules, opener, casting, openedAt, clockwork, closed } = ballot;
    const votes = votesOf.get(id) ?? [];
    const hides = isSecretBallot(ballot);
    return {
      number: numberOf(id),
      seat,
      after: seq,
      subject: subject.kind,
      proposed: subject.kind === 'council' ? redaction.councilOf(subject.proposed) : null,
      openedBy: opener && names.of(opener),
      openedAt: time(openedAt),
      rules: exportedRules(rules),
      casting: casting && names.of(casting),
      closes: clockwork.closes === null ? null : time(clockwork.closes),
      extended: clockwork.extended,
      closed: closed && {
        at: time(closed.at),
        how: closed.how,
        why: closed.why,
        by: closed.by && names.of(closed.by),
        decision: closed.decision && decisionOf(closed.decision, seat, hides),
      },
      voters: standingVotes(votes).length,
      tally: hides || (rules.sealed && !closed) ? null : tallyOf(ballot, votes),
      votes: hides ? null : closed && votesIn(ballot, votes),
    };
  }

  function tallyOf(ballot: BallotRecord, votes: readonly VoteRecord[]): ExportedLine[] | null {
    if (isHidden(ballot)) return null;
    const { closed, seat } = ballot;
    // Counts the votes as they stand in the file: a reader of the file who counts them gets the same.
    const inFile = votes.map((vote) => ({ ...vote, reason: textWithoutIds(vote.reason) }));
    return tally(inFile).map(({ choice, voters, reasons }) => ({
      choice: choiceOf(choice, seat),
      votes: voters.length,
      voters: closed && voters.map(names.ofId),
      reasons: (closed ? reasons : reasons.slice(0, OPEN_REASONS)).map(({ text, by, votes }) => ({
        text,
        by: names.ofId(by),
        votes,
      })),
    }));
  }

  function isHidden({ subject }: BallotRecord): boolean {
    return subject.kind === 'order' && hidesChoices;
  }

  function votesIn(ballot: BallotRecord, votes: readonly VoteRecord[]): ExportedVote[] {
    const inTurn = [...votes].sort((a, b) => byAge(a.cast, b.cast));
    const last = new Map(inTurn.map((vote) => [vote.member, vote]));
    return inTurn.map((vote) => ({
      by: names.of(vote.by),
      at: time(vote.at),
      choice: vote.choice === null ? null : choiceOf(vote.choice, ballot.seat),
      reason: isHidden(ballot) ? null : textWithoutIds(vote.reason),
      counts: vote.choice !== null && last.get(vote.member) === vote,
    }));
  }

  return {
    head,
    headWithoutRules,
    log: (steps: readonly PlainStep[]) => steps.map(entryOf),
    ballots: () => archive.ballots.map(ballotOf),
  };
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
export function unruledFile(store: Store, logWords: LogWords, game: GameRecord): Pick<ReplayFile, 'file' | 'text'> {
  const archive = archiveIn(store, game, [...store.entriesAfter(game.id, -1)]);
  const parts = createExport(logWords, archive);
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
