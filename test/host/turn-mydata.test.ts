import { expect, test } from 'vitest';
import { textIn } from './fixture.ts';
import { DONE, HOUR, orders, twoSides } from './two-sides.ts';

test('what is kept of a member’s quiet hours and calls is in their copy, and goes with their data', () => {
  const camp = twoSides();
  camp.cy.quietHours.set('22', '7:30', '-5');
  camp.pass(8 * HOUR);
  orders(camp, 'Bo', DONE);
  orders(camp, 'Bo', DONE);
  expect(JSON.parse(textIn(camp.cy.myData.export()))).toMatchObject({
    seats: [{ game: 'campaign01', seat: 'confederate' }],
    quietHours: { from: '22:00', to: '07:30', zone: 'UTC-5' },
    calledLater: [{ game: 'campaign01', seat: 'confederate' }],
  });
  expect(JSON.parse(textIn(camp.bo.myData.export()))).toMatchObject({
    quietHours: null,
    calledLater: [],
  });
  expect(camp.cy.myData.askDeletion().text).toContain('your quiet hours');
  camp.cy.myData.delete(true);
  for (const table of ['quiet', 'deferred_ping'])
    expect(camp.database.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
  expect(camp.wait(100 * HOUR)).toEqual([]);
});

test('a call that the channel is still to hear names nobody who has gone', () => {
  const camp = twoSides();
  camp.dee.seats.join('confederate');
  orders(camp, 'Bo', DONE);
  orders(camp, 'Bo', DONE);
  camp.cy.myData.delete(true);
  const [call] = camp.store.notices().filter(({ kind }) => kind === 'turn');
  expect(call?.users).toEqual(['400']);
  const told = camp.host.undelivered.notice(call?.id ?? 0, camp.now());
  expect(told?.answer.text).toBe('<@400> **Confederacy:** Your movement.');
});
