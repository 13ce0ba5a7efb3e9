import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refuse } from '../../../src/game/index.ts';
import type { Piece } from '../../../src/systems/road-to-richmond/field.ts';
import {
  AREAS,
  areaOf,
  destinationLabel,
  findDestination,
  findHexes,
  findUnit,
  findUnits,
  namesOfIds,
  unitLabel,
  unitName,
  unitsLabel,
  withinSentence,
  withStrengths,
} from '../../../src/systems/road-to-richmond/words/names.ts';
import { refusal } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { field } from './data.ts';

describe('names', () => {
  test('the Train has a small letter where it does not begin', () => {
    expect(namesOfIds(field, ['c-gregg', 'u-train'])).toBe('Gregg and the Train');
    expect(namesOfIds(field, ['u-train', 'c-gregg'])).toBe('The Train and Gregg');
    expect(withinSentence(namesOfIds(field, ['u-train']))).toBe('the Train');
    const pieces = ['u-1-2-v', 'u-train'].map((id) => field.piece.get(id) as Piece);
    expect(withStrengths(field, pieces)).toEqual(['Buchanan 5', 'the Train']);
    expect(withStrengths(field, pieces.slice(1))).toEqual(['The Train']);
    const first = refuse('pending', '8.1', { kind: 'retreat', units: 'u-train' });
    expect(refusal(field, first)).toBe('First the Train must retreat. Choose where. [8.1]');
    const far = refuse('no-retreat', null, { unit: 'u-train', to: '1004' });
    expect(refusal(field, far)).toBe('The Train can’t retreat to 1004 New Cold Harbor.');
  });

  test('inside a sentence no two units have one name', () => {
    const names = field.pieces.map((piece) => unitName(field, piece));
    expect(new Set(names).size).toBe(field.pieces.length);
  });

  test('places are found by what they are called', () => {
    for (const to of [...field.hexes, 'off-0117', 'off-1528'])
      expect(findDestination(field, destinationLabel(field, to).toUpperCase()), to).toBe(to);
    expect([findDestination(field, 'gaines’ mill'), findDestination(field, 'Trent')]).toEqual(['0904', '0813']);
    for (const { id, designation } of field.pieces) expect(findUnit(field, designation)).toBe(id);
  });

  test('several units or hexes are read out of one text, in any order, each once', () => {
    const some = fc.uniqueArray(fc.constantFrom(...field.pieces), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(some, fc.constantFrom(' and ', ', ', '+', ' & '), (pieces, between) => {
        const ids = [...pieces].sort((a, b) => a.index - b.index).map(({ id }) => id);
        expect(findUnits(field, pieces.map(unitLabel).join(between))).toEqual(ids);
        expect(findUnits(field, unitsLabel(pieces))).toEqual(ids);
        expect(findUnits(field, `${unitLabel(pieces[0] as never)}+${ids.join('+')}`)).toBeNull();
      }),
      { numRuns: 60 },
    );
    expect(findHexes(field, '1206 and 1107 Watt')).toEqual(['1107', '1206']);
    expect(findHexes(field, '1107+1107')).toBeNull();
    expect(findHexes(field, '1107+9999')).toBeNull();
  });

  test('areas hold every hex once, on one bank of the river, and their own places', () => {
    for (const area of AREAS) for (const hex of area.round) expect(areaOf(field, hex), hex).toBe(area);
    const held = new Set(field.hexes.map((hex) => areaOf(field, hex).id));
    expect([...held].sort()).toEqual(AREAS.map(({ id }) => id).sort());
    // Over the bare river from one another.
    expect(areaOf(field, '0507').bank).toBe('north');
    expect(areaOf(field, '0508').bank).toBe('south');
  });
});
