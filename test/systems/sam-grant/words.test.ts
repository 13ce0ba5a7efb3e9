import { describe, expect, test } from 'vitest';
import { type Json, refuse } from '../../../src/game/index.ts';
import { widthOf } from '../../../src/kit/draw/text-layout.ts';
import { MAP, SCENARIO, UNITS } from '../../../src/systems/sam-grant/theatre.ts';
import { type View, view } from '../../../src/systems/sam-grant/view.ts';
import type { Order } from '../../../src/systems/sam-grant/vocabulary.ts';
import { neededWords, pictureLine, summary } from '../../../src/systems/sam-grant/words/game-status.ts';
import { blockBriefly, blockName } from '../../../src/systems/sam-grant/words/names.ts';
import { orderText, REFUSAL_CODES, refusal, summaryCoversOrder } from '../../../src/systems/sam-grant/words/orders.ts';
import { alt, positionText } from '../../../src/systems/sam-grant/words/position-text.ts';
import { digest, tell } from '../../../src/systems/sam-grant/words/sentences.ts';
import { expectWords } from '../../conformance/words.ts';
import { codesNeverGiven } from '../../game/refusals-in-source.ts';
import { dataFiles, east, readTheatre, west, withLevels } from './data.ts';
import { battle, falling, fight, position } from './position.ts';

const FACTS = {
  block: 'c-hardee',
  hex: '1407',
  from: '1507',
  seat: 'usa',
  number: 2,
  card: '3',
  given: 'Hardy',
  slot: 'to',
  verb: 'move',
  phase: 'cards',
};
const INSTEAD: readonly Order[] = [
  { verb: 'move', from: '1407', to: '1408', blocks: ['c-cheatham'], to2: [] },
  { verb: 'build', block: 'c-heth', hex: '1909' },
  { verb: 'done' },
];

test('what a side could do instead names blocks in full', () => {
  const others = ['u-negley', 'u-wood', 'u-thomas', 'u-mitchel', 'u-nelson', 'u-schoepf', 'u-dumont'];
  const blocks = ['u-mccook', 'u-buell-c', ...others];
  const many: Order = { verb: 'move', from: '2206', to: '2107', blocks, to2: [] };
  expect(orderText(west, many)).not.toContain('Buell cavalry');
  expect(refusal(west, refuse('not-there', '5.2', FACTS, [many]))).toContain('Buell cavalry');
});

describe.each(REFUSAL_CODES)('the refusal %s', (code) => {
  test('says why, cites its paragraph and what can be done instead, with facts and without', () => {
    const told = refusal(west, refuse(code, '5.1', FACTS, INSTEAD));
    expectWords(told, 300, code);
    expect(told).toContain('[5.1] You can choose');
    expect(told).not.toMatch(/ {2}|\.\.|c-[a-z]/);
    for (const facts of [
      {},
      { block: 'no such', hex: '9999', seat: '__proto__', card: 'x', number: 'many', given: '' },
    ])
      expectWords(refusal(west, refuse(code, null, facts)), 300, code);
  });
});

test('every reason that there are words for is given somewhere', () => {
  expect(codesNeverGiven('sam-grant', REFUSAL_CODES)).toEqual([]);
});

test('a refused order is answered in a sentence', () => {
  expect(refusal(west, refuse('hexside', '2.5', { hex: '1407', from: '1507', number: 4 }))).toBe(
    'Only 4 blocks can enter 1407 Columbus KY from 1507 Paducah in a game-turn. [2.5]',
  );
  expect(refusal(west, refuse('unbridged', '2.6', { hex: '1407', from: '1406' }, INSTEAD.slice(2)))).toBe(
    'There is no bridge between 1406 Cairo and 1407 Columbus KY: crossing takes a strategic move. [2.6] You can choose “Done”.',
  );
});

describe('data that is bent', () => {
  /** Some part of a file, by its path, with another value. */
  const bent = (json: Json, [key, ...rest]: readonly (string | number)[], value: Json): Json => {
    if (key === undefined) return value;
    const copy = structuredClone(json) as { [key: string]: Json };
    copy[key] = bent(copy[key] as Json, rest, value);
    return copy as Json;
  };

  test.each([
    [SCENARIO, ['blocks', 1, 'id'], 'u-hq', 'is named twice'],
    [SCENARIO, ['blocks', 0, 'hex'], '9999', 'there is no land hex 9999'],
    [SCENARIO, ['blocks', 1, 'full'], 9, 'has at most'],
    [SCENARIO, ['blocks', 1, 'name'], 'Halleck', 'is the name of another block'],
    [SCENARIO, ['mississippiControl', 0], 'Atlantis', 'there is no city Atlantis'],
    [SCENARIO, ['deck', '1'], 30.5, 'expected'],
    [MAP, ['home', 'usa'], ['0101'], 'must be home to one side'],
    [MAP, ['cities', 0, 'commands'], ['Nile'], 'no ship sails on Nile'],
    [UNITS, ['types', 'infantry', 'rating'], 'D9', 'a rating is a letter'],
  ] as const)('%s: %j as %j is refused', (file, path, value, reason) => {
    const files = dataFiles('sam-grant');
    const read = readTheatre('sam-grant', { ...files, [file]: bent(files[file] as Json, path, value as Json) });
    expect(JSON.stringify(read).toLowerCase()).toContain(reason.toLowerCase());
  });
});

