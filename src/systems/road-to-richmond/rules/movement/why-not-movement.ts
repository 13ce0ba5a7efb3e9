import { boardOf } from '../../board.ts';
import { type Field, HEX_GRID, type Piece } from '../../field.ts';
import { exitOf, isOnMap, type State, zoneOpens } from '../../state.ts';
import { isNight, type Order, otherSide, type Where } from '../../vocabulary.ts';
import { leftWords } from '../../words/prompts.ts';
import type { RefusalReason } from '../../words/refusals.ts';
import { arrivalOf } from '../early-arrival.ts';
import { entriesOf, pairAt } from './arrivals.ts';
import { mayEnterZone } from './command-zone.ts';
import { leftUndone } from './left-undone.ts';
import { allowanceOf, costOf } from './movement-costs.ts';
import { destinationsOf, entriesFor, moversOf } from './movers.ts';
import { costAnyhow, piecesOf, reachOf } from './reach.ts';
import { overfull } from './stacking-room.ts';

type Move = Extract<Order, { readonly verb: 'move' }>;

/** Why an order that can be read is not in the list of a movement phase; null: nothing closer can be said. */
export function whyNotMarch(field: Field, state: State, order: Order): RefusalReason | null {
  const crowded = overfull(field, state);
  if (order.verb === 'done') {
    if (crowded !== null) return { code: 'overfull', rule: '5.1', facts: { hexes: crowded } };
    const left = leftUndone(field, state);
    if (!left) return { code: 'sure-needless', rule: null, facts: {} };
    return { code: 'sure', rule: null, facts: { left: leftWords(left) } };
  }
  if (order.verb !== 'move') return { code: 'wrong-phase', rule: '2.1', facts: { step: state.step, verb: order.verb } };
  const pieces = piecesOf(field, order.unit);
  for (const piece of pieces) {
    const reason = notThatPiece(field, state, piece);
    if (reason) return reason;
  }
  const { unit } = order;
  if (crowded !== null && pieces.some(({ id }) => state.where[id] !== crowded))
    return { code: 'overfull', rule: '5.1', facts: { hexes: crowded } };
  if (
    pieces.length > 1 &&
    pieces.every(({ id }) => state.where[id] === 'waiting') &&
    !moversOf(field, state).includes(unit)
  )
    return { code: 'not-paired', rule: '12.2', facts: { unit } };
  if (pieces.length > 1 && reachOf(field, state, unit).size === 0)
    return { code: 'not-together', rule: '3.1', facts: { unit } };
  return notThere(field, state, order, pieces[0] as Piece);
}

function notThatPiece(field: Field, state: State, piece: Piece): RefusalReason | null {
  const unit = piece.id;
  const where = state.where[unit];
  if (piece.side !== state.side) return { code: 'not-yours', rule: '3.1', facts: { unit, side: piece.side } };
  if (where === undefined) return { code: 'not-in-game', rule: '18.6', facts: { unit } };
  if (where === 'lost') return { code: 'lost', rule: '7.9', facts: { unit } };
  if (exitOf(where)) return { code: 'left', rule: '16.2', facts: { unit } };
  if (unit in state.moved) return { code: 'moved', rule: '3.1', facts: { unit } };
  if (isOnMap(where)) {
    const held = boardOf(field, state).controls(otherSide(piece.side), where);
    return held ? { code: 'in-control', rule: '6.3', facts: { unit, hex: where } } : null;
  }
  const turn = arrivalOf(state, piece);
  if (turn !== null && turn > state.turn) return { code: 'not-arrived', rule: '12.1', facts: { unit, turn } };
  if (reachOf(field, state, unit).size > 0) return null;
  const [hex = '', ...others] = entriesOf(field, state, piece);
  const pair = pairAt(state, hex);
  if (pair > allowanceOf(state, piece)) return { code: 'column-full', rule: '12.2', facts: { hex, pair } };
  return { code: 'entry-closed', rule: '12.4', facts: others.length > 0 ? {} : { hex } };
}

/** Of a unit that may move. */
function notThere(field: Field, state: State, { unit, by, to }: Move, piece: Piece): RefusalReason | null {
  const entries = entriesFor(field, state, unit);
  const [only] = entries;
  if (by !== undefined && (entries.length < 2 || !entries.includes(by))) {
    if (entries.length === 0) return { code: 'entry-closed', rule: '12.4', facts: { hex: by } };
    if (only === by) return { code: 'entry-needless', rule: '12.4', facts: { hex: by } };
    return { code: entries.length === 1 ? 'entry-other' : 'entry-closed', rule: '12.7', facts: { hex: only ?? by } };
  }
  if (by === undefined && entries.length > 1) return { code: 'missing', rule: '12.8', facts: { slot: 'by' } };
  const reached = reachOf(field, state, unit, by).get(to);
  if (reached && !destinationsOf(field, state, unit, by).has(to)) return { code: 'full', rule: '5.1', facts: { to } };
  if (reached) return moversOf(field, state).includes(unit) ? null : { code: 'full', rule: '5.1', facts: { to } };
  return exitOf(to as Where) ? notOut(field, state, unit, to, piece) : notInto(field, state, { unit, by, to }, piece);
}

function notOut(field: Field, state: State, unit: string, to: string, piece: Piece): RefusalReason {
  const exit = exitOf(to as Where);
  if (exit !== null && boardOf(field, state).controls(otherSide(state.side), exit))
    return { code: 'exit-controlled', rule: '16.1', facts: { hex: exit } };
  return { code: 'too-far', rule: '16.1', facts: { unit, to, points: allowanceOf(state, piece) } };
}

function notInto(
  field: Field,
  state: State,
  { unit, by, to }: { readonly unit: string; readonly by: string | undefined; readonly to: string },
  piece: Piece,
): RefusalReason {
  const board = boardOf(field, state);
  const enemy = otherSide(state.side);
  const where = state.where[piece.id];
  const train = piece.kind === 'train';
  const points = allowanceOf(state, piece);
  if (where === to) return { code: 'already-there', rule: '3.1', facts: { unit, to } };
  if (board.holder(to) === enemy) return { code: 'enemy-there', rule: '3.3', facts: { to } };
  if (!mayEnterZone(field, state, state.side, to)) {
    const opens = zoneOpens(state);
    return { code: 'zone-closed', rule: '14.2', facts: opens === null ? { to } : { to, opens } };
  }
  if (train ? board.at(to).length > 0 : board.at(to).some(({ kind }) => kind === 'train'))
    return { code: 'train-alone', rule: '15.4', facts: { to } };
  if (train && !field.hex.get(to)?.hasWay) return { code: 'train-way', rule: '15.1', facts: { to } };
  if (board.controls(enemy, to)) {
    if (isNight(state.turn)) return { code: 'night-control', rule: '10.2', facts: { to } };
    const ineffective = unit.split('+').filter((id) => state.ineffective.includes(id));
    if (ineffective.length > 0)
      return { code: 'ineffective-control', rule: '11.1', facts: { unit: ineffective.join('+'), to } };
  }
  if (isOnMap(where) && HEX_GRID.distance(where, to) === 1 && costOf(field, where, to) === null)
    return { code: 'no-crossing', rule: '4', facts: { from: where, to } };
  const cost = costAnyhow(field, state, unit, to, by);
  if (cost === null) return { code: 'too-far', rule: '3.2', facts: { unit, to, points } };
  if (cost <= points) return { code: 'first-turn-control', rule: '12.6', facts: { unit, to } };
  return { code: 'too-far', rule: '3.2', facts: { unit, to, cost, points } };
}
