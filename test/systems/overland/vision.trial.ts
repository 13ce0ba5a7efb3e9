import { beforeAll, describe, expect, test } from 'vitest';
import type { Item, Scene } from '../../../src/game/index.ts';
import { CSA_EDGE, CSA_GREY, US_BLUE } from '../../../src/systems/overland/map/palette.ts';
import { ribbonOf } from '../../../src/systems/overland/map/sheet-layout.ts';
import { type Area, LEADERS, type Leader } from '../../../src/systems/overland/vocabulary.ts';
import { type Bitmap, commonest, countColours, decoded, placesIn, rgb } from '../../gallery/bitmap.ts';
import { type Bounds, boundsOf } from '../../render/flat.ts';
import { contrast, hexOf, type Rgb, seenWith, VISIONS, type Vision } from '../../render/vision.ts';
import { position, type Setting } from './position.ts';
import { drawn, rooms, type Sheet, sheetAfter, sheetOf } from './sheets.ts';

/** What a shape needs to be told from its ground (WCAG 2.2, 1.4.11). */
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

/** A shape of one colour, and how often each other colour it has to be told from occurs. */
interface Contest {
  readonly colour: Rgb;
  readonly grounds: ReadonlyMap<number, number>;
}

const SHAPES: { readonly [what: string]: () => Promise<Contest> } = {
  'a counter of the US, from one of the CSA': async () => {
    const sheet = sheetOf(position({ grant: 'ashland', lee: 'richmond' }));
    const bitmap = await decoded(sheet.scene);
    const grounds = (side: 'us' | 'csa') =>
      counters(sheet)
        .filter(({ leader }) => sheet.view.leaders[leader].side === side)
        .map(({ bounds }) => commonest(bitmap, placesIn(bitmap, bounds)));
    const [us, ...others] = grounds('us');
    expect(others).toEqual([us, us]);
    return { colour: us as Rgb, grounds: new Map(grounds('csa').map((ground) => [number(ground), 1])) };
  },
  ...Object.fromEntries(
    (['wilderness', 'north-anna', 'ashland', 'cold-harbor', 'savage-station'] as const).map((area) => [
      `${area} contested, from ${area} not contested`,
      () => contested(area),
    ]),
  ),
  ...Object.fromEntries(
    (['wilderness', 'spotsylvania', 'north-anna', 'cold-harbor', 'mechanicsville'] as const).flatMap((grant) => [
      [`where Grant may march from ${grant}, from the land`, () => rings({ grant, lee: 'richmond' })],
      [`where Grant may turn from ${grant}, from the land`, () => rings({ grant, lee: grant, turning: true })],
    ]),
  ),
  'an arrow of the US, from the land': async () => (await arrow('us')).onLand,
  'an arrow of the CSA, from the land': async () => (await arrow('csa')).onLand,
  'an arrow of the US, from one of the CSA': async () => {
    const { fill } = await arrow('us');
    return { colour: fill, grounds: new Map([[number((await arrow('csa')).fill), 1]]) };
  },
};

describe.each(Object.entries(SHAPES))('%s, is told', (_, find) => {
  let contest: Contest;
  beforeAll(async () => {
    contest = await find();
  });

  test.each(VISIONS)('in %s', (vision) => {
    const { colour, grounds } = contest;
    const all = [...grounds].flatMap(([ground, count]) => ({
      ratio: seenContrast(vision, colour, rgb(ground)),
      count,
    }));
    const total = all.reduce((sum, { count }) => sum + count, 0);
    const told = all.reduce((sum, { ratio, count }) => sum + (ratio >= SHAPE ? count : 0), 0);
    // A road or a river may run into a shape: four in five of the pixels it is told from have to do.
    expect(told / total, `${hexOf(colour)}: the part with ${SHAPE} to 1`).toBeGreaterThanOrEqual(0.8);
  });
});

function seenContrast(vision: Vision, a: Rgb, b: Rgb): number {
  return contrast(seenWith(vision, a), seenWith(vision, b));
}

