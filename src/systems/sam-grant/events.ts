import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { Tagged } from '../../kit/tagged-union.ts';
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

export type Event = Tagged<'type', EventFacts>;
export type EventOf<T extends keyof EventFacts> = Extract<Event, { readonly type: T }>;
interface EventFacts {
  opened: object;
  /** A game-turn begins: the CSA has its point for time [4]. */
  turn: { turn: number; margin: number };
  cut: { side: Side; cards: number };
  dealt: { hands: EachSide<readonly Card[]>; cuts: EachSide<number> };
  chosen: { side: Side; card: Card };
  revealed: { cards: EachSide<Card>; first: Side; river: boolean };
  /** `steps`: a block for each step; to others, hexes with how many [14.3]. */
  supplied: { side: Side; steps: readonly BlockId[]; hexes: readonly (readonly [HexId, number])[] };
  /** `taken`: cities with points that are another side's by it, whose blocks they were left to or that it comes to [2.3]. */
  moved: {
    side: Side;
    from: HexId;
    mode: Mode | 'march' | 'regroup';
    going: readonly Going[];
    taken?: readonly (readonly [HexId, Side])[];
  };
  /** A forced march: the die, and whether it cost a step; `captured`: it was the last [5.5]. */
  marched: { side: Side; block: BlockId; to: HexId; die: number; lost: boolean; captured: boolean };
  built: { side: Side; block: BlockId; hex: HexId; steps: number };
  bragg: { hex: HexId; blocks: readonly BlockId[]; points: number };
  /** A side commits what it has done; `pass`: nothing [3.6]. */
  finished: { side: Side; phase: 'supply' | 'actions'; pass: boolean };
  battle: { hex: HexId; attacker: Side; attackers: number; defenders: number };
  planned: { side: Side; hex: HexId };
  /** The steps of the fight since it last stopped. */
  fought: { hex: HexId; attacker: Side; steps: readonly BattleStep[] };
  won: { hex: HexId; winner: Side };
  /** Blocks that lost a step for want of food; `gone`: those that had none left [8.3, 8.4]. */
  hungry: { side: Side; hex: HexId; blocks: readonly BlockId[]; gone: readonly BlockId[] };
  offered: { side: Side; give: readonly BlockId[]; take: readonly BlockId[] };
  answered: { side: Side; accepted: boolean; freed: readonly BlockId[] };
  passed: { side: Side; phase: 'exchange' };
  ended: { margin: number; level: string; winner: Side | null; sudden: boolean };
}
