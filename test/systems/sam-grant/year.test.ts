import { describe, expect, test } from 'vitest';
import { asked, defaultOrder } from '../../../src/systems/sam-grant/rules/legality.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import { cityPoints, usaMargin } from '../../../src/systems/sam-grant/rules/victory.ts';
import { controllerOf, type State } from '../../../src/systems/sam-grant/state.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import { SIDES } from '../../../src/systems/sam-grant/vocabulary.ts';
import { cardInWords } from '../../../src/systems/sam-grant/words/names.ts';
import { positionText } from '../../../src/systems/sam-grant/words/position-text.ts';
import { suddenLine } from '../../../src/systems/sam-grant/words/rule-facts.ts';
import { tell } from '../../../src/systems/sam-grant/words/sentences.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { east, WINTER, west } from './data.ts';
import { type At, at, given, position, randomGame, start, steps, whyRefused } from './position.ts';

describe('set-up', () => {
  test('12.1: Van Dorn’s corps starts at Smithville with infantry 4, infantry 3, cavalry 2, artillery 3', () => {
    const corps = west.blocks.filter(({ start: from }) => from === '0909').map(({ kind, full }) => `${kind} ${full}`);
    expect(corps).toEqual(['infantry 4', 'infantry 3', 'cavalry 2', 'artillery 3']);
  });

  test('12.2: 33 blocks with 90 steps against 32 with 72, Bragg 13 more; pools of 49 and 43', () => {
    const count = (side: 'usa' | 'csa', from: 'map' | 'pool' | 'gulf') => {
      const blocks = west.blocks.filter(
        (block) => block.side === side && (from === 'map' ? /^\d/.test(block.start) : block.start === from),
      );
      return [blocks.length, blocks.reduce((sum, { full }) => sum + full, 0)];
    };
    expect([count('usa', 'map'), count('csa', 'map')]).toEqual([
      [33, 90],
      [32, 72],
    ]);
    expect([count('csa', 'gulf')[1], count('usa', 'pool')[1], count('csa', 'pool')[1]]).toEqual([13, 49, 43]);
  });

  test('12.3, 1.2: all start at full strength; Johnston is at Bowling Green, Halleck at St. Louis', () => {
    for (const { id, start: from, full } of west.blocks) if (/^\d/.test(from)) expect(steps(start, id)).toBe(full);
    expect([at(start, 'c-hq'), at(start, 'u-hq')]).toEqual(['2007', '1103']);
    for (const side of SIDES)
      expect(west.blocks.filter((block) => block.side === side && block.kind === 'hq')).toHaveLength(1);
  });
});

describe('victory', () => {
  test('10.1, 10.3, case 22: −3 before play, −4 at the first turn; Nashville +4, Bragg +3; a city left goes back', () => {
    expect(usaMargin(west, { ...start, turn: 0 })).toBe(-3);
    expect(usaMargin(west, start)).toBe(-4);
    const moved = (blocks: At) => ({
      ...start,
      blocks: {
        ...start.blocks,
        ...Object.fromEntries(Object.entries(blocks).map(([id, hex]) => [id, { at: hex as string, steps: 1 }])),
      },
    });
    const taken = moved({ 'c-nash': '2008', 'u-wood': '1909' });
    expect(usaMargin(west, taken)).toBe(0);
    expect(usaMargin(west, { ...taken, bragg: true })).toBe(3);
    expect(usaMargin(west, { ...moved({ 'c-nash': '2008' }), bragg: true })).toBe(-1);
    expect(cityPoints(west, start, 'csa')).toBe(3);
    expect(controllerOf(west, start, '1909')).toBe('csa');
  });
});

test('10.4: the East names its capitals, the West has none', () => {
  expect(suddenLine(east)).toContain('Washington for the Confederates and Richmond for the Union');
  expect(suddenLine(west)).not.toContain('capital');
});

