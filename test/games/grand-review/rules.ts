import {
  type Applied,
  ask,
  COMPLETE,
  type Draft,
  isLegal,
  type Next,
  type OpenSlot,
  type Refusal,
  refuse,
} from '../../../src/game/index.ts';

export const SIDES = ['north', 'south'] as const;
export type Side = (typeof SIDES)[number];

export function sideName(side: Side): string {
  return side === 'north' ? 'North' : 'South';
}

/** Forty units: u1 … u40. */
export const UNITS = Array.from({ length: 40 }, (_, n) => `u${n + 1}`);
/** Thirty fields: 1001 … 1030. */
export const FIELDS = Array.from({ length: 30 }, (_, n) => `${1001 + n}`);
const VERBS = ['move', 'detail', 'cheer', 'done'] as const;
const TASKS = ['bridges', 'roads', 'wood'] as const;
export const CORPS = ['First Corps', 'Second Corps', 'Cavalry'];

const NAMES = ['Anderson', 'Buchanan', 'Griffin', 'Lovell', 'Warren'];

/** "7 Griffin" */
export function nameOf(unit: string): string {
  const number = Number(unit.slice(1));
  return `${number} ${NAMES[number % NAMES.length]}`;
}

export interface State {
  readonly version: 1;
  /** 0–3; 4: it is over. */
  readonly turn: number;
  readonly moved: readonly string[];
  readonly where: Readonly<Record<string, string>>;
  readonly detailed: readonly string[];
}

export type Order =
  | { readonly verb: 'move'; readonly unit: string; readonly to: string }
  | { readonly verb: 'detail'; readonly units: readonly string[]; readonly task: string }
  | { readonly verb: 'cheer'; readonly for?: readonly string[] }
  | { readonly verb: 'done'; readonly sure?: 'yes' };

export type Event = { readonly type: 'begun' } | { readonly type: 'did'; readonly what: string };

export function next(state: State, seat: string, draft: Draft): Next {
  const { turn, moved } = state;
  if (turn >= 4 || seat !== SIDES[turn % 2]) return ask({ slot: 'verb', choices: [] });
  const left = UNITS.filter((unit) => !moved.includes(unit));
  const verbs = VERBS.filter((verb) => (verb === 'move' ? left.length > 0 : verb !== 'detail' || left.length > 29));
  if (draft.verb === undefined) return ask({ slot: 'verb', choices: valuesOf(verbs) });
  if (!verbs.some((verb) => verb === draft.verb)) return ask({ slot: 'verb', choices: [] });
  switch (draft.verb) {
    case 'move':
      if (draft.unit === undefined) return ask({ slot: 'unit', choices: valuesOf(left) });
      return draft.to === undefined ? ask({ slot: 'to', choices: valuesOf(FIELDS) }) : COMPLETE;
    case 'detail':
      if (draft.units === undefined)
        return ask({ slot: 'units', choices: valuesOf(left), several: { least: 2, most: left.length } });
      return draft.task === undefined ? ask({ slot: 'task', choices: valuesOf(TASKS) }) : COMPLETE;
    case 'cheer':
      if (draft.for !== undefined) return COMPLETE;
      return ask({ slot: 'for', choices: valuesOf(TASKS), several: { least: 0, most: 3 } });
    default:
      if (draft.sure !== undefined || left.length === 0) return COMPLETE;
      return ask({ slot: 'sure', choices: valuesOf(['yes']) });
  }
}

function valuesOf(values: readonly string[]): OpenSlot['choices'] {
  return values.map((value) => ({ value }));
}

export function parse(draft: Draft): Order | Refusal {
  const { verb, to, units, task, sure } = draft;
  const called = UNITS.find((one) => nameOf(one).toLowerCase() === String(draft.unit).toLowerCase());
  const unit = called ?? draft.unit;
  const all = (value: unknown): value is readonly string[] => Array.isArray(value);
  if (verb === 'move' && typeof unit === 'string' && typeof to === 'string') return { verb, unit, to };
  if (verb === 'detail' && all(units) && typeof task === 'string') return { verb, units, task };
  if (verb === 'cheer') return all(draft.for) ? { verb, for: draft.for } : { verb };
  if (verb === 'done') return sure === 'yes' ? { verb, sure } : { verb };
  return refuse('unknown', null);
}

export function apply(state: State, seat: string, order: Order): Applied<State, Event> | Refusal {
  if (!isLegal({ next }, state, seat, order)) return refuse('illegal', null);
  switch (order.verb) {
    case 'move': {
      const where = { ...state.where, [order.unit]: order.to };
      return did(
        { ...state, where, moved: [...state.moved, order.unit] },
        `${nameOf(order.unit)} marches to ${order.to}`,
      );
    }
    case 'detail':
      return did(
        { ...state, moved: [...state.moved, ...order.units], detailed: [...state.detailed, ...order.units] },
        `${order.units.length} units are sent to the ${order.task}`,
      );
    case 'cheer':
      return did(state, `Cheers for ${(order.for ?? []).join(', ') || 'nobody'}`);
    case 'done':
      return did({ ...state, turn: state.turn + 1, moved: [], detailed: [] }, 'The turn ends');
    default:
      return order satisfies never;
  }
}

function did(state: State, what: string): Applied<State, Event> {
  return { state, events: [{ type: 'did', what }] };
}
