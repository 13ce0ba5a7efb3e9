import type { HexId } from '../../../kit/hex/grid.ts';
import { listed } from '../../../kit/words.ts';
import type { Field } from '../field.ts';
import { hexLabel } from '../names.ts';

/** A hex as there is room for it in a picture: "1004 New Cold Harbor", and of what is only near a place the number alone. */
export function shortHex(field: Field, hex: HexId): string {
  return hexLabel(field, hex).replace(/ (near|by|to|from) .*$/, '');
}

export function shortHexes(field: Field, hexes: readonly HexId[]): string {
  return listed(hexes.map((hex) => shortHex(field, hex)));
}
