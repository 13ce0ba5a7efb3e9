import type { Asked, Phase, SeatId } from '../../../game/index.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { type Order, otherSide, type Side } from '../vocabulary.ts';
import { actionsOf } from './cards.ts';
import { defaultOrder } from './default-order.ts';
import { deciding } from './legality.ts';

/** A side that is asked, without the words of it. */
export interface AskedSide extends Omit<Asked, 'prompt' | 'defaultText'> {
  readonly seat: Side;
  readonly defaultOrder: Order;
}

/** Who is to decide now, and what is done where time runs out [14.7]. */
export function asked(theatre: Theatre, state: State): readonly AskedSide[] {
  return deciding(state).map((seat) => ({
    seat,
    defaultOrder: defaultOrder(theatre, state, seat),
    phaseKey: phaseKey(state, seat),
    ...(isOutOfTurn(state, seat) ? { outOfTurn: true as const } : {}),
  }));
}

/** A side that has used all its actions, which everybody has counted, has nothing to order but that it is done [5.1]. */
export function pass(state: State): { readonly seat: SeatId; readonly order: Order } | null {
  const { phase, active, used } = state;
  return phase === 'actions' && used >= actionsOf(state, active) ? { seat: active, order: { verb: 'done' } } : null;
}

/** A battle is given less time than a turn [14.7]; so is an answer to the other side's offer. */
function isOutOfTurn({ phase, offer, first }: State, side: Side): boolean {
  return (
    phase === 'battles' ||
    (phase === 'attrition' && side === otherSide(first)) ||
    (phase === 'exchange' && offer !== null)
  );
}

const PARTS = {
  cut: () => 'cards',
  cards: () => 'cards',
  supply: (side: Side) => `orders-${side}`,
  actions: (side: Side) => `orders-${side}`,
  battles: () => 'battles',
  attrition: () => 'end',
  exchange: () => 'end',
  over: () => 'end',
} as const satisfies { readonly [phase in State['phase']]: (side: Side) => string };

/** The parts of a game-turn: cards (the deck is cut in the first), the orders of each side, battles, and what follows them [4]. */
export function phaseOf({ turn, phase, active }: State): Phase {
  const key = `turn-${Math.max(1, turn)}-${PARTS[phase](active)}`;
  return { key, turn: key };
}

/** One call to a side for all that is asked of it in a phase, and for each battle. */
function phaseKey({ turn, phase, battle, offer }: State, side: Side): string {
  const what = battle ? `battle-${battle.hex}` : offer ? 'exchange-offer' : phase;
  return `turn-${turn}-${what}-${side}`;
}
