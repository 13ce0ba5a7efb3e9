import { describe, expect, test } from 'vitest';
import { isRefusal, type Json } from '../../../src/game/index.ts';
import { MAP, readTheatre, SCENARIO, UNITS } from '../../../src/systems/sam-grant/data.ts';
import { parse } from '../../../src/systems/sam-grant/rules/order-parser.ts';
import type { Order } from '../../../src/systems/sam-grant/vocabulary.ts';
import { blockBriefly, blockName } from '../../../src/systems/sam-grant/words/names.ts';
import { orderText } from '../../../src/systems/sam-grant/words/order-label.ts';
import { promptOf } from '../../../src/systems/sam-grant/words/prompts.ts';
import { because, REFUSAL_CODES, refusal } from '../../../src/systems/sam-grant/words/refusals.ts';
import {
  describe as describeOrder,
  neededWords,
  summaryCoversOrder,
  tell,
} from '../../../src/systems/sam-grant/words/sentences.ts';
import { expectWords } from '../../conformance/words.ts';
import { codesNeverGiven } from '../../game/refusals-in-source.ts';
import { dataFiles, east, west } from './data.ts';
import { position } from './position.ts';

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

test('with one action left a side can move or build, not both; what it could do instead names blocks in full', () => {
  const acts = (used: number) => promptOf(west, position({ 'u-mccook': '2107' }, { used }), 'usa');
  expect(acts(1)).toBe('2 actions left: move or build, all moves first. Then press Done.');
  expect(acts(2)).toBe('1 action left: move or build, then press Done.');
  const blocks = [
    'u-mccook',
    'u-buell-c',
    'u-negley',
    'u-wood',
    'u-thomas',
    'u-mitchel',
    'u-nelson',
    'u-schoepf',
    'u-dumont',
  ];
  const many: Order = { verb: 'move', from: '2206', to: '2107', blocks, to2: [] };
  expect(orderText(west, many)).not.toContain('Buell cavalry');
  expect(refusal(west, because('not-there', '5.2', FACTS, [many]))).toContain('Buell cavalry');
});

describe.each(REFUSAL_CODES)('the refusal %s', (code) => {
  test('says why, cites its paragraph and what can be done instead, with facts and without', () => {
    const told = refusal(west, because(code, '5.1', FACTS, INSTEAD));
    expectWords(told, 300, code);
    expect(told).toContain('[5.1] You can order');
    expect(told).not.toMatch(/ {2}|\.\.|c-[a-z]/);
    for (const facts of [
      {},
      { block: 'no such', hex: '9999', seat: '__proto__', card: 'x', number: 'many', given: '' },
    ])
      expectWords(refusal(west, because(code, null, facts)), 300, code);
  });
});

test('every reason that there are words for is given somewhere', () => {
  expect(codesNeverGiven('sam-grant', REFUSAL_CODES)).toEqual([]);
});

test('a refused order is answered in a sentence', () => {
  expect(refusal(west, because('hexside', '2.5', { hex: '1407', from: '1507', number: 4 }))).toBe(
    'Only 4 blocks can enter 1407 Columbus KY from 1507 Paducah in a game-turn. [2.5]',
  );
  expect(refusal(west, because('unbridged', '2.6', { hex: '1407', from: '1406' }, INSTEAD.slice(2)))).toBe(
    'There is no bridge between 1406 Cairo and 1407 Columbus KY: crossing takes a strategic move. [2.6] You can order “Done”.',
  );
});

test.each([
  [{ verb: 'march' }, 'unknown-verb'],
  [{ verb: 'move', from: 'Nowhere', to: '1407', blocks: ['Hardee'] }, 'unknown-hex'],
  [{ verb: 'move', from: '1407', to: '1408', blocks: ['Sheridan'] }, 'unknown-block'],
  [{ verb: 'move', from: '1407' }, 'missing'],
  [{ verb: 'card', card: '-1' }, 'unknown-card'],
  [{ verb: 'battle-plan', stance: 'below-x' }, 'unknown-stance'],
  [{ verb: 'strategic', mode: 'balloon', from: '1407', to: '1408', blocks: ['Hardee'] }, 'unknown-mode'],
  [{ verb: 'done', hex: '1407' }, 'unknown-slot'],
])('what cannot be read is refused: %j', (draft, code) => {
  const read = parse(west, draft as never);
  expect(isRefusal(read) ? read.code : read).toBe(code);
});

