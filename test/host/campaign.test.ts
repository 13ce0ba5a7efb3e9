import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { by, headquarters, labels, playedOut, pressOf, said } from './fixture.ts';

/** A campaign of Overland at one table, from its start to its end: starting, ordering, taking back, ending, and who may. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;

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

  test('tells once what isn’t the rule sheet’s: there, and in /rules', () => {
    const { ada, bo } = headquarters();
    const ours = 'Not from the rule sheet: most ratings, the defenses and the movement lines (reconstruction-1).';
    const start = ada.games.start(null, null);
    expect(start.text.split('\n')).toContain(`-# ${ours} More in \`/rules\`.`);
    expect(bo.help.rules(null).text).toContain(ours);
    const later = bo.orders.give(GRANT);
    expect(`${later.text}${later.drawing?.alt}${bo.maps.inWords().text}`).not.toMatch(/reconstruction|unofficial/i);
  });

  test.each([
    ['overland', 'unbottled', 'Unbottled'],
    ['Overland', ' Short Rations ', 'Short rations'],
    [null, 'short-rations', 'Short rations'],
    ['Picket Line', null, 'Standard'],
  ])('game %s, variant %s', (game, variant, name) => {
    expect(said(headquarters().host.games.start(by('Ada'), game, variant)).text).toContain(` · ${name} · `);
  });

  test.each([
    ['chess', null, 'There’s no such game. Choose one from the list.'],
    ['overland', 'winter', 'This game has no such variant. Choose one from the list.'],
  ])('game %s, variant %s: there is none', (game, variant, sentence) => {
    const { store, ada } = headquarters();
    expect(ada.games.start(game, variant)).toMatchObject({ to: 'member', text: sentence });
    expect(store.latestIn('front')).toBeNull();
  });
});

describe('orders', () => {
  test('are carried out for whoever gives them, and told with their dice, what stands now and what may be done', () => {
    const { store, ada, bo } = headquarters();
    const opening = ada.games.start(null, null);
    expect(labels(opening)).toEqual([
      'Grant attacks Lee · 5+',
      'Butler attacks Beauregard · 6',
      'Sigel attacks Breckinridge · 5+',
      'In words',
      'Rules',
      'Log',
      'How we decide',
    ]);
    const answer = bo.orders.give(GRANT);
    expect(answer.to).toBe('channel');
    expect(answer.text).toMatch(
      /^\*\*Bo\*\* orders Grant to attack\.\nGrant attacks Lee: die \d, no modifiers, needs 5 /,
    );
    expect(answer.text).toContain('**9 Action Points** left · 7 May 1864');
    expect(labels(answer).slice(-5)).toEqual(['In words', 'Rules', 'Log', 'Take back', 'How we decide']);
    expect(answer.rows.every((row) => row.length <= 5) && answer.rows.length <= 5).toBe(true);
    expect(store.entries('campaign01').at(-1)).toMatchObject({
      seq: 1,
      kind: 'order',
      seat: 'us',
      order: GRANT,
      member: { name: 'Bo' },
      throws: [{ kind: 'die', purpose: 'Grant attacks', sides: 6 }],
    });
  });
});

describe('taking back', () => {
  test('is no second throw: the same order there gives the same dice, another order others', () => {
    const { store, ada, bo } = headquarters();
    ada.games.start(null, null);
    const throws = () => {
      const entry = store.entries('campaign01').at(-1);
      return entry?.kind === 'order' ? entry.throws : null;
    };
    const first = bo.orders.give(GRANT).text;
    const thrown = throws();
    ada.undo.takeBack(null, true, 'A slip');
    bo.orders.give({ verb: 'attack', leader: 'sigel' });
    ada.undo.takeBack(null, true, 'A slip');
    expect(bo.orders.give(GRANT).text).toBe(`${first}\n-# 2 rolls taken back`);
    expect(throws()).toEqual(thrown);
    // A point further on in the campaign is another point.
    const faces = Array.from({ length: 8 }, () => {
      bo.orders.give(GRANT);
      return JSON.stringify(throws());
    });
    expect(new Set(faces).size).toBeGreaterThan(2);
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
