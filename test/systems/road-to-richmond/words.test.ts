import { describe, expect, test } from 'vitest';
import { hexLabel } from '../../../src/kit/hex/hex-names.ts';
import { clockOf, type State, view } from '../../../src/systems/road-to-richmond/state.ts';
import type { Battle, Event, Order, Reckoning } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { agenda, wholeAgenda } from '../../../src/systems/road-to-richmond/words/agenda.ts';
import { summary } from '../../../src/systems/road-to-richmond/words/game-status.ts';
import { areaOf, destinationLabel, hexesLabel, unitLabel } from '../../../src/systems/road-to-richmond/words/names.ts';
import { summaryCoversOrder } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { roster, text, textAt } from '../../../src/systems/road-to-richmond/words/position-text.ts';
import { digest, tell } from '../../../src/systems/road-to-richmond/words/sentences.ts';
import { field } from './data.ts';
import { type At, given, position, start } from './position.ts';
import { firstSteps } from './random-play.ts';
import { battles, laid, planning } from './scenes.ts';

describe('the clock', () => {
  test('runs two hours a turn by day, and has two nights [2.3]', () => {
    const hours = Array.from({ length: 20 }, (_, index) => clockOf(field, index + 1));
    expect([hours[0], hours[3], hours[4], hours[5], hours[11], hours[12], hours[13], hours[19]]).toEqual([
      '12:00 on 27 June',
      '18:00 on 27 June',
      'the night after 27 June',
      '06:00 on 28 June',
      '18:00 on 28 June',
      'the night after 28 June',
      '06:00 on 29 June',
      '18:00 on 29 June',
    ]);
  });
});

test('every unit stands in the roster once, on the map in the words of the whole position, and in those of its hex and area', () => {
  for (const { state } of firstSteps(11, 321).filter((_, at) => at % 80 === 0)) {
    const whole = text(field, view(state), false);
    for (const piece of field.pieces) {
      const hex = state.where[piece.id] ?? '';
      if (!field.hex.has(hex)) continue;
      expect(whole, `${piece.id} in ${hex}`).toMatch(new RegExp(`\\b${hex}\\b`));
      for (const place of [hex, piece.id, areaOf(field, hex).id])
        expect(textAt(field, view(state), place), place).toContain(unitLabel(piece));
    }
    for (const seat of ['union', 'confederate', null]) {
      const parts = roster(field, view(state), seat);
      expect(new Set(parts.flatMap(({ lines }) => lines)).size).toBe(field.pieces.length);
      expect(parts[0]?.title).toContain(seat === 'union' ? 'Union' : 'Confederate');
    }
  }
});

test('the sentence of what an order did stands for that of the order: of a march, not of the end of a phase', () => {
  const march: Order = { verb: 'move', unit: 'c-rodes', to: '1004' };
  const done: Order = { verb: 'done', sure: 'yes' };
  expect(summaryCoversOrder(march, given(start, march).events)).toBe(true);
  expect(summaryCoversOrder(done, given(start, done).events)).toBe(false);
  expect(summaryCoversOrder(march, [])).toBe(false);
});

/** Pieces of both sides next to each other: the Confederates about to plan, or to choose. */
const met = (at: At, more: Partial<State> = {}) => position(at, { side: 'confederate', step: 'plan', ...more });
const LINE = { 'c-gregg': '1106', 'u-1-2-v': '1107', 'u-2-2-v': '1107' } as const;
const moved = (pieces: readonly string[], from: string | null, way: readonly string[], cost = 4): Event => {
  return { type: 'moved', side: 'union', pieces, from, way, cost };
};
const retreated = (piece: string, from: string, to: string): Event => {
  return { type: 'retreated', side: 'union', piece, from, to, why: 'combat', displacing: null };
};
const BATTLE: Battle = {
  hexes: ['1107'],
  attackers: ['c-gregg', 'c-branch', 'c-archer'],
  bombardment: false,
  column: '1-1',
};
const RECKONING: Reckoning = {
  attack: 24,
  defence: 24,
  doubled: [{ hex: '1107', why: 'water' }],
  odds: '1-1',
  column: '1-1',
};
const FOUGHT: Event = {
  ...{ type: 'fought', side: 'confederate', battle: BATTLE, reckoning: RECKONING, die: 3, result: 'Dr' },
  defenders: ['u-1-2-v', 'u-2-2-v'],
};
const LAID: readonly Event[] = [
  { type: 'laid', battle: BATTLE, reckoning: RECKONING },
  { type: 'plan', battles: 1 },
];

