import { beforeAll, expect, test } from 'vitest';
import { shortDate } from '../../../src/kit/dates.ts';
import { typeset } from '../../../src/kit/draw/text-layout.ts';
import { landNames } from '../../../src/systems/overland/map/sheet-land.ts';
import { PANELS } from '../../../src/systems/overland/map/sheet-layout.ts';
import { AREAS } from '../../../src/systems/overland/vocabulary.ts';
import { type Legibility, legibilitiesOf, lettered } from '../../gallery/legibility.ts';
import { within } from '../../render/flat.ts';
import { crossingsIn } from './crossings.ts';
import type { Sheet } from './sheets.ts';

/** What letters of any size are to have here; WCAG 2.2 asks it of small ones (1.4.3). */
const LETTER = 4.5;

/** Registers what holds for every word of these pictures. Each is drawn three times: as it is, without its letters, its letters alone. */
export function expectLegible(sheets: readonly (readonly [name: string, sheet: Sheet])[]): void {
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

  test('names of the land are among them, each in some picture', () => {
    const shown = new Set(read.flatMap(({ all }) => all.map(({ words }) => words.item)));
    const missing = landNames([]).filter(
      (item) => (item.kind === 'text' || item.kind === 'lettering') && !shown.has(item),
    );
    expect(missing).toEqual([]);
  });

  test('the words that name areas and leaders are among them', () => {
    for (const {
      name,
      sheet: { view },
      all,
    } of read) {
      const words = new Set(all.map((one) => one.words.item.text));
      for (const area of AREAS) expect(words, name).toContain(typeset(view.areas[area].name));
      for (const { name: leader, at } of Object.values(view.leaders)) {
        if (at !== null) expect(words, name).toContain(typeset(leader));
      }
    }
  });
}

/** Days gone by are crossed out: they need be seen, not read. */
function isPast({ words }: Legibility, { view }: Sheet): boolean {
  const { x, y, width, height } = PANELS.track;
  if (!within(words.bounds, { left: x, top: y, right: x + width, bottom: y + height })) return false;
  const { text } = words.item;
  return view.track.some((day, points) => points > view.points && [String(points), shortDate(day)].includes(text));
}
