import {
  type Applied,
  type Asked,
  type Asking,
  type Draft,
  isRefusal,
  type Question,
  type Refusal,
} from '../../../src/game/index.ts';
import { apply, asked as asksRules, next } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { setUp } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import type { Event, Order, Side, Where } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { asking, question as worded } from '../../../src/systems/road-to-richmond/words/questions.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { orderOf, placesOf, type Slots } from '../order-text.ts';
import { field } from './data.ts';

const SLOTS: Slots = {
  move: ['unit', 'to'],
  attack: ['target', 'with*', 'column'],
  bombard: ['target', 'with*', 'column'],
  cancel: ['target'],
  fight: ['target'],
  retreat: ['unit', 'to', 'displacing'],
  lose: ['units*'],
  advance: ['unit', 'to'],
  done: ['sure'],
};

/** An order, or its text: `attack 1107 c-gregg,c-branch 1-1 guns=c-jones`. */
export type Said = Order | string;
export const read = (said: Said): Order => orderOf<Order>(SLOTS, said);
export const draftOf = (said: Draft | string): Draft => orderOf<Draft>(SLOTS, said);

/** Where pieces are, or a text that says so: `1107 u-1-2-v u-2-2-v, 1206 c-gregg`. */
export type At = { readonly [piece: string]: Where } | string;

/** The start of a game. */
export const start: State = setUp(field, 'standard').state;

/** A position with these pieces, all others eliminated. Absent in `more`: the Confederate movement phase of turn 6, a day. */
export function position(said: At, more: Partial<State> = {}): State {
  const at = placesOf(said) as Exclude<At, string>;
  const known = new Set(field.pieces.map(({ id }) => id));
  for (const id of Object.keys(at)) if (!known.has(id)) throw new Error(`There is no piece ${id}`);
  const where = Object.fromEntries(field.pieces.map(({ id }): [string, Where] => [id, at[id] ?? 'lost']));
  return { ...start, turn: 6, ...more, where };
}

/** The same position with the other side to move. */
export function toMove(side: Side, state: State): State {
  return { ...state, side };
}

/** Carries out an order of the side that is to move; throws where it is refused. */
export function given(state: State, said: Said, throwing = 'dice'): Applied<State, Event> {
  const order = read(said);
  const result = apply(field, state, deciding(state), order, sealedAt(throwing, state.turn, JSON.stringify(order)));
  if (isRefusal(result)) throw new Error(`${JSON.stringify(order)}: ${result.code} ${JSON.stringify(result.facts)}`);
  return result;
}

/** Several orders one after the other: the position after the last. */
export function having(state: State, ...orders: readonly Said[]): State {
  return orders.reduce((now, order) => given(now, order).state, state);
}

/** The refusal of an order; throws where it is carried out. */
export function refused(state: State, said: Said, seat: string = deciding(state)): Refusal {
  const order = read(said);
  const result = apply(field, state, seat, order, sealedAt('dice', 1, 'refused'));
  if (!isRefusal(result)) throw new Error(`${JSON.stringify(order)} is carried out`);
  return result;
}

/** What a side is asked, in words. */
export function asked(state: State): readonly (Asked & Asking)[] {
  return asksRules(field, state).map((one) => ({ ...one, ...asking(field, state, one) }));
}

/** The question that a draft leaves open; null: it is complete. */
export function question(state: State, said: Draft | string): Question | null {
  const draft = draftOf(said);
  const open = next(field, state, deciding(state), draft);
  return open.complete ? null : worded(field, state, draft, open.question);
}

/** The values offered for the next slot. */
export function offered(state: State, draft: Draft | string): readonly string[] {
  return (question(state, draft)?.choices ?? []).map(({ value }) => value);
}

export function deciding({ pending, side }: State): Side {
  return pending[0]?.side ?? side;
}
