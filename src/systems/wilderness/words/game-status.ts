import type { Margin, Outcome } from '../../../game/index.ts';
import { count, signed } from '../../../kit/plain-english.ts';
import { datesOf } from '../calendar.ts';
import { gradeOf } from '../rules/scoring.ts';
import type { State } from '../state.ts';
import { scenarioOf, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { sideAdjective, sideName } from './names.ts';

/** Under the map of the theatre. */
export const OVERVIEW_LEGEND = '12: strength. ?3: three counters face down. Red edge: unsupplied or isolated.';

const STEPS: { readonly [step in View['step']]: string } = {
  setup: 'set-up',
  reinforce: 'reinforcements',
  move: 'movement',
  probe: 'probes',
  combat: 'combat',
  claim: 'claims',
};

/** "Turn 3, 7–8 May" */
export function when({ turn }: View): string {
  return `Turn ${turn}, ${datesOf(turn)}`;
}

/** "Union movement": whose step it is; a probe is the other side's. */
function stepWords({ step, side, over }: Pick<View, 'step' | 'side' | 'over'>): string {
  if (over) return 'Game over';
  if (step === 'setup') return STEPS.setup;
  return `${sideAdjective(step === 'probe' ? otherSide(side) : side)} ${STEPS[step]}`;
}

/** Over a picture: "Turn 3, Union movement". */
export function headerWords(view: View): string {
  return `Turn ${view.turn}, ${stepWords(view)}`;
}

export function pointsWords({ points }: Pick<View, 'points'>): string {
  return `Union ${count(points.union, 'point')}, Confederates ${points.confederate}`;
}

/** The position in one line. */
export function summary(theatre: Theatre, view: View): string {
  const [, last] = scenarioOf(theatre, view.scenario).turns;
  return `Turn ${view.turn} of ${last}, ${datesOf(view.turn)}: ${stepWords(view)}. ${pointsWords(view)}.`;
}

/** How far ahead the winner was: by points, or by the graded margin. */
export function margin(theatre: Theatre, state: State): Margin | null {
  const result = outcome(theatre, state);
  if (!result || result.winner === null) return null;
  const { union, confederate } = state.points;
  const isTotal = scenarioOf(theatre, state.scenario).decides === 'total';
  const size = Math.abs(isTotal ? union - confederate : gradeOf(theatre, state).margin);
  return { size, words: `a margin of ${size}` };
}

/** The higher total, or the grade of the margin, as the data say [12.3]. */
export function outcome(theatre: Theatre, state: State): Outcome | null {
  if (!state.over) return null;
  const { union, confederate } = state.points;
  const { margin, grade } = gradeOf(theatre, state);
  const higher: Side | null = union === confederate ? null : union > confederate ? 'union' : 'confederate';
  const graded: Side | null = grade === 'draw' ? null : grade.startsWith('Union') ? 'union' : 'confederate';
  const { decides, par } = scenarioOf(theatre, state.scenario);
  const winner = decides === 'total' ? higher : graded;
  const why =
    decides === 'total'
      ? winner === null
        ? 'The totals are equal.'
        : 'The higher total wins.'
      : `${parWords(par)}: the margin is ${signed(margin)}, ${gradeWords(grade)}.`;
  return {
    winner,
    headline:
      winner === null
        ? 'The campaign is a draw.'
        : `The ${sideName(winner)} win the campaign.`.replace('Union win', 'Union wins'),
    reason: `${pointsWords(state)}. ${why}`,
  };
}

/** "The variant adds 124 to the Union’s points" */
function parWords(par: number): string {
  return par < 0
    ? `The variant takes ${-par} from the Union’s points`
    : `The variant adds ${par} to the Union’s points`;
}

/** "a marginal Union victory" */
function gradeWords(grade: string): string {
  const [side, degree] = grade.split(' ');
  return degree === undefined ? `a ${grade}` : `a ${degree} ${side} victory`;
}
