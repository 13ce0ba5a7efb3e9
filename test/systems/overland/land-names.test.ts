import { describe, expect, test } from 'vitest';
import type { Circle, Item, Text } from '../../../src/game/index.ts';
import type { Box } from '../../../src/kit/draw/geometry.ts';
import { letteringBounds, textBounds } from '../../../src/kit/draw/text-layout.ts';
import { standLetters } from '../../../src/render/text.ts';
import { landNames } from '../../../src/systems/overland/map/sheet-land.ts';
import { type Bounds, boundsOf, overlap, within } from '../../render/flat.ts';

describe('the names of the land', () => {
  const all = landNames([]);
  const town = (name: string) =>
    all.filter((_, index) => [all[index], all[index + 1]].some((item) => isNamed(item, name)));
  const [dot, name] = town('Hanovertown') as [Circle, Text];
  const { left, top, right, bottom } = boundsOf(name);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];

  test('are all there where nothing lies over the land', () => {
    expect(dot.kind).toBe('circle');
    expect(landNames([])).toEqual(all);
    expect(landNames([{ kind: 'rect', x: 0, y: 0, width: 1, height: 1, fill: '#000000' }])).toEqual(all);
  });

  const black = '#000000';
  const line = { colour: black, width: 6 } as const;
  const frame = {
    kind: 'rect',
    x: left - 20,
    y: top - 20,
    width: right - left + 40,
    height: bottom - top + 40,
  } as const;
  const around = `M ${left - 60} ${y} Q ${x} ${top - 90} ${right + 60} ${y} Q ${x} ${bottom + 90} ${left - 60} ${y} Z`;
  const past = `M ${left - 40} ${bottom + 20} L ${right + 30} ${bottom + 20} L ${right + 30} ${top - 60}`;

  test.each<[string, Item]>([
    ['a box over its end', { kind: 'rect', x: right - 4, y: top - 30, width: 60, height: 60, fill: black }],
    ['a box over its dot', { kind: 'rect', x: dot.x - 30, y: dot.y - 10, width: 29, height: 20, fill: black }],
    ['a box over all of it', { ...frame, fill: black }],
    ['the line of a box', { ...frame, x, stroke: line }],
    ['a circle', { kind: 'circle', x: right + 18, y, radius: 20, fill: black }],
    ['a line across it', { kind: 'path', d: `M ${x - 90} ${y - 90} L ${x + 90} ${y + 90}`, stroke: line }],
    [
      'a curve across it',
      { kind: 'path', d: `M ${x} ${y - 80} C ${x} ${y - 40} ${x} ${y} ${x} ${y + 80}`, stroke: line },
    ],
    ['a shape about it', { kind: 'path', d: around, fill: black }],
    ['a word', { ...name, x: name.x + 60, y: name.y + 9 }],
    ['a word along a path', { ...name, kind: 'lettering', d: `M ${x} ${y - 70} L ${x} ${y + 70}` }],
    [
      'a group that is moved, turned and scaled',
      {
        kind: 'group',
        x,
        y: y + 60,
        turn: 90,
        scale: 2,
        items: [{ kind: 'rect', x: -40, y: 0, width: 20, height: 2, fill: black }],
      },
    ],
  ])('are left out with their dots, each alone, under %s', (_, mark) => {
    const left = landNames([mark]);
    expect(left).not.toContain(name);
    expect(left).not.toContain(dot);
    expect(left.length).toBeGreaterThan(all.length - 14);
  });

  test.each<[string, Item]>([
    ['in a frame', { ...frame, stroke: line }],
    ['in an outline', { kind: 'path', d: around, stroke: line }],
    ['in the corner of a bent line', { kind: 'path', d: past, stroke: line }],
    ['beside a circle', { kind: 'circle', x: right + 24, y: top - 20, radius: 18, fill: black }],
    [
      'beside a group',
      { kind: 'group', x, y: bottom + 30, items: [{ kind: 'circle', x: 0, y: 0, radius: 25, fill: black }] },
    ],
    ['with nothing in a group', { kind: 'group', x, y, items: [] }],
  ])('stay %s', (_, mark) => {
    expect(landNames([mark])).toContain(name);
    expect(landNames([mark])).toContain(dot);
  });

  test('are taken to be as wide and high as they are drawn, or more, but not much', () => {
    const faults = all.flatMap((item) => {
      if (item.kind !== 'text') return [];
      const guess = edgesOf(textBounds(item));
      const drawn = boundsOf(item);
      const wide = (guess.right - guess.left) / (drawn.right - drawn.left);
      return within(drawn, guess, 1) && wide < 1.2 ? [] : [`${item.text}: ${wide}`];
    });
    expect(faults).toEqual([]);
    for (const item of all) {
      if (item.kind !== 'lettering') continue;
      const boxes = letteringBounds(item);
      for (const { letter, x: at, y: foot } of standLetters(item)) {
        const middle = { left: at - 1, top: foot - item.size / 3, right: at + 1, bottom: foot - 1 };
        expect(
          boxes.some((box) => overlap(edgesOf(box), middle)),
          `${letter} of ${item.text}`,
        ).toBe(true);
      }
    }
  });
});

function edgesOf({ x, y, width, height }: Box): Bounds {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function isNamed(item: Item | undefined, name: string): boolean {
  return item?.kind === 'text' && item.text === name;
}
