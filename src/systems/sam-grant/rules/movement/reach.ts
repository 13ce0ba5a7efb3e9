import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { blocksAt, controllerOf, isHeldBy } from '../../board.ts';
import type { State } from '../../state.ts';
import { type Block, costOfStep, hexsideLimit, isWinter, type Theatre } from '../../theatre.ts';
import { type Destination, otherSide, type Side } from '../../vocabulary.ts';

export interface Reached {
  readonly hex: HexId;
  /** The hex from which a battle hex is entered; `null` for hexes without the enemy. */
  readonly by: HexId | null;
  /** Whether only a forced march gets there [5.5]. */
  readonly forced: boolean;
  /** Movement points. A first step never costs more than the block has [5.4]. */
  readonly cost: number;
}
export type Reach = ReadonlyMap<Destination, Reached>;

function destinationOf({ hex, by }: Pick<Reached, 'hex' | 'by'>): Destination {
  return by === null ? hex : `${hex} by ${by}`;
}
export function readDestination(value: Destination): Pick<Reached, 'hex' | 'by'> {
  const [hex = '', by = null] = value.split(' by ');
  return { hex, by };
}

/** Movement points of a block on land; one fewer in Winter [9.1]. */
export function allowanceOf(theatre: Theatre, state: Pick<State, 'turn'>, { speed }: Block): number {
  return Math.max(0, speed - (isWinter(theatre, state) ? theatre.rules.winterMovePenalty : 0));
}

/** Hexes from which a side's blocks entered a battle hex, each with their number. */
export function entriesInto(theatre: Theatre, state: State, hex: HexId, side: Side): ReadonlyMap<HexId, number> {
  const counts = new Map<HexId, number>();
  for (const { id } of blocksAt(theatre, state, hex, side)) {
    const from = state.entered[id];
    if (from !== undefined) counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return counts;
}

/** Blocks of a side that entered a battle hex over a hexside, including those that died on the way if the data count them [2.5]. */
export function cameBy(theatre: Theatre, state: State, side: Side, hex: HexId, by: HexId): number {
  const fallen = state.fallen.filter((one) => one.side === side && one.hex === hex && one.by === by);
  return (entriesInto(theatre, state, hex, side).get(by) ?? 0) + (theatre.rules.fallenCount ? fallen.length : 0);
}

/** How many more blocks may cross into battle over a hexside [2.5]. */
export function roomBy(theatre: Theatre, state: State, side: Side, hex: HexId, by: HexId): number {
  return hexsideLimit(theatre, state, by, hex) - cameBy(theatre, state, side, hex, by);
}

/** How many blocks may still leave a hex; each attacker pins one [5.9]. */
export function freeToLeave(theatre: Theatre, state: State, side: Side, hex: HexId): number {
  const there = blocksAt(theatre, state, hex, side).filter(({ id }) => !state.moved.includes(id));
  return Math.max(0, there.length - blocksAt(theatre, state, hex, otherSide(side)).length);
}

const reaches = new MemoPer<State, Reach>();

/** Everywhere that a block can march from where it stands [5.2–5.5]. */
export function reachOf(theatre: Theatre, state: State, { side, ...block }: Block, from: HexId): Reach {
  const allowance = allowanceOf(theatre, state, { side, ...block });
  return reaches.get(state, `${side} ${from} ${allowance}`, () =>
    marches(theatre, state, side, from, allowance, () => true),
  );
}

function marches(
  theatre: Theatre,
  state: State,
  side: Side,
  from: HexId,
  allowance: number,
  isOpen: (hex: HexId) => boolean,
): Reach {
  const enemy = otherSide(side);
  const found = new Map<Destination, Reached>();
  if (allowance === 0) return found;
  const spent = new Map<HexId, number>([[from, 0]]);
  // Hexsides that the enemy used for an attack are closed, at this hex and at other attacked ones [5.9].
  const isUsed = (hex: HexId, to: HexId) =>
    entriesInto(theatre, state, hex, enemy).has(to) || entriesInto(theatre, state, to, enemy).has(hex);
  const enter = (to: HexId, by: HexId, cost: number) => {
    const fought = isHeldBy(theatre, state, to, enemy);
    const reached = { hex: to, by: fought ? by : null, forced: cost > allowance, cost };
    const known = found.get(destinationOf(reached));
    if (to !== from && (!known || cost < known.cost)) found.set(destinationOf(reached), reached);
    return fought;
  };
  // Iterating a `Map` also visits keys added meanwhile; a hex found cheaper later is added again.
  for (const hex of spent.keys()) {
    const points = spent.get(hex) as number;
    for (const step of sidesOf(theatre, hex)) {
      const cost = costOfStep(theatre, step);
      if (cost === null || isUsed(hex, step.to) || !isOpen(step.to)) continue;
      // A first step is always within reach [5.4].
      const total = hex === from ? Math.min(cost, allowance) : points + cost;
      const fought = enter(step.to, hex, total);
      if (fought || total > allowance || total >= (spent.get(step.to) ?? Number.POSITIVE_INFINITY)) continue;
      spent.delete(step.to);
      spent.set(step.to, total);
    }
  }
  return found;
}

/** The winner of a battle can regroup through and into its own hexes, at full speed [7.8]. */
export function regroupReach(theatre: Theatre, state: State, block: Block, from: HexId): Reach {
  const allowance = allowanceOf(theatre, state, block);
  const isOwn = (hex: HexId) => controllerOf(theatre, state, hex) === block.side;
  return reaches.get(state, `regroup ${block.side} ${from} ${allowance}`, () => {
    const all = marches(theatre, state, block.side, from, allowance, isOwn);
    return new Map([...all].filter(([, { forced }]) => !forced));
  });
}
