import { expect, test } from 'vitest';
import { ALL, type Item, isRefusal, walkToOrder } from '../../../src/game/index.ts';
import { overlap } from '../../../src/kit/draw/geometry.ts';
import { textBox } from '../../../src/kit/draw/text-layout.ts';
import { isSeen } from '../../../src/kit/hex/hex-plot.ts';
import { placeNames } from '../../../src/kit/land/place-names.ts';
import { renderScene, widthOf } from '../../../src/render/index.ts';
import { closePlot, LAND_STYLE } from '../../../src/systems/wilderness/map/theatre-ground.ts';
import type { Order } from '../../../src/systems/wilderness/vocabulary.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { game, theatre } from './data.ts';
import { position } from './position.ts';

/** What a letter needs on a phone, where a picture is half as wide. */
const LETTERS = 22;

const units = (theatre.scenario.get('may')?.groups ?? []).flatMap((group) =>
  group.units.map(({ unit }) => ({ id: unit, side: group.side })),
);

/** Both armies on a few hexes about Richmond, where their blocks would cover each other. */
const crowd = position(
  Object.fromEntries(
    units.map(({ id, side }, at) => [
      id,
      theatre.grid.neighbours(side === 'union' ? '3846' : '3447')[at % 6] as string,
    ]),
  ),
);

function* texts(items: readonly Item[]): Generator<Extract<Item, { kind: 'text' }>> {
  for (const item of items) {
    if (item.kind === 'text') yield item;
    if (item.kind === 'group') yield* texts(item.items);
  }
}

const overview = (viewer: string) => game.picture(game.view(crowd, viewer), null, { at: ALL });

test('the picture of the theatre is no larger than 150 KB', async () => {
  expect((await renderScene(overview('public').scene)).length).toBeLessThan(150_000);
});

test('letters of the theatre can be read on a phone, and blocks and names cover none of each other', () => {
  for (const viewer of ['public', 'union']) {
    const all = [...texts(overview(viewer).scene.items)];
    expect(Math.min(...all.map(({ size }) => size))).toBeGreaterThanOrEqual(LETTERS);
    const boxes = all.map(textBox);
    const covered = all.filter((_, at) =>
      boxes.some((box, other) => other < at && overlap(box, boxes[at] as (typeof boxes)[number])),
    );
    expect(covered.map(({ text }) => text)).toEqual([]);
  }
});

test('the theatre says strengths to their owner, and to others how many counters are face down', () => {
  const words = (viewer: string) => [...texts(overview(viewer).scene.items)].map(({ text }) => text);
  expect(words('public').filter((text) => /^\d+$/.test(text))).toEqual([]);
  expect(words('public').filter((text) => /^\?\d+$/.test(text)).length).toBeGreaterThan(1);
  expect(words('union').filter((text) => /^\d+$/.test(text)).length).toBeGreaterThan(0);
});

test('the picture of where units can go shows the hexes that are offered, made from what their side sees alone', async () => {
  const pick = picker(11);
  let { state } = game.start('may', sealedAt('reach', 0, 'start'));
  const verbs = new Set<unknown>();
  let largest = 0;
  for (let at = 0; at < 300; at++) {
    const seat = game.asked(state)[0]?.seat ?? '';
    const order = walkToOrder(game, state, seat, pick);
    if (!order) break;
    const { [order.verb === 'place' ? 'hex' : 'to']: _goal, ...draft } = order;
    const asked = game.next(state, seat, draft);
    if (!asked.complete && (order.verb === 'move' || order.verb === 'place')) {
      const shown = game.sketch?.(game.view(state, seat), seat, draft);
      const hexes = asked.question.choices.map(({ value }) => value);
      if (!/ and \d+ more\.$/.test(shown?.alt ?? '')) for (const hex of hexes) expect(shown?.alt).toContain(hex);
      else expect(shown?.alt).toContain(hexes[0]);
      if (shown && !verbs.has(order.verb)) largest = Math.max(largest, (await renderScene(shown.scene)).length);
      verbs.add(order.verb);
    }
    const result = game.apply(state, seat, order as Order, sealedAt('reach', at, 'order'));
    if (isRefusal(result)) throw new Error(game.refusal(result));
    state = result.state;
  }
  expect([...verbs].sort()).toEqual(['move', 'place']);
  expect(largest).toBeLessThan(150_000);
});

test('no name of a place touches another in any close-up', () => {
  let names = 0;
  for (const { hex } of theatre.places) {
    const words = placeNames(theatre, closePlot([hex]), LAND_STYLE, []).filter((item) => item.kind === 'text');
    const boxes = words.map((item) => {
      const width = widthOf(item.face, item.size, item.text);
      return { x: item.x - width / 2 - 2, y: item.y - item.size * 0.7, width: width + 4, height: item.size * 0.8 };
    });
    boxes.forEach((box, at) => {
      const touched = boxes.findIndex((other, index) => index !== at && overlap(box, other));
      expect(touched, `${words[at]?.text} and ${words[touched]?.text} around ${hex}`).toBe(-1);
    });
    names += boxes.length;
  }
  expect(names).toBeGreaterThan(500);
});

test('a close-up draws the counters of each hex that its words name, and names each that it draws', () => {
  const at = '2427';
  const plot = closePlot([at]);
  const close = (state: Parameters<typeof game.view>[0]) => game.picture(game.view(state, 'public'), null, { at });
  const none = close(position({})).scene.items.length;
  const near = theatre.grid.ids.filter(
    (hex) => isSeen(plot, hex, -2 * plot.radius) && !isSeen(plot, hex, plot.radius) && theatre.hex.has(hex),
  );
  const shown = near.filter((hex) => close(position({ 'u-v': hex })).scene.items.length > none);
  const told = near.filter((hex) => close(position({ 'u-v': hex })).alt.includes(`Union: ${hex}`));
  expect(told).toEqual(shown);
  for (const hex of near) if (isSeen(plot, hex)) expect(shown).toContain(hex);
  // Also of hexes whose middle lies just outside.
  expect(shown.some((hex) => !isSeen(plot, hex))).toBe(true);
});
