import type { HexId } from '../../kit/hex/hex-grid.ts';
import { type Tagged, twoSides } from '../../kit/shared-vocabulary.ts';

/**
 * The words of Sam Grant: sides, cards, blocks, orders, events.
 * Numbers in brackets are paragraphs of `assets/sam-grant/rulings.md`.
 */

export const { SIDES, otherSide, isSide, eachSide } = twoSides('usa', 'csa');
export type Side = (typeof SIDES)[number];
export type EachSide<T> = { readonly [side in Side]: T };

/** The theatres of a war in both [20], in the order in which they play. */
export const FRONTS = ['west', 'east'] as const;
export type Front = (typeof FRONTS)[number];

/** The id of `scenario.json`. */
export type BlockId = string;
export const KINDS = ['infantry', 'brigade', 'cavalry', 'artillery', 'heavyArtillery', 'garrison', 'hq'] as const;
export type Kind = (typeof KINDS)[number];
/** The order in which blocks fire [7.1]. */
export const LETTERS = ['A', 'B', 'C'] as const;
export type Letter = (typeof LETTERS)[number];

/** The faces of a die. */
export const FACES = 6;

export const TERRAINS = ['clear', 'woods', 'swamp', 'mountain', 'sea'] as const;
export type Terrain = (typeof TERRAINS)[number];

/**
 * Action cards by their number of actions, Supply cards by their steps [3.1].
 * A side that runs out of time plays the first of these that it holds [14.7].
 */
export const CARDS = ['1', '2', '3', 'supply-2', 'supply-3'] as const;
export type Card = (typeof CARDS)[number];
export function isSupply(card: Card): boolean {
  return card.startsWith('supply');
}
export function numberOf(card: Card): number {
  return Number(card.at(-1));
}

/** How the Supreme HQ sends blocks [5.6]. */
export const MODES = ['rail', 'river', 'crossing'] as const;
export type Mode = (typeof MODES)[number];

/** A destination: a hex, or `2007 by 2107`, a battle hex and the hex from which they cross into it [2.5]. */
export type Destination = string;
/** The slots of an order that sends blocks to up to four places: each place, then the blocks that go there. */
export const LEGS = [
  ['to', 'blocks'],
  ['to2', 'blocks2'],
  ['to3', 'blocks3'],
  ['to4', 'blocks4'],
] as const;

type Others = {
  readonly [slot in 'to2' | 'to3' | 'to4']?: readonly Destination[];
} & { readonly [slot in 'blocks2' | 'blocks3' | 'blocks4']?: readonly BlockId[] };

/**
 * How long a side stays in a battle [14.5]. `leave-1` retreats after round 1, `below-5` when fewer than 5 steps are
 * left. With `ask` the side is asked before each of its letters fires [14.6].
 */
export type Stance = 'stand' | 'leave' | 'leave-1' | 'leave-2' | 'ask' | `below-${number}`;
/** The winner's blocks go to a hex, `stay`, or `ask` (the side is asked after the battle) [7.8]. */
type Regroup = HexId | 'stay' | 'ask';

/** A side's decisions for a battle [14.5]. A slot with only one possible answer is left out. */
export type BattlePlan = {
  readonly main?: HexId;
  readonly stance: Stance;
  /** Hexes to retreat to, the preferred one first: `2107 2008`; or `any`, which takes the default [14.7]. */
  readonly retreat?: string;
  /** Blocks that lose a step last among equals. */
  readonly spare?: readonly BlockId[];
  readonly regroup?: Regroup;
};

export type Order = Tagged<'verb', OrderFacts>;
export type OrderOf<V extends keyof OrderFacts> = Extract<Order, { readonly verb: V }>;
interface OrderFacts {
  /** Cuts the deck before it is dealt [3.2]. */
  cut: { cards: string };
  card: { card: Card };
  /**
   * Gives blocks the steps of a Supply card: `id` for a block's first step, `id+2` for its second [5.8].
   * Those in `west` must go west of the Mississippi or to Georgia [11.4].
   */
  supply: { steps?: readonly string[]; west?: readonly string[] };
  /** A group move [5.2]. */
  move: { from: HexId; to: Destination; blocks: readonly BlockId[] } & Others;
  /** The Supreme HQ sends blocks [5.6]. */
  strategic: { mode: Mode; from: HexId; to: HexId; blocks: readonly BlockId[] };
  build: { block: BlockId; hex: HexId };
  /** Brings in Bragg's corps [5.10]. */
  bragg: { hex: HexId };
  /** Sets the default plan for a battle that is still to come [14.5]. */
  'plan-ahead': { hex: HexId } & BattlePlan;
  /** Player 1 chooses the next battle [4]. */
  battle: { hex: HexId };
  'battle-plan': BattlePlan;
  /** Names the blocks that retreat instead of firing [14.6]. */
  fire: { leave: readonly BlockId[] };
  /** The winner moves blocks out of the battle hex [7.8]. */
  regroup: { to: readonly Destination[]; blocks?: readonly BlockId[] } & Others;
  /** Names the blocks that lose a step out of supply [8.3]. */
  lose: { blocks: readonly BlockId[] };
  /** Offers an exchange of prisoners [9.3]. */
  offer: { give?: readonly BlockId[]; take?: readonly BlockId[] };
  accept: object;
  decline: object;
  /** Ends the side's part of a phase [3.6]. */
  done: object;
}

