import type { Dice, Machine } from '../../../game/index.ts';
import { positionFromView } from '../position-from-view.ts';
import { defaultOrder } from '../rules/asked.ts';
import type { State } from '../state.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { CUTS, isSide, type Order, type Side } from '../vocabulary.ts';
import { MACHINE_SUMMARY } from '../words/command-words.ts';
import { actionsFor } from './action-choice.ts';
import { battleOrder } from './battle-stance.ts';
import { cardFor, supplyFor } from './card-choice.ts';

/** A player without a member: it takes the best action it finds, one after the other, by what its side sees. */
export function machineOf(theatre: Theatre): Machine<View, Order> {
  return {
    summary: MACHINE_SUMMARY,
    orders: (view, seat, dice) =>
      isSide(seat) && view.deciding.includes(seat)
        ? orders(theatre, positionFromView(theatre, view, seat), seat, dice)
        : [],
  };
}

function orders(theatre: Theatre, guess: State, side: Side, dice: Dice): readonly Order[] {
  switch (guess.phase) {
    case 'cut':
      return [{ verb: 'cut', cards: CUTS[dice.roll(CUTS.length, 'where the machine cuts') - 1] as string }];
    case 'cards':
      return [{ verb: 'card', card: cardFor(theatre, guess, side, dice) }];
    case 'supply':
      return [supplyFor(theatre, guess, side)];
    case 'actions':
      return actionsFor(theatre, guess, side, dice);
    case 'battles':
      return [battleOrder(theatre, guess, side)];
    case 'exchange':
      return [answer(theatre, guess, side)];
    default:
      return [defaultOrder(theatre, guess, side)];
  }
}

/** An exchange that gives back as much as it takes is accepted. */
function answer(theatre: Theatre, guess: State, side: Side): Order {
  const { offer } = guess;
  if (!offer) return defaultOrder(theatre, guess, side);
  const steps = (ids: readonly string[]) => ids.reduce((sum, id) => sum + blockOf(theatre, id).full, 0);
  return steps(offer.give) >= steps(offer.take) ? { verb: 'accept' } : { verb: 'decline' };
}
