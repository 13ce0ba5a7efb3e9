import { describe, expect, test } from 'vitest';
import { isNotice } from '../../src/host/messages/order-completions.ts';
import type { Store } from '../../src/store/index.ts';
import { type Camp, camp } from './camp.ts';
import { said } from './fixture.ts';
import { type Gambles, gambles } from './gambles.ts';

/**
 * Whoever has a “what if” may be told all odds in it. So what the present position of a campaign is worth, where its table is not told
 * that, must not be learnt by going a little way back in a thread and coming forward again.
 */

/** Rungs of a ladder: each can be climbed by a die that has one face against it, or be marched over without one. */
const LADDER: Gambles = Object.fromEntries(
  ['start', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6'].map((rung, at) => {
    const to = at === 6 ? 'won' : `r${at + 1}`;
    return [rung, { climb: { faces: 5, to, otherwise: to }, march: { faces: 6, to }, leap: { faces: 1, to: 'won' } }];
  }),
);

const at = (what: string) => ({ verb: 'try', what });

function gambling(options: Readonly<Record<string, string>>, ways = LADDER): Camp {
  return camp(options, { library: gambles(ways) }, 'gambles');
}

function given(c: Camp, ...orders: readonly string[]): Camp {
  for (const what of orders) c.bo.orders.give(at(what));
  return c;
}

/** Cy, in a thread that they opened in the channel. */
function inThread(c: Camp, thread = 'thread') {
  return c.as('Cy', { channel: thread, threads: { kind: 'thread', of: 'front', openedBy: 'caller' } });
}

function points(c: Camp): string[] {
  const offered = c.host.branchPoints.completions(inThread(c)).filter((point) => !isNotice(point));
  return offered.map(({ label }) => label.replace(/^.*?: /, ''));
}

/** What a member is told to whom a point was never offered, or is offered no more. */
function refused(c: Camp, point: string): void {
  expect(said(c.host.whatIfs.ask(inThread(c), point))).toMatchObject({
    to: 'member',
    text: expect.stringContaining('no such point'),
  });
  expect(c.store.runningIn('thread')).toBeNull();
}

describe('points of a campaign that is being played', () => {
  test.each(['off', 'after', 'always'])('are none while a sealed ballot is open, with odds %s', (odds) => {
    const c = given(gambling({ odds }), 'climb', 'climb', 'climb', 'climb');
    const id = c.game();
    expect(points(c).length > 0).toBe(odds !== 'off');
    c.decree({ mode: 'vote', sealed: 'true', odds });
    expect(c.open().rules.sealed).toBe(true);
    expect(points(c)).toEqual([]);
    for (const seq of [0, 1, 4, 5]) refused(c, `${id}:${seq}`);
  });

  test('are there again once it has closed', () => {
    const c = given(gambling({ odds: 'always' }), 'climb', 'climb');
    c.decree({ mode: 'vote', sealed: 'true', odds: 'always' });
    expect(points(c)).toEqual([]);
    c.decree({ mode: 'open', odds: 'always' });
    expect(points(c)).toHaveLength(3);
  });

  test('are, where odds come after, none that is one order away from where it stands', () => {
    const c = given(gambling({ odds: 'after' }), 'climb');
    const id = c.game();
    expect(points(c)).toEqual([]);
    refused(c, `${id}:0`);
    given(c, 'climb');
    expect(points(c)).toEqual(['before order 1, Try climb']);
    given(c, 'climb');
    expect(points(c)).toEqual(['before order 1, Try climb', 'before order 2, Try climb']);
    refused(c, `${id}:${c.store.lastSeq(id) - 1}`);
    refused(c, `${id}:${c.store.lastSeq(id)}`);
  });

  test('nor one from which only orders without dice lead near it', () => {
    const c = given(gambling({ odds: 'after' }), 'climb', 'march', 'march', 'climb');
    expect(points(c)).toEqual(['before order 1, Try climb']);
  });

  test('nor one from which another order than the one given leads there', () => {
    const ways: Gambles = {
      start: { round: { faces: 3, to: 'a', otherwise: 'a' }, short: { faces: 3, to: 'c' } },
      a: { on: { faces: 3, to: 'b', otherwise: 'b' } },
      b: { on: { faces: 3, to: 'c', otherwise: 'c' } },
      c: { on: { faces: 1, to: 'won' } },
    };
    expect(points(given(gambling({ odds: 'after' }, ways), 'round', 'on', 'on'))).toEqual(['before order 2, Try on']);
  });

  test('nor where it has come back to', () => {
    const there: Gambles = {
      start: { out: { faces: 3, to: 'out', otherwise: 'out' } },
      out: { on: { faces: 3, to: 'far', otherwise: 'far' } },
      far: { home: { faces: 3, to: 'start', otherwise: 'start' }, leap: { faces: 1, to: 'won' } },
    };
    const c = given(camp({ odds: 'after' }, { library: gambles(there) }, 'gambles'), 'out', 'on', 'home');
    expect(points(c)).toEqual(['before order 2, Try on']);
  });

  test('are all of them where odds are always told', () => {
    const c = given(gambling({ odds: 'always' }), 'climb', 'march');
    expect(points(c)).toEqual(['as it stands', 'before order 1, Try climb', 'before order 2, Try march']);
    refused(c, 'nonsense');
  });

  test('follow the rule at once', () => {
    const c = given(gambling({ odds: 'always' }), 'climb', 'climb', 'climb');
    expect(points(c)).toHaveLength(4);
    c.decree({ odds: 'after' });
    expect(points(c)).toHaveLength(2);
    c.decree({ odds: 'off' });
    expect(points(c)).toEqual([]);
    c.decree({ odds: 'always' });
    expect(points(c)).toHaveLength(4);
  });
});

