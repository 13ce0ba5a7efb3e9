import { describe, expect, test } from 'vitest';
import { playCommands } from '../../commands/play.ts';
import { clipped, type Reply } from '../../src/host/index.ts';
import { picker } from '../dice/sealed.ts';
import { by, everythingIn, type Headquarters, headquarters, labels, type Member, pressOf, said } from './fixture.ts';

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

describe('sides', () => {
  test('are taken by name, told to all, and needed for an order', () => {
    const hq = headquarters();
    const { host } = hq;
    host.games.start(by('Ada'), 'picket-line', null);
    expect(host.completions.sides(by('Bo'))).toEqual([
      { label: 'Union', value: 'union' },
      { label: 'Confederacy', value: 'confederate' },
    ]);
    const sentence = 'Join a side first: use `/join`.';
    const map = host.maps.forChannel(by('Bo'));
    const { point } = pressOf(map, 'Give an order', 'ask');
    expect(said(host.orders.ask(by('Bo'), {}, point)).text).toBe(sentence);
    expect(said(host.orders.give(by('Bo'), { verb: 'yield' })).text).toBe(sentence);
    expect(said(host.orders.choose(by('Bo'), {}, 'verb', ['commit'], point)).text).toBe(sentence);
    expect(host.maps.forMember(by('Bo'))).toMatchObject({ to: 'member', text: sentence });
    expect(host.completions.order(by('Bo'), { verb: 'commit' }, 'regiment', '')).toEqual([
      { label: sentence, value: '-' },
    ]);

    expect(host.seats.join(by('Bo'), ' UNION ')).toMatchObject({
      to: 'channel',
      text: '**Bo** joins the Union.\n-# This game has secrets: if you’ve played one side, you can’t play another.',
    });
    expect(host.seats.join(by('Cy'), 'Confederacy')).toMatchObject({ to: 'channel' });
    expect(host.seats.join(by('Dee'), 'France')).toMatchObject({
      to: 'member',
      text: 'There’s no such side. Choose Union or Confederacy.',
    });
    expect(said(host.orders.ask(by('Bo'), {}, point)).menu).not.toBeNull();
  });
});

