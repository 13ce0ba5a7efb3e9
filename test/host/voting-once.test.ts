import { expect, test } from 'vitest';
import { MINUTE } from '../../src/council/index.ts';
import { camp, GRANT, SIGEL } from './camp.ts';

/** Discord may deliver an interaction twice, or late. `transcript.ts` delivers twice what the transcripts of `golden` say. */

test.each([{}, { mode: 'vote' }])('what came before a restart has no effect after it: %j', (council) => {
  const c = camp(council);
  const caller = c.as('Bo');
  expect(c.host.orders.give(caller, GRANT)).not.toBeNull();
  const again = c.restarted();
  expect(again.host.orders.give({ ...caller, at: caller.at + 1000 }, GRANT)).toBeNull();
  expect(again.store.rowsWritten()).toBe(0);
});

test('a press that Discord delivers late keeps the place it was made at', () => {
  const c = camp({ mode: 'vote' });
  const early = c.as('Bo');
  c.vote('Cy', SIGEL);
  c.host.orders.give(early, GRANT);
  const [{ answer } = { answer: null }] = c.wait(15 * MINUTE);
  expect(answer?.text).toContain('orders Grant to attack, by 1 of 2 votes, tied with “Sigel attacks Breckinridge”;');
});
