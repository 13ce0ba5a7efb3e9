import { describe, expect, test } from 'vitest';
import type { Episode } from '../../../src/game/index.ts';
import { orderGiven, type PlayedGame } from '../../../src/host/table/played-game.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import { HISTORY } from '../../../src/systems/wilderness/story/chronicle.ts';
import { scenarioOf } from '../../../src/systems/wilderness/theatre.ts';
import type { Event, Order, Side } from '../../../src/systems/wilderness/vocabulary.ts';
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

  test('never says that nobody attacked, marched or came near', () => {
    const [start, attack] = bluffed as [Told, Told];
    // How many orders there are chooses among the phrases that fit.
    const texts = Array.from({ length: 40 }, (_, orders) => {
      const idle = Array.from({ length: orders }, (): Told => ({ ...start, order: { verb: 'done' } }));
      return words([start, ...idle, attack], false);
    });
    expect(texts.join()).not.toMatch(/Nobody attacked|kept their distance|armies marched/);
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

  test('says what a unit was given, so that none lost more than it had', () => {
    const start = position({ 'u-v': { hex: '2224', strength: 3 }, 'u-vi': '2224' }, { step: 'move', side: 'union' });
    const told = episodes(start, [{ verb: 'transfer', from: 'u-vi', to: 'u-v', points: '2' }]);
    const [opening, moved] = told as [Told, Told];
    const lost: Event = { type: 'lost', side: 'union', unit: 'u-v', points: 5, left: 0 };
    const [table] = game.afterwards?.tallies?.([opening, moved, { ...moved, events: [lost] }]) ?? [];
    expect(table?.head).toEqual(['Unit', 'Strength lost', 'At the start', 'Given later']);
    expect(table?.rows).toEqual([['V', 5, 3, 2]]);
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

  const told = (all: readonly Told[], text: string) => all.map((one) => ({ ...one, reasons: [{ text, by: 'Ann' }] }));
  const plain = fought[0] as Told;
  /** What a side did without an order of its own, in a turn. */
  const did = (turn: number, after: Partial<State>, ...events: readonly Event[]): Told => {
    const at = { ...plain.after, turn };
    return { ...plain, order: { verb: 'done' }, before: at, after: { ...at, ...after }, events };
  };
  const claimed = (side: Side, ...hexes: readonly string[]): Told => {
    const control = Object.fromEntries(hexes.map((hex) => [hex, side]));
    return did(
      2,
      { control: { ...plain.after.control, ...control } },
      { type: 'claimed', side, hex: hexes[0] as string, rail: [] },
    );
  };
  const scored = (points: number, why: string, side: Side = 'confederate'): Event => ({
    type: 'scored',
    side,
    points,
    why,
  });
  const neared = (...units: string[]) =>
    did(3, {}, { type: 'moved', side: 'confederate', units, by: 'march', way: ['3022', '4115'], cost: 1 });
  const probed = episodes(position({ 'u-cav-1': '2224', 'c-heth': '2225' }), [
    { verb: 'probe', unit: 'u-cav-1', target: '2225' },
    1,
  ]);
  const pending = episodes(
    position({ 'u-v': '2224', 'u-vi': '2224', 'c-heth': '2225', 'c-wilcox': '2225' }, { step: 'combat' }),
    [{ verb: 'attack', target: '2225', with: ['u-v', 'u-vi'] }, 1],
  );
  const stormed = episodes(position({ 'u-v': { hex: '3555', strength: 120 } }, { step: 'combat' }), [
    { verb: 'attack', target: '3556', with: ['u-v'] },
    1,
  ]);
  const GARRISON = [
    scored(4, 'Front Royal 1, divisions in the North 3'),
    scored(5, 'Washington’s garrison is too small'),
  ];

  /** Stories of a running game, by what they tell. */
  const RUNNING: { readonly [what: string]: readonly Told[] } = {
    'a bluff that worked, with the strength that went for it': bluffed,
    'a reason with its order': told(bluffed, 'They are few.'),
    'a reason with words in quotation marks, which is not quoted': told(bluffed, '“Few”'),
    'a reason of a secret order, not yet': told(marched, 'To the ford.'),
    'a battle whose losses are being taken': pending,
    'a battle': fought,
    'a fortification stormed': stormed,
    'what both sides occupied and still hold': [
      plain,
      ...['1411', '1813', '4346', '3439', '3735'].map((hex) => claimed('union', hex)),
      claimed('confederate', '2524'),
      claimed('confederate', '3735'),
    ],
    'part of a city': [plain, claimed('union', '3447')],
    'both hexes of a city, one taken before': [plain, claimed('union', '3447', '3548')],
    'probes, and counters near a capital': [...probed, neared('c-anderson')],
    'what was scored in days without a battle': [plain, did(2, {}, ...GARRISON)],
    'what was scored beside a battle, which is told instead': [
      plain,
      { ...(fought[1] as Told), events: [...(fought[1]?.events ?? []), ...GARRISON] },
    ],
    'each side’s own sources': [
      plain,
      did(2, {}, scored(7, 'Danville railroad cut 7', 'union'), scored(2, 'Front Royal 2')),
    ],
    'sources of one kind': [plain, did(2, {}, scored(7, 'Brandy Station 7', 'union'), scored(2, 'Front Royal 2'))],
  };
  const OVER: { readonly [what: string]: readonly Told[] } = {
    'dummies that nobody found': bluffed,
    'a reason of a secret order': told(marched, 'To the ford.'),
    'troops near a capital': [...probed, neared('c-anderson')],
    'a dummy near a capital, which is none': [...probed, neared('c-dummy-1')],
    'the par from the start, the lead, and who won in the end': [
      did(1, {}),
      did(1, { points: { union: 6, confederate: 27 } }),
      {
        ...(fought[1] as Told),
        before: { ...(fought[1] as Told).before, turn: 8 },
        after: { ...(fought[1] as Told).after, turn: 8, points: { union: 30, confederate: 40 } },
      },
      did(15, { points: { union: 39, confederate: 44 }, over: true }),
    ],
    'broken off': [did(1, {}), did(12, { points: { union: 39, confederate: 44 } })],
  };
  const points = (union: number, confederate: number) => ({ union, confederate });
  const LOST = { lost: points(12, 16) };
  /** Ends of games: headlines claim no more than happened, and name what was taken. */
  const ENDS: readonly (readonly [Partial<State>, ...taken: readonly [side?: Side, ...hexes: string[]]])[] = [
    [{ points: points(0, 75) }],
    [{ scenario: 'may-week', turn: 4, points: points(34, 34) }],
    [{ scenario: 'may-week', turn: 4, points: points(20, 26) }],
    [{ scenario: 'campaign', turn: 30 }],
    [{ points: points(0, 75), lost: points(2, 1) }],
    [{ points: points(3, 75), lost: points(2, 1) }],
    [{ points: points(30, 75), lost: points(6, 3) }],
    [{ points: points(30, 75), lost: points(3, 6) }],
    [{ points: points(30, 75), ...LOST }],
    [{ points: points(30, par - 70), ...LOST }, 'union', '3556'],
    [{ points: points(30, par - 70), ...LOST }, 'union', '3447', '3548'],
    // A half of a city, and a place worth a point, are not what a newspaper would print.
    [{ points: points(30, par - 70), ...LOST }, 'union', '3447'],
    [{ points: points(30, par - 70), ...LOST }, 'union', '1411'],
    [{ points: points(30, par - 70), ...LOST }, 'confederate', '4314'],
    [{ points: points(0, par + 176), ...LOST }, 'confederate', '4314'],
    [{ points: points(0, par + 176), ...LOST }, 'union', '3556'],
  ];

  test('stories to be read', async () => {
    const read = (over: boolean, stories: typeof RUNNING) =>
      Object.entries(stories).map(([what, all]) => `${what}: ${words(all, over)}`);
    const ends = ENDS.map(([more, side, ...hexes]) => {
      const [start] = episodes(position({}, { scenario: 'may', turn: 15, over: true, ...more })) as [Told];
      const control = { ...start.after.control, ...Object.fromEntries(hexes.map((hex) => [hex, side as Side])) };
      const after = { ...start.after, control };
      const { headline = '', chapters = [] } =
        game.afterwards?.story?.([start, { ...start, order: { verb: 'done' }, after }], true) ?? {};
      return `${JSON.stringify(more)} ${hexes}: **${headline}** (${chapters.at(-1)?.really})`;
    });
    const all = [...read(false, RUNNING), ...read(true, OVER), ...ends];
    await expect(all.map((line) => `- ${line}\n`).join('')).toMatchFileSnapshot('stories.md');
  });
});

function daysOf(turn: number): number[] {
  return [0, 1].map((day) => Date.UTC(1864, 4, 3 + (turn - 1) * 2 + day));
}