test('the log of a campaign is gone through once for its points, not at every letter that is typed', () => {
  let read = 0;
  const through = (store: Store): Store => ({
    ...store,
    entriesAfter(game, seq) {
      // From its beginning: the log is gone through.
      if (seq < 0) read += 1;
      return store.entriesAfter(game, seq);
    },
  });
  const c = camp({ odds: 'after' }, { library: gambles(LADDER), through }, 'gambles');
  const reading = (work: () => unknown) => {
    const before = read;
    work();
    return read - before;
  };
  given(c, 'climb', 'climb', 'climb');
  expect(reading(() => points(c))).toBeGreaterThan(0);
  expect(reading(() => points(c))).toBe(0);
  given(c, 'climb');
  expect(reading(() => expect(points(c)).toHaveLength(3))).toBeGreaterThan(0);
  c.decree({ odds: 'always' });
  expect(reading(() => expect(points(c)).toHaveLength(5))).toBeGreaterThan(0);
  expect(reading(() => points(c))).toBe(0);
});

describe('marks of turning points', () => {
  /** Three orders each waste a sixth, the fourth turns nothing, and the fifth by its dice alone twice as much as any. */
  const FATE: Gambles = {
    start: { best: { faces: 6, to: 'won' }, waste: { faces: 3, to: 'a', otherwise: 'a' } },
    a: { best: { faces: 5, to: 'won' }, waste: { faces: 3, to: 'b', otherwise: 'b' } },
    b: { best: { faces: 4, to: 'won' }, waste: { faces: 3, to: 'c', otherwise: 'c' } },
    c: { on: { faces: 3, to: 'd', otherwise: 'd' } },
    d: { fall: { faces: 3, to: 'high', otherwise: 'low' } },
    high: { go: { faces: 5, to: 'won' } },
    low: { go: { faces: 1, to: 'won' } },
  };
  const marked = (c: Camp) =>
    points(c)
      .filter((label) => label.includes('turning point'))
      .map((label) => Number(/order (\d)/.exec(label)?.[1]));

  test('are reckoned without the last dice where those are not told', () => {
    const c = given(gambling({ odds: 'always' }, FATE), 'waste', 'waste', 'waste', 'on', 'fall');
    // Marks are there once the solution has been made: the recap has it made.
    c.bo.recaps.recap(null, null);
    expect(marked(c)).toEqual([1, 2, 5]);
    c.decree({ odds: 'after' });
    expect(points(c)).toHaveLength(4);
    expect(marked(c)).toEqual([1, 2, 3]);
    c.decree({ mode: 'vote', sealed: 'true', odds: 'always' });
    expect(marked(c)).toEqual([]);
    c.ada.games.abandon(null);
    expect(marked(c)).toEqual([1, 2, 5]);
  });
});

test('whoever started a campaign and has left may not direct what is listed of it', () => {
  const c = given(gambling({ odds: 'always' }), 'climb', 'climb');
  c.ada.games.abandon(null);
  const ada = () => c.as('Ada', { isModerator: false });
  const [point] = c.host.branchPoints.completions(ada());
  const mayOpen = () => ({ ...ada(), threads: { kind: 'channel', mayOpen: false, lacks: ['Embed Links'] } as const });
  expect(said(c.host.whatIfs.ask(mayOpen(), point?.value ?? '')).text).toContain('the bot lacks');
  c.host.myData.delete(ada(), true);
  expect(c.host.branchPoints.completions(ada())).toHaveLength(3);
  expect(said(c.host.whatIfs.ask(mayOpen(), point?.value ?? '')).text).not.toContain('the bot lacks');
});
