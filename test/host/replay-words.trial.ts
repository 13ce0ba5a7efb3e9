import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/game/index.ts';
import { textOf } from '../../src/host/afterwards/replay-file/export-game.ts';
import { readReplay } from '../../src/host/afterwards/replay-file/replay-report.ts';
import { paragraph, typesetLines } from '../../src/host/afterwards/replay-file/terminal.ts';
import { type Exporting, exporting } from './exporting.ts';
import { LIBRARY, textIn } from './fixture.ts';
import { campaignBy, campaignOf, forged, foundIn, inspected, leavesOf, withLeaf } from './replaying.ts';

/** What `npm run replay` says. */

const GRANT = { verb: 'attack', leader: 'grant' };
const ESCAPE = '\u001b';
const file = campaignOfOnce();

function campaignOfOnce(): () => string {
  let made: string | null = null;
  return () => {
    made ??= campaignOf(GRANT, GRANT);
    return made;
  };
}

function printed(text: string, colour = false): string {
  return typesetLines(readReplay(Buffer.from(text), LIBRARY).paragraphs, colour);
}

/** The line a text stands in, from 1. */
function lineOf(text: string, what: string): number {
  return text.slice(0, text.indexOf(what)).split('\n').length;
}

describe('what is not written as the bot writes it', () => {
  test.each<[string, (text: string) => string | Uint8Array, string]>([
    ['nothing', () => '', 'Line 1, column 1 (the file): The file is empty.'],
    ['a byte order mark', (text) => `\uFEFF${text}`, 'A byte order mark'],
    [
      'CR and LF',
      (text) => text.replaceAll('\n', '\r\n'),
      'Line 1, column 2 (the file): This line ends with CR and LF.',
    ],
    ['no line feed at the end', (text) => text.trimEnd(), 'The file ends here where the bot writes a line break.'],
    ['more at the end', (text) => `${text}\n`, 'a line break here, after the end of the game.'],
    ['more JSON at the end', (text) => `${text}{}`, '“{” comes after the end of the game.'],
    ['no spaces', (text) => JSON.stringify(JSON.parse(text)), 'Line 1, column 2 (the file): The file has “"” here'],
    ['half of it', (text) => text.slice(0, text.indexOf('"kind": "order"')), 'Line 2'],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'The file is UTF-16. The bot writes UTF-8.'],
    ['Latin-1', (text) => Buffer.from(text.replace('Ada', 'Adä'), 'latin1'), 'is not UTF-8.'],
    [
      'a name twice',
      (text) => text.replace('"format"', '"version": 1,\n  "format"'),
      '“version” appears here a second time.',
    ],
    [
      'a number another way',
      (text) => text.replace('"sides": 6', '"sides": 6.0'),
      'has “.” here where the bot writes “,”.',
    ],
    ['a letter another way', (text) => text.replace('"Ada"', '"\\u0041da"'), 'has “\\” here where the bot writes “A”.'],
    ['a prototype', (text) => text.replace('"format"', '"__proto__"'), 'No part of a game is called “__proto__”.'],
    ['another thing altogether', () => textOf({ name: 'package' }), 'this isn’t a game of Council of War.'],
    ['a later version', (text) => text.replace('"version": 5', '"version": 6'), 'is not 1, 2, 3, 4 or 5'],
    [
      'a new part',
      (text) => text.replace('"game":', '"music": 1,\n  "game":'),
      '“music” (line 15): This copy of Council of War doesn’t know',
    ],
  ])('%s', (_, change, words) => {
    expect(foundIn(change(file()))).toContain(words);
  });

  test('accents another way', () => {
    const table = exporting('overland');
    table.bo.orders.give(GRANT, null, 'Über den Fluß, né');
    table.ada.games.abandon(null);
    const text = textIn(table.ada.log.file());
    expect(foundIn(text)).toBe('');
    expect(foundIn(text.normalize('NFD'))).toMatch(/^Entry 1 \(line \d+\): .* accents .*Unicode NFC/m);
  });
});

test('a changed word is named with its entry, a changed digest as that', () => {
  const told = file().replace('attacks Lee: die', 'attacks Lee; die');
  const line = lineOf(file(), '"seq": 1') - 1;
  expect(foundIn(told)).toContain(`Entry 1 (line ${line}): It was changed`);
  const { digests } = JSON.parse(file());
  const other = (digest: string) => (digest.startsWith('a') ? `b${digest.slice(1)}` : `a${digest.slice(1)}`);
  const swapped = (digest: string) => foundIn(file().replace(`"${digest}"`, `"${other(digest)}"`));
  expect(swapped(digests.log[1])).toMatch(/^The digest of entry 1 \(line \d+\): This digest was changed\./);
  expect(swapped(digests.head.seal)).toMatch(/^The digest of the seal \(line \d+\): This digest was changed\./);
  expect(swapped(digests.fingerprint)).toMatch(/^The fingerprint \(line \d+\): It was changed\./);
});

