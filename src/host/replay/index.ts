import type { Library } from '../library.ts';
import { inspect } from './inspect.ts';
import { gameInWords } from './telling.ts';
import { type Paragraph, paragraph } from './terminal.ts';
import { isVerified, verdictInWords } from './verdict.ts';

export { type Paragraph, paragraph, typeset } from './terminal.ts';
export { LARGEST } from './text.ts';

/** A campaign's file, told and judged. `well`: it is verified. */
export function readReplay(
  bytes: Uint8Array,
  library: Library,
): { readonly paragraphs: readonly Paragraph[]; readonly well: boolean } {
  const inspection = inspect(bytes, library);
  const { game } = inspection;
  const told = game ? [...gameInWords(game), paragraph('')] : [];
  return { paragraphs: [...told, ...verdictInWords(inspection)], well: isVerified(inspection) };
}
