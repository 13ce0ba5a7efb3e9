import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import {
  isRefusal,
  type Order,
  replayedDice,
  type SeatId,
  type State,
  type System,
  sealedDice,
} from '../../src/game/index.ts';
import { replayFile } from '../../src/host/afterwards/replay-file/export-game.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { forged, foundIn, inspected } from '../host/replaying.ts';
import { LONG } from '../trials/long.ts';
import { blankPicture, knownChance, openIn, type Product, startProduct } from './fixture.ts';

/** A whole year of the West, and in a long run one of the East, by two members through discord.js: cards by private picker, groups by line, each battle by its form. */

const CHANNEL = 'parade-ground';
const MEMBERS: Readonly<Record<SeatId, string>> = { usa: 'Bo', csa: 'Cy' };
const CARD = /\b(?:card|Play|Union|Confederates) (?:[123]|Supply [23])\b/;

let product: Product;
afterEach(() => product?.close());

const at = (seat: SeatId) => product.sandbox.as(MEMBERS[seat] as string).in(CHANNEL);

const open = () => openIn(product, CHANNEL);

/** A line without the cards of earlier game-turns. */
function withoutPlayed(line: string, revealed: number): string {
  return line.replace(/Cards played: Union ([^;]*); Confederates ([^.]*)\./, (played, usa, csa) =>
    [usa, csa].every((cards) => cards.split(', ').length === Math.max(1, revealed)) ? '' : played,
  );
}

interface Played {
  readonly seq: number;
  readonly seat: SeatId;
  readonly order: { readonly verb: string; readonly card: string };
}

function cardsIn(file: string): readonly Played[] {
  return JSON.parse(file).log.filter(({ order }: { order?: Order }) => order?.verb === 'card');
}

/** A private message as it is once its buttons have come. */
async function whole({ id }: SeenMessage): Promise<SeenMessage> {
  const seen = await product.sandbox.waitForMessage(
    CHANNEL,
    (one) => one.id === id && one.buttons.length + one.selects.length > 0,
  );
  expect(seen.ephemeral).toBe(true);
  return seen;
}

/** What a press on the board asks for, privately. */
async function pressOnBoard(seat: SeatId, label: string) {
  const isAsk = (button: SeenMessage['buttons'][number]) => button.label === label;
  const isBoard = ({ ephemeral, buttons }: SeenMessage) => !ephemeral && buttons.some(isAsk);
  await expect.poll(() => product.store.undeliveredMaps()).toEqual([]);
  const board = product.sandbox.messages(CHANNEL).findLast(isBoard) as SeenMessage;
  return at(seat).press(board, board.buttons.find(isAsk)?.customId ?? '');
}

/** A choice from a list, or from buttons where there is little to choose. */
async function choose(seat: SeatId, message: SeenMessage, value: string): Promise<SeenMessage> {
  const [list] = message.selects;
  if (list) return answer(await at(seat).select(message, list.customId, [value]));
  return answer(await at(seat).press(message, value.replace('supply-', 'Supply ')));
}

/** A member does as the machine would, in the way in which members do it. */
async function give(system: System, state: State, seat: SeatId, order: Order): Promise<SeenMessage> {
  const { verb, ...slots } = order;
  const line = system.play?.planning?.write(state, seat, [order]) ?? '';
  // Only a card can be chosen then, so that question comes at once.
  if (verb === 'card')
    return choose(seat, await whole(answer(await pressOnBoard(seat, 'Choose a card'))), String(order.card));
  if (verb === 'battle-plan') {
    const form = await pressOnBoard(seat, 'Plan …');
    if (form.kind !== 'modal') throw new Error(JSON.stringify(form));
    const filled = { [form.modal.fields[0]?.customId ?? '']: line };
    return answer(
      await at(seat).press(await whole(answer(await at(seat).submit(form.modal, filled))), 'Give this order'),
    );
  }
  if (verb === 'move') return answer(await at(seat).command('move', { from: line }));
  const typed = Object.entries(slots).map(([slot, value]) => [slot, [value ?? []].flat().join(', ')]);
  const reply = answer(await at(seat).command(verb, Object.fromEntries(typed.filter(([, value]) => value !== ''))));
  // A Done that loses is asked about first.
  return reply.content.includes('Give this order?')
    ? answer(await at(seat).press(await whole(reply), 'End actions'))
    : reply;
}

