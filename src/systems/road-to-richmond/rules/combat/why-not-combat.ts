import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { boardOf, pieceOf } from '../../board.ts';
import type { Field } from '../../field.ts';
import { exitOf, type Pending, type State } from '../../state.ts';
import { COLUMNS, isNight, type Order, otherSide, type PieceId } from '../../vocabulary.ts';
import type { RefusalReason } from '../../words/refusals.ts';
import { reckon } from './battle-odds.ts';
import { attackersOf, battleNamed, strands } from './battle-plan.ts';
import { adjacentAttackers, canBombard, hexOf, inControl, isAdjacentToAll, reaches } from './contact.ts';
import { sees } from './line-of-sight.ts';
import { mandatoryAttacks } from './mandatory-attacks.ts';
import { advances, losable, retreats, sharers } from './pending-choices.ts';
import type { RetreatWay } from './retreat-ways.ts';
import { idleGuns } from './targets.ts';

type Laying = Extract<Order, { readonly verb: 'attack' | 'bombard' }>;
type Facts = RefusalReason['facts'];

function reason(code: RefusalReason['code'], rule: string | null, facts: Facts = {}): RefusalReason {
  return { code, rule, facts };
}

/** Why an order that can be read is not in the list of a combat phase; null: nothing closer can be said. */
export function whyNotCombat(field: Field, state: State, order: Order): RefusalReason | null {
  const { step } = state;
  const [pending] = state.pending;
  const wrong = reason('wrong-phase', '2.1', { step, verb: order.verb });
  switch (order.verb) {
    case 'move':
      return wrong;
    case 'attack':
    case 'bombard':
      if (isNight(state.turn)) return reason('night-combat', '10.1');
      return step === 'plan' ? cannotLay(field, state, order) : wrong;
    case 'cancel':
    case 'fight':
      if (step !== (order.verb === 'cancel' ? 'plan' : 'fight')) return wrong;
      return battleNamed(state, order.target) ? null : reason('no-battle', '7.5', { target: order.target });
    case 'retreat':
      if (pending?.kind === 'retreat') return cannotGo(order, retreats(field, state, pending));
      return step === 'fight' ? cannotGo(order, sharers(field, state)) : wrong;
    case 'lose':
      return pending?.kind === 'lose' ? cannotLose(field, state, order.units, pending) : wrong;
    case 'advance':
      return pending?.kind === 'advance' ? cannotAdvance(field, state, order, pending) : wrong;
    case 'done':
      return notDone(field, state, order.sure);
    default:
      return order satisfies never;
  }
}

function cannotLay(field: Field, state: State, order: Laying): RefusalReason | null {
  const hexes = order.target.split('+');
  const { target } = order;
  const enemy = otherSide(state.side);
  const empty = hexes.filter((hex) => boardOf(field, state).holder(hex) !== enemy);
  if (empty.length > 0) return reason('nobody-there', '7.3', { target: empty.join('+') });
  const attackers = order.verb === 'attack' ? [...order.with, ...(order.guns ?? [])] : order.with;
  for (const unit of attackers) {
    const found = notThatPiece(field, state, unit);
    if (found) return found;
  }
  if (order.verb === 'attack' && adjacentAttackers(field, state, hexes).length === 0)
    return hexes.length > 1
      ? reason('no-common-attacker', '7.4', { target })
      : reason('no-attacker', '7.1', { target });
  const [stranded] = order.verb === 'attack' ? strands(field, state, hexes) : [];
  if (stranded !== undefined) return reason('would-strand', '7.4', { hex: stranded, target });
  if (order.verb === 'bombard' && hexes.length > 1) return reason('one-target', '9.1');
  const beside = order.verb === 'attack' ? order.with : [];
  for (const unit of beside)
    if (!isAdjacentToAll(field, state, unit, hexes)) return reason('cannot-join', '7.4', { unit, target });
  for (const unit of order.verb === 'attack' ? (order.guns ?? []) : order.with) {
    const found = cannotFire(field, state, unit, hexes);
    if (found) return found;
  }
  const { odds } = reckon(field, state, { hexes, attackers: attackersOf(field, state, hexes, order) });
  if (COLUMNS.indexOf(order.column) > COLUMNS.indexOf(odds))
    return reason('column-too-high', '7.8', { column: order.column, odds });
  return null;
}

