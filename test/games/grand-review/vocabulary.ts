export const SIDES = ['north', 'south'] as const;
export type Side = (typeof SIDES)[number];

export function sideName(side: Side): string {
  return side === 'north' ? 'North' : 'South';
}

/** Forty units: u1 … u40. */
export const UNITS = Array.from({ length: 40 }, (_, n) => `u${n + 1}`);
/** Thirty fields: 1001 … 1030. */
export const FIELDS = Array.from({ length: 30 }, (_, n) => `${1001 + n}`);
export const VERBS = ['move', 'detail', 'cheer', 'done'] as const;
export const TASKS = ['bridges', 'roads', 'wood'] as const;
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
