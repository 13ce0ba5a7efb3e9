import type { Scenario } from '../scenario.ts';
import type { State } from '../state.ts';
import type { Area, CheckFor, CsaLeader, UsLeader } from '../vocabulary.ts';

/** Lee's answer when Grant marches to an area: he is already there, follows at once, or may come if he passes a check. */
export type LeesAnswer = 'there' | 'follows' | 'may-come' | null;

export function answerOfLee(numbers: Scenario, state: State, to: Area): LeesAnswer {
  if (state.csa.lee === to) return 'there';
  if (followsFromAshland(state, to)) return 'follows';
  return mayIntercept(numbers, state, to) ? 'may-come' : null;
}

/** From Ashland Lee goes to Cold Harbor with Grant, without a check [XII.C.1] (ruling 9). */
function followsFromAshland({ csa: { lee } }: Pick<State, 'csa'>, to: Area): boolean {
  return lee === 'ashland' && to === 'cold-harbor';
}

/**
 * Whether Lee, at Richmond or Mechanicsville, tries to move in on Grant in `area`: next to Richmond, and connected to where he
 * is [XII.C.2] (rulings 10, 11).
 */
function mayIntercept(numbers: Scenario, { csa: { lee } }: Pick<State, 'csa'>, area: Area): boolean {
  if (lee === area || numbers.areas[area].richmond === null) return false;
  return lee === 'richmond' || (lee === 'mechanicsville' && numbers.lines.mechanicsville.includes(area));
}

/** The part of an order in progress that reactions read and change. */
export interface Reacting {
  readonly csa: State['csa'];
  /** Rolls for a Leadership Check. */
  check(leader: CsaLeader, why: CheckFor, to: Area): boolean;
  leeFollows(to: Area, why: 'ashland' | 'intercept'): void;
  /** A leader comes out of Richmond and fights. */
  comesOut(leader: CsaLeader, attacked: UsLeader, area: Area): void;
}

/** Lee's reaction to a march of Grant's [XII.C]. */
export function answerMarch(numbers: Scenario, order: Reacting, to: Area): void {
  if (followsFromAshland(order, to)) order.leeFollows(to, 'ashland');
  else intercept(numbers, order, to);
}

/** Lee tries to join Grant in `area`, without a battle. */
export function intercept(numbers: Scenario, order: Reacting, area: Area): void {
  if (!mayIntercept(numbers, order, area)) return;
  if (order.check('lee', 'intercept', area)) order.leeFollows(area, 'intercept');
}

/** The leader who may counterattack from Richmond, by the US leader whose attack failed [XII.A]. */
const ANSWERS = { grant: 'lee', butler: 'beauregard', sigel: null } as const;

/** After a failed attack on Richmond its defender may counterattack if he passes a check [XII.A]. */
export function counterattack(order: Reacting, attacked: UsLeader, area: Area): void {
  const leader = ANSWERS[attacked];
  if (leader === null || order.csa[leader] !== 'richmond') return;
  if (order.check(leader, 'counterattack', area)) order.comesOut(leader, attacked, area);
}
