import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { BattleStep } from './events.ts';
import type { BattlePlan, BlockId, Card, EachSide, Letter, Side } from './vocabulary.ts';

/** The place of a block: in a hex, in its owner's pool, with Bragg in the Gulf, or a prisoner of the other side. */
export type Where = HexId | 'pool' | 'gulf' | 'prisoner';

export interface BlockState {
  readonly at: Where;
  /** 0 where it is not on the map. */
  readonly steps: number;
}

/**
 * `cut`: both cut the deck, before the first game-turn; `cards`: both choose; `supply`: Supply cards, Player 1's first; `actions`: Player 1, then Player 2; `battles`; `attrition`: who goes
 * hungry; `exchange`: of prisoners, in Winter [4].
 */
export type Phase = 'cut' | 'cards' | 'supply' | 'actions' | 'battles' | 'attrition' | 'exchange' | 'over';

/** A battle that is being fought [6, 7]. */
export interface Battle {
  readonly hex: HexId;
  readonly attacker: Side;
  /** 0: the sides make their plans. */
  readonly round: number;
  readonly plans: EachSide<BattlePlan | null>;
  /** Neighbours from which attackers came: the attack began there [7.6]. */
  readonly entries: readonly HexId[];
  readonly main: HexId | null;
  /** Blocks that fire and are hit from round 2 on [6.2, 6.3]. */
  readonly reserves: readonly BlockId[];
  /** Blocks that have fired or gone in this round. */
  readonly acted: readonly BlockId[];
  /** A hit on a fortress that awaits its second one [7.4]. */
  readonly half: boolean;
  /** Blocks that went back over each hexside in this round, by the hex beyond it [2.5]. */
  readonly gone: Readonly<Record<HexId, number>>;
  /** A side that asked to be asked: before it fires, or after it has won. Null: the fight goes on by itself. */
  readonly waiting: Waiting | null;
}

/** A battle before its first round. */
export function newBattle(hex: HexId, attacker: Side, entries: readonly HexId[]): Battle {
  const nobody = { reserves: [], acted: [], gone: {}, waiting: null };
  return { hex, attacker, entries, round: 0, plans: { usa: null, csa: null }, main: null, half: false, ...nobody };
}

export type Waiting =
  | { readonly side: Side; readonly for: 'fire'; readonly letter: Letter }
  | { readonly side: Side; readonly for: 'regroup' };

/** The whole of a position: plain JSON. */
export interface State {
  readonly version: 1;
  /** 1–6; 0 until the cards are dealt. */
  readonly turn: number;
  readonly phase: Phase;
  /** The side that acts, in a phase in which one side acts at a time. */
  readonly active: Side;
  /** Player 1 of the game-turn [3.3]. */
  readonly first: Side;
  readonly blocks: Readonly<Record<BlockId, BlockState>>;
  readonly hands: EachSide<readonly Card[]>;
  readonly undealt: readonly Card[];
  /** The cut of each side; null until it has cut. */
  readonly cuts: EachSide<number | null>;
  readonly chosen: EachSide<Card | null>;
  /** Cards of the turns so far, face up; the last is that of this turn once it is revealed. */
  readonly played: EachSide<readonly Card[]>;
  /** The USA controls the Mississippi in this game-turn [11.1]. */
  readonly river: boolean;
  /** Bragg's corps has come in [5.10]. */
  readonly bragg: boolean;

  /** Of the side that acts now: actions used, and whether it has built [5.1]. */
  readonly used: number;
  readonly built: boolean;
  /** Fights of this game-turn, which everybody has seen [7.9]: kept, as the next line is, until new cards are revealed. */
  readonly fights: readonly { readonly hex: HexId; readonly steps: readonly BattleStep[] }[];
  /** Hexes that Supply cards of this game-turn gave steps to, with how many: everybody is told [14.3]. */
  readonly supplied: readonly (readonly [HexId, number])[];
  /** Blocks that have moved in this game-turn [5.3]. */
  readonly moved: readonly BlockId[];
  /** The hex from which a block came into a hex that is fought for. */
  readonly entered: Readonly<Record<BlockId, HexId>>;
  /** Blocks that died in this game-turn as they came by a forced march into a hex that is fought for, and over which hexside [2.5]. */
  readonly fallen: readonly Fallen[];
  readonly battle: Battle | null;
  /** Hexes whose hungry blocks have been seen to, of the side that acts now. */
  readonly fed: readonly HexId[];
  /** Prisoners offered by a side for others; the other side answers [9.3]. */
  readonly offer: { readonly by: Side; readonly give: readonly BlockId[]; readonly take: readonly BlockId[] } | null;
  /** The result, once the game is over: a level of the scenario [10.2]. */
  readonly result: { readonly winner: Side | null; readonly level: string; readonly sudden: boolean } | null;
}

export interface Fallen {
  readonly side: Side;
  readonly hex: HexId;
  readonly by: HexId;
}

/** The part of a position that says where blocks are. */
export type Placed = Pick<State, 'blocks'>;

/** A game-turn begins with these. */
export const NEW_TURN = { used: 0, built: false, moved: [], entered: {}, fallen: [], fed: [] } as const;
/** Facts that lie open until new cards are revealed, at first none. */
export const NOTHING_SHOWN = { fights: [], supplied: [] } as const;
