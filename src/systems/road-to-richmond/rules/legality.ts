import type { Order as AnyOrder, Draft, Legality, Next } from '../../../game/index.ts';
import { NOTHING, ordersInstead } from '../../../kit/draft-steps.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type Field, HEX_GRID } from '../field.ts';
import { exitOf, type State } from '../state.ts';
import { type Order, type Side, VERBS, type Where } from '../vocabulary.ts';
import { combatNext, pendingNext } from './combat/combat-legality.ts';
import { marchNext } from './movement/movement-legality.ts';

/** Who is to decide now; null: nobody any more. */
export function toDecide({ over, pending, side }: Pick<State, 'over' | 'pending' | 'side'>): Side | null {
  return over ? null : (pending[0]?.side ?? side);
}

/**
 * Everything that may be done in a position, slot by slot. This is the only place that says what is legal; `apply` and the wording of
 * refusals ask it too.
 */
export function next(field: Field, state: State, seat: string, draft: Draft): Next {
  if (seat !== toDecide(state)) return NOTHING;
  if (state.pending.length > 0) return pendingNext(field, state, draft);
  return state.step === 'move' ? marchNext(field, state, draft) : combatNext(field, state, draft);
}

/** The same for one field, as `src/game` asks it. */
export function legality(field: Field): Legality<State> {
  return { next: (state, seat, draft) => next(field, state, seat, draft) };
}

/**
 * Whether an order stands in the list, as `isLegal` finds it question by question. A draft with all its slots is complete only where
 * each of them answers its question: so nothing of the list is written out, and a log is folded in a fraction of the time.
 */
export function isListed(field: Field, state: State, seat: string, order: AnyOrder): boolean {
  return next(field, state, seat, order).complete;
}

/** Orders of one kind named instead of a refused one, and places to go instead of one out of reach. */
const A_FEW = 4;
const PLACES = 3;

/** What may be done instead of an order: with the same unit or against the same hexes, or a little of everything. */
export function alternatives(field: Field, state: State, seat: string, order: Order | null): readonly AnyOrder[] {
  if (order?.verb === 'move') {
    for (const unit of unitsOf(order)) {
      const near = nearest(field, state, seat, { ...order, unit });
      if (near.length > 0) return near;
    }
  }
  const begun = order ? beginnings(order) : [];
  return ordersInstead(legality(field), state, seat, begun, VERBS, { alike: A_FEW, each: 1, all: VERBS.length });
}

type Move = Extract<Order, { readonly verb: 'move' }>;

/** The unit of a march, and where it is a pair each of the two. */
function unitsOf({ unit }: Move): readonly string[] {
  return unit.includes('+') ? [unit, ...unit.split('+')] : [unit];
}

/** Where a unit gets of where it was to go: the nearest to it. */
function nearest(field: Field, state: State, seat: string, { verb, unit, by, to }: Move): readonly AnyOrder[] {
  const goal = hexOf(to);
  const draft: Draft = { verb, unit, ...(by === undefined ? {} : { by }) };
  const open = next(field, state, seat, draft);
  if (open.complete || open.question.slot !== 'to') return [];
  const away = (value: string) => HEX_GRID.distance(hexOf(value), goal);
  return open.question.choices
    .toSorted((one, other) => away(one.value) - away(other.value))
    .slice(0, PLACES)
    .map(({ value }): Order => ({ verb, unit, ...(by === undefined ? {} : { by }), to: value }));
}

/** The hex of a destination: of an exit the one that leads off the map. */
function hexOf(to: string): HexId {
  return exitOf(to as Where) ?? to;
}

function beginnings(order: Order): readonly Draft[] {
  if (order.verb === 'move') return unitsOf(order).map((unit) => ({ verb: 'move', unit }));
  if (order.verb === 'done') return [{ verb: 'done' }];
  return [];
}