test('orders are read by names and labels as by ids', () => {
  expect(
    parse(west, { verb: 'Move blocks', from: 'Columbus KY', to: '1408 Union City', blocks: 'Cheatham, Stewart' }),
  ).toEqual({
    verb: 'move',
    from: '1407',
    to: '1408',
    blocks: ['c-cheatham', 'c-stewart'],
  });
  expect(parse(west, { verb: 'card', card: 'Supply 2' })).toEqual({ verb: 'card', card: 'supply-2' });
  expect(parse(west, { verb: 'battle-plan', stance: 'leave when below 5 steps' })).toEqual({
    verb: 'battle-plan',
    stance: 'below-5',
  });
  expect(parse(west, { verb: 'supply', steps: 'Hardee, Hardee, second step' })).toMatchObject({
    code: 'unknown-block',
  });
});

test('a button names what an order does', () => {
  expect(orderText(west, INSTEAD[0] as Order)).toBe('1407 Columbus KY: Cheatham to 1408');
  expect(
    orderText(west, { verb: 'battle-plan', stance: 'leave', main: '2107', spare: ['c-hardee'], regroup: 'ask' }),
  ).toBe('Plan: retreat at once, main attack from 2107, spare Hardee, regroup: ask me');
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

test('steps of one block are counted', () => {
  const supply = { verb: 'supply', steps: ['c-hardee', 'c-hardee+2', 'c-bowen'] } as const;
  expect(orderText(west, supply as never)).toBe('Steps: Hardee +2, Bowen +1');
  expect(describeOrder(west, supply as never, 'csa', 'csa')).toBe('gives 2 steps to Hardee and 1 step to Bowen');
  const supplied = { type: 'supplied', side: 'csa', steps: ['c-hardee', 'c-hardee', 'c-bowen'], hexes: [] };
  expect(tell(west, supplied as never, 'csa')).toBe('Hardee gains 2 steps and Bowen gains 1 step.');
});

test('a report says how often a block is hit, and no garrison is taken for its city', () => {
  const volley = { block: 'c-mem', dice: [1, 1, 6], hits: 2, lost: ['u-wood', 'u-wood'] };
  const fought = { type: 'fought', hex: '1211', attacker: 'usa', steps: [{ kind: 'volley', volley }] } as const;
  expect(tell(west, fought as never, 'public')).toContain('Memphis garrison rolls 1, 1, 6: hits Wood twice');
  expect(parse(west, { verb: 'build', block: 'Memphis garrison', hex: 'Memphis' })).toMatchObject({ block: 'c-mem' });
});

test('a result that the lead does not explain says what the Union needed', () => {
  const needed = (margin: number, level: string) => neededWords(west, margin, level);
  expect(needed(2, 'CSA win')).toContain('needed 3 for a draw and 8 to win');
  expect(needed(5, 'drawn')).toContain('needed 8 to win');
  expect(needed(-5, 'CSA decisive')).toBe('');
  // The result comes with it, and is said once.
  expect(tell(west, { type: 'ended', margin: 2, level: 'CSA win', sudden: false } as never, 'public')).toBe(
    'The year is over.',
  );
  const sudden = { type: 'ended', margin: 20, level: 'USA decisive', winner: 'usa', sudden: true } as const;
  expect(tell(west, sudden, 'public')).toBe('The Union wins at once.');
});

test('blocks that come back from the enemy go to their pools', () => {
  const answered = (...freed: string[]) =>
    tell(west, { type: 'answered', side: 'usa', accepted: true, freed } as never, 'public');
  expect(answered('c-hardee')).toBe('The Union accepts the exchange: Hardee returns to its pool.');
  expect(answered('c-hardee', 'u-wood')).toMatch(/ and .* return to their pools\.$/);
});

test('what an event says of an order is not said twice', () => {
  const done = { type: 'finished', side: 'usa', phase: 'actions', pass: false } as const;
  expect(summaryCoversOrder({ verb: 'done' }, [done])).toBe(true);
  expect(summaryCoversOrder({ verb: 'fire', leave: [] }, [done])).toBe(false);
});
