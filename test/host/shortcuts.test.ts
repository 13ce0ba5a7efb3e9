import { describe, expect, test } from 'vitest';
import { type Order, type Planning, type SeatId, type State, someLegalOrders } from '../../src/game/index.ts';
import type { Library, Reply } from '../../src/host/index.ts';
import { changed, laterVersion } from '../changed-system.ts';
import { sealedAt } from '../dice/sealed.ts';
import { skirmish } from '../games/skirmish/index.ts';
import type { State as SkirmishState } from '../games/skirmish/rules.ts';
import { productWith } from '../library.ts';
import { chosen } from './by-press.ts';
import { type Camp, seated } from './camp.ts';
import { buttons, chanceOf, headquarters, labels, playedBy, said } from './fixture.ts';
import { confirmsUndo, DONE, orders, twoSides } from './two-sides.ts';

/** Skirmish Line with a button that attacks whatever can be attacked, and a bot that goes back where it is beaten. */
const fighting = laterVersion(skirmish, (system) => {
  const usual = (state: State) => [system.rules.asked(state)[0]?.defaultOrder as Order];
  const attack = (state: State, seat: SeatId) => {
    const [order] = someLegalOrders(system.rules, state, seat, 1).orders;
    return order?.verb === 'attack' ? order : null;
  };
  const read = () => ({
    orders: [],
    title: '',
    lines: [],
    refused: ['“Morell Farm” belongs to movement.'],
    rest: '',
  });
  const plans = (state: State) => (state as unknown as SkirmishState).step === 'movement';
  const planning = {
    example: 'Morell Farm',
    read,
    isWorthPlanning: plans,
    shortcuts: { offered: () => [], next: attack },
    picture: () => null,
  };
  const machined = playedBy(system, 'It goes back.', usual);
  return changed(machined, { play: { planning: planning as unknown as Planning } });
});
const LIBRARY: Library = productWith(fighting);

/** The Union, Bo, beside the Confederates, and about to attack. `seed`: of the dice. */
function beside(seed: string): Camp {
  const camp = twoSides('skirmish-line', { library: LIBRARY, chance: chanceOf(seed) });
  for (const unit of ['u1', 'u2', 'u3']) orders(camp, 'Bo', { verb: 'move', unit, to: '3' });
  for (const member of ['Bo', 'Bo'] as const) orders(camp, member, DONE);
  for (const unit of ['c1', 'c2', 'c3']) orders(camp, 'Cy', { verb: 'move', unit, to: '4' });
  for (const member of ['Cy', 'Cy', 'Bo'] as const) orders(camp, member, DONE);
  return camp;
}

const point = (camp: Camp) => ({ game: camp.game(), seq: camp.store.lastSeq(camp.game()) });
const fightAll = (camp: Camp): Reply => camp.bo.plans.follow(point(camp), 'fight');
const given = (camp: Camp, since: number) =>
  camp
    .entries()
    .slice(since + 1)
    .flatMap((entry) => (entry.kind === 'order' ? [`${entry.cause ?? entry.member?.name} ${entry.order.verb}`] : []));
const against = (camp: Camp): Camp => {
  camp.ada.seats.giveToMachine('confederate');
  return camp;
};

/** Has the bot play on as long as it is asked: what the channel hears of each stretch. */
async function playedOn(camp: Camp): Promise<readonly string[]> {
  const told: string[] = [];
  while (camp.host.machines.due().length > 0) {
    const { announcement, fault } = await camp.host.machines.play(point(camp).game, camp.now);
    expect(fault).toBeNull();
    told.push(announcement?.answer.text ?? '');
  }
  return told;
}

describe('“Fight all”', () => {
  test('goes on by itself after each choice of the bot, as the same press: a map at the end of each stretch', async () => {
    const camp = against(beside('0'));
    const { seq } = point(camp);
    fightAll(camp);
    expect(given(camp, seq)).toEqual(['Bo attack']);
    const told = await playedOn(camp);
    const all = ['Bo attack', 'machine retreat', 'Bo attack', 'machine retreat', 'Bo attack'];
    expect(given(camp, seq)).toEqual(all);
    expect(told).toHaveLength(2);
    expect(told.at(-1)).toMatch(/^\*\*Bo\*\*: Sykes attacks Hill: 5/);
    expect(told.at(-1)?.match(/ attacks /g)).toHaveLength(3);
    const { moment } = camp.table().position;
    expect(moment?.events.filter((event) => (event as { type: string }).type === 'fought')).toHaveLength(3);
    // It is taken back as the one press that it was.
    confirmsUndo(camp, 'Ada');
    expect(camp.entries().filter(({ kind }) => kind === 'undo')).toHaveLength(all.length);
  });

  test('stops where a member of the other side has to choose', async () => {
    const camp = beside('0');
    const { seq } = point(camp);
    fightAll(camp);
    orders(camp, 'Cy', { verb: 'retreat', stand: 'no' });
    await playedOn(camp);
    expect(given(camp, seq)).toEqual(['Bo attack', 'Cy retreat']);
  });

  test.each<[string, (camp: Camp) => unknown]>([
    ['the member has left the side', (camp) => camp.ada.seats.bench({ discordId: '200', name: 'Bo' }, null)],
    [
      'another commands now',
      (camp) => {
        camp.dee.seats.join('union');
        return camp.decree({ mode: 'commander', commander: '400' }, 'union');
      },
    ],
    ['the program was started again', (camp) => camp.restarted({ library: LIBRARY, chance: chanceOf('0') })],
  ])('stops where %s: the bot chooses, and nothing more is given', async (_, changed) => {
    const camp = against(beside('0'));
    const { seq } = point(camp);
    fightAll(camp);
    const after = changed(camp);
    await playedOn(isCamp(after) ? after : camp);
    expect(given(camp, seq)).toEqual(['Bo attack', 'machine retreat']);
  });

  test('no turn of the bot’s own is part of it', async () => {
    const camp = against(beside('0'));
    fightAll(camp);
    await playedOn(camp);
    const end = orders(camp, 'Bo', DONE);
    expect(end.text).toContain('**Bo** The phase ends');
    const [told] = await playedOn(camp);
    expect(told).toMatch(/^\*\*The bot\*\* \(Confederacy\)/);
  });
});

