import { expect } from 'vitest';
import {
  type Dice,
  everyFall,
  isRefusal,
  type Lesson,
  type LessonOrder,
  lessonWay,
  narrowed,
  type State,
  type System,
  someLegalOrders,
  stepsDone,
} from '../../src/game/index.ts';
import { answerOf } from '../../src/host/table/lesson-progress.ts';
import { sealedAt } from '../dice/sealed.ts';
import type { Check } from './table.ts';

/** Orders tried where everything is legal, in each position. */
const TRIED = 8;
/** Orders that any lesson ends within. */
const MOST = 40;

/** Dice of one order that are gone through one by one; a deal and more dice fall so often at random, a deal and dice once for each face. */
const COUNTED = 2;
const FALLS = 2;
/** Places from which a lesson goes on in the check. */
const PLACES = 80;

/** A place in a lesson, however the dice fell. */
interface Place {
  readonly state: State;
  readonly given: readonly LessonOrder[];
}

export const LESSON_CHECKS: readonly Check[] = [
  {
    name: 'every text of a lesson is at most two short sentences',
    run({ system: { play } }) {
      const texts = play?.lesson
        ? [...play.lesson.steps.flatMap((step) => step.map(({ text }) => text)), play.lesson.farewell]
        : [];
      for (const text of texts) {
        expect(text.length, text).toBeLessThanOrEqual(130);
        expect(text.match(/[.?](?= |$)/g)?.length, text).toBeLessThanOrEqual(2);
      }
    },
  },
  {
    name: 'a lesson goes on to its end however the dice fall, and each of its ways is gone',
    run({ system }) {
      const lesson = system.play?.lesson;
      if (!lesson) return;
      expect(system.about.variants.map(({ id }) => id)).toContain(lesson.variant);
      expect(system.about.seats.map(({ id }) => id)).toContain(lesson.seat);
      const gone = new Set<string>();
      let places: readonly Place[] = starts(system, lesson);
      for (let orders = 0; places.length > 0; orders++) {
        expect(orders, 'orders of a lesson').toBeLessThan(MOST);
        places = distinct(
          lesson,
          places.flatMap((place) => after(system, lesson, place, gone)),
        );
      }
      expect([...gone].sort()).toEqual(lesson.steps.flatMap((step) => step.map(({ text }) => text)).sort());
    },
  },
];

function starts(system: System, lesson: Lesson): Place[] {
  return falls((dice) => system.rules.start(lesson.variant, dice)).map(({ state }) => ({ state, given: [] }));
}

/** What comes of an order however its dice fall. */
function falls<Result>(run: (dice: Dice) => Result): Result[] {
  const dice = sealedAt('lesson', 0, 'first');
  const first = run(dice);
  if (dice.thrown.length === 0) return [first];
  if (dice.thrown.length <= COUNTED && dice.thrown.every(({ kind }) => kind === 'die'))
    return everyFall(run).map(({ result }) => result);
  const faces = Math.max(0, ...dice.thrown.map((one) => (one.kind === 'die' ? one.sides : 0)));
  if (faces > 0 && dice.thrown.some(({ kind }) => kind === 'shuffle'))
    return Array.from({ length: faces }, (_, at) => run({ ...sealedAt('lesson', at, 'fall'), roll: () => at + 1 }));
  return Array.from({ length: FALLS }, (_, at) => run(sealedAt('lesson', at, 'fall')));
}

/** Where a place leads. None: the lesson is over there. */
function after(system: System, lesson: Lesson, { state, given }: Place, gone: Set<string>): Place[] {
  const done = stepsDone(lesson, given);
  if (done === lesson.steps.length || system.rules.outcome(state)) return [];
  const answer = answerOf(system, lesson, state, given);
  if (answer) return carriedOut(system, { state, given }, answer);
  const way = lessonWay(system.rules, lesson, done, state);
  if (way) gone.add(way.text);
  const rules = way ? narrowed(system.rules, way.orders) : system.rules;
  const { orders } = someLegalOrders(rules, state, lesson.seat, TRIED);
  expect(orders.length, `step ${done + 1}`).toBeGreaterThan(0);
  return orders.flatMap((order) => carriedOut(system, { state, given }, { seat: lesson.seat, order }));
}

function carriedOut(system: System, { state, given }: Place, one: LessonOrder): Place[] {
  return falls((dice) => system.rules.apply(state, one.seat, one.order, dice)).map((result) => {
    if (isRefusal(result)) throw new Error(`${JSON.stringify(one)} is refused: ${system.orderWords.refusal(result)}`);
    return { state: result.state, given: [...given, one] };
  });
}

/** Of places that go on alike, one; spread evenly where they are too many. */
function distinct(lesson: Lesson, places: readonly Place[]): Place[] {
  const key = ({ state, given }: Place) => JSON.stringify([state, stepsDone(lesson, given)]);
  const all = [...new Map(places.map((place) => [key(place), place])).values()];
  const every = Math.max(1, all.length / PLACES);
  return all.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every));
}
