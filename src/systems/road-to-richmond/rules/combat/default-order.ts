import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { cheapest } from '../../../../kit/subsets.ts';
import { pieceOf } from '../../board.ts';
import { type Field, HEX_GRID, type Piece } from '../../field.ts';
import type { Pending, State } from '../../state.ts';
import { type Order, type PieceId, TRAIN_EXIT, targetOf } from '../../vocabulary.ts';
import { expectedSwing } from './battle-odds.ts';
import { enemyHexes, hexOf, ownHexes } from './contact.ts';
import { isOpen, mandatoryAttacks } from './mandatory-attacks.ts';
import { losable, retreats } from './pending-choices.ts';
import type { RetreatWay } from './retreat-ways.ts';
import { idleGuns } from './targets.ts';

/**
 * The order for a side whose time runs out in a combat phase or in a choice: a legal plan, the battle with the best expected result, a retreat to the
 * best terrain, the cheapest exchange, no advance. Repeated, it ends the phase.
 */
export function defaultOrderOf(field: Field, state: State): Order | undefined {
  const [pending] = state.pending;
  if (pending) return chosen(field, state, pending);
  if (state.step === 'plan') return planned(field, state);
  if (state.step !== 'fight') return undefined;
  let best = state.battles[0];
  if (!best) return { verb: 'done' };
  for (const battle of state.battles)
    if (expectedSwing(field, state, battle) > expectedSwing(field, state, best)) best = battle;
  return { verb: 'fight', target: targetOf(best.hexes) };
}

function planned(field: Field, state: State): Order {
  if (isOpen(mandatoryAttacks(field, state))) return { verb: 'done', sure: 'rest' };
  return idleGuns(field, state).length > 0 ? { verb: 'done', sure: 'yes' } : { verb: 'done' };
}

function chosen(field: Field, state: State, pending: Pending): Order {
  switch (pending.kind) {
    case 'retreat':
      return bestRetreat(field, state, retreats(field, state, pending));
    case 'lose':
      return { verb: 'lose', units: leastLoss(losable(field, state, pending), pending.need) };
    case 'advance':
      return { verb: 'advance', unit: 'none' };
    default:
      return pending satisfies never;
  }
}

/** Prefers terrain that doubles a defence, then friends, then distance from the enemy; the Train gets as near to its exit as it can. */
function bestRetreat(field: Field, state: State, ways: ReadonlyMap<PieceId, readonly RetreatWay[]>): Order {
  const [[unit, open]] = [...ways] as [[PieceId, readonly RetreatWay[]]];
  const piece = pieceOf(field, unit);
  let best: RetreatWay | undefined;
  for (const way of open)
    if (!best || worth(field, state, piece, way.to) > worth(field, state, piece, best.to)) best = way;
  const { to, displacing } = best as RetreatWay;
  const [room] = [...displacing].sort((a, b) => pieceOf(field, a).strength - pieceOf(field, b).strength);
  return { verb: 'retreat', unit, to, ...(room === undefined ? {} : { displacing: room }) };
}

function worth(field: Field, state: State, { id, side, kind }: Piece, to: HexId): number {
  if (kind === 'train') return -HEX_GRID.distance(to, TRAIN_EXIT);
  const hex = field.hex.get(to);
  const ground = hex?.terrain === 'rough' || hex?.terrain === 'forest_rough' ? 3 : 0;
  const behindWater = hex?.sides.some(({ water, redoubt }) => water !== null || redoubt === 'out') ? 1 : 0;
  const [own, enemies] = side === state.side ? [ownHexes, enemyHexes] : [enemyHexes, ownHexes];
  const near = (hexes: readonly HexId[], range: number) =>
    hexes.filter((one) => one !== hexOf(state, id) && HEX_GRID.distance(one, to) <= range).length;
  return ground + behindWater + Math.min(2, near(own(field, state), 1)) - near(enemies(field, state), 2);
}

function leastLoss(pieces: readonly Piece[], need: number): readonly PieceId[] {
  return cheapest(pieces, need, ({ strength }) => strength).map(({ id }) => id);
}