describe('a plan that can’t be', () => {
  const planned = (camp: Camp, text: string) => camp.bo.plans.read(text);

  test('in a step without plans says what to do there, with its buttons', () => {
    const camp = beside('0');
    for (const text of ['', 'Morell Farm']) {
      const answer = planned(camp, text);
      expect(answer).toMatchObject({ to: 'member', form: null });
      expect(answer.text).toContain('There’s nothing to plan in this step. Your combat.');
      expect(answer.text.includes('belongs to movement')).toBe(text !== '');
      expect(labels(answer)).toEqual(expect.arrayContaining(['Sykes attacks Hill', 'The phase ends']));
      expect(answer.rows.length + (answer.menu ? 1 : 0)).toBeLessThanOrEqual(5);
    }
  });

  test('where plans are made shows how one is written, and can be changed', () => {
    const camp = twoSides('skirmish-line', { library: LIBRARY });
    const answer = planned(camp, 'Morel farn');
    expect(answer.text).toMatch(/belongs to movement\.\nFor example: `Morell Farm`$/);
    expect(labels(answer)).toEqual(['Change it …', 'Drop it']);
    expect(planned(camp, '').form).not.toBeNull();
  });
});

function isCamp(value: unknown): value is Camp {
  return typeof value === 'object' && value !== null && 'host' in value;
}

test('the card of a battle stays on the picture while losses and retreats are chosen', async () => {
  const camp = seated('road-to-richmond', { Bo: 'confederate', Cy: 'union' }, { chance: chanceOf('plans') });
  let pictured = 0;
  for (let at = 0; at < 60 && pictured < 2; at += 1) {
    const { system, position } = camp.table();
    const { state } = position;
    const seat = system.rules.asked(state)[0]?.seat ?? '';
    const as = camp.as(seat === 'union' ? 'Cy' : 'Bo');
    const fights = system.play?.planning?.shortcuts.offered(state, seat).some(({ id }) => id === 'fight');
    const orders =
      system.play?.machine?.orders(system.knowledge.view(state, seat), seat, sealedAt('vote', at, 'machine')) ?? [];
    if (fights) said(camp.host.plans.follow(as, point(camp), 'fight'));
    else {
      const shown = said(camp.host.plans.read(as, system.play?.planning?.write(state, seat, orders) ?? ''));
      const give = buttons(shown).find(({ press }) => press.do === 'give-plan')?.press;
      if (give?.do === 'give-plan') said(camp.host.plans.give(as, give.point, give.code));
    }
    if (!fights && ['retreat', 'lose'].includes(orders[0]?.verb ?? '')) {
      const picture = String(await said(camp.host.maps.forChannel(as)).drawing?.png());
      expect(picture).toMatch(/Attack on|Bombardment of/);
      pictured += 1;
    }
  }
  expect(pictured).toBe(2);
});

test('no question is made for a press on a map that all see, where the table posts every order', () => {
  const hq = headquarters();
  hq.ada.games.start({ systemId: 'road-to-richmond' });
  hq.bo.seats.join('confederate');
  hq.ada.posting.showOrSet('orders');
  const given = chosen(hq, 'Bo', chosen(hq, 'Bo', hq.dee.maps.forChannel(), ['c-gregg']), ['0905']);
  expect(given).toMatchObject({ to: 'channel', goesOn: null });
  const next = chosen(hq, 'Bo', given, ['c-branch']);
  const [to = ''] = next.menu?.choices.map(({ value }) => value) ?? [];
  expect(chosen(hq, 'Bo', next, [to], { inPrivate: true }).goesOn).toMatchObject({ to: 'member', replaces: true });
});