describe('in a channel', () => {
  test('14.2: a side sees its own blocks, hand and pool, and which are in supply; of the other no more than the public', () => {
    const seen = view(west, start, 'csa');
    const green = seen.stacks.find(({ hex }) => hex === '2007');
    expect(green?.known.map(({ id, steps: left }) => [id, left])).toContainEqual(['c-hardee', 4]);
    expect(green?.supplied).toBe(true);
    expect([seen.hands.csa?.length, seen.hands.usa, seen.pools.usa]).toEqual([6, null, null]);
    expect(seen.stacks.filter(({ side, known }) => side === 'usa' && known.length > 0)).toEqual([]);
  });

  test('14.4, 3.3: both are asked for a card at once; who has chosen is awaited no more', () => {
    expect(asked(west, start).map(({ seat }) => seat)).toEqual(['usa', 'csa']);
    const card = start.hands.csa[0] as '1';
    const one = given(start, 'csa', { verb: 'card', card }).state;
    expect(asked(west, one).map(({ seat }) => seat)).toEqual(['usa']);
    expect(view(west, one, 'usa').chosen.csa).toBe('face down');
    expect(view(west, one, 'csa').chosen.csa).toBe(card);
    expect(positionText(west, view(west, one, 'csa'))).toContain(`chosen ${cardInWords(card)}.`);
    expect(positionText(west, view(west, one, 'usa'))).not.toContain('chosen');
  });

  test('14.4: a card that lies face down is changed by its side until the other card is in', () => {
    const [first, other] = [start.hands.csa[0], start.hands.csa.at(-1)] as ['1', '3'];
    const one = given(start, 'csa', { verb: 'card', card: first }).state;
    const changed = given(one, 'csa', { verb: 'card', card: other });
    expect(changed.state).toEqual({ ...one, chosen: { usa: null, csa: other } });
    expect(changed.events.map((event) => [tell(west, event, 'csa'), tell(west, event, 'usa')])).toEqual([
      [expect.stringMatching(/^The Confederates have changed their card: /), null],
    ]);
    const both = given(changed.state, 'usa', { verb: 'card', card: start.hands.usa[0] as '1' });
    expect(both.state.played.csa).toEqual([other]);
    expect(whyRefused(both.state, 'csa', { verb: 'card', card: first })).not.toBe('');
    const [deck] = [setUp(west).state];
    const cut = given(given(deck, 'usa', 'cut 5').state, 'usa', 'cut 9');
    expect(cut.state.cuts).toEqual({ usa: 9, csa: null });
  });

  test('14.4, 14.8: a side commits with done: until then its phase is one and its orders can be taken back', () => {
    const state = position('2206 u-mccook');
    const key = asked(west, state)[0]?.phaseKey;
    const moved = given(state, 'usa', 'move 2206 2107 u-mccook').state;
    expect(asked(west, moved)[0]?.phaseKey).toBe(key);
    const done = given(moved, 'usa', 'done').state;
    expect(asked(west, done)[0]?.phaseKey).not.toBe(key);
  });

  test('14.7: whoever is asked has a default, and in a battle less time', () => {
    for (const one of asked(west, start)) expect(one.defaultOrder?.verb).toBe('card');
    const fought = position('2007 u-mccook c-hardee', { phase: 'battles', entered: { 'u-mccook': '2107' } });
    expect(asked(west, fought)[0]).toMatchObject({ outOfTurn: true, defaultOrder: { verb: 'battle' } });
  });
});

describe.each([
  ['West', west, [1, 2]],
  ['East', east, [1]],
])('years played at random in the %s', (_name, theatre, seeds) => {
  test('end within six turns, keep cards and blocks in one place each, and leave no battle behind', () => {
    for (const seed of seeds) {
      let last: State | null = null;
      for (const { state } of randomGame(theatre, seed)) {
        last = state;
        const cards = SIDES.reduce(
          (sum, side) => sum + state.hands[side].length + state.played[side].length,
          state.undealt.length,
        );
        expect(cards).toBe(25);
        for (const [id, { at: where, steps: left }] of Object.entries(state.blocks)) {
          const onMap = /^\d/.test(where);
          expect(
            onMap ? left > 0 && left <= (theatre.block.get(id)?.full ?? 0) : left === 0,
            `${id} ${where} ${left}`,
          ).toBe(true);
        }
        if (state.phase === 'cards') {
          const sides = (hex: string) =>
            new Set(theatre.blocks.filter(({ id }) => state.blocks[id]?.at === hex).map(({ side }) => side)).size;
          expect(theatre.hexes.filter((hex) => sides(hex) > 1)).toEqual([]);
          expect(state.entered).toEqual({});
        }
      }
      expect(last?.phase).toBe('over');
      expect(last?.turn).toBeLessThanOrEqual(WINTER);
    }
  });
});

test('14.3: every die says which block throws it', () => {
  const state = position('2007 u-mccook c-hardee', { phase: 'battles', entered: { 'u-mccook': '2107' } });
  const open = given(state, 'usa', 'battle 2007').state;
  const dice = sealedAt('a battle', 1, 'battle-plan');
  const first = given(open, 'usa', defaultOrder(west, open, 'usa')).state;
  given(first, 'csa', defaultOrder(west, first, 'csa'), dice);
  expect(dice.thrown[0]?.purpose).toBe('Hardee fires at 2007 Bowling Green, round 1');
});
