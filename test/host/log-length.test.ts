import { describe, expect, test, vi } from 'vitest';
import { GAME_ANSWERS } from '../../src/host/table/game-words.ts';
import { MOST_ENTRIES } from '../../src/host/table/log-words.ts';
import { camp, GRANT } from './camp.ts';
import { said } from './fixture.ts';
import { lengthened } from './lengthened.ts';

/** A log has a bound: that is said when it is near, and then the campaign can only be ended. */

// Logs of twenty thousand entries are played through here.
vi.setConfig({ testTimeout: 120_000 });

function longCamp(entries: number) {
  const c = camp();
  c.bo.orders.give(GRANT);
  const game = c.store.runningIn(c.channel);
  if (!game) throw new Error('Nothing has begun');
  lengthened(c, game, entries);
  return c;
}

describe('a long log', () => {
  test('says how much room it has left, until it is full: then nothing but its end is taken', () => {
    const c = longCamp(MOST_ENTRIES - 3);
    const left = () => /has room for ([\w ]+)\. Each take-back/.exec(c.bo.maps.forChannel().text)?.[1];
    const before = MOST_ENTRIES - c.entries().length;
    expect(before).toBeGreaterThan(0);
    const texts: string[] = [];
    for (let act = 0; act < before; act++) {
      const answer = act % 2 === 0 ? c.ada.undo.takeBack(null, true, 'A slip.') : c.bo.orders.give(GRANT);
      texts.push(said(answer).text);
    }
    expect(c.entries()).toHaveLength(MOST_ENTRIES);
    expect(texts.at(-1)).toContain('This game’s log is full.');
    expect(texts.at(-2) ?? '').toContain('has room for 1 more entry.');
    expect(left()).toBeUndefined();
    for (const refused of [
      c.bo.orders.give(GRANT),
      c.ada.undo.takeBack(null, true, 'A slip.'),
      c.ada.council.set({ mode: 'vote' }, {}),
    ])
      expect(said(refused)).toMatchObject({ to: 'member', text: GAME_ANSWERS.logFull });
    expect(c.wait(24 * 3_600_000)).toEqual([]);
    expect(c.entries()).toHaveLength(MOST_ENTRIES);
    expect(c.ada.games.abandon(null).text).toContain('ends the game');
  });
});
