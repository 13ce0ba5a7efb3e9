import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item, Scene } from '../../../src/game/index.ts';
import { shortDate } from '../../../src/kit/dates.ts';
import { type Box, overlap as boxesOverlap } from '../../../src/kit/draw/geometry.ts';
import { typeset } from '../../../src/kit/draw/text-layout.ts';
import { fontFile, TYPEFACES } from '../../../src/render/text.ts';
import { picture } from '../../../src/systems/overland/map/map-picture.ts';
import { CSA_GREY, LETTERING, US_BLUE } from '../../../src/systems/overland/map/palette.ts';
import { ground, groundItems } from '../../../src/systems/overland/map/sheet-ground.ts';
import { land } from '../../../src/systems/overland/map/sheet-land.ts';
import { INSET, PANELS, PLATE, ribbonOf, SHEET, TILE, TILES } from '../../../src/systems/overland/map/sheet-layout.ts';
import { type View, view } from '../../../src/systems/overland/view.ts';
import { AREAS, type Area, LEADERS } from '../../../src/systems/overland/vocabulary.ts';
import { type Bounds, boundsOf, flat, overlap, type Placed, texts, within } from '../../render/flat.ts';
import { glyphsOf } from '../../render/glyphs.ts';
import { seen } from '../../render/pixels.ts';
import { contrast, rgbOf } from '../../render/vision.ts';
import { drawnCases } from '../../trials/long.ts';
import { toldPictures } from '../told-pictures.ts';
import { anyShown } from './any-scenario.ts';
import { numbers } from './data.ts';
import { position } from './play.ts';
import { drawn, gallery, rooms, type Sheet, sheetOf } from './sheets.ts';

const sheets = Object.entries(gallery());
const has = {
  title: glyphsOf(fontFile(TYPEFACES.title)),
  text: glyphsOf(fontFile(TYPEFACES.text)),
  italic: glyphsOf(fontFile(TYPEFACES.italic)),
  bold: glyphsOf(fontFile(TYPEFACES.bold)),
};
const whole: Bounds = { left: 0, top: 0, right: SHEET.width, bottom: SHEET.height };

