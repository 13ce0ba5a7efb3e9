import type { APIEmbed } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { fullPayload } from '../../src/discord/outbound/message-payload.ts';
import { type Draft, type Order, walkToOrder } from '../../src/game/index.ts';
import type { Reply } from '../../src/host/index.ts';
import { askingReply } from '../../src/host/messages/order-menu.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { picker } from '../dice/sealed.ts';
import { WITH_REVIEW } from '../games/grand-review.ts';
import { by, headquarters, LIBRARY, said } from '../host/fixture.ts';

/** Discord takes every row of buttons and every menu, in every game, wherever its orders lead. */

const LIBRARIES = [
  ...LIBRARY.editions.map(({ system }) => ({ id: system.id, library: LIBRARY })),
  { id: 'grand-review', library: WITH_REVIEW },
];
/** Orders of a game that are looked at. */
const ORDERS = 18;
const undrawn = () => Promise.resolve(Buffer.alloc(0));

interface Component {
  readonly customId: string;
  readonly label?: string;
  readonly placeholder?: string;
  readonly minValues?: number;
  readonly maxValues?: number;
  readonly options?: readonly { readonly value: string; readonly label: string; readonly description?: string }[];
}

/** Writes a message as Discord is sent it, and looks whether it may be. */
function expectSendable(answer: Reply): void {
  const { content, components, embeds } = fullPayload(answer);
  expect(content.length).toBeGreaterThan(0);
  expect(answer.text.length).toBeLessThanOrEqual(2000);
  expect(components.length).toBeLessThanOrEqual(5);
  const rows = components.map((row) => row.components as unknown as readonly Component[]);
  for (const row of rows) expect(row.length).toBeLessThanOrEqual(5);
  const parts = rows.flat();
  const ids = parts.map(({ customId }) => customId);
  expect([...new Set(ids)]).toEqual(ids);
  for (const { customId, label, options, minValues = 0, maxValues = 1 } of parts) {
    expect(customId.length).toBeLessThanOrEqual(100);
    if (label !== undefined) expect([label.length > 0, label.length <= 80]).toEqual([true, true]);
    if (!options) continue;
    expect([options.length > 0, options.length <= 25]).toEqual([true, true]);
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
    expect([minValues <= maxValues, maxValues >= 1, maxValues <= options.length]).toEqual([true, true, true]);
    for (const { value, label: name, description = '-' } of options)
      for (const text of [value, name, description])
        expect([text.length > 0, text.length <= 100]).toEqual([true, true]);
  }
  expect((embeds as APIEmbed[]).every(({ description = '' }) => description.length <= 4000)).toBe(true);
}

describe.each(LIBRARIES)('in $id', ({ id, library }) => {
  test('every map, every question on the way to an order and every page of it can be sent', () => {
    const { host, store } = headquarters({ library });
    const pick = picker(7);
    host.games.start(by('Ada'), { systemId: id });
    const tables = new GameTables(store, library);
    for (let orders = 0; orders < ORDERS; orders++) {
      const game = store.runningIn('front');
      if (!game) break;
      const table = tables.table(game);
      const { system, position } = table;
      const seats = system.about.seats.map((seat) => seat.id);
      if (orders === 0 && seats.length > 1)
        for (const [at, member] of (['Bo', 'Cy'] as const).entries()) host.seats.join(by(member), seats[at] ?? '');
      expectSendable(host.maps.forChannel(by('Dee')));
      const [asked] = system.rules.asked(position.state);
      if (!asked) break;
      const order = walkToOrder(system.rules, position.state, asked.seat, pick) as Order;
      let draft: Draft = {};
      for (const [slot, value] of Object.entries(order)) {
        for (const page of [0, 1]) {
          const question = askingReply(table, asked.seat, draft, undrawn, { page, marked: null, replaces: true });
          if (question) expectSendable(question);
        }
        draft = { ...draft, [slot]: value };
      }
      const member = seats.indexOf(asked.seat) === 1 ? 'Cy' : 'Bo';
      const given = said(host.orders.give(by(member), order));
      expect([orders, given.channelReply?.to ?? given.to]).toEqual([orders, 'channel']);
      expectSendable(given);
    }
    for (const answer of [
      host.maps.inWords(by('Bo')),
      host.maps.units(by('Bo')),
      host.help.help(by('Bo')),
      host.log.page(by('Bo'), null, 0),
    ])
      expectSendable(answer);
  });
});