/** Why a piece takes part in no attack at all. */
function notThatPiece(field: Field, state: State, unit: PieceId): RefusalReason | null {
  const { side, kind } = pieceOf(field, unit);
  if (side !== state.side) return reason('not-yours', '7.1', { unit, side });
  if (state.where[unit] === 'lost') return reason('lost', '7.9', { unit });
  if (exitOf(state.where[unit])) return reason('left', '16.2', { unit });
  if (kind === 'train') return reason('train-attacks', '15.2');
  if (state.ineffective.includes(unit)) return reason('ineffective', '11.1', { unit });
  if (state.shaken.displaced.includes(unit)) return reason('guns-displaced', '8.3', { unit });
  return hexOf(state, unit) === null ? reason('cannot-attack', '7.1', { unit }) : null;
}

/** Why guns do not bombard any of the hexes. */
function cannotFire(field: Field, state: State, unit: PieceId, hexes: readonly HexId[]): RefusalReason | null {
  const piece = pieceOf(field, unit);
  const from = hexOf(state, unit) as HexId;
  const target = hexes.join('+');
  if (piece.kind !== 'artillery') return reason('not-guns', '9.1', { unit });
  if (hexes.some((hex) => canBombard(field, state, unit, hex))) return null;
  if (inControl(field, state, piece)) return reason('guns-in-control', '9.2', { unit });
  const inRange = hexes.filter((hex) => reaches(field, from, hex));
  if (inRange.length === 0) return reason('out-of-range', '9.1', { unit, target });
  return inRange.some((hex) => sees(field, from, hex)) ? null : reason('no-sight', '9.4', { unit, target });
}

function cannotGo(
  { unit, to, displacing }: Extract<Order, { verb: 'retreat' }>,
  ways: ReadonlyMap<PieceId, readonly RetreatWay[]>,
): RefusalReason | null {
  const open = ways.get(unit);
  if (!open) return reason('not-retreating', '8.1', { unit });
  const way = open.find((one) => one.to === to);
  if (!way) return reason('no-retreat', '8.1', { unit, to });
  if (way.displacing.length > 0 && displacing === undefined) return reason('must-displace', '8.2', { to });
  return displacing === undefined ? null : reason('cannot-displace', '8.2', { unit: displacing, hex: to });
}

function cannotLose(
  field: Field,
  state: State,
  units: readonly PieceId[],
  pending: Extract<Pending, { kind: 'lose' }>,
): RefusalReason | null {
  const among = losable(field, state, pending);
  const stranger = units.find((id) => !among.some((piece) => piece.id === id));
  if (stranger !== undefined) return reason('cannot-lose', '7.9', { unit: stranger, units: stranger });
  let given = 0;
  for (const id of units) given += pieceOf(field, id).strength;
  return given < pending.need ? reason('lose-more', '7.9', { need: pending.need, given }) : null;
}

function cannotAdvance(
  field: Field,
  state: State,
  { unit, to }: Extract<Order, { verb: 'advance' }>,
  pending: Extract<Pending, { kind: 'advance' }>,
): RefusalReason | null {
  if (unit === 'none') return null;
  const into = advances(field, state, pending).get(unit);
  if (into && (to === undefined || into.includes(to))) return null;
  return reason('no-advance', '8.5', to === undefined ? { unit } : { unit, to });
}

/** The first mandatory attack that isn't planned, or what else has to come before the end. */
function notDone(field: Field, state: State, sure: 'yes' | 'rest' | undefined): RefusalReason | null {
  const [left] = state.battles;
  if (state.step === 'fight') {
    if (left) return reason('battles-left', '7.5', { target: left.hexes.join('+') });
    return sure === undefined ? null : reason('sure-needless', null);
  }
  const { enemies, own } = mandatoryAttacks(field, state);
  const [first] = enemies;
  if (first)
    return reason('duty-enemy', '7.1', { hex: first.hex, enemies: first.pieces.join('+'), from: first.from.join('+') });
  const [idle] = own;
  if (idle)
    return reason('duty-own', '7.1', { hex: idle.hex, units: idle.pieces.join('+'), target: idle.against.join('+') });
  const guns = idleGuns(field, state);
  if (guns.length === 0) return sure === undefined ? null : reason('sure-needless', null);
  return reason('sure', null, {
    left: guns.length === 1 ? 'a gun unit could bombard' : `${guns.length} gun units could bombard`,
  });
}
