import { describe, expect, test } from 'vitest';
import LAND_FILE from '../../../assets/overland/land.json' with { type: 'json' };
import type { Circle, Item, Text } from '../../../src/game/index.ts';
import { type Box, centre, type Point } from '../../../src/kit/draw/geometry.ts';
import { letteringBounds, textBounds } from '../../../src/kit/draw/text-layout.ts';
import { placeLetters } from '../../../src/render/text.ts';
import { engrave } from '../../../src/systems/overland/land/engrave.ts';
import { type Coordinates, type LandFile, readLand } from '../../../src/systems/overland/land/land-file.ts';
import { Projection } from '../../../src/systems/overland/land/projection.ts';
import { type Stream, streamOf } from '../../../src/systems/overland/land/rivers.ts';
import { LAND_LETTERING } from '../../../src/systems/overland/land/sheet-colours.ts';
import { LAND_FAULTS, landNames } from '../../../src/systems/overland/map/sheet-land.ts';
import { INSET, SHEET, TILES } from '../../../src/systems/overland/map/sheet-layout.ts';
import { AREAS } from '../../../src/systems/overland/vocabulary.ts';
import { type Bounds, boundsOf, overlap, within } from '../../render/flat.ts';
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

  test('have each area on its own bank, looking down the stream', () => {
    const banks = `Rapidan: right wilderness; Rappahannock: right spotsylvania; Ni: right spotsylvania; Po: left spotsylvania;
      North Anna: right north-anna; South Anna: left north-anna, right ashland; Pamunkey: right mechanicsville, right cold-harbor;
      Chickahominy: left ashland, left mechanicsville, left cold-harbor, right savage-station, right richmond;
      James: left savage-station, left richmond, right drurys-bluff`;
    for (const [, river = '', sides = ''] of banks.matchAll(/([A-Z][\w ]+): ([^;]+)/g))
      for (const [bank = '', area] of sides.split(', ').map((side) => side.split(' ')))
        expect(bankOf(stream(rivers, river), centre(TILES[area as OnMap])), `${area}, ${river}`).toBe(bank);
  });

  test('grow wider on their way, and never doubt where they rise', () => {
    for (const { river, widths } of rivers) {
      expect(river.course.length, river.name).toBeGreaterThan(2);
      for (const [index, width] of widths.slice(1).entries()) expect(width).toBeGreaterThanOrEqual(widths[index] ?? 0);
    }
    expect(new Set(file.rivers.map(({ name }) => name)).size).toBe(file.rivers.length);
  });
});

describe('the land as drawn', () => {
  const written = landNames([]);

  test('is drawn without a fault, the same every time', () => {
    expect(LAND_FAULTS).toEqual([]);
    const again = engrave(file, { sheet: SHEET, boxes: TILES, inset: INSET, isTaken: () => true });
    expect(again.labels.flatMap(({ items }) => items)).toEqual(written);
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
    ['a shape about it', { kind: 'path', d: around, fill: black }],
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
      for (const { letter, x: at, y: foot } of placeLetters(item)) {
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
