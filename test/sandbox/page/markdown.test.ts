import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Inline,
  parseInline,
  parseMarkdown,
  plainText,
  relativeTime,
} from '../../../src/sandbox/page/markdown.ts';

const text = (value: string): Inline => ({ t: 'text', text: value });
const names = { nameOf: () => 'Ada', roleOf: () => undefined, channelName: () => 'library' };

describe('inline markdown', () => {
  test.each<[string, Inline[]]>([
    ['**bold**', [{ t: 'strong', inline: [text('bold')] }]],
    ['*a* and _b_', [{ t: 'em', inline: [text('a')] }, text(' and '), { t: 'em', inline: [text('b')] }]],
    ['__under__', [{ t: 'underline', inline: [text('under')] }]],
    ['~~gone~~', [{ t: 'strike', inline: [text('gone')] }]],
    ['||hush||', [{ t: 'spoiler', inline: [text('hush')] }]],
    ['***both***', [{ t: 'strong', inline: [{ t: 'em', inline: [text('both')] }] }]],
    ['*a **b***', [{ t: 'em', inline: [text('a '), { t: 'strong', inline: [text('b')] }] }]],
    ['`a * b *`', [{ t: 'code', text: 'a * b *' }]],
    ['``a`b``', [{ t: 'code', text: 'a`b' }]],
    ['snake_case_name and 2 * 3 * 4', [text('snake_case_name and 2 * 3 * 4')]],
    ['\\*not\\* \\`this\\`', [text('*not* `this`')]],
    ['**open', [text('**open')]],
    ['<@17>', [{ t: 'member', id: '17' }]],
    ['<@!17>', [{ t: 'member', id: '17' }]],
    ['<#17>', [{ t: 'channel', id: '17' }]],
    ['</game start:17>', [{ t: 'command', name: 'game start' }]],
    ['<t:1715000000:R>', [{ t: 'time', seconds: 1715000000, style: 'R' }]],
    ['<t:1715000000>', [{ t: 'time', seconds: 1715000000, style: 'f' }]],
    ['<:star:17>', [{ t: 'emoji', name: 'star' }]],
    ['@everyone', [{ t: 'everyone', text: '@everyone' }]],
  ])('%s', (source, expected) => {
    expect(parseInline(source)).toEqual(expected);
  });

  test('an address is a link up to the stop of the sentence', () => {
    expect(parseInline('See https://example.org/a_b_c.')).toEqual([
      text('See '),
      { t: 'link', url: 'https://example.org/a_b_c', inline: [text('https://example.org/a_b_c')] },
      text('.'),
    ]);
  });

  test('a named link leads to the web or is text', () => {
    const url = 'https://example.org/x_(y)';
    expect(parseInline(`[here](${url})`)).toEqual([{ t: 'link', url, inline: [text('here')] }]);
    expect(parseInline('[here](javascript:alert(1))')).toEqual([text('[here](javascript:alert(1))')]);
  });
});

describe('blocks', () => {
  test('headings, subtext, quote, code, paragraph', () => {
    const blocks = parseMarkdown('# One\n-# small\n> said\n>\n> twice\n```js\nlet a\n```\nplain\nlines');
    expect(blocks).toEqual([
      { t: 'heading', level: 1, inline: [text('One')] },
      { t: 'subtext', inline: [text('small')] },
      { t: 'quote', blocks: [{ t: 'paragraph', inline: [text('said\n\ntwice')] }] },
      { t: 'fence', text: 'let a' },
      { t: 'paragraph', inline: [text('plain\nlines')] },
    ]);
  });

  test('lists within lists', () => {
    const [list] = parseMarkdown('- a\n  1. b\n  2. c\n- d');
    expect(list).toMatchObject({
      t: 'list',
      ordered: false,
      items: [{ lists: [{ ordered: true, start: 1, items: [{}, {}] }] }, { inline: [text('d')], lists: [] }],
    });
  });

  test('>>> quotes all that follows', () => {
    expect(parseMarkdown('>>> a\nb')).toEqual([{ t: 'quote', blocks: [{ t: 'paragraph', inline: [text('a\nb')] }] }]);
  });

  test('an open fence is text', () => {
    expect(parseMarkdown('```js\nlet a')).toEqual([{ t: 'paragraph', inline: [text('```js\nlet a')] }]);
  });
});

describe('plain text', () => {
  test('names people and places, keeps spoilers, drops marks', () => {
    expect(plainText('**Hear** <@1>: see <#2>, ||hush||\n- one\n- two', names)).toBe(
      'Hear @Ada: see #library, spoiler one; two',
    );
  });

  test('names roles', () => {
    const roleOf = (id: string) => (id === '7' ? { name: 'Staff' } : undefined);
    expect(plainText('<@&7> and <@&8>', { ...names, roleOf })).toBe('@Staff and @unknown role');
  });

  test('anything at all can be read', () => {
    const marks = fc.constantFrom('\n', '> ', '- ', ' ', ...'* ** _ __ ~~ || ` ``` [ ]( ) < > \\ a'.split(' '));
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
        expect(typeof plainText(parts.join(''), names)).toBe('string');
      }),
    );
  });

  test('text without marks comes back as it was', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z,;:'?!]{1,40}$/), (source) => {
        fc.pre(!source.includes('://'));
        expect(plainText(source, names)).toBe(source);
      }),
    );
  });
});

test.each([
  [0, 'now'],
  [1, 'in 1 second'],
  [59, 'in 59 seconds'],
  [60, 'in 1 minute'],
  [15 * 60 - 1, 'in 15 minutes'],
  [14 * 60 + 29, 'in 14 minutes'],
  [44 * 60, 'in 44 minutes'],
  [50 * 60, 'in 1 hour'],
  [21.4 * 3600, 'in 21 hours'],
  [23 * 3600, 'tomorrow'],
  [7 * 86_400 - 30, 'in 7 days'],
  [-90, '1 minute ago'],
])('%i seconds from now is "%s"', (seconds, words) => {
  const now = new Date('2026-05-05T12:00:00Z');
  expect(relativeTime(new Date(now.getTime() + seconds * 1000), now)).toBe(words);
});
