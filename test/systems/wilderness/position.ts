import {
  type Applied,
  type Draft,
  isRefusal,
  nextQuestion,
  type Question,
  type Refusal,
} from '../../../src/game/index.ts';
import { toDecide } from '../../../src/systems/wilderness/rules/legality.ts';
import { type Counter, RESTED, type State } from '../../../src/systems/wilderness/state.ts';
import { type Event, ORDERS, type Order, type Side } from '../../../src/systems/wilderness/vocabulary.ts';
import { type Scripted, scripted } from '../../dice/scripted.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { orderOf, placesOf } from '../order-text.ts';
import { game, theatre } from './data.ts';

/** A counter of a test's position: its hex, and what is unusual of it. */
export type Placed = string | ({ readonly hex: Counter['hex'] } & Partial<Counter>);

const SLOTS = Object.fromEntries(
  Object.entries(ORDERS).map(([verb, slots]) => [
    verb,
    Object.entries(slots).map(([slot, kind]) => (kind === 'list' ? `${slot}*` : slot)),
  ]),
);

/** An order, or its text: `attack 2225 u-v,u-vi`, `move 2224 u-v+u-vi 2223`. */
export type Said = Order | string;
export const read = (said: Said): Order => orderOf<Order>(SLOTS, said);

const STRENGTHS = new Map(
  theatre.scenarios
    .flatMap(({ groups }) => groups.flatMap(({ units }) => units))
    .map(({ unit, strength }) => [unit, strength]),
);

/**
 * A position with these counters, all others gone. Without `more` it is the Union's Movement Phase in turn 2 of the May
 * game.
 */
export function position(said: { readonly [unit: string]: Placed } | string, more: Partial<State> = {}): State {
  const at: { readonly [unit: string]: Placed } = placesOf(said);
  const fresh = game.rules.start('may', sealedAt('a position', 0, 'start')).state;
  const counters = Object.entries(at).map(([unit, placed]): Counter => {
    if (!theatre.unit.has(unit)) throw new Error(`There is no unit ${unit}`);
    const { hex, ...unusual } = typeof placed === 'string' ? { hex: placed } : placed;
    const foot = theatre.unit.get(unit)?.kind === 'infantry';
    const strength = unusual.strength ?? (foot ? (mayStrength(unit) ?? 1) : 0);
    return {
      unit,
      hex,
      strength,
      original: strength,
      up: false,
      entrained: false,
      due: 0,
      ...RESTED,
      ...unusual,
    } as Counter;
  });
  return { ...fresh, ready: { union: true, confederate: true }, turn: 2, step: 'move', counters, ...more };
}

function mayStrength(unit: string): number | undefined {
  const may = theatre.scenario.get('may')?.groups.flatMap(({ units }) => units);
  return may?.find((one) => one.unit === unit)?.strength ?? STRENGTHS.get(unit);
}

/** The side that gives an order; the first of two. */
export function deciding(state: State): Side {
  return toDecide(state)[0] ?? state.side;
}

/**
 * Carries out an order with scripted dice, all of which must be rolled. The dice for command are dealt 1, 2, …
 * @throws Error if the order is refused
 */
export function given(state: State, order: Said, ...dice: readonly Scripted[]): Applied<State, Event> {
  return givenIn(game, state, order, ...dice);
}

/** Does what `given` does, in a game with other data. */
export function givenIn(
  played: typeof game,
  state: State,
  said: Said,
  ...dice: readonly Scripted[]
): Applied<State, Event> {
  const order = read(said);
  const throwing = scripted(...dice);
  const result = played.rules.apply(state, deciding(state), order, { ...throwing, shuffle: (faces) => [...faces] });
  if (isRefusal(result)) throw new Error(`${JSON.stringify(order)}: ${played.orderWords.refusal(result)}`);
  throwing.spent();
  return result;
}

/** The position after several orders that roll no dice. */
export function having(state: State, ...orders: readonly Said[]): State {
  return orders.reduce((now, order) => given(now, order).state, state);
}

/** The refusal of an order. @throws Error if it is carried out */
export function refused(state: State, said: Said, seat: string = deciding(state)): Refusal {
  const order = read(said);
  const result = game.rules.apply(state, seat, order, sealedAt('dice', 1, 'refused'));
  if (!isRefusal(result)) throw new Error(`${JSON.stringify(order)} is carried out`);
  return result;
}

/** Code and paragraph of a refusal. */
export function why(state: State, order: Said, seat?: string): string {
  const { code, rule } = refused(state, order, seat);
  return `${code} [${rule}]`;
}

/** The choices for the next slot of the side that gives an order; null: the order is complete. */
export function offeredChoices(state: State, said: Draft | string): Question['choices'] | null {
  const draft = orderOf<Draft>(SLOTS, said);
  const next = nextQuestion(game, state, deciding(state), draft);
  return next.complete ? null : next.question.choices;
}

export function offered(state: State, said: Draft | string): readonly string[] {
  return (offeredChoices(state, said) ?? []).map(({ value }) => value);
}

export function counterOf(state: State, unit: string): Counter {
  const found = state.counters.find((one) => one.unit === unit);
  if (!found) throw new Error(`${unit} is not in the game`);
  return found;
}

export function hexOf(state: State, unit: string): string {
  return counterOf(state, unit).hex;
}

/** The cost of a march, as the list of destinations says it: "5 of 6". */
export function priceOf(state: State, from: string, units: string, to: string): string | undefined {
  const next = nextQuestion(game, state, deciding(state), { verb: 'move', from, units });
  return next.complete ? undefined : next.question.choices.find(({ value }) => value === to)?.hint?.split(', ')[0];
}

/** The first event of a type. */
export function eventOf<T extends Event['type']>(events: readonly Event[], type: T): Extract<Event, { type: T }> {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`No ${type} in ${JSON.stringify(events)}`);
  return found as Extract<Event, { type: T }>;
}

/** Ends the step. */
export function next(state: State): Applied<State, Event> {
  const result = game.rules.apply(
    state,
    deciding(state),
    { verb: 'done' },
    sealedAt('steps', state.turn, `${state.side} ${state.step}`),
  );
  if (isRefusal(result)) throw new Error(game.orderWords.refusal(result));
  return result;
}
