import type { HexId } from '../../kit/hex/hex-grid.ts';
import { oncePer } from '../../kit/memo.ts';
import { grouped } from '../../kit/plain-english.ts';
import type { BlockState, Placed, State, Where } from './state.ts';
import type { Block, Theatre } from './theatre.ts';
import { type BlockId, type EachSide, eachSide, otherSide, SIDES, type Side } from './vocabulary.ts';

type Blocks = State['blocks'];

export function isHex(where: Where): where is HexId {
  return where.charCodeAt(0) < 58;
}

/** Each side's blocks by hex, in the order of `scenario.json`, and the controllers of those hexes. Cached per position. */
interface Hold {
  readonly all: ReadonlyMap<HexId, readonly Block[]>;
  readonly of: EachSide<ReadonlyMap<HexId, readonly Block[]>>;
  readonly held: EachSide<readonly HexId[]>;
  readonly controller: ReadonlyMap<HexId, Side | null>;
}

const holdsOf = oncePer((theatre: Theatre) =>
  oncePer((blocks: Blocks): Hold => {
    const onMap = theatre.blocks.filter(({ id }) => isHex(blocks[id]?.at ?? 'pool'));
    const byHex = (some: readonly Block[]) => new Map(grouped(some, ({ id }) => blocks[id]?.at ?? 'pool'));
    const all = byHex(onMap);
    const of = eachSide((side) => byHex(onMap.filter((one) => one.side === side)));
    const held = eachSide((side) => [...of[side].keys()].sort());
    const sidesIn = (hex: HexId) => SIDES.filter((side) => of[side].has(hex));
    const controller = new Map([...all.keys()].map((hex) => [hex, onlyOne(sidesIn(hex))]));
    return { all, of, held, controller };
  }),
);

function onlyOne(sides: readonly Side[]): Side | null {
  return sides.length > 1 ? null : (sides[0] ?? null);
}

export function stacks(theatre: Theatre, { blocks }: Placed): ReadonlyMap<HexId, readonly Block[]> {
  return holdsOf(theatre)(blocks).all;
}

/** A side's blocks in a hex. */
export function blocksAt(theatre: Theatre, { blocks }: Placed, hex: HexId, side: Side): readonly Block[] {
  return holdsOf(theatre)(blocks).of[side].get(hex) ?? NOBODY;
}
const NOBODY: readonly Block[] = [];

/** Hexes in which a side has blocks, in the order of their ids. */
export function hexesHeld(theatre: Theatre, { blocks }: Placed, side: Side): readonly HexId[] {
  return holdsOf(theatre)(blocks).held[side];
}

/** Sorts hexes by distance to the enemy's blocks, so that lists begin with the likeliest choices. */
export function nearestEnemyFirst(theatre: Theatre, state: Placed, side: Side, hexes: readonly HexId[]): HexId[] {
  const enemies = hexesHeld(theatre, state, otherSide(side));
  const far = new Map(
    hexes.map((hex) => [hex, Math.min(...enemies.map((other) => theatre.grid.distance(hex, other)))]),
  );
  return [...hexes].sort((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0) || (a < b ? -1 : 1));
}

export function isHeldBy(theatre: Theatre, { blocks }: Placed, hex: HexId, side: Side): boolean {
  return holdsOf(theatre)(blocks).of[side].has(hex);
}

/** The side whose blocks are in a hex, else its home side [2.3]; `null` if both sides are there, or at sea. */
export function controllerOf(theatre: Theatre, { blocks }: Placed, hex: HexId): Side | null {
  const holder = holdsOf(theatre)(blocks).controller.get(hex);
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

/** The position with some blocks changed. */
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
