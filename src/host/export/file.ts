import type { Json, System } from '../../game/index.ts';
import type { GameRecord, Store } from '../../store/index.ts';
import { exportOf } from './export.ts';
import type { ExportedGame } from './format.ts';

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
 * @throws MisfitLog where the rules no longer accept the log
 */
export function replayFileOf(store: Store, system: System, game: GameRecord): ReplayFile {
  const dataset = store.dataset(game.dataset);
  if (!dataset) throw new Error(`Game ${game.id} has lost its dataset ${game.dataset}`);
  const [entries, votes] = [store.entries(game.id), store.votesOf(game.id)];
  const members = [game.starter, ...entries.map(({ member }) => member), ...votes.map(({ by }) => by)];
  const whole = exportOf(system, {
    game,
    dataset,
    entries,
    ballots: store.ballotsOf(game.id),
    votes,
    memberById: (member) => store.memberById(member),
  });
  return {
    file: `${game.system}-${game.id}.json`,
    text: textOf(whole),
    fingerprint: whole.digests.fingerprint,
    renamed: members.some((member) => member?.discordId === null),
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
export function textOf(whole: ExportedGame | Json): string {
  return `${JSON.stringify(whole, null, 2)}\n`;
}
