import { describe, expect, test } from 'vitest';
import type { Reply } from '../../src/host/index.ts';
import { chancesAtLast } from '../../src/host/messages/odds-words.ts';
import { noneMade } from '../../src/host/table/solutions.ts';
import { type Camp, camp, cardAt } from './camp.ts';
import { by, headquarters, labels, pressOf, said } from './fixture.ts';
import { type Gambles, gambles } from './gambles.ts';

/** What a table is told of the worth of its orders: when, and in what words. */

/**
 * From the start, `bold` is worth 70 %, `safe` 50 %, and so is `same`. `wait` leads without a die to where nothing can be done but
 * `last`, worth a third.
 */
const WAYS: Gambles = {
  start: {
    safe: { faces: 3, to: 'won' },
    same: { faces: 3, to: 'won' },
    bold: { faces: 2, to: 'won', otherwise: 'second' },
    wait: { faces: 6, to: 'late' },
  },
  second: { go: { faces: 2, to: 'won', otherwise: 'late' }, rest: { faces: 6, to: 'late' } },
  late: { last: { faces: 2, to: 'won' } },
};

const at = (what: string) => ({ verb: 'try', what });
const NBSP = '\u00a0';

/** A campaign of it. */
function gambling(options: Readonly<Record<string, string>> = {}, ways: Gambles = WAYS): Camp {
  return camp(options, { library: gambles(ways) }, 'gambles');
}

function ordered({ bo }: Camp, what: string): Reply {
  return bo.orders.give(at(what));
}

function odds({ bo }: Camp): Reply {
  return bo.maps.odds();
}

/** Every message of the host that shows the present position, and its picture’s words. */
function shown({ cy }: Camp): string[] {
  const answers = [cy.maps.forChannel(), cy.maps.inWords(), cy.maps.forMember()];
  return answers.map(({ text, drawing }) => `${text}\n${drawing?.alt ?? ''}`);
}

const PRESENT = /^Winning chances|with a bar/m;

describe('as usual', () => {
  test('an order is told for what it was worth once it is decided, and the position is not', () => {
    const c = gambling();
    expect(odds(c).text).toBe(
      'No order has been given yet. Once one is decided, this table sees what it was worth.\n' +
        '-# A moderator or the member who started this game can change that with `/council odds`; anyone can propose it there.',
    );
    const answer = ordered(c, 'wait');
    expect(answer.text.split('\n').slice(0, 3)).toEqual([
      '**Bo** tries wait.',
      `-# Winning chances with this order, before any roll: 33.3${NBSP}%. “Try bold” would have been worth 70.4${NBSP}%.`,
      'At late.',
    ]);
    for (const text of [`${answer.text}\n${answer.drawing?.alt}`, ...shown(c)]) expect(text).not.toMatch(PRESENT);
  });

  test('the list is that of the last order, the best first, with what was ordered', () => {
    const c = gambling();
    ordered(c, 'wait');
    const list = odds(c);
    expect(list.to).toBe('member');
    expect(list.text).toBe(
      [
        chancesAtLast('Try wait'),
        `**70.4${NBSP}%** · Try bold · 2${NBSP}in${NBSP}6`,
        `**50.0${NBSP}%** · Try safe · 3${NBSP}in${NBSP}6`,
        `**50.0${NBSP}%** · Try same · 3${NBSP}in${NBSP}6 · just as good`,
        `**33.3${NBSP}%** · Try wait · **ordered**`,
        '-# Once an order is decided, you see what each possible order was worth. A moderator or the member who started this game can change that with `/council odds`; anyone can propose it there.',
      ].join('\n'),
    );
    expect(list.drawing?.alt).toBe(
      `Bar chart. Winning chances at the last order, before any roll: Try bold 70.4${NBSP}%; Try safe 50.0${NBSP}%; Try same 50.0${NBSP}%; Try wait 33.3${NBSP}%, which was ordered.`,
    );
  });

  test('what was taken back is not told, since it is to be decided again', () => {
    const c = gambling();
    ordered(c, 'wait');
    const back = c.ada.undo.takeBack(null, true, 'A slip');
    expect(back.text).not.toContain('chances');
    expect(odds(c).text).toContain('No order has been given yet');
  });
});

