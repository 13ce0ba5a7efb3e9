import type { Ending, Margin, Score, StepOffers } from '../../../game/index.ts';
import { daysAfter, shortDate } from '../../../kit/dates.ts';
import { compact, count, listed, plural, withMinus } from '../../../kit/plain-english.ts';
import { gradeOf, parOf, unionLead, winnerOf } from '../rules/scoring.ts';
import { hasActed, type State } from '../state.ts';
import { scenarioOf, type Theatre } from '../theatre.ts';
import type { OwnView, View } from '../view.ts';
import { otherSide, SIDES, type Side, type UnitId } from '../vocabulary.ts';
import { hexName, sideAdjective, sideDoes, sideName, unitsWords } from './names.ts';
import { CHOICES, STEP_WORDS } from './orders.ts';

export const OVERVIEW_LEGEND = [
  '12: strength. ?3: three counters face down. Red edge: unsupplied or isolated.',
  'Dark squares, unbroken rails: Union. Light marks, dashed rails: Confederate.',
];

const STEP_NAMES: { readonly [step in View['step']]: string } = {
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

/** "Union movement". In the probe step the other side acts. */
function stepWords({ step, side, over }: Pick<View, 'step' | 'side' | 'over'>): string {
  if (over) return 'Game over';
  if (step === 'setup') return STEP_NAMES.setup;
  return `${sideAdjective(step === 'probe' ? otherSide(side) : side)} ${STEP_NAMES[step]}`;
}

/** Over a picture: "Turn 3, Union movement". */
export function headerWords(view: View): string {
  return `Turn ${view.turn}, ${stepWords(view)}`;
}

/** "Union ahead by 40 of par 124", "Confederates ahead by 6 with par 75" [12.3] */
export function aheadWords({ points, par }: Pick<View, 'points' | 'par'>): string {
  const lead = points.union + par - points.confederate;
  const added = par === 0 ? '' : ` ${lead > 0 && lead <= par ? 'of' : 'with'} par ${withMinus(par)}`;
  return lead === 0
    ? `neither side ahead${added}`
    : `${sideName(lead > 0 ? 'union' : 'confederate')} ahead by ${Math.abs(lead)}${added}`;
}

/** "Union 10, Confederates 94: the Union ahead by 40 of par 124" */
function pointsWords(view: Pick<View, 'points' | 'par'>): string {
  const { union, confederate } = view.points;
  return `Union ${union}, Confederates ${confederate}: ${aheadWords(view).replace(/^[UC]/, 'the $&')}`;
}

/** The position in one line. */
export function summary(theatre: Theatre, view: View): string {
  const [, last] = scenarioOf(theatre, view.scenario).turns;
  return `Turn ${view.turn} of ${last}, ${datesOf(view.turn)}: ${stepWords(view)}. ${pointsWords(view)}.`;
}

/** The winner's lead: in points, or in the graded margin. */
export function margin(theatre: Theatre, state: State): Margin | null {
  if (!state.over || winnerOf(theatre, state) === null) return null;
  const size = Math.abs(unionLead(theatre, state));
  return { size, words: `a margin of ${size}` };
}

/** Points for a recap. The Union’s include par if the margin is graded, so that the higher number is ahead. */
export function score(theatre: Theatre, { points, scenario }: State): readonly Score[] {
  const par = parOf(theatre, scenario);
  const union = { seat: 'union', points: points.union + par, ...(par === 0 ? {} : { name: `Union${WITH_PAR}` }) };
  return [union, { seat: 'confederate', points: points.confederate }];
}

const WITH_PAR = ' with par';

/** Follows a lead: " with par" if it includes par, else nothing. */
export function byPar(theatre: Theatre, scenario: string): string {
  return parOf(theatre, scenario) === 0 ? '' : WITH_PAR;
}

/** "the Union 5 points ahead" */
export function leadWords(lead: number): string {
  if (lead === 0) return 'neither side ahead';
  return `the ${sideName(lead > 0 ? 'union' : 'confederate')} ${count(Math.abs(lead), 'point')} ahead`;
}

/** The result by higher total or by grade, depending on the scenario [12.3]. */
export function ending(theatre: Theatre, state: State): Ending | null {
  if (!state.over) return null;
  const lead = unionLead(theatre, state);
  const winner = winnerOf(theatre, state);
  const score = pointsAndPar(theatre, state);
  if (winner === null) {
    const only = lead === 0 ? '' : `, with ${leadWords(lead).replace(/ (\d)/, ' only $1')}`;
    return { headline: 'The campaign is a draw.', reason: `${score}: a draw${only}.` };
  }
  const isTotal = scenarioOf(theatre, state.scenario).decides === 'total';
  const victory = isTotal ? `${sideAdjective(winner)} victory` : gradeWords(gradeOf(theatre, state));
  return {
    headline: `${sideDoes(winner, 'wins', 'win')} the campaign.`,
    reason: `${score}: a ${victory} by ${count(Math.abs(lead), 'point')}.`,
  };
}

/** "Union 39 points and a par of 124, Confederates 93" */
export function pointsAndPar(theatre: Theatre, { points, scenario }: Pick<State, 'points' | 'scenario'>): string {
  const par = parOf(theatre, scenario);
  const added = par === 0 ? '' : ` and a par of ${withMinus(par)}`;
  return `Union ${count(points.union, 'point')}${added}, Confederates ${points.confederate}`;
}

/** "marginal Union victory" for "Union marginal" */
function gradeWords(grade: string): string {
  const [side, degree] = grade.split(' ');
  return `${degree} ${side} victory`;
}

/** Turn 1 is 3 and 4 May 1864, every turn two days [1.1]. */
const FIRST = '1864-05-03';
const DAYS = 2;

/** "3–4 May", "31 May–1 June" */
export function datesOf(turn: number): string {
  return datesBetween(turn, turn);
}

/** "3–10 May": from the first day of one turn to the last of another. */
export function datesBetween(first: number, last: number): string {
  const day = (turn: number, of: number) => shortDate(daysAfter(FIRST, (turn - 1) * DAYS + of));
  const [from, to] = [day(first, 0), day(last, DAYS - 1)];
  const [number, month] = from.split(' ');
  return to.endsWith(` ${month}`) ? `${number}–${to}` : `${from}–${to}`;
}

/** Lists open choices, and what the viewer's own side can still do. */
export function agenda(theatre: Theatre, view: View): readonly string[] {
  const { pending, step: now, side, over, own, ready } = view;
  if (over || pending?.kind === 'settle') return [];
  if (pending) {
    const asked =
      pending.kind === 'lose'
        ? `choose which ${plural(pending.points, 'unit loses', 'units lose')} ${count(pending.points, 'strength point')}.`
        : `who advances to ${hexName(theatre, pending.hex)}?`;
    return [`**${sideName(pending.side)}**: ${asked}`];
  }
  const task = STEP_WORDS[now].prompt.replace(/^./, (letter) => letter.toLowerCase());
  const taskOf = (sides: readonly Side[]) => `${listed(sides.map((one) => `**${sideName(one)}**`))}: ${task}`;
  if (now === 'setup') return [taskOf(SIDES.filter((one) => !ready[one]))];
  const acting = now === 'probe' ? otherSide(side) : side;
  const known = own[acting];
  return [taskOf([acting]), ...(known ? ownLines(theatre, view, acting, known) : [])];
}

/** The board's buttons. Everybody sees them, so they must not depend on what a side can do, which is secret. */
export function step({ step: now, pending }: View): StepOffers {
  if (pending) {
    const button = { text: CHOICES[pending.kind].choose, tone: 'bold', draft: {} } as const;
    return { plans: 'suggested', buttons: [button], others: false };
  }
  return { plans: true, buttons: [{ text: STEP_WORDS[now].end, tone: 'bold', draft: { verb: 'done' } }], others: true };
}

function ownLines(theatre: Theatre, view: View, side: Side, { pool, rail, sea, coming }: OwnView): readonly string[] {
  const named = (units: readonly UnitId[]) => unitsWords(theatre, units, 6);
  const points = pool > 0 && `${count(pool, 'reinforcement point')} to use.`;
  if (view.step === 'reinforce') {
    const due = coming.filter((one) => one.due <= view.turn).map(({ unit }) => unit);
    return compact(points, due.length > 0 && `You can place: ${named(due)}.`);
  }
  if (view.step !== 'move') return [];
  const units = view.stacks.flatMap((stack) => (stack.side === side ? (stack.own ?? []) : []));
  const held = units.filter((unit) => unit.held).map(({ unit }) => unit);
  const ways = compact(rail > 0 && `${rail} by rail`, side === 'union' && sea > 0 && `${sea} by sea`);
  return compact(
    !units.some(hasActed) && points,
    ways.length > 0 && `Counters you can still send: ${ways.join(', ')}.`,
    held.length > 0 && `Out of command, can’t march or attack: ${named(held)}.`,
  );
}