test('an entry taken out is missed at its place', () => {
  const game = JSON.parse(file());
  game.log.splice(1, 1);
  expect(foundIn(textOf(game as Json))).toMatch(/^Entry 1 .*digests for 4: something was taken out here\.$/m);
});

test('a file without digests is read, and told as not verifiable', () => {
  const { digests: _, whatIf: __, ...old } = JSON.parse(file());
  for (const entry of old.log) if (entry.council) delete entry.council.odds;
  const text = textOf(old as Json);
  expect(foundIn(text)).toBe('');
  expect(printed(text)).toMatch(/^Not verifiable: this file has no digests/m);
  expect(printed(text)).not.toContain('Verified');
  expect(readReplay(Buffer.from(text), LIBRARY).well).toBe(false);
});

describe('a game with secrets', () => {
  function sides(): Exporting {
    const table = exporting('picket-line');
    table.bo.seats.join('union');
    const hand = table.host.completions
      .order(table.as('Bo'), { verb: 'commit' }, 'regiment', '')
      .map(({ value }) => value);
    table.bo.orders.give({ verb: 'commit', regiment: hand[0] ?? '', reserves: [] });
    return table;
  }
  const text = ({ ada }: Exporting) => textIn(ada.log.file());

  test('is verified as far as it is known while it goes on, and wholly when it has ended', () => {
    const table = sides();
    const running = inspected(text(table));
    expect([foundIn(text(table)), running.hides, running.played, running.throws]).toEqual(['', true, false, null]);
    expect(printed(text(table))).toMatch(/can\s+only\s+be\s+checked\s+after/);
    expect(printed(text(table))).toContain('Bo (Union) seals an order.');
    const other = forged(text(table), (game) => Object.assign(game, { startedBy: 'Zed' }));
    expect(foundIn(other)).toMatch(/^Who started it .*Somebody else made the first entry\.$/);
    table.ada.games.abandon(null);
    const ended = inspected(text(table));
    expect([foundIn(text(table)), ended.hides, ended.played, ended.throws]).toEqual(['', false, true, 2]);
  });

  test('is not verified where a card of a shuffle was changed for another', () => {
    const table = sides();
    table.ada.games.abandon(null);
    const found = foundIn(
      forged(text(table), ({ log: [start] }) => {
        const shuffle = start?.kind === 'start' ? start.throws[0] : undefined;
        if (shuffle?.kind !== 'shuffle') throw new Error('Nothing was shuffled');
        const [first = 0, second = 0, ...rest] = shuffle.deal ?? [];
        Object.assign(shuffle, { deal: [second, first, ...rest] });
      }),
    );
    expect(found).toMatch(/^Entry 0, its dice .*“the union deck” has card \d+ in place 1, but the sealed /m);
  });
});

