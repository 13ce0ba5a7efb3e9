import type { Dice, Machine, MachineStyle } from '../../../game/index.ts';
import type { Field } from '../field.ts';
import type { State } from '../state.ts';
import type { View } from '../view.ts';
import { isSide, type Order, type Side } from '../vocabulary.ts';
import { MACHINE_SUMMARY } from '../words/orders.ts';
import { planOf } from './battle-planning.ts';
import { choiceOf } from './choices.ts';
import { movementOf, type PlayingStyle } from './movement.ts';

/** The first is the default. */
const STYLES: readonly (MachineStyle & PlayingStyle)[] = [
  { id: 'steady', name: 'Steady', summary: 'attacks at good odds and guards its flanks', nerve: 1.3, caution: 0.6 },
  { id: 'bold', name: 'Bold', summary: 'attacks at even odds and takes risks', nerve: 1.7, caution: 0.35 },
  { id: 'careful', name: 'Careful', summary: 'keeps its distance and attacks only when sure', nerve: 1, caution: 1 },
  { id: 'green', name: 'Green', summary: 'easy to beat: slow to attack, quick to give ground', nerve: 0.6, caution: 2 },
];

/** The bot player: it calculates battles exactly, considers the enemy's possible attacks, and knows its side's objectives. */
export function machineOf(field: Field): Machine<View, Order> {
  return {
    summary: MACHINE_SUMMARY,
    styles: STYLES,
    orders: (view, seat, dice, style) => (isSide(seat) ? orders(field, view, seat, dice, style) : []),
  };
}

function orders(field: Field, state: State, side: Side, dice: Dice, style?: string): readonly Order[] {
  if (state.pending.length === 0 && state.step === 'plan') return planOf(field, state, side);
  if (state.pending.length === 0 && state.step === 'move') return movementOf(field, state, side, styleOf(style, dice));
  const order = choiceOf(field, state, side);
  if (!order) throw new Error('Nothing is left to be done');
  return [order];
}

/** The style for one phase, varied by a factor of 0.9 to 1.15 so that it is less predictable. */
function styleOf(style: string | undefined, dice: Dice): PlayingStyle {
  const { nerve, caution } = STYLES.find(({ id }) => id === style) ?? (STYLES[0] as PlayingStyle);
  return { nerve: nerve * (0.85 + 0.05 * dice.roll(6, 'how bold the bot is')), caution };
}
