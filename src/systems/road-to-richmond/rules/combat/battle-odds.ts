import { CombatResultsTable } from '../../../../kit/combat-results-table.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sideBetween } from '../../../../kit/hex/hex-map.ts';
import { sum } from '../../../../kit/subsets.ts';
import { boardOf } from '../../board.ts';
import { type Field, type FieldHexside, type Piece, piecesNamed, strengthOf } from '../../field.ts';
import type { State } from '../../state.ts';
import {
  type Battle,
  COLUMNS,
  type Column,
  type Doubling,
  otherSide,
  type Reckoning,
  type Result,
} from '../../vocabulary.ts';
import { canBombard, hexOf, isAdjacentToAll } from './contact.ts';
import { crossesWater, entersRedoubt, isWater } from './line-of-sight.ts';

/** Results for the die faces 1 to 6, column by column [7.7, 7.8]. */
export const CRT = new CombatResultsTable<Column, Result>({
  columns: COLUMNS,
  results: ['De', 'Dr', 'Ex', 'Ar', 'Ae'],
  rows: {
    '1-5': ['Ar', 'Ar', 'Ar', 'Ae', 'Ae', 'Ae'],
    '1-4': ['Ar', 'Ar', 'Ar', 'Ar', 'Ae', 'Ae'],
    '1-3': ['Dr', 'Ar', 'Ar', 'Ar', 'Ar', 'Ae'],
    '1-2': ['Dr', 'Dr', 'Ar', 'Ar', 'Ar', 'Ae'],
    '1-1': ['Dr', 'Dr', 'Dr', 'Ar', 'Ar', 'Ar'],
    '2-1': ['Dr', 'Dr', 'Dr', 'Dr', 'Ar', 'Ar'],
    '3-1': ['De', 'Dr', 'Dr', 'Dr', 'Dr', 'Ex'],
    '4-1': ['De', 'Dr', 'Dr', 'Dr', 'Ex', 'Ex'],
    '5-1': ['De', 'De', 'Dr', 'Dr', 'Ex', 'Ex'],
    '6-1': ['De', 'De', 'De', 'Dr', 'Dr', 'Ex'],
  },
});

/** The printed strengths of the pieces that a result can affect. Bombarding guns are not among the attackers [7.9]. */
export interface Stakes {
  readonly attackers: readonly number[];
  readonly defenders: readonly number[];
  /** Strength that could not retreat; absent if that is not considered. */
  readonly stuck?: { readonly attackers: number; readonly defenders: number };
}

/**
 * The strength points that a result costs the defender, minus those it costs the attacker.
 * In an exchange the attacker gives up as little as possible. A retreat costs only pieces known to have no way.
 */
export function swingOf(result: Result, { attackers, defenders, stuck }: Stakes): number {
  switch (result) {
    case 'De':
      return sum(defenders);
    case 'Ae':
      return 0 - sum(attackers);
    case 'Ex':
      return sum(defenders) - leastTotal(attackers, sum(defenders));
    case 'Ar':
      return 0 - (stuck?.attackers ?? 0);
    case 'Dr':
      return stuck?.defenders ?? 0;
    default:
      return result satisfies never;
  }
}

/** The mean of `swingOf` over the six faces of a column, exactly. */
export function meanSwing(column: Column, stakes: Stakes): number {
  return CRT.meanOf(column, (result) => swingOf(result, stakes));
}

/** The part of a battle on which its strengths depend. Without a column the odds decide. */
type Onslaught = Pick<Battle, 'hexes' | 'attackers'> & Partial<Pick<Battle, 'column' | 'lower'>>;

/** The units that take part in a battle now. Units that no longer can are in none of the lists [7.6]. */
export interface Parties {
  /** Hexes that still have defenders. */
  readonly hexes: readonly HexId[];
  /** Attackers adjacent to all of these. */
  readonly adjacent: readonly Piece[];
  /** Guns that bombard one of them. */
  readonly guns: readonly Piece[];
  /** All units in the battle's hexes, as the result affects all of them. */
  readonly defenders: readonly Piece[];
  /** Defenders that add their strength; those that retreated there in this phase do not [8.4]. */
  readonly holding: readonly Piece[];
}