/** Tasks, in short and in full. */
const AGENDAS: { readonly [what: string]: State } = {
  'a movement phase: who can come on, who is held, who can go': position(
    { 'c-gregg': '1106', 'u-1-2-v': '1107', 'c-branch': '0303', 'c-mahone': 'waiting' },
    { side: 'confederate', turn: 19 },
  ),
  'each duty that is open, once [7.1]': met(LINE),
  'all that must be fought is planned': met(LINE, {
    battles: [{ hexes: ['1107'], attackers: ['c-gregg'], bombardment: false, column: '1-3' }],
  }),
  'who can attack one of several hexes': met({ 'c-gregg': '1106', 'u-1-2-v': '1107', 'u-1-3-v': '1206' }),
  'whose choice of a retreat it is': met(LINE, {
    step: 'fight',
    pending: [{ kind: 'retreat', side: 'union', pieces: ['u-1-2-v'], why: 'combat', chain: [] }],
  }),
  'whose choice of an advance it is': met(LINE, {
    step: 'fight',
    pending: [{ kind: 'advance', side: 'confederate', pieces: ['c-gregg'], into: ['1107'] }],
  }),
};
const EVENTS: readonly Event[] = [
  ...[2, 11, 12].map((turn): Event => ({ type: 'alarm', turn, piece: 'c-gregg', hex: '0117' })),
  retreated('u-1-2-v', '1106', '1206'),
  { type: 'held', side: 'union', guns: ['u-v-art'] },
  { type: 'held', side: 'union' },
  moved(['u-1-2-v', 'u-2-2-v'], '1107', ['1108'], 1),
  { ...moved(['c-winder'], null, ['1301', '1302'], 3), side: 'confederate' } as Event,
  FOUGHT,
];
const MARCHES = ['u-1-2-v', 'u-2-2-v', 'u-3-2-v', 'u-2-1-v', 'u-1-3-v', 'u-3-3-v', 'u-2-3-v'];
const RUNS: { readonly [what: string]: readonly Event[] } = {
  'many marches are counted; arrivals and exits are named': [
    ...MARCHES.map((piece, index) => moved([piece], '1009', [index < 5 ? '0813' : '0409'])),
    moved(['u-2-2-iv'], null, ['1528', '1427']),
    { type: 'left', side: 'union', pieces: ['u-train'], from: '1528', way: [], by: '1528' },
  ],
  'a battle is a line with what came of it, not named before as laid out': [
    ...LAID,
    FOUGHT,
    retreated('u-2-2-v', '1107', '1007'),
    retreated('u-1-2-v', '1107', '1007'),
    { type: 'held', side: 'confederate' },
  ],
  'a battle laid out': LAID,
};

test('what members read, as a file: to play, one needs no picture', async () => {
  const retreating = Object.values(battles()).flatMap(({ state }) =>
    state.pending[0]?.kind === 'retreat' ? [state] : [],
  );
  // Corps on the map by their number; who arrives later comes after, who is gone last.
  const corps = {
    ...{ 'u-1-cr': '1404', 'u-1-3-v': '1107', 'u-1-2-v': 'off-1528', 'u-1-2-iv': '1726', 'u-1-2-ii': 'waiting' },
    'u-3r-art': '0410',
  };
  const told = [
    `the opening line: ${summary(field, view(start))}`,
    ...Object.entries(AGENDAS).map(([what, state]) => {
      return [`${what}: ${agenda(field, view(state)).join(' ')}`, ...wholeAgenda(field, view(state), true)].join(
        '\n  ',
      );
    }),
    ...[planning, laid, ...retreating].map((state) => text(field, view(state), true)),
    ...roster(field, view(position(corps, { side: 'union', turn: 2 })), 'union').map(
      ({ title, lines }) => `${title}: ${lines.slice(0, 2).join('; ')}`,
    ),
    // Who of the side to move can get to a hex, the cheapest first; only a bridge leads over the Chickahominy.
    ...[
      textAt(field, view(HERE), '1310'),
      textAt(field, view(HERE), '0101'),
      textAt(field, view({ ...HERE, step: 'plan' }), '1310'),
      textAt(field, view(position('1010 c-garland, 1213 c-branch, 1012 u-3-1-v')), '1012'),
    ].map((told) => told.split('\n').find((line) => line.includes('can get')) ?? 'nobody can get there'),
    ...EVENTS.map((event) => `${event.type}: ${tell(field, event)}`),
    ...Object.entries(RUNS).map(([what, events]) => [`${what}:`, ...digest(field, events)].join('\n  ')),
    ...field.pieces.map((piece) => `${piece.id}: ${unitLabel(piece)}`),
    ...NAMED.map((hex) => hexLabel(field, hex)),
    destinationLabel(field, 'off-1528'),
    hexesLabel(field, ['1107', '1206']),
  ];
  await expect(told.map((line) => `- ${line}\n`).join('')).toMatchFileSnapshot('words.md');
});
const HERE = position('1311 c-garland c-pickett, 1312 c-branch, 1012 u-3-1-v');
const NAMED = ['1004', '0607', '1106', '1301', '1528', '0101'];
