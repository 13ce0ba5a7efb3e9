import type { Field } from './field.ts';
import type { State } from './state.ts';

type Calendar = Pick<Field, 'calendar'>;

/** Nights are turns of their own [2.2]. */
export function isNight({ calendar }: Calendar, turn: number): boolean {
  return calendar.nights.includes(turn);
}

/** The last game-turn [1.1, 18.6]. */
export function lastTurnOf({ calendar }: Calendar, { variant }: Pick<State, 'variant'>): number {
  return variant === 'first-day' ? calendar.firstDay : calendar.turns;
}

/** The clock is only a label for members; no rule depends on it [2.3]. */
const DATES = ['27 June', '28 June', '29 June'] as const;
/** The hour of the first turn of each day. */
const HOURS = [12, 6, 6] as const;

/** The day of the game that a turn belongs to: 0, 1 or 2. A night belongs to the day before it. */
export function dayOf({ calendar }: Calendar, turn: number): 0 | 1 | 2 {
  const [first, second] = calendar.nights;
  return turn <= first ? 0 : turn <= second ? 1 : 2;
}

/** "27 June" */
export function dateOf(day: 0 | 1 | 2): string {
  return DATES[day];
}

/** "16:00 on 27 June", "the night after 27 June" */
export function clockOf(field: Calendar, turn: number): string {
  const day = dayOf(field, turn);
  if (isNight(field, turn)) return `the night after ${DATES[day]}`;
  const morning = [0, ...field.calendar.nights][day] as number;
  return `${String(HOURS[day] + 2 * (turn - morning - 1)).padStart(2, '0')}:00 on ${DATES[day]}`;
}
