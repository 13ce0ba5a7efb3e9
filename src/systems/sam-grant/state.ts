import type { HexId } from '../../kit/hex/hex-grid.ts';
import { oncePer } from '../../kit/memo.ts';
import { grouped } from '../../kit/plain-english.ts';
import type { Block, Theatre } from './theatre.ts';
import {
  type BattlePlan,
  type BattleStep,
  type BlockId,
  type Card,
  type EachSide,
  eachSide,
  type Letter,
  otherSide,
  SIDES,
  type Side,
} from './vocabulary.ts';

/** The place of a block. */
type Where =
  | HexId
  /** Its owner can build it. */
  | 'pool'
  /** With Bragg's corps [5.10]. */
  | 'gulf'
  /** A reinforcement that has not come in yet [5.11]. */
  | 'due'
  /** Captured by the other side [7.10]. */
  | 'prisoner'
  /** In the other theatre, or on its way there [20.3]. */
  | 'away';

export interface BlockState {
  readonly at: Where;
  /** 0 if it is not on the map. */
  readonly steps: number;
}

/** The phases of a game-turn [4]. */
export type PhaseId =
  /** Both sides cut the deck, before the first game-turn of a year only. */
  | 'cut'
  /** Both sides choose a card. */
  | 'cards'
  /** Player 1 uses its Supply card, then Player 2. */
  | 'supply'
  /** Player 1 acts, then Player 2. */
  | 'actions'
  | 'battles'
  /** Blocks out of supply lose steps. */
  | 'attrition'
  /** The sides exchange prisoners, in Winter only. */
  | 'exchange'
  | 'over';

/** A battle that is being fought [6, 7]. */
export interface Battle {
  readonly hex: HexId;
  readonly attacker: Side;
  /** 0 while the sides make their plans. */
  readonly round: number;
  readonly plans: EachSide<BattlePlan | null>;
  /** Hexes from which the attackers came; only there may they retreat [7.6]. */
  readonly entries: readonly HexId[];
  readonly main: HexId | null;
  /** Blocks that fire and are hit from round 2 on [6.2, 6.3]. */
  readonly reserves: readonly BlockId[];
  /** Blocks that have fired or retreated in this round. */
  readonly acted: readonly BlockId[];
  /** A fortress has taken the first of two hits, which together cost a step [7.4]. */
  readonly half: boolean;
  /** How many blocks retreated to each neighbouring hex in this round; hexsides limit them [2.5]. */
  readonly gone: Readonly<Record<HexId, number>>;
  /** The choice of a side whose plan said `ask`; `null` while nobody has to choose. */
  readonly waiting: Waiting | null;
}

export function newBattle(hex: HexId, attacker: Side, entries: readonly HexId[]): Battle {
  const nobody = { reserves: [], acted: [], gone: {}, waiting: null };
  return { hex, attacker, entries, round: 0, plans: { usa: null, csa: null }, main: null, half: false, ...nobody };
}

/** A side has to choose who fires and who retreats, or where its blocks regroup after it has won. */
type Waiting =
  | { readonly side: Side; readonly for: 'fire'; readonly letter: Letter }
  | { readonly side: Side; readonly for: 'regroup' };

/** A complete position, as plain JSON. */
export interface State {
  readonly version: 1;
  /** A war of several years [19]. Absent: a year. */
  readonly campaign?: true;
  /**
   * The game-turn, counted from 1 on through all years of a campaign; 0 before the first cards are dealt.
   * While the deck is cut for another year, it is still the last game-turn of the year before.
   */
  readonly turn: number;
  readonly phase: PhaseId;
  /** The side that acts, in a phase in which one side acts at a time. */
  readonly active: Side;
  /** Player 1 of the game-turn [3.3]. */
  readonly first: Side;
  readonly blocks: Readonly<Record<BlockId, BlockState>>;
  readonly hands: EachSide<readonly Card[]>;
  readonly undealt: readonly Card[];
  readonly cuts: EachSide<number | null>;
  readonly chosen: EachSide<Card | null>;
  /** Face-up cards of this year, one a game-turn; the last is that of this game-turn once it is revealed. */
  readonly played: EachSide<readonly Card[]>;
  /** The USA controls the Mississippi in this game-turn [11.1]. */
  readonly river: boolean;
  /** Bragg's corps has come in [5.10]. */
  readonly bragg: boolean;

