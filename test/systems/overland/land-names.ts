import { PALETTE } from '../../../src/systems/overland/art/colours.ts';
import { land } from '../../../src/systems/overland/art/land/index.ts';
import { SHEET } from '../../../src/systems/overland/layout.ts';
import { type Words, wordsOf } from '../../gallery/lettered.ts';

const names = new Set(
  wordsOf({ ...SHEET, palette: PALETTE, ground: { key: 'land', items: land() }, items: [] }).map(asDrawn),
);

function asDrawn({ alone }: Words): string {
  return JSON.stringify(alone);
}

/**
 * Whether words are the land's: rivers, towns, the scale. They lie under the game, and an arrow, a ribbon or a plate may lie over
 * them for a while; what is always there may not.
 */
export function isOfTheLand(words: Words): boolean {
  return names.has(asDrawn(words));
}
