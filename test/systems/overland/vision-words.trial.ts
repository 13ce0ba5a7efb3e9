import { expect, test } from 'vitest';
import { shortDate } from '../../../src/kit/dates.ts';
import { PANELS } from '../../../src/systems/overland/map/sheet-layout.ts';
import { type Legibility, unreadable } from '../../gallery/legibility.ts';
import { within } from '../../render/flat.ts';
import { rooms, type Sheet } from './sheets.ts';

/** Days gone by are crossed out: they need be seen, not read. */
function isPast({ words }: Legibility, { view }: Sheet): boolean {
  const { x, y, width, height } = PANELS.track;
  if (!within(words.bounds, { left: x, top: y, right: x + width, bottom: y + height })) return false;
  const { text } = words.item;
  return view.track.some((day, points) => points > view.points && [String(points), shortDate(day)].includes(text));
}

const sheets = Object.values(rooms()).flatMap((room) => Object.entries(room));

test('every word of every picture has the contrast a letter needs, and nothing lies over a part of it', async () => {
  expect(await unreadable(sheets, (one, sheet) => (isPast(one, sheet) ? null : 0.97))).toEqual([]);
});
