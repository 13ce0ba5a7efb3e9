import { describe, test } from 'vitest';
import type { State, System } from '../../src/game/index.ts';
import { ASKED_CHECKS, PLANNING_CHECKS } from './checks-asked.ts';
import { LESSON_CHECKS } from './checks-lesson.ts';
import { CHANCE_CHECKS, ORDER_CHECKS, PLAIN_CHECKS } from './checks-orders.ts';
import { PICTURE_CHECKS } from './checks-pictures.ts';
import { OPEN_CHECKS, SECRET_CHECKS } from './checks-secrets.ts';
import { CATALOGUE_CHECKS, STORY_CHECKS, WORD_CHECKS } from './checks-words.ts';
import { type Check, type Expectations, tableOf } from './table.ts';

export { conformingModule } from './module.ts';
export type { Expectations, Secrets } from './table.ts';

/** Everything a system has to do, by what it is about. */
export function checksFor(secrets: boolean): { readonly [about: string]: readonly Check[] } {
  return {
    catalogue: CATALOGUE_CHECKS,
    'who is asked': ASKED_CHECKS,
    orders: ORDER_CHECKS,
    chance: CHANCE_CHECKS,
    'plain data': PLAIN_CHECKS,
    plans: PLANNING_CHECKS,
    lesson: LESSON_CHECKS,
    words: WORD_CHECKS,
    story: STORY_CHECKS,
    pictures: PICTURE_CHECKS,
    secrets: secrets ? SECRET_CHECKS : OPEN_CHECKS,
  };
}

/** Registers the suite that every game system passes. Games are played at random by the system's own list of what is legal. */
export function conformance<S extends State>(system: System<S>, name: string, expects: Expectations<S> = {}): void {
  describe(`${name} keeps the contract of a game system`, () => {
    const table = tableOf(system as System, expects as Expectations<never>);
    for (const [about, checks] of Object.entries(checksFor(expects.secrets !== undefined))) {
      describe(about, () => {
        for (const { name: what, run } of checks) test(what, () => run(table));
      });
    }
  });
}
