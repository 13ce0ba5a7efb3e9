import { describe, expect, test } from 'vitest';
import { type GameResult, MADE_BY } from '../../src/host/afterwards/record/record-totals.ts';
import type { Reply } from '../../src/host/index.ts';
import { type Camp, camp } from './camp.ts';
import { buttons, chanceOf, type Member, orderPresses } from './fixture.ts';

/** Free marches back and forth: no merit in the record, and no map of their own in the channel. */

/** A campaign in which Grant can march back and forth. */
function uncontested(): Camp {
  for (let seed = 0; seed < 20; seed++) {
    const c = camp({}, { chance: chanceOf(`idle ${seed}`), file: `${seed}.sqlite` });
    for (let map = c.bo.maps.forChannel(); orderPresses(map).length > 0; map = c.bo.maps.forChannel()) {
      if (free(map).length > 0) return c;
      const orders = orderPresses(map);
      const grants = orders.find(({ order }) => order.leader === 'grant' || order.verb === 'tma');
      const press = grants ?? orders.find(({ order }) => order.verb === 'move');
      if (!press) break;
      c.bo.orders.give(press.order, press.point);
    }
  }
  throw new Error('Grant is always in contact');
}

/** Marches that cost nothing: nobody answers them. */
function free(map: Reply) {
  return buttons(map).flatMap(({ press, label }) =>
    press.do === 'order' && press.order.verb === 'move' && !/·|Lee/.test(label) ? [press] : [],
  );
}

function march(c: Camp, member: Member, map: Reply): Reply {
  const press = free(map)[0];
  if (!press) throw new Error(`No free march in ${buttons(map).map(({ label }) => label)}`);
  return c.member(member).orders.give(press.order, press.point);
}

describe('a free march', () => {
  test('of another member, by a typed command, or after anything else has one of its own', () => {
    const c = uncontested();
    const first = march(c, 'Bo', c.bo.maps.forChannel());
    const second = march(c, 'Cy', first);
    expect(second.replaces).toBe(false);
    const typed = free(second)[0];
    expect(c.cy.orders.give({ verb: 'move', to: String(typed?.order.to) }).replaces).toBe(false);
    const back = c.ada.undo.takeBack(null, true);
    expect(march(c, 'Cy', back).replaces).toBe(false);
  });
});

describe('the record', () => {
  test('counts no free march that loses nothing as a choice, and each that throws a die', () => {
    const c = uncontested();
    let map = c.bo.maps.forChannel();
    for (let times = 0; times < 12; times++) map = march(c, 'Cy', map);
    c.ada.games.abandon(null);
    c.cy.record.show(false);
    const [kept] = c.store.uncounted('army', 9, MADE_BY, 9).map(({ body }) => JSON.parse(body ?? '') as GameResult);
    const cy = c.store.knownMember('300')?.id;
    const bo = c.store.knownMember('200')?.id;
    const rolled = c.entries().filter((entry) => entry.kind === 'order' && entry.throws.length > 0);
    expect(rolled.length).toBeGreaterThan(0);
    expect(kept?.choices.find(({ member }) => member === bo)?.mattered).toBe(rolled.length);
    // None that was as good as any; one that lost chances of winning would count against him.
    expect(kept?.choices.find(({ member }) => member === cy)?.best ?? 0).toBe(0);
  });
});
