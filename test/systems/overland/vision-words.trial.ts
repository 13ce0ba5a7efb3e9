import { beforeAll, describe, expect, test } from 'vitest';
import type { Scene } from '../../../src/game/index.ts';
import { shortDate } from '../../../src/kit/dates.ts';
import type { Frame } from '../../../src/render/index.ts';
import { PANELS } from '../../../src/systems/overland/map/sheet-layout.ts';
import { colourAt } from '../../gallery/bitmap.ts';
import { type Legibility, type Lettered, legibilitiesOf, lettered } from '../../gallery/legibility.ts';
import { type Bounds, flat, within } from '../../render/flat.ts';
import { contrast, type Rgb } from '../../render/vision.ts';
import { rooms, type Sheet } from './sheets.ts';

/** Where words of a drawn scene are crossed by the edge of a box. */
function crossingsIn(scene: Scene, { words, bare, letters }: Lettered): string[] {
  const boxes = flat(scene).flatMap(({ item, bounds }) =>
    item.kind === 'rect' ? [{ bounds, edge: item.stroke?.width ?? 0 }] : [],
  );
  return words.flatMap((one) =>
    boxes.flatMap(({ bounds, edge }) =>
      crossings(one.bounds, smaller(bounds, edge / 2), edge, bare, letters).map((at) => `“${one.item.text}” ${at}`),
    ),
  );
}

function smaller({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left + by, top: top + by, right: right - by, bottom: bottom - by };
}

/** Pixels of ink on an edge that make a crossing: one alone is the rounding of a letter that ends there. */
const LEAST_INK = 2;
/** Colours of less contrast than this are alike: an edge between them does not show. */
const ALIKE = 1.3;

/**
 * Where ink lies on an edge of a box that shows: on its line, or on both sides of the edge of a box that has no line.
 * `edge`: how wide the line is.
 */
function crossings(words: Bounds, box: Bounds, edge: number, land: Frame, letters: Frame): string[] {
  const sides = edge === 0 ? ([-1, 0] as const) : ([-edge / 2 - 1, edge / 2 + 1] as const);
  const crossed = (x: number, y: number, across: boolean): boolean => {
    const at = (by: number) => Math.round(across ? y + by : y) * land.width + Math.round(across ? x : x + by);
    const isInk = (by: number) => letters.pixels[at(by)] === 1;
    // Nearly everywhere there is none, and colours need not be looked at.
    if (edge === 0 ? !(isInk(sides[0]) && isInk(sides[1])) : !isInk(0)) return false;
    const [a, b, c] = [sides[0], 0, sides[1]].map((by) => colourAt(land, at(by))) as [Rgb, Rgb, Rgb];
    return Math.max(contrast(a, b), contrast(b, c), contrast(a, c)) > ALIKE;
  };
  const found: string[] = [];
  const [left, right] = [Math.max(words.left, box.left), Math.min(words.right, box.right)];
  for (const y of [box.top, box.bottom]) {
    if (y <= words.top || y >= words.bottom) continue;
    let ink = 0;
    for (let x = left; x < right; x++) if (crossed(x, y, true)) ink++;
    if (ink >= LEAST_INK) found.push(`on the line y = ${Math.round(y)}`);
  }
  const [top, bottom] = [Math.max(words.top, box.top), Math.min(words.bottom, box.bottom)];
  for (const x of [box.left, box.right]) {
    if (x <= words.left || x >= words.right) continue;
    let ink = 0;
    for (let y = top; y < bottom; y++) if (crossed(x, y, false)) ink++;
    if (ink >= LEAST_INK) found.push(`on the line x = ${Math.round(x)}`);
  }
  return found;
}

/** What letters of any size are to have here; WCAG 2.2 asks it of small ones (1.4.3). */
const LETTER = 4.5;

/** Registers what holds for every word of these pictures. Each is drawn three times: as it is, without its letters, its letters alone. */
function expectLegible(sheets: readonly (readonly [name: string, sheet: Sheet])[]): void {
  const read: { readonly name: string; readonly sheet: Sheet; readonly all: readonly Legibility[] }[] = [];
  const crossed: string[] = [];

  beforeAll(async () => {
    for (const [name, sheet] of sheets) {
      const drawn = await lettered(sheet.scene);
      read.push({ name, sheet, all: legibilitiesOf(drawn) });
      crossed.push(...crossingsIn(sheet.scene, drawn).map((what) => `${what}: ${name}`));
    }
  });

  /** What is wrong with words, each once, with the pictures it is wrong in. */
  function failing(fault: (one: Legibility) => string | null): string[] {
    const found = new Map<string, string[]>();
    for (const { name, sheet, all } of read) {
      for (const one of all) {
        const what = isPast(one, sheet) ? null : fault(one);
        const key = `“${one.words.item.text}” ${what}`;
        if (what !== null) found.set(key, [...(found.get(key) ?? []), name]);
      }
    }
    return [...found].map(
      ([what, [first, ...more]]) => `${what}: ${first}${more.length ? `, and ${more.length} more` : ''}`,
    );
  }

  const contrastOf = ({ contrast: ratio }: Legibility) => (ratio >= LETTER ? null : `has ${ratio.toFixed(2)} to 1`);
  const hiddenOf = ({ visible }: Legibility) => (visible >= 0.97 ? null : `shows ${Math.round(visible * 100)} in 100`);

  test('has the contrast a letter needs to what it is drawn on', () => {
    expect(failing(contrastOf)).toEqual([]);
  });

  test('is whole: nothing lies over a part of it', () => {
    expect(failing(hiddenOf)).toEqual([]);
  });

  test('is not crossed by the edge of a box', () => {
    expect(crossed).toEqual([]);
  });
}

/** Days gone by are crossed out: they need be seen, not read. */
function isPast({ words }: Legibility, { view }: Sheet): boolean {
  const { x, y, width, height } = PANELS.track;
  if (!within(words.bounds, { left: x, top: y, right: x + width, bottom: y + height })) return false;
  const { text } = words.item;
  return view.track.some((day, points) => points > view.points && [String(points), shortDate(day)].includes(text));
}

const sheets = Object.values(rooms()).flatMap((room) => Object.entries(room));

describe('every word of every picture', () => expectLegible(sheets));
