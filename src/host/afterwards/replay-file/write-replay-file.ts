import type { Json } from '../../../game/index.ts';
import type { EntryRecord, GameRecord, Store } from '../../../store/index.ts';
import { each } from '../../base/generator-steps.ts';
import { ballotsAndVotes } from '../../messages/entry-sentences.ts';
import type { PlayedLog } from '../../table/game-tables.ts';
import type { LogWords } from '../../table/log-words.ts';
import { exporting, unruledExporting } from './export-game.ts';
import type { GameArchive } from './export-redaction.ts';

/** A game as a file, for anyone who may know what its channel knows. */
export interface ReplayFile {
  /** `overland-k3x9….json` */
  readonly file: string;
  readonly text: string;
  /** 64 hex digits: two files that have the same are the same. */
  readonly fingerprint: string;
  /** Whether a member it names has had their data deleted: files made before have another fingerprint. */
  readonly renamed: boolean;
}

/**
 * The whole of a game as it may be known now, as the file that `npm run replay` reads: a step for each of its parts.
 * @param played its log played through
 */
export function* replayFile(
  store: Store,
  game: GameRecord,
  { system, ...played }: PlayedLog,
): Generator<void, ReplayFile, void> {
  const entries = played.steps.map(({ entry }) => entry);
  const archive = yield* archiving(store, game, entries);
  const whole = yield* exporting(system, archive, played);
  const members = [game.starter, ...entries.map(({ member }) => member), ...archive.votes.map(({ by }) => by)];
  return {
    file: `${game.system}-${game.id}.json`,
    text: yield* writing(whole),
    fingerprint: whole.digests.fingerprint,
    renamed: members.some((member) => member?.discordId === null),
  };
}

/** A game as a file of another form, which needs none of its rules. */
export function* unruledFile(
  store: Store,
  voice: LogWords,
  game: GameRecord,
): Generator<void, Pick<ReplayFile, 'file' | 'text'>, void> {
  const entries = yield* each(store.entriesAfter(game.id, -1), (entry) => entry);
  const whole = yield* unruledExporting(voice, yield* archiving(store, game, entries));
  return { file: `${game.system}-${game.id}-log.json`, text: yield* writing(whole) };
}

function* archiving(
  store: Store,
  game: GameRecord,
  entries: readonly EntryRecord[],
): Generator<void, GameArchive, void> {
  const dataset = store.dataset(game.dataset);
  if (!dataset) throw new Error(`Game ${game.id} has lost its dataset ${game.dataset}`);
  const { ballots, votes } = yield* ballotsAndVotes(store, game);
  return { game, dataset, entries, ballots, votes, memberById: (member) => store.memberById(member) };
}

/** Markdown that goes with the file, so that anyone who gets a copy can check that the bot made it. */
export function fingerprintInWords({ fingerprint, renamed }: Pick<ReplayFile, 'fingerprint' | 'renamed'>): string {
  const words = `Its fingerprint, to check that a copy is unchanged: \`${fingerprint}\``;
  return renamed ? `${words}\n${RENAMED}.` : words;
}

/** Why a file that was saved before has another fingerprint. */
export const RENAMED = 'Some names have been deleted since, so files saved earlier have a different fingerprint';

/** The one way a file is written: two spaces a level, each member on its line, a line feed at the end. */
export function textOf(whole: Json): string {
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** Characters of a file that are put together at a time. */
const BLOCK = 64 * 1024;

/** The same, a step for each member of the whole, and of each list in it. */
export function* writing(whole: object): Generator<void, string, void> {
  const blocks: string[] = [];
  let block: string[] = [];
  let length = 0;
  for (const piece of piecesOf(whole)) {
    block.push(piece);
    length += piece.length;
    if (length >= BLOCK) {
      blocks.push(block.join(''));
      [block, length] = [[], 0];
    }
    yield;
  }
  return [...blocks, ...block].join('');
}

function* piecesOf(whole: object): Generator<string> {
  let before = '{\n  ';
  for (const [name, value] of Object.entries(whole)) {
    const start = `${before}${JSON.stringify(name)}: `;
    before = ',\n  ';
    if (!Array.isArray(value) || value.length === 0) {
      yield `${start}${indented(value as Json, 2)}`;
      continue;
    }
    for (const [at, part] of value.entries()) yield `${at === 0 ? `${start}[` : ','}\n    ${indented(part as Json, 4)}`;
    yield '\n  ]';
  }
  yield '\n}\n';
}

/** A part as it is written at its place. No text in JSON has a line feed. */
function indented(part: Json, spaces: number): string {
  return JSON.stringify(part, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
