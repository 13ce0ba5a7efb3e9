import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writePress } from '../../src/discord/outbound/button-routes.ts';
import { ask, walkToOrder } from '../../src/game/index.ts';
import type { Reply } from '../../src/host/index.ts';
import type { GameTable } from '../../src/host/table/game-tables.ts';
import { draftPath, isShort, pathCode, readPathCode } from '../../src/host/table/order-wizard.ts';
import { GRAND_REVIEW, otherReview, WITH_REVIEW } from '../games/grand-review.ts';
import { chosen, filled, pressed } from './by-press.ts';
import { type Headquarters, headquarters, labels } from './fixture.ts';

/** Orders put together by lists and buttons in a game of forty units a side. Bo leads the North, Cy the South. */

function started(library = WITH_REVIEW): Headquarters & { readonly opening: Reply } {
  const hq = headquarters({ library });
  hq.ada.games.start('grand-review', null);
  hq.bo.seats.join('north');
  hq.cy.seats.join('south');
  return { ...hq, opening: hq.dee.maps.forChannel() };
}

/** Asks for an order of a kind, from the map on. */
function asked(hq: Headquarters & { readonly opening: Reply }, verb: string): Reply {
  return chosen(hq, 'Bo', pressed(hq, 'Bo', hq.opening, 'Other orders'), [verb]);
}

const listed = (answer: Reply) => (answer.menu?.choices ?? []).map(({ value }) => value);
const marked = (answer: Reply) => (answer.menu?.choices ?? []).flatMap(({ value, marked: is }) => (is ? [value] : []));

describe('under a map', () => {
  test('stand a button for other orders, ways to look closer, and a list for the first verb with several choices', () => {
    const { opening } = started();
    expect(opening.rows.map((row) => row.map(({ label }) => label))).toEqual([
      ['Other orders …'],
      ['Zoom in', 'Whole map', 'Units', 'In words', 'More …'],
    ]);
    expect(opening.menu).toMatchObject({ prompt: 'Move a unit: Which unit?', least: 1, most: 1 });
    expect(listed(opening)).toEqual([...Array.from({ length: 24 }, (_, n) => `u${n + 1}`), '…']);
    expect(opening.menu?.choices.at(-1)).toMatchObject({ label: 'More …', hint: '16 more to choose from' });
  });

  test('stands what is to be done, under how things stand', () => {
    const hq = started();
    hq.bo.orders.give({ verb: 'detail', units: ['u1', 'u2', 'u3'], task: 'roads' });
    for (const answer of [hq.dee.maps.forChannel(), hq.bo.maps.forMember()])
      expect(answer.text).toMatch(/Turn 1 of 4\.\n- On a task: 3/);
    expect(hq.dee.maps.inWords().text).toContain('- On a task: 3');
  });

  test('what has been told at length is shortened, and how things stand is not', () => {
    const told = Array.from({ length: 60 }, (_, n) => `Sentence ${n} of a long story that nobody reads.`).join('\n');
    const words = { orderWords: { describe: () => told }, eventWords: { tell: () => told } };
    const { text } = started(otherReview(() => words)).bo.orders.give({ verb: 'cheer', for: ['wood'] });
    expect(text.length).toBeLessThanOrEqual(2000);
    expect(text).toContain('see `/log`.');
    expect(text).toContain('Turn 1 of 4.');
  });
});

