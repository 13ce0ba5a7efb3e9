import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sum } from '../../../kit/subsets.ts';
import { isRiver, type Piece } from '../board.ts';
import { lossesOf } from '../rules/combat/odds.ts';
import type { Moment } from '../rules/order-rule.ts';
import { supplyIn } from '../rules/supply.ts';
import { otherSide } from '../vocabulary.ts';
import type { Beliefs } from './beliefs.ts';

const FACES = [1, 2, 3, 4, 5, 6] as const;
/** What lies in the dark may be more than it seems. */
const DOUBT = 1.25;

/** Strength points that an attack takes beyond what it costs, as far as the attacker can reckon it. */
export function promiseOf(moment: Moment, beliefs: Beliefs, attackers: readonly Piece[], target: HexId): number {
  const { theatre, state, board, side } = moment;
  const enemy = otherSide(side);
  const fort = board.fortOf(enemy, target);
  const foot = beliefs.strengthIn(target) * (beliefs.isDark(target) ? DOUBT : 1);
  const doubled = fort > 0 || theatre.hex.get(target)?.terrain === 'pass';
  const defence = foot * (doubled ? 2 : 1) + fort;
  const attack = sum(
    attackers.map((one) => one.strength * (supplyIn(theatre, state, side, one.hex) === 'supplied' ? 1 : 0.5)),
  );
  if (defence < 0.5) return attack > 0 ? 1 : 0;
  if (attack * 2 < defence) return -1;
  const used = theatre.combatTables.find(({ atMost }) => foot + fort <= atMost) ?? theatre.combatTables.at(-1);
  const column = used?.table.oddsOf(attack, defence);
  if (!used || !column) return -1;
  const dug = state.entrenched.includes(target);
  const modifier = dug || attackers.every(({ hex }) => isRiver(theatre, hex, target)) ? 1 : 0;
  const swings = FACES.map((face) => {
    const [own, enemies] = lossesOf(used.table.resultOf(column, face + modifier));
    return Math.min(enemies, foot + fort) - own * (dug ? 2 : 1);
  });
  return sum(swings) / FACES.length;
}