test('blocks that a button has no room for are named by beginnings that no others have', () => {
  const names = west.blocks.map(({ id }) => blockBriefly(west, id));
  expect(new Set(names).size).toBe(names.length);
  for (const { id } of west.blocks) expect(blockName(west, id).startsWith(blockBriefly(west, id))).toBe(true);
  const away = ['c-hardee', 'c-buckner', 'c-bowen'];
  const far = ['c-ck-a', 'c-cheatham', 'c-stewart'];
  const order = { verb: 'move', from: '2007', to: '2106', blocks: away, to2: ['1909'], blocks2: far };
  const text = orderText(west, order as never);
  expect(text.length).toBeLessThanOrEqual(80);
  expect(text).toMatch(/^2007: Hard.*, Buck.* and Bowe.* to 2106, Cent.*, Chea.* and Stew.* to 1909$/);
});

test('no commander has two blocks, not even one by name and one by “division”', () => {
  for (const theatre of [west, east]) {
    const names = theatre.blocks.map(({ name }) => name.replace(/ (?:division|brigade)$/, ''));
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
  }
});

test('10.2: the margin stands with what it decides in every line that tells it: status, header, alt text', () => {
  const lines = (turn: number, theatre = west) => {
    const seen = { ...view(theatre, position({}, { turn }, theatre), 'public'), margin: -11 };
    return [summary(theatre, seen), pictureLine(theatre, seen), alt(theatre, seen, null, {})];
  };
  const [status, header, described] = lines(3);
  const told = 'Union margin −11; at the end of this game-turn −12 loses, 20 wins.';
  expect(status?.endsWith(` ${told}`)).toBe(true);
  expect(header).toBe('Game-turn 3, May–Jun. Union margin −11; at its end −12 loses, 20 wins.');
  expect(described).toContain(told);
  expect(lines(6)[0]).toContain('Union margin −11; at the end of this game-turn 0 wins, −4 draws.');
  expect(lines(3, east)[0]).toContain('−12 loses, 14 wins.');
  for (const turn of [0, 1, 2, 3, 4, 5, 6])
    expect(widthOf(lines(turn)[1] ?? '', 20, 'bold'), `${turn}`).toBeLessThan(740);
  expect(tell(west, { type: 'turn', turn: 2, margin: -5 }, 'public')).toMatch(/The Confederates are 5 points ahead\.$/);
  const over = { ...view(west, position({}), 'public'), result: { winner: 'csa', level: '', sudden: true } as const };
  expect(summary(west, over)).not.toContain('loses');
});

test('a result that the lead does not explain says what the Union needed', () => {
  const [harder, easier] = [
    [13, 8, 3, -2],
    [1, -4, -8, -11],
  ].map((levels) => (margin: number, level: string) => neededWords(withLevels(west, levels), margin, level));
  expect(harder?.(2, 'CSA win')).toBe(
    ', but needed to be at least 3 points ahead for a draw, and at least 8 points ahead to win',
  );
  expect(harder?.(5, 'drawn')).toBe(', but needed to be at least 8 points ahead to win');
  expect(harder?.(-5, 'CSA decisive')).toBe('');
  expect(easier?.(-4, 'USA win')).toBe(', but the Union wins if it’s at most 4 points behind');
  expect(easier?.(-5, 'drawn')).toBe(', but it’s a draw if the Union is at most 8 points behind');
  expect(easier?.(2, 'USA decisive')).toBe('');
  expect(easier?.(0, 'USA win')).toBe(', and the Union needs no lead to win');
  // The result comes with it, and is said once.
  expect(tell(west, { type: 'ended', margin: 2, level: 'CSA win', sudden: false } as never, 'public')).toBe(
    'The year is over.',
  );
  const sudden = { type: 'ended', margin: 20, level: 'USA decisive', winner: 'usa', sudden: true } as const;
  expect(tell(west, sudden, 'public')).toBe('The Union wins.');
});

test('what an event says of an order is not said twice', () => {
  const done = { type: 'finished', side: 'usa', phase: 'actions', pass: false } as const;
  expect(summaryCoversOrder({ verb: 'done' }, [done])).toBe(true);
  const fought = { type: 'fought', hex: '2007', attacker: 'usa', steps: [] } as const;
  expect(summaryCoversOrder({ verb: 'fire', leave: [] }, [fought])).toBe(false);
});

describe('text alone', () => {
  const state = position('2206 u-mccook:3 u-wood, 2203 u-nelson, 2007 c-hardee, prisoner c-bowen');
  const own = view(west, state, 'usa');

  test('a block that loses its last step and is captured has lost one step', () => {
    const volley = { block: 'u-wood', dice: [1], hits: 1, lost: ['c-bowen'] };
    const steps = [{ kind: 'volley', volley } as const, { kind: 'prisoner', block: 'c-bowen' } as const];
    const fought = positionText(west, { ...own, fights: [{ hex: '2007', steps }] } as View);
    expect(fought).toContain('1 block captured (Bowen), 1 step in this game-turn’s battles');
  });
});

describe('the board of a phase tells', () => {
  const brief = (events: Parameters<typeof digest>[1]) => digest(west, events, 'public', true);

  test('a battle that is over in one line, with who holds the hex, and one to come in another', () => {
    const open = battle('2007 u-mccook c-hardee:1', '2007', '2107 u-mccook');
    const { events } = fight(open, {}, falling(6, 1));
    const told = { type: 'battle', hex: '2007', attacker: 'usa', attackers: 1, defenders: 1 } as const;
    const lines = brief([told, ...events]);
    expect(lines[0]).toMatch(/^2007 Bowling Green, \d rounds?: Union .* The Union holds it\.$/);
    expect(lines.filter((line) => line.includes('2007'))).toHaveLength(1);
    expect(brief([told])).toEqual([expect.stringContaining('Battle at 2007 Bowling Green')]);
  });
});