describe('a list that is too long for one page', () => {
  test('is leafed through, every choice on one page of it', () => {
    const hq = started();
    const rest = chosen(hq, 'Bo', hq.opening, ['…']);
    expect(rest).toMatchObject({ to: 'member', replaces: true });
    expect(listed(rest)).toEqual(Array.from({ length: 16 }, (_, n) => `u${n + 25}`));
    const first = pressed(hq, 'Bo', rest, 'Earlier');
    expect([...listed(first), ...listed(rest)]).toEqual(Array.from({ length: 40 }, (_, n) => `u${n + 1}`));
    expect(listed(pressed(hq, 'Bo', first, 'More'))).toEqual(listed(rest));
  });

  test('of several marks page by page, and goes on with as many as are wanted', () => {
    const hq = started();
    const first = asked(hq, 'detail');
    expect(first.menu).toMatchObject({ least: 0, most: 24 });
    expect(labels(first)).toEqual(['More …', 'Type a name …', 'Start again']);
    const one = chosen(hq, 'Bo', first, ['u9']);
    expect(one.text).toContain('Choose 2 to 40. Chosen so far: 9 Warren.');
    expect(labels(one)).toEqual(['More …', 'Type a name …', 'Start again']);
    const more = chosen(hq, 'Bo', pressed(hq, 'Bo', one, 'More'), ['u40', 'u33']);
    expect(marked(more)).toEqual(['u33', 'u40']);
    const again = pressed(hq, 'Bo', more, 'Earlier');
    expect(marked(again)).toEqual(['u9']);
    // What a page is answered with is all that is marked on it.
    const changed = chosen(hq, 'Bo', again, ['u2', 'u3']);
    const task = pressed(hq, 'Bo', changed, 'Continue with 4');
    expect(task.text).toBe(
      '**Detail units · 2 Griffin, 3 Lovell, 33 Lovell, 40 Anderson**\n**4 units** are enough for any of these.\nWhat for?',
    );
    expect(labels(task)).toEqual(['Back', 'Start again']);
    expect(listed(pressed(hq, 'Bo', task, 'Back'))).toContain('u1');
    chosen(hq, 'Bo', task, ['wood']);
    expect(hq.store.entries('campaign01').at(-1)).toMatchObject({
      order: { verb: 'detail', units: ['u2', 'u3', 'u33', 'u40'], task: 'wood' },
    });
  });

  test('of several marks what is typed too: one or several names; of names that are shared it lists those', () => {
    const hq = started();
    const typed = (answer: Reply, text: string) => filled(hq, 'Bo', pressed(hq, 'Bo', answer, 'Type a name'), text);
    const first = chosen(hq, 'Bo', asked(hq, 'detail'), ['u9']);
    const two = typed(first, '40 Anderson, 3 Lovell');
    expect(two.text).toContain('Chosen so far: 3 Lovell, 9 Warren, 40 Anderson.');
    expect(marked(two)).toEqual(['u3', 'u9']);
    const lovells = typed(two, '2 Griffin; Lovell');
    expect(listed(lovells)).toEqual(expect.arrayContaining(['u3', 'u33']));
    expect(listed(lovells).length).toBeLessThan(25);
    expect(labels(lovells)).toEqual(['Whole list', 'Type a name …', 'Continue with 4', 'Start again']);
    const more = chosen(hq, 'Bo', lovells, ['u3', 'u33']);
    expect(more.text).toContain('Chosen so far: 2 Griffin, 3 Lovell, 9 Warren, 33 Lovell, 40 Anderson.');
    expect(marked(pressed(hq, 'Bo', lovells, 'Whole list'))).toEqual(['u2', 'u3', 'u9']);
    expect(pressed(hq, 'Bo', more, 'Continue with 5').text).toContain('What for?');
    const nobody = typed(more, 'Xerxes');
    expect(nobody.text).toContain('Chosen so far: 2 Griffin,');
    expect(listed(nobody)).toHaveLength(24);
  });

  test('of at most one goes on with what is chosen, and has a button for nobody', () => {
    const more = Array.from({ length: 30 }, (_, n) => ({ value: `task ${n}` }));
    const library = otherReview(({ rules }) => {
      const next: typeof rules.next = (state, seat, draft) => {
        const asked = rules.next(state, seat, draft);
        if (asked.complete || asked.question.slot !== 'for') return asked;
        const { choices } = asked.question;
        return ask({ ...asked.question, choices: [...choices, ...more], several: { least: 0, most: 1 } });
      };
      return { rules: { next } };
    });
    const hq = started(library);
    const cheer = asked(hq, 'cheer');
    expect(cheer.menu).toMatchObject({ least: 1, most: 1 });
    expect(cheer.text).not.toContain('Choose');
    expect(labels(cheer)).toEqual(['More …', 'Type a name …', 'None', 'Start again']);
    expect(pressed(hq, 'Bo', cheer, 'None').text).toContain('Cheers for nobody');
    chosen(hq, 'Bo', asked({ ...hq, opening: hq.dee.maps.forChannel() }, 'cheer'), ['wood']);
    expect(hq.store.entries('campaign01').at(-1)).toMatchObject({ order: { verb: 'cheer', for: ['wood'] } });
  });
});

