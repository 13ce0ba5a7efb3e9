import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameAlone, packed, plainName, textPages } from '../../src/host/base/common-words.ts';
import { clipped, type Host, type Reply, reply } from '../../src/host/index.ts';
import { by, chanceOf, type Headquarters, headquarters, said } from './fixture.ts';

/** What the host says: members' names come out plain, and no text is longer than a message may be. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;

/** Everything that says a member's name. */
function saying(name: string): { readonly answers: Reply[]; readonly host: Host } & Headquarters {
  const hq = headquarters({ file: `${++named}.sqlite`, chance: chanceOf('1864') });
  const { host, ada } = hq;
  const as = (isModerator = true) => by('Bo', { member: { discordId: '200', name }, isModerator });
  const answers = [
    said(host.games.start(as(), { systemId: 'picket-line' })),
    said(host.seats.join(as(), 'union')),
    said(host.games.abandon(as(), null)),
    said(host.games.start(as())),
    said(host.orders.give(as(), GRANT)),
    ada.undo.takeBack(null, true, 'A slip'),
    said(host.orders.give(as(), GRANT)),
    said(host.undo.takeBack(as(), null, true, 'A slip')),
    host.log.page(as(), null, 0),
    said(host.games.abandon(as(), null)),
    host.log.page(as(), null, 0),
  ];
  return { ...hq, answers };
}
let named = 0;

/** Text as Discord shows it, its Markdown escapes and invisible joints gone. */
function shown(text: string): string {
  return text.replace(/\\(.)/gu, '$1').replaceAll('\u200b', '');
}

describe('a member’s name', () => {
  test.each([
    ['Ada', 'Ada'],
    ['*Ada* _the_ ~~great~~', '\\*Ada\\* \\_the\\_ \\~\\~great\\~\\~'],
    ['`rm` ||spoiler||', '\\`rm\\` \\|\\|spoiler\\|\\|'],
    ['@everyone', '@\u200beveryone'],
    ['<@123> <#5> <t:0>', '\\<@\u200b123\\> \\<#5\\> \\<t\\:0\\>'],
    ['[free](https://evil.example)', '\\[free\\](https\\://evil.example)'],
    ['Ada\n# Lovelace\r\n\t-# x', 'Ada # Lovelace -# x'],
    ['back\\slash', 'back\\\\slash'],
    ['\u202eadA\u202c\u2066\u200f', 'adA'],
    ['a\u0000b\u0007', 'ab'],
    ['שרה', 'שרה'],
    ['👨‍👩‍👧 Family', '👨‍👩‍👧 Family'],
    ['', 'Somebody'],
    [' \n ', 'Somebody'],
    ['\u200b\u2060\ufeff', 'Somebody'],
    ['\u202e', 'Somebody'],
  ])('%j', (name, plain) => {
    expect(plainName(name)).toBe(plain);
    expect(shown(plain)).toBe(nameAlone(name));
    const { answers, ada } = saying(name);
    expect(answers[0]?.text).toContain(`started by **${plain}**\n`);
    expect(answers[1]?.text.split('\n')[0]).toBe(`**${plain}** joins the Union.`);
    expect(answers[4]?.text).toMatch(/ orders Grant to attack\.\n/);
    expect(answers[4]?.text.startsWith(`**${plain}** `)).toBe(true);
    expect(answers[5]?.text).toContain(`takes back the last order (**${plain}** orders Grant to attack), with 1 roll.`);
    expect(answers.at(-1)?.text).toContain(` by ${plain}\n**${plain}** starts the game.`);
    expect(ada.verify.completions()[0]?.label).toContain(`Standard, started by ${nameAlone(name)}`.slice(0, 40));
  });
});

describe('a text', () => {
  test('of a member with a name beyond all measure fits a message', () => {
    for (const name of ['*'.repeat(1500), '⚔️'.repeat(900), 'Beauregard '.repeat(400)]) {
      const { answers } = saying(name);
      for (const { text } of answers) {
        expect(text.length).toBeLessThanOrEqual(2000);
        expect(text).toBe(Buffer.from(text, 'utf8').toString('utf8'));
      }
    }
  });

  test('that is too long is cut at a line, and says that it goes on', () => {
    const lines = Array.from({ length: 300 }, (_, number) => `Line ${number} of many`);
    const { text } = reply('member', lines.join('\n'));
    expect(text.length).toBeLessThanOrEqual(2000);
    expect(text.length).toBeGreaterThan(1950);
    const kept = text.split('\n');
    expect(kept.pop()).toBe('…');
    expect(kept).toEqual(lines.slice(0, kept.length));
    expect(reply('member', 'x'.repeat(2000)).text).toBe('x'.repeat(2000));
    expect(reply('member', 'x'.repeat(2001)).text).toBe(`${'x'.repeat(1998)}\n…`);
  });

  test('or a label is never cut through a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (text, longest) => {
        const cut = clipped(text, longest);
        expect(cut.length).toBeLessThanOrEqual(longest);
        expect(cut).toBe(Buffer.from(cut, 'utf8').toString('utf8'));
        if (text.length <= longest) expect(cut).toBe(text);
      }),
    );
  });

  test('of several pages is cut between lines, then between words, and nothing of it is lost', () => {
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
