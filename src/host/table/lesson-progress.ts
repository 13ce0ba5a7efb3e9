import {
  isLegal,
  type Lesson,
  type LessonOrder,
  type LessonWay,
  legalOrders,
  lessonWay,
  narrowed,
  orderKey,
  type State,
  type System,
  stepsDone,
} from '../../game/index.ts';
import type { EntryRecord } from '../../store/index.ts';

export interface LessonProgress {
  readonly lesson: Lesson;
  readonly done: number;
  /** The orders that lead on; null if the member is asked something else first, or the lesson is over. */
  readonly way: LessonWay | null;
}

export function lessonProgress(
  system: System,
  lesson: Lesson,
  state: State,
  given: readonly LessonOrder[],
): LessonProgress {
  const done = stepsDone(lesson, given);
  return { lesson, done, way: lessonWay(system.rules, lesson, done, state) };
}

/** In a lesson, only the orders that lead on are legal. */
export function narrowedSystem({ play, ...system }: System, { way }: LessonProgress): System {
  const { planning: _, ...unplanned } = play ?? {};
  const rules = way ? { ...system.rules, ...narrowed(system.rules, way.orders) } : system.rules;
  return { ...system, rules, play: unplanned };
}

/** The other side's order; null if it isn't asked. */
export function answerOf(
  system: System,
  lesson: Lesson,
  state: State,
  given: readonly LessonOrder[],
): LessonOrder | null {
  const [asked] = system.rules.asked(state);
  if (!asked || asked.seat === lesson.seat) return null;
  const { seat, defaultOrder } = asked;
  const before = given.filter((one) => one.seat === seat).map(({ order }) => orderKey(order));
  const scripted = lesson.answers.find(
    (one) =>
      one.seat === seat && !before.includes(orderKey(one.order)) && isLegal(system.rules, state, seat, one.order),
  );
  const order = scripted?.order ?? defaultOrder ?? legalOrders(system.rules, state, seat).next().value;
  return order ? { seat, order } : null;
}

export function givenIn(entries: Iterable<EntryRecord>): LessonOrder[] {
  return [...entries].flatMap((entry) => (entry.kind === 'order' ? [{ seat: entry.seat, order: entry.order }] : []));
}
