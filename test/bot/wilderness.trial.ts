import { afterAll, expect, test } from 'vitest';
import { isRefusal, type Order, orderKey, replayedDice, type SeatId, type System } from '../../src/game/index.ts';
import { replayFile } from '../../src/host/afterwards/replay-file/export-game.ts';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import { readReplay } from '../../src/host/afterwards/replay-file/replay-report.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import type { State } from '../../src/systems/wilderness/state.ts';
import type { View } from '../../src/systems/wilderness/view.ts';
import { answer } from '../answered-message.ts';
import { sealedAt } from '../dice/sealed.ts';
import { PRODUCT } from '../library.ts';
import { theatre } from '../systems/wilderness/data.ts';
import { LONG } from '../trials/long.ts';
import { blankPicture, knownChance, openIn, type Product, startProduct } from './fixture.ts';

/** A May of The Wilderness Campaign by two members through discord.js: the machine advises each by the view of their side. */

const CHANNEL = 'the-wilderness';
const MEMBERS: Readonly<Record<SeatId, string>> = { union: 'Bo', confederate: 'Cy' };
/** The last turn they play of fifteen. */
const LAST = LONG ? 15 : 4;
/** Turns of members between two looks at what the channel has been told. */
const LOOKS = 10;

let product: Product;
afterAll(() => product?.close());

const at = (member: string) => product.sandbox.as(member).in(CHANNEL);

const inPublic = () => openIn(product, CHANNEL).join('\n');

/** Units that nobody has been shown, by names that stand for nothing else. */
function unknownNames(system: System, state: State): readonly RegExp[] {
  const { stacks, gone, sightings } = system.knowledge.view(state, 'public') as View;
  const shown = new Set([
    ...stacks.flatMap(({ up }) => up.map(({ unit }) => unit)),
    ...gone,
    ...sightings.map(({ unit }) => unit),
    // Who arrives when lies open [10.1].
    ...theatre.reinforcements.units.map(({ unit }) => unit),
  ]);
  return theatre.units.flatMap(({ id, kind, side, name }) => {
    if (shown.has(id) || kind === 'leader') return [];
    return [new RegExp(`\\b${kind === 'infantry' && side === 'union' ? `${name} Corps` : name}\\b`)];
  });
}

function typed({ verb: _, ...slots }: Order): Record<string, string> {
  return Object.fromEntries(
    Object.entries(slots).flatMap(([slot, value]) => {
      const text = typeof value === 'string' ? value : (value ?? []).join(', ');
      return text === '' ? [] : [[slot, text]];
    }),
  );
}

/** A command for one order; a typed plan and one press for several. */
async function give(system: System, state: State, seat: SeatId, orders: readonly Order[]): Promise<string> {
  const member = MEMBERS[seat] as string;
  const [first, second] = orders as readonly [Order, ...Order[]];
  if (!second) return answer(await at(member).command(first.verb, typed(first))).content;
  const plan = system.play?.planning?.write(state, seat, orders) ?? '';
  const { id } = answer(await at(member).command('plan', { orders: plan }));
  const isButton = ({ label }: { readonly label?: string | null }) => label?.startsWith('Give th') ?? false;
  const shown: SeenMessage = await product.sandbox.waitForMessage(
    CHANNEL,
    (one) => one.id === id && one.buttons.some(isButton),
  );
  return answer(await at(member).press(shown, shown.buttons.find(isButton)?.label ?? '')).content;
}

test(`two members play ${LAST} turns of May; the channel is told of no unit before everybody has seen it, and the file proves it`, async () => {
  product = await startProduct({ chance: knownChance(1), render: blankPicture });
  const { store, host } = product;
  const system = host.systems.find(({ id }) => id === 'wilderness') as System;
  answer(await at('Ada').command('new', { game: 'wilderness' }));
  for (const [side, member] of Object.entries(MEMBERS)) answer(await at(member).command('join', { side }));
  const game = store.latestIn(product.sandbox.world.channel(CHANNEL).id);
  if (!game) throw new Error('No game has begun');

  const entries = () => store.entries(game.id);
  // Members play faster than the channel is told.
  const everythingTold = () =>
    expect.poll(() => store.undeliveredMaps(), { interval: 100, timeout: 60_000 }).toEqual([]);
  let state = replayLog(system, game.variant, entries()).position.state as unknown as State;
  let known = entries().length;
  let given = 0;
  let looks = 0;
  for (let turn = 0; ; turn++) {
    const [asked] = system.rules.asked(state);
    if (!asked || state.turn > LAST) break;
    const { seat } = asked;
    const orders =
      system.play?.machine?.orders(system.knowledge.view(state, seat), seat, sealedAt('advice', turn, 'machine')) ?? [];
    const said = await give(system, state, seat, orders);
    const added = entries()
      .slice(known)
      .flatMap((entry) => (entry.kind === 'order' ? [entry] : []));
    known = entries().length;
    if (added.length === 0) throw new Error(`${orders.map(orderKey).join(', ')}: ${said}`);
    for (const [index, entry] of added.entries()) {
      // Steps in which nothing can happen pass by themselves.
      if (entry.cause !== 'pass')
        expect([entry.seat, orderKey(entry.order)]).toEqual([seat, orderKey(orders[index] as Order)]);
      const applied = system.rules.apply(state, entry.seat, entry.order, replayedDice(entry.throws));
      if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
      state = applied.state as unknown as State;
    }
    given += added.length;
    if (turn % LOOKS > 0 || state.over) continue;
    await everythingTold();
    const told = inPublic();
    looks++;
    for (const name of unknownNames(system, state)) expect(told, `${name} in turn ${state.turn}`).not.toMatch(name);
  }
  expect(looks).toBeGreaterThan(1);
  if (LONG) expect([state.turn, system.rules.outcome(state) !== null]).toEqual([15, true]);
  else answer(await at('Ada').press(answer(await at('Ada').command('abandon')), 'End the game'));
  await everythingTold();
  expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);

  const ended = store.game(game.id);
  if (!ended) throw new Error('The game is gone');
  const log = { system, ...replayLog(system, game.variant, entries()) };
  const file = replayFile(store, ended, log).text;
  const inspection = inspect(Buffer.from(file), PRODUCT, inPublic());
  const { paragraphs, well } = readReplay(Buffer.from(file), PRODUCT, inPublic());
  expect(well, paragraphs.map(({ text }) => text).join('\n')).toBe(true);
  expect(inspection.heads).toBeGreaterThan(0);
  console.log(
    `${given} orders, ${looks} looks at the channel, ${inspection.heads} heads posted; its file has ${Math.round(file.length / 1000)} KB`,
  );
}, 300_000);
