import type { HexId } from '../../../../kit/hex/hex-grid.ts';

/** The way a unit takes to one of the places it can reach. */
export interface Leg {
  readonly cost: number;
  /** Of how many points. */
  readonly allowance: number;
  /** Every hex entered, the entry hex too, the last of them where it ends: the exit hex where it leaves. */
  readonly way: readonly HexId[];
  /** Where it enters; null: it is on the map. */
  readonly entry: HexId | null;
  /** Going there triggers early arrival [13.1]. */
  readonly alarms: boolean;
}

/** By hex, or `off-0117`, `off-1528`. */
export type Reach = ReadonlyMap<string, Leg>;
