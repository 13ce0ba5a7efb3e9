import { expect, test } from 'vitest';
import { alarmed } from '../../../src/systems/road-to-richmond/rules/arrivals.ts';
import type { Event } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from './data.ts';
import { position, toMove } from './position.ts';

test('13.1: a Confederate piece that gets south in a Union phase does not set it off in that phase', () => {
  const there = position({ 'c-gregg': '0407', 'u-1-cr': '1720' });
  const told: Event[] = [];
  const union = toMove('union', there);
  expect(alarmed(field, union, 'c-gregg', ['0407'], told)).toBe(union);
  expect(told).toEqual([]);
  expect(alarmed(field, there, 'c-gregg', ['0407'], told).alarm).toBe(there.turn);
  expect(told.map(({ type }) => type)).toEqual(['alarm']);
});
