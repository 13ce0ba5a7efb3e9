import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sum } from '../../../kit/subsets.ts';
import { HEX_GRID, isLand, scenarioOf, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import type { Beliefs } from './beliefs.ts';

/** A place that a side wants to stand in. */
export interface Objective {
  readonly hex: HexId;
  /** Points that it is worth, as long as the game goes on. */
  readonly value: number;
  /** Strength that it takes. */
  readonly need: number;
}

/** Enemies within so many hexes of a place are in the way there. */
const ABOUT = 2;
/** So much of the enemy's strength holds a place against it. */
const HELD = 0.4;
/** A unit has to be there, however few enemies are. */
const LEAST = 3;
/** Turns that an army reckons with at most: what lies farther off is worth as little. */
const AHEAD = 8;

/** Points that a place changes by for a side which takes it, as long as the game goes on. */
export function prizeOf(
  theatre: Theatre,
  { control, scenario, turn }: Pick<View, 'control' | 'scenario' | 'turn'>,
  side: Side,
  taken: HexId,
): number {
  const turns = turnsAhead(theatre, { scenario, turn });
  return sum(
    scenarioOf(theatre, scenario).held.map(({ hexes, union, confederate }) =>
      hexes.includes(taken) && control[taken] !== side ? ((union + confederate) * turns) / hexes.length : 0,
    ),
  );
}

function turnsAhead(theatre: Theatre, { scenario, turn }: Pick<View, 'scenario' | 'turn'>): number {
  const [, last] = scenarioOf(theatre, scenario).turns;
  return Math.min(AHEAD, last - turn + 1);
}

/** What a side wants, the most valuable first: places that it does not hold, lines to cut, the North to show units in, own places in danger. */
export function objectivesOf(theatre: Theatre, view: View, side: Side, beliefs: Beliefs): readonly Objective[] {
  const turns = turnsAhead(theatre, view);
  const against = (hex: HexId, by: number) =>
    LEAST + by * (beliefs.strengthNear(hex, ABOUT) + fortIn(view, otherSide(side), hex));
  const held = scenarioOf(theatre, view.scenario).held.flatMap(({ hexes, union, confederate }) =>
    hexes.flatMap((hex): Objective[] => {
      const value = ((union + confederate) * turns) / hexes.length;
      if (view.control[hex] !== side) return [{ hex, value, need: against(hex, 1.5) }];
      const threat = beliefs.threatTo(hex);
      return threat === 0 ? [] : [{ hex, value, need: LEAST + threat * HELD - fortIn(view, side, hex) }];
    }),
  );
  const cut = side === 'union' ? linesToCut(theatre, view, turns, against) : [];
  const north = side === 'confederate' ? northern(theatre, view, turns, against) : [];
  return [...held, ...cut, ...north].sort((one, other) => other.value - one.value);
}

function fortIn(view: View, side: Side, hex: HexId): number {
  return sum(view.forts.map((fort) => (fort.hex === hex && fort.side === side ? fort.strength : 0)));
}

/** A station of each line that is still open. */
function linesToCut(
  theatre: Theatre,
  view: View,
  turns: number,
  against: (hex: HexId, by: number) => number,
): Objective[] {
  return theatre.points.lines.flatMap(({ name, union }) => {
    const line = theatre.lines.find((one) => one.name.startsWith(name) || name.startsWith(one.name));
    const stations = (line?.stations ?? []).filter((hex) => isLand(theatre, hex));
    if (stations.some((hex) => view.control[hex] === 'union')) return [];
    return stations.map((hex) => ({ hex, value: union * turns, need: against(hex, 1.5) }));
  });
}

/** The hexes of the North that lie nearest: a division that shows itself there scores. */
function northern(
  theatre: Theatre,
  view: View,
  turns: number,
  against: (hex: HexId, by: number) => number,
): Objective[] {
  const { invasion } = theatre.points;
  const own = view.stacks.flatMap(({ side, hex }) => (side === 'confederate' ? [hex] : []));
  return [...theatre.zones.north]
    .filter((hex) => isLand(theatre, hex) && !theatre.fortIn.has(hex))
    .map((hex) => ({ hex, far: Math.min(...own.map((from) => HEX_GRID.distance(from, hex))) }))
    .sort((one, other) => one.far - other.far || (one.hex < other.hex ? -1 : 1))
    .slice(0, 4)
    .map(({ hex }) => ({ hex, value: invasion.each * turns * 12, need: against(hex, 1.2) }));
}
