import { expect, test } from 'vitest';
import { type Order as AnyOrder, orderKey, sealedDice, walkToOrder } from '../../../src/game/index.ts';
import { hmacOf } from '../../../src/host/table/game-secret.ts';
import { deciding, legality } from '../../../src/systems/sam-grant/rules/legality.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import type { Order, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { picker } from '../../dice/sealed.ts';
import { exporting } from '../../host/exporting.ts';
import { said, textIn } from '../../host/fixture.ts';
import { forged, foundIn, inspected } from '../../host/replaying.ts';
import { west } from './data.ts';
import { given } from './position.ts';

/** A year played through the host by two members, with the dice that its published secret gives. */
function played(): string {
  const table = exporting('sam-grant');
  const { host, as } = table;
  const members = { usa: 'Bo', csa: 'Cy' } as const;
  for (const side of ['usa', 'csa'] as const) said(host.seats.join(as(members[side]), side));
  const { id, secret } = table.game();
  const pick = picker(3);
  let { state } = setUp(west);
  for (let turn = 0; state.phase !== 'over'; turn++) {
    const sides = deciding(state);
    const side = sides[pick(sides.length)] as Side;
    const order = walkToOrder(legality(west), state, side, pick) as AnyOrder as Order;
    const dice = sealedDice(hmacOf(secret), { game: id, turn, order: orderKey(order as AnyOrder) });
    state = given(state, side, order, dice).state;
    said(host.orders.give(as(members[side]), order as AnyOrder, null, null, true));
  }
  return textIn(said(host.log.file(as('Ada'))));
}

const file = played();

test('the replay of a finished year proves its deck, its hands, its blocks and its dice', () => {
  const { played: isPlayed, throws } = inspected(file);
  expect(foundIn(file)).toBe('');
  expect([isPlayed, (throws ?? 0) > 0]).toEqual([true, true]);
});

test('3.2: a card that another was put in the place of is named', () => {
  const found = foundIn(
    forged(file, ({ log }) => {
      const dealt = log.find((entry) => entry.kind === 'order' && entry.throws?.some(({ kind }) => kind === 'shuffle'));
      const shuffle = dealt?.kind === 'order' ? dealt.throws?.[0] : undefined;
      if (shuffle?.kind !== 'shuffle' || !shuffle.deal) throw new Error('Nothing was dealt');
      const [first = 0, second = 0, ...rest] = shuffle.deal;
      Object.assign(shuffle, { deal: [second, first, ...rest] });
    }),
  );
  expect(found).toMatch(
    /^Entry 2, its dice .*“The cards of the year” has card \d+ in place 1, but the sealed secret gives card \d+ there\.$/m,
  );
});

test('3.2: a card that its side never held is named', () => {
  const { log } = JSON.parse(file);
  const cards = log.filter(({ order }: { order?: Order }) => order?.verb === 'card');
  const last = cards.at(-1);
  const held: readonly string[] = cards
    .filter(({ seat }: { seat: string }) => seat === last.seat)
    .map(({ order }: { order: { card: string } }) => order.card);
  const never = ['1', '2', '3', 'supply-2', 'supply-3'].find((card) => !held.includes(card)) ?? '';
  const found = foundIn(
    forged(file, (game) => {
      const entry = game.log[last.seq];
      if (entry?.kind === 'order') Object.assign(entry.order ?? {}, { card: never });
    }),
  );
  expect(found).toMatch(new RegExp(`^Entry ${last.seq}.*The rules do not accept it`, 'm'));
});
