import { describe, expect, test } from 'vitest';
import type { PostResult, Reply } from '../../src/host/index.ts';
import { readLibrary } from '../../src/host/index.ts';
import { withoutLastDice } from '../../src/host/messages/odds-visibility.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { playedGameOf } from '../../src/host/table/played-game.ts';
import { orIncompatible } from '../../src/host/table/replay-log.ts';
import { picker } from '../dice/sealed.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { type Camp, camp, GRANT, SIGEL } from './camp.ts';
import {
  by,
  folderOf,
  type Headquarters,
  headquarters,
  LIBRARY,
  orderPresses,
  playedOut,
  pressOf,
  REFUSING,
  said,
} from './fixture.ts';

/** What a recap tells, to whom and where; how its files are made is tested apart. */

/** Of the message and of those that follow it. */
const filesOf = (told: Reply) => [told, ...told.followUps].flatMap(({ files }) => files);
const names = (told: Reply) => filesOf(told).map(({ file }) => file.replace(/^.*?-campaign\d\d/, ''));
const ALL = ['.gif', '.json', '.md', '-chart.png', '-storyboard.png'];
const WITHOUT_CHANCES = ['.gif', '.json', '.md', '-storyboard.png'];
/** What an order or a position is worth. */
const CHANCES = /\d\u00a0%|"worth"/;

/** Texts, pictures drawn as what they show, and the words to them. */
async function whole(told: Reply): Promise<string> {
  const { text, elsewhere } = told;
  const parts = [text];
  for (const file of filesOf(told)) {
    if (!file.file.endsWith('.gif')) parts.push(String(await file.bytes()), file.alt ?? '');
  }
  return parts.join('\n') + (elsewhere ? await whole(elsewhere.answer) : '');
}

function lost(seed: number): Headquarters & { readonly game: string } {
  const hq = headquarters();
  playedOut(hq.bo, hq.ada.games.start({ systemId: 'overland' }), picker(seed));
  return { ...hq, game: hq.store.latestIn('front')?.id ?? '' };
}

