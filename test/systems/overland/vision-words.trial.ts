import { beforeAll, describe, expect, test } from 'vitest';
import { shortDate } from '../../../src/kit/dates.ts';
import { PANELS } from '../../../src/systems/overland/map/sheet-layout.ts';
import { type Legibility, legibilities } from '../../gallery/legibility.ts';
import { within } from '../../render/flat.ts';
import { rooms, type Sheet } from './sheets.ts';

/** What letters of any size are to have here; WCAG 2.2 asks it of small ones (1.4.3). */
const LETTER = 4.5;

/** Registers what holds for every word of these pictures. */
function expectLegible(sheets: readonly (readonly [name: string, sheet: Sheet])[]): void {
  const read: { readonly name: string; readonly sheet: Sheet; readonly all: readonly Legibility[] }[] = [];

  beforeAll(async () => {
    for (const [name, sheet] of sheets) {
      read.push({ name, sheet, all: await legibilities(sheet.scene) });
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
