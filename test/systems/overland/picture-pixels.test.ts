import { expect, test } from 'vitest';
import { renderScene } from '../../../src/render/index.ts';
import { CSA_GREY, LETTERING, US_BLUE } from '../../../src/systems/overland/map/palette.ts';
import { TILE, TILES } from '../../../src/systems/overland/map/sheet-layout.ts';
import type { Area } from '../../../src/systems/overland/vocabulary.ts';
import { seen } from '../../render/pixels.ts';
import { contrast, rgbOf } from '../../render/vision.ts';
import { position } from './position.ts';
import { sheetOf } from './sheets.ts';

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

test('the same position gives the same bytes', async () => {
  const first = await renderScene(sheetOf(position({ points: 4 })).scene);
  const again = await renderScene(sheetOf(position({ points: 4 })).scene);
  expect(first.equals(again)).toBe(true);
});

test.each(LETTERING)('%s is readable on %s', (ink, ground) => {
  expect(contrast(rgbOf(ink), rgbOf(ground))).toBeGreaterThanOrEqual(4.5);
});

test('the two sides differ in brightness, not in colour alone', () => {
  expect(contrast(rgbOf(US_BLUE), rgbOf(CSA_GREY))).toBeGreaterThanOrEqual(4.5);
});
