import { expect, test } from 'vitest';
import { by, headquarters, said } from './fixture.ts';

test('a lesson that is begun again ends the one before, in one interaction', () => {
  const { host, store } = headquarters();
  said(host.lessons.open(by('Bo'), 'overland'));
  const first = store.runningIn('lesson 200 overland');
  said(host.lessons.open(by('Bo'), 'overland', true));
  const second = store.runningIn('lesson 200 overland');
  expect(second?.id).toBeTruthy();
  expect(second?.id).not.toBe(first?.id);
  expect(store.entries(first?.id ?? '').map(({ kind }) => kind)).toEqual(['start', 'abandon']);
});
