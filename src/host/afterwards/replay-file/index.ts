import type { Library } from '../../table/game-library.ts';
import { gameInWords } from './game-in-words.ts';
import { inspect } from './inspect.ts';
import { type Paragraph, paragraph } from './terminal.ts';
import { isVerified, verdictInWords } from './verdict.ts';

export { LARGEST } from './read-text.ts';
export { type Paragraph, paragraph, typesetLines } from './terminal.ts';

/**
 * A game's file, told and judged. `well`: it is verified.
 * @param posted text of the channel: the heads of the log in it are compared
 */
export function readReplay(
  bytes: Uint8Array,
  library: Library,
  posted = '',
): { readonly paragraphs: readonly Paragraph[]; readonly well: boolean } {
  const inspection = inspect(bytes, library, posted);
  const { game } = inspection;
  const told = game ? [...gameInWords(game, inspection.takenBack), paragraph('')] : [];
  return { paragraphs: [...told, ...verdictInWords(inspection)], well: isVerified(inspection) };
}
