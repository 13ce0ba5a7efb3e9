import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sum } from '../../../kit/subsets.ts';
import { isRiver, type Piece } from '../board.ts';
import { lossesOf } from '../rules/combat/odds.ts';
import type { Moment } from '../rules/order-slots.ts';
import { supplyIn } from '../rules/supply.ts';
import { otherSide } from '../vocabulary.ts';
import type { Beliefs } from './beliefs.ts';
import { prizeOf } from './objectives.ts';

/** So much an attack has to promise to be made, or for a march to go where it begins. */
export const WORTH_IT = 0.25;

const FACES = [1, 2, 3, 4, 5, 6] as const;
/** What lies in the dark may be more than it seems. */
const DOUBT = 1.25;

/** So much of what a place is worth counts while it is only worn down, and once it is taken. */
const WORN = 0.4;
const TAKEN = 0.8;

/**
 * Strength points that an attack takes beyond what it costs, as far as the attacker can reckon it; what the hex is worth counts in them, two
 * points of the game each [12.1].
 */
export function battleValueOf(
  moment: Moment,
  beliefs: Beliefs,
  attackers: readonly Piece[],
  target: HexId,
  how: 'hasty' | 'prepared' = 'prepared',
): number {
  const { theatre, state, board, side } = moment;
  const enemy = otherSide(side);
  const fort = board.fortOf(enemy, target);
  const foot = beliefs.strengthIn(target) * (beliefs.isDark(target) ? DOUBT : 1);
  const doubled = fort > 0 || theatre.hex.get(target)?.terrain === 'pass';
  const defence = foot * (doubled ? 2 : 1) + fort;
  const attack = sum(
    attackers.map(
      (one) => one.strength * (how === 'prepared' && supplyIn(theatre, state, side, one.hex) === 'supplied' ? 1 : 0.5),
    ),
  );
  const prize = prizeOf(theatre, state, side, target) / theatre.points.strengthPoint;
  // Cavalry and leaders fall back, and nothing is won but the hex.
  if (defence < 0.5) return attack > 0 ? prize * TAKEN : 0;
  if (attack * 2 < defence) return -1;
  const used = theatre.combatTables.find(({ atMost }) => foot + fort <= atMost) ?? theatre.combatTables.at(-1);
  const column = used?.table.oddsOf(attack, defence);
  if (!used || !column) return -1;
  const dug = state.entrenched.includes(target);
  const modifier = dug || attackers.every(({ hex }) => isRiver(theatre, hex, target)) ? 1 : 0;
  const there = foot + fort;
  const swings = FACES.map((face) => {
    const [own, enemies] = lossesOf(used.table.resultOf(column, face + modifier));
    const taken = Math.min(enemies, there);
    const won = prize * (taken >= there ? TAKEN : (WORN * taken) / there);
    return taken - Math.min(fort, taken) / 2 - own * (dug ? 2 : 1) + won;
  });
  return sum(swings) / FACES.length;
}
