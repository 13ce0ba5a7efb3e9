import { describe, expect, test } from 'vitest';
import type { Reply } from '../../src/host/index.ts';
import { PLAN } from '../../src/host/table/plan-words.ts';
import { chosen, filled, pressed } from './by-press.ts';
import { buttons, by, type Headquarters, headquarters, labels, type Member, said } from './fixture.ts';

/** Many orders in few presses, at a table of Road to Richmond: Bo leads the Confederates, Cy the Union. */

function started(): Headquarters & { map: Reply } {
  const hq = headquarters();
  hq.ada.games.start('road-to-richmond', null);
  hq.bo.seats.join('confederate');
  hq.cy.seats.join('union');
  return { ...hq, map: hq.dee.maps.forChannel() };
}

/** The Union ends its movement, and so do the Confederates in the turn after. */
function bothHold(hq: Headquarters): void {
  for (const member of ['Cy', 'Bo'] as const) pressed(hq, member, said(hq.host.plans.read(by(member), 'hold')), 'Give');
}

const orders = ({ store }: Headquarters) =>
  store.entries('campaign01').flatMap((entry) => (entry.kind === 'order' ? [entry] : []));

describe('a plan', () => {
  test('is shown to its member alone, and given with one press: one message, one map, one slip to take back', () => {
    const hq = started();
    const shown = hq.bo.plans.read('Gregg, Branch 0905; Nobody 0101; hold');
    expect(shown).toMatchObject({ to: 'member', drawing: { file: expect.stringContaining('plan') } });
    expect(shown.text).toContain('(cost 9 of 12)');
    expect(shown.text).toContain('“Nobody 0101”');
    expect(labels(shown)[0]).toBe('Give these 3 orders');
    expect(orders(hq)).toEqual([]);

    const given = pressed(hq, 'Bo', shown, 'Give');
    expect(given.to).toBe('channel');
    expect(given.text).toMatch(/^\*\*Bo\*\*: Gregg and Branch enter at 0103\./);
    const run = orders(hq);
    expect(run.map(({ order, together }) => [order.verb, together])).toEqual([
      ['move', undefined],
      ['move', true],
      ['done', true],
    ]);
    expect(new Set(run.map(({ member }) => member?.name))).toEqual(new Set(['Bo']));
    expect(given.tells).toHaveLength(1);

    expect(hq.bo.undo.takeBack().text).toContain('takes back');
    expect(hq.store.entries('campaign01').filter(({ kind }) => kind === 'undo')).toHaveLength(3);
  });

  test('can be changed in its form, and is forgotten once another is made', () => {
    const hq = started();
    const first = hq.bo.plans.read('Gregg 0905');
    const form = pressed(hq, 'Bo', first, 'Change');
    expect(form.form).toMatchObject({ value: 'Gregg 0905', isLong: true });
    const second = filled(hq, 'Bo', form, 'Branch 0905');
    expect(second).toMatchObject({ replaces: true });
    expect(pressed(hq, 'Bo', first, 'Give')).toMatchObject({ to: 'member', replaces: true });
    pressed(hq, 'Bo', second, 'Give');
    expect(orders(hq).map(({ order }) => order.unit)).toEqual(['c-branch']);
  });
});

