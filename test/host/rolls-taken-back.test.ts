import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GameResult, MADE_BY } from '../../src/host/afterwards/record/record-totals.ts';
import { drawnCases } from '../trials/long.ts';
import { type Camp, camp, camped, DAWN } from './camp.ts';
import { by, headquarters, type Member, orderPresses, said, textIn } from './fixture.ts';
import { confirmsUndo, orders } from './two-sides.ts';

/** Past a die or a reveal an order is taken back by nobody who gains by it, and never without a trace. `golden/undo.md` tells the rest. */

const WHY = 'Bo pressed the *wrong* button';

const doing = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('order' as const), pick: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('undo' as const), pick: fc.nat(2) }) },
);

test('every roll of an order taken back is marked, counted on the map, and keeps the campaign apart in the record', () => {
  let number = 0;
  fc.assert(
    fc.property(fc.array(doing, { maxLength: 10 }), (doings) => {
      const c = camp({}, { file: `${++number}.sqlite` });
      for (const { what, pick } of doings) {
        const offered = orderPresses(c.bo.maps.forChannel());
        const press = offered[pick % Math.max(1, offered.length)];
        if (what === 'order' && press) c.bo.orders.give(press.order, press.point);
        else c.ada.undo.takeBack(null, true, WHY);
      }
      const entries = c.entries();
      const gone = new Set(entries.flatMap((entry) => (entry.kind === 'undo' ? [entry.takesBack] : [])));
      const lost = entries.flatMap(({ seq, ...entry }) =>
        entry.kind === 'order' && gone.has(seq) ? entry.throws.map(() => seq) : [],
      );
      const print = lost.length === 1 ? '1 roll taken back' : `${lost.length} rolls taken back`;
      expect(c.bo.maps.forChannel().text.includes(print)).toBe(lost.length > 0);
      c.ada.games.abandon(null);
      const marks = [...textIn(c.bo.verify.verify(null)).matchAll(/^(\d+) {2}.*\(taken back by entry (\d+)\)/gm)];
      expect(marks.map(([, seq]) => Number(seq))).toEqual(lost);
      for (const [, seq, back] of marks)
        expect(entries[Number(back)]).toMatchObject({ kind: 'undo', takesBack: Number(seq) });
      for (const entry of entries)
        if (entry.kind === 'undo') expect('reason' in entry).toBe(lost.includes(entry.takesBack));
      const record = c.host.record.show(by('Bo'), false).text;
      const [kept] = c.store.uncounted('army', 9, MADE_BY, 9).map(({ body }) => JSON.parse(body ?? '') as GameResult);
      expect(kept?.takenBack).toBe(lost.length);
      expect(record.includes('because rolls or reveals were taken back: 1 game')).toBe(lost.length > 0);
      expect(record.includes('1 game ended')).toBe(lost.length === 0);
      if (lost.length > 0) expect(record).toContain('**You** haven’t made a choice');
    }),
    { numRuns: drawnCases(10) },
  );
});

/** Sam Grant, begun by Bo, who may manage nothing; the cards are dealt. Bo leads the Union, Cy the Confederates. */
function dealt(): Camp {
  const c = camped(headquarters(), {}, 'front', DAWN);
  c.member('Bo', { isModerator: true }).games.start({ systemId: 'sam-grant' });
  c.bo.seats.join('usa');
  c.cy.seats.join('csa');
  orders(c, 'Cy', { verb: 'cut', cards: '3' });
  orders(c, 'Bo', { verb: 'cut', cards: '7' });
  return c;
}

function playsCard(c: Camp, member: Member, at = 0): string {
  const card = c.member(member).completions.order({ verb: 'card' }, 'card', '').at(at)?.value ?? '';
  orders(c, member, { verb: 'card', card });
  return card;
}

/** Both cards lie open. */
function revealed(): Camp {
  const c = dealt();
  playsCard(c, 'Cy');
  playsCard(c, 'Bo');
  return c;
}

test('a reveal that was taken back before reveals counted is marked all the same: it is worked out from the log', () => {
  const c = revealed();
  const { game, seq } = c.entries().at(-1) ?? { game: '', seq: 0 };
  const body = { kind: 'undo', takesBack: seq } as const;
  c.store.append({ game, seq: seq + 1, member: null, interaction: null, at: c.now(), body });
  const later = c.restarted();
  expect(later.host.maps.forChannel(c.as('Bo')).text).toContain('\n-# 1 reveal taken back');
  said(later.host.games.abandon(c.as('Ada'), null));
  expect(later.host.record.show(by('Bo'), false).text).toContain('because rolls or reveals were taken back: 1 game');
  expect(later.host.verify.verify(c.as('Bo'), null).text).toContain('\n1 reveal taken back. ');
});

test('a moderator who plays alone on both sides takes back what was revealed, with a reason', () => {
  const c = camp({}, {}, 'sam-grant');
  c.ada.seats.join('usa');
  c.ada.seats.giveToMachine('csa');
  orders(c, 'Ada', { verb: 'cut', cards: '7' });
  // The bot's cut opens the cards: it is taken back with the order before it.
  const game = c.game();
  return c.host.machines.play(game, c.now).then(() => {
    expect(c.bo.undo.takeBack().text).toMatch(/^That order has already shuffled .* only a moderator can/);
    expect(confirmsUndo(c, 'Ada', WHY).text).toMatch(
      /and what the bot has done since, with 1 shuffle and \d reveals?\.\n> “/,
    );
  });
});

test('a slip before any die is taken back without question, reason or trace', () => {
  const c = camp();
  const gives = (verb: string) => {
    const press = orderPresses(c.bo.maps.forChannel()).find(({ order }) => order.verb === verb);
    return press && c.bo.orders.give(press.order, press.point);
  };
  for (let round = 0; round < 30 && !gives('move'); round++) if (!gives('attack')) gives('tma');
  expect(c.entries().at(-1)).toMatchObject({ kind: 'order', order: { verb: 'move' }, throws: [] });
  const back = c.ada.undo.takeBack();
  expect([back.to, back.text]).toEqual(['channel', expect.stringContaining('takes back the last order')]);
  expect(back.text).not.toContain('taken back');
  expect(c.entries().at(-1)).not.toHaveProperty('reason');
});
