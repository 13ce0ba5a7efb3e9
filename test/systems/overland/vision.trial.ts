import { describe, expect, test } from 'vitest';
import type { Colour, Item } from '../../../src/game/index.ts';
import { CARD } from '../../../src/kit/draw/common-colours.ts';
import { AGES, INSET_PAPER, PAPER, WATER_BODY } from '../../../src/systems/overland/land/sheet-colours.ts';
import { CONTESTED, CSA_EDGE, CSA_GREY, US_BLUE } from '../../../src/systems/overland/map/palette.ts';
import { LEADERS, type Leader } from '../../../src/systems/overland/vocabulary.ts';
import { type Bounds, boundsOf } from '../../render/flat.ts';
import { seen } from '../../render/pixels.ts';
import { contrast, rgbOf, seenWith, VISIONS } from '../../render/vision.ts';
import { position } from './play.ts';
import { rooms, type Sheet, sheetOf } from './sheets.ts';

/** The least contrast of a shape with its ground (WCAG 2.2, 1.4.11). */
const SHAPE = 3;

const sheets = Object.values(rooms()).flatMap((room) => Object.entries(room));

interface Counter {
  readonly leader: Leader;
  readonly item: Item & { readonly kind: 'group' };
  readonly bounds: Bounds;
}

function counters({ view, scene }: Sheet): Counter[] {
  return LEADERS.flatMap((leader) => {
    const { name } = view.leaders[leader];
    const item = scene.items.find(
      (one) => one.kind === 'group' && one.items.some((part) => part.kind === 'text' && part.text === name),
    );
    return item?.kind === 'group' ? [{ leader, item, bounds: boundsOf(item) }] : [];
  });
}

const GROUNDS = [PAPER, ...AGES, INSET_PAPER, WATER_BODY];

/** Shapes that must stand out from what they lie on or beside. */
const SHAPES: readonly (readonly [what: string, colour: Colour, grounds: readonly Colour[]])[] = [
  ['a counter or an arrow of the US, from one of the CSA', US_BLUE, [CSA_GREY]],
  ['where Grant may go, or an arrow of the US, from the land', US_BLUE, GROUNDS],
  ['the edge of an arrow of the CSA, from the land', CSA_EDGE, GROUNDS],
  ['a contested area, from one that is not', CONTESTED, [PAPER, CARD]],
];

describe.each(SHAPES)('%s, is told', (_, colour, grounds) => {
  test.each(VISIONS)('in %s', (vision) => {
    const seen = (one: Colour) => seenWith(vision, rgbOf(one));
    for (const ground of grounds) expect(contrast(seen(colour), seen(ground)), ground).toBeGreaterThanOrEqual(SHAPE);
  });
});

describe('the two sides are told by more than colour', () => {
  const named = sheets.map(([name, sheet]) => [name, counters(sheet), sheet] as const);

  test('by their marks: a star in a ring, three bars', () => {
    for (const [name, all, { view }] of named) {
      for (const { leader, item } of all) {
        const marks = item.items.flatMap((part) => (part.kind === 'group' ? part.items : []));
        const ring = marks.filter(({ kind }) => kind === 'circle').length;
        const bars = marks.filter(({ kind }) => kind === 'rect').length;
        const us = view.leaders[leader].side === 'us';
        expect([ring, bars], `${leader}: ${name}`).toEqual(us ? [1, 0] : [0, 3]);
      }
    }
  });

  test('by their shapes: square corners, cut ones', async () => {
    const sheet = sheetOf(position());
    const picture = await seen(sheet.scene);
    for (const { leader, item } of counters(sheet)) {
      const us = sheet.view.leaders[leader].side === 'us';
      const plate = item.items.find((part) => 'fill' in part && part.fill?.length === 7) as Item;
      const { left, top } = boundsOf({ ...item, items: [plate] });
      // Here a counter of the US is blue and one of the CSA is cut off.
      const corner = rgbOf(picture.at(Math.ceil(left), Math.ceil(top)) as Colour);
      const ground = rgbOf(us ? US_BLUE : CSA_GREY);
      expect(contrast(corner, ground) < 1.2, leader).toBe(us);
    }
  });

  test('by the place they stand in', () => {
    for (const [name, all, { view }] of named) {
      for (const us of all.filter(({ leader }) => view.leaders[leader].side === 'us')) {
        for (const csa of all.filter(({ leader }) => view.leaders[leader].side === 'csa')) {
          if (view.leaders[us.leader].at !== view.leaders[csa.leader].at) continue;
          expect(us.bounds.right, `${us.leader} and ${csa.leader}: ${name}`).toBeLessThan(csa.bounds.left + 4);
        }
      }
    }
  });
});
