import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buttons, by, headquarters, labels, playedOut, pressOf, said } from './fixture.ts';

/** A campaign of Overland at one table, from its start to its end: starting, ordering, taking back, ending, and who may. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;

describe('starting', () => {
  test('sets up the first game in its first variant, and publishes the seal of its dice', () => {
    const { host, store } = headquarters();
    const answer = said(host.games.start(by('Ada'), null, null));
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
    const { host } = headquarters();
    const ours = 'Not from the rule sheet: most ratings, the defenses and the movement lines (reconstruction-1).';
    const start = said(host.games.start(by('Ada'), null, null));
    expect(start.text.split('\n')).toContain(`-# ${ours} More in \`/rules\`.`);
    expect(host.help.rules(by('Bo'), null).text).toContain(ours);
    const later = said(host.orders.give(by('Bo'), GRANT));
    expect(`${later.text}${later.drawing?.alt}${host.maps.inWords(by('Bo')).text}`).not.toMatch(
      /reconstruction|unofficial/i,
    );
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
    const { host, store } = headquarters();
    expect(host.games.start(by('Ada'), game, variant)).toMatchObject({ to: 'member', text: sentence });
    expect(store.latestIn('front')).toBeNull();
  });

  test('a second one shows the first, to whoever asked', () => {
    const { host, store } = headquarters();
    const first = said(host.games.start(by('Ada'), null, null));
    const second = said(host.games.start(by('Bo'), 'picket-line', null));
    expect(second.to).toBe('member');
    expect(second.text).toContain('A game is already being played here. End it first with `/abandon`.');
    expect(second.drawing?.point).toEqual(first.drawing?.point);
    expect(store.endedIn('front', 9)).toEqual([]);
  });
});

describe('orders', () => {
  test('are carried out for whoever gives them, and told with their dice, what stands now and what may be done', () => {
    const { host, store } = headquarters();
    const opening = said(host.games.start(by('Ada'), null, null));
    expect(labels(opening)).toEqual([
      'Grant attacks Lee · 5+',
      'Butler attacks Beauregard · 6',
      'Sigel attacks Breckinridge · 5+',
      'In words',
      'Rules',
      'Log',
      'How we decide',
    ]);
    const answer = said(host.orders.give(by('Bo'), GRANT));
    expect(answer.to).toBe('channel');
    expect(answer.text).toMatch(
      /^\*\*Bo\*\* orders Grant to attack\.\nGrant attacks Lee: die \d, no modifiers, needs 5 or more\./,
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

  test('that are refused say which paragraph forbids them and what may be done, to their member; the log has none', () => {
    const { host, store } = headquarters();
    host.games.start(by('Ada'), null, null);
    const answer = said(host.orders.give(by('Bo'), { verb: 'cross' }));
    expect(answer.to).toBe('member');
    expect(answer.text).toMatch(/\[XIII\] You can attack with Grant, Butler or Sigel/);
    expect(said(host.orders.give(by('Bo'), { verb: 'move', to: 'Atlanta' })).text).toContain('Atlanta');
    expect(store.lastSeq('campaign01')).toBe(0);
  });
});

describe('taking back', () => {
  test('undoes the orders that stand, the last first, each with its trace in the log', () => {
    const { host, store } = headquarters();
    host.games.start(by('Ada'), null, null);
    const words = () => host.maps.inWords(by('Bo')).text.replace(/^\d rolls? taken back\n/, '');
    const states = [words()];
    for (const leader of ['grant', 'butler', 'sigel']) {
      host.orders.give(by('Bo'), { verb: 'attack', leader });
      states.push(words());
    }
    for (const order of ['orders Sigel to attack', 'orders Butler to attack', 'orders Grant to attack']) {
      states.pop();
      const answer = said(host.undo.takeBack(by('Ada'), null, true, 'A slip'));
      expect(answer.to).toBe('channel');
      expect(answer.text).toContain(`**Ada** takes back the last order (**Bo** ${order}), with 1 roll.`);
      expect(words()).toBe(states.at(-1));
    }
    expect(labels(host.maps.forChannel(by('Bo')))).not.toContain('Take back');
    expect(host.undo.takeBack(by('Ada'), null, true, 'A slip')).toMatchObject({
      to: 'member',
      text: 'There’s nothing to take back yet: no order has been given.',
    });
    expect(store.entries('campaign01').map(({ kind }) => kind)).toEqual([
      ...['start', 'order', 'order', 'order', 'undo', 'undo', 'undo'],
    ]);
  });

  test('an order of one’s own', () => {
    const { host } = headquarters();
    host.games.start(by('Ada'), null, null);
    host.orders.give(by('Ada'), GRANT);
    expect(said(host.undo.takeBack(by('Ada'), null, true, 'A slip')).text).toContain(
      '**Ada** takes back the last order (**Ada** orders Grant to attack), with 1 roll.',
    );
  });

  test('is no second throw: the same order there gives the same dice, another order others', () => {
    const { host, store } = headquarters();
    host.games.start(by('Ada'), null, null);
    const throws = () => {
      const entry = store.entries('campaign01').at(-1);
      return entry?.kind === 'order' ? entry.throws : null;
    };
    const first = said(host.orders.give(by('Bo'), GRANT)).text;
    const thrown = throws();
    host.undo.takeBack(by('Ada'), null, true, 'A slip');
    host.orders.give(by('Bo'), { verb: 'attack', leader: 'sigel' });
    host.undo.takeBack(by('Ada'), null, true, 'A slip');
    expect(said(host.orders.give(by('Bo'), GRANT)).text).toBe(`${first}\n-# 2 rolls taken back`);
    expect(throws()).toEqual(thrown);
    // A point further on in the campaign is another point.
    const faces = Array.from({ length: 8 }, () => {
      host.orders.give(by('Bo'), GRANT);
      return JSON.stringify(throws());
    });
    expect(new Set(faces).size).toBeGreaterThan(2);
  });
});

describe('ending', () => {
  test('asks first; keeping on changes nothing', () => {
    const { host, store } = headquarters();
    host.games.start(by('Ada'), null, null);
    const question = host.games.confirmAbandon(by('Ada'));
    expect([question.to, labels(question)]).toEqual(['member', ['End the game', 'Keep playing']]);
    expect(host.games.keepPlaying()).toMatchObject({ text: 'OK. Nothing was changed.', replaces: true });
    expect(store.runningIn('front')?.id).toBe('campaign01');
  });

  test('puts the secret behind “Check the dice”, and leaves log and dice to be read', () => {
    const { host, store } = headquarters();
    host.games.start(by('Ada'), null, null);
    host.orders.give(by('Bo'), GRANT);
    const { point } = pressOf(host.games.confirmAbandon(by('Ada')), 'End', 'abandon');
    const answer = said(host.games.abandon(by('Ada'), point));
    expect(answer.to).toBe('channel');
    expect(answer.text).toContain('**Ada** ends the game.\n**The game was abandoned.**');
    expect(host.verify.verify(by('Cy'), 'campaign01').text).toContain(`\`${store.game('campaign01')?.secret}\``);
    expect(labels(answer)).toEqual(['New game', 'Recap', 'Check the dice', 'Log']);
    expect(store.game('campaign01')?.ended?.how).toBe('abandoned');
    expect(host.log.page(by('Cy'), null, 0).text).toMatch(/\*\*Ada\*\* ends the game\.$/);
    expect(host.maps.forChannel(by('Cy')).text).toContain('**The game was abandoned.**');
    expect(said(host.undo.takeBack(by('Ada'), null, true, 'A slip')).text).toContain('No game is being played');
  });

  test('by playing it out: the last order tells how it went, and why', () => {
    const { host, store } = headquarters();
    const last = playedOut(host, said(host.games.start(by('Ada'), null, null)), () => 0).at(-1);
    expect(last?.text).toMatch(
      /\*\*Richmond stands\. The campaign is lost\.\*\* The last Action Point is spent.*\[III\]/,
    );
    expect(last?.text).toMatch(
      /\n-# Dice sealed with `[0-9a-f]{8}…`\. “Check the dice” or `\/verify` shows the secret and checks every roll\.$/,
    );
    expect(store.game('campaign01')?.ended?.how).toBe('finished');
    const { system, variant } = pressOf(last as never, 'New game', 'start');
    expect(said(host.games.start(by('Ada'), system, variant)).text).toContain('**Overland** · Standard · started by');
  });
});

test('buttons carry the point they were drawn for', () => {
  const { host } = headquarters();
  host.games.start(by('Ada'), null, null);
  const answer = said(host.orders.give(by('Bo'), GRANT));
  const points = buttons(answer).flatMap(({ press }) => ('point' in press ? [press.point] : []));
  expect(points.length).toBeGreaterThan(2);
  for (const point of points) expect(point).toEqual({ game: 'campaign01', seq: 1 });
});