  /** Actions used by the side that acts now, and whether it has built [5.1]. */
  readonly used: number;
  readonly built: boolean;
  /** Fights of this game-turn, which everybody has seen [7.9]. The next cards clear them, and `supplied` too. */
  readonly fights: readonly { readonly hex: HexId; readonly steps: readonly BattleStep[] }[];
  /** Hexes that gained steps from this game-turn's Supply cards, with how many; this is public [14.3]. */
  readonly supplied: readonly (readonly [HexId, number])[];
  /** Blocks that have moved in this game-turn [5.3]. */
  readonly moved: readonly BlockId[];
  /** The hex from which a block came into a hex that is fought for. */
  readonly entered: Readonly<Record<BlockId, HexId>>;
  /** Blocks that died this game-turn on a forced march into a battle. They still count against the hexside [2.5]. */
  readonly fallen: readonly Fallen[];
  /** Plans that a side made while it acted, for battles to come, by side and battle hex: "usa 2107" [14.5]. */
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

interface Fallen {
  readonly side: Side;
  readonly hex: HexId;
  readonly by: HexId;
}

export type Placed = Pick<State, 'blocks'>;

/** Values at the start of each game-turn. */
export const NEW_TURN = { used: 0, built: false, moved: [], entered: {}, fallen: [], fed: [] } as const;
/** The public record that new cards clear. */
export const NOTHING_SHOWN = { fights: [], supplied: [] } as const;

type Blocks = State['blocks'];

/** Hex numbers begin with a digit, all other places with a letter. */
export function isHex(where: Where): where is HexId {
  return where.charCodeAt(0) <= DIGIT_9;
}

const DIGIT_9 = '9'.charCodeAt(0);

/** The blocks of a position by place, computed once for it. Blocks are in the order of `scenario.json`. */
const occupationOf = oncePer((theatre: Theatre) =>
  oncePer((blocks: Blocks) => {
    const onMap = theatre.blocks.filter(({ id }) => isHex(blocks[id]?.at ?? 'pool'));
    const byHex = (some: readonly Block[]): ReadonlyMap<HexId, readonly Block[]> =>
      new Map(grouped(some, ({ id }) => blocks[id]?.at ?? 'pool'));
    const all = byHex(onMap);
    const of = eachSide((side) => byHex(onMap.filter((one) => one.side === side)));
    // The hexes with blocks of each side, in the order of their ids.
    const held = eachSide((side) => [...of[side].keys()].sort());
    const sidesIn = (hex: HexId) => SIDES.filter((side) => of[side].has(hex));
    // The only side with blocks in a hex; `null` if both are there.
    const controller = new Map([...all.keys()].map((hex) => [hex, onlyOne(sidesIn(hex))]));
    return { all, of, held, controller };
  }),
);

function onlyOne(sides: readonly Side[]): Side | null {
  return sides.length > 1 ? null : (sides[0] ?? null);
}

export function stacks(theatre: Theatre, { blocks }: Placed): ReadonlyMap<HexId, readonly Block[]> {
  return occupationOf(theatre)(blocks).all;
}

export function blocksAt(theatre: Theatre, { blocks }: Placed, hex: HexId, side: Side): readonly Block[] {
  return occupationOf(theatre)(blocks).of[side].get(hex) ?? NOBODY;
}
const NOBODY: readonly Block[] = [];

/** Hexes in which a side has blocks, in the order of their ids. */
export function hexesHeld(theatre: Theatre, { blocks }: Placed, side: Side): readonly HexId[] {
  return occupationOf(theatre)(blocks).held[side];
}

/** Sorts hexes by their distance to the enemy's blocks, so that lists begin with the likeliest choices. */
export function nearestEnemyFirst(theatre: Theatre, state: Placed, side: Side, hexes: readonly HexId[]): HexId[] {
  const enemies = hexesHeld(theatre, state, otherSide(side));
  const far = new Map(
    hexes.map((hex) => [hex, Math.min(...enemies.map((other) => theatre.grid.distance(hex, other)))]),
  );
  return [...hexes].sort((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0) || (a < b ? -1 : 1));
}

export function isHeldBy(theatre: Theatre, { blocks }: Placed, hex: HexId, side: Side): boolean {
  return occupationOf(theatre)(blocks).of[side].has(hex);
}

/** The side whose blocks are in a hex, else its home side [2.3]; `null` if both sides are there, or at sea. */
export function controllerOf(theatre: Theatre, { blocks }: Placed, hex: HexId): Side | null {
  const holder = occupationOf(theatre)(blocks).controller.get(hex);
  return holder === undefined ? (theatre.home.get(hex) ?? null) : holder;
}

/** Hexes in which both sides have blocks, most blocks first, then by id [6.1, 14.7]. */
export function battleHexes(theatre: Theatre, state: Placed): readonly HexId[] {
  const fought = [...stacks(theatre, state)].filter(([, blocks]) => new Set(blocks.map(({ side }) => side)).size > 1);
  return fought.sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1)).map(([hex]) => hex);
}

export function stepsOf({ blocks }: Placed, id: BlockId): number {
  return blocks[id]?.steps ?? 0;
}

export function totalSteps(state: Placed, blocks: readonly Block[]): number {
  return blocks.reduce((sum, { id }) => sum + stepsOf(state, id), 0);
}

/** A side's blocks in the pool, in the Gulf, still to come in, or held as prisoners. */
export function blocksIn(theatre: Theatre, { blocks }: Placed, where: Where, side: Side): readonly Block[] {
  return theatre.blocks.filter((block) => block.side === side && blocks[block.id]?.at === where);
}

export function placing<S extends Placed>(state: S, changes: readonly (readonly [BlockId, Partial<BlockState>])[]): S {
  const blocks: Record<BlockId, BlockState> = { ...state.blocks };
  for (const [id, change] of changes) blocks[id] = { ...(blocks[id] as BlockState), ...change };
  return { ...state, blocks };
}

/** Takes a step off a block. One that loses its last step becomes a prisoner or goes to the pool [7.10, 8.4]. */
export function losingStep<S extends Placed>(state: S, id: BlockId, lost: 'prisoner' | 'pool'): S {
  const steps = stepsOf(state, id) - 1;
  return placing(state, [[id, steps > 0 ? { steps } : { steps: 0, at: lost }]]);
}
