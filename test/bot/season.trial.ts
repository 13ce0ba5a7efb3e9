import { afterAll, beforeAll, expect, test } from 'vitest';
import { prospects, solve } from '../../src/advisor/index.ts';
import { labelText, legalOrders, type Order, type System } from '../../src/game/index.ts';
import { readRatings } from '../../src/host/afterwards/season/season-commands.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { openToRead } from '../../src/store/index.ts';
import { type ManualClock, manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { skirmish } from '../games/skirmish/index.ts';
import { optionsOf } from '../harness/channel.ts';
import { Luck } from '../harness/luck.ts';
import { stateOf } from '../host/battles.ts';
import { recomputedRatings } from '../host/recomputed-ratings.ts';
import { productWith } from '../library.ts';
import { blankPicture, knownChance, startProduct } from './fixture.ts';
import { Voting } from './voting.ts';

/** A month of six members, through discord.js: their games, a problem that five answer, a member who leaves, a draw, and restarts. */

const DAY = 24 * 60 * 60_000;
const CHANNEL = 'the-wilderness';
const MEMBERS = ['Ada', 'Bo', 'Cy', 'Dee', 'Eli', 'Fay'] as const;
type Member = (typeof MEMBERS)[number];

let here: Voting;
let clock: ManualClock;
const luck = new Luck('a season');
beforeAll(async () => {
  clock = manualClock(Date.parse('2026-11-02T12:00:00Z'));
  const product = await startProduct({
    library: productWith(skirmish),
    chance: knownChance(5),
    clock,
    render: blankPicture,
    extraMembers: [{ name: 'Dee' }, { name: 'Eli' }, { name: 'Fay' }],
  });
  here = new Voting(product, clock, CHANNEL);
});
afterAll(() => here.product.close());

const at = (member: Member, channel = CHANNEL) => here.product.sandbox.as(member).in(channel);
const command = async (member: Member, ...given: Parameters<ReturnType<typeof at>['command']>) =>
  answer(await at(member).command(...given));

const server = () => here.product.sandbox.world.channel(CHANNEL).guild_id ?? '';

function systemOf(id: string): System {
  const found = here.product.host.systems.find((system) => system.id === id);
  if (!found) throw new Error(id);
  return found;
}

/** Plays a game out by commands. `pick`: which of the legal orders. Gives the game's id. */
async function playsOut(
  givers: (seat: string) => Member,
  pick: (orders: readonly Order[]) => Order,
  channel = CHANNEL,
): Promise<string> {
  const { tables } = here.product.host;
  const id = here.product.store.runningIn(here.product.sandbox.world.channel(channel).id)?.id ?? '';
  for (;;) {
    await here.shown();
    const { position, system } = tables.table(tables.game(id));
    const [asked] = system.rules.asked(position.state);
    if (!asked) return id;
    const order = pick([...legalOrders(system.rules, position.state, asked.seat)]);
    const said = answer(await at(givers(asked.seat), channel).command(order.verb, optionsOf(order)));
    const { seq } = tables.table(tables.game(id)).position;
    if (seq === position.seq) throw new Error(`${JSON.stringify(order)} was refused: ${said.content}`);
  }
}

/** Chooses the first order of the first of these verbs that may be given. */
const first =
  (...verbs: readonly string[]) =>
  (orders: readonly Order[]): Order =>
    verbs.flatMap((verb) => orders.filter((order) => order.verb === verb))[0] ?? (orders[0] as Order);

/** A game of two sides, each led by one member. */
async function battle(union: Member, confederate: Member, pick: (orders: readonly Order[]) => Order): Promise<string> {
  await command('Ada', 'new', { game: skirmish.id });
  await here.upToDate();
  await command(union, 'join', { side: 'union' });
  await command(confederate, 'join', { side: 'confederate' });
  return playsOut((seat) => (seat === 'union' ? union : confederate), pick);
}

/** A game of Overland that the channel plays together, each order by another member. */
async function campaign(givers: readonly Member[]): Promise<void> {
  await command('Ada', 'new', { game: 'overland' });
  let turn = 0;
  await playsOut(
    () => givers[turn++ % givers.length] as Member,
    (orders) => luck.among(orders),
  );
}

/** Lets days pass, some hours at a time. */
async function days(number: number): Promise<void> {
  for (let day = 0; day < number; day++) await here.pass(DAY);
}

function expectSameRatings(): void {
  const { store, database } = here.product;
  const guild = server();
  const own = readRatings({ store }, guild);
  const copy = openToRead(database);
  const other = recomputedRatings(copy, store, guild, systemOf);
  copy.close();
  expect(own.map(({ system }) => system).sort()).toEqual([...other.keys()].sort());
  for (const { system, players } of own) {
    expect(players).toHaveLength(other.get(system)?.size ?? 0);
    for (const { player, mu, sigma, games } of players) {
      const same = other.get(system)?.get(String(player));
      expect(games).toBe(same?.games);
      expect(mu).toBeCloseTo(same?.mu ?? 0, 9);
      expect(sigma ** 2).toBeCloseTo(same?.variance ?? 0, 9);
    }
  }
}

test('a season of six members, over a month', async () => {
  const opened = await command('Ada', 'season open', { until: '4 weeks' });
  expect(opened.ephemeral).toBe(false);
  for (const member of MEMBERS) await command(member, 'record', { me: 'show' });
  await campaign(['Bo', 'Cy', 'Dee']);
  await days(2);
  for (const [union, confederate] of [
    ['Ada', 'Bo'],
    ['Cy', 'Dee'],
    ['Eli', 'Fay'],
  ] as const) {
    await battle(union, confederate, first('attack', 'move', 'done'));
    await days(1);
  }
  await here.restart();

  // The problem: five members answer, one changes their mind.
  const asked = await command('Eli', 'problem');
  expect(asked.ephemeral).toBe(false);
  const shown = await here.product.sandbox.waitForMessage(
    CHANNEL,
    ({ id, files }) => id === asked.id && files.length === 1,
  );
  expect(shown.files[0]?.description ?? '').not.toBe('');
  const [entry] = here.product.store.serverEntries(server(), 'problem');
  if (entry?.kind !== 'problem') throw new Error('No problem was asked');
  const { game, orders } = entry.body;
  const overland = systemOf('overland');
  const log = here.product.store.entries(game).filter(({ seq }) => seq < entry.body.entry);
  const state = stateOf({ store: { ...here.product.store, entries: () => log } }, overland, 'standard', game);
  const solvable = overland.play?.solvable;
  const solved = solvable ? prospects(overland, solve(solvable.model('standard')), state) : null;
  expect(orders.map(({ label, worth }) => [label, worth]).sort()).toEqual(
    solved?.map(({ label, worth }) => [labelText(label, true), worth]).sort(),
  );
  const best = orders.findIndex(({ worth }) => worth === Math.max(...orders.map((one) => one.worth)));
  const wrong = orders.findIndex((_, place) => place !== best);
  const presses = [
    ['Ada', best],
    ['Bo', wrong],
    ['Cy', wrong],
    ['Dee', best],
    ['Fay', wrong],
    ['Fay', best],
  ] as const;
  for (const [member, place] of presses) {
    const said = answer(await at(member).press(shown, shown.buttons[place]?.customId ?? ''));
    expect([said.ephemeral, said.content.includes(orders[place]?.label ?? '')]).toEqual([true, true]);
  }
  await here.restart();
  await days(2);
  const outcome = await here.hears('The answer to the problem');
  expect(outcome.text).toContain('3 of 5 members found the best order: **Ada**, **Dee** and **Fay**.');
  expect(outcome.text).toContain(`**${orders[best]?.label}: `);

  // Two that keep apart: a draw.
  const id = await battle('Bo', 'Cy', first('done'));
  expect(systemOf(skirmish.id).rules.outcome(stateOf(here.product, systemOf(skirmish.id), 'standard', id))).toEqual({
    winner: null,
  });
  await days(1);
  const leaving = await command('Cy', 'mydata delete');
  answer(await at('Cy').press(leaving, 'Delete everything'));
  await here.restart();
  const table = await command('Bo', 'record', { show: 'season' });
  expect(table.content).toContain('**Officer 1**');
  expect(table.content).not.toContain('Cy');
  expect(table.content).toMatch(/[1-9] drawn/);
  await days(30);
  const recap = await here.hears('is over**');
  for (const part of ['**Champions**', '- Union: ', '- Confederacy: ', 'Best', '**Worst dice:**', '**Worth reading**'])
    expect(recap.text).toContain(part);
  expect(recap.text).not.toContain('Cy');
  const whole = await here.product.sandbox.waitForMessage(
    CHANNEL,
    ({ id, files }) => id === recap.id && files.length === 1,
  );
  expect(whole.files[0]?.description).toContain('The Season’s Table');
  expect(here.open().filter(({ text }) => text.includes('is over**'))).toHaveLength(1);
  expectSameRatings();
  const ratings: SeenMessage = await command('Bo', 'record', { show: 'ratings' });
  expect(ratings.content).toContain('**Ratings: Skirmish Line**');
  expect(here.product.logged.filter(({ level }) => level >= 40)).toEqual([]);
});

test('a game of a private channel is told in no problem, season or ratings of another', async () => {
  const { sandbox, store } = here.product;
  const room = sandbox.world.channel('parade-ground').id;
  sandbox.openTo(['Ada', 'Bo'], room);
  await command('Ada', 'season open', { until: '2 weeks' });
  answer(await at('Ada', room).command('new', { game: 'overland' }));
  const secret = await playsOut(
    () => 'Bo',
    (orders) => luck.among(orders),
    room,
  );
  await days(1);
  // All that Dee, who can't read the room, can ask for until there are no more problems.
  const heard: string[] = [];
  for (;;) {
    const asked = await command('Dee', 'problem');
    heard.push(asked.content);
    if (asked.ephemeral) break;
    const [entry] = store.serverEntries(server(), 'problem');
    expect(entry?.body.game).not.toBe(secret);
    await days(2);
    heard.push((await here.comesAfter(asked.id, 'The answer to the problem')).text);
  }
  expect(heard.at(-1)).toContain('There’s no problem to ask.');
  for (const show of ['season', 'ratings']) heard.push((await command('Dee', 'record', { show })).content);
  const inRoom = answer(await at('Bo', room).command('problem'));
  expect(inRoom.ephemeral).toBe(false);
  expect(store.serverEntries(server(), 'problem')[0]?.body.game).toBe(secret);
  const before = here.open().at(-1)?.id ?? '';
  await days(14);
  const recap = await here.comesAfter(before, 'is over**');
  expect(recap.text).toContain('1 game ended');
  for (const text of [...heard, recap.text]) expect(text).not.toContain(room);
  expect(recap.text).not.toMatch(/Best|Worst dice|Worth reading/);
  expect(here.product.logged.filter(({ level }) => level >= 40)).toEqual([]);
});
