import { describe, expect, test } from 'vitest';
import type { Order } from '../../src/game/index.ts';
import { type Camp, seated } from './camp.ts';
import { chanceOf, type Member, pressOf } from './fixture.ts';
import { seenBy } from './seen-by.ts';

/** Bo and Dee lead the Union of Sam Grant, Cy the Confederates: what lies face down can be changed, and only its side knows [14.4]. */
function begun(file: string): Camp {
  const camp = seated('sam-grant', { Bo: 'usa', Dee: 'usa', Cy: 'csa' }, { file, chance: chanceOf('changes') });
  camp.pass(10_000);
  return camp;
}

const cut = (cards: number): Order => ({ verb: 'cut', cards: `${cards}` });
const give = (camp: Camp, member: Member, order: Order) => camp.member(member).orders.give(order);
const cuts = (camp: Camp) => (camp.table().position.state as unknown as { cuts: object }).cuts;
const seen = async (camp: Camp) => Promise.all((['Cy', 'Ada'] as const).map((who) => seenBy(camp, who, 'usa')));

/** Parts that differ, cut to a few letters around the first that does. */
function differences(before: readonly string[], after: readonly string[]): string[] {
  return before.flatMap((text, who) => {
    const other = after[who] ?? '';
    if (text === other) return [];
    let at = 0;
    while (text[at] === other[at]) at += 1;
    return [`${text.slice(at - 60, at + 60)} | ${other.slice(at - 60, at + 60)}`];
  });
}

describe('an order that lies face down', () => {
  test('is changed without anybody else learning of it, whatever they look at', async () => {
    const camp = begun('hidden.sqlite');
    give(camp, 'Bo', cut(5));
    const before = await seen(camp);
    give(camp, 'Dee', cut(7));
    give(camp, 'Bo', cut(9));
    expect(differences(before, await seen(camp))).toEqual([]);
  });

  test('is changed by the buttons of a map posted before, by a plan and by a form that shows what lies', () => {
    const camp = begun('ways.sqlite');
    give(camp, 'Bo', cut(5));
    const { point, draft } = pressOf(camp.bo.maps.forChannel(), 'Cut the deck', 'ask');
    give(camp, 'Dee', cut(7));
    const asked = camp.bo.orders.ask(draft, point);
    expect(asked.text).toContain('Your order lies face down: Cut the deck: 7 cards. You can change it until ');
    expect(camp.bo.orders.choose(draft, 'cards', ['8'], point).text).toContain('8 cards');
    expect(camp.bo.plans.read('').form).toMatchObject({ value: 'cut 8' });
    const plan = camp.bo.plans.read('cut 11');
    const press = pressOf(plan, 'Give', 'give-plan');
    expect(camp.bo.plans.give(press.point, press.code).text).toContain('11 cards');
    expect(cuts(camp)).toEqual({ usa: 11, csa: null });
    // The other side's buttons of that map hold as well.
    expect(camp.cy.orders.give(cut(2), point).text).toContain('2 cards');
  });
});

test('a “what if” before an order that was changed branches from before its first version', () => {
  const camp = begun('branch.sqlite');
  give(camp, 'Bo', cut(5));
  give(camp, 'Dee', cut(7));
  give(camp, 'Cy', cut(2));
  camp.ada.games.abandon(null);
  const points = camp.ada.branchPoints.completions().map(({ label, value }) => [label.split(': before ')[1], value]);
  expect(points.slice(1)).toEqual([
    ['order 1, Cut the deck: 7 cards', 'campaign01:0'],
    ['order 2, Cut the deck: 2 cards', 'campaign01:2'],
  ]);
  expect(camp.host.tables.originOf({ game: 'campaign01', seq: 0 })).toMatchObject({ orders: 0, inherited: [] });
  expect(camp.host.tables.originOf({ game: 'campaign01', seq: 2 }).orders).toBe(1);
});
