import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packed, textPages } from '../../src/host/base/wording.ts';
import type { Reply } from '../../src/host/index.ts';
import { otherReview, WITH_REVIEW } from '../games/grand-review.ts';
import { chosen, pressed } from './by-press.ts';
import { type Headquarters, headquarters, labels } from './fixture.ts';

/** Maps that show a part, and texts of more than a message. */

function started(library = WITH_REVIEW): Headquarters {
  const hq = headquarters({ library });
  hq.ada.games.start('grand-review', null);
  hq.bo.seats.join('north');
  return hq;
}

describe('a close look', () => {
  test('is had for oneself, where it matters most, elsewhere, and with what is shown on demand', () => {
    const hq = started();
    const close = pressed(hq, 'Bo', hq.dee.maps.forChannel(), 'Zoom in');
    expect(close).toMatchObject({
      to: 'member',
      text: '**1001 Mill Lot**\n-# `/map at:` finds any place by its name or its hex.',
      replaces: true,
    });
    expect(close.drawing?.alt).toBe('The parade ground from 1001. ');
    expect(close.menu?.choices.slice(0, 3)).toEqual([
      { value: 'all', label: 'The whole map' },
      { value: '1001', label: '1001 Mill Lot', hint: 'dry', marked: true },
      { value: '1002', label: '1002 Orchard', hint: 'dry' },
    ]);
    expect(labels(close)).toEqual(['Whole map', 'In words', 'Shade', 'Dust']);
    const shaded = pressed(hq, 'Bo', close, 'Shade');
    expect(shaded.drawing?.alt).toBe('The parade ground from 1001. shade');
    expect(labels(shaded)).toEqual(['Whole map', 'In words', 'Without: Shade', 'Dust']);
    const other = chosen(hq, 'Bo', shaded, ['1003']);
    expect(other.drawing?.alt).toBe('The parade ground from 1003. shade');
    expect(pressed(hq, 'Bo', other, 'In words').text).toBe('**1003 Cold Meadow**\nHere: nobody.');
    expect(pressed(hq, 'Bo', other, 'Whole map').drawing?.alt).toBe('The parade ground from all. shade');
  });

  test('is posted for all by the command, by a name as one types it', () => {
    const { dee, bo } = started();
    expect(dee.maps.forChannel('orchard', 'dust, Shade')).toMatchObject({
      to: 'channel',
      drawing: { alt: 'The parade ground from 1002. dust shade' },
    });
    expect(dee.maps.forChannel('The whole map').drawing?.alt).toBe('The parade ground from all. ');
    expect(dee.maps.forChannel().drawing?.alt).toBe('The parade ground from where it matters. ');
    expect(dee.maps.forChannel('Gettysburg')).toMatchObject({
      to: 'member',
      text: expect.stringContaining('no such place'),
    });
    expect(dee.maps.forChannel(null, 'mud')).toMatchObject({
      to: 'member',
      text: expect.stringContaining('can’t show that'),
    });
    expect(dee.maps.inWords('1002').text).toBe('**1002 Orchard**\nHere: nobody.');
    expect(bo.maps.forMember('1002').drawing?.alt).toContain('from 1002');
  });

  test('completes to places and to what can be shown, the whole field first', () => {
    const { dee } = started();
    expect(dee.completions.places('').slice(0, 2)).toEqual([
      { value: 'all', label: 'The whole map' },
      { value: '1001', label: '1001 Mill Lot · dry' },
    ]);
    expect(dee.completions.places('1017')).toEqual([{ value: '1017', label: '1017 Orchard · dry' }]);
    expect(dee.completions.overlays('du')).toEqual([{ value: 'dust', label: 'Dust · Where it is not' }]);
    expect(dee.completions.overlays('dust, s')).toEqual([{ value: 'dust,shade', label: 'dust, Shade' }]);
  });

  test('shows two overlays at most', () => {
    const { ada, dee } = headquarters();
    ada.games.start('road-to-richmond', null);
    expect(dee.maps.forChannel(null, 'control, range, control').to).toBe('channel');
    const refused = dee.maps.forChannel(null, 'control, range, sight');
    expect(refused).toMatchObject({ to: 'member', text: expect.stringContaining('two'), drawing: null });
    expect(dee.completions.overlays('control, range, s')).toMatchObject([{ value: '-' }]);
  });

  test('is not offered where the map is one picture', () => {
    const hq = headquarters();
    hq.ada.games.start('overland', null);
    expect(labels(hq.dee.maps.forChannel())).not.toContain('Zoom in');
    expect(hq.dee.maps.forChannel('Richmond')).toMatchObject({
      to: 'member',
      text: expect.stringContaining('one picture'),
    });
    expect(hq.dee.completions.places('')).toMatchObject([{ value: '-' }]);
    expect(hq.dee.maps.closeUp('campaign01', null, null).drawing).toBeNull();
    expect(hq.dee.maps.units().text).toContain('no list of units');
    expect(hq.dee.maps.closeUp('campaign99', null, null).text).toContain('no longer played in this channel');
  });
});

describe('what is longer than a message', () => {
  const leafed = (hq: Headquarters, first: Reply): string[] => {
    const pages = [first];
    while (labels(pages.at(-1) as Reply).includes('More …'))
      pages.push(pressed(hq, 'Bo', pages.at(-1) as Reply, 'More'));
    for (const { text, to } of pages) expect([text.length <= 2000, to]).toEqual([true, 'member']);
    return pages.map(({ text }) => text);
  };

  test('the units, those of one’s own side first', () => {
    const hq = started();
    hq.cy.seats.join('south');
    const pages = leafed(hq, hq.bo.maps.units());
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[0]).toMatch(/^\*\*North\*\*\n1 Buchanan, of the Second Corps: in camp\n/);
    expect(pages.join('\n').match(/\d+ [A-Z][a-z]+, of the/g)).toHaveLength(80);
    expect(hq.cy.maps.units().text).toMatch(/^\*\*South\*\*/);
  });

  test('the rules, and back', () => {
    const hq = started();
    const first = hq.bo.help.rules('parade');
    const pages = leafed(hq, first);
    expect(pages.join('\n').match(/\*\*\[\d+\]\*\*/g)).toHaveLength(80);
    expect(pressed(hq, 'Bo', pressed(hq, 'Bo', first, 'More'), 'Earlier').text).toBe(first.text);
    expect(first.menu).not.toBeNull();
  });

  test('the position in words', () => {
    const hq = started();
    for (let unit = 1; unit <= 40; unit++) hq.bo.orders.give({ verb: 'move', unit: `u${unit}`, to: '1001' });
    expect(
      leafed(hq, hq.bo.maps.inWords())
        .join('\n')
        .match(/stands in 1001/g),
    ).toHaveLength(40);
  });

  test('is cut between lines, then between words, and nothing of it is lost', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '⚔️', '😀'), maxLength: 60 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 8, max: 80 }), (lines, longest) => {
        const text = lines.join('\n');
        for (const pages of [textPages(text, longest), packed(lines, longest)]) {
          expect(pages.every((page) => page.length <= longest)).toBe(true);
          expect(pages.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
          expect(pages.every((page) => !/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(page))).toBe(true);
        }
      }),
    );
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
  const { drawing } = started(library).bo.maps.forChannel('1001');
  expect(made).toBe(0);
  await drawing?.png();
  expect([drawing?.alt, made]).toEqual(['The parade ground from 1001. ', 1]);
});
