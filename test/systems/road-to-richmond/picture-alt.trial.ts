import { describe, expect, test } from 'vitest';
import { ON_BATTLE } from '../../../src/kit/draw/common-colours.ts';
import { figures } from '../../../src/systems/road-to-richmond/map/counters.ts';
import { counterName } from '../../../src/systems/road-to-richmond/words/names.ts';
import { tell } from '../../../src/systems/road-to-richmond/words/sentences.ts';
import { unreadable } from '../../gallery/legibility.ts';
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

test('the letters of close-ups have the contrast they need; those of counters, places and odds lie over everything else', async () => {
  /** What is printed on counters and what is said over the map: without it the picture says less. */
  const matters = (text: string) =>
    field.pieces.some((piece) => counterName(piece) === text || figures(piece) === text) ||
    field.places.some(({ name }) => name.replace("'", '’') === text) ||
    /^[1-6]-[1-6]/.test(text) ||
    /^(Turn|Around|Confederates|Union) /.test(text);
  const close = {
    'as it begins': shown(start, null, { at: '1107' }),
    'battles laid out': shown(laid, null, { at: '1107' }),
  };
  const faults = await unreadable(Object.entries(close), ({ words: { item, bounds } }) => {
    if (!matters(item.text) || item.kind !== 'text') return null;
    // Those at the very edge of the picture are cut off by it.
    const whole = bounds.left > 0 && bounds.right < 800 && bounds.bottom < 856 && bounds.top > 96;
    return whole && item.fill !== ON_BATTLE ? 0.9 : 0;
  });
  expect(faults).toEqual([]);
});