describe('the menu', () => {
  test('asks step by step, and takes several where several may be named', () => {
    const hq = started();
    const hand = handOf(hq, 'Bo');
    const [first, second, third] = hand as [Hand, Hand, Hand];
    const answers = byMenu(hq, 'Bo', hq.opening, ({ choosing }) => {
      if (choosing.what !== 'slot') return [];
      // Named in another order than they are listed in.
      return choosing.slot === 'regiment' ? [first.id] : [third.id, second.id];
    });
    expect(answers.map(({ to, menu, replaces }) => [to, menu?.choosing, menu?.least, menu?.most, replaces])).toEqual([
      [
        'member',
        { what: 'slot', slot: 'regiment', draft: { verb: 'commit' }, point: { game: 'campaign01', seq: 0 } },
        1,
        1,
        false,
      ],
      [
        'member',
        {
          what: 'slot',
          slot: 'reserves',
          draft: { verb: 'commit', regiment: first.id },
          point: { game: 'campaign01', seq: 0 },
        },
        0,
        2,
        true,
      ],
      // The order given takes the place of its question.
      ['member', undefined, undefined, undefined, true],
    ]);
    expect(answers[0]?.menu?.choices.map(({ value }) => value)).toEqual(hand.map(({ id }) => id));
    expect(answers[0]?.menu?.choices[0]?.hint).toMatch(/^strength \d$/);
    expect(answers[2]?.text).toContain(`sends the ${first.name}, the ${second.name} and the ${third.name} behind.`);
    expect(hq.store.entries('campaign01').at(-1)).toMatchObject({
      seat: 'union',
      order: { verb: 'commit', regiment: first.id, reserves: [second.id, third.id] },
    });
  });

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
  test('secret orders are told to their member alone, and opened together', async () => {
    const hq = started();
    const [union, confederate] = [handOf(hq, 'Bo'), handOf(hq, 'Cy')];
    const commit = (member: Member, { id }: Hand) =>
      said(hq.host.orders.give(by(member), { verb: 'commit', regiment: id, reserves: [] }));

    const bo = commit('Bo', union[0] as Hand);
    expect(bo).toMatchObject({ to: 'member', drawing: null });
    expect(bo.text).toContain(`**Bo** sends the ${union[0]?.name}.`);
    expect(bo.text).toContain(`Sealed for the Federals: sends the ${union[0]?.name}.`);
    expect(bo.channelReply?.to).toBe('channel');
    expect(bo.channelReply?.text).toMatch(/^\*\*Bo\*\* seals an order\.\nThe Federals have sealed their orders\.\n/);
    const open = await everythingIn(bo.channelReply as Reply);
    for (const { id, name } of [...union, ...confederate]) {
      expect(open).not.toContain(id);
      expect(open).not.toContain(name);
    }

    const cy = commit('Cy', confederate[0] as Hand);
    expect(cy.text).not.toContain(union[1]?.name);
    expect(cy.channelReply?.text).toContain('The orders are opened: ');
    expect(cy.channelReply?.text).toContain(union[0]?.name);
    expect(cy.channelReply?.text).toContain(confederate[0]?.name);
  });

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

  /** In whole games played at random, nothing that the channel is shown names a card of a hand that has not been opened. */
  test.each([1, 2, 3])('in no public answer of a whole game (%i)', async (seed) => {
    const hq = started();
    const { host, store } = hq;
    const pick = picker(seed);
    const opened = new Set<string>();
    for (let orders = 0; store.runningIn('front'); orders++) {
      expect(orders).toBeLessThan(60);
      const map = host.maps.forChannel(by('Dee'));
      const asked = (['Bo', 'Cy'] as const).filter((member) => !/^It’s the /.test(menuText(hq, member, map)));
      const member = asked[pick(asked.length)] as Member;
      const given = byMenu(hq, member, map, ({ choices, least, most }) => {
        const from = pick(choices.length);
        const count = least + pick(most - least + 1);
        return choices
          .slice(from, from + Math.max(1, count))
          .slice(0, count || least)
          .map(({ value }) => value);
      }).at(-1) as Reply;
      const open = given.channelReply ?? given;
      expect(open.to).toBe('channel');
      const told = [
        open,
        host.maps.forChannel(by('Dee')),
        host.maps.inWords(by('Dee')),
        host.log.page(by('Dee'), null, 0),
      ];
      const texts = (await Promise.all(told.map(everythingIn))).join();
      for (const { id, name } of regiments(hq)) if (open.text.includes(name)) opened.add(id);
      if (!store.runningIn('front')) break;
      for (const { id, name } of regiments(hq)) if (!opened.has(id)) expect(texts).not.toContain(name);
    }
    expect(host.verify.verify(by('Dee'), null).text).toContain('The dice are honest');
    expect(labels(host.maps.forChannel(by('Dee')))).toContain('Check the dice');
  });

  function menuText({ host }: Headquarters, member: Member, map: Reply): string {
    const { draft, point } = pressOf(map, 'Give an order', 'ask');
    return said(host.orders.ask(by(member), draft, point)).text;
  }

  function regiments({ store }: Headquarters): Hand[] {
    const { dataset } = store.latestIn('front') ?? { dataset: '' };
    const files = JSON.parse(store.dataset(dataset)?.files ?? '{}') as Record<
      string,
      { regiments: Record<string, Record<string, { name: string }>> }
    >;
    return Object.values(files['picket-line.json']?.regiments ?? {}).flatMap((side) =>
      Object.entries(side).map(([id, { name }]) => ({ id, name })),
    );
  }
});

describe('its commands', () => {
  const [commit] = playCommands(headquartersSystems()).filter(({ data }) => data.name === 'commit');

  function headquartersSystems() {
    return headquarters({ file: ':memory:' }).host.systems.filter(({ id }) => id === 'picket-line');
  }

  test('take several values with commas between, by name or id', () => {
    const hq = started();
    const [first, second, third] = handOf(hq, 'Bo') as [Hand, Hand, Hand];
    const typed = { regiment: first.name.toUpperCase(), reserves: ` ${third.id}, ${second.name} ,` };
    const answer = said(
      commit?.run(hq.host, by('Bo'), typed, { subcommand: null, people: {}, left: {}, channels: {} }) ?? null,
    );
    expect(answer.text).toContain(`sends the ${first.name}, the ${second.name} and the ${third.name} behind.`);
  });

  test('complete several values one after the other', () => {
    const hq = started();
    const [first, second, third, fourth] = handOf(hq, 'Bo') as [Hand, Hand, Hand, Hand];
    const complete = (reserves: string) =>
      commit?.complete?.(hq.host, by('Bo'), { regiment: first.name, reserves }, 'reserves');
    expect(complete('')).toEqual([second, third, fourth].map(({ id, name }) => ({ label: name, value: id })));
    // What was chosen stands in the option by its name, and is typed on from there.
    for (const before of [second.name, second.id]) {
      expect(complete(`${before}, `)).toEqual(
        [third, fourth].map(({ id, name }) => ({ label: `${second.name}, ${name}`, value: `${second.id},${id}` })),
      );
    }
    expect(complete(`${second.name}, ${third.name.slice(0, 4)}`)?.map(({ value }) => value)).toContain(
      `${second.id},${third.id}`,
    );
    for (const { label, value } of complete(`${'x'.repeat(90)},`) ?? []) {
      expect(label).toBe(clipped(label, 100));
      expect(value.length).toBeLessThanOrEqual(100);
    }
  });
});
