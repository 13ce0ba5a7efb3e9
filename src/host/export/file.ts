import type { Json, System } from '../../game/index.ts';
import type { GameRecord, Store } from '../../store/index.ts';
import type { Voice } from '../misfit/voice.ts';
import type { Played } from '../table.ts';
import { exportOf, type GameArchive, unruledExportOf } from './export.ts';
import type { ExportedGame, UnruledGame } from './format.ts';

/** A game as a file, for whoever may know what its channel knows. */
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
 * @param played its log played through, where that has been done
 * @throws MisfitLog where the rules no longer accept the log
 */
export function replayFileOf(store: Store, system: System, game: GameRecord, played?: Played): ReplayFile {
  const whole = exportOf(system, archiveOf(store, game), played);
  const members = [
    game.starter,
    ...store.entries(game.id).map(({ member }) => member),
    ...store.votesOf(game.id).map(({ by }) => by),
  ];
  return {
    file: `${game.system}-${game.id}.json`,
    text: textOf(whole),
    fingerprint: whole.digests.fingerprint,
    renamed: members.some((member) => member?.discordId === null),
  };
}

/** What of a game can be had without its rules, as a file of its own form. */
export function unruledFileOf(store: Store, voice: Voice, game: GameRecord): Pick<ReplayFile, 'file' | 'text'> {
  const whole = unruledExportOf(voice, archiveOf(store, game));
  return { file: `${game.system}-${game.id}-log.json`, text: textOf(whole) };
}

function archiveOf(store: Store, game: GameRecord): GameArchive {
  const dataset = store.dataset(game.dataset);
  if (!dataset) throw new Error(`Game ${game.id} has lost its dataset ${game.dataset}`);
  return {
    game,
    dataset,
    entries: store.entries(game.id),
    ballots: store.ballotsOf(game.id),
    votes: store.votesOf(game.id),
    memberById: (member) => store.memberById(member),
  };
}

/** What is said with the file, so that whoever is handed it can tell whether it is the one the bot made. Markdown. */
export function fingerprintInWords({ fingerprint, renamed }: Pick<ReplayFile, 'fingerprint' | 'renamed'>): string {
  const words = `Its fingerprint, by which anyone can tell an untouched copy: \`${fingerprint}\``;
  return renamed ? `${words}\n${RENAMED}.` : words;
}

/** Why a file that was saved before has another fingerprint. */
export const RENAMED = 'Names in it were deleted since: files made before have another fingerprint';

/** The one way a file is written: two spaces a level, each member on its line, a line feed at the end. */
export function textOf(whole: ExportedGame | UnruledGame | Json): string {
  return `${JSON.stringify(whole, null, 2)}\n`;
}
