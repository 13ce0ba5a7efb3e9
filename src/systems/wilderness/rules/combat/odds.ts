import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sum } from '../../../../kit/subsets.ts';
import { type Board, infantryIn, isRiver, type Piece } from '../../board.ts';
import type { State } from '../../state.ts';
import type { Theatre } from '../../theatre.ts';
import { type CavalryColumn, otherSide, type Reckoning } from '../../vocabulary.ts';
import { supplyIn } from '../supply.ts';

interface Position {
  readonly theatre: Theatre;
  readonly state: State;
  readonly board: Board;
}

/** A unit's attack strength. It is halved for a hasty attack or without supply, but never twice [5.4, 8.1]. */
export function attackOf({ theatre, state }: Position, { strength, side, hex }: Piece, hasty: boolean): number {
  return hasty || supplyIn(theatre, state, side, hex) !== 'supplied' ? strength / 2 : strength;
}

/** A unit's defence strength: doubled by a fortification or a pass, halved if it is isolated or entrained [5.4]. */
function defenceOf({ theatre, state, board }: Position, { strength, side, hex, entrained }: Piece): number {
  const isDoubled = board.fortOf(side, hex) > 0 || theatre.hex.get(hex)?.terrain === 'pass';
  const isHalved = entrained || supplyIn(theatre, state, side, hex) === 'isolated';
  return strength * (isDoubled ? 2 : 1) * (isHalved ? 0.5 : 1);
}

/** The combat results table for a defending strength, which is neither doubled nor halved [5.2, 5.3]. */
export function combatTableFor({ combatTables }: Theatre, strength: number): Theatre['combatTables'][number] {
  const table = combatTables.find(({ atMost }) => strength <= atMost) ?? combatTables.at(-1);
  return table as Theatre['combatTables'][number];
}

/** Strengths and odds of an attack on a hex whose counters are all face up [5.2–5.6]. */
export function reckon(position: Position, attackers: readonly Piece[], target: HexId, hasty: boolean): Reckoning {
  const { theatre, state, board } = position;
  const [first] = attackers as readonly [Piece, ...Piece[]];
  const enemy = otherSide(first.side);
  const defenders = infantryIn(board, enemy, target);
  const fort = board.fortOf(enemy, target);
  const attack = sum(attackers.map((piece) => attackOf(position, piece, hasty)));
  // The fortification's own strength is neither doubled nor halved [5.4, 5.9].
  const defence = sum(defenders.map((piece) => defenceOf(position, piece))) + fort;
  const printed = sum(defenders.map(({ strength }) => strength)) + fort;
  const used = combatTableFor(theatre, printed);
  const entrenched = state.entrenched.includes(target);
  const isAcross = attackers.every(({ hex }) => isRiver(theatre, hex, target));
  return {
    attack,
    defence,
    table: used.name,
    column: attack * 2 < defence ? null : used.table.oddsOf(attack, defence),
    modifier: isAcross || entrenched ? 1 : 0,
    entrenched,
  };
}

/** The attacker's loss in a hasty attack at odds below 1-2 [4.1]. */
const HOPELESS_LOSS = 1;

/**
 * The attacker's and the defender's losses, not limited to their strength [4.1, 5.5, 5.6].
 * @param die `null` if the odds were below 1-2
 */
export function lossesIn(
  { combatTables }: Pick<Theatre, 'combatTables'>,
  { table, column, modifier, entrenched }: Reckoning,
  die: number | null,
): readonly [number, number] {
  const used = combatTables.find(({ name }) => name === table);
  const [attacker, defender] =
    die === null || column === null || !used
      ? [HOPELESS_LOSS, 0]
      : lossesOf(used.table.resultOf(column, die + modifier));
  return [attacker * (entrenched ? 2 : 1), defender];
}

/** "1/2" as losses of the attacker and the defender. */
export function lossesOf(result: string): readonly [number, number] {
  const [attacker = '0', defender = '0'] = result.split('/');
  return [Number(attacker), Number(defender)];
}

/** The worst odds of a cavalry attack are 1-3 [6.1]. */
export const WORST_CHARGE = 3;
/** The last row of the cavalry table; higher modified rolls use it too. */
const LAST_ROW = 6;

interface ChargeReckoning {
  readonly column: CavalryColumn;
  readonly modifier: 0 | 1;
}

/**
 * The column and the modifier of a cavalry attack [6.1].
 * @param defence how many units defend, doubled in a pass
 * @param isHarder whether all attack across a river, or the defenders are entrenched
 */
export function reckonCharge(theatre: Theatre, chargers: number, defence: number, isHarder: boolean): ChargeReckoning {
  return { column: theatre.cavalryTable.oddsOf(chargers, defence), modifier: isHarder ? 1 : 0 };
}

/** Cavalry units that each side loses [6.1]. */
export function lossesOfCharge(theatre: Theatre, { column, modifier }: ChargeReckoning, die: number) {
  return lossesOf(theatre.cavalryTable.resultOf(column, Math.min(LAST_ROW, die + modifier)));
}
