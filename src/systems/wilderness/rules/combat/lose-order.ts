import type { Pending, State } from '../../state.ts';
import type { Event, UnitId } from '../../vocabulary.ts';
import { type OrderRule, pointsSlot, reason } from '../order-slots.ts';
import { goOn } from './aftermath.ts';
import { lose, strengthLeft } from './losses.ts';

type Losing = Extract<Pending, { readonly kind: 'lose' }>;

const losingOf = (state: State) => state.pending[0] as Losing;

export const loseOrder: OrderRule<'lose'> = {
  verb: 'lose',
  closed: ({ state, side }) => {
    const [pending] = state.pending;
    return pending?.kind === 'lose' && pending.side === side ? null : reason('no-losses', '5.7');
  },
  slots: [
    {
      slot: 'unit',
      candidates: ({ state }) => losingOf(state).among,
      fault: ({ theatre, state }, _draft, id) =>
        losingOf(state).among.includes(id) && strengthLeft(theatre, state, id) > 0
          ? null
          : reason('no-part', '5.7', { unit: id }),
    },
    pointsSlot(
      ({ theatre, state }, { unit }) => Math.min(losingOf(state).points, strengthLeft(theatre, state, unit as UnitId)),
      ({ unit }, most) => reason('too-many', '5.7', { unit: unit as UnitId, most }),
    ),
  ],
  carry: ({ theatre, state }, { unit, points }) => {
    const events: Event[] = [];
    const [, ...rest] = state.pending;
    const losing = losingOf(state);
    const left = losing.points - Number(points);
    const now = lose(theatre, state, unit, Number(points), events);
    const pending = left > 0 ? [{ ...losing, points: left }, ...rest] : rest;
    return goOn(theatre, { ...now, pending }, events);
  },
};
