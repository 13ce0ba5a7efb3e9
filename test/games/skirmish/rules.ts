import {
  type Applied,
  type Asked,
  ask,
  COMPLETE,
  type Dice,
  type Draft,
  isLegal,
  type Next,
  type OpenSlot,
  type Order,
  type Refusal,
  refuse,
} from '../../../src/game/index.ts';

export const SIDES = ['union', 'confederate'] as const;
export type Side = (typeof SIDES)[number];
export const NAMES = { union: 'Union', confederate: 'Confederacy' } as const;
export const POSTS = ['Mill', 'Ford', 'Church', 'Farm', 'Bridge', 'Tavern', 'Depot', 'Station'] as const;
export const UNITS: {
  readonly [unit: string]: { readonly side: Side; readonly name: string; readonly corps: string };
} = {
  u1: { side: 'union', name: 'Sykes', corps: 'V Corps' },
  u2: { side: 'union', name: 'Morell', corps: 'V Corps' },
  u3: { side: 'union', name: 'Slocum', corps: 'VI Corps' },
  c1: { side: 'confederate', name: 'Hill', corps: 'Light Division' },
  c2: { side: 'confederate', name: 'Whiting', corps: 'Jackson' },
  c3: { side: 'confederate', name: 'Ewell', corps: 'Jackson' },
};
/** Game-turns by variant; the longer ones are there to be long. */
export const TURNS: { readonly [variant: string]: number } = { standard: 3, long: 20, longest: 100 };

export interface State {
  readonly version: 1;
  readonly turn: number;
  readonly turns: number;
  readonly side: Side;
  readonly step: 'movement' | 'combat';
  readonly at: { readonly [unit: string]: number };
  /** Units that have moved or attacked in this phase. */
  readonly used: readonly string[];
  /** A division that was beaten: its side says whether it stands. */
  readonly beaten: string | null;
  readonly losses: { readonly [unit: string]: number };
  readonly over: boolean;
}

export type Event =
  | { readonly type: 'opened' }
  | { readonly type: 'moved'; readonly unit: string; readonly to: number }
  | { readonly type: 'fought'; readonly unit: string; readonly against: string; readonly die: number }
  | { readonly type: 'lost'; readonly unit: string; readonly steps: number }
  | { readonly type: 'phase'; readonly when: string };

/** The result of each face: steps that the enemy loses, less one's own. */
export const RESULTS = [-1, -1, 0, 1, 1, 2] as const;

export function start(variant: string): Applied<State, Event> {
  const state: State = {
    version: 1,
    turn: 1,
    turns: TURNS[variant] ?? 3,
    side: 'union',
    step: 'movement',
    at: Object.fromEntries(Object.entries(UNITS).map(([unit, { side }]) => [unit, side === 'union' ? 2 : 5])),
    used: [],
    beaten: null,
    losses: {},
    over: false,
  };
  return { state, events: [{ type: 'opened' }] };
}

export function when({ turn, side, step }: State): string {
  return `Turn ${turn}, ${NAMES[side]} ${step}`;
}

export function asked(state: State): readonly Asked[] {
  if (state.over) return [];
  if (state.beaten !== null) {
    const seat = (UNITS[state.beaten] as { side: Side }).side;
    const phaseKey = `turn-${state.turn}-${state.side}-${state.step}-choice-${losses(state)}`;
    return [{ seat, phaseKey, outOfTurn: true, defaultOrder: { verb: 'retreat', stand: 'no' } }];
  }
  const phaseKey = `turn-${state.turn}-${state.side}-${state.step}`;
  return [{ seat: state.side, phaseKey, defaultOrder: { verb: 'done' } }];
}

function losses(state: State): number {
  return Object.values(state.losses).reduce((sum, steps) => sum + steps, 0);
}

function holder(state: State, post: number): Side | null {
  const unit = Object.keys(UNITS).find((one) => state.at[one] === post);
  return unit === undefined ? null : (UNITS[unit] as { side: Side }).side;
}

function reach(state: State, unit: string): number[] {
  const at = state.at[unit] as number;
  const own = (UNITS[unit] as { side: Side }).side;
  return [at - 1, at + 1].filter((post) => POSTS[post] !== undefined && [null, own].includes(holder(state, post)));
}

function targets(state: State, unit: string): string[] {
  const { side } = UNITS[unit] as { side: Side };
  return Object.keys(UNITS).filter(
    (one) => UNITS[one]?.side !== side && Math.abs((state.at[one] as number) - (state.at[unit] as number)) === 1,
  );
}

