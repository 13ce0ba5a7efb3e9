import { describe, expect, test } from 'vitest';
import LAND_FILE from '../../../assets/overland/land.json' with { type: 'json' };
import type { Colour, Item, Lettering, Text } from '../../../src/game/index.ts';
import { INK } from '../../../src/kit/draw/common-colours.ts';
import { pointOn } from '../../../src/kit/draw/curves.ts';
import { type Box, centre, type Point } from '../../../src/kit/draw/geometry.ts';
import { standLetters } from '../../../src/render/text.ts';
import { overland } from '../../../src/systems/overland/index.ts';
import { engrave } from '../../../src/systems/overland/land/engrave.ts';
import { FADED, LAND_INKS, LAND_LETTERING } from '../../../src/systems/overland/land/land-colours.ts';
import { type Coordinates, type LandFile, readLand } from '../../../src/systems/overland/land/land-file.ts';
import { Projection } from '../../../src/systems/overland/land/projection.ts';
import { type Stream, streamOf } from '../../../src/systems/overland/land/rivers.ts';
import { LAND, LAND_FAULTS, landNames } from '../../../src/systems/overland/map/sheet-land.ts';
import {
  approach,
  BAND,
  defenseAt,
  INSET,
  PANELS,
  road,
  SHEET,
  TILES,
} from '../../../src/systems/overland/map/sheet-layout.ts';
import { AREAS } from '../../../src/systems/overland/vocabulary.ts';
import { type Bounds, boundsOf, flat, overlap, within } from '../../render/flat.ts';
import { contrast, rgbOf } from '../../render/vision.ts';
import { numbers } from './data.ts';

const ON_MAP = AREAS.filter((area) => area !== 'valley');
type OnMap = (typeof ON_MAP)[number];
const file = readLand('land.json', LAND_FILE, ON_MAP) as LandFile;
const projection = new Projection(file, SHEET, TILES);
const { kilometres } = projection;
const project = (place: Coordinates) => projection.project(place);
const placeOf = (area: OnMap) => file.anchors[area]?.at as Coordinates;
const data = numbers();
const LINES = AREAS.flatMap((from) => data.lines[from].map((to) => [from, to] as [OnMap, OnMap]));
const INTO_RICHMOND = ON_MAP.filter((area) => data.areas[area].richmond !== null);

describe('the bent scale', () => {
  test('puts each area in its box, and every control where it was set', () => {
    for (const area of ON_MAP) expect(inBox(project(placeOf(area)), TILES[area]), area).toBe(true);
    for (const { at, to } of file.controls) expect(apart(project(at), to), String(at)).toBeLessThan(0.01);
  });

  test('folds nowhere on the sheet: east stays to the right of north', () => {
    let looked = 0;
    for (let latitude = 37.1; latitude < 38.65; latitude += 0.01) {
      for (let longitude = -78.1; longitude < -76.8; longitude += 0.01) {
        const at = project([latitude, longitude]);
        if (!inBox(at, { x: 0, y: 0, ...SHEET })) continue;
        looked++;
        const east = minus(project([latitude, longitude + 0.002]), at);
        const north = minus(project([latitude + 0.002, longitude]), at);
        expect(cross(east, north), `${latitude}, ${longitude}`).toBeLessThan(0);
      }
    }
    expect(looked).toBeGreaterThan(5_000);
  });

  test('keeps the direction of every line of march and arrow to an eighth of the compass', () => {
    const arrows = INTO_RICHMOND.map((area): [OnMap, OnMap] => [area, 'richmond']);
    for (const [from, to] of [...LINES, ...arrows]) {
      const truth = minus(kilometres(placeOf(to)), kilometres(placeOf(from)));
      const drawn = minus(centre(TILES[to]), centre(TILES[from]));
      expect(angle(truth, drawn), `${from} to ${to}`).toBeLessThanOrEqual(45);
    }
  });

  test('keeps the direction from each town to the nearest area and town within 70 degrees', () => {
    const places = [...ON_MAP.map((area) => placeOf(area)), ...file.towns.map(({ at }) => at)];
    for (const { name, at } of file.towns) {
      const others = places.filter((place) => place !== at);
      const near = others.reduce((best, place) => (far(place, at) < far(best, at) ? place : best));
      const truth = minus(kilometres(near), kilometres(at));
      expect(angle(truth, minus(project(near), project(at))), name).toBeLessThan(70);
    }
  });

  test('draws the ground before Richmond larger than that on the Rapidan', () => {
    expect(projection.mileAt([37.555, -77.4])).toBeGreaterThan(1.5 * projection.mileAt([38.32, -77.68]));
  });
});

