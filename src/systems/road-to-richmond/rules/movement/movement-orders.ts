import type { Applied } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import type { Field, Piece } from '../../field.ts';
import { exitOf, isOnMap, type State, zoneOpens } from '../../state.ts';
import type { Event, Order, PieceId, Where } from '../../vocabulary.ts';
import { openCombat } from '../combat/combat-opening.ts';
import { alarmed } from '../early-arrival.ts';
import { endMovement } from '../phases.ts';
import type { Leg } from './march-leg.ts';
import { legTo } from './movers.ts';
import { piecesOf } from './reach.ts';

/** Carries out a legal order of a movement phase. */
export function march(field: Field, state: State, order: Order): Applied<State, Event> {
  if (order.verb === 'done') return openCombat(field, endMovement(state));
  if (order.verb !== 'move') throw new Error(`${order.verb} isn’t an order for a movement phase`);
  const leg = legTo(field, state, order.unit, order.by, order.to);
  if (!leg) throw new Error(`${order.unit} cannot move to ${order.to}`);
  return arrived(field, state, order.unit, order.to as Where, leg);
}

function arrived(
  field: Field,
  state: State,
  unit: string,
  to: Where,
  { way, cost, entry }: Leg,
): Applied<State, Event> {
  const pieces = piecesOf(field, unit);
  const ids = pieces.map(({ id }) => id);
  const was = state.where[ids[0] as PieceId];
  const from: HexId | null = isOnMap(was) ? was : null;
  const gone = { side: state.side, pieces: ids, from, way };
  const exit = exitOf(to);
  const events: Event[] = [exit ? { type: 'left', ...gone, by: exit } : { type: 'moved', ...gone, cost }];
  const where: Record<PieceId, Where> = { ...state.where };
  const moved: Record<PieceId, HexId | null> = { ...state.moved };
  for (const id of ids) {
    where[id] = to;
    moved[id] = from;
  }
  const after: State = {
    ...state,
    where,
    moved,
    columns:
      entry === null ? state.columns : { ...state.columns, [entry]: (state.columns[entry] ?? 0) + pieces.length },
  };
  const told = alarmed(field, after, ids[0] as PieceId, way, events);
  return { state: zoned(field, told, pieces, events), events };
}

/** What opens the command control zone, where these pieces have done it [14.2]. */
function zoned(field: Field, state: State, moved: readonly Piece[], events: Event[]): State {
  const left = moved.some(({ id, kind }) => kind === 'train' && exitOf(state.where[id]) === '1528');
  const came =
    state.corpsCame === null &&
    moved.some(isLastCorps) &&
    field.pieces.every((piece) => !isLastCorps(piece) || state.where[piece.id] !== 'waiting');
  if (!left && !came) return state;
  const known: State = {
    ...state,
    trainLeft: left ? state.turn : state.trainLeft,
    corpsCame: came ? state.turn : state.corpsCame,
  };
  const opens = zoneOpens(known);
  if (opens !== null && opens !== zoneOpens(state)) events.push({ type: 'zone', opens, why: left ? 'train' : 'corps' });
  return known;
}

/** The Union pieces printed for turn 14, both of which open the zone. */
function isLastCorps({ side, arrives }: Piece): boolean {
  return side === 'union' && arrives === 14;
}