describe('under the map', () => {
  test('stand buttons that say what they do', () => {
    const hq = started();
    expect(hq.map.rows.map((row) => row.map(({ label }) => label))).toEqual([
      [
        'Plan …',
        'The bot suggests …',
        'Bring the column in at 0103: 18 units, along the road',
        'End movement',
        'Other orders …',
      ],
      ['Zoom in', 'Whole map', 'Units', 'In words', 'More …'],
    ]);
    expect(labels(pressed(hq, 'Bo', hq.map, 'Other orders'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Hold the rest: \d+ wait off the map$/), PLAN.march]),
    );
    expect(labels(pressed(hq, 'Bo', hq.map, 'More'))).toEqual(['Rules', 'Log', 'How we decide']);
  });

  test('one brings the whole column on, one ends the movement', () => {
    const hq = started();
    const on = pressed(hq, 'Bo', hq.map, 'Bring the column in');
    expect(orders(hq).length).toBeGreaterThan(11);
    expect(labels(on).join()).not.toContain('Bring the column in');
    expect(pressed(hq, 'Bo', on, 'End movement').to).toBe('channel');
    expect(hq.dee.maps.forChannel().text).toContain('Union');
  });

  test('a corps marches to a place from lists, and goes on the next turn with one press', () => {
    const hq = started();
    pressed(hq, 'Bo', pressed(hq, 'Bo', hq.map, 'Other orders'), 'Hold the rest');
    const who = pressed(hq, 'Cy', pressed(hq, 'Cy', hq.dee.maps.forChannel(), 'Other orders'), PLAN.march);
    const where = chosen(hq, 'Cy', who, ['VI Corps']);
    expect(where.menu?.choices.length).toBeGreaterThan(5);
    const typed = filled(hq, 'Cy', pressed(hq, 'Cy', where, 'Type a place'), 'VI Corps to 1107');
    expect(typed.text).toContain('go on next turn');
    pressed(hq, 'Cy', typed, 'Give');
    bothHold(hq);
    // A plan of others leaves the march as it stands, and says nothing of it.
    expect(hq.cy.plans.read('Buchanan 1108').text).not.toContain('go on next turn');
    const before = orders(hq).length;
    pressed(hq, 'Cy', hq.dee.maps.forChannel(), 'March on:');
    expect(orders(hq).length).toBeGreaterThan(before);
  });

  test('a march ends where its unit is ordered by itself; orders that are taken back leave marches as they were', () => {
    const hq = started();
    const { store, cy, dee } = hq;
    pressed(hq, 'Bo', pressed(hq, 'Bo', hq.map, 'Other orders'), 'Hold the rest');
    pressed(hq, 'Cy', cy.plans.read('VI Corps to 1107'), 'Give');
    bothHold(hq);
    const marches = () => store.marchesAt('campaign01').get('union') ?? '';
    const standing = marches();
    const [unit = ''] = /u-[\w-]+/.exec(standing) ?? [];
    const { menu } = cy.orders.give({ verb: 'move', unit });
    cy.orders.give({ verb: 'move', unit, to: menu?.choices[0]?.value ?? '' });
    expect(marches()).not.toContain(unit);
    expect(marches()).toContain('to 1107');
    cy.undo.takeBack();
    expect(marches()).toBe(standing);
    pressed(hq, 'Cy', dee.maps.forChannel(), 'March on:');
    cy.undo.takeBack();
    expect(marches()).toBe(standing);
  });
});

describe('one by one', () => {
  test('the private question stays open for the next unit', () => {
    const hq = started();
    const where = chosen(hq, 'Bo', hq.map, ['c-gregg']);
    const given = chosen(hq, 'Bo', where, ['0905']);
    expect(given.goesOn).toMatchObject({ to: 'member', replaces: true });
    expect(given.goesOn?.text).toContain('Gregg');
    expect(given.goesOn?.menu?.choices.map(({ value }) => value)).not.toContain('c-gregg');
  });

  test('no question is made for a press on a map that all see, where the table posts every order', () => {
    const hq = started();
    hq.ada.posting.showOrSet('orders');
    const given = chosen(hq, 'Bo', chosen(hq, 'Bo', hq.map, ['c-gregg']), ['0905']);
    expect(given).toMatchObject({ to: 'channel', goesOn: null });
    const next = chosen(hq, 'Bo', given, ['c-branch']);
    const [to = ''] = next.menu?.choices.map(({ value }) => value) ?? [];
    expect(chosen(hq, 'Bo', next, [to], { inPrivate: true }).goesOn).toMatchObject({ to: 'member', replaces: true });
  });

  test('what takes a unit off the map for good is offered last and asked about', () => {
    const hq = started();
    const { store, host, cy } = hq;
    const order = { verb: 'move', unit: 'Hancock', to: 'off-1528' };
    // Out of reach: refused, without a question.
    pressed(hq, 'Bo', pressed(hq, 'Bo', hq.map, 'Other orders'), 'Hold the rest');
    expect(buttons(cy.orders.give(order))).toEqual([]);
    const plan = (member: Member, text: string) => pressed(hq, member, said(host.plans.read(by(member), text)), 'Give');
    for (let turn = 1; turn < 5; turn++) {
      plan('Cy', 'Hancock to 1528; hold');
      plan('Bo', 'hold');
    }
    const where = cy.orders.give({ verb: 'move', unit: 'Hancock' });
    expect(where.menu?.choices.map(({ value }) => value)).not.toContain('off-1528');
    const many = filled(hq, 'Cy', pressed(hq, 'Cy', where, 'Type a name'), '15');
    expect(many.menu?.choices.map(({ value }) => value).every((value) => value.includes('15'))).toBe(true);
    const sure = filled(hq, 'Cy', pressed(hq, 'Cy', where, 'Type a name'), 'off the map');
    expect(sure.text).toContain('for good');
    expect(store.entries('campaign01').at(-1)).toMatchObject({ order: { verb: 'done' } });
    pressed(hq, 'Cy', sure, 'Hancock off the map');
    expect(store.entries('campaign01').at(-1)).toMatchObject({ order: { unit: 'u-1-2-vi', to: 'off-1528' } });
  });

  test('by name a side’s own unit is meant', () => {
    const hq = started();
    expect(hq.bo.orders.give({ verb: 'move', unit: 'Taylor', to: '0905' }).text).toContain('arrives in turn');
    expect(hq.bo.orders.give({ verb: 'move', unit: 'Gregg' })).toMatchObject({
      menu: { choices: expect.anything() },
      drawing: { alt: expect.stringContaining('Gregg') },
    });
  });
});
