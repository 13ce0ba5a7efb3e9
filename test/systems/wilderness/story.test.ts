import { describe, expect, test } from 'vitest';
import type { Episode } from '../../../src/game/index.ts';
import { orderGiven, type PlayedGame } from '../../../src/host/table/played-game.ts';
import { capital } from '../../../src/kit/plain-english.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import { HISTORY } from '../../../src/systems/wilderness/story/chronicle.ts';
import { scenarioOf } from '../../../src/systems/wilderness/theatre.ts';
import type { Event, Order } from '../../../src/systems/wilderness/vocabulary.ts';
import { unitWords } from '../../../src/systems/wilderness/words/names.ts';
import { picker } from '../../dice/sealed.ts';
import { game, theatre } from './data.ts';
import { given, position } from './position.ts';
import { WILDERNESS_SECRETS } from './secrets.ts';

type Told = Episode<State, Order, Event>;

/** Orders as a recap has them, one after the other, with their dice. */
function episodes(start: State, ...orders: readonly (readonly [order: Order, ...dice: readonly number[]])[]): Told[] {
  const plain = { by: null, reasons: [], turning: false, worth: null };
  const told: Told[] = [{ order: null, before: start, after: start, events: [], ...plain }];
  for (const [order, ...dice] of orders) {
    const before = told.at(-1)?.after ?? start;
    const { state: after, events } = given(before, order, ...dice);
    told.push({ order, before, after, events, ...plain });
  }
  return told;
}

const { par } = scenarioOf(theatre, 'may');

const words = (told: readonly Told[], over: boolean) =>
  game.afterwards
    ?.story?.(told, over)
    .chapters.map(({ text }) => text)
    .join(' ') ?? '';

