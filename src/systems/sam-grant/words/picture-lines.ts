import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import type { BlockView } from '../view.ts';
import { hexName, KIND_NAMES } from './names.ts';

/** What stands in the card at the foot of a picture, a line each. */

/** Over the picture of where blocks can go. */
export const REACH = 'in reach';

/** The hex, and each block that is seen there: "Hardee: infantry, 4/4". */
export function stackLines(theatre: Theatre, hex: HexId, known: readonly BlockView[]): readonly string[] {
  const blocks = known.map(({ id, steps }) => {
    const { name, kind, full } = blockOf(theatre, id);
    return `${name}: ${KIND_NAMES[kind]}, ${steps}/${full}`;
  });
  return [hexName(theatre, hex), ...blocks];
}

/** A round of a battle, or the hex. */
export function isHeading(line: string): boolean {
  return line.startsWith('Round') || /^\d{4} /.test(line);
}
