import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Meaning,
  readPress,
  routeModal,
  routeSelect,
  writeAsking,
  writeChoosing,
  writePress,
} from '../../src/discord/outbound/button-routes.ts';
import type { Draft } from '../../src/game/index.ts';
import type { Asking, Choosing, Host, Press } from '../../src/host/index.ts';

const letters = (from: string, size: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...from), ...size });
const SMALL = 'abcdefghijklmnopqrstuvwxyz0123456789';
const name = fc
  .tuple(letters(SMALL, { minLength: 1, maxLength: 1 }), letters(`${SMALL}-_`, { minLength: 0, maxLength: 20 }))
  .map(([first, rest]) => first + rest);
const point = fc.record({ game: letters(SMALL, { minLength: 10, maxLength: 10 }), seq: fc.nat(9_999_999) });
/** Any code point, half of a pair too. fast-check's own unit `binary` makes a table of a million characters first, which takes seconds. */
const codePoint = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
/** Values of a menu, in any script, with every mark that the ids themselves use. */
const value = fc.oneof(
  name,
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  letters(':=&,*%|/ ?#+é⚔', { minLength: 1, maxLength: 6 }),
  fc.constantFrom('__proto__', 'constructor', '%', 'null'),
);
const draft: fc.Arbitrary<Draft> = fc.dictionary(name, fc.oneof(value, fc.array(value, { maxLength: 4 })), {
  maxKeys: 4,
});
/** The number of a row in the database. */
const row = fc.integer({ min: 1, max: 9_999_999_999 });
const game = point.map((one) => one.game);
/** The path to a draft, as the host writes it. */
const path = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('', '_', '~'), letters(SMALL, { minLength: 1, maxLength: 8 })), { maxLength: 5 }),
    letters(SMALL, { minLength: 1, maxLength: 4 }),
  )
  .map(([parts, check]) => `${parts.map(([kind, digits]) => kind + digits).join('.')}-${check}`);
const page = fc.nat(9_999_999);
const orNone = fc.option(value, { nil: null });
const councilPress: fc.Arbitrary<Press> = fc.oneof(
  fc.record({ do: fc.constant('set' as const), game, setting: name, value: name, sure: fc.boolean() }),
  fc.record({ do: fc.constant('rota' as const), game, join: fc.boolean() }),
  fc.record({ do: fc.constant('join' as const), game, seat: name }),
  fc.record({ do: fc.constant('forget' as const), sure: fc.boolean() }),
  fc.record({
    do: fc.constantFrom('mine' as const, 'reason' as const, 'delete-reason' as const, 'withdraw' as const),
    ballot: row,
  }),
  fc.record({ do: fc.constant('agree' as const), ballot: row, member: row }),
  fc.record({ do: fc.constant('count' as const), ballot: row, sure: fc.boolean() }),
  fc.record({ do: fc.constant('motion' as const), ballot: row, inFavour: fc.boolean() }),
);
const asking: fc.Arbitrary<Asking> = fc.record({ what: fc.constant('reason' as const), ballot: row });
const press: fc.Arbitrary<Press> = fc.oneof(
  councilPress,
  fc.record({
    do: fc.constant('order' as const),
    point,
    order: fc.tuple(draft, value).map(([slots, verb]) => ({ ...slots, verb })),
  }),
  fc.record({ do: fc.constant('ask' as const), point, draft }),
  fc.record({ do: fc.constant('go' as const), point, path, page }),
  fc.record({ do: fc.constant('look' as const), game, at: orNone, overlay: orNone }),
  fc.record({
    do: fc.constant('page' as const),
    of: fc.constantFrom('text' as const, 'units' as const),
    game,
    page,
    at: orNone,
  }),
  fc.record({ do: fc.constant('topic' as const), topic: name, page }),
  fc.record({ do: fc.constant('undo' as const), point, sure: fc.boolean() }),
  fc.record({ do: fc.constant('agree-undo' as const), point, member: row, code: name }),
  fc.record({ do: fc.constant('abandon' as const), point, ask: fc.boolean() }),
  fc.record({ do: fc.constant('start' as const), system: name, variant: name }),
  fc.record({ do: fc.constant('log' as const), game: point.map(({ game }) => game), page: fc.nat(9_999_999) }),
  fc.record({ do: fc.constant('verify' as const), game: point.map(({ game }) => game) }),
  fc.record({ do: fc.constant('answer' as const), problem: row, order: page }),
  fc.record({
    do: fc.constantFrom('problem' as const, 'keep' as const, 'text' as const, 'rules' as const, 'council' as const),
  }),
);
const choosing: fc.Arbitrary<Choosing> = fc.oneof(
  fc.record({ what: fc.constantFrom('topic' as const, 'setting' as const) }),
  fc.record({ what: fc.constant('slot' as const), point, draft, slot: name }),
  fc.record({ what: fc.constant('order' as const), point }),
  fc.record({ what: fc.constant('way' as const), point, path, page }),
  fc.record({ what: fc.constant('place' as const), game, overlay: orNone }),
  fc.record({ what: fc.constant('value' as const), game, setting: name }),
);

