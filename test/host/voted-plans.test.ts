import { expect, test } from 'vitest';
import { routeModal, writeAsking } from '../../src/discord/outbound/button-routes.ts';
import type { Order, SeatId } from '../../src/game/index.ts';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import { writeChoice } from '../../src/host/base/ballot-choice.ts';
import type { Asking } from '../../src/host/index.ts';
import { advised, type Camp, seated } from './camp.ts';
import { chanceOf, LIBRARY, pressOf, said, textIn } from './fixture.ts';

/** Plans that a side of Road to Richmond has decided by vote: carried out, told, taken back and verified afterwards. */
function voting(rules: Readonly<Record<string, string>> = {}): Camp {
  const camp = seated('road-to-richmond', { Bo: 'confederate', Cy: 'union' }, { chance: chanceOf('plans') });
  camp.pass(10_000);
  for (const seat of ['confederate', 'union']) camp.decree({ mode: 'vote', quorum: '1', ...rules }, seat);
  return camp;
}

const shortcutsOf = (camp: Camp, seat: SeatId) => {
  const { system, position } = camp.table();
  return system.play?.planning?.shortcuts.offered(position.state, seat).map(({ id }) => id) ?? [];
};

/** The side that is asked decides for what the machine would do, or for a shortcut. @returns what the ballot was on */
function decide(camp: Camp, at: number): string {
  const { system, position } = camp.table();
  const seat = system.rules.asked(position.state)[0]?.seat ?? '';
  const member = seat === 'union' ? 'Cy' : 'Bo';
  const point = {
    game: camp.game(),
    seq: camp.store.lastSeq(camp.game()),
  };
  if (shortcutsOf(camp, seat).includes('fight')) {
    expect(camp.member(member).plans.follow(point, 'fight').text).toContain('Your vote: **');
    return 'fight';
  }
  const orders = advised(camp.table(), at);
  const shown = camp.member(member).plans.read(system.play?.planning?.write(position.state, seat, orders) ?? '');
  const { code } = pressOf(shown, 'Propose', 'give-plan');
  camp.member(member).plans.give(point, code);
  return orders.length > 1 ? 'plan' : 'order';
}

