import { describe, expect, test } from 'vitest';
import { closest, theOne } from '../../src/host/base/fuzzy-match.ts';
import { ORDER_ANSWERS } from '../../src/host/base/order-words.ts';
import type { Library } from '../../src/host/index.ts';
import { otherReview, WITH_REVIEW } from '../games/grand-review.ts';
import { buttons, by, type Headquarters, headquarters, labels, type Member, said } from './fixture.ts';

/** What options complete to, and what is meant by what was typed, in a game with forty units and thirty fields. */

function started(library: Library = WITH_REVIEW): Headquarters {
  const hq = headquarters({ library });
  hq.ada.games.start('grand-review', null);
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

describe('an option', () => {
  const complete = ({ bo }: Headquarters, draft: Record<string, string | string[]>, slot: string, typed = '') =>
    bo.completions.order(draft, slot, typed);

  test('completes to what is asked after what is filled in already, by value or by name', () => {
    const hq = started();
    for (const unit of ['u7', '7 griffin', '7'])
      expect(complete(hq, { verb: 'move', unit }, 'to', 'new cold')).toEqual([
        { label: '1004 New Cold Harbor · 4 of 6', value: '1004' },
      ]);
    expect(complete(hq, { verb: 'move' }, 'unit')).toHaveLength(25);
  });

  test('of several lists those named before, and none of them twice', () => {
    const [first] = complete(started(), { verb: 'detail' }, 'units', '7 Griffin, u8, 9');
    expect(first).toEqual({ label: '7 Griffin, 8 Lovell, 9 Warren', value: 'u7,u8,u9' });
    const all = Array.from({ length: 30 }, (_, n) => `u${n + 1}`).join(', ');
    expect(complete(started(), { verb: 'detail' }, 'units', `${all}, `)).toEqual([
      { label: ORDER_ANSWERS.noRoom, value: '-' },
    ]);
  });

  test('says why there is nothing to complete', () => {
    const hq = started();
    expect(complete(hq, { verb: 'move' }, 'to')).toEqual([{ label: 'First: Which unit?', value: '-' }]);
    expect(complete(hq, { verb: 'move' }, 'leader')).toEqual([
      { label: 'Grand Review doesn’t use this. Leave it empty.', value: '-' },
    ]);
    hq.bo.orders.give({
      verb: 'detail',
      units: Array.from({ length: 40 }, (_, n) => `u${n + 1}`),
      task: 'wood',
    });
    expect(complete(hq, { verb: 'done' }, 'sure')).toEqual([
      { label: 'This isn’t needed here. Leave it empty.', value: '-' },
    ]);
    expect(hq.cy.completions.order({ verb: 'move' }, 'unit', '')).toMatchObject([{ value: '-' }]);
  });
});

describe('whole orders', () => {
  test('are found by their words among thousands, and given over the council’s head as they were listed', () => {
    const hq = started();
    hq.ada.seats.join('north');
    const found = hq.ada.completions.overrule('23 lovell 1019');
    expect(found).toEqual([{ label: '23 Lovell to 1019', value: '{"to":"1019","unit":"u23","verb":"move"}' }]);
    expect(hq.ada.completions.overrule('')).toHaveLength(25);
    expect(hq.ada.orders.overrule(found[0]?.value ?? '').text).toContain('23 Lovell marches to 1019');
    expect(hq.ada.orders.overrule('24 Warren to 1020').text).toContain('24 Warren marches to 1020');
    for (const forged of [
      '{"verb":"move","unit":"u23","to":"1019"}',
      '{"verb":"move"',
      '{"verb":["move"]}',
      '{}',
      'null',
    ])
      expect(hq.ada.orders.overrule(forged).text).toContain('That order isn’t possible now.');
  });

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

describe('a ballot', () => {
  const voting = (options: Record<string, string> = {}) => {
    const hq = started();
    for (const member of ['Ada', 'Dee'] as const) hq.host.seats.join(by(member), 'north');
    hq.ada.council.set({ mode: 'vote', quorum: '4', secret: 'false', ...options }, {});
    const vote = (member: Member, unit: string) =>
      said(hq.host.orders.give(by(member), { verb: 'move', unit, to: '1004' }, null, 'It is cool there'));
    return { ...hq, vote };
  };

  test('on one of thousands of orders takes votes by command, and offers what has votes to join in', () => {
    const { vote, dee, ada } = voting();
    vote('Bo', 'u7');
    vote('Dee', 'u7');
    vote('Ada', 'u9');
    const map = dee.maps.forChannel();
    expect(map.cards[0]?.text).toContain('**2** · 7 Griffin to 1004');
    expect(labels(map).slice(0, 4)).toEqual([
      '7 Griffin to 1004 · 2 votes',
      '9 Warren to 1004 · 1 vote',
      'My vote',
      'Vote for an order',
    ]);
    const [join] = buttons(map);
    if (join?.press.do !== 'order') throw new Error('No order');
    ada.orders.give(join.press.order, join.press.point);
    expect(dee.maps.forChannel().cards[0]?.text).toContain('**3** · 7 Griffin to 1004');
  });

  test('that is sealed shows none of it, nor what choices mean', () => {
    const { vote, dee, bo } = voting({ sealed: 'true' });
    vote('Bo', 'u7');
    const map = dee.maps.forChannel();
    expect(labels(map).slice(0, 2)).toEqual(['My vote', 'Vote for an order']);
    expect(map.menu?.choices.slice(0, 24).every(({ hint }) => hint === undefined)).toBe(true);
    expect(bo.completions.order({ verb: 'move', unit: 'u8' }, 'to', '1004')).toEqual([
      { label: '1004 New Cold Harbor', value: '1004' },
    ]);
  });
});
