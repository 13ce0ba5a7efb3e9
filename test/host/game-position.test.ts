import fc from 'fast-check';
import { expect, test } from 'vitest';
import { standingIn, togetherFrom, withoutLast } from '../../src/host/table/game-position.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { seenIn } from '../../src/host/table/rolls-taken-back.ts';
import { LIBRARY } from './fixture.ts';
import { expectSame, happening, played } from './random-log.ts';

/** Of what came before a position only the last is kept. Whatever is made of that is what the whole log says. */

test('a position that has gone on from order to order is what its log says', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const { system, variant, store, id, position } = played(happenings);
      const log = store.entries(id);
      const told = replayLog(system, variant, log);
      expectSame(position, told.position);
      expect(standingIn(log)).toEqual(told.standing);
      const known = togetherFrom(position.latest);
      // What is taken back together is seen from what is kept, unless that says itself that there may be more.
      if (known > 0) expect(position.latest.slice(known)).toEqual(told.standing.slice(togetherFrom(told.standing)));
    }),
    { numRuns: 25 },
  );
});

test('where a game stood after an order, and after any entry, is what its log up to there says', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 24 }), (happenings) => {
      const { system, variant, store, id, position } = played(happenings);
      const tables = new GameTables(store, LIBRARY);
      const game = store.game(id);
      if (!game) throw new Error('The game is gone');
      const table = { game, system, position };
      const log = store.entries(id);
      for (const { seq, kind } of log) {
        const then = replayLog(system, variant, log.slice(0, seq + 1)).position;
        expect(tables.stateAfter(table, seq)).toEqual(then.state);
        const found = kind === 'order' ? tables.positionsAfter(table.game, [seq]).get(seq) : null;
        if (found) expectSame(found, then);
        else expect(kind).not.toBe('order');
      }
    }),
    { numRuns: 20 },
  );
});

test('orders taken back one after the other lead where the log says, whether that is kept or not', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 24 }), fc.integer({ min: 1, max: 6 }), (happenings, orders) => {
      const { system, variant, store, id, position } = played(happenings);
      const taken = [...position.latest].reverse().slice(0, orders);
      const seen = Array.from({ length: orders }, (_, at) => seenIn(taken[at]?.throws ?? [], 0));
      const first = taken.at(-1);
      if (!first || taken.length < orders) return;
      const before = () => replayLog(system, variant, store.entries(id).slice(0, first.seq)).position;
      const back = withoutLast(position, { orders: taken, seen }, before);
      for (const { seq } of taken) {
        const undo = { kind: 'undo', takesBack: seq } as const;
        store.append({ game: id, seq: store.lastSeq(id) + 1, member: null, interaction: null, at: 0, body: undo });
      }
      const { position: told } = replayLog(system, variant, store.entries(id));
      expectSame(back, told);
    }),
    // The seventh order is the first at which earlier ones are let go.
    { numRuns: 20, examples: [[Array(7).fill({ what: 'order', run: false, pick: 0 }), 2]] },
  );
});
