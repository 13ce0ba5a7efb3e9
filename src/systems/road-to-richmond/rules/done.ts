import type { Applied } from '../../../game/index.ts';
import { MemoPer } from '../../../kit/memo.ts';
import type { State } from '../state.ts';
import { type Battle, type Event, targetOf } from '../vocabulary.ts';
import { lay } from './combat/attack.ts';
import { idleGuns } from './combat/battle-plan.ts';
import { mandatoryAttacks } from './combat/contact.ts';
import { openCombat } from './combat/fight.ts';
import { lawfulPlan } from './combat/lawful-plan.ts';
import { CombatProgress } from './combat/pending-choices.ts';
import { choiceFirst, type Moment, NOT_LISTED, type Reason, type RuleOf, reason, type Slot } from './moment.ts';
import { leftUndone, overfull } from './movement/reach.ts';
import { endCombat, endMovement } from './phases.ts';

/** The warning that something is left undone, and the only answer to it. */
interface Unfinished {
  readonly answer: 'yes' | 'rest';
  readonly why: Reason;
}

const known = new MemoPer<State, Unfinished | null>();

function unfinished(moment: Moment): Unfinished | null {
  return known.get(moment.state, '', () => firstUnfinished(moment));
}

function firstUnfinished({ field, state }: Moment): Unfinished | null {
  if (state.step === 'fight') return null;
  if (state.step === 'move') {
    const moves = leftUndone(field, state);
    return moves && { answer: 'yes', why: reason('sure', null, { ...moves }) };
  }
  // The first mandatory attack missing from the plan [7.1].
  const {
    enemies: [enemy],
    own: [idle],
  } = mandatoryAttacks(field, state);
  if (enemy) {
    const facts = { hex: enemy.hex, enemies: enemy.pieces.join('+'), from: enemy.from.join('+') };
    return { answer: 'rest', why: reason('duty-enemy', '7.1', facts) };
  }
  if (idle) {
    const facts = { hex: idle.hex, units: idle.pieces.join('+'), target: idle.against.join('+') };
    return { answer: 'rest', why: reason('duty-own', '7.1', facts) };
  }
  const guns = idleGuns(field, state).length;
  return guns === 0 ? null : { answer: 'yes', why: reason('sure', null, { guns }) };
}

const sure: Slot = {
  slot: 'sure',
  isAsked: (moment) => unfinished(moment) !== null,
  candidates: (moment) => [unfinished(moment)?.answer ?? 'yes'],
  fault(moment, _draft, value) {
    const warned = unfinished(moment);
    if (!warned) return reason('sure-needless', null);
    return value === warned.answer ? null : warned.why;
  },
};

/** Ends a movement phase, the planning of battles, or a combat phase. */
export const done: RuleOf<'done'> = {
  verb: 'done',
  closed(moment) {
    const { field, state } = moment;
    const first = choiceFirst(moment, 'done');
    if (first) return first;
    const crowded = state.step === 'move' ? overfull(field, state) : null;
    if (crowded !== null) return reason('overfull', '5.1', { hexes: crowded });
    const [battle] = state.step === 'fight' ? state.battles : [];
    return battle ? reason('battles-left', '7.5', { target: targetOf(battle.hexes) }) : null;
  },
  slots: [sure],
  otherwise: (moment, order) => (order.sure === undefined ? unfinished(moment)?.why : null) ?? NOT_LISTED,
  carry({ field, state }, order) {
    if (state.step === 'move') return openCombat(field, endMovement(state));
    const course = new CombatProgress(field, state);
    return order.sure === 'rest' ? restPlanned(course) : ended(course);
  },
};

/** Plans the missing battles and replaces planned ones that stand in their way [7.5]. */
function restPlanned(course: CombatProgress): Applied<State, Event> {
  const { field, state } = course;
  const plan = lawfulPlan(field, state, state.battles);
  lay(
    course,
    plan.filter((battle) => !state.battles.some((other) => isSame(other, battle))),
  );
  return course.end();
}

function isSame(one: Battle, other: Battle): boolean {
  return targetOf(one.hexes) === targetOf(other.hexes) && one.attackers.join() === other.attackers.join();
}

/** Ends planning, after which battles are fought, or the combat phase; guns that could share a retreat then stay. */
function ended(course: CombatProgress): Applied<State, Event> {
  const { state } = course;
  if (state.step === 'fight') {
    if (state.mayShare.length > 0) course.tell({ type: 'held', side: state.side, guns: state.mayShare });
    return endCombat(course.field, state, course.events);
  }
  course.tell({ type: 'plan', battles: state.battles.length });
  course.set({ step: 'fight' });
  return state.battles.length > 0 ? course.end() : endCombat(course.field, course.state, course.events);
}
