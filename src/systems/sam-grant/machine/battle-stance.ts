import { blocksAt } from '../board.ts';
import { defaultOrder } from '../rules/asked.ts';
import type { Battle, State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { Order, Side, Stance } from '../vocabulary.ts';
import { forceOf, forecastAt } from './battle-forecast.ts';

/** The usual order, but for when its blocks retreat. */
export function battleOrder(theatre: Theatre, guess: State, side: Side): Order {
  const order = defaultOrder(theatre, guess, side);
  if (order.verb !== 'battle-plan') return order;
  return { ...order, stance: stanceFor(theatre, guess, guess.battle as Battle, side) };
}

function stanceFor(theatre: Theatre, guess: State, battle: Battle, side: Side): Stance {
  const { hex, attacker } = battle;
  const { chance } = forecastAt(theatre, guess, hex, attacker, side);
  const { steps } = forceOf(theatre, guess, blocksAt(theatre, guess, hex, side), side);
  const below = Math.round(steps * 0.4);
  const holdsOut: Stance = below >= 2 ? `below-${Math.min(12, below)}` : 'stand';
  if (side === attacker) return chance > 0.3 ? holdsOut : 'leave-1';
  const points = theatre.city.get(hex)?.points ?? 0;
  return chance > 0.6 && points < 3 ? 'leave-1' : points >= 2 ? 'stand' : holdsOut;
}
