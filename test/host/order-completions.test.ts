import { describe, expect, test } from 'vitest';
import { closest, theOne } from '../../src/host/base/fuzzy-match.ts';
import type { Library } from '../../src/host/index.ts';
import { otherReview, WITH_REVIEW } from '../games/grand-review.ts';
import { type Headquarters, headquarters } from './fixture.ts';

/** What options complete to, and what is meant by what was typed, in a game with forty units and thirty fields. */

function started(library: Library = WITH_REVIEW): Headquarters {
  const hq = headquarters({ library });
  hq.ada.games.start({ systemId: 'grand-review' });
  hq.bo.seats.join('north');
  hq.cy.seats.join('south');
  return hq;
}

const PLACES = [
  '0303 Hogan',
  '1004 New Cold Harbor',
  '1404 near Old Cold Harbor',
  '7 J.R. Anderson',
  '8 R.H. Anderson',
  'Buchanan (5)',
].map((label, at) => ({ value: `v${at}`, label, hint: at === 0 ? 'by the Chickahominy' : `${at} of 6` }));

test('a place named in full is meant, and not those near it', () => {
  const places = ['1208 near New Madrid', '1308 New Madrid', '1309 New Madrid Bend'].map((label) => ({
    value: label.slice(0, 4),
    label,
  }));
  expect(theOne(places, 'new madrid')?.value).toBe('1308');
  expect(theOne(places, 'madrid')).toBeNull();
});

test.each([
  ['1004', ['1004 New Cold Harbor']],
  ['new cold', ['1004 New Cold Harbor']],
  ['cold harbor', ['1004 New Cold Harbor', '1404 near Old Cold Harbor']],
  ['JR And', ['7 J.R. Anderson']],
  ['anderson', ['7 J.R. Anderson', '8 R.H. Anderson']],
  ['harbor old', ['1404 near Old Cold Harbor']],
  ['buch', ['Buchanan (5)']],
  ['BÛCH', ['Buchanan (5)']],
  ['14', ['1404 near Old Cold Harbor']],
  ['arbor', ['1004 New Cold Harbor', '1404 near Old Cold Harbor']],
  ['hogan chick', ['0303 Hogan']],
  ['v3', ['7 J.R. Anderson']],
  ['of', []],
  ['Grant', []],
])('%j finds %j', (typed, found) => expect(closest(PLACES, typed).map(({ label }) => label)).toEqual(found));

test('those that match alike stay in their order, and nothing typed finds all', () => {
  expect(closest(PLACES, '')).toEqual(PLACES);
  expect(closest(PLACES, 'c').map(({ label }) => label)).toEqual(
    ['1004 New Cold Harbor', '1404 near Old Cold Harbor', '0303 Hogan', 'Buchanan (5)'].filter(
      (label) => label !== '0303 Hogan',
    ),
  );
});

describe('whole orders', () => {
  test('are looked up once in a position, whatever is typed next', () => {
    let asked = 0;
    const counting = otherReview(({ rules }) => {
      const next: typeof rules.next = (...terms) => {
        asked += 1;
        return rules.next(...terms);
      };
      return { rules: { next } };
    });
    const hq = started(counting);
    hq.ada.seats.join('north');
    const typing = (typed: string) => {
      const before = asked;
      return { found: hq.ada.completions.overrule(typed), asked: asked - before };
    };
    const first = typing('zz');
    expect(first.found).toEqual([]);
    expect(first.asked).toBeGreaterThan(250);
    // Nothing agrees with either: the same orders are looked at.
    expect(typing('zzz')).toEqual({ found: [], asked: 0 });
    for (const typed of ['', '23 lovell 1019', '23 lovell 1020']) {
      const { found } = typing(typed);
      expect(found.length).toBeGreaterThan(0);
      expect(typing(typed)).toEqual({ found, asked: 0 });
    }
    // Another position is looked up anew.
    hq.ada.orders.give({ verb: 'move', unit: 'u23', to: '1019' });
    const after = typing('23 lovell');
    expect(after.asked).toBeGreaterThan(0);
    expect(after.found).not.toEqual(typing('22').found);
  });
});
