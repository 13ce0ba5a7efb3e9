import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GameResult, MADE_BY } from '../../src/host/afterwards/record/record-totals.ts';
import { readReplay } from '../../src/host/afterwards/replay-file/replay-report.ts';
import { typesetLines } from '../../src/host/afterwards/replay-file/terminal.ts';
import type { Reply } from '../../src/host/index.ts';
import { UNDO_ANSWERS } from '../../src/host/table/game-words.ts';
import { drawnCases } from '../trials/long.ts';
import { type Camp, camp, camped, DAWN, GRANT, SIGEL } from './camp.ts';
import {
  by,
  everythingIn,
  headquarters,
  LIBRARY,
  labels,
  type Member,
  orderPresses,
  pressOf,
  said,
  textIn,
} from './fixture.ts';
import { forged, foundIn } from './replaying.ts';
import { confirmsUndo, orders, twoSides, users } from './two-sides.ts';

/** What could be fished: past a die or a reveal an order is taken back by nobody who gains by it, and never without a trace. */

const WHY = 'Bo pressed the *wrong* button';

function asked(c: Camp, why: string | null = null): Reply {
  return c.ada.undo.takeBack(null, false, why);
}

/** What comes of the question's button. */
function pressed(c: Camp, question: Reply): Reply {
  return c.ada.undo.takeBack(pressOf(question, 'Take it back', 'undo').point, true);
}

/** The last order taken back by a moderator who is asked and says why. */
function takenBack(c: Camp, why = WHY): Reply {
  const { form } = pressed(c, asked(c));
  if (form?.asks.what !== 'why') throw new Error('There is no form');
  return c.ada.undo.takeBack(form.asks.point, true, why);
}

function rolled(): Camp {
  const c = camp();
  c.bo.orders.give(GRANT);
  return c;
}

/** Presses the first order of the map that is of a kind, if there is one. */
function gives(c: Camp, verb: string): Reply | null {
  const press = orderPresses(c.bo.maps.forChannel()).find(({ order }) => order.verb === verb);
  return press ? c.bo.orders.give(press.order, press.point) : null;
}

describe('an order that a die has fallen for', () => {
  test('is not taken back by whoever started the campaign: that needs the right to manage the channel', () => {
    const c = camp();
    c.ada.games.abandon(null);
    // Cy is a moderator no more once the campaign has begun.
    c.member('Cy', { isModerator: true }).games.start('overland', null);
    c.cy.orders.give(GRANT);
    for (const sure of [false, true])
      expect(c.cy.undo.takeBack(null, sure, WHY)).toMatchObject({
        to: 'member',
        text: 'That order has already rolled dice, so only a moderator can take it back. Ask one.',
      });
    expect(c.entries().map(({ kind }) => kind)).toEqual(['start', 'order']);
  });

  test('is asked about first, in a game of one side too, and nothing is done without a line why', () => {
    const c = rolled();
    const question = asked(c);
    expect(question.to).toBe('member');
    expect(question.text).toMatch(/^Take back the last order \(\*\*Bo\*\* orders .*\)\?\nThis takes back 1 roll too/);
    expect(question.text).toContain('`/record` lists the game separately. You’ll be asked why.');
    expect(question.text).not.toContain('will be told');
    expect(labels(question)).toEqual(['Take it back', 'Keep as it is']);
    const { form } = pressed(c, question);
    expect(form).toMatchObject({ title: 'Take back what was seen', value: '', most: 120 });
    for (const blank of ['', '  \n', '\u200b\u2800'])
      expect(c.ada.undo.takeBack({ game: 'campaign01', seq: 1 }, true, blank)).toMatchObject({
        to: 'member',
        replaces: true,
        text: expect.stringMatching(/^Say why in a few words\. Everyone will see them\.\nTake back the last order/),
      });
    expect(c.entries()).toHaveLength(2);
    const done = takenBack(c);
    expect(done.to).toBe('channel');
    expect(done.text).toMatch(/^\*\*Ada\*\* takes back .*, with 1 roll\.\n> “Bo pressed the \\\*wrong\\\* button”\n/);
    expect(c.entries().at(-1)).toMatchObject({ kind: 'undo', takesBack: 1, reason: WHY });
  });

  test('goes with the line that was typed with the command, which a restart only asks for again', () => {
    const c = rolled();
    const question = asked(c, WHY);
    expect(question.text).toContain('\nWhy: “Bo pressed the \\*wrong\\* button”\n');
    expect(question.text).not.toContain('You’ll be asked why');
    const again = c.restarted();
    expect(pressed(again, question).form?.asks.what).toBe('why');
    expect(pressed(c, question).to).toBe('channel');
    expect(c.entries().at(-1)).toMatchObject({ kind: 'undo', reason: WHY });
  });

  test('of a ballot counts the die of its tie', () => {
    const c = camp({ mode: 'vote', tie: 'die', quorum: '1', window: '5m' });
    c.vote('Bo', GRANT);
    c.vote('Cy', SIGEL);
    c.wait(300_000);
    expect(takenBack(c).text).toContain(', with 2 rolls.');
    expect(c.bo.maps.forChannel().text).toContain('\n-# 2 rolls taken back');
  });

  test('as a slip before any die stays free, without question, reason or trace', () => {
    const c = camp();
    for (let round = 0; round < 30 && !gives(c, 'move'); round++) if (!gives(c, 'attack')) gives(c, 'tma');
    expect(c.entries().at(-1)).toMatchObject({ kind: 'order', order: { verb: 'move' }, throws: [] });
    const back = asked(c);
    expect([back.to, back.text.split('\n')[0]]).toEqual([
      'channel',
      expect.stringContaining('takes back the last order'),
    ]);
    expect(back.text).not.toContain('taken back');
    expect(c.entries().at(-1)).not.toHaveProperty('reason');
  });
});