export function partiesOf(field: Field, state: State, { hexes, attackers }: Onslaught): Parties {
  const board = boardOf(field, state);
  const enemy = otherSide(state.side);
  const defended = hexes.filter((hex) => board.holder(hex) === enemy);
  const defenders = defended.flatMap((hex) => board.at(hex));
  const holding = defenders.filter(({ id }) => !state.shaken.retreated.includes(id));
  const able = piecesNamed(field, attackers).filter(
    ({ id }) => hexOf(state, id) !== null && !state.shaken.displaced.includes(id),
  );
  const adjacent = able.filter(({ id }) => isAdjacentToAll(field, state, id, defended));
  const guns = able.filter(
    (piece) => !adjacent.includes(piece) && defended.some((hex) => canBombard(field, state, piece.id, hex)),
  );
  return { hexes: defended, adjacent, guns, defenders, holding };
}

/** The strengths of a battle as it stands now [4, 7.7, 8.4, 9.5]. */
export function reckon(field: Field, state: State, battle: Onslaught): Reckoning {
  const { hexes, adjacent, guns, holding } = partiesOf(field, state, battle);
  const doubled = hexes.flatMap((hex) => {
    const why = doublingOf(field, state, hex, adjacent, guns);
    return why === null ? [] : [{ hex, why }];
  });
  const twice = new Set(doubled.map(({ hex }) => hex));
  const attack = strengthOf([...adjacent, ...guns]);
  const defence = sum(
    holding.map(({ id, strength }) => (twice.has(hexOf(state, id) as HexId) ? 2 * strength : strength)),
  );
  const odds = CRT.oddsOf(attack, defence);
  const column = battle.column !== undefined && battle.lower ? CRT.lowerOf(battle.column, odds) : odds;
  return { attack, defence, doubled, odds, column };
}

const TWICE_BY_TERRAIN = new Set(['rough', 'forest_rough']);

/** The reason that a hex's defenders are doubled [4.4]; there is no more than one doubling [4.1]. */
function doublingOf(
  field: Field,
  state: State,
  hex: HexId,
  adjacent: readonly Piece[],
  guns: readonly Piece[],
): Doubling | null {
  if (TWICE_BY_TERRAIN.has(field.hex.get(hex)?.terrain ?? 'clear')) return 'terrain';
  // Guns that only support an attack do not matter here [9.5].
  const isNear = adjacent.length > 0;
  const sources = (isNear ? adjacent : guns).map(({ id }) => hexOf(state, id) as HexId);
  if (sources.length === 0) return null;
  const side = (from: HexId) => sideBetween(field, hex, from) as FieldHexside;
  const isOverWater = (from: HexId) => (isNear ? isWater(side(from)) : crossesWater(field, from, hex));
  const isOverRedoubt = (from: HexId) => (isNear ? side(from).redoubt === 'out' : entersRedoubt(field, from, hex));
  // Doubling needs all attackers over water, or all over redoubts; a mixture does not count [4.2].
  return sources.every(isOverWater) ? 'water' : sources.every(isOverRedoubt) ? 'redoubt' : null;
}

/** The mean of `swingOf` for a battle, with retreats at no cost. */
export function expectedSwing(field: Field, state: State, battle: Onslaught): number {
  const { adjacent, defenders } = partiesOf(field, state, battle);
  const strengths = (pieces: readonly Piece[]) => pieces.map(({ strength }) => strength);
  return meanSwing(reckon(field, state, battle).column, {
    attackers: strengths(adjacent),
    defenders: strengths(defenders),
  });
}

/** The least sum of some of the numbers that reaches `need`; the sum of all if none does. */
export function leastTotal(numbers: readonly number[], need: number): number {
  let totals = new Set([0]);
  for (const one of numbers) totals = new Set([...totals, ...[...totals].map((total) => total + one)]);
  const enough = [...totals].filter((total) => total >= need);
  return enough.length > 0 ? Math.min(...enough) : sum(numbers);
}
