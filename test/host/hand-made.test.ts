import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Draft } from '../../src/game/index.ts';
import type { Reply } from '../../src/host/index.ts';
import { by, headquarters, type Member } from './fixture.ts';

/** Whatever somebody sends by hand: an answer in words, never a bug, and nothing in the log that the rules do not allow. */

const word = fc.oneof(
  fc.constantFrom('attack', 'move', 'commit', 'stand', 'yield', 'grant', 'cold-harbor', '20-maine', '4-texas', 'union'),
  fc.constantFrom('', '-', '__proto__', 'constructor', 'verb', '…', '0', 'null'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 400 }),
);
const slot = fc.oneof(
  fc.constantFrom('verb', 'leader', 'to', 'regiment', 'reserves', 'constructor', '__proto__'),
  word,
);
const draft: fc.Arbitrary<Draft> = fc.dictionary(slot, fc.oneof(word, fc.array(word, { maxLength: 4 })), {
  maxKeys: 4,
});
const member = fc.constantFrom<Member>('Bo', 'Cy', 'Dee');
const channel = fc.constantFrom('overland', 'picket-line', 'nothing');
const point = fc.record({
  game: fc.oneof(fc.constantFrom('campaign01', 'campaign02'), word),
  seq: fc.oneof(fc.nat(8), fc.nat()),
});

test('orders, menus, completions and the rest', () => {
  const { host, store } = headquarters();
  for (const system of ['overland', 'picket-line']) host.games.start(by('Ada', { channel: system }), system, null);
  for (const [who, side] of [
    ['Bo', 'union'],
    ['Cy', 'confederate'],
  ] as const) {
    host.seats.join(by(who, { channel: 'picket-line' }), side);
  }
  const sound = (answer: Reply | null) => {
    expect(answer?.text).toMatch(/./);
    expect(answer?.text.length).toBeLessThanOrEqual(2000);
    expect((answer?.menu?.choices ?? []).length).toBeLessThanOrEqual(25);
  };
  fc.assert(
    fc.property(
      member,
      channel,
      draft,
      slot,
      fc.array(word, { maxLength: 4 }),
      point,
      word,
      (who, where, given, of, values, at, typed) => {
        const now = () => by(who, { channel: where, isModerator: false });
        const before = [store.lastSeq('campaign01'), store.lastSeq('campaign02')];
        for (const answer of [
          host.orders.give(now(), { verb: 'attack', ...given }),
          host.orders.give(now(), given, at),
          host.orders.ask(now(), given, at),
          host.orders.choose(now(), given, of, values, at),
          host.undo.takeBack(now(), at, true, 'A slip'),
          host.games.abandon(now(), at),
          host.log.page(now(), at.game, at.seq),
          host.verify.verify(now(), at.game),
          host.help.rules(now(), typed),
          host.games.start(now(), typed, of),
        ]) {
          sound(answer);
        }
        for (const { label, value } of host.completions.order(now(), given, of, typed)) {
          expect([label.length, value.length].every((length) => length > 0 && length <= 100)).toBe(true);
        }
        // What was understood and legal all the same was an order like any other.
        for (const [index, game] of ['campaign01', 'campaign02'].entries()) {
          for (const entry of store.entries(game).slice((before[index] as number) + 1))
            expect(entry.kind).toBe('order');
        }
      },
    ),
    { numRuns: 60 },
  );
  for (const channel of ['overland', 'picket-line']) {
    expect(headquarters().host.maps.forChannel(by('Ada', { channel })).text).toBe(
      host.maps.forChannel(by('Ada', { channel })).text,
    );
  }
});
