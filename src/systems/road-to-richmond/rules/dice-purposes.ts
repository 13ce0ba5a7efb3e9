import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type Side, targetOf } from '../vocabulary.ts';

/** The purpose of a roll in a game's sealed record. Stored records keep it, so the wording is frozen like a JSON key. */
export const ROLLED_FOR = {
  attack: (side: Side, hexes: readonly HexId[]) =>
    `${side === 'union' ? 'Union' : 'Confederate'} attack on ${targetOf(hexes)}`,
} as const;
