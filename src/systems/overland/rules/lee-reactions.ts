import type { Scenario } from '../scenario.ts';
import type { State } from '../state.ts';
import type { Area } from '../vocabulary.ts';

/** How Lee answers a march of Grant's to an area: he is there already, follows at once, or may come if he passes a check. */
export type LeesAnswer = 'there' | 'follows' | 'may-come' | null;

export function answerOfLee(numbers: Scenario, state: State, to: Area): LeesAnswer {
  if (state.csa.lee === to) return 'there';
  if (followsFromAshland(state, to)) return 'follows';
  return mayIntercept(numbers, state, to) ? 'may-come' : null;
}

/** From Ashland Lee goes to Cold Harbor with Grant, without a check [XII.C.1] (ruling 9). */
export function followsFromAshland({ csa: { lee } }: Pick<State, 'csa'>, to: Area): boolean {
  return lee === 'ashland' && to === 'cold-harbor';
}

/**
 * Whether Lee, at Richmond or Mechanicsville, tries to move in on Grant in `area`: next to Richmond, and connected to where he
 * is [XII.C.2] (rulings 10, 11).
 */
export function mayIntercept(numbers: Scenario, { csa: { lee } }: Pick<State, 'csa'>, area: Area): boolean {
  if (lee === area || numbers.areas[area].richmond === null) return false;
  return lee === 'richmond' || (lee === 'mechanicsville' && numbers.lines.mechanicsville.includes(area));
}
