import { describe, expect, test } from 'vitest';
import type { Reply } from '../../src/host/index.ts';
import { by, type Headquarters, headquarters, type Member, pressOf, said } from './fixture.ts';

/** Two seats with hidden hands at one table: Bo leads the Union, Cy the Confederacy, Dee looks on. */

interface Hand {
  readonly id: string;
  readonly name: string;
}

function started(): Headquarters & { readonly opening: Reply } {
  const hq = headquarters();
  hq.ada.games.start('picket-line', null);
  hq.bo.seats.join('union');
  hq.cy.seats.join('confederate');
  return { ...hq, opening: hq.dee.maps.forChannel() };
}

function handOf({ host }: Headquarters, member: Member): Hand[] {
  return host.completions
    .order(by(member), { verb: 'commit' }, 'regiment', '')
    .map(({ value, label }) => ({ id: value, name: label.split(' · ')[0] as string }));
}

/** Opens the menu under a map, and chooses in each list what `choose` says, until no list is left: of one choice it is asked whether it is meant. */
function byMenu(
  { host }: Headquarters,
  member: Member,
  map: Reply,
  choose: (menu: NonNullable<Reply['menu']>) => string[],
): Reply[] {
  const { draft, point } = pressOf(map, 'Give an order', 'ask');
  const answers = [said(host.orders.ask(by(member), draft, point))];
  for (;;) {
    const menu = (answers.at(-1) as Reply).menu;
    const sure = (answers.at(-1) as Reply).rows[0]?.[0]?.press;
    if (menu === null && sure?.do === 'order') {
      answers.push(said(host.orders.give(by(member), sure.order, sure.point)));
      continue;
    }
    if (menu?.choosing.what !== 'slot') return answers;
    const { draft: so_far, slot, point: at } = menu.choosing;
    answers.push(said(host.orders.choose(by(member), so_far, slot, choose(menu), at)));
  }
}

describe('the menu', () => {
  test('says so where nothing is asked of its member', () => {
    const hq = started();
    byMenu(hq, 'Bo', hq.opening, ({ choices, least }) => (least > 0 ? [choices[0]?.value ?? ''] : []));
    const { draft, point } = pressOf(hq.bo.maps.forChannel(), 'Give an order', 'ask');
    expect(hq.bo.orders.ask(draft, point)).toMatchObject({
      to: 'member',
      text: 'It’s the **Confederacy**’s turn.\nYou play the **Union**. The bot pings you when it’s your turn.',
      menu: null,
    });
  });
});

describe('what is hidden', () => {
  test('a map drawn before the other side sealed its order is still good; one drawn before an opening is not', () => {
    const hq = started();
    const first = ({ choices, least }: NonNullable<Reply['menu']>) => (least > 0 ? [choices[0]?.value ?? ''] : []);
    byMenu(hq, 'Bo', hq.opening, first);
    const cy = byMenu(hq, 'Cy', hq.opening, first).at(-1);
    expect(cy?.text).toMatch(/^\*\*Cy\*\* sends /);
    expect(byMenu(hq, 'Bo', hq.opening, first).at(-1)?.text).toContain('The game has moved on');
  });

  test('such a map is not good for taking back: the order that would go is not on it', () => {
    const hq = started();
    const { host, store, ada } = hq;
    for (const member of ['Bo', 'Cy'] as const) {
      host.orders.give(by(member), { verb: 'commit', regiment: handOf(hq, member)[0]?.id ?? '', reserves: [] });
    }
    const asked = ada.undo.takeBack();
    ada.undo.takeBack(pressOf(asked, 'Take it back', 'undo').point, true, 'A slip');
    const map = ada.maps.more();
    host.orders.give(by('Cy'), { verb: 'commit', regiment: handOf(hq, 'Cy')[1]?.id ?? '', reserves: [] });
    const late = ada.undo.takeBack(pressOf(map, 'Take back', 'undo').point);
    expect(late.text).toContain('The game has moved on');
    expect(store.entries('campaign01').at(-1)?.kind).toBe('order');
  });

  test('who has taken both sides acts, and looks, for the one that is asked', () => {
    const hq = headquarters();
    hq.ada.games.start('picket-line', null);
    hq.dee.seats.join('confederate');
    hq.ada.seats.put(by('Dee').member, 'union', 'She plays alone');
    const before = hq.dee.maps.forMember().text;
    expect(before).toContain('**Union**');
    hq.dee.orders.give({ verb: 'commit', regiment: handOf(hq, 'Dee')[0]?.id ?? '', reserves: [] });
    expect(hq.dee.maps.forMember().text).toContain('**Confederacy**');
    expect(hq.store.entries('campaign01').at(-1)).toMatchObject({ seat: 'union' });
  });
});
