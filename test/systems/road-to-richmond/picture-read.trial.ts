import { beforeAll, describe, expect, test } from 'vitest';
import { ON_BATTLE } from '../../../src/kit/draw/mark-colours.ts';
import { renderScene } from '../../../src/render/index.ts';
import { figures } from '../../../src/systems/road-to-richmond/map/counters.ts';
import { counterName } from '../../../src/systems/road-to-richmond/words/names.ts';
import { type Legibility, legibilities } from '../../gallery/legibility.ts';
import { field } from './data.ts';
import { start } from './position.ts';
import { laid, shown } from './scenes.ts';

/** What a letter needs to be read; WCAG 2.2 asks it of small ones (1.4.3). */
const LETTER = 4.5;

describe('the letters of close-ups as they are drawn', () => {
  const read: { readonly name: string; readonly all: readonly Legibility[] }[] = [];

  beforeAll(async () => {
    const close = {
      'as it begins': shown(start, null, { at: '1107' }),
      'battles laid out': shown(laid, null, { at: '1107' }),
    };
    for (const [name, { scene }] of Object.entries(close)) read.push({ name, all: await legibilities(scene) });
  });

  /** What is printed on counters and what is said over the map: without it the picture says less. */
  const matters = (text: string) =>
    field.pieces.some((piece) => counterName(piece) === text || figures(piece) === text) ||
    field.places.some(({ name }) => name.replace("'", '’') === text) ||
    /^[1-6]-[1-6]/.test(text) ||
    /^(Turn|Around|Confederates|Union) /.test(text);

  test('have the contrast they need', () => {
    const faint = read.flatMap(({ name, all }) =>
      all
        .filter(({ words }) => matters(words.item.text) && words.item.kind === 'text')
        .filter(({ contrast }) => contrast < LETTER)
        .map(({ words, contrast }) => `${words.item.text}, ${contrast.toFixed(2)} to 1: ${name}`),
    );
    expect(faint).toEqual([]);
  });

  test('of counters, places and odds lie over everything else', () => {
    const hidden = read.flatMap(({ name, all }) =>
      all
        // Those at the very edge of the picture are cut off by it.
        .filter(
          ({ words: { bounds } }) => bounds.left > 0 && bounds.right < 800 && bounds.bottom < 856 && bounds.top > 96,
        )
        .filter(({ words }) => matters(words.item.text) && words.item.fill !== ON_BATTLE)
        .filter(({ visible }) => visible < 0.9)
        .map(({ words, visible }) => `${words.item.text}, ${Math.round(visible * 100)} in 100: ${name}`),
    );
    expect(hidden).toEqual([]);
  });
});

test('the same position gives the same bytes', async () => {
  const once = () => renderScene(shown(start, null, { at: '1107' }).scene);
  expect((await once()).equals(await once())).toBe(true);
});
