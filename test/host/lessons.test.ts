import { expect, test } from 'vitest';
import { headquarters } from './fixture.ts';

test('a lesson that is begun again ends the one before, in one interaction', () => {
  const { store, bo } = headquarters();
  bo.lessons.open('overland');
  const first = store.runningIn('lesson 200 overland');
  bo.lessons.open('overland', true);
  const second = store.runningIn('lesson 200 overland');
  expect(second?.id).toBeTruthy();
  expect(second?.id).not.toBe(first?.id);
  expect(store.entries(first?.id ?? '').map(({ kind }) => kind)).toEqual(['start', 'abandon']);
});