export function next(state: State, seat: string, draft: Draft): Next {
  const [one] = asked(state);
  const nothing = ask({ slot: 'verb', choices: [] });
  if (one?.seat !== seat) return nothing;
  const free = Object.keys(UNITS).filter((unit) => UNITS[unit]?.side === state.side && !state.used.includes(unit));
  const able = free.filter(
    (unit) => (state.step === 'movement' ? reach(state, unit) : targets(state, unit)).length > 0,
  );
  const doing = state.step === 'movement' ? 'move' : 'attack';
  const verbs = state.beaten !== null ? ['retreat'] : [...(able.length > 0 ? [doing] : []), 'done'];
  if (draft.verb === undefined || typeof draft.verb !== 'string' || !verbs.includes(draft.verb))
    return ask({ slot: 'verb', choices: draft.verb === undefined ? valuesOf(verbs) : [] });
  if (draft.verb === 'done') return COMPLETE;
  if (draft.verb === 'retreat')
    return draft.stand === undefined ? ask({ slot: 'stand', choices: valuesOf(['yes', 'no']) }) : COMPLETE;
  if (typeof draft.unit !== 'string') return ask({ slot: 'unit', choices: valuesOf(able) });
  if (!able.includes(draft.unit)) return nothing;
  const places = doing === 'move' ? reach(state, draft.unit).map(String) : targets(state, draft.unit);
  return draft.to === undefined ? ask({ slot: 'to', choices: valuesOf(places) }) : COMPLETE;
}

function valuesOf(values: readonly string[]): OpenSlot['choices'] {
  return values.map((value) => ({ value }));
}

export function apply(state: State, seat: string, order: Order, dice: Dice): Applied<State, Event> | Refusal {
  if (!isLegal({ next }, state, seat, order)) return refuse('no', '1', {}, []);
  const unit = String(order.unit ?? '');
  if (order.verb === 'done') return phased(state);
  if (order.verb === 'move') {
    const to = Number(order.to);
    const moved = { ...state, at: { ...state.at, [unit]: to }, used: [...state.used, unit] };
    return { state: moved, events: [{ type: 'moved', unit, to }] };
  }
  if (order.verb === 'retreat') return retreated(state, order.stand === 'yes');
  const against = String(order.to);
  const die = dice.roll(6, `${UNITS[unit]?.name} attacks ${UNITS[against]?.name}`);
  const result = RESULTS[die - 1] ?? 0;
  const loser = result < 0 ? unit : against;
  const fought: State = { ...state, used: [...state.used, unit], beaten: result > 0 ? against : null };
  const events: Event[] = [{ type: 'fought', unit, against, die }];
  return result === 0 ? { state: fought, events } : costs(fought, events, loser, Math.abs(result));
}

function costs(state: State, events: readonly Event[], unit: string, steps: number): Applied<State, Event> {
  const losses = { ...state.losses, [unit]: (state.losses[unit] ?? 0) + steps };
  return { state: { ...state, losses }, events: [...events, { type: 'lost', unit, steps }] };
}

function retreated(state: State, stands: boolean): Applied<State, Event> {
  const unit = state.beaten as string;
  const free = { ...state, beaten: null };
  if (stands) return costs(free, [], unit, 1);
  const to = (state.at[unit] as number) + (UNITS[unit]?.side === 'union' ? -1 : 1);
  if (POSTS[to] === undefined) return costs(free, [], unit, 1);
  return { state: { ...free, at: { ...state.at, [unit]: to } }, events: [{ type: 'moved', unit, to }] };
}

function phased(state: State): Applied<State, Event> {
  const { turn, turns, side, step } = state;
  const after: State =
    step === 'movement'
      ? { ...state, step: 'combat', used: [] }
      : side === 'union'
        ? { ...state, side: 'confederate', step: 'movement', used: [] }
        : { ...state, side: 'union', step: 'movement', turn: turn + 1, used: [], over: turn === turns };
  return { state: after, events: [{ type: 'phase', when: when(after) }] };
}

/** Two for each step the enemy has lost. */
export function pointsOf(state: State, side: Side): number {
  return Object.entries(state.losses).reduce(
    (sum, [unit, steps]) => sum + (UNITS[unit]?.side === side ? 0 : steps * 2),
    0,
  );
}

export function outcome(state: State): { readonly winner: Side | null } | null {
  if (!state.over) return null;
  const [union, confederate] = SIDES.map((side) => pointsOf(state, side)) as [number, number];
  return { winner: union === confederate ? null : union > confederate ? 'union' : 'confederate' };
}

/** Somebody who closes with the enemy and fights wherever that can be done. */
export function bold(state: State, seat: string, pick: (count: number) => number): Order {
  const question = (draft: Draft) => {
    const asking = next(state, seat, draft);
    return asking.complete ? [] : asking.question.choices.map(({ value }) => value);
  };
  const verbs = question({});
  if (verbs.includes('retreat')) return { verb: 'retreat', stand: pick(3) === 0 ? 'yes' : 'no' };
  const verb = verbs.find((one) => one !== 'done') ?? 'done';
  if (verb === 'done') return { verb };
  const units = question({ verb });
  const unit = units[pick(units.length)] as string;
  const tos = question({ verb, unit });
  if (verb === 'attack') return { verb, unit, to: tos[pick(tos.length)] as string };
  const on = tos.find((to) =>
    seat === 'union' ? Number(to) > (state.at[unit] ?? 0) : Number(to) < (state.at[unit] ?? 0),
  );
  return on === undefined ? { verb: 'done' } : { verb, unit, to: on };
}
