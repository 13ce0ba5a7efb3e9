import type { Applied } from '../../../game/index.ts';
import { alarmed } from '../alarm.ts';
import { openCombat } from '../combat/opening.ts';
import type { Field } from '../field.ts';
import { endMovement } from '../phases.ts';
import { exitOf, isOnMap, type State, zoneOpens } from '../state.ts';
import type { Event, HexId, Order, PieceId, Where } from '../vocabulary.ts';
import { destinationsOf } from './movers.ts';
import { type Leg, piecesOf } from './reach.ts';

/** Carries out a legal order of a movement phase. */
export function march(field: Field, state: State, order: Order): Applied<State, Event> {
  if (order.verb === 'done') return openCombat(field, endMovement(state));
  if (order.verb !== 'move') throw new Error(`${order.verb} is no order of a movement phase`);
  const leg = destinationsOf(field, state, order.unit, order.by).get(order.to);
  if (!leg) throw new Error(`${order.unit} cannot move to ${order.to}`);
  return moved(field, state, order.unit, order.to as Where, leg);
}

function moved(field: Field, state: State, unit: string, to: Where, { way, cost, entry }: Leg): Applied<State, Event> {
  const pieces = piecesOf(field, unit).map(({ id }) => id);
  const was = state.where[pieces[0] as PieceId];
  const from: HexId | null = isOnMap(was) ? was : null;
  const gone = { side: state.side, pieces, from, way };
  const exit = exitOf(to);
  const events: Event[] = [exit ? { type: 'left', ...gone, by: exit } : { type: 'moved', ...gone, cost }];
  const after: State = {
    ...state,
    where: { ...state.where, ...Object.fromEntries(pieces.map((id) => [id, to])) },
    moved: { ...state.moved, ...Object.fromEntries(pieces.map((id) => [id, from])) },
    columns:
      entry === null ? state.columns : { ...state.columns, [entry]: (state.columns[entry] ?? 0) + pieces.length },
  };
  const told = alarmed(field, after, pieces[0] as PieceId, way, events);
  return { state: zoned(field, told, events), events };
}

/** What opens the command control zone, once it has happened [14.2]. */
function zoned(field: Field, state: State, events: Event[]): State {
  const of = (kind: (id: PieceId) => boolean) => field.pieces.map(({ id }) => id).filter(kind);
  const trains = of((id) => field.piece.get(id)?.kind === 'train');
  const corps = of((id) => {
    const piece = field.piece.get(id);
    return piece?.side === 'union' && piece.arrives === 14;
  });
  const left = state.trainLeft === null && trains.some((id) => exitOf(state.where[id]) === '1528');
  const came = state.corpsCame === null && corps.length > 0 && corps.every((id) => state.where[id] !== 'waiting');
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
