import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { Tagged } from '../../kit/tagged-union.ts';
import type { BlockId, Card, EachSide, Mode, Side } from './vocabulary.ts';

/** Blocks that move. Their own side is told which, others only how many [14.3]. */
export interface Going {
  readonly to: HexId;
  /** The hex they come from if they enter against the enemy, else `null`. */
  readonly by: HexId | null;
  readonly blocks: readonly BlockId[];
}

/** A block that fires, with its dice. `lost`: the block that lost a step to each hit that counted, in order. */
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
  /** `steps`: a block for each step, for its own side only; `hexes`: hexes with how many, for everybody [14.3]. */
  supplied: { side: Side; steps: readonly BlockId[]; hexes: readonly (readonly [HexId, number])[] };
  /** `taken`: cities with points that change hands by the move, because blocks enter or leave them [2.3]. */
  moved: {
    side: Side;
    from: HexId;
    mode: Mode | 'march' | 'regroup';
    going: readonly Going[];
    taken?: readonly (readonly [HexId, Side])[];
  };
  /** A forced march: the die, and whether it cost a step. `captured`: it was the block's last step [5.5]. */
  marched: { side: Side; block: BlockId; to: HexId; die: number; lost: boolean; captured: boolean };
  built: { side: Side; block: BlockId; hex: HexId; steps: number };
  bragg: { hex: HexId; blocks: readonly BlockId[]; points: number };
  /** A side ends its part of a phase. `pass`: it did nothing [3.6]. */
  finished: { side: Side; phase: 'supply' | 'actions'; pass: boolean };
  battle: { hex: HexId; attacker: Side; attackers: number; defenders: number };
  planned: { side: Side; hex: HexId };
  /** The steps of the fight since it last stopped. */
  fought: { hex: HexId; attacker: Side; steps: readonly BattleStep[] };
  won: { hex: HexId; winner: Side };
  /** Blocks that lost a step out of supply. `gone`: those that lost their last one [8.3, 8.4]. */
  hungry: { side: Side; hex: HexId; blocks: readonly BlockId[]; gone: readonly BlockId[] };
  offered: { side: Side; give: readonly BlockId[]; take: readonly BlockId[] };
  answered: { side: Side; accepted: boolean; freed: readonly BlockId[] };
  passed: { side: Side; phase: 'exchange' };
  ended: { margin: number; level: string; winner: Side | null; sudden: boolean };
}
