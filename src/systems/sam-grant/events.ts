import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { BlockId, Card, EachSide, Mode, Side } from './vocabulary.ts';

/** Blocks going somewhere; to all but their own side they are so many [14.3]. */
export interface Going {
  readonly to: HexId;
  /** The hex before, where it is entered against the enemy. */
  readonly by: HexId | null;
  readonly blocks: readonly BlockId[];
}

/** A block that fires, with its dice; `lost`: who lost a step by each hit that counted, in order. */
export interface Volley {
  readonly block: BlockId;
  readonly dice: readonly number[];
  readonly hits: number;
  readonly lost: readonly BlockId[];
}

export type BattleStep =
  | { readonly kind: 'round'; readonly round: number; readonly shown: readonly BlockId[] }
  | { readonly kind: 'volley'; readonly volley: Volley }
  | { readonly kind: 'retreat'; readonly block: BlockId; readonly to: HexId }
  | { readonly kind: 'prisoner'; readonly block: BlockId };

export type Event =
  | { readonly type: 'opened' }
  /** A game-turn begins: the CSA has its point for time [4]. */
  | { readonly type: 'turn'; readonly turn: number; readonly margin: number }
  | { readonly type: 'cut'; readonly side: Side; readonly cards: number }
  | { readonly type: 'dealt'; readonly hands: EachSide<readonly Card[]>; readonly cuts: EachSide<number> }
  | { readonly type: 'chosen'; readonly side: Side; readonly card: Card }
  | { readonly type: 'revealed'; readonly cards: EachSide<Card>; readonly first: Side; readonly river: boolean }
  /** `steps`: a block for each step; to others, hexes with how many [14.3]. */
  | {
      readonly type: 'supplied';
      readonly side: Side;
      readonly steps: readonly BlockId[];
      readonly hexes: readonly (readonly [HexId, number])[];
    }
  | {
      readonly type: 'moved';
      readonly side: Side;
      readonly from: HexId;
      readonly mode: Mode | 'march' | 'regroup';
      readonly going: readonly Going[];
    }
  /** A forced march: the die, and whether it cost a step; `captured`: it was the last [5.5]. */
  | {
      readonly type: 'marched';
      readonly side: Side;
      readonly block: BlockId;
      readonly to: HexId;
      readonly die: number;
      readonly lost: boolean;
      readonly captured: boolean;
    }
  | {
      readonly type: 'built';
      readonly side: Side;
      readonly block: BlockId;
      readonly hex: HexId;
      readonly steps: number;
    }
  | { readonly type: 'bragg'; readonly hex: HexId; readonly blocks: readonly BlockId[]; readonly points: number }
  /** A side commits what it has done; `pass`: nothing [3.6]. */
  | { readonly type: 'finished'; readonly side: Side; readonly phase: 'supply' | 'actions'; readonly pass: boolean }
  | {
      readonly type: 'battle';
      readonly hex: HexId;
      readonly attacker: Side;
      readonly attackers: number;
      readonly defenders: number;
    }
  | { readonly type: 'planned'; readonly side: Side; readonly hex: HexId }
  /** What the fight came to since it last stopped. */
  | { readonly type: 'fought'; readonly hex: HexId; readonly attacker: Side; readonly steps: readonly BattleStep[] }
  | { readonly type: 'won'; readonly hex: HexId; readonly winner: Side }
  /** Blocks that lost a step for want of food; `gone`: those that had none left [8.3, 8.4]. */
  | {
      readonly type: 'hungry';
      readonly side: Side;
      readonly hex: HexId;
      readonly blocks: readonly BlockId[];
      readonly gone: readonly BlockId[];
    }
  | {
      readonly type: 'offered';
      readonly side: Side;
      readonly give: readonly BlockId[];
      readonly take: readonly BlockId[];
    }
  | { readonly type: 'answered'; readonly side: Side; readonly accepted: boolean; readonly freed: readonly BlockId[] }
  | { readonly type: 'passed'; readonly side: Side; readonly phase: 'exchange' }
  | {
      readonly type: 'ended';
      readonly margin: number;
      readonly level: string;
      readonly winner: Side | null;
      readonly sudden: boolean;
    };
