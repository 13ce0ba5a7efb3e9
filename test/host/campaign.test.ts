import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { by, headquarters, playedOut, pressOf, said } from './fixture.ts';

/** A campaign of Overland at one table, from its start to its end; `golden` tells of the orders in between. */

describe('starting', () => {
  test('sets up the first game in its first variant, and publishes the seal of its dice', () => {
    const { host, store, ada } = headquarters();
    const answer = ada.games.start(null, null);
    expect(answer.to).toBe('channel');
    expect(answer.text).toContain('**Overland** · Standard · started by **Ada**');
    const { id, secret, seal, starter, guild, variant } = store.runningIn('front') as NonNullable<
      ReturnType<typeof store.runningIn>
    >;
    expect(seal).toBe(createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex'));
    expect(answer.text).toContain(`\`${seal}\``);
    expect([starter.name, guild, variant]).toEqual(['Ada', 'army', 'standard']);
    expect(answer.drawing).toMatchObject({ point: { game: id, seq: 0 }, file: `overland-${id}-0.png` });
    expect(store.undeliveredMaps()).toMatchObject([{ game: id, seq: 0, channel: 'front' }]);
    host.undelivered.delivered({ game: id, seq: 0 });
    expect(host.undelivered.undeliveredMaps()).toEqual([]);
  });
});

describe('ending', () => {
  test('by playing it out: the last order tells how it went, and why', () => {
    const { host, store, ada, bo } = headquarters();
    const last = playedOut(bo, ada.games.start(null, null)).at(-1);
    expect(last?.text).toMatch(/\*\*Richmond stands\. The campaign is lost\.\*\* The last .*\[III\]/);
    expect(last?.text).toMatch(/\n-# Dice sealed with `[0-9a-f]{8}…`\. “Check the dice” or `\/verify` shows.*$/);
    expect(store.game('campaign01')?.ended?.how).toBe('finished');
    const { system, variant } = pressOf(last as never, 'New game', 'start');
    expect(said(host.games.start(by('Ada'), system, variant)).text).toContain('**Overland** · Standard · started by');
  });
});

test('a lesson that is begun again ends the one before, in one interaction', () => {
  const { store, bo } = headquarters();
  bo.lessons.open('overland');
  const first = store.runningIn('lesson 200 overland');
  bo.lessons.open('overland', true);
  const second = store.runningIn('lesson 200 overland');
  expect(second?.id).toBeTruthy();
  expect(second?.id).not.toBe(first?.id);
  expect(store.entries(first?.id ?? '').map(({ kind }) => kind)).toEqual(['start', 'abandon']);
});
