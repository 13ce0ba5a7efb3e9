import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { BattlePlan, BattleStep, BlockId, Card, EachSide, Letter, Side } from './vocabulary.ts';

/** The place of a block: in a hex, in its owner's pool, with Bragg in the Gulf, still to come in [5.11], a prisoner of the other side, or not in this theatre [20.3]. */
export type Where = HexId | 'pool' | 'gulf' | 'due' | 'prisoner' | 'away';

export interface BlockState {
  readonly at: Where;
  /** 0 if it is not on the map. */
  readonly steps: number;
}

/**
 * Parts of a game-turn [4]. `cut`: both cut the deck, before the first game-turn of a year only. `cards`: both choose. `supply`: Supply cards, Player 1's
 * first. `actions`: Player 1, then Player 2. `attrition`: blocks out of supply lose steps. `exchange`: of prisoners, in Winter.
 */
export type Phase = 'cut' | 'cards' | 'supply' | 'actions' | 'battles' | 'attrition' | 'exchange' | 'over';

/** A battle that is being fought [6, 7]. */
export interface Battle {
  readonly hex: HexId;
  readonly attacker: Side;
  /** 0 while the sides make their plans. */
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
  /** The side whose plan said `ask`, before it fires or after it has won; `null` while nobody has to choose. */
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

/** A complete position, as plain JSON. */
export interface State {
  readonly version: 1;
  /** A war of several years [19]. Absent: a year. */
  readonly campaign?: true;
  /** From 1, in a campaign on over the years; 0 until the cards are dealt. While the deck is cut for another year: the last of the year before. */
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
  /** Cards of the year's turns so far, face up; the last is that of this turn once it is revealed. */
  readonly played: EachSide<readonly Card[]>;
  /** The USA controls the Mississippi in this game-turn [11.1]. */
  readonly river: boolean;
  /** Bragg's corps has come in [5.10]. */
  readonly bragg: boolean;

  /** Actions used by the side that acts now, and whether it has built [5.1]. */
  readonly used: number;
  readonly built: boolean;
  /** Fights of this game-turn, which everybody has seen [7.9]. New cards clear them, and `supplied` too. */
  readonly fights: readonly { readonly hex: HexId; readonly steps: readonly BattleStep[] }[];
  /** Hexes that gained steps from this game-turn's Supply cards, with how many; this is public [14.3]. */
  readonly supplied: readonly (readonly [HexId, number])[];
  /** Blocks that have moved in this game-turn [5.3]. */
  readonly moved: readonly BlockId[];
  /** The hex from which a block came into a hex that is fought for. */
  readonly entered: Readonly<Record<BlockId, HexId>>;
  /** Blocks that died this game-turn on a forced march into a battle, with the hexside they used up [2.5]. */
  readonly fallen: readonly Fallen[];
  /** Default plans that a side made while it acted, by side and battle hex: "usa 2107" [14.5]. Absent: none in this game-turn. */
  readonly ahead?: Readonly<Record<string, BattlePlan>>;
  readonly battle: Battle | null;
  /** Hexes of the active side whose attrition is settled. */
  readonly fed: readonly HexId[];
  /** Prisoners offered by a side for others; the other side answers [9.3]. */
  readonly offer: { readonly by: Side; readonly give: readonly BlockId[]; readonly take: readonly BlockId[] } | null;
  /** The result, once the game is over: a level of the scenario [10.2], and the capital that decided it [10.4]. */
  readonly result: {
    readonly winner: Side | null;
    readonly level: string;
    readonly sudden: boolean;
    readonly city?: HexId;
  } | null;
}

export interface Fallen {
  readonly side: Side;
  readonly hex: HexId;
  readonly by: HexId;
}

/** The part of a position that says where blocks are. */
export type Placed = Pick<State, 'blocks'>;

/** Values at the start of each game-turn. */
export const NEW_TURN = { used: 0, built: false, moved: [], entered: {}, fallen: [], fed: [] } as const;
/** The public record that new cards clear. */
export const NOTHING_SHOWN = { fights: [], supplied: [] } as const;
