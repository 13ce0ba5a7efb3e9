import { describe, expect, test } from 'vitest';
import { daysAfter, daysBetween, longDate, shortDate } from '../../src/kit/dates.ts';
import {
  atMost,
  capital,
  compact,
  count,
  firstOf,
  grouped,
  linesWithin,
  listed,
  numberWord,
  oneStop,
  ordinal,
  percent,
  plural,
  quoted,
  sealWords,
  several,
  shortened,
  signed,
  times,
  upTo,
  withMinus,
} from '../../src/kit/plain-english.ts';

describe('words', () => {
  test('in a list', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => listed(words))).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
    expect(listed(['a', 'b', 'c'], ' or ')).toBe('a, b or c');
    expect([3, 4, 9].map((most) => atMost(['a', 'b', 'c', 'd'], most))).toEqual([
      'a, b and 2 others',
      'a, b, c and d',
      'a, b, c and d',
    ]);
    expect(atMost(['a', 'b'], 1)).toBe('a and 1 other');
    expect([2, 3].map((most) => firstOf(['a', 'b', 'c'], most))).toEqual([
      ['a', 'b', 'and 1 other'],
      ['a', 'b', 'c'],
    ]);
    expect(firstOf(['a', 'b'], 0, (left) => `${left} more`)).toEqual(['2 more']);
    expect(compact('a', false, ['b', null], '', undefined, [])).toEqual(['a', 'b']);
  });

  test('for numbers', () => {
    expect([0, 1, 2].map((points) => count(points, 'point'))).toEqual(['0 points', '1 point', '2 points']);
    expect([0, 1, 12, 21, 30, 31].map(numberWord)).toEqual(['no', 'one', 'twelve', 'twenty-one', 'thirty', '31']);
    expect([1, 3, 10, 11, 21, 22, 23, 112].map(ordinal)).toEqual(
      'first third tenth 11th 21st 22nd 23rd 112th'.split(' '),
    );
    expect([1, 2, 3].map(times)).toEqual(['once', 'twice', 'three times']);
    expect([several(1, 'battery', 'batteries'), several(3, 'attack')]).toEqual(['one battery', 'three attacks']);
    expect([0, 1, 2].map((units) => plural(units, 'is', 'are'))).toEqual(['are', 'is', 'are']);
    expect([1, 3].map(upTo)).toEqual(['1', '1–3']);
    expect([-2, 0, 2].map(signed)).toEqual(['−2', '0', '+2']);
    expect([-2, 0, 2].map(withMinus)).toEqual(['−2', '0', '2']);
  });

  test('for chances never call settled what is not', () => {
    const space = '\u00a0';
    expect([0, 0.0001, 0.4128, 0.9999, 1].map((chance) => percent(chance).replaceAll(space, ' '))).toEqual([
      '0.0 %',
      'under 0.1 %',
      '41.3 %',
      'over 99.9 %',
      '100.0 %',
    ]);
  });

  test('fit where they have to', () => {
    expect([shortened('Mechanicsville', 20), shortened('Savage Station', 8)]).toEqual(['Mechanicsville', 'Savage…']);
    expect(capital('the Train')).toBe('The Train');
    expect(quoted('  two\nlines ')).toBe('“two lines”');
    expect(quoted('x'.repeat(41))).toBe(`“${'x'.repeat(40)}…”`);
  });

  test('of the seal are a line, or none', () => {
    expect(sealWords({})).toEqual([]);
    expect(sealWords({ seal: '0123456789abcdef' })).toEqual(['Dice sealed with 01234567…']);
    expect(sealWords({ seal: '0123456789abcdef', takenBack: '1 roll taken back' })).toEqual([
      'Dice sealed with 01234567… · 1 roll taken back',
    ]);
  });
});

test('days are read as people write them', () => {
  expect([longDate('1864-05-07'), shortDate('1864-05-07')]).toEqual(['7 May 1864', '7 May']);
  expect(daysBetween('1864-05-28', '1864-06-03')).toBe(6);
  expect(daysAfter('1864-05-28', 6)).toBe('1864-06-03');
});

test('things are grouped in the order they come in', () => {
  expect(grouped(['ox', 'hen', 'cow', 'ox'], (word) => String(word.length))).toEqual([
    ['2', ['ox', 'ox']],
    ['3', ['hen', 'cow']],
  ]);
});

test('lines end where there is no more room, and say how many are left', () => {
  const lines = ['four', 'five5', 'six'];
  expect(linesWithin(lines, 20)).toBe(lines);
  expect(linesWithin(lines, 14)).toEqual(lines);
  expect(linesWithin(lines, 13)).toEqual(['four', 'five5']);
  expect(linesWithin(lines, 4, (left) => `${left} more`)).toEqual(['four', '2 more']);
});

test('a sentence that ends with an abbreviation has one full stop', () => {
  expect(oneStop('Torbert goes to Orange C.H..')).toBe('Torbert goes to Orange C.H.');
  expect(oneStop('Torbert goes to Mine Run.')).toBe('Torbert goes to Mine Run.');
});