describe('the recap', () => {
  const bluffed = episodes(
    position(
      { 'u-v': '2224', 'u-vi': '2224', 'c-dummy-1': '2225', 'c-dummy-2': '2426', 'c-heth': '3447' },
      { step: 'combat' },
    ),
    [{ verb: 'attack', target: '2225', with: ['u-v', 'u-vi'] }],
  );

  test('tells a bluff that worked, with the strength that went for it', () => {
    expect(words(bluffed, false)).toMatch(
      /V Corps and VI Corps.*24 strength points, and found no troops, only Confederate dummies/,
    );
  });

  test('never says that nobody attacked, marched or came near', () => {
    const [start, attack] = bluffed as [Told, Told];
    // How many orders there are chooses among the phrases that fit.
    const texts = Array.from({ length: 40 }, (_, orders) => {
      const idle = Array.from({ length: orders }, (): Told => ({ ...start, order: { verb: 'done' } }));
      return words([start, ...idle, attack], false);
    });
    expect(texts.join()).not.toMatch(/Nobody attacked|kept their distance|armies marched/);
  });

  test('quotes a reason with the order it was given for, a secret one only once the game is over', () => {
    const told = (all: readonly Told[], text: string) => all.map((one) => ({ ...one, reasons: [{ text, by: 'Ann' }] }));
    expect(words(told(bluffed, 'They are few.'), false)).toContain(
      '“They are few,” wrote Ann before the Union’s order to attack',
    );
    expect(words(told(marched, 'To the ford.'), false)).not.toContain('Ann');
    expect(words(told(marched, 'To the ford.'), true)).toContain(
      '“To the ford,” wrote Ann before the Union’s march to ',
    );
    expect(words(told(bluffed, '“Few”'), false)).not.toContain('Ann');
  });

  test('lifts the fog only when the game is over: dummies that nobody found, and how long they faced the enemy', () => {
    expect(words(bluffed, true)).toMatch(
      /A Confederate dummy, a counter without troops, .* for one turn and was never found out\./,
    );
    expect(words(bluffed, false)).not.toContain('never found');
  });

  const marched = episodes(
    position({ 'u-v': { hex: '2224', up: true }, 'u-dummy-1': '2323', 'c-heth': '2428' }, {}),
    [{ verb: 'move', from: '2224', units: 'u-v', to: '2223' }],
    [{ verb: 'move', from: '2323', units: 'u-dummy-1', to: '2322' }],
  );

  test('sets what was moved beside what the other side saw and knew', () => {
    const [table] = game.afterwards?.tallies?.(marched) ?? [];
    expect(table?.title).toBe('What the Union moved, and what the Confederates saw');
    expect(table?.rows).toEqual([
      ['Turn 2, 5–6 May', 'V Corps to 2223; Dummy 1 to 2322', '1 counter to 2223; 1 counter to 2322', 'none'],
    ]);
  });

  test('names each order in one voice, secret or not', () => {
    const orders: readonly Order[] = [
      { verb: 'move', from: '2224', units: 'u-v', to: '2223' },
      { verb: 'probe', unit: 'u-cav-1', target: '2225' },
      { verb: 'done' },
    ];
    const givenOrders = orders.map((order) => ({ entry: { order, seat: 'union' } }));
    const ended = { game: { ended: { at: 0, how: 'finished' } }, system: game, givenOrders } as unknown as PlayedGame;
    expect(orders.map((_, place) => orderGiven(ended, place))).toEqual([
      'Marches V Corps from 2224 to 2223',
      'Probes 2225 with Torbert’s cavalry',
      'Ends the phase',
    ]);
  });

  test('tells while a game goes on nothing that rests on what is face down', () => {
    const pick = picker(7);
    for (const told of [bluffed, marched]) {
      const twins = told.map((one) => ({
        ...one,
        before: WILDERNESS_SECRETS.shuffle(one.before, 'public', pick),
        after: WILDERNESS_SECRETS.shuffle(one.after, 'public', pick),
        order: one.order?.verb === 'move' ? { ...one.order, units: 'u-vi' } : one.order,
      }));
      expect(game.afterwards?.story?.(twins, false)).toEqual(game.afterwards?.story?.(told, false));
    }
  });

  const fought = episodes(position({ 'u-v': '2224', 'c-heth': '2225' }, { step: 'combat' }), [
    { verb: 'attack', target: '2225', with: ['u-v'] },
    1,
  ]);

  test('tells what a battle cost once its losses are taken', () => {
    const open = episodes(
      position({ 'u-v': '2224', 'u-vi': '2224', 'c-heth': '2225', 'c-wilcox': '2225' }, { step: 'combat' }),
      [{ verb: 'attack', target: '2225', with: ['u-v', 'u-vi'] }, 1],
    );
    expect(open.at(-1)?.after.pending[0]?.kind).toBe('lose');
    expect(words(open, false)).toContain('no strength points lost so far');
    expect(words(open, false)).not.toContain('2225');
    expect(words(fought, false)).not.toContain('so far');
    // Of one battle the losses stand once, with whose they are.
    expect(words(fought, false)).toMatch(
      /the Union attacked .* with V Corps at odds of 2-1 and lost 1 strength point; the Confederates lost 2\./,
    );
    expect(words(fought, false)).not.toMatch(/One battle cost|the enemy/);
  });

  test('claims no more in its headline than happened', () => {
    const headline = (more: Partial<State>) =>
      game.afterwards?.story?.(episodes(position({}, { scenario: 'may', turn: 15, over: true, ...more })), true)
        .headline;
    const level = { union: 0, confederate: 75 };
    expect(headline({ points: level })).toBe('Neither Grant nor Lee wins in Virginia');
    expect(headline({ scenario: 'may-week', turn: 4, points: { union: 34, confederate: 34 } })).toMatch(/, 34 to 34$/);
    expect(headline({ points: level, lost: { union: 2, confederate: 1 } })).toMatch(/^Grant and Lee fight/);
    // Who is ahead of a draw is for the end to say.
    expect(headline({ points: { union: 3, confederate: 75 }, lost: { union: 2, confederate: 1 } })).toMatch(/draw$/);
    const ahead = { union: 30, confederate: 75 };
    expect(headline({ points: ahead, lost: { union: 6, confederate: 3 } })).toMatch(/^Grant comes out ahead/);
    expect(headline({ points: ahead, lost: { union: 3, confederate: 6 } })).toMatch(/^Grant comes out ahead/);
    expect(headline({ points: ahead, lost: { union: 12, confederate: 16 } })).toMatch(/^Grant wears Lee down/);
  });

  test('differs in its headline by what was taken', () => {
    const start = position({}, { scenario: 'may', turn: 15, over: true });
    const [opening] = episodes(start) as [Told];
    const headline = (hexes: readonly string[], side: 'union' | 'confederate', points: State['points']) => {
      const control = { ...start.control, ...Object.fromEntries(hexes.map((hex) => [hex, side])) };
      const after = { ...start, control, points, lost: { union: 12, confederate: 16 } };
      return game.afterwards?.story?.([opening, { ...opening, order: { verb: 'done' }, after }], true).headline;
    };
    const [won, lost] = [
      { union: 30, confederate: par - 70 },
      { union: 0, confederate: par + 176 },
    ];
    expect(headline(['3556'], 'union', won)).toBe('Grant takes Petersburg and wins by 100 points with par');
    expect(headline(['3447', '3548'], 'union', won)).toBe('Richmond falls, and Grant wins by 100 points with par');
    // A half of a city, and a place worth a point, are not what a newspaper would print.
    expect(headline(['3447'], 'union', won)).toMatch(/^Grant wears Lee down/);
    expect(headline(['1411'], 'union', won)).toMatch(/^Grant wears Lee down/);
    expect(headline(['4314'], 'confederate', won)).toBe('Lee takes Washington, but Grant wins by 100 points with par');
    expect(headline(['4314'], 'confederate', lost)).toMatch(/^Lee takes Washington and wins by 176 points with par$/);
    expect(headline(['3556'], 'union', lost)).toMatch(/^Grant takes Petersburg, but Lee wins by /);
  });

  test('has in its points the par that decides, so that who has more is ahead', () => {
    const state = (scenario: string) => position({}, { scenario, points: { union: 36, confederate: 98 } });
    expect(game.afterwards?.score?.(state('may'))).toEqual([
      { seat: 'union', name: 'Union with par', points: 36 + par },
      { seat: 'confederate', points: 98 },
    ]);
    expect(game.afterwards?.score?.(state('may-week'))).toEqual([
      { seat: 'union', points: 36 },
      { seat: 'confederate', points: 98 },
    ]);
  });

  test('ends with what came next in history', () => {
    const closing = (scenario: string, turn: number) =>
      game.afterwards?.story?.(episodes(position({}, { scenario, turn, over: true })), true).chapters.at(-1)?.really;
    expect(closing('may-week', 4)).toMatch(/^From 23 to 26 May 1864/);
    expect(closing('may', 15)).toContain('Cold Harbor');
    expect(closing('campaign', 30)).toContain('2 April 1865');
  });

  test('says what a unit was given, so that none lost more than it had', () => {
    const start = position({ 'u-v': { hex: '2224', strength: 3 }, 'u-vi': '2224' }, { step: 'move', side: 'union' });
    const told = episodes(start, [{ verb: 'transfer', from: 'u-vi', to: 'u-v', points: '2' }]);
    const [opening, moved] = told as [Told, Told];
    const lost: Event = { type: 'lost', side: 'union', unit: 'u-v', points: 5, left: 0 };
    const [table] = game.afterwards?.tallies?.([opening, moved, { ...moved, events: [lost] }]) ?? [];
    expect(table?.head).toEqual(['Unit', 'Strength lost', 'At the start', 'Given later']);
    expect(table?.rows).toEqual([['V', 5, 3, 2]]);
  });

  test('has the winner first in the headline of a game that the higher total decides', () => {
    const points = { union: 20, confederate: 26 };
    const week = episodes(position({}, { scenario: 'may-week', turn: 4, over: true, points }));
    expect(game.afterwards?.story?.(week, true).headline).toMatch(/^Lee .* 26 to 20$/);
  });

  test('says what the Union has in hand from the start, counts it in the score, and says who won in the end', () => {
    const start = position({ 'u-v': '2224' }, { scenario: 'may', turn: 1 });
    const [opening] = episodes(start) as [Told];
    const turn = (now: number, more: Partial<State>): Told => ({
      ...opening,
      order: { verb: 'done' },
      before: { ...start, turn: now },
      after: { ...start, turn: now, ...more },
    });
    const told = [opening, turn(1, { points: { union: 6, confederate: 27 } })];
    // A battle, so that the quiet days before it and after it are told apart.
    const [, battle] = fought as [Told, Told];
    const later = { points: { union: 39, confederate: 44 } };
    told.push({
      ...battle,
      before: { ...battle.before, turn: 8 },
      after: { ...battle.after, turn: 8, points: { union: 30, confederate: 40 } },
    });
    told.push(turn(15, { ...later, over: true }));
    const text = words(told, true);
    expect(text).toContain('began with the Union 75 points ahead: the par was added to the Union’s score.');
    expect(text).toContain('lead shrank to 54 points');
    expect(text).toMatch(/Union 39 points and a par of 75, Confederates 44: a decisive Union victory by 70 points/);
    expect(text.match(/\b(?:70|44)\b/g), 'the last score is told once').toEqual(['44', '70']);
    expect(words([opening, turn(12, later)], true)).toContain(
      'With 3 turns to go the campaign was broken off with the Union 70 points ahead: Union 39 points and a par of 75, Confederates 44.',
    );
  });

  test('tells what both sides occupied in one sentence, and only what they still hold', () => {
    const [start] = bluffed as [Told];
    const claim = (side: 'union' | 'confederate', hex: string): Told => ({
      ...start,
      order: { verb: 'claim', hex },
      events: [{ type: 'claimed', side, hex, rail: [] }],
    });
    const told = [
      start,
      ...['1411', '1813', '4346', '3439', '3735'].map((hex) => claim('union', hex)),
      claim('confederate', '2524'),
      claim('confederate', '3735'),
    ];
    expect(words(told, false)).toMatch(
      /The Union occupied [^.]*Strasburg[^.]*; the Confederates occupied Brandy Station/,
    );
    expect(words(told, false)).not.toMatch(/\bmore\b|took/);
    expect(words(told, false).match(/Bowling Green/g)).toHaveLength(1);
  });

  test('calls a city whole once both its hexes are held, though one was taken before', () => {
    const [start] = bluffed as [Told];
    const claimed = (control: State['control']): Told => ({
      ...start,
      order: { verb: 'claim', hex: '3447' },
      after: { ...start.after, control: { ...start.after.control, ...control } },
      events: [{ type: 'claimed', side: 'union', hex: '3447', rail: [] }],
    });
    expect(words([start, claimed({ '3447': 'union' })], false)).toContain('The Union occupied part of Richmond.');
    const both = claimed({ '3447': 'union', '3548': 'union' });
    expect(words([start, both], false)).toContain('The Union occupied Richmond.');
  });

  test('tells probes and who came close to a capital, and quiet days in one chapter', () => {
    const probe = episodes(position({ 'u-cav-1': '2224', 'c-heth': '2225' }, {}), [
      { verb: 'probe', unit: 'u-cav-1', target: '2225' },
      1,
    ]);
    const [start, probed] = probe as [Told, Told];
    const march = (units: string[]): Told => ({
      ...start,
      order: { verb: 'done' },
      before: { ...start.before, turn: 3 },
      after: { ...start.after, turn: 3 },
      events: [{ type: 'moved', side: 'confederate', units, by: 'march', way: ['3022', '4115'], cost: 1 }],
    });
    const told = [start, probed, march(['c-anderson'])];
    expect(words(told, true)).toContain('The Union’s cavalry probed once and found Heth');
    expect(words(told, true)).toContain('Confederate troops came close to Washington');
    expect(words(told, false)).toContain('Confederate counters came close to Washington');
    expect(words([start, probed, march(['c-dummy-1'])], true)).not.toContain('close to Washington');
    expect(game.afterwards?.story?.(told, true).chapters.map(({ when }) => when)).toEqual([null, '5–8 May', 'Turn 3']);
  });

  test('says what was scored, and what for, in days without a battle', () => {
    const [start, battle] = fought as [Told, Told];
    const scored = (points: number, why: string): Event => ({ type: 'scored', side: 'confederate', points, why });
    const events = [
      scored(4, 'Front Royal 1, divisions in the North 3'),
      scored(5, 'Washington’s garrison is too small'),
    ];
    const told =
      'Holding places, keeping divisions in the North and finding Washington’s garrison too small brought the Confederates 9 points.';
    expect(words([start, { ...start, order: { verb: 'done' }, events }], false)).toContain(
      `No battle was fought. ${told}`,
    );
    expect(words([start, { ...battle, events: [...battle.events, ...events] }], false)).not.toContain('brought');
    // Each side with its own sources.
    const both = (why: string) => {
      const scores: Event[] = [{ type: 'scored', side: 'union', points: 7, why }, scored(2, 'Front Royal 2')];
      return words([start, { ...start, order: { verb: 'done' }, events: scores }], false);
    };
    expect(both('Danville railroad cut 7')).toContain(
      'Cutting railroads brought the Union 7 points; holding places brought the Confederates 2.',
    );
    expect(both('Brandy Station 7')).toContain('Holding places brought the Union 7 points and the Confederates 2.');
  });

  test('has what really happened only where its days are', () => {
    const dayOf = (day: string) => Date.parse(`${day} 1864 UTC`);
    for (const { turns, text } of HISTORY) {
      const [, first = '', last = first, month = ''] =
        /^(?:On|From) (\d+)(?: (?:and|to) (\d+))? (May|June) 1864/.exec(text) ?? [];
      expect(daysOf(turns[0])).toContain(dayOf(`${first} ${month}`));
      expect(daysOf(turns[1])).toContain(dayOf(`${last} ${month}`));
    }
    const [start] = fought as [Told];
    const early = { ...start, before: { ...start.before, turn: 1 }, after: { ...start.after, turn: 1 } };
    expect(
      game.afterwards?.story?.([early, { ...early, order: { verb: 'done' } }], true).chapters[1]?.really,
    ).toBeNull();
  });

  test('counts losses by unit, and what the dice gave beyond their table', () => {
    const tables = game.afterwards?.tallies?.(fought) ?? [];
    expect(tables.map(({ title, rows }) => [title, rows])).toEqual([
      ['Union losses by unit', [['V', 1, 12, 0]]],
      ['Confederate losses by unit', [['Heth', 2, 5, 0]]],
    ]);
    const [luck] = game.afterwards?.fortunes?.(fought).each ?? [];
    // 5–8, 2-1: the mean of +1, 0, 0, −1, −2, −2.
    expect([luck?.seat, luck?.actual, luck?.expected]).toEqual(['union', 1, -4 / 6]);
    expect(game.eventWords.rolls?.(fought[1]?.after as State, fought[1]?.events ?? [])).toEqual([
      { whose: null, needs: '2-1', outcome: 'attacker −1, defender −2', carried: true },
    ]);
  });

  test('counts what a fortification lost too, so that the tables add up to the story', () => {
    const start = position({ 'u-v': { hex: '3555', strength: 120 } }, { step: 'combat' });
    const stormed = episodes(start, [{ verb: 'attack', target: '3556', with: ['u-v'] }, 1]);
    const had = start.forts['f-petersburg'];
    const confederate = (game.afterwards?.tallies?.(stormed) ?? []).find(({ title }) =>
      title.startsWith('Confederate losses'),
    );
    expect(confederate?.rows).toEqual([[capital(unitWords(theatre, 'f-petersburg')), had, had, 0]]);
    expect(words(stormed, false)).toContain(`the Confederates lost ${had} strength points`);
  });
});

function daysOf(turn: number): number[] {
  return [0, 1].map((day) => Date.UTC(1864, 4, 3 + (turn - 1) * 2 + day));
}