function number([r, g, b]: Rgb): number {
  return (r << 16) | (g << 8) | b;
}

/** The ribbon of a contested area, and what is there without it. */
async function contested(area: Area): Promise<Contest> {
  const { x, y, width, height } = ribbonOf(area);
  const marked = await decoded(sheetOf(position({ grant: area, lee: area })).scene);
  const plain = await decoded(sheetOf(position({ grant: area, lee: 'richmond' })).scene);
  const places = placesIn(marked, { left: x + 2, top: y + 2, right: x + width - 2, bottom: y + height - 2 });
  return { colour: commonest(marked, places), grounds: countColours(plain, places) };
}

/** The rings of where Grant may go, and what is there without them. */
async function rings(setting: Setting): Promise<Contest> {
  const { view } = sheetOf(position(setting));
  const ringed = await decoded(drawn(view).scene);
  const plain = await decoded(drawn({ ...view, mayMoveTo: [], mayTurnTo: [] }).scene);
  const changed = differing(ringed, plain);
  expect(changed.length).toBeGreaterThan(1000);
  return { colour: commonest(ringed, changed), grounds: countColours(plain, changed) };
}

/** An arrow of a side: its fill; and its fill or its outline, whichever is told better, on the land round it. */
async function arrow(side: 'us' | 'csa'): Promise<{ readonly fill: Rgb; readonly onLand: Contest }> {
  const moves = {
    us: () => sheetAfter({ points: 6, grant: 'north-anna', lee: 'wilderness' }, 'move cold-harbor'),
    csa: () => sheetAfter({ grant: 'cold-harbor', lee: 'cold-harbor' }, 'attack grant', 6),
  };
  const { scene } = moves[side]();
  const bitmap = await decoded(scene);
  const land = await decoded(withoutArrows(scene));
  const changed = differing(bitmap, land);
  expect(changed.length).toBeGreaterThan(500);
  const grounds = countColours(land, roundAbout(bitmap, changed));
  const paper = commonest(land, roundAbout(bitmap, changed));
  const [fill, ...others] = [...countColours(bitmap, changed)].sort(([, a], [, b]) => b - a).map(([one]) => rgb(one));
  const drawnIn = [fill, others[0]].filter((one) => one !== undefined);
  const colour = drawnIn.sort((a, b) => contrast(b, paper) - contrast(a, paper))[0] as Rgb;
  return { fill: fill as Rgb, onLand: { colour, grounds } };
}

function differing(a: Bitmap, b: Bitmap): number[] {
  const places: number[] = [];
  for (let place = 0; place < a.colours.length; place++) if (a.colours[place] !== b.colours[place]) places.push(place);
  return places;
}

function withoutArrows(scene: Scene): Scene {
  const isArrow = (item: Item) => item.kind === 'path' && ARROWS.includes(item.fill ?? '');
  return { ...scene, items: scene.items.filter((item) => !isArrow(item)) };
}

const ARROWS: readonly string[] = [US_BLUE, CSA_EDGE, CSA_GREY];

/** The places two pixels outside some others. */
function roundAbout({ width }: Bitmap, places: readonly number[]): number[] {
  const inside = new Set(places);
  const around = new Set(places.flatMap((at) => [at - 2, at + 2, at - 2 * width, at + 2 * width]));
  return [...around].filter((place) => !inside.has(place));
}

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
    const bitmap = await decoded(sheet.scene);
    for (const { leader, item } of counters(sheet)) {
      const us = sheet.view.leaders[leader].side === 'us';
      const plate = item.items.find((part) => 'fill' in part && part.fill?.length === 7) as Item;
      const bounds = boundsOf({ ...item, items: [plate] });
      const ground = commonest(bitmap, placesIn(bitmap, bounds));
      // Where a counter of the US is blue and one of the CSA is cut off.
      const corner = rgb(bitmap.colours[Math.ceil(bounds.top) * bitmap.width + Math.ceil(bounds.left)] as number);
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
