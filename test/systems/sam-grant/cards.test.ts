import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isFaulty } from '../../../src/game/index.ts';
import { samGrant } from '../../../src/systems/sam-grant/index.ts';
import { actionsOf, playerOne } from '../../../src/systems/sam-grant/rules/cards.ts';
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
function playing(usa: Card, csa: Card): State {
  const first = given(holding([usa, '1'], [csa, '1']), 'usa', { verb: 'card', card: usa }).state;
  return given(first, 'csa', { verb: 'card', card: csa }).state;
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

  test('3.2, R23: nothing is shuffled until both sides have cut; then the deal is one shuffle of the game’s dice', () => {
    const dice = sealedAt('a deal', 0, 'start');
    const first = given(setUp(west).state, 'csa', 'cut 3', dice);
    expect(dice.thrown).toEqual([]);
    expect([first.state.phase, first.state.hands.usa]).toEqual(['cut', []]);
    const { state } = given(first.state, 'usa', 'cut 20', dice);
    expect(dice.thrown).toEqual([expect.objectContaining({ kind: 'shuffle', purpose: 'The cards of the year' })]);
    expect([state.phase, state.turn]).toEqual(['cards', 1]);
  });

  test('R23: each cut moves the deck, so that no side knows the deal from its own', () => {
    const dealtBy = (usa: string, csa: string) => {
      const first = given(setUp(west).state, 'usa', { verb: 'cut', cards: usa });
      // Dice that shuffle nothing: what is dealt differs by the cuts alone.
      return given(first.state, 'csa', { verb: 'cut', cards: csa }).state.hands;
    };
    expect(dealtBy('1', '1')).toEqual({ usa: ['1', '1', '1', '1', '2', '2'], csa: ['2', '2', '2', '2', '2', '2'] });
    expect(dealtBy('6', '1')).toEqual({ usa: ['2', '2', '2', '2', '2', '2'], csa: ['2', '3', '3', '3', '3', '3'] });
    expect(dealtBy('1', '6')).toEqual(dealtBy('6', '1'));
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

describe('who is Player 1', () => {
  test('3.3, case 2: the higher number; a tie is the Union’s', () => {
    expect(playerOne({ usa: '2', csa: '2' })).toBe('usa');
    expect(playerOne({ usa: '1', csa: '3' })).toBe('csa');
  });

  test('3.4, case 3: a Supply card goes first, of two the higher, and a tie is the Union’s', () => {
    expect(playerOne({ usa: '3', csa: 'supply-2' })).toBe('csa');
    expect(playerOne({ usa: 'supply-2', csa: 'supply-3' })).toBe('csa');
    expect(playerOne({ usa: 'supply-2', csa: 'supply-2' })).toBe('usa');
    const { phase, active } = playing('3', 'supply-2');
    expect([phase, active]).toEqual(['supply', 'csa']);
  });
});

describe('a game-turn of cards', () => {
  test('3.3: both choose in secret, and the cards are revealed together', () => {
    const one = given(holding(['1', '3'], ['2']), 'csa', 'card 2');
    expect(one.state.phase).toBe('cards');
    expect(told(one.events, 'revealed')).toEqual([]);
    const both = given(one.state, 'usa', 'card 3');
    expect(told(both.events, 'revealed')[0]).toMatchObject({ cards: { usa: '3', csa: '2' }, first: 'usa' });
    expect(both.state.hands).toEqual({ usa: ['1'], csa: [] });
  });

  test('3.2: nobody plays a card that he does not hold', () => {
    expect(whyRefused(holding(['1'], ['2']), 'usa', 'card 3')).toBe('3.2 not-in-hand');
  });

  test('3.5: actions are lost when they are not used, and a card is played but once', () => {
    const acting = playing('3', '1');
    const next = given(given(acting, 'usa', 'done').state, 'csa', 'done').state;
    expect([next.phase, next.turn, next.used]).toEqual(['cards', acting.turn + 1, 0]);
    expect(next.hands.usa).toEqual(['1']);
  });

  test('3.6: a side may pass, with a Supply card too; nothing follows if both do', () => {
    const supply = playing('supply-3', '1');
    const passed = given(supply, 'usa', 'done');
    expect(told(passed.events, 'finished')[0]).toMatchObject({ side: 'usa', pass: true });
    const next = given(passed.state, 'csa', 'done');
    expect(next.state.blocks).toEqual(supply.blocks);
  });

  test('5.1: a plain card gives its number of actions, a Supply card none', () => {
    const state = playing('3', 'supply-2');
    expect([actionsOf(state, 'usa'), actionsOf(state, 'csa')]).toEqual([3, 0]);
    const usa = given(state, 'csa', 'done').state;
    expect([usa.phase, usa.active]).toEqual(['actions', 'usa']);
  });

  test('10.1, 1.1: time gives the Confederates a point at the start of each game-turn', () => {
    expect(start.turn).toBe(1);
    expect(usaMargin(west, start)).toBe(-4);
    const next = given(given(playing('1', '1'), 'usa', 'done').state, 'csa', 'done');
    expect(usaMargin(west, next.state)).toBe(-5);
    expect(told(next.events, 'turn')[0]).toMatchObject({ turn: 2, margin: -5 });
  });

  test('14.7, case 25: silent at cards with 1, 3 and Supply 2, the 1 is played; in actions what was ordered stands', () => {
    expect(defaultOrder(west, holding(['1', '3', 'supply-2'], ['1']), 'usa')).toEqual({ verb: 'card', card: '1' });
    expect(defaultOrder(west, holding(['supply-2', 'supply-3'], ['1']), 'usa')).toEqual({
      verb: 'card',
      card: 'supply-2',
    });
    expect(defaultOrder(west, position({}), 'usa')).toEqual({ verb: 'done' });
  });

  test('5.1: a side that has used its last action is done by itself, and not before', () => {
    expect(pass(position({}, { used: 2 }))).toBeNull();
    expect(pass(position({}, { used: 3 }))).toEqual({ seat: 'usa', order: { verb: 'done' } });
    expect(pass(position({}, { used: 3, phase: 'battles' }))).toBeNull();
  });

  test('5.1, case 5: no move after a build, a build after a move', () => {
    const state = position('2007 c-hardee', { active: 'csa', played: { usa: ['2'], csa: ['2'] } });
    const build = { verb: 'build', block: 'c-heth', hex: '1909' } as const;
    const go = { verb: 'move', from: '2007', to: '2008', blocks: ['c-hardee'] } as const;
    const built = given(state, 'csa', build).state;
    expect(whyRefused(built, 'csa', go)).toBe('5.1 built-already');
    expect(offered(built, 'csa', '')).not.toContain('move');
    expect(given(given(state, 'csa', go).state, 'csa', build).state.blocks['c-heth']).toEqual({ at: '1909', steps: 2 });
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