describe('the rivers', () => {
  const rivers = file.rivers.map((river, index) => streamOf(projection, river, index));

  test('lie in their order from north to south', () => {
    const order = (x: number) => {
      const found = rivers.flatMap(({ river, line }) => {
        const at = line.find((point) => Math.abs(point.x - x) < 4);
        return at ? [{ name: river.name, y: at.y }] : [];
      });
      return found
        .sort((a, b) => a.y - b.y)
        .map(({ name }) => name)
        .join(', ');
    };
    expect(order(350)).toBe(
      'Rappahannock, Rapidan, Ni, Po, Ta, Mat, North Anna, Little River, South Anna, Chickahominy, James',
    );
    expect(order(560)).toBe('Rappahannock, Ni, Po, Ta, Mat, North Anna, Little River, South Anna, Chickahominy, James');
    expect(order(850)).toBe('Rappahannock, Mattaponi, Pamunkey, Totopotomoy, Chickahominy, James, Appomattox');
  });

  test('run into one another where they do on the ground', () => {
    const meets = (one: string, other: string) => {
      const mouth = stream(rivers, one).line.at(-1) as Point;
      return Math.min(...stream(rivers, other).line.map((at) => apart(at, mouth)));
    };
    for (const [tributary, into] of [
      ['Rapidan', 'Rappahannock'],
      ['Ni', 'Po'],
      ['Po', 'Mattaponi'],
      ['Ta', 'Mat'],
      ['Mat', 'Mattaponi'],
      ['Little River', 'North Anna'],
      ['North Anna', 'Pamunkey'],
      ['South Anna', 'Pamunkey'],
      ['Totopotomoy', 'Pamunkey'],
      ['Appomattox', 'James'],
    ] as const) {
      expect(meets(tributary, into), `${tributary} into ${into}`).toBeLessThan(6);
    }
  });

  test.each<[OnMap, string, 'left' | 'right']>([
    ['wilderness', 'Rapidan', 'right'],
    ['spotsylvania', 'Rappahannock', 'right'],
    ['spotsylvania', 'Ni', 'right'],
    ['spotsylvania', 'Po', 'left'],
    ['north-anna', 'North Anna', 'right'],
    ['north-anna', 'South Anna', 'left'],
    ['ashland', 'South Anna', 'right'],
    ['ashland', 'Chickahominy', 'left'],
    ['mechanicsville', 'Chickahominy', 'left'],
    ['mechanicsville', 'Pamunkey', 'right'],
    ['cold-harbor', 'Pamunkey', 'right'],
    ['cold-harbor', 'Chickahominy', 'left'],
    ['savage-station', 'Chickahominy', 'right'],
    ['savage-station', 'James', 'left'],
    ['richmond', 'Chickahominy', 'right'],
    ['richmond', 'James', 'left'],
    ['drurys-bluff', 'James', 'right'],
  ])('%s lies beside the %s, to the %s of the stream', (area, river, bank) => {
    expect(bankOf(stream(rivers, river), centre(TILES[area]))).toBe(bank);
  });

  test('grow wider on their way, and never doubt where they rise', () => {
    for (const { river, widths } of rivers) {
      expect(river.course.length, river.name).toBeGreaterThan(2);
      for (const [index, width] of widths.slice(1).entries()) expect(width).toBeGreaterThanOrEqual(widths[index] ?? 0);
    }
    expect(new Set(file.rivers.map(({ name }) => name)).size).toBe(file.rivers.length);
  });
});

test('the land is drawn, not played: no game keeps it', () => {
  expect(overland.files).toEqual(['overland.json', 'rules.md']);
});

