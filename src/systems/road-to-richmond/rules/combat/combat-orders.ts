import type { Applied, Dice } from '../../../../game/index.ts';
import { type Field, strengthOf } from '../../field.ts';
import type { Pending, State } from '../../state.ts';
import { type Battle, type Event, type Order, type PieceId, targetOf } from '../../vocabulary.ts';
import { endCombat } from '../phases.ts';
import { reckon } from './battle-odds.ts';
import { attackersOf, battleNamed, battleOf, laidOut } from './battle-plan.ts';
import { opened } from './combat-opening.ts';
import { CombatProgress } from './combat-progress.ts';
import { fight, goOn } from './fight.ts';
import { retreat } from './forced-choices.ts';
import { lawfulPlan } from './lawful-plan.ts';
import { advances, losable } from './pending-choices.ts';

/** Carries out an order of a combat phase that is known to be legal, with everything that waits for no decision. */
export function combat(field: Field, state: State, order: Order, dice: Dice): Applied<State, Event> {
  const course = new CombatProgress(field, state);
  switch (order.verb) {
    case 'attack':
    case 'bombard': {
      const hexes = order.target.split('+');
      lay(course, battleOf(field, state, hexes, attackersOf(field, state, hexes, order), order.column));
      return course.end();
    }
    case 'cancel': {
      const battle = named(state, order.target);
      course.set({ battles: state.battles.filter((other) => other !== battle) });
      course.tell({ type: 'struck', hexes: battle.hexes });
      return course.end();
    }
    case 'fight':
      fight(course, named(state, order.target), dice);
      return goOn(course);
    case 'retreat':
      goesBack(course, order.unit, order.to, order.displacing ?? null);
      return after(course);
    case 'lose':
      gives(course, order.units);
      return after(course);
    case 'advance':
      follows(course, order);
      return after(course);
    case 'done':
      return order.sure === 'rest' ? completed(course) : done(course);
    default:
      throw new Error(`No ${order.verb} in a combat phase`);
  }
}

/** Choices are made at the opening of a phase, and in its battles. */
function after(course: CombatProgress): Applied<State, Event> {
  return course.state.step === 'fight' ? goOn(course) : opened(course);
}

function lay(course: CombatProgress, battle: Battle): void {
  const { field, state } = course;
  const { battles, struck } = laidOut(field, state, battle);
  course.set({ battles });
  for (const { hexes } of struck) course.tell({ type: 'struck', hexes });
  // Those that have lost attackers to it are told anew.
  for (const one of battles) {
    if (state.battles.includes(one)) continue;
    course.tell({ type: 'laid', battle: one, reckoning: reckon(field, state, one) });
  }
}

function named(state: State, target: string): Battle {
  const battle = battleNamed(state, target);
  if (!battle) throw new Error(`No battle at ${target} is planned`);
  return battle;
}

function goesBack(course: CombatProgress, id: PieceId, to: string, displacing: PieceId | null): void {
  const pending = course.state.pending[0];
  if (pending?.kind === 'retreat') {
    retreat(course, pending, id, to, displacing);
    return;
  }
  course.set({ mayShare: course.state.mayShare.filter((other) => other !== id) });
  course.goBack(id, to, displacing, 'shared', []);
}

/** Where those named are not enough, the rest is asked for. */
function gives(course: CombatProgress, units: readonly PieceId[]): void {
  const { field, state } = course;
  const pending = pendingOf(state, 'lose');
  const lost = losable(field, state, pending).filter(({ id }) => units.includes(id));
  const need = pending.need - strengthOf(lost);
  const among = pending.among.filter((id) => !units.includes(id));
  course.instead({ ...pending, among, need });
  course.eliminate(lost, 'exchange');
}

function follows(course: CombatProgress, { unit, to }: Extract<Order, { verb: 'advance' }>): void {
  const { field, state } = course;
  const pending = pendingOf(state, 'advance');
  const into = to ?? advances(field, state, pending).get(unit)?.[0];
  course.answered();
  if (unit === 'none' || into === undefined) course.tell({ type: 'held', side: pending.side });
  else course.advance(unit, into);
}

function pendingOf<Kind extends Pending['kind']>(state: State, kind: Kind): Extract<Pending, { kind: Kind }> {
  const pending = state.pending[0];
  if (pending?.kind !== kind) throw new Error(`No choice of kind ${kind} is pending`);
  return pending as Extract<Pending, { kind: Kind }>;
}

/** Lays out what is missing, and anew what stands in its way [7.5]. */
function completed(course: CombatProgress): Applied<State, Event> {
  const { field, state } = course;
  const plan = lawfulPlan(field, state, state.battles);
  for (const battle of plan) if (!state.battles.some((other) => isSame(other, battle))) lay(course, battle);
  return course.end();
}

function isSame(one: Battle, other: Battle): boolean {
  return targetOf(one.hexes) === targetOf(other.hexes) && one.attackers.join() === other.attackers.join();
}

/** The plan stands and its battles are fought; or the phase ends, and guns keep their place. */
function done(course: CombatProgress): Applied<State, Event> {
  const { state } = course;
  if (state.step === 'fight') {
    if (state.mayShare.length > 0) course.tell({ type: 'held', side: state.side, guns: state.mayShare });
    return endCombat(course.field, state, course.events);
  }
  course.tell({ type: 'plan', battles: state.battles.length });
  course.set({ step: 'fight' });
  return state.battles.length > 0 ? course.end() : endCombat(course.field, course.state, course.events);
}
