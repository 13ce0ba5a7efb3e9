import { expect, test } from 'vitest';
import { asView, type Dice, type System } from '../../src/game/index.ts';
import { summary } from '../../src/systems/road-to-richmond/words/game-status.ts';
import { field } from '../systems/road-to-richmond/data.ts';
import { start } from '../systems/road-to-richmond/position.ts';

/** The compiler is the test here: each line marked as an error must be one. */
test('a state is not taken where a view is wanted, by the contract or within a game', () => {
  const drawn = (system: System, dice: Dice) => {
    const { state } = system.rules.start('standard', dice);
    // @ts-expect-error a state is no view
    system.positionWords.summary(state);
    // @ts-expect-error a state is no view
    system.pictures.picture(state, null, {});
    // @ts-expect-error a state is no view
    system.pictures.sketch?.(state, 'union', {});
    system.positionWords.summary(system.knowledge.view(state, 'public'));
  };
  expect(drawn).toBeTypeOf('function');
  // @ts-expect-error a state is no view
  expect(summary(field, start)).toBe(summary(field, asView(start)));
});
