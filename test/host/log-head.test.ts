import { expect, test } from 'vitest';
import type { Json, Order } from '../../src/game/index.ts';
import { readReplay } from '../../src/host/afterwards/replay-file/replay-report.ts';
import { digestsOf, type ExportedGame, type Undigested } from '../../src/host/afterwards/replay-file/replay-schema.ts';
import { chainAfter, headOf, headsIn } from '../../src/host/table/game-secret.ts';
import { type Exporting, exporting } from './exporting.ts';
import { LIBRARY } from './fixture.ts';

/** A set-up in secret, with everything that was posted of it. */
function setUp(): { readonly table: Exporting; readonly posts: string; readonly file: ExportedGame } {
  const table = exporting('wilderness');
  table.bo.seats.join('union');
  table.cy.seats.join('confederate');
  const posts: string[] = [];
  const give = (who: 'Bo' | 'Cy', order: Order) => {
    const answer = table.member(who).orders.give(order, null, null);
    posts.push(answer.channelReply?.text ?? answer.text);
  };
  const hexesFor = (unit: string) =>
    table.bo.completions.order({ verb: 'place', unit }, 'hex', '').map(({ value }) => value);
  for (const unit of ['u-v', 'u-vi', 'u-dummy-1']) {
    const [hex] = hexesFor(unit);
    give('Bo', { verb: 'place', unit, hex: hex ?? '' });
  }
  give('Bo', { verb: 'done' });
  give('Cy', { verb: 'done' });
  table.ada.games.abandon(null);
  return { table, posts: posts.join('\n'), file: table.exported() };
}

const { posts, file } = setUp();

function checked(game: ExportedGame, messages: string) {
  const { digests: _, ...rest } = game;
  const whole = { ...rest, digests: digestsOf(rest as unknown as Undigested) };
  const { paragraphs, well } = readReplay(
    Buffer.from(`${JSON.stringify(whole as unknown as Json, null, 2)}\n`),
    LIBRARY,
    messages,
  );
  return { words: paragraphs.map(({ text }) => text).join('\n'), well };
}

test('each post of a game that hides something carries the head of its log, and all of them belong to the file', () => {
  expect(headsIn(posts, file.game).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  const { words, well } = checked(file, posts);
  expect(well, words).toBe(true);
  expect(words).toContain('5 sealed logs in the posts match this log.');
  expect(words).toMatch(/No counter was swapped: all \d+ /);
});

test('no post says what stands face down', () => {
  for (const hidden of ['u-v', 'V Corps', 'VI in', 'Dummy']) expect(posts).not.toContain(hidden);
});

test('two counters swapped afterwards are found, and the order is named, however well the file is made', () => {
  const swapped = { 'u-v': 'u-vi', 'u-vi': 'u-v' } as const;
  const log = file.log.map((entry) => {
    if (entry.kind !== 'order' || entry.order?.verb !== 'place') return entry;
    const unit = swapped[entry.order.unit as 'u-v'] ?? entry.order.unit;
    const name = entry.order.unit === 'u-v' ? 'VI' : entry.order.unit === 'u-vi' ? 'V' : null;
    return {
      ...entry,
      order: { ...entry.order, unit },
      said: name === null ? entry.said : entry.said.replace(/\bVI?\b/, name),
    };
  });
  expect(checked({ ...file, log }, posts).words).toContain(
    'The sealed log posted for entry 1 doesn’t match this log. One of these was changed: entry 0 or entry 1 (union: places VI Corps',
  );
  // The entries before it fit.
  const later = file.log.map((entry, seq) => (seq === 3 ? (log[3] as typeof entry) : entry));
  const third = later.map((entry) =>
    entry.seq === 3 && entry.kind === 'order' ? { ...entry, order: { verb: 'done' }, said: 'ends the phase' } : entry,
  );
  expect(checked({ ...file, log: third }, posts).words).toContain('Entry 3 (union: ends the phase) was changed.');
});

test('a forged post beside a genuine one is found, and no entry is blamed for it', () => {
  const [, mark = ''] = posts.match(new RegExp(`(${file.game}/2/[0-9a-f]+)`)) ?? [];
  const forged = mark.replace(/[0-9a-f]+$/, (head) => [...head].reverse().join(''));
  const { words, well } = checked(file, `${posts}\n${forged}`);
  expect(well).toBe(false);
  expect(words).toMatch(/entry 2 doesn’t match this log; another one for the same entry does/);
  expect(words).not.toContain('was changed');
});

test('a deal that is changed afterwards is not what the secret gives', () => {
  const log = file.log.map((entry) => {
    if (entry.kind !== 'start') return entry;
    const throws = entry.throws.map((one) =>
      one.kind === 'shuffle' && one.purpose.endsWith(' counters')
        ? { ...one, deal: [...(one.deal ?? [])].reverse() }
        : one,
    );
    return { ...entry, throws };
  });
  expect(checked({ ...file, log }, '').words).toMatch(/“union counters” has card \d+ in place 1, but the sealed /);
});

test('a head binds every order before it, and nothing else', () => {
  const done = {
    kind: 'order',
    seat: 'union',
    order: { verb: 'done' },
    throws: [],
    reason: null,
    ballot: null,
  } as const;
  const one = chainAfter('', done);
  expect(chainAfter('', { ...done, reason: 'because' })).toBe(one);
  expect(chainAfter('', { ...done, seat: 'confederate' })).not.toBe(one);
  expect(chainAfter(one, { kind: 'abandon' })).toBe(one);
  expect(chainAfter(one, { kind: 'undo', takesBack: 1 })).not.toBe(one);
  const game = { id: 'abcdefghjk', secret: '00'.repeat(32) };
  expect(headOf(game, 1, one)).not.toBe(headOf({ ...game, secret: '11'.repeat(32) }, 1, one));
  expect(headsIn(`x abcdefghjk/1/${headOf(game, 1, one)} y abcdefghjm/1/${'0'.repeat(32)}`, game.id)).toHaveLength(1);
});