/** Written within Discord's 100 characters, or refused as what Discord cannot carry. */
function written<Meaning>(write: (meaning: Meaning) => string, meaning: Meaning): string | null {
  try {
    const id = write(meaning);
    expect(id.length).toBeLessThanOrEqual(100);
    return id;
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return null;
  }
}

describe('a custom id', () => {
  test('is written as it reads', () => {
    const at = { game: 'k3x9mnpqrs', seq: 12 };
    expect(writePress({ do: 'order', point: at, order: { verb: 'attack', leader: 'grant' } })).toBe(
      'order:k3x9mnpqrs:12:verb=attack&leader=grant',
    );
    expect(writePress({ do: 'ask', point: at, draft: {} })).toBe('ask:k3x9mnpqrs:12:');
    expect(writeChoosing({ what: 'slot', point: at, slot: 'from', draft: { verb: 'move', with: ['a', 'b,c'] } })).toBe(
      'pick:k3x9mnpqrs:12:from:verb=move&with*=a,b%2Cc',
    );
    expect(writePress({ do: 'go', point: at, path: '1.4._z8k-0x9f', page: 2 })).toBe(
      'go:k3x9mnpqrs:12:1.4._z8k-0x9f:2',
    );
    expect(writePress({ do: 'look', game: at.game, at: 'cold:harbor', overlay: null })).toBe(
      'look:k3x9mnpqrs:cold%3Aharbor:',
    );
    expect(writeChoosing({ what: 'way', point: at, path: '1.~3-a', page: 0 })).toBe('way:k3x9mnpqrs:12:1.~3-a:0');
    expect(writePress({ do: 'agree', ballot: 12, member: 7 })).toBe('second:12:7');
    expect(writePress({ do: 'count', ballot: 12, sure: false })).toBe('count:12');
    expect(writePress({ do: 'count', ballot: 12, sure: true })).toBe('count:12:sure');
    expect(writePress({ do: 'motion', ballot: 12, inFavour: false })).toBe('motion:12:against');
    expect(writeChoosing({ what: 'value', game: at.game, setting: 'member-days' })).toBe(
      'value:k3x9mnpqrs:member-days',
    );
    expect(writeAsking({ what: 'reason', ballot: 12 })).toBe('reason:12');
  });

  test('means, read back, what was written', () => {
    let carried = 0;
    fc.assert(
      fc.property(press, (meaning) => {
        const id = written(writePress, meaning);
        if (id === null) return;
        expect(readPress(id)).toEqual(meaning);
        carried += 1;
      }),
      { numRuns: 500 },
    );
    expect(carried).toBeGreaterThan(200);
    fc.assert(
      fc.property(choosing, (meaning) => {
        const id = written(writeChoosing, meaning);
        if (id !== null) expect(readChoosing(id)).toEqual(meaning);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(councilPress, asking, (meaning, form) => {
        expect(readPress(writePress(meaning))).toEqual(meaning);
        expect(readAsking(writeAsking(form))).toEqual(form);
      }),
    );
  });

  test('is a RangeError where Discord could not carry it', () => {
    const order = (leader: string): Press => ({
      do: 'order',
      point: { game: 'k3x9mnpqrs', seq: 1 },
      order: { verb: 'attack', leader },
    });
    expect(() => writePress(order('x'.repeat(62)))).not.toThrow();
    expect(() => writePress(order('x'.repeat(63)))).toThrow(RangeError);
    expect(() => writePress(order(''))).toThrow(RangeError);
    expect(() => writePress(order('\ud83d'))).toThrow(RangeError);
  });
});

/** The meaning of a custom id of a menu or a form. */
const meaningOf = (meaning: Meaning | null) => meaning && { what: meaning.name, ...meaning.args };
const readChoosing = (id: string) => meaningOf(routeSelect({} as Host, id, []));
const readAsking = (id: string) => meaningOf(routeModal({} as Host, id, ''));

/** Expects that `id` is either refused or has a meaning that can be written and read again. */
function expectSound(id: string): void {
  const [pressed, chosen, asked] = [readPress(id), readChoosing(id), readAsking(id)];
  const again = pressed && written(writePress, pressed);
  if (again) expect(readPress(again)).toEqual(pressed);
  const menu = chosen && written(writeChoosing, chosen as Choosing);
  if (menu) expect(readChoosing(menu)).toEqual(chosen);
  const form = asked && written(writeAsking, asked as Asking);
  if (form) expect(readAsking(form)).toEqual(asked);
}

describe('a custom id out of somebody’s hand', () => {
  test('is refused or sound, whatever it is', () => {
    const pieces =
      `set mode vote rota join reason second count sure motion for value order ask go way look place pick log topic
      k3x9mnpqrs 1 12 1.4._z8k-0x9f - : = & * , % %00 verb __proto__ -1 1e9`.split(/\s+/);
    const pieced = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 14 })
      .map((parts) => parts.join(''));
    fc.assert(fc.property(fc.oneof(fc.string({ unit: codePoint }), pieced), expectSound), { numRuns: 400 });
  });

  test('is refused or sound if it once was one of ours', () => {
    const ours = fc.oneof(
      press.map((meaning) => written(writePress, meaning)),
      choosing.map((meaning) => written(writeChoosing, meaning)),
      asking.map((meaning) => written(writeAsking, meaning)),
    );
    const change = fc.tuple(ours, fc.nat(100), fc.nat(3), fc.oneof(fc.string({ maxLength: 3 }), fc.constant(':')));
    fc.assert(
      fc.property(change, ([id, at, gone, put]) => {
        if (id !== null) expectSound(id.slice(0, at) + put + id.slice(at + gone));
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    '',
    'order',
    'order:k3x9mnpqrs:12:',
    'order:k3x9mnpqrs:12:verb*=attack',
    'order:k3x9mnpqrs:12:verb=attack:more',
    'order:k3x9mnpqrs:12:verb=attack&verb=move',
    'order:k3x9mnpqrs:12:verb=attack&leader=',
    'order:k3x9mnpqrs:12:verb=attack&with*=a,,b',
    'order:k3x9mnpqrs:12:verb=%E0%A4%A',
    'order:k3x9mnpqrs:-1:verb=attack',
    'order:k3x9mnpqrs:99999999:verb=attack',
    'order:K3X9MNPQRS:12:verb=attack',
    'order:k3x9mnpqrs\n:12:verb=attack',
    'order:k3x9mnpqrs:12:__proto__=x&verb=attack',
    'keep:',
    'start:overland',
    'topic:dice:one',
    'go:k3x9mnpqrs:12:1.2-0x9f',
    'go:k3x9mnpqrs:12:1,2-0x9f:0',
    'look:k3x9mnpqrs',
    'look:k3x9mnpqrs:%:',
    'page:rules:k3x9mnpqrs:0:',
    'pick:k3x9mnpqrs:12:to:verb=move',
    'set:k3x9mnpqrs:mode:Vote:sure',
    'set:k3x9mnpqrs:mode:vote',
    'rota:k3x9mnpqrs:stay',
    'value:quorum',
    'mine:0',
    'mine:012',
    'mine:12345678901',
    'reason:one',
    'second:12:0',
    'count:12:certain',
    'motion:12:maybe',
    'withdraw: 12',
  ])('%j is no button of ours', (id) => {
    expect(readPress(id)).toBeNull();
  });

  test.each([
    '',
    'keep',
    'pick:k3x9mnpqrs:12:to',
    'pick:k3x9mnpqrs:12:__proto__:verb=move',
    'pick::::',
    'way:k3x9mnpqrs:12:1.2:0',
    'place:k3x9mnpqrs::more',
    'orders:k3x9mnpqrs',
    'setting:quorum',
    'value:',
    'value:__proto__',
  ])('%j is no menu of ours', (id) => expect(readChoosing(id)).toBeNull());

  test.each(['', 'reason', 'reason:', 'reason:0', 'reason:12:more', 'reason:1e3', 'mine:12'])(
    '%j is no form of ours',
    (id) => expect(readAsking(id)).toBeNull(),
  );

  test('puts nothing into what every object shares', () => {
    const read = readPress('ask:k3x9mnpqrs:12:constructor=x&tostring=y&hasownproperty*=z');
    expect(read).toMatchObject({ draft: { constructor: 'x', tostring: 'y', hasownproperty: ['z'] } });
    readChoosing('pick:k3x9mnpqrs:12:to:__proto__*=polluted');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
