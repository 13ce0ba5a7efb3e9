import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isFaulty } from '../../../src/game/index.ts';
import { samGrant } from '../../../src/systems/sam-grant/index.ts';
import { asked, defaultOrder, pass } from '../../../src/systems/sam-grant/rules/legality.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import { usaMargin } from '../../../src/systems/sam-grant/rules/victory.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import { CARDS, type Card, type Event } from '../../../src/systems/sam-grant/vocabulary.ts';
import { tell } from '../../../src/systems/sam-grant/words/sentences.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { readFiles } from '../../games/files.ts';
import { west } from './data.ts';
import { dealt, given, offered, position, start, told, whyRefused } from './position.ts';

/** The cards phase with these hands. */
function holding(usa: readonly Card[], csa: readonly Card[], more: Partial<State> = {}): State {
  return { ...start, hands: { usa, csa }, ...more };
}
describe('the deck', () => {
  test('3.1, 3.2, case 1: 25 cards; six go to each side, thirteen stay unseen, and no card is in two places', () => {
    const counts = { '1': 6, '2': 8, '3': 6, 'supply-2': 3, 'supply-3': 2 };
    for (let year = 0; year < 20; year++) {
      const { hands, undealt } = dealt(west, sealedAt(`year ${year}`, 0, 'start')).state;
      expect([hands.usa.length, hands.csa.length, undealt.length]).toEqual([6, 6, 13]);
      const all = [...hands.usa, ...hands.csa, ...undealt];
      expect(Object.fromEntries(CARDS.map((card) => [card, all.filter((one) => one === card).length]))).toEqual(counts);
    }
  });

  test('R23: a cut is a number from 1 to 24, secret until the deal; by default the middle', () => {
    const begun = setUp(west).state;
    expect(offered(begun, 'usa', 'cut')).toHaveLength(24);
    expect(whyRefused(begun, 'usa', 'cut 25')).toBe('null unknown-cut');
    expect(defaultOrder(west, begun, 'csa')).toEqual({ verb: 'cut', cards: '12' });
    const { state, events } = given(begun, 'usa', 'cut 9');
    expect(tell(west, told(events, 'cut')[0] as Event, 'csa')).toBe('The Union has cut the deck.');
    expect(view(west, state, 'csa')).toEqual(view(west, given(begun, 'usa', 'cut 10').state, 'csa'));
    expect(asked(west, state).map(({ seat }) => seat)).toEqual(['csa']);
  });
});

describe('a game-turn of cards', () => {
  test('5.1: a side that has used its last action is done by itself, and not before', () => {
    expect(pass(position({}, { used: 2 }))).toBeNull();
    expect(pass(position({}, { used: 3 }))).toEqual({ seat: 'usa', order: { verb: 'done' } });
    expect(pass(position({}, { used: 3, phase: 'battles' }))).toBeNull();
  });
});

test('10.1: the point for time is scored in the game-turn that begins with it, by its first card', () => {
  const fresh = holding(['1', '2'], ['1', '2'], { turn: 2 });
  const game = samGrant.load(readFiles(fileURLToPath(new URL('../../../assets', import.meta.url)), samGrant));
  const points = (state: State) => (isFaulty(game) ? null : game.afterwards?.score?.(state)[0]?.points);
  expect(points(fresh)).toBe(usaMargin(west, fresh) + west.scenario.victory.timePoints);
  const { state } = given(fresh, 'usa', 'card 1');
  expect(points(state)).toBe(usaMargin(west, state));
});