describe('a recap', () => {
  test('goes to another channel for a moderator who may write there; they are told what became of it', () => {
    const { host } = lost(3);
    const target = { channel: 'square', open: true };
    expect(host.recaps.recap(by('Bo'), null, target)).toMatchObject({ to: 'member', elsewhere: null });
    expect(host.recaps.recap(by('Ada'), null, { ...target, open: false })).toMatchObject({
      to: 'member',
      elsewhere: null,
    });
    expect(host.recaps.recap(by('Bo'), null, { channel: 'front', open: false })).toMatchObject({ to: 'channel' });
    const { to, text, elsewhere } = host.recaps.recap(by('Ada'), null, target);
    expect([to, text]).toEqual(['member', 'The recap is on its way to <#square>.']);
    expect(elsewhere?.channel).toBe('square');
    expect(elsewhere?.answer).toMatchObject({ to: 'channel', rows: [] });
    expect(elsewhere?.answer.text).toMatch(/\n-# Played in <#front>$/);
    const told = (became: PostResult) => elsewhere?.told(became);
    expect(told({ how: 'posted', link: 'https://x' })).toBe('The recap is posted: https://x');
    expect(told({ how: 'gone' })).toBe('The recap couldn’t be posted: that channel is gone. Choose another one.');
    expect(told({ how: 'forbidden', lacks: ['View Channel', 'Attach Files'] })).toContain(
      'lacks permissions there: View Channel and Attach Files.',
    );
    expect(told({ how: 'forbidden', lacks: [] })).toContain('lacks permissions there. A moderator');
    expect(told({ how: 'failed' })).toContain('Try again later');
  });

  test('of a campaign whose rules have changed is a sentence, and it stays in the list', () => {
    headquarters().host.games.start(by('Ada'), { systemId: 'overland' });
    const before = headquarters();
    before.host.orders.give(by('Bo'), GRANT);
    const { host, store } = headquarters({ library: readLibrary([REFUSING, picketLine], folderOf) });
    expect(orIncompatible(() => host.recaps.recap(by('Bo'), null, null))).toMatchObject({
      to: 'member',
      text: expect.stringMatching(/^The rules have changed/),
    });
    expect(host.recaps.completions(by('Bo'), '')).toEqual([
      { label: 'overland, 14 Nov, started by Ada', value: store.latestIn('front')?.id },
    ]);
  });
});

describe('while a campaign is being played, a recap tells of chances', () => {
  const played = (odds: string) => {
    const c = camp({ odds });
    for (const order of [GRANT, SIGEL, SIGEL]) c.bo.orders.give(order);
    return c;
  };
  const recap = ({ cy }: Camp) => cy.recaps.recap(null, null);

  test('nothing where they are off', async () => {
    const told = recap(played('off'));
    expect(names(told)).toEqual(WITHOUT_CHANCES);
    expect(await whole(told)).not.toMatch(CHANCES);
  });

  test('those of decided orders where they are told after, the last one’s dice left out; maps have none', async () => {
    const told = recap(played('after'));
    expect(names(told)).toEqual(ALL);
    expect(told.text).toContain('up to the last order, before its roll');
    expect(told.text).toContain('before the last order’s dice.');
    const [chart, storyboard] = told.followUps.flatMap(({ files }) => files);
    expect(String(await chart?.bytes())).toContain('before dice');
    expect(String(await storyboard?.bytes())).not.toMatch(CHANCES);
  });

  test('all of them where they are always told', async () => {
    const told = recap(played('always'));
    expect(told.text).not.toContain('before its roll');
    expect(String(await told.followUps[1]?.files[0]?.bytes())).toMatch(CHANCES);
  });

  test.each(['off', 'after', 'always'])('nothing while a sealed ballot is open, odds %s', async (odds) => {
    const c = played(odds);
    c.decree({ mode: 'vote', sealed: 'true', quorum: '3', odds });
    c.vote('Bo', GRANT, 'Lee is alone.');
    const told = recap(c);
    expect(names(told)).toEqual(WITHOUT_CHANCES);
    const text = await whole(told);
    expect(text).not.toMatch(CHANCES);
    expect(text).not.toContain('Lee is alone.');
    const hidden = 'Winning chances are hidden while a sealed ballot is open.';
    expect(text.split(hidden)).toHaveLength(odds === 'off' ? 1 : 3);
    // Asked again once it is over, all is told.
    c.ada.games.abandon(null);
    expect(names(recap(c))).toEqual(ALL);
    expect(await whole(recap(c))).toMatch(CHANCES);
  });

  test('nothing where the present position has been on the table before', () => {
    const { store, game } = lost(4);
    const record = store.game(game);
    const tables = new GameTables(store, LIBRARY);
    if (!record) throw new Error('The campaign is not stored');
    const campaign = playedGameOf(store, record, tables.played(record), tables.table(record).solution());
    expect(withoutLastDice(campaign).course?.end).toBe(campaign.course?.moves.at(-1)?.chosen);
    const [first, ...rest] = campaign.states;
    if (!first) throw new Error('It has a start');
    expect(withoutLastDice({ ...campaign, states: [first, ...rest.slice(0, -1), first] }).course).toBeNull();
    expect(withoutLastDice({ ...campaign, course: null }).course).toBeNull();
  });
});

describe('what nobody may know', () => {
  test('the secret behind the dice and hidden hands are not in a recap so far', async () => {
    const hq = headquarters();
    const { host, store } = hq;
    host.games.start(by('Ada'), { systemId: 'picket-line' });
    host.seats.join(by('Bo'), 'union');
    host.seats.join(by('Cy'), 'confederate');
    const hand = host.completions.order(by('Bo'), { verb: 'commit' }, 'regiment', '').map(({ value }) => value);
    const [regiment = ''] = hand;
    const { point } = pressOf(host.maps.forChannel(by('Bo')), 'Give an order', 'ask');
    said(host.orders.give(by('Bo'), { verb: 'commit', regiment, reserves: [] }, point));
    expect(store.lastSeq(store.latestIn('front')?.id ?? '')).toBe(1);
    const told = host.recaps.recap(by('Dee'), null, null);
    expect(told.to).toBe('channel');
    const text = await whole(told);
    const secret = store.latestIn('front')?.secret ?? '?';
    // The rules data lists all regiments there are; whose they are is hidden.
    const withoutData = text.replace(/"files": \{[\s\S]*?\n {4}\}/, '');
    expect(hand.length).toBeGreaterThan(2);
    for (const hidden of [secret, ...hand]) expect(withoutData).not.toContain(hidden);
  });

  test('members’ names are in no picture, which outlives them', async () => {
    const hq = headquarters();
    const opening = said(hq.host.games.start(by('Ada'), { systemId: 'overland' }));
    const bo = { member: { discordId: '200', name: 'Zebulon' } };
    const [press] = orderPresses(opening);
    if (!press) throw new Error('There is an order');
    said(hq.host.orders.give(by('Bo', bo), press.order, press.point, 'Zebulon knows why'));
    const told = hq.host.recaps.recap(by('Cy'), null, null);
    expect(told.text).toContain('Zebulon');
    for (const file of filesOf(told).filter(({ file }) => /\.(png|gif)$/.test(file))) {
      expect(String(await file.bytes())).not.toContain('Zebulon');
      expect(file.alt).not.toContain('Zebulon');
      expect(file.alt).not.toBe('');
    }
  });
});

test('a game without orders, which has no recap, is not listed', () => {
  const { host, store, ada } = headquarters();
  const listed = () => host.recaps.completions(by('Bo'), '').map(({ value }) => value);
  const game = () => store.latestIn('front')?.id;
  ada.games.start({ systemId: 'overland' });
  expect(listed()).toEqual([]);
  ada.orders.give(GRANT);
  const first = game();
  expect(listed()).toEqual([first]);
  ada.games.abandon(null);
  ada.games.start({ systemId: 'overland' });
  expect(listed()).toEqual([first]);
  ada.orders.give(GRANT);
  expect(listed()).toEqual([game(), first]);
  ada.undo.takeBack(null, true, 'A slip');
  expect(listed()).toEqual([first]);
});

test('of many campaigns the last ones are listed, and the others found by what is typed', () => {
  const { host, store } = headquarters();
  const begin = (n: number) => {
    const at = Date.UTC(2026, 0, n);
    host.games.start(by('Ada', { at }), { systemId: 'overland', variantId: n === 1 ? 'early' : undefined });
    host.orders.give(by('Ada', { at }), GRANT);
  };
  const ids: string[] = [];
  for (let n = 1; n <= 40; n++) {
    begin(n);
    ids.unshift(store.latestIn('front')?.id ?? '');
    if (n < 40) host.games.abandon(by('Ada', { at: Date.UTC(2026, 0, n, 1) }), null);
  }
  const found = (typed: string) =>
    host.recaps.completions(by('Bo', { at: Date.UTC(2026, 5, 1) }), typed).map(({ value }) => value);
  expect(found('')).toEqual(ids.slice(0, 25));
  expect(found('2 jan')).toEqual(expect.arrayContaining([ids.at(-2)]));
  expect(found('being played')).toEqual([ids[0]]);
  expect(found('nothing like it')).toEqual([]);
  expect(host.recaps.completions(by('Bo', { channel: 'rear' }), '')).toEqual([]);
});