describe('the land as drawn', () => {
  const written = landNames([]);
  const items = [...LAND, ...written];
  const placed = flat({ ...SHEET, palette: { inks: [], blends: [] }, ground: { key: '', items }, items: [] });
  const names = items.flatMap((item) => (item.kind === 'text' || item.kind === 'lettering' ? [namedBy(item)] : []));

  test('is drawn without a fault, the same every time', () => {
    expect(LAND_FAULTS).toEqual([]);
    const again = engrave(file, { sheet: SHEET, boxes: TILES, inset: INSET, taken: () => true });
    expect(again.labels.flatMap(({ items }) => items)).toEqual(written);
  });

  test('reaches over the edges of the sheet by no more than a frame hides', () => {
    const about = { left: -40, top: -40, right: SHEET.width + 40, bottom: SHEET.height + 40 };
    for (const { item, bounds } of placed) expect(within(bounds, about), JSON.stringify(item).slice(0, 80)).toBe(true);
  });

  test('writes within the frame, and nowhere over boxes, panels, arrows or lines of march', () => {
    const frame = { left: 12, top: 12, right: SHEET.width - 12, bottom: SHEET.height - 12 };
    const boxes = [...Object.values(TILES), ...Object.values(PANELS), BAND].map(edges);
    const ways = [...LINES.map(([from, to]) => road(from, to)), ...INTO_RICHMOND.map((area) => approach(area))].flatMap(
      (way) => Array.from({ length: 81 }, (_, step) => pointOn(way, step / 80)),
    );
    const marks = INTO_RICHMOND.map((area) => defenseAt(area));
    const { left, top, right, bottom } = edges(INSET);
    const inset = [
      { left: left - 1, top, right: left + 1, bottom },
      { left: right - 1, top, right: right + 1, bottom },
      { left, top: bottom - 1, right, bottom: bottom + 1 },
    ];
    const covers = [...boxes, ...inset, ...ways.map((at) => about(at, 5)), ...marks.map((at) => about(at, 25))];
    const faults = names.flatMap(({ text, boxes: letters }) => [
      ...(letters.every((letter) => within(letter, frame)) ? [] : [`${text} leaves the frame`]),
      ...covers
        .filter((box) => letters.some((letter) => overlap(letter, box)))
        .map((box) => `${text} at ${JSON.stringify(box)}`),
    ]);
    expect(faults).toEqual([]);
  });

  test('writes no name over another', () => {
    const faults = names.flatMap((one, index) =>
      names
        .slice(index + 1)
        .filter((other) => one.boxes.some((box) => other.boxes.some((another) => overlap(box, another))))
        .map((other) => `${one.text} and ${other.text}`),
    );
    expect(faults).toEqual([]);
  });

  test('names every town and the rivers the armies crossed', () => {
    const all = names.map(({ text }) => text);
    for (const { name } of file.towns) expect(all).toContain(name);
    for (const river of ['Rapidan', 'Rappahannock', 'North Anna', 'Mattaponi', 'Pamunkey', 'Chickahominy']) {
      expect(all).toContain(river);
    }
  });

  test('has no name on its ground, which marks would cut', () => {
    expect(LAND.filter(({ kind }) => kind === 'text' || kind === 'lettering')).toEqual([]);
  });

  test('keeps to its inks, and writes in those whose contrast is known', () => {
    const inks = new Set<Colour>([...LAND_INKS, FADED, INK]);
    const letters = new Set(LAND_LETTERING.map(([ink]) => ink));
    for (const { item } of placed) {
      for (const colour of coloursOf(item)) expect(inks, JSON.stringify(item).slice(0, 80)).toContain(colour);
      if (item.kind === 'text' || item.kind === 'lettering') expect(letters, item.text).toContain(item.fill);
    }
  });

  test.each(LAND_LETTERING)('%s on %s has the contrast WCAG 2.2 asks of text (1.4.3)', (ink, ground) => {
    expect(contrast(rgbOf(ink), rgbOf(ground))).toBeGreaterThanOrEqual(4.5);
  });
});

/** A name and what it covers: along a path, letter by letter. */
function namedBy(item: Text | Lettering): { readonly text: string; readonly boxes: readonly Bounds[] } {
  if (item.kind === 'text') return { text: item.text, boxes: [boundsOf(item)] };
  const { face, size, fill, text } = item;
  const boxes = standLetters(item).map(({ letter, x, y, angle }) => {
    const upright: Text = { kind: 'text', x: 0, y: 0, text: letter, face, size, fill, align: 'center' };
    return boundsOf({ kind: 'group', x, y, turn: (angle * 180) / Math.PI, items: [upright] });
  });
  return { text, boxes };
}

function coloursOf(item: Item): Colour[] {
  if (item.kind === 'group') return item.items.flatMap(coloursOf);
  if (item.kind === 'text' || item.kind === 'lettering') return [item.fill, ...(item.halo ? [item.halo.colour] : [])];
  return [...(item.fill ? [item.fill] : []), ...(item.stroke ? [item.stroke.colour] : [])];
}

function stream(all: readonly Stream[], name: string): Stream {
  const found = all.find(({ river }) => river.name === name);
  if (!found) throw new Error(`No river ${name}`);
  return found;
}

/** On which hand a point lies of whoever goes down the stream past it. */
function bankOf({ line }: Stream, at: Point): 'left' | 'right' {
  const away = line.map((point) => apart(point, at));
  const nearest = Math.min(line.length - 6, Math.max(5, away.indexOf(Math.min(...away))));
  const [before, after] = [line[nearest - 5] as Point, line[nearest + 5] as Point];
  return cross(minus(after, before), minus(at, before)) > 0 ? 'right' : 'left';
}

function edges({ x, y, width, height }: Box): Bounds {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function about({ x, y }: Point, reach: number): Bounds {
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

function inBox({ x, y }: Point, box: Box): boolean {
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

function far(a: Coordinates, b: Coordinates): number {
  return apart(kilometres(a), kilometres(b));
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

function cross(a: Point, b: Point): number {
  return a.x * b.y - a.y * b.x;
}

/** Degrees between two directions. */
function angle(a: Point, b: Point): number {
  const cosine = (a.x * b.x + a.y * b.y) / (Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y));
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}