function boundsOfBox({ x, y, width, height }: Box): Bounds {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function tileBounds(area: Area): Bounds {
  return boundsOfBox(TILES[area]);
}

/** The groups that are counters: those with a leader's name at the size of counters. */
function counters({ view, scene }: Sheet): { readonly name: string; readonly bounds: Bounds }[] {
  const names = new Set(LEADERS.map((leader) => view.leaders[leader].name));
  return scene.items.flatMap((item) => {
    if (item.kind !== 'group') return [];
    const named = item.items.find((one) => one.kind === 'text' && one.size === 33 && names.has(one.text));
    return named?.kind === 'text' ? [{ name: named.text, bounds: boundsOf(item) }] : [];
  });
}

/** Items that keep within the sheet: all but the land's rivers, roads and shades, which run off it. */
function kept(scene: Scene): readonly Placed[] {
  return [
    ...texts(scene),
    ...flat({ ...scene, ground: { key: '', items: scene.ground.items.filter((item) => !LAND.has(item)) } }),
  ];
}

const LAND = new Set(land());

function words({ scene }: Sheet): string[] {
  return texts(scene).map(({ item }) => item.text);
}

/** The areas that have the word CONTESTED along their box. */
function markedContested({ scene }: Sheet): Area[] {
  const marks = texts(scene).filter(({ item }) => item.text === 'Contested');
  return AREAS.filter((area) => marks.some((mark) => within(mark.bounds, boundsOfBox(ribbonOf(area)), 4)));
}

describe.each(sheets)('the picture of %s', (_, sheet) => {
  test('has each leader on the map once, in his area', () => {
    const shown = counters(sheet);
    const onMap = LEADERS.filter((leader) => sheet.view.leaders[leader].at !== null);
    expect(shown.map(({ name }) => name).sort()).toEqual(onMap.map((leader) => sheet.view.leaders[leader].name).sort());
    for (const leader of onMap) {
      const { name, at } = sheet.view.leaders[leader];
      const counter = shown.find((one) => one.name === name);
      expect(within(counter?.bounds as Bounds, tileBounds(at as Area)), `${name} in ${at}`).toBe(true);
    }
  });

  test('marks the contested areas, and no others', () => {
    expect(markedContested(sheet)).toEqual(AREAS.filter((area) => sheet.view.areas[area].contested));
    const marks = words(sheet).filter((text) => text === 'Contested');
    expect(marks).toHaveLength(markedContested(sheet).length);
  });

  test('names every area in its box', () => {
    for (const area of AREAS) {
      const name = texts(sheet.scene).filter(({ item, bounds }) => {
        return item.text === typeset(sheet.view.areas[area].name) && within(bounds, tileBounds(area), 1);
      });
      // A fallen Richmond is named again, under another flag.
      const fallen = area === 'richmond' && sheet.view.over?.won === true && sheet.view.over.how === 'richmond';
      expect(name, area).toHaveLength(fallen ? 2 : 1);
    }
  });

  test('writes with no letter its typefaces lack', () => {
    for (const { item } of texts(sheet.scene)) {
      expect(
        [...item.text].filter((letter) => !has[item.face](letter)),
        `${item.text} in ${item.face}`,
      ).toEqual([]);
    }
  });
});

describe('what matters', () => {
  test('is at least 33 pixels high: 11 on a phone, where the sheet is 400 wide', () => {
    for (const [name, sheet] of sheets) {
      const { leaders, areas, points } = sheet.view;
      const matter = [
        ...LEADERS.map((leader) => leaders[leader].name),
        ...AREAS.map((area) => typeset(areas[area].name)),
        'Contested',
        'Can turn',
        'Action Points',
      ];
      const large = new Set(texts(sheet.scene).flatMap(({ item }) => (item.size >= 33 ? [item.text] : [])));
      for (const text of matter) if (words(sheet).includes(text)) expect(large, name).toContain(text);
      expect(large).toContain(String(points));
    }
  });
});

describe('the numbers', () => {
  test('are the data’s: an owner’s own are drawn', () => {
    const data = numbers();
    const own = view(
      {
        ...data,
        basis: 'my-own-copy',
        areas: { ...data.areas, ashland: { ...data.areas.ashland, name: 'Hanover', defense: -4, richmond: -5 } },
        leaders: { ...data.leaders, lee: { ...data.leaders.lee, rating: 6 } },
      },
      position({ points: 7 }),
    );
    const all = words(drawn(own));
    for (const text of ['Hanover', '−4', '−5', '6', '7', 'Standard']) expect(all).toContain(text);
    expect(all).not.toContain('Ashland');
  });

  test('stand on the ground, which is drawn anew for other numbers only', () => {
    const key = (sheet: Sheet) => sheet.scene.ground.key;
    const keys = new Set(sheets.map(([, sheet]) => key(sheet)));
    expect(keys.size).toBe(1);
    expect(new Set(sheets.map(([, sheet]) => sheet.scene.ground)).size).toBe(1);
    const data = numbers();
    const areas = { ...data.areas, ashland: { ...data.areas.ashland, defense: -3 } };
    expect(keys).not.toContain(key(drawn(view({ ...data, areas }, position()))));
  });

  test('are all in the key of the ground: the same key, the same ground', () => {
    fc.assert(
      fc.property(
        anyShown,
        anyShown,
        fc.constantFrom(...(Object.keys(view(numbers(), position())) as (keyof View)[])),
        ({ shown: one }, { shown: other }, part) => {
          const changed = { ...one, [part]: other[part] };
          if (ground(one).key !== ground(changed).key) return;
          const printed = (of: View) => groundItems(of).filter((item) => !LAND.has(item));
          expect(printed(changed)).toEqual(printed(one));
        },
      ),
      { numRuns: drawnCases(120) },
    );
  });

  test('of the Action Point track run down, with past days crossed out and today marked', () => {
    const sheet = sheetOf(position({ points: 9 }));
    const veiled = sheet.scene.items.filter((item) => item.kind === 'rect' && item.fill === '#fbf5e499');
    expect(veiled).toHaveLength(sheet.view.track.length - 10);
    const today = texts(sheet.scene).filter(({ item }) => item.text === shortDate(sheet.view.date));
    expect(today.map(({ item }) => item.fill)).toContain('#ffffff');
    const [first, last] = [sheet.view.track.length - 1, 0].map((points) =>
      texts(sheet.scene).find(({ item }) => item.size > 20 && item.text === String(points)),
    );
    expect(first?.bounds.top).toBeLessThan(last?.bounds.top as number);
  });
});

describe('the last order', () => {
  const stars = (sheet: Sheet) =>
    sheet.scene.items.filter(
      (item) => item.kind === 'group' && item.items[0]?.kind === 'path' && filled(item.items[0], '#e0912a'),
    );
  const filled = (item: Item, fill: string) => item.kind === 'path' && item.fill === fill;

  test('covers no name of a leader and no rating', () => {
    for (const [name, sheet] of sheets) {
      const bursts = stars(sheet).map(boundsOf);
      const lettering = sheet.scene.items.flatMap((item) =>
        item.kind === 'group' ? texts({ ...sheet.scene, ground: { key: '', items: [] }, items: [item] }) : [],
      );
      for (const { item, bounds } of lettering) {
        if (!/^[0-6]$/.test(item.text)) continue;
        for (const burst of bursts) expect(overlap(bounds, burst), `${item.text}: ${name}`).toBe(false);
      }
    }
  });
});

describe('what may be done', () => {
  const rings = (sheet: Sheet) =>
    AREAS.filter((area) =>
      sheet.scene.items.some(
        (item) => item.kind === 'rect' && item.radius === 8 && within(tileBounds(area), boundsOf(item)),
      ),
    );

  test('rings where Grant may march', () => {
    const sheet = sheetOf(position({ grant: 'cold-harbor', lee: 'richmond' }));
    expect(rings(sheet)).toEqual(AREAS.filter((area) => sheet.view.mayMoveTo.includes(area)));
    expect(rings(sheet)).toHaveLength(4);
  });

  test('rings where an attempt may turn him, and shows that one stands', () => {
    const sheet = sheetOf(position({ grant: 'north-anna', lee: 'north-anna', turning: true }));
    expect(rings(sheet)).toEqual(['spotsylvania', 'ashland', 'cold-harbor']);
    expect(words(sheet)).toContain('Can turn');
    expect(words(sheetOf(position()))).not.toContain('Can turn');
  });
});

test('any data and any position make a picture that keeps within its edges, and words that fit', () => {
  fc.assert(
    fc.property(anyShown, ({ shown, moment }) => {
      const sheet = drawn(shown, moment);
      expect(sheet.alt.length).toBeLessThanOrEqual(1024);
      expect(sheet.alt).not.toMatch(/undefined|null|NaN|\[object/);
      expect(sheet.alt).toContain(`${shown.points} of ${shown.mostPoints} Action Points left`);
      for (const { item, bounds } of kept(sheet.scene)) {
        if (!within(bounds, whole)) expect.unreachable(`${JSON.stringify(item)} at ${JSON.stringify(bounds)}`);
      }
      const boxes = counters(sheet).map(({ bounds }) => bounds);
      expect(boxes).toHaveLength(LEADERS.filter((leader) => shown.leaders[leader].at !== null).length);
      boxes.forEach((box, index) => {
        expect(AREAS.some((area) => within(box, tileBounds(area)))).toBe(true);
        for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
      });
    }),
    { numRuns: drawnCases(25) },
  );
});

/** Just inside the free upper corner of a counter, clear of mark, rating and name. */
function inCounter(area: Area, side: 'us' | 'csa'): [number, number] {
  const { x, y, width } = TILES[area];
  return [side === 'us' ? x + width / 2 - 18 : x + width / 2 + 26, y + TILE.plate + 18];
}

test('the decoded PNG is 1200 by 900, opaque, and shows the leaders where they are', async () => {
  const picture = await seen(sheetOf(position({ grant: 'ashland', lee: 'spotsylvania' })).scene);
  expect([picture.width, picture.height]).toEqual([1200, 900]);
  expect(picture.at(...inCounter('ashland', 'us'))).toBe(US_BLUE);
  expect(picture.at(...inCounter('ashland', 'csa'))).not.toBe(CSA_GREY);
  expect(picture.at(...inCounter('spotsylvania', 'csa'))).toBe(CSA_GREY);
  expect(picture.at(...inCounter('wilderness', 'us'))).not.toBe(US_BLUE);
  expect(picture.at(...inCounter('wilderness', 'csa'))).not.toBe(CSA_GREY);
  expect(picture.at(...inCounter('drurys-bluff', 'csa'))).toBe(CSA_GREY);
});

test.each(LETTERING)('%s is readable on %s', (ink, ground) => {
  expect(contrast(rgbOf(ink), rgbOf(ground))).toBeGreaterThanOrEqual(4.5);
});

test('the two sides differ in brightness, not in colour alone', () => {
  expect(contrast(rgbOf(US_BLUE), rgbOf(CSA_GREY))).toBeGreaterThanOrEqual(4.5);
});

test('the first picture of each room, and those with chances, as a file to be read', async () => {
  const hung = Object.entries(rooms()).flatMap(([room, all]) => {
    const exhibits = Object.entries(all);
    return room.startsWith('Winning') ? exhibits : exhibits.slice(0, 1);
  });
  await expect(toldPictures(Object.fromEntries(hung))).toMatchFileSnapshot('pictures.md');
});

test('the part of the sheet that is free has no area, no track and no table in it', () => {
  const { free, scene } = picture(view(numbers(), position()), null, {});
  expect(free).toEqual(PLATE);
  expect(scene).toMatchObject(SHEET);
  const taken = [INSET, PANELS.track, PANELS.results, ...AREAS.flatMap((area) => [TILES[area], ribbonOf(area)])];
  for (const box of taken) expect(boxesOverlap(box, PLATE)).toBe(false);
});
