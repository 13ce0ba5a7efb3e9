import type { Dice, Machine } from '../../../game/index.ts';
import { bestBy } from '../../../kit/machine-search.ts';
import { sum } from '../../../kit/subsets.ts';
import { MOST_STEPS } from '../rules/battle/battle-plans.ts';
import { defaultOrder, next } from '../rules/legality.ts';
import { blockOfStep } from '../rules/supply/supply-card.ts';
import { type Battle, blocksAt, hexesHeld, isHex, type State, stepsOf } from '../state.ts';
import { blockOf, isWinter, type Theatre } from '../theatre.ts';
import { positionFromView, type View } from '../view.ts';
import { type Card, isSide, isSupply, numberOf, type Order, otherSide, type Side, type Stance } from '../vocabulary.ts';
import { MACHINE_SUMMARY } from '../words/orders.ts';
import { actionsFor } from './action-choice.ts';
import { forceOf, forecastAt } from './battle-forecast.ts';

/** The bot as a player: it sees only its side's view and takes the best action it finds, one at a time. */
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
      return [{ verb: 'cut', cards: `${dice.roll(theatre.scenario.cuts.length, 'where the machine cuts')}` }];
    case 'cards':
      return [{ verb: 'card', card: cardFor(theatre, guess, side, dice) }];
    case 'supply':
      return [supplyFor(theatre, guess, side)];
    case 'actions':
      return actionsFor(theatre, guess, side);
    case 'battles':
      return [battleOrder(theatre, guess, side)];
    case 'exchange':
      return [answer(theatre, guess, side)];
    default:
      return [defaultOrder(theatre, guess, side)];
  }
}

/** Accepts an exchange that returns at least as much as it takes. */
function answer(theatre: Theatre, guess: State, side: Side): Order {
  const { offer } = guess;
  if (!offer) return defaultOrder(theatre, guess, side);
  const steps = (ids: readonly string[]) => sum(ids.map((id) => blockOf(theatre, id).full));
  return steps(offer.give) >= steps(offer.take) ? { verb: 'accept' } : { verb: 'decline' };
}

/**
 * The card to play: the highest action card first, a Supply card once enough steps are missing, action cards last in
 * Winter. A die makes the choice less predictable.
 */
function cardFor(theatre: Theatre, guess: State, side: Side, dice: Dice): Card {
  const own = hexesHeld(theatre, guess, side).flatMap((hex) => blocksAt(theatre, guess, hex, side));
  const missing = sum(own.map(({ id, full }) => full - stepsOf(guess, id)));
  const worth = (card: Card) => {
    const number = numberOf(card);
    if (isSupply(card)) return 0.5 * Math.min(missing, number);
    return isWinter(theatre, guess) ? 0.5 * number : number;
  };
  const worthWithDie = (card: Card) => worth(card) + dice.roll(6, 'how it plays its cards') / 10;
  return bestBy(new Set(guess.hands[side]), worthWithDie) ?? '1';
}

/**
 * Gives steps to blocks that fire well and stand near the enemy, but first to an HQ too weak to send blocks [5.6, 5.8].
 */
function supplyFor(theatre: Theatre, guess: State, side: Side): Order {
  const enemies = hexesHeld(theatre, guess, otherSide(side));
  const need = (step: string) => {
    const { id, kind, hits } = blockOf(theatre, blockOfStep(step));
    const at = guess.blocks[id]?.at ?? 'pool';
    const far = isHex(at) ? Math.min(...enemies.map((hex) => theatre.grid.distance(at, hex))) : 99;
    if (kind === 'hq') return stepsOf(guess, id) < 2 ? 9 : 0.5;
    return hits / (1 + far);
  };
  const draft: { verb: 'supply'; steps?: readonly string[]; west?: readonly string[] } = { verb: 'supply' };
  for (;;) {
    const open = next(theatre, guess, side, draft);
    if (open.complete) return draft;
    const { question } = open;
    const values = question.choices.map(({ value }) => value);
    const most = Math.min(question.several?.most ?? 1, values.length);
    const chosen = [...values].sort((a, b) => need(b) - need(a)).slice(0, most);
    if (chosen.length < (question.several?.least ?? 1)) return { verb: 'done' };
    // A second step of a block comes with its first.
    const whole = chosen.filter((one) => !one.includes('+') || chosen.includes(blockOfStep(one)));
    const given = values.filter((value) => whole.includes(value));
    if (given.length < (question.several?.least ?? 1)) return { verb: 'done' };
    draft[question.slot as 'steps' | 'west'] = given;
  }
}

function battleOrder(theatre: Theatre, guess: State, side: Side): Order {
  const order = defaultOrder(theatre, guess, side);
  if (order.verb !== 'battle-plan') return order;
  return { ...order, stance: stanceFor(theatre, guess, guess.battle as Battle, side) };
}

function stanceFor(theatre: Theatre, guess: State, battle: Battle, side: Side): Stance {
  const { hex, attacker } = battle;
  const { chance } = forecastAt(theatre, guess, hex, attacker, side);
  const { steps } = forceOf(theatre, guess, blocksAt(theatre, guess, hex, side), side);
  const below = Math.round(steps * 0.4);
  const holdsOut: Stance = below >= 2 ? `below-${Math.min(MOST_STEPS, below)}` : 'stand';
  if (side === attacker) return chance > 0.3 ? holdsOut : 'leave-1';
  const points = theatre.city.get(hex)?.points ?? 0;
  return chance > 0.6 && points < 3 ? 'leave-1' : points >= 2 ? 'stand' : holdsOut;
}
