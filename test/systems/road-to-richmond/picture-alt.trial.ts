import { beforeAll, describe, expect, test } from 'vitest';
import { ON_BATTLE } from '../../../src/kit/draw/common-colours.ts';
import { figures } from '../../../src/systems/road-to-richmond/map/counters.ts';
import { counterName } from '../../../src/systems/road-to-richmond/words/names.ts';
import { tell } from '../../../src/systems/road-to-richmond/words/sentences.ts';
import { type Legibility, legibilities } from '../../gallery/legibility.ts';
import { texts } from '../../render/flat.ts';
import { field } from './data.ts';
import { start } from './position.ts';
import { battles, laid, shown } from './scenes.ts';

describe('the picture in words', () => {
  test('names every battle of those that were fought in one go, and not their plan beside them', () => {
    const [fought] = Object.values(battles()).flatMap(
      ({ moment }) => moment?.events.filter(({ type }) => type === 'fought') ?? [],
    );
    if (fought?.type !== 'fought') throw new Error('Nothing was fought');
    const other = { ...fought, battle: { ...fought.battle, hexes: ['1810'] } } as const;
    const events = [
      { type: 'laid', battle: fought.battle, reckoning: fought.reckoning },
      { type: 'plan', battles: 2 },
      fought,
      other,
    ] as const;
    const { alt, scene } = shown(laid, { order: null, events });
    expect(alt.startsWith(`${tell(field, fought)} ${tell(field, other)}`)).toBe(true);
    expect(texts(scene).map(({ item }) => item.text)).toContainEqual(expect.stringMatching(/^1810.* at .*: die \d, /));
  });

  test('tells a retreat that had no way for what it was', () => {
    const [dr] = Object.values(battles()).filter(({ alt }) => alt.includes('the defenders retreat'));
    const fought = dr?.moment?.events.find((event) => event.type === 'fought');
    if (!dr || fought?.type !== 'fought') throw new Error('Nobody went back');
    const pieces = field.pieces.flatMap(({ id }) => (laid.where[id] === fought.battle.hexes[0] ? [id] : []));
    const [from] = fought.battle.hexes as [string];
    const lost = { type: 'lost', side: 'union', pieces, from, why: 'no-way', points: 5 } as const;
    const gone = Object.fromEntries(pieces.map((id) => [id, 'lost' as const]));
    const state = { ...dr.state, pending: [], where: { ...dr.state.where, ...gone } };
    const words = texts(shown(state, { order: null, events: [fought, lost] }).scene).map(({ item }) => item.text);
    expect(words).toContain('defender cut off');
    expect(words).toContainEqual(expect.stringMatching(/cut off/));
  });
});

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
