import type { EntryRecord, GameRecord, Store } from '../../../store/index.ts';
import { ballotsAndVotes } from '../../messages/entry-sentences.ts';
import type { PlayedLog } from '../../table/game-tables.ts';
import type { LogWords } from '../../table/log-words.ts';
import { exportGame, exportUnruled } from './export-game.ts';
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
 * The whole of a game as it may be known now, as the file that `npm run replay` reads.
 * @param played its log played through
 */
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

/** A game as a file of another form, which needs none of its rules. */
export function unruledFile(store: Store, voice: LogWords, game: GameRecord): Pick<ReplayFile, 'file' | 'text'> {
  const whole = exportUnruled(voice, archiveIn(store, game, [...store.entriesAfter(game.id, -1)]));
  return { file: `${game.system}-${game.id}-log.json`, text: textOf(whole) };
}

function archiveIn(store: Store, game: GameRecord, entries: readonly EntryRecord[]): GameArchive {
  const dataset = store.dataset(game.dataset);
  if (!dataset) throw new Error(`Game ${game.id} has lost its dataset ${game.dataset}`);
  const { ballots, votes } = ballotsAndVotes(store, game);
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
export function textOf(whole: unknown): string {
  return `${JSON.stringify(whole, null, 2)}\n`;
}