/** Both have the same rules and the same code: one of them is enough at a landing. */
const YEARS = LONG ? ['sam-grant', 'bobby-lee'] : ['sam-grant'];

test.each(YEARS)('two members play a year of %s; its file proves what they saw and names a forgery', async (name) => {
  product = await startProduct({ chance: knownChance(1), render: blankPicture });
  const { store, host, sandbox } = product;
  const system = host.systems.find(({ id }) => id === name) as System;
  answer(await sandbox.as('Ada').in(CHANNEL).command('new', { game: name }));
  for (const seat of Object.keys(MEMBERS)) answer(await at(seat).command('join', { side: seat }));
  const game = store.latestIn(sandbox.world.channel(CHANNEL).id);
  if (!game) throw new Error('No game has begun');

  const hmac = (message: string) => createHash('sha256').update(message).digest();
  const ways = new Set<string>();
  let revealed = 0;
  let { state } = system.rules.start(game.variant, replayedDice([]));
  let known = store.entries(game.id).length;
  for (let turn = 0; system.rules.asked(state).length > 0; turn++) {
    const [asked] = system.rules.asked(state);
    const seat = asked?.seat as SeatId;
    const dice = sealedDice(hmac, { game: 'advice', turn, order: 'machine' });
    for (const order of system.play?.machine?.orders(system.knowledge.view(state, seat), seat, dice) ?? []) {
      if (order.verb === 'card') await expect.poll(() => store.undeliveredMaps()).toEqual([]);
      const before = new Set(open());
      const reply = await give(system, state, seat, order);
      const [entry, ...more] = store.entries(game.id).slice(known);
      // Steps in which nothing can happen pass by themselves.
      const passed = more.flatMap((one) => (one.kind === 'order' && one.cause === 'pass' ? [one] : []));
      if (entry?.kind !== 'order' || more.length > passed.length)
        throw new Error(`${JSON.stringify(order)}: ${reply.content}`);
      expect(entry).toMatchObject({ seat, order });
      known += 1 + passed.length;
      ways.add(order.verb);
      const applied = system.rules.apply(state, seat, entry.order, replayedDice(entry.throws));
      if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
      state = applied.state;
      if (applied.events.some(({ type }) => type === 'revealed')) revealed += 1;
      else if (order.verb === 'card') {
        await expect.poll(() => store.undeliveredMaps()).toEqual([]);
        const told = open().filter((line) => !before.has(line));
        expect(told.join('\n')).toContain('choosing cards, waiting for the ');
        expect(told.filter((line) => CARD.test(withoutPlayed(line, revealed)))).toEqual([]);
      }
      for (const one of passed) {
        const next = system.rules.apply(state, one.seat, one.order, replayedDice(one.throws));
        if (isRefusal(next)) throw new Error(system.orderWords.refusal(next));
        state = next.state;
      }
      if (passed.length > 0) break;
    }
  }
  // A year can end early [10.2, 10.4].
  expect(revealed).toBe((state as { turn?: number }).turn);
  expect([...ways]).toEqual(expect.arrayContaining(['cut', 'card', 'move', 'battle-plan']));

  const ended = store.game(game.id);
  if (!ended) throw new Error('The game is gone');
  const { text } = replayFile(store, ended, { system, ...replayLog(system, game.variant, store.entries(game.id)) });
  expect([foundIn(text), inspected(text).played]).toEqual(['', true]);
  const cards = cardsIn(text);
  const { seq, seat } = cards.at(-1) as Played;
  const held = cards.flatMap((card) => (card.seat === seat ? [card.order.card] : []));
  const never = ['1', '2', '3', 'supply-2', 'supply-3'].find((card) => !held.includes(card)) ?? '';
  const forgery = forged(text, ({ log }) => {
    const entry = log[seq];
    if (entry?.kind === 'order') Object.assign(entry.order ?? {}, { card: never });
  });
  expect(foundIn(forgery)).toMatch(new RegExp(`^Entry ${seq}.*The rules do not accept it`, 'm'));
  expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
});
