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
  hq.host.games.start(by('Ada'), 'picket-line', null);
  hq.host.seats.join(by('Bo'), 'union');
  hq.host.seats.join(by('Cy'), 'confederate');
  return { ...hq, opening: hq.host.maps.forChannel(by('Dee')) };
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
    const { draft, point } = pressOf(hq.host.maps.forChannel(by('Bo')), 'Give an order', 'ask');
    expect(said(hq.host.orders.ask(by('Bo'), draft, point))).toMatchObject({
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
    const { host, store } = hq;
    for (const member of ['Bo', 'Cy'] as const) {
      host.orders.give(by(member), { verb: 'commit', regiment: handOf(hq, member)[0]?.id ?? '', reserves: [] });
    }
    const asked = said(host.undo.takeBack(by('Ada')));
    host.undo.takeBack(by('Ada'), pressOf(asked, 'Take it back', 'undo').point, true, 'A slip');
    const map = host.maps.more(by('Ada'));
    host.orders.give(by('Cy'), { verb: 'commit', regiment: handOf(hq, 'Cy')[1]?.id ?? '', reserves: [] });
    const late = said(host.undo.takeBack(by('Ada'), pressOf(map, 'Take back', 'undo').point));
    expect(late.text).toContain('The game has moved on');
    expect(store.entries('campaign01').at(-1)?.kind).toBe('order');
  });

  test('who has taken both sides acts, and looks, for the one that is asked', () => {
    const hq = headquarters();
    hq.host.games.start(by('Ada'), 'picket-line', null);
    hq.host.seats.join(by('Dee'), 'confederate');
    said(hq.host.seats.put(by('Ada'), by('Dee').member, 'union', 'She plays alone'));
    const before = hq.host.maps.forMember(by('Dee')).text;
    expect(before).toContain('**Union**');
    hq.host.orders.give(by('Dee'), { verb: 'commit', regiment: handOf(hq, 'Dee')[0]?.id ?? '', reserves: [] });
    expect(hq.host.maps.forMember(by('Dee')).text).toContain('**Confederacy**');
    expect(hq.store.entries('campaign01').at(-1)).toMatchObject({ seat: 'union' });
  });
});
