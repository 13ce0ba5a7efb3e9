import { calendarDay } from '../../../council/index.ts';
import type { GameRecord } from '../../../store/index.ts';
import { nameAlone, plainName } from '../../base/wording.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { comesFrom, whatIfPrint } from '../../table/what-if-words.ts';
import { withoutIds } from '../replay-file/export-redaction.ts';
import type { ReplayFile } from '../replay-file/write-replay-file.ts';

/** What the message and the file of a recap say in small print that is not told by the game itself. Lines without a mark of their own. */
export interface Imprint {
  /** Where a “what if” comes from; empty: it is none. */
  readonly origin: { readonly message: readonly string[]; readonly file: readonly string[] };
  /** The replay file of a game that is over; null: it is still being played. */
  readonly replayed: Pick<ReplayFile, 'fingerprint' | 'renamed'> | null;
  /** In both, a line each. */
  readonly notes: readonly string[];
  /** In the message alone. */
  readonly posted: readonly string[];
}

export function imprintOf(
  games: GameSources,
  game: GameRecord,
  { replayed, notes, posted }: Omit<Imprint, 'origin'>,
): Imprint {
  const message = comesFrom(games, game, {
    name: (name) => `**${plainName(name)}**`,
    day: calendarDay,
    // A DM is nobody else's to go to.
    channel: ({ channel, guild }) => (guild === null || channel === game.channel ? '' : ` in <#${channel}>`),
  });
  const file = comesFrom(games, game, { name: escaped, day: dayInWords, channel: () => '' });
  return { origin: { message, file }, replayed, notes, posted };
}

/** Of a game about which nothing else is known. */
export function plainImprint(game: GameRecord): Imprint {
  const origin = whatIfPrint(game);
  return { origin: { message: origin, file: origin }, replayed: null, notes: [], posted: [] };
}

/** `21 November 2026` */
export function dayInWords(at: number): string {
  return DAYS.format(at);
}

const DAYS = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });

/**
 * What a member wrote, or is called, as plain text in standard Markdown and where links and mentions are made of bare text; Discord's
 * ids are not left in it.
 */
export function escaped(text: string): string {
  return nameAlone(withoutIds(text))
    .replace(/[\\`*_{}[\]<>()#|~&:]|(?<=\bwww)\./gi, '\\$&')
    .replaceAll('@', '@\u200b');
}
