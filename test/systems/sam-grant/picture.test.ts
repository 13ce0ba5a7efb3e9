import { expect, test } from 'vitest';
import { ALL, type Item, LONGEST_ALT } from '../../../src/game/index.ts';
import { overlap } from '../../../src/kit/draw/geometry.ts';
import { textBox } from '../../../src/kit/draw/text-layout.ts';
import { renderScene } from '../../../src/render/index.ts';
import { picture } from '../../../src/systems/sam-grant/map/map-picture.ts';
import { sketch } from '../../../src/systems/sam-grant/map/order-sketch.ts';
import { next } from '../../../src/systems/sam-grant/rules/legality.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import type { Card, EachSide } from '../../../src/systems/sam-grant/vocabulary.ts';
import { alt } from '../../../src/systems/sam-grant/words/picture-words.ts';
import { east, west } from './data.ts';
import { dealt, falling, start } from './position.ts';
import { randomGame } from './random-play.ts';

/** What a letter needs on a phone, where a picture is half as wide. */
const LETTERS = 20;

function* texts(items: readonly Item[]): Generator<Extract<Item, { kind: 'text' }>> {
  for (const item of items) {
    if (item.kind === 'text') yield item;
    if (item.kind === 'group') yield* texts(item.items);
  }
}
const played: EachSide<readonly Card[]> = { usa: ['2'], csa: ['3'] };
const marching: State = { ...start, turn: 1, phase: 'actions', active: 'csa', first: 'csa', played };
const whole = { at: ALL } as const;
const overviews = [
  picture(west, view(west, start, 'public'), null, whole),
  picture(east, view(east, dealt(east, falling()).state, 'usa'), null, whole),
];

test('no picture of a whole map is larger than 150 KB', async () => {
  for (const { scene } of overviews) expect((await renderScene(scene)).length).toBeLessThan(150_000);
});

test('letters of the whole map can be read on a phone; blocks and names cover none of each other, and none stands twice', () => {
  for (const { scene } of overviews) {
    const all = [...texts(scene.items)];
    expect(Math.min(...all.map(({ size }) => size))).toBeGreaterThanOrEqual(LETTERS);
    const boxes = all.map(textBox);
    const covered = all.filter((_, at) =>
      boxes.some((box, other) => other < at && overlap(box, boxes[at] as (typeof boxes)[number])),
    );
    expect(covered.map(({ text }) => text)).toEqual([]);
    const names = all.map(({ text }) => text).filter((text) => /^[A-Z]/.test(text));
    expect(new Set(names).size).toBe(names.length);
  }
});

test('the whole map counts every block; a close-up lists a side’s own where they are small, to others not', () => {
  const words = ({ scene }: (typeof overviews)[number]) => [...texts(scene.items)].map(({ text }) => text);
  const counted = words(overviews[0] as (typeof overviews)[number]).filter((text) => /^\d+$/.test(text));
  const stood = view(west, start, 'public').stacks.reduce((sum, { count }) => sum + count, 0);
  expect(counted.reduce((sum, number) => sum + Number(number), 0)).toBe(stood);
  const close = (viewer: string) => words(picture(west, view(west, start, viewer), null, { at: '2007' })).join('\n');
  expect(close('csa')).toContain('Hardee: infantry, 4/4');
  for (const other of ['usa', 'public']) expect(close(other)).not.toContain('Hardee');
});

test('where a side’s blocks can go is one picture, with its battles, and not for the other side', async () => {
  const [csa, usa] = ['csa', 'usa'].map((side) => view(west, marching, side));
  if (!csa || !usa) throw new Error('There are two sides');
  const draft = { verb: 'move', from: '2007' };
  const shown = sketch(west, csa, 'csa', draft);
  if (!shown) throw new Error('Hardee can march');
  expect((await renderScene(shown.scene)).length).toBeLessThan(150_000);
  expect(shown.alt).toMatch(
    /^From 2007 Bowling Green they can go to: 1909 Nashville, .* With a battle: .*2206 Munfordville/,
  );
  const numbers = [...texts(shown.scene.items)].map(({ text }) => text);
  expect(numbers).toEqual(expect.arrayContaining(['1905', '2206', '1911']));
  expect(sketch(west, usa, 'usa', draft)).toBeNull();
  expect(sketch(west, csa, 'csa', { verb: 'move' })).toBeNull();
});

test('battles and places with points are offered first', () => {
  const asked = next(west, marching, 'csa', { verb: 'move', from: '2007' });
  if (asked.complete) throw new Error('It asks where to');
  const values = asked.question.choices.map(({ value }) => value);
  const kinds = values.map((value) => (value.includes(' by ') ? 0 : west.city.get(value)?.points ? 1 : 2));
  expect(kinds).toEqual([...kinds].sort());
  expect(new Set(kinds).size).toBe(3);
});

test('a description ends with a whole sentence, however much there is to say', () => {
  for (const theatre of [west, east])
    for (const { state, events } of randomGame(theatre, 5))
      for (const viewer of ['public', 'csa']) {
        const words = alt(theatre, view(theatre, state, viewer), { order: null, events }, {});
        expect(words.length).toBeLessThanOrEqual(LONGEST_ALT);
        expect(words).toMatch(/[.”]$/);
      }
});
