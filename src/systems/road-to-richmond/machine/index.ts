import type { Dice, Machine } from '../../../game/index.ts';
import type { Field } from '../field.ts';
import { expectedSwing } from '../rules/combat/battle-odds.ts';
import { defaultOrderOf } from '../rules/combat/default-order.ts';
import type { State } from '../state.ts';
import type { View } from '../view.ts';
import { isSide, type Order, targetOf } from '../vocabulary.ts';
import { MACHINE_SUMMARY } from '../words/command-words.ts';
import { planOf } from './battle-planning.ts';
import { choiceOf } from './machine-choices.ts';
import { movementOf } from './machine-movement.ts';
import { playingStyleOf, STYLES } from './playing-style.ts';

/** A player without a member: it reckons battles exactly, fears what the enemy could bring, and knows what its side has to do. */
export function machineOf(field: Field): Machine<View, Order> {
  return {
    summary: MACHINE_SUMMARY,
    styles: STYLES,
    orders: (view, seat, dice, style) => orders(field, view, seat, dice, style),
  };
}

function orders(field: Field, state: State, seat: string, dice: Dice, style?: string): readonly Order[] {
  if (!isSide(seat)) return [];
  if (state.pending.length > 0) return [choiceOf(field, state, seat) ?? fallback(field, state)];
  switch (state.step) {
    case 'move':
      return movementOf(field, state, seat, playingStyleOf(style, dice));
    case 'plan':
      return planOf(field, state, seat);
    case 'fight':
      return [fight(field, state)];
    default:
      return state.step satisfies never;
  }
}

/** The battle that promises most first: what it drives away is not in the way of the others. */
function fight(field: Field, state: State): Order {
  const promise = new Map(state.battles.map((battle) => [battle, expectedSwing(field, state, battle)]));
  const [best] = [...state.battles].sort((a, b) => (promise.get(b) ?? 0) - (promise.get(a) ?? 0));
  return best ? { verb: 'fight', target: targetOf(best.hexes) } : { verb: 'done' };
}

function fallback(field: Field, state: State): Order {
  const order = defaultOrderOf(field, state);
  if (!order) throw new Error('Nothing is left to be done');
  return order;
}
