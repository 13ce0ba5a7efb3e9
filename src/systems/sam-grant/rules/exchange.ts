import { many } from '../../../kit/order-rules.ts';
import { blocksIn, placing } from '../board.ts';
import type { Placed, State } from '../state.ts';
import type { Block, Theatre } from '../theatre.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { type Done, type Moment, notNow, type Rule, reason, type Slot } from './moment.ts';

/** Blocks of a side that the other holds, face up [7.10]. */
export function prisonersOf(theatre: Theatre, state: Placed, side: Side): readonly Block[] {
  return blocksIn(theatre, state, 'prisoner', side);
}

const OFFER_FAULT = reason('offer', '9.3');

/** A slot for prisoners of one side, at least `least` of them. */
function prisoners(slot: string, whose: (side: Side) => Side, least: NonNullable<Slot['several']>): Slot {
  const of = ({ theatre, state, side }: Moment) => prisonersOf(theatre, state, whose(side)).map(({ id }) => id);
  return {
    slot,
    isAsked: (moment) => of(moment).length > 0,
    candidates: of,
    fault: (moment, _, id) => (of(moment).includes(id) ? null : OFFER_FAULT),
    several: least,
  };
}

/** Offers held prisoners in exchange for the side's own [9.3]. */
export const OFFER: Rule<'offer'> = {
  verb: 'offer',
  closed: ({ state }) => (state.phase === 'exchange' && !state.offer ? null : notNow(state, 'offer')),
  slots: [
    prisoners('give', otherSide, ({ theatre, state, side }, _, most) => {
      return { least: prisonersOf(theatre, state, side).length > 0 ? 0 : 1, most };
    }),
    prisoners(
      'take',
      (side) => side,
      (_, draft, most) => ({ least: many(draft.give).length > 0 ? 0 : 1, most }),
    ),
  ],
  otherwise: () => OFFER_FAULT,
  carry: ({ state, side }, { give = [], take = [] }) => ({
    state: { ...state, offer: { by: side, give, take } },
    events: [{ type: 'offered', side, give, take }],
  }),
};

/** The other side's answer. */
function answer(verb: 'accept' | 'decline'): Omit<Rule<'accept' | 'decline'>, 'verb'> {
  return {
    closed: ({ state }) => (state.phase === 'exchange' && state.offer ? null : notNow(state, verb)),
    slots: [],
    carry: ({ state, side }) => answered(state, side, verb === 'accept'),
  };
}
export const ACCEPT: Rule<'accept'> = { verb: 'accept', ...answer('accept') };
export const DECLINE: Rule<'decline'> = { verb: 'decline', ...answer('decline') };

/** Returned blocks go to their owner's pool [9.3]. */
function answered(state: State, side: Side, accepted: boolean): Done {
  const { give, take } = state.offer as NonNullable<State['offer']>;
  const freed = accepted ? [...give, ...take] : [];
  const after = placing(
    state,
    freed.map((id) => [id, { at: 'pool', steps: 0 }]),
  );
  return { state: { ...after, offer: null }, events: [{ type: 'answered', side, accepted, freed }] };
}
