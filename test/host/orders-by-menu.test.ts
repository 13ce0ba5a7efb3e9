import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writePress } from '../../src/discord/outbound/button-routes.ts';
import { ask, walkToOrder } from '../../src/game/index.ts';
import type { Reply } from '../../src/host/index.ts';
import type { GameTable } from '../../src/host/table/game-tables.ts';
import { draftPath, fitsInId, pathCode, readPathCode } from '../../src/host/table/order-wizard.ts';
import { GRAND_REVIEW, otherReview, WITH_REVIEW } from '../games/grand-review.ts';
import { chosen, pressed } from './by-press.ts';
import { type Headquarters, headquarters, labels } from './fixture.ts';

/** Orders put together by lists and buttons in a game of forty units a side. Bo leads the North, Cy the South. */

function started(library = WITH_REVIEW): Headquarters & { readonly opening: Reply } {
  const hq = headquarters({ library });
  hq.ada.games.start({ systemId: 'grand-review' });
  hq.bo.seats.join('north');
  hq.cy.seats.join('south');
  return { ...hq, opening: hq.dee.maps.forChannel() };
}

/** Asks for an order of a kind, from the map on. */
function asked(hq: Headquarters & { readonly opening: Reply }, verb: string): Reply {
  return chosen(hq, 'Bo', pressed(hq, 'Bo', hq.opening, 'Other orders'), [verb]);
}

describe('under a map', () => {
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

describe('what is pressed late or by hand', () => {
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
  expect(fitsInId({ units: steps.at(-1)?.value ?? '' })).toBe(false);
  const marks = { question: steps[1]?.question as never, values: ['u40'] };
  expect(readPathCode(table, 'north', pathCode(steps.slice(0, 1), marks))).toEqual({
    draft: { verb: 'detail' },
    marked: ['u40'],
  });
});

test('a picture is made once it is drawn or described, and then once', async () => {
  let made = 0;
  const library = otherReview(({ pictures }) => {
    const picture: typeof pictures.picture = (...given) => {
      made += 1;
      return pictures.picture(...given);
    };
    return { pictures: { picture } };
  });
  const hq = headquarters({ library });
  hq.ada.games.start({ systemId: 'grand-review' });
  const { drawing } = hq.bo.maps.forChannel('1001');
  expect(made).toBe(0);
  await drawing?.png();
  expect([drawing?.alt, made]).toEqual(['The parade ground from 1001. ', 1]);
});
