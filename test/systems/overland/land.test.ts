import { describe, expect, test } from 'vitest';
import LAND_FILE from '../../../assets/overland/land.json' with { type: 'json' };
import { type Box, centre, type Point } from '../../../src/kit/draw/geometry.ts';
import { overland } from '../../../src/systems/overland/index.ts';
import { engrave } from '../../../src/systems/overland/land/engrave.ts';
import { LAND_LETTERING } from '../../../src/systems/overland/land/land-colours.ts';
import { type Coordinates, type LandFile, readLand } from '../../../src/systems/overland/land/land-file.ts';
import { Projection } from '../../../src/systems/overland/land/projection.ts';
import { type Stream, streamOf } from '../../../src/systems/overland/land/rivers.ts';
import { LAND_FAULTS, landNames } from '../../../src/systems/overland/map/sheet-land.ts';
import { INSET, SHEET, TILES } from '../../../src/systems/overland/map/sheet-layout.ts';
import { AREAS } from '../../../src/systems/overland/vocabulary.ts';
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

  test('is drawn without a fault, the same every time', () => {
    expect(LAND_FAULTS).toEqual([]);
    const again = engrave(file, { sheet: SHEET, boxes: TILES, inset: INSET, taken: () => true });
    expect(again.labels.flatMap(({ items }) => items)).toEqual(written);
  });

  test('names every town and the rivers the armies crossed', () => {
    const all = written.flatMap((item) => (item.kind === 'text' || item.kind === 'lettering' ? [item.text] : []));
    for (const { name } of file.towns) expect(all).toContain(name);
    for (const river of ['Rapidan', 'Rappahannock', 'North Anna', 'Mattaponi', 'Pamunkey', 'Chickahominy']) {
      expect(all).toContain(river);
    }
  });

  test.each(LAND_LETTERING)('%s on %s has the contrast WCAG 2.2 asks of text (1.4.3)', (ink, ground) => {
    expect(contrast(rgbOf(ink), rgbOf(ground))).toBeGreaterThanOrEqual(4.5);
  });
});

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

function inBox({ x, y }: Point, box: Box): boolean {
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
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