describe('in the terminal', () => {
  test('a campaign can be read from beginning to end', () => {
    for (let seed = 1; seed < 4; seed++) {
      for (const text of Object.values(campaignBy(seed))) {
        const out = printed(text);
        const { log, startedBy } = JSON.parse(text);
        expect(out).toMatch(/^(What if: )?Overland · Standard\n/);
        expect(out).toContain(startedBy);
        for (const { seq } of log) expect(out).toMatch(new RegExp(`^ *${seq}  \\d\\d:\\d\\d  \\S`, 'm'));
        expect(Math.max(...out.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(100);
        expect(out).not.toMatch(/\p{Cc}(?<!\n)|<[@#t]|undefined|\[object|\bnull\b/u);
        expect(out.trimEnd().split('\n').at(-1)).toMatch(/\.$/);
      }
    }
  });

  test('nothing in a file steers it', () => {
    const out = printed(
      forged(file(), (game) => {
        game.startedBy = 'A\u001b[2J\u202eda\u0007';
        if (game.log[0]) game.log[0].told = ['\u001b]0;owned\u0007', 'x'.repeat(3000), '🎲'.repeat(300)];
      }),
    );
    expect(out).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u);
    expect(out).toContain('Not verified');
  });

  test('colours are for terminals alone, and end with their line', () => {
    expect(printed(file())).not.toContain(ESCAPE);
    const coloured = printed(file(), true)
      .split('\n')
      .filter((line) => line.includes(ESCAPE));
    expect(coloured.length).toBeGreaterThan(1);
    for (const line of coloured)
      expect([line.startsWith(`${ESCAPE}[`), line.endsWith(`${ESCAPE}[0m`)]).toEqual([true, true]);
  });

  test('lines are broken at spaces, wide letters count for two, and what follows a lead keeps below it', () => {
    const out = typesetLines([paragraph(`${'word '.repeat(30)}${'漢'.repeat(120)}`, 'plain', '  1  ')], false).split(
      '\n',
    );
    expect(out[0]).toBe(`  1  ${'word '.repeat(19).trim()}`);
    expect(out[1]).toBe(`     ${'word '.repeat(11).trim()}`);
    expect(out.slice(2, 5)).toEqual([`     ${'漢'.repeat(47)}`, `     ${'漢'.repeat(47)}`, `     ${'漢'.repeat(26)}`]);
  });
});

describe('more than any table comes to', () => {
  type Raw = Record<string, Json> & { digests: Record<string, Json>; dataset: { files: Json } };
  const changed = (change: (game: Raw) => void) => {
    const game = JSON.parse(file()) as Raw;
    change(game);
    return textOf(game);
  };
  const many = (count: number) => Array<Json>(count).fill(1);

  test('is not looked at one by one', () => {
    const text = changed(({ dataset }) => {
      dataset.files = { 'map.json': Array.from({ length: 101 }, () => many(4999)) };
    });
    const { count, game } = inspected(text);
    expect([count, game]).toEqual([1, null]);
    expect(foundIn(text)).toContain('column 11 (the rules data, map.json at 99.4');
    expect(foundIn(text)).toContain('longer than any game’s file');
  });

  test('and what is as much as there may be is looked at', () => {
    const { count, game } = inspected(
      changed(({ digests }) => {
        digests.log = many(50_000);
      }),
    );
    expect([count, game]).toEqual([50_000, null]);
  });
});

test('whatever a file holds, its reader gets a sentence, and soon', () => {
  const many = (text: string, times: number) => text.repeat(times);
  const hostile: readonly string[] = [
    many('[', 2e6),
    many('{"a":', 4e5),
    `"${many('x', 4e6)}`,
    many('1', 2e6),
    `[${many('1,', 1e6)}1]`,
    `[${many(`[${many('1,', 4000)}1],`, 500)}1]`,
    many('\n', 2e6),
    many('\u0000', 2e6),
    '{"format": 1e999}',
    forged(file(), ({ log }) => {
      if (log[0]) log[0].told = [many('x', 2e6)];
    }),
    forged(file(), (game) => {
      const [start, ...rest] = game.log;
      const deal = [...Array(1000).keys()];
      const throws = Array.from({ length: 450 }, () => ({ kind: 'shuffle' as const, purpose: 'x', deal }));
      if (start) game.log.splice(0, game.log.length, Object.assign(start, { throws }), ...rest);
    }),
    forged(file(), ({ log }) => {
      const order = log[1];
      if (order?.kind === 'order') Object.assign(order.throws?.[0] ?? {}, { sides: 2 ** 31 });
    }),
  ];
  for (const text of hostile) {
    const { paragraphs, well } = readReplay(Buffer.from(text), LIBRARY);
    expect(well).toBe(false);
    expect(typesetLines(paragraphs, false)).toMatch(/^Not verified: .* wrong with this file\.$/m);
  }
});

/** What docs/promises.md names as what a file alone can't prove, as parts of a file: `*` is any number or name. */
const UNPROVEN = [
  /^about\.\*$/,
  /^log\.\*\.(by|reason)$/,
  /^ballots\.\*\.(openedBy|closed\.by|votes\.\*\.(by|reason))$/,
  /^ballots\.\*\.(proposed\..*|rules\.quorum|voters)$/,
  /^whatIf\.(game|after)$/,
  /^log\.\*\.inherited\..*$/,
];

test('what somebody can change who makes the digests anew is what docs/promises.md names', () => {
  const tried = new Set<string>();
  for (const seed of [0, 1])
    for (const leaf of [campaignBy(seed).ended, campaignBy(seed).whatIf].flatMap(leavesOf)) {
      const name = leaf.path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');
      const [part, index] = leaf.path;
      const entry = part === 'log' && typeof index === 'number' ? JSON.parse(leaf.file).log[index].kind : '';
      // One of each kind is enough: all others are gone through alike.
      if (tried.has(`${name} ${entry}`) || UNPROVEN.some((known) => known.test(name))) continue;
      tried.add(`${name} ${entry}`);
      const { value } = leaf;
      const other = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : 'Zed';
      if (name === 'game' && !leaf.file.includes('"purpose"')) continue;
      const found = foundIn(withLeaf(leaf.file, leaf.path, other));
      expect(found, `${name} ${entry}: ${value}`).not.toBe('');
      // A name that is changed in one place looks as if it had been changed in all others.
      if (part === 'log' && !name.includes('commanders')) expect(found).toMatch(new RegExp(`^Entry ${index}[, ]`));
      if (part === 'ballots') expect(found).toMatch(new RegExp(`^Ballot ${Number(index) + 1}, `));
    }
  expect(tried.size).toBeGreaterThan(100);
});
