import { PALETTE } from '../../../src/systems/overland/map/palette.ts';
import { landNames } from '../../../src/systems/overland/map/sheet-land.ts';
import { SHEET } from '../../../src/systems/overland/map/sheet-layout.ts';
import { type Words, wordsOf } from '../../gallery/lettered.ts';

const names = new Set(
  wordsOf({ ...SHEET, palette: PALETTE, ground: { key: 'nothing', items: [] }, items: landNames([]) }).map(asDrawn),
);

function asDrawn({ alone }: Words): string {
  return JSON.stringify(alone);
}

/** Whether words are the land's: rivers, towns, the scale. */
export function isOfTheLand(words: Words): boolean {
  return names.has(asDrawn(words));
}
