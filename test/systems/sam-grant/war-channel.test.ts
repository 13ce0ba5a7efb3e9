import { afterAll, expect, test } from 'vitest';
import type { SeatId, State, System } from '../../../src/game/index.ts';
import { replayLog } from '../../../src/host/table/replay-log.ts';
import type { War } from '../../../src/systems/sam-grant/rules/two-theatre-war.ts';
import type { State as YearState } from '../../../src/systems/sam-grant/state.ts';
import { answer } from '../../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from '../../bot/fixture.ts';

/** Years that members play over real sockets, with the orders that a silent side would get. */

const CHANNEL = 'parade-ground';
let product: Product;
afterAll(() => product?.close());

const seat = (member: string) => product.sandbox.as(member).in(CHANNEL);

function gameNow() {
  const game = product.store.latestIn(product.sandbox.world.channel(CHANNEL).id);
  if (!game) throw new Error('No game has begun');
  const system = product.host.systems.find(({ id }) => id === game.system) as System;
  const { position } = replayLog(system, game.variant, [...product.store.entries(game.id)]);
  return { system, state: position.state as State };
}

/** Whoever is asked gives the default order by its command, until a position is reached. */
async function playUntil(isThere: (state: State) => boolean, memberOf: (side: SeatId, state: State) => string) {
  for (let orders = 0; orders < 200; orders++) {
    const { system, state } = gameNow();
    if (isThere(state)) return;
    const [one] = system.rules.asked(state);
    if (!one?.defaultOrder) throw new Error('Nobody is asked');
    const { verb, ...slots } = one.defaultOrder;
    const typed = Object.fromEntries(
      Object.entries(slots).map(([slot, value]) => [slot, [value ?? []].flat().join(', ')]),
    );
    answer(await seat(memberOf(one.seat, state)).command(verb, typed));
  }
  throw new Error('The position was never reached');
}

test('19.2, 19.6: two members play 1862 and begin 1863; who joins late reads where the war stands, and the recap tells the year', async () => {
  product = await startProduct({
    chance: knownChance(1),
    render: blankPicture,
    extraMembers: [{ name: 'Di' }, { name: 'Eve' }],
  });
  answer(await seat('Ada').command('new', { game: 'sam-grant', variant: '1862-1864' }));
  for (const [member, side] of [
    ['Bo', 'usa'],
    ['Cy', 'csa'],
  ] as const)
    answer(await seat(member).command('join', { side }));
  await playUntil(
    (state) => (state as YearState).turn === 6 && (state as YearState).phase === 'cut',
    (side) => (side === 'usa' ? 'Bo' : 'Cy'),
  );
  const told = await product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes('1862 is over.'));
  expect(told.content).toContain('For 1863 the whole deck is cut anew.');
  answer(await seat('Di').command('join', { side: 'csa' }));
  expect(answer(await seat('Di').command('units')).content).toContain('reinforcements');
  answer(await seat('Di').command('cut', { cards: '5' }));
  answer(await seat('Bo').command('cut', { cards: '6' }));
  expect((gameNow().state as YearState).turn).toBe(7);
  const recap = answer(await seat('Ada').command('recap'));
  const posted = await product.sandbox.waitForMessage(CHANNEL, ({ content }) =>
    content.includes('Sam Grant, 1862 to 1864'),
  );
  expect(recap.content.length).toBeGreaterThan(0);
  expect(posted.content).toMatch(/1862/);
  await product.close();
}, 300_000);

test('20.2: four members play a game-turn of both theatres, two a side, each in a theatre', async () => {
  product = await startProduct({
    chance: knownChance(1),
    render: blankPicture,
    extraMembers: [{ name: 'Di' }, { name: 'Eve' }],
  });
  answer(await seat('Ada').command('new', { game: 'grant-and-lee' }));
  const members = { usa: { west: 'Bo', east: 'Di' }, csa: { west: 'Cy', east: 'Eve' } } as const;
  for (const [side, two] of Object.entries(members))
    for (const member of Object.values(two)) answer(await seat(member).command('join', { side }));
  await playUntil(
    (state) => (state as War).now === 'west' && (state as War).west.turn === 2,
    (side, state) => members[side as 'usa' | 'csa'][(state as War).now],
  );
  const { east } = gameNow().state as War;
  expect([east.turn, east.phase]).toEqual([1, 'over']);
  const board = await product.sandbox.waitForMessage(CHANNEL, ({ content }) =>
    content.includes('West, game-turn 2 of 18'),
  );
  expect(board.ephemeral).toBe(false);
  const open = product.sandbox.messages(CHANNEL).filter(({ ephemeral }) => !ephemeral);
  const read = open
    .map(({ content, files }) => content + files.map(({ description }) => description).join(' '))
    .join('\n');
  for (const name of ['Hardee', 'Halleck', 'Sumner', 'A. P. Hill']) expect(read).not.toContain(name);
}, 300_000);