describe('words for an order', () => {
  const verdict = (ways: Gambles, what: string) =>
    ordered(gambling({}, ways), what)
      .text.split('\n')
      .find((line) => line.includes('chances'));

  test.each<[string, Gambles['start'], string]>([
    ['the best', { one: { faces: 4, to: 'won' }, two: { faces: 2, to: 'won' } }, 'No order was better.'],
    [
      'one of equals',
      { two: { faces: 2, to: 'won' }, one: { faces: 2, to: 'won' } },
      'Every order was worth the same.',
    ],
    ['the only one', { one: { faces: 2, to: 'won' } }, 'No other order was possible.'],
    [
      'another',
      { one: { faces: 1, to: 'won' }, two: { faces: 2, to: 'won' } },
      `“Try two” would have been worth 33.3${NBSP}%.`,
    ],
  ])('%s', (_, start, words) => {
    expect(verdict({ start }, 'one')).toMatch(/^-# Winning chances with this order, before any roll: \d\d\.\d\s%\. /);
    expect(verdict({ start }, 'one')).toContain(words);
  });

  test('two that look the same in tenths', () => {
    // One in 6⁵ lies between them.
    const ladder = Object.fromEntries(
      [1, 2, 3, 4].map((step) => [`s${step}`, { on: { faces: 1, to: step === 4 ? 'won' : `s${step + 1}` } }]),
    );
    const start = { one: { faces: 2, to: 'won' }, two: { faces: 2, to: 'won', otherwise: 's1' } };
    expect(verdict({ start, ...ladder }, 'one')).toContain('33.3');
    expect(verdict({ start, ...ladder }, 'one')).toContain('“Try two” would have been worth');
    const closer = { one: { faces: 2, to: 'won' }, two: { faces: 2, to: 'won', otherwise: 's0' } };
    const longer = { ...ladder, s0: { on: { faces: 1, to: 's1' } } };
    expect(verdict({ start: closer, ...longer }, 'one')).toContain('have been worth only slightly more.');
  });

  test('what can still go either way is not shown as settled', () => {
    const ladder = Object.fromEntries(
      [1, 2, 3, 4, 5].map((step) => [`s${step}`, { on: { faces: 1, to: step === 5 ? 'won' : `s${step + 1}` } }]),
    );
    expect(verdict({ start: { one: { faces: 1, to: 's1' } }, ...ladder }, 'one')).toContain(
      `under${NBSP}0.1${NBSP}%. `,
    );
    const climb = Object.fromEntries(
      [1, 2, 3, 4, 5].map((step) => [
        `s${step}`,
        { on: { faces: 5, to: 'won', otherwise: step === 5 ? 'lost' : `s${step + 1}` } },
      ]),
    );
    expect(verdict({ start: { one: { faces: 5, to: 'won', otherwise: 's1' } }, ...climb }, 'one')).toContain(
      `over${NBSP}99.9${NBSP}%. `,
    );
  });

  test('a long list is cut, and says so', () => {
    const start = Object.fromEntries(
      Array.from({ length: 23 }, (_, n) => [`way${n}`, { faces: n === 0 ? 5 : 1, to: 'won' }]),
    );
    const c = gambling({ odds: 'always' }, { start });
    expect(odds(c).text.split('\n').length).toBe(22);
    expect(odds(c).text.split('\n').at(-1)).toBe('and 3 more, none of them better');
    expect(odds(c).text.length).toBeLessThanOrEqual(2000);
  });
});

describe('always', () => {
  test('the position stands under the map, and each order can be asked for', () => {
    const c = gambling({ odds: 'always' });
    for (const text of shown(c)) expect(text).toContain(`Winning chances 70.4${NBSP}%`);
    expect(shown(c)[0]).toContain('A map with a bar at 0.704.');
    expect(odds(c).text).toBe(
      [
        `**Winning chances 70.4${NBSP}%** with the best orders from here on. With each order now, before any roll:`,
        `**70.4${NBSP}%** · Try bold · 2${NBSP}in${NBSP}6`,
        `**50.0${NBSP}%** · Try safe · 3${NBSP}in${NBSP}6`,
        `**50.0${NBSP}%** · Try same · 3${NBSP}in${NBSP}6 · just as good`,
        `**33.3${NBSP}%** · Try wait`,
      ].join('\n'),
    );
    const lines = ordered(c, 'wait').text.split('\n');
    expect(lines.slice(1)).toEqual([
      `-# Winning chances with this order, before any roll: 33.3${NBSP}%. “Try bold” would have been worth 70.4${NBSP}%.`,
      'At late.',
      `Winning chances 33.3${NBSP}%`,
    ]);
  });

  test('but once the game is over its end is all there is to tell', () => {
    const c = gambling({ odds: 'always' }, { start: { all: { faces: 6, to: 'won' } } });
    const end = ordered(c, 'all');
    expect(end.text).toContain('-# Winning chances with this order, before any roll: 100.0');
    expect(`${end.text}\n${end.drawing?.alt}`).not.toMatch(PRESENT);
    expect(odds(c).text).toBe('The game is over. `/recap` shows what its orders were worth.');
  });
});

describe('a game that no order can win any more', () => {
  const lost: Gambles = {
    start: { hope: { faces: 3, to: 'won' }, despair: { faces: 6, to: 'dead' } },
    dead: { stay: { faces: 6, to: 'end' } },
    end: { fall: { faces: 1, to: 'lost' } },
  };
  const decided =
    '**Decided:** this game can’t be won any more. Play it out, or let a moderator or the member who started this game end it with `/abandon`.';

  test.each(['after', 'always'])('is called decided after each order and offers its end, with odds %s', (rule) => {
    const c = gambling({ odds: rule }, lost);
    expect(labels(c.bo.maps.forChannel())).not.toContain('End the game …');
    expect(ordered(c, 'despair').text).toMatch(/any roll: 0\.0.+“Try hope” would have been worth.+\n.+\n\*\*Decided:/);
    const answer = ordered(c, 'stay');
    expect(answer.text).toBe(`**Bo** tries stay.\nAt end.\n${decided}`);
    const press = pressOf(answer, 'End the game …', 'abandon');
    expect(press.ask).toBe(true);
    const asked = (member: 'Ada' | 'Bo') => c.member(member).games.confirmAbandon(press.point);
    expect(labels(asked('Ada'))).toEqual(['End the game', 'Keep playing']);
    expect([asked('Bo').text, labels(asked('Bo'))]).toEqual([expect.stringContaining('Only a moderator or'), []]);
  });

  test('says nothing of it where the table hides its chances', () => {
    const c = gambling({ odds: 'off' }, lost);
    const answer = ordered(c, 'despair');
    expect(answer.text).not.toContain('Decided');
    expect(labels(answer)).toContain('How we decide');
  });
});

describe('off', () => {
  test('nothing is told, and who can have it otherwise is', () => {
    const c = gambling({ odds: 'off' });
    const answer = ordered(c, 'wait');
    for (const text of [answer.text, ...shown(c)]) expect(text).not.toContain('chances');
    const off = 'This table hides winning chances. The recap shows them once the game is over.';
    expect(odds(c).text).toBe(
      `${off} A moderator or the member who started this game can change that with \`/council odds\`; anyone can propose it there.`,
    );
    expect(c.ada.maps.odds().text).toBe(`${off} You can change that with \`/council odds\`.`);
    c.decree({ mode: 'commander', commander: '300' });
    expect(odds(c).text).toBe(
      `${off} A moderator or the member who started this game can change that with \`/council odds\`; commanders can propose it there.`,
    );
  });
});

describe('a ballot', () => {
  const minute = 60_000;

  test('tells with its result what it decided', () => {
    const c = gambling({ mode: 'vote', odds: 'always' });
    c.host.ballotMessages.carried(c.bo.maps.forChannel().cards, 'front', '900');
    expect(shown(c)[0]).toMatch(PRESENT);
    c.vote('Bo', at('wait'));
    c.vote('Cy', at('wait'));
    const [result] = c.wait(15 * minute);
    const line = `-# Winning chances with this order, before any roll: 33.3${NBSP}%. “Try bold” would have been worth 70.4${NBSP}%.`;
    expect(result?.answer.text).toContain(line);
    expect(cardAt(c, '900')).toContain(line);
  });

  describe.each(['after', 'always'])('that is sealed, with odds %s', (rule) => {
    const sealed = () => gambling({ mode: 'vote', sealed: 'true', odds: rule });

    test('hides what the position is worth', () => {
      const c = sealed();
      c.vote('Bo', at('safe'));
      for (const text of shown(c)) expect(text).not.toMatch(PRESENT);
      expect(odds(c).text).not.toMatch(/\d/);
    });

    test('tells of the last one where dice have been thrown since', () => {
      // `bold` fails for sure enough: either its six faces all win, or the game goes on.
      const ways = { ...WAYS, start: { bold: { faces: 1, to: 'won', otherwise: 'second' } } };
      for (let n = 0; n < 9; n++) {
        const c = camp(
          { mode: 'vote', sealed: 'true', odds: rule },
          { library: gambles(ways), file: `${n}.sqlite` },
          'gambles',
        );
        c.vote('Bo', at('bold'));
        c.vote('Cy', at('bold'));
        const answer = c.wait(15 * minute)[0]?.answer;
        expect(answer?.text).toContain('-# Winning chances with this order, before any roll: ');
        expect(answer?.text).not.toMatch(PRESENT);
      }
    });

    test('and not where it would tell of the present one', () => {
      const c = sealed();
      c.host.ballotMessages.carried(c.bo.maps.forChannel().cards, 'front', '900');
      c.vote('Bo', at('wait'));
      c.vote('Cy', at('wait'));
      const answer = c.wait(15 * minute)[0]?.answer;
      expect(answer?.text).toContain('tries wait');
      expect(answer?.text).not.toContain('chances');
      expect(cardAt(c, '900')).toContain('Try wait');
      expect(cardAt(c, '900')).not.toContain('chances');
      expect(odds(c).text).not.toMatch(/\d/);
    });
  });

  test.each(['after', 'always'])('that is sealed says so, with odds %s, also of what was decided before', (rule) => {
    const c = gambling({ odds: rule });
    ordered(c, 'wait');
    c.decree({ mode: 'vote', sealed: 'true' });
    expect(odds(c).text).toBe(
      'The open ballot is sealed, so winning chances are hidden like the votes. Once it closes, you see what its result was worth.',
    );
    c.decree({ odds: 'default' });
    expect(odds(c).text).toContain('This table hides winning chances');
  });
});

describe('changing it', () => {
  test('is told, logged, proposed and shown', () => {
    const c = gambling();
    expect(c.decree({ odds: 'always' }).channelReply?.text).toMatch(/^\*\*Ada\*\* .*: winning chances are shown under/);
    expect(c.bo.log.page(null, 0).text).toContain('winning chances are shown under the map');
    const motion = c.bo.council.set({ odds: 'off' }, {});
    expect(motion.channelReply?.text).toContain('winning chances are hidden until the game is over');
    expect(c.bo.council.show().text).toContain('**Winning chances:** Shown under the map. ');
    expect(c.bo.council.show().menu?.choices.map(({ value }) => value)).toContain('odds');
  });
});

describe('where there is nothing to tell', () => {
  test('a sentence says so', () => {
    const { host } = headquarters();
    expect(host.maps.odds(by('Ada')).text).toContain('No game is being played in this channel.');
    host.games.start(by('Ada'), 'picket-line', null);
    expect(host.maps.odds(by('Ada')).text).toBe(
      'Picket Line can’t be worked out exactly, so the bot can’t say what its orders are worth.',
    );
    host.seats.join(by('Ada'), 'union');
    expect(said(host.council.show(by('Ada'))).text).not.toContain('chances');
    expect(said(host.council.show(by('Ada'))).menu?.choices.map(({ value }) => value)).not.toContain('odds');
  });

  test('where plans show what an attack promises, it says so', () => {
    const { host } = headquarters();
    host.games.start(by('Ada'), 'wilderness', null);
    expect(said(host.maps.odds(by('Ada'))).text).toContain('Write an attack with `/plan`: you see what it promises');
  });

  test('a position that the rules as they are now do not reach is told for what it is', () => {
    const library = gambles(WAYS, {
      play: { solvable: { seat: 'us', key: () => 'nowhere', model: () => ({ positions: [] }) } },
    });
    const c = camp({ odds: 'always' }, { library, made: noneMade() }, 'gambles');
    expect(odds(c).text).toMatch(/^This position can’t be rated/);
    expect(ordered(c, 'wait').text).not.toContain('chances');
  });
});
