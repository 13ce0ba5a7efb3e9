import { expect, test } from 'vitest';
import type { Item, Text } from '../../../src/game/index.ts';
import { PALETTE } from '../../../src/systems/overland/map/palette.ts';
import { landNames } from '../../../src/systems/overland/map/sheet-land.ts';
import { SHEET } from '../../../src/systems/overland/map/sheet-layout.ts';
import { lettersAlone, type Words, wordsOf } from '../../gallery/lettered.ts';
import { drawFrame } from '../../render/draw-frame.ts';
import { boundsOf, overlap, within } from '../../render/flat.ts';
import { gallery, rooms, type Sheet } from './sheets.ts';

const names = new Set(
  wordsOf({ ...SHEET, palette: PALETTE, ground: { key: 'nothing', items: [] }, items: landNames([]) }).map(asDrawn),
);

function asDrawn({ alone }: Words): string {
  return JSON.stringify(alone);
}

/** Whether words are the land's: rivers, towns, the scale. */
function isOfTheLand(words: Words): boolean {
  return names.has(asDrawn(words));
}

const sheets = Object.values(rooms()).flatMap((room) => Object.entries(room));

/** Each fault once, with the first picture it is found in and how many more there are. */
async function faults(
  all: readonly (readonly [name: string, Sheet])[],
  find: (sheet: Sheet) => Promise<readonly string[]>,
): Promise<string[]> {
  const found = new Map<string, Set<string>>();
  for (const [name, sheet] of all) {
    for (const what of await find(sheet)) found.set(what, (found.get(what) ?? new Set()).add(name));
  }
  return [...found].map(([what, names]) => {
    const [first] = names;
    return names.size === 1 ? `${what}: ${first}` : `${what}: ${first}, and ${names.size - 1} more`;
  });
}

const words = new Map(sheets.map(([, sheet]) => [sheet, wordsOf(sheet.scene).filter(({ covered }) => !covered)]));

/** The words that are there to be read. */
function readable(sheet: Sheet): readonly Words[] {
  return words.get(sheet) ?? wordsOf(sheet.scene).filter(({ covered }) => !covered);
}

function quoted({ item }: Words): string {
  return `“${item.text}”`;
}

test('in every picture no words touch others', async () => {
  const find = async (sheet: Sheet) => {
    const found: string[] = [];
    for (const [index, one] of readable(sheet).entries()) {
      for (const other of readable(sheet).slice(index + 1)) {
        if (!overlap(one.bounds, other.bounds) || isAgain(one, other)) continue;
        if (!(await touch(one, other))) continue;
        found.push(`${quoted(one)} and ${quoted(other)}`);
      }
    }
    return found;
  };
  expect(await faults(sheets, find)).toEqual([]);
});

test('a name of the land is drawn whole or not at all, its dot with it', async () => {
  const find = async (sheet: Sheet) =>
    wordsOf(sheet.scene).flatMap((one) => (isOfTheLand(one) && one.covered ? [`${quoted(one)} is covered`] : []));
  expect(await faults(sheets, find)).toEqual([]);
});

test('in the standard campaign no words are squeezed to less than three fifths of their width', async () => {
  const find = async (sheet: Sheet) =>
    readable(sheet).flatMap((words) => {
      if (words.item.kind !== 'text' || words.item.maxWidth === undefined) return [];
      const part = words.item.maxWidth / natural(words.item);
      return part < 0.6 ? [`${quoted(words)} to ${Math.round(part * 100)} in 100`] : [];
    });
  expect(await faults(Object.entries(gallery()), find)).toEqual([]);
});

/** How wide a text is where nothing narrows it. */
function natural({ maxWidth: _maxWidth, ...text }: Text): number {
  const { left, right } = boundsOf(text);
  return right - left;
}

/** The same words in the same place, drawn over the ground’s in another colour. */
function isAgain(one: Words, other: Words): boolean {
  const same = within(one.bounds, other.bounds, 0.5) && within(other.bounds, one.bounds, 0.5);
  return same && one.item.text === other.item.text;
}

const touching = new Map<string, Promise<boolean>>();

/** Whether a pixel of one's ink lies beside or on one of the other's. */
function touch(one: Words, other: Words): Promise<boolean> {
  const key = JSON.stringify([one.alone, other.alone]);
  const known = touching.get(key) ?? areTouching(one, other);
  touching.set(key, known);
  return known;
}

async function areTouching(one: Words, other: Words): Promise<boolean> {
  const left = Math.floor(Math.max(one.bounds.left, other.bounds.left)) - 2;
  const top = Math.floor(Math.max(one.bounds.top, other.bounds.top)) - 2;
  const width = Math.ceil(Math.min(one.bounds.right, other.bounds.right)) + 2 - left;
  const height = Math.ceil(Math.min(one.bounds.bottom, other.bounds.bottom)) + 2 - top;
  const ink = async (words: Words) => {
    const alone: Item = { kind: 'group', x: -left, y: -top, items: [words.alone] };
    return (await drawFrame(lettersAlone({ width, height }, [{ ...words, alone }]))).pixels;
  };
  const [a, b] = [await ink(one), await ink(other)];
  const near = [-width - 1, -width, 1 - width, -1, 0, 1, width - 1, width, width + 1];
  return a.some((inked, at) => inked === 1 && near.some((by) => b[at + by] === 1));
}