export const VERBS = [
  ...(['cut', 'card', 'supply', 'move', 'strategic', 'build', 'bragg', 'plan-ahead', 'battle'] as const),
  ...(['battle-plan', 'fire', 'regroup', 'lose', 'offer', 'accept', 'decline', 'done'] as const),
];
export type Verb = (typeof VERBS)[number];

/** Blocks that march to one place. Their own side learns which blocks, the others only how many [14.3]. */
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

/** An event. In a war of both theatres `front` says in which it happens. */
export type Event = Tagged<'type', EventFacts> & { readonly front?: Front };
export type EventOf<T extends keyof EventFacts> = Extract<Event, { readonly type: T }>;
interface EventFacts {
  opened: { campaign?: true };
  /** A game-turn begins, and the CSA gets its point for time [4]. Only a campaign has a `year`. */
  turn: { turn: number; margin: number; year?: string };
  /**
   * A campaign goes on from the year `ended` to `year` [19.2].
   * `held` names the cities with points that each side holds of the other's.
   */
  year: { year: string; ended: string; margin: number; held: EachSide<readonly HexId[]> };
  /** Reinforcements come in [5.11]. Their own side learns which blocks, the others only how many. */
  reinforced: { side: Side; hex: HexId; blocks: readonly BlockId[] };
  cut: { side: Side; cards: number };
  dealt: { hands: EachSide<readonly Card[]>; cuts: EachSide<number> };
  chosen: { side: Side; card: Card };
  /** A side has changed its face-down cut, card or battle plan [14.4]. Nobody else learns of it. */
  changed: { side: Side; cards?: number; card?: Card; hex?: HexId };
  revealed: { cards: EachSide<Card>; first: Side; river: boolean };
  /**
   * `steps` names a block for each step and is for its own side only. `hexes` counts the steps by hex, for everybody
   * [14.3].
   */
  supplied: { side: Side; steps: readonly BlockId[]; hexes: readonly (readonly [HexId, number])[] };
  /** `taken` lists the cities with points that change hands because blocks enter or leave them [2.3]. */
  moved: {
    side: Side;
    from: HexId;
    mode: Mode | 'march' | 'regroup';
    going: readonly Going[];
    taken?: readonly (readonly [HexId, Side])[];
  };
  /** A block rolled for its forced march. It is `captured` if it lost its last step [5.5]. */
  marched: { side: Side; block: BlockId; to: HexId; die: number; lost: boolean; captured: boolean };
  built: { side: Side; block: BlockId; hex: HexId; steps: number };
  bragg: { hex: HexId; blocks: readonly BlockId[]; points: number };
  /** A side ends its part of a phase. With `pass` it did nothing [3.6]. */
  finished: { side: Side; phase: 'supply' | 'actions'; pass: boolean };
  battle: { hex: HexId; attacker: Side; attackers: number; defenders: number };
  planned: { side: Side; hex: HexId };
  /** The steps of the fight since it last stopped. */
  fought: { hex: HexId; attacker: Side; steps: readonly BattleStep[] };
  won: { hex: HexId; winner: Side };
  /** Blocks lost a step each out of supply; those in `gone` lost their last one [8.3, 8.4]. */
  hungry: { side: Side; hex: HexId; blocks: readonly BlockId[]; gone: readonly BlockId[] };
  offered: { side: Side; give: readonly BlockId[]; take: readonly BlockId[] };
  answered: { side: Side; accepted: boolean; freed: readonly BlockId[] };
  passed: { side: Side; phase: 'exchange' };
  ended: {
    margin: number;
    level: string;
    winner: Side | null;
    sudden: boolean;
    city?: HexId;
    campaign?: true;
  };
}