describe('the trace', () => {
  test('stands on every map, drawn and said, and in its alt text, with as many rolls as were taken back', async () => {
    const c = rolled();
    expect(await everythingIn(c.bo.maps.forChannel())).not.toContain('taken back');
    takenBack(c);
    c.bo.orders.give(SIGEL);
    takenBack(c, 'And another');
    c.bo.orders.give(SIGEL);
    for (const { host } of [c, c.restarted()]) {
      const map = host.maps.forChannel(c.as('Bo'));
      expect(map.text).toMatch(/\n-# 2 rolls taken back$/);
      expect(map.drawing?.alt).toContain('2 rolls taken back.');
      expect(String(await map.drawing?.png())).toMatch(/Dice sealed with [0-9a-f]{8}… · 2 rolls taken back/);
    }
  });

  test('stands in the log, the recap, its story, the dice check and the replay, with who and why', () => {
    const c = rolled();
    takenBack(c);
    c.bo.orders.give(SIGEL);
    c.ada.games.abandon(null);
    const replay = readReplay(Buffer.from(textIn(c.bo.log.file())), LIBRARY);
    const printed = typesetLines(replay.paragraphs, false);
    expect(replay.well).toBe(true);
    expect(printed).toMatch(/ 1 {2}.* Bo orders Grant to attack\. Taken back by entry 2, with 1 roll\.\n/);
    expect(printed).toMatch(/ 2 {2}.* Ada takes back entry 1\.\n *“Bo pressed the \*wrong\* button”\n/);
    expect(printed).toContain('\n1 roll taken back.\n');
    const log = c.bo.log.page(null, 0).text;
    expect(log).toMatch(/\n~~1\. .*~~\n2\. \*\*Ada\*\* takes back entry 1 \(“Bo pressed the \\\*wrong\\\* button”\)\./);
    const recap = c.bo.recaps.recap(null, null);
    expect(recap.text).toContain('1 roll taken back. `/record` lists this game separately');
    expect(textIn(recap, '.md')).toMatch(
      /\n- Bo .* \(Grant attacks: \d\)\. Taken back by Ada: “Bo pressed the \\\*wrong\\\* /,
    );
    const verified = c.bo.verify.verify(null);
    expect(verified.text).toMatch(/\n1\. .*: \*\*\d\*\* \(taken back by entry 2\)\n3\. Sigel attacks: \*\*\d\*\*$/);
    expect(verified.text.split('\n')[1]).toContain('1 roll taken back');
    expect(textIn(verified)).toMatch(/\n1 {2}\d {2}Grant attacks \(taken back by entry 2\) {2}\| {2}campaign01\|0\|/);
  });

  test('loses its words where the member has them deleted, and stays', () => {
    const c = rolled();
    takenBack(c);
    c.ada.myData.delete(true);
    expect(c.entries().at(-1)).toEqual(expect.not.objectContaining({ reason: expect.anything() }));
    expect(c.bo.log.page(null, 0).text).not.toContain('wrong');
    expect(c.bo.maps.forChannel().text).toContain('1 roll taken back');
  });
});

describe('whatever is ordered and taken back', () => {
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
});

/** Sam Grant, begun by Bo, who may manage nothing; the cards are dealt. Bo leads the Union, Cy the Confederates. */
function dealt(): Camp {
  const c = camped(headquarters(), {}, 'front', DAWN);
  c.member('Bo', { isModerator: true }).games.start('sam-grant', null);
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

/** Presses a button of an answer that takes orders back, as a member. */
function agrees(c: Camp, member: Member, asked: Reply): Reply {
  const { point, member: by, code } = pressOf(asked, 'Agree to take it back', 'agree-undo');
  return c.member(member).undo.agree(point, by, code);
}

/** Asks the other side, and what the channel sees of it. */
function asksOthers(c: Camp, member: Member, why: string | null = null): Reply {
  const question = c.member(member).undo.takeBack(null, false, why);
  const { point, sure } = pressOf(question, 'Ask the other side', 'undo');
  expect(sure).toBe(true);
  return c.member(member).undo.takeBack(point, sure);
}

function undos(c: Camp) {
  return c.entries().filter(({ kind }) => kind === 'undo');
}

describe('an order that revealed something', () => {
  test('isn’t taken back by a player who started the game, nor by a moderator who plays a side or has', () => {
    const c = revealed();
    const before = c.entries().length;
    for (const changes of [{}, { isModerator: true }]) {
      const question = c.member('Bo', changes).undo.takeBack(null, false, WHY);
      expect(question.to).toBe('member');
      expect(question.text).toContain('This takes back 1 reveal too.\n');
      expect(question.text).toContain('A moderator who has played no side can take it back.');
      expect(question.text).not.toContain('sealed');
      expect(labels(question)).toEqual(['Ask the other side', 'Keep as it is']);
    }
    // Having left, they are no more neutral than before, and have nobody to ask for.
    c.bo.seats.bench(c.as('Bo').member, null);
    for (const sure of [false, true])
      expect(c.member('Bo', { isModerator: true }).undo.takeBack(null, sure, WHY).text).toBe(
        'That order has already revealed something, so only a moderator who has played no side can take it back. Ask one.',
      );
    expect(c.entries()).toHaveLength(before);
  });

  test('is still between members who play against each other once one of them has had their data deleted', () => {
    const c = revealed();
    c.bo.myData.delete(true);
    // They come back as somebody new, and their mark gives them away.
    expect(c.member('Bo', { isModerator: true }).undo.takeBack(null, true, WHY).text).toContain(
      'only a moderator who has played no side can take it back',
    );
    const by = { isModerator: true } as const;
    c.member('Cy', by).undo.takeBack(null, false, WHY);
    expect(c.member('Cy', by).undo.takeBack(null, true, WHY).text).not.toContain('takes back');
    expect(c.entries().some(({ kind }) => kind === 'undo')).toBe(false);
  });

  test('is taken back by a moderator who plays no side, with a reason; both sides hear of it and it stays marked', async () => {
    const c = revealed();
    const question = c.ada.undo.takeBack();
    expect(question.text).toContain('The Union and the Confederates will be told in the channel.');
    expect(question.text).toContain('You’ll be asked why.');
    const back = confirmsUndo(c, 'Ada', WHY);
    expect(back.text).toMatch(/^\*\*Ada\*\* takes back the last order \(.*\), with 1 reveal\.\n> “Bo pressed/);
    expect(back.text).not.toContain('rolls the same numbers');
    expect(back.text).toContain('<@200> **Union:** your order has been taken back.');
    expect(back.text).toContain('<@300> **Confederates:** the other side’s order has been taken back.');
    expect(users(back)).toEqual(['200', '300']);
    for (const { host } of [c, c.restarted()]) {
      const map = host.maps.forChannel(c.as('Bo'));
      expect(map.text).toContain('\n-# 1 reveal taken back');
      expect(map.drawing?.alt).toContain('1 reveal taken back.');
      expect(await everythingIn(map)).toContain('1 reveal taken back');
      expect(host.maps.inWords(c.as('Dee')).text).toContain('1 reveal taken back');
    }
  });

  test('is taken back at once if the other side agrees, by one press that the log names', () => {
    const c = revealed();
    const asked = asksOthers(c, 'Bo', 'I meant the other card');
    expect([asked.to, users(asked)]).toEqual(['channel', ['300']]);
    expect(asked.text).toMatch(/^\*\*Bo\*\* asks to take back the last order \(.*\), with 1 reveal\.\n> “I meant/);
    expect(asked.text).toContain('<@300> **Confederates:** do you agree?');
    expect(undos(c)).toEqual([]);
    // Over a restart, too.
    const back = agrees(c.restarted(), 'Cy', asked);
    expect(back.to).toBe('channel');
    expect(back.text).toMatch(/^\*\*Cy\*\* \(Confederates\) agrees to take back the last .*\), with 1 reveal\./);
    expect(users(back)).toEqual(['200']);
    expect(undos(c)).toMatchObject([{ takesBack: 4, agreed: 'csa', member: { name: 'Cy' } }]);
    const again = c.restarted();
    expect(agrees(again, 'Cy', asked).text).toContain('The game has moved on');
    again.ada.games.abandon(null);
    expect(again.host.log.page(c.as('Bo'), null, 0).text).toContain(
      '\n5. **Cy** (Confederates) agrees to take back entry 4.',
    );
    const recap = again.host.recaps.recap(c.as('Bo'), null, null);
    expect(textIn(recap, '.md')).toContain('Taken back with the agreement of Cy (Confederates)');
    const file = textIn(again.host.log.file(c.as('Bo')));
    const replay = readReplay(Buffer.from(file), LIBRARY);
    expect(replay.well).toBe(true);
    const nobodys = file.replace(/(?<="agreed": ?)"csa"/, '"france"');
    expect(foundIn(forged(nobodys, () => {}))).toContain('The game has no such side.');
    expect(typesetLines(replay.paragraphs, false)).toContain('Cy (Confederates) agrees to take back entry 4.');
  });

  test('is agreed to by those who may give the other side’s orders', () => {
    const c = revealed();
    c.decree({ mode: 'commander', commander: '100' }, 'csa');
    const refusal = UNDO_ANSWERS.notYoursToAgree;
    expect(agrees(c, 'Cy', asksOthers(c, 'Bo')).text).toBe(refusal);
    expect(undos(c)).toEqual([]);
  });

  test('is agreed to by nobody who came to the other side after it was given, nor by whom the asker puts there', () => {
    const c = revealed();
    const asked = asksOthers(c, 'Bo');
    c.wait(1);
    c.dee.seats.join('csa');
    expect(agrees(c, 'Dee', asked).text).toBe(UNDO_ANSWERS.notYoursToAgree);
    // Bo started the game, and may put somebody in the place of another.
    c.bo.seats.replace(c.as('Cy').member, c.as('Dee').member);
    expect(agrees(c, 'Dee', asked).text).toBe(UNDO_ANSWERS.notYoursToAgree);
    expect(c.bo.undo.takeBack().text).toContain('only a moderator who has played no side');
    expect(undos(c)).toEqual([]);
  });

  test('leaves what was given before it just as hard to change once it is taken back', () => {
    const c = revealed();
    confirmsUndo(c, 'Ada', WHY);
    // The card of the Confederates is the last order now, and Cy has seen the answer.
    expect(c.dee.undo.takeBack().text).toContain('Since that order, something was seen and taken back,');
    expect(labels(c.bo.undo.takeBack())).toEqual(['Ask the other side', 'Keep as it is']);
    expect(labels(said(c.restarted().host.undo.takeBack(c.as('Bo'))))).toEqual(['Ask the other side', 'Keep as it is']);
    const back = confirmsUndo(c, 'Ada', 'Both choose again');
    expect(back.text).toMatch(/takes back the last order \([^)]*\)\.\n> “Both choose again”/);
    expect(back.text).toContain('-# 1 reveal taken back');
  });

  test('that was taken back before reveals counted is marked all the same: it is worked out from the log', () => {
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

  test('counts with all that is taken back in one go', () => {
    const c = dealt();
    expect(c.dee.undo.takeBack().text).toBe(
      'That order has already shuffled the cards and revealed something, so only a moderator who has played no side can take it back. Ask one.',
    );
    expect(confirmsUndo(c, 'Ada', WHY).text).toContain(', with 1 shuffle and 1 reveal.');
  });

  test('of the other side’s answer counts, in a game with cards in hand too', () => {
    const c = twoSides('picket-line');
    const hand = (member: Member) => c.member(member).completions.order({ verb: 'commit' }, 'regiment', '');
    orders(c, 'Bo', { verb: 'commit', regiment: hand('Bo')[0]?.value ?? '' });
    // Nobody has seen anything yet: the member who started the game may take it back as before.
    expect(labels(c.ada.undo.takeBack())).toEqual(['Take it back', 'Keep as it is']);
    orders(c, 'Cy', { verb: 'commit', regiment: hand('Cy')[0]?.value ?? '' });
    expect(c.member('Dee', {}).undo.takeBack().text).toContain('revealed something');
    expect(c.member('Ada', { isModerator: false }).undo.takeBack().text).toContain(
      'only a moderator who has played no side',
    );
  });
});

describe('where members don’t play against each other', () => {
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
});