test('a campaign in which both sides vote on plans is verified afterwards, and each vote is told once', async () => {
  const camp = voting({ early: '1' });
  const kinds = new Set<string>();
  for (let at = 0; at < 40 && kinds.size < 3; at += 1) kinds.add(decide(camp, at));
  expect([...kinds].sort()).toEqual(['fight', 'order', 'plan']);
  const { store } = camp;
  const { id: game } = store.latestIn('front') ?? { id: '' };
  const thrown = camp.entries().filter((entry) => entry.kind === 'order' && entry.throws.length > 0);
  expect(thrown.length).toBeGreaterThan(0);
  for (const { id } of store.ballotsOf(game)) {
    const orders = camp.entries().filter((entry) => entry.kind === 'order' && entry.ballot === id);
    const [, ...others] = orders;
    expect(others.every((entry) => entry.kind === 'order' && entry.together && entry.member === null)).toBe(true);
  }
  camp.ada.games.abandon(null);
  const file = textIn(camp.cy.log.file());
  expect(inspect(Buffer.from(file), LIBRARY).findings).toEqual([]);
  const recap = camp.ada.recaps.recap(game, null);
  const whole = recap.later ? await recap.later.make() : recap;
  const story = whole.files.find(({ file: name }) => name.endsWith('.md'));
  const decided = store.ballotsOf(game).filter(({ closed }) => closed?.how === 'decided');
  expect(String(await story?.bytes()).match(/^### Order/gm)).toHaveLength(decided.length);
  // An order that the plan doesn’t have is found.
  const forged = JSON.stringify(
    JSON.parse(file, (key, value) => (key === 'plan' && value.length > 1 ? value.slice(1) : value)),
    null,
    2,
  );
  const found = inspect(Buffer.from(`${forged}\n`), LIBRARY).findings.map(({ what }) => what);
  expect(found.join('\n')).toContain('It is not of the plan that ballot 1 decided.');
});

test('what of a plan the rules refuse is left out and named, and then its step isn’t ended', () => {
  const camp = voting({ early: '1' });
  const [gregg, branch] = ['c-gregg', 'c-branch'].map((unit): Order => ({ verb: 'move', unit, to: '0905' }));
  const nowhere: Order = { verb: 'move', unit: 'c-gregg', to: '1528' };
  const game = camp.game();
  const choice = writeChoice([nowhere, gregg as Order, branch as Order, 'end']);
  const [open] = camp.store.openBallots(game);
  const { id: bo } = camp.store.member('200', 'Bo');
  camp.store.cast({ ballot: open?.id ?? 0, member: bo, choice, reason: null, interaction: 'x', at: camp.now() });
  const heard = camp.ada.ballots.count(open?.id ?? 0, true);
  expect(heard.text).toMatch(/^\*\*The council\*\*, with the only vote: Gregg and Branch enter at 0103\.\n/);
  expect(heard.text).toContain('Left out: moves Gregg to 1528');
  expect(camp.table().system.rules.asked(camp.table().position.state)[0]?.seat).toBe('confederate');
  const own = camp.bo.ballots.mine(camp.open().id);
  expect(own.text).toContain('-# Left out: ');
});

test('a proposal is amended with the shortcut that it goes on with; of the end of a step there is a button with it and one without', () => {
  const camp = voting();
  const { id: game } = camp.store.latestIn('front') ?? { id: '' };
  const [open] = camp.store.openBallots(game);
  const ballot = open?.id ?? 0;
  const { id: member } = camp.store.member('200', 'Bo');
  const asking = (number: number, step: string) => {
    const choice = writeChoice([{ verb: 'move', unit: 'c-gregg', to: '0905' }, step]);
    camp.store.cast({ ballot, member, choice, reason: null, interaction: step, at: camp.now() });
    const { form } = said(camp.host.ballots.amend(camp.as('Bo'), ballot, number));
    return { text: `${form?.value}; Branch 0905`, asks: form?.asks.what === 'plan' ? form.asks : null };
  };
  expect(asking(1, 'fight').asks?.shortcut).toBe('fight');
  const { asks, text } = asking(2, 'end');
  expect(asks?.shortcut).toBeUndefined();
  const shown = said(routeModal(camp.host, writeAsking(asks as Asking), text)?.run(camp.as('Bo')) ?? null);
  expect(shown.rows.flat().filter(({ press }) => press.do === 'give-plan')).toHaveLength(2);
  const { point, code } = pressOf(shown, 'Propose and', 'give-plan');
  said(camp.host.plans.give(camp.as('Bo'), point, code, true));
  const voted = JSON.parse(camp.store.votes(ballot).at(-1)?.choice ?? '');
  expect([voted.length, voted.at(-1)]).toEqual([3, 'end']);
});

test('more proposals than a list holds are paged, and one that lost its votes stays in it', () => {
  const camp = voting();
  const { system, position } = camp.table();
  const moves = [...new Set(system.play?.planning?.marches?.groups(position.state, 'confederate'))].map(
    ({ value }) => value,
  );
  const goals = ['0905', '0904', '0804', '0805', '0704', '0705', '0604', '0605', '0504'];
  let proposed = 0;
  for (const who of ['Gregg, Branch', 'Branch, Archer', 'Gregg, Archer', 'Pender, Gregg'])
    for (const goal of goals) {
      const shown = camp.bo.plans.read(`${who} ${goal}`);
      if (!shown.rows.flat().some(({ label }) => label.startsWith('Propose and'))) continue;
      const { point, code } = pressOf(shown, 'Propose and', 'give-plan');
      camp.bo.plans.give(point, code);
      proposed += 1;
    }
  expect([moves.length > 0, proposed]).toEqual([true, expect.any(Number)]);
  expect(proposed).toBeGreaterThan(25);
  const { id } = camp.open();
  const own = camp.bo.ballots.mine(id);
  const last = own.menu?.choices.at(-1);
  expect([own.menu?.choices.length, last?.label, own.menu?.choices[1]?.hint]).toEqual([
    25,
    'More proposals …',
    '0 votes, from Bo',
  ]);
  // Single orders can be voted for beside the list.
  expect(own.rows.flat().map(({ label }) => label)).toContain('Other orders …');
  const next = camp.bo.ballots.look(id, last?.value ?? '');
  const numbers = [own, next].flatMap(({ menu }) => menu?.choices.map(({ value }) => value) ?? []);
  const found = numbers.filter((value) => /^\d+$/.test(value));
  expect([new Set(found).size, found.length]).toEqual([proposed, proposed]);
});

test.each([
  ['false', true],
  ['true', false],
])('where a ballot is sealed (%s) a plan keeps the odds of its attacks to itself', (sealed, shown) => {
  const camp = voting({ early: '1', sealed });
  let text = '';
  for (let at = 0; at < 40 && text === ''; at += 1) {
    const { system, position } = camp.table();
    const seat = system.rules.asked(position.state)[0]?.seat ?? '';
    const plan = advised(camp.table(), at);
    if (plan[0]?.verb !== 'attack') decide(camp, at);
    else {
      const typed = system.play?.planning?.write(position.state, seat, plan) ?? '';
      text = said(camp.host.plans.read(camp.as(seat === 'union' ? 'Cy' : 'Bo'), typed)).text;
    }
  }
  expect(text).toMatch(/Attack \d{4}/);
  expect(/\d+:\d+|\(\d+ against \d+\)/.test(text)).toBe(shown);
});