describe('an order that is typed', () => {
  test('and lacks something is asked for the rest, its writer alone', () => {
    const hq = started();
    const typed = hq.bo.orders.give({ verb: 'move', unit: '7 GRIFFIN' });
    expect(typed).toMatchObject({ to: 'member', text: '**Move a unit · 7 Griffin**\nWhere to?' });
    chosen(hq, 'Bo', typed, ['1002']);
    expect(hq.store.entries('campaign01').at(-1)).toMatchObject({ order: { unit: 'u7', to: '1002' } });
    expect(hq.bo.orders.give({ verb: 'move' }).menu?.prompt).toBe('Which unit? (1–24 of 39)');
  });

  test('takes a word that only one thing begins with', () => {
    const hq = started();
    expect(hq.bo.orders.give({ verb: 'move', unit: '17' }).text).toContain('17 Griffin');
    expect(hq.bo.orders.give({ verb: 'move', unit: 'Griffin' })).toMatchObject({ menu: null });
    expect(hq.bo.orders.give({ verb: 'move', unit: 'Sherman' }).text).toBe('No such thing is on parade.');
  });

  test('and cannot be ordered now lists what can', () => {
    const hq = started();
    for (let turn = 0; turn < 11; turn++) hq.bo.orders.give({ verb: 'move', unit: `u${turn + 1}`, to: '1001' });
    const typed = hq.bo.orders.give({ verb: 'detail' });
    expect(typed.text).toBe('`/detail` isn’t possible right now. Choose another order:\nWhat do you order?');
    expect(listed(typed)).toEqual(['move', 'cheer', 'done']);
  });

  test('keeps its reason where it is asked for the rest', () => {
    const hq = started();
    const asked = hq.bo.orders.give({ verb: 'move', unit: '7 Griffin' }, null, 'They are needed there.');
    expect(asked.text).toContain('-# Your reason goes with the order you choose here.');
    expect(chosen(hq, 'Bo', asked, ['1002']).text).toContain('> “They are needed there.”');
    expect(hq.store.entries('campaign01').at(-1)).toMatchObject({ reason: 'They are needed there.' });
  });

  test('whose reason was for another unit gives none to the one that is pressed instead', () => {
    const hq = started();
    hq.bo.orders.give({ verb: 'move', unit: '7 Griffin' }, null, 'They are needed there.');
    chosen(hq, 'Bo', chosen(hq, 'Bo', hq.opening, ['u8']), ['1002']);
    expect(hq.store.entries('campaign01').at(-1)).toMatchObject({ order: { unit: 'u8', to: '1002' }, reason: null });
  });

  test('keeps what was typed for a later question; where that cannot be, it is asked', () => {
    const hq = started();
    const asked = hq.bo.orders.give({ verb: 'move', to: '1002' });
    expect(asked.text).toContain('Which unit?');
    chosen(hq, 'Bo', asked, ['u7']);
    expect(hq.store.entries('campaign01').at(-1)).toMatchObject({ order: { verb: 'move', unit: 'u7', to: '1002' } });
    const other = hq.bo.orders.give({ verb: 'move', to: 'the moon' });
    expect(chosen(hq, 'Bo', other, ['u9']).text).toContain('Where to?');
  });
});

describe('what is pressed late or by hand', () => {
  test('of a map that has moved on is answered with the present one', () => {
    const hq = started();
    const rest = chosen(hq, 'Bo', hq.opening, ['…']);
    hq.bo.orders.give({ verb: 'move', unit: 'u1', to: '1001' });
    for (const late of [chosen(hq, 'Bo', rest, ['u30']), pressed(hq, 'Bo', rest, 'Earlier')])
      expect(late.text).toContain('The game has moved on since that map.');
  });

  test('is refused where the way to a draft is no longer, whatever it is', () => {
    const hq = started();
    const part = fc.tuple(
      fc.constantFrom('', '_', '~'),
      fc.integer({ min: 0, max: 60 }).map((n) => n.toString(36)),
    );
    const way = fc
      .tuple(fc.array(part, { maxLength: 4 }), fc.integer({ min: 0, max: 36 ** 4 - 1 }))
      .map(([parts, check]) => `${parts.map((one) => one.join('')).join('.')}-${check.toString(36)}`);
    fc.assert(
      fc.property(
        way,
        fc.nat(5),
        fc.option(fc.array(fc.constantFrom('u1', 'u30', 'move', '…')), { nil: null }),
        (...given) => {
          const [text, page, values] = given;
          const answer = hq.bo.orders.followPath(text, page, values, { game: 'campaign01', seq: 0 });
          expect([answer.to, answer.text.length > 0]).toEqual(['member', true]);
        },
      ),
      { numRuns: 200 },
    );
    expect(hq.store.lastSeq('campaign01')).toBe(0);
  });
});

test('the way to a draft leads back to it, and fits a button with twenty units', () => {
  const table = {
    system: GRAND_REVIEW,
    position: { state: GRAND_REVIEW.rules.start('standard', undefined as never).state },
  } as unknown as GameTable;
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 8, maxLength: 60 }), (luck) => {
      let at = 0;
      const pick = (count: number) => (luck[at++ % luck.length] as number) % count;
      const order = walkToOrder(GRAND_REVIEW.rules, table.position.state, 'north', pick);
      const { steps } = draftPath(table, 'north', order ?? {});
      for (let length = 0; length <= steps.length; length++) {
        const part = steps.slice(0, length);
        const way = pathCode(part, null);
        const draft = Object.fromEntries(part.map(({ question, value }) => [question.slot, value]));
        expect(readPathCode(table, 'north', way)).toEqual({ draft, marked: null });
        expect(
          writePress({ do: 'go', point: { game: 'k3x9mnpqrs', seq: 9_999_999 }, path: way, page: 99 }).length,
        ).toBeLessThan(100);
      }
    }),
  );
  const { steps } = draftPath(table, 'north', {
    verb: 'detail',
    units: Array.from({ length: 20 }, (_, n) => `u${n + 1}`),
  });
  expect(isShort({ units: steps.at(-1)?.value ?? '' })).toBe(false);
  const marks = { question: steps[1]?.question as never, values: ['u40'] };
  expect(readPathCode(table, 'north', pathCode(steps.slice(0, 1), marks))).toEqual({
    draft: { verb: 'detail' },
    marked: ['u40'],
  });
});
