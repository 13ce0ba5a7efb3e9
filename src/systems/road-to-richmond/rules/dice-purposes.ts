import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type Side, targetOf } from '../vocabulary.ts';

/** What dice are rolled for, as sealed records have it: as fixed as a key of a stored file, and no wording to be mended. */
export const ROLLED_FOR = {
  attack: (side: Side, hexes: readonly HexId[]) =>
    `${side === 'union' ? 'Union' : 'Confederate'} attack on ${targetOf(hexes)}`,
} as const;
