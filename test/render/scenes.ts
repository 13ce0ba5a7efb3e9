import fc from 'fast-check';
import type { Circle, Colour, Group, Item, Lettering, Path, Rect, Scene, Stroke, Text } from '../../src/game/index.ts';
import { PRIMARIES } from './pixels.ts';

/** A sheet of some bands, the last of them not full. */
export const WIDTH = 90;
export const HEIGHT = 150;

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((value) => +value.toFixed(2));
const x = number(-30, WIDTH + 30);
const y = number(-40, HEIGHT + 40);
const colour: fc.Arbitrary<Colour> = fc.constantFrom(
  '#000000',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffcc0080',
  '#33669940',
);
const stroke: fc.Arbitrary<Stroke> = fc.record(
  {
    colour,
    width: number(0, 9),
    dash: fc.constantFrom([6, 3], [1, 7, 2]),
    cap: fc.constantFrom('butt', 'round', 'square'),
  },
  { requiredKeys: ['colour', 'width'] },
);
const painted = { fill: colour, stroke };
const face = fc.constantFrom('title', 'text', 'italic', 'bold');
const words = fc.constantFrom('Lee', 'Qj', 'Cold Harbor', '', 'Ånj f');

const rect: fc.Arbitrary<Rect> = fc.record(
  { kind: fc.constant('rect'), x, y, width: number(0, 60), height: number(0, 60), radius: number(0, 20), ...painted },
  { requiredKeys: ['kind', 'x', 'y', 'width', 'height'] },
);
const circle: fc.Arbitrary<Circle> = fc.record(
  { kind: fc.constant('circle'), x, y, radius: number(0, 40), ...painted },
  { requiredKeys: ['kind', 'x', 'y', 'radius'] },
);
const point = fc.tuple(x, y).map(([a, b]) => `${a} ${b}`);
const step = fc.oneof(
  point.map((to) => `L ${to}`),
  fc.tuple(point, point).map(([by, to]) => `Q ${by} ${to}`),
  fc.tuple(point, point, point).map(([by, and, to]) => `C ${by} ${and} ${to}`),
  // A spike: its miter goes nearly as far as miters may.
  fc.tuple(x, y, number(3.2, 20)).map(([a, b, wide]) => `L ${a} ${b} L ${a + wide} ${b - 60} L ${a + 2 * wide} ${b}`),
);
const d = fc
  .tuple(point, fc.array(step, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([from, steps, closed]) => `M ${from} ${steps.join(' ')}${closed ? ' Z' : ''}`);
const path: fc.Arbitrary<Path> = fc.record(
  { kind: fc.constant('path'), d, ...painted },
  { requiredKeys: ['kind', 'd'] },
);
const text: fc.Arbitrary<Text> = fc.record(
  {
    kind: fc.constant('text'),
    x,
    y,
    text: words,
    face,
    size: number(4, 40),
    fill: colour,
    align: fc.constantFrom('left', 'center', 'right'),
    halo: stroke,
    spacing: number(0, 6),
    maxWidth: number(-1, 80),
  },
  { requiredKeys: ['kind', 'x', 'y', 'text', 'face', 'size', 'fill'] },
);
const lettering: fc.Arbitrary<Lettering> = fc.record(
  {
    kind: fc.constant('lettering'),
    d: fc.tuple(point, point, point).map(([from, by, to]) => `M ${from} Q ${by} ${to}`),
    text: words,
    face,
    size: number(4, 30),
    fill: colour,
    halo: stroke,
    spacing: number(0, 6),
  },
  { requiredKeys: ['kind', 'd', 'text', 'face', 'size', 'fill'] },
);

/** Items of all kinds, in groups of groups that are moved, turned, scaled, faint and clipped; many lie partly off the sheet. */
export const item: fc.Arbitrary<Item> = fc.letrec<{ item: Item; group: Group }>((tie) => ({
  item: fc.oneof({ depthSize: 'small', withCrossShrink: true }, rect, circle, path, text, lettering, tie('group')),
  group: fc.record(
    {
      kind: fc.constant('group'),
      x,
      y,
      turn: number(-180, 180),
      scale: number(0.2, 2),
      opacity: number(0, 1),
      clip: fc.record({ width: number(0, 80), height: number(0, 80) }),
      items: fc.array(tie('item'), { maxLength: 3 }),
    },
    { requiredKeys: ['kind', 'x', 'y', 'items'] },
  ),
})).item;

let grounds = 0;

/** A scene of these items on a ground of its own; those of one call share it. */
export function sharing(ground: readonly Item[]): (items: readonly Item[]) => Scene {
  const key = `scenes ${grounds++}`;
  return (items) => ({ width: WIDTH, height: HEIGHT, palette: PRIMARIES, ground: { key, items: ground }, items });
}
