import { describe, expect, test } from 'vitest';
import type { Story } from '../../../src/game/index.ts';
import { orderGiven, type PlayedGame } from '../../../src/host/table/played-game.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import {
  type ChronicleFight,
  costliest,
  daysOf,
  type RichmondEpisode,
} from '../../../src/systems/road-to-richmond/story/chronicle.ts';
import { AFTERWARDS, REALLY, story } from '../../../src/systems/road-to-richmond/story/index.ts';
import { fortunes, tallies } from '../../../src/systems/road-to-richmond/story/tallies.ts';
import {
  type Event,
  type Order,
  SIDES,
  type Side,
  type Where,
} from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { namesOfIds } from '../../../src/systems/road-to-richmond/words/names.ts';
import { label } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { rolls } from '../../../src/systems/road-to-richmond/words/sentences.ts';
import { withoutQuotations } from '../../conformance/stories.ts';
import { field } from './data.ts';
import { system } from './machine-games.ts';
import { position, start } from './position.ts';
import { firstSteps } from './random-play.ts';

const REASONS = ['Now, or never.', 'The bridge is ours', 'a', 'Because nobody expects it; and it is low'];

function ended(episodes: readonly RichmondEpisode[]): readonly RichmondEpisode[] {
  const { after } = episodes.at(-1) as RichmondEpisode;
  const over: State = { ...after, pending: [], turn: 20, over: true };
  const event: Event = { type: 'ended', confederate: 0, union: 0 };
  return [...episodes, episode({ before: after, after: over, events: [event] })];
}

function episode(told: Pick<RichmondEpisode, 'before' | 'after' | 'events'>): RichmondEpisode {
  return { order: { verb: 'done' }, by: null, reasons: [], turning: false, worth: null, ...told };
}

/** How a story begins: a position, before any order. */
const opening = (at: State): RichmondEpisode => ({ ...episode({ before: at, after: at, events: [] }), order: null });

/** Games of anything that is legal, with members’ reasons, each brought to its end where it was left off. */
const campaigns = [21, 22].map((seed) => {
  const steps = firstSteps(seed, 330, 'standard').map(({ before, state, order, events }, at) => {
    const reasons = at % 4 === 0 ? [{ text: REASONS[(at / 4) % 4] as string, by: 'Bo' }] : [];
    const by = at % 3 === 0 ? null : 'Ada';
    return { ...episode({ before, after: state, events }), order, by, reasons, turning: at % 60 === 0 };
  });
  return ended([opening(start), ...steps]);
});

/** A story of one position. */
const storyAt = (at: State, over = true) => story(field, [opening(at)], over);

/** Gregg's attack on Buchanan in 1107 at 1-1, but for what is given. */
function fight(result: Fought['result'], { hex = '1107', column = '1-1', ...more }: Partial<Fight> = {}): Fought {
  const { attackers = ['c-gregg'], defenders = ['u-1-2-v'], attack = 8, defence = 8 } = more;
  return {
    type: 'fought',
    side: 'confederate',
    battle: { hexes: [hex], attackers, bombardment: false, column },
    defenders,
    reckoning: { attack, defence, doubled: [], odds: column, column },
    die: 1,
    result,
  };
}
type Fought = Extract<Event, { type: 'fought' }>;
interface Fight {
  readonly hex: string;
  readonly column: Fought['battle']['column'];
  readonly attackers: readonly string[];
  readonly defenders: readonly string[];
  readonly attack: number;
  readonly defence: number;
}

function lost(side: Side, pieces: readonly string[], why: Lost['why'] = 'no-way', from = '1107', points = 5): Lost {
  return { type: 'lost', side, pieces, from, why, points };
}
type Lost = Extract<Event, { type: 'lost' }>;

/** The position once these are eliminated. */
function without(state: State, ...ids: readonly string[]): State {
  return { ...state, where: { ...state.where, ...Object.fromEntries(ids.map((id): [string, Where] => [id, 'lost'])) } };
}

const WAITING = Object.fromEntries(field.pieces.map(({ id }): [string, Where] => [id, 'waiting']));
/** Gregg and Branch in 1106, Buchanan in 1107. */
const LINES = { 'c-gregg': '1106', 'c-branch': '1106', 'u-1-2-v': '1107' } as const;
const TURN_3 = { side: 'confederate', turn: 3, step: 'fight' } as const;
const AT_3_1 = { column: '3-1', attackers: ['c-gregg', 'c-branch'], attack: 16, defence: 5 } as const;
/** Each campaign with its whole story. */
const stories = campaigns.map((episodes) => ({ episodes, ...story(field, episodes, true) }));

describe('a campaign told afterwards', () => {
  test('has a chapter for each day there was, with what really happened then, and one for the end', () => {
    for (const { episodes, chapters } of stories) {
      const days = daysOf(field, episodes).map(({ day }) => `${27 + day} June 1862`);
      expect(chapters.map(({ when }) => when)).toEqual([null, ...days, 'The end, turn 20']);
      const really = chapters.flatMap((chapter) => chapter.really ?? []);
      const known = [...REALLY, AFTERWARDS] as string[];
      const told = really.map((fact) => known.indexOf(fact));
      expect(told).not.toContain(-1);
      expect(told).toEqual([...new Set(told)].sort());
    }
  });

  test('says whose units they are, and where by places: the number of a hex is a time of day to a reader', () => {
    for (const { chapters } of stories) {
      const days = chapters.slice(1, -1).map(({ text }) => withoutQuotations(text, REASONS));
      for (const text of [...days, chapters.at(-1)?.text ?? ''])
        expect(text.replaceAll(/hex \d{4}/g, '')).not.toMatch(/\b[0-2]\d[0-2]\d\b/);
      for (const text of days) if (text.includes(' turn ')) expect(text).toMatch(/the (Union’s|Confederates’) [A-Z\d]/);
    }
  });

  test('one battle is the costliest where it cost more than another, and none if only one cost anything or none stands out', () => {
    const fought = (hex: string, pieces: readonly string[]): ChronicleFight => ({
      event: fight('Dr', { hex, defenders: [] }),
      before: start,
      turn: 3,
      lost: { union: pieces.length, confederate: 0 },
      cutOff: [],
      turning: false,
      reasons: [],
    });
    const quiet = fought('0819', []);
    const one = fought('0819', ['u-1-2-v']);
    const two = fought('1107', ['u-1-2-v', 'u-2-2-v']);
    for (const fights of [[quiet], [quiet, quiet], [quiet, quiet, two], [quiet, one, one]])
      expect(costliest(fights)).toBeNull();
    expect(costliest([quiet, one, quiet, two])).toBe(two);
  });

  test('no sentence is made to one pattern twice in a story', () => {
    for (const { chapters } of stories) {
      const sentences = chapters.flatMap(({ text }) =>
        withoutQuotations(text, REASONS)
          .replaceAll(/\d+/g, '#')
          .split(/(?<=\.) /),
      );
      expect(new Set(sentences).size).toBe(sentences.length);
    }
  });

  test('what the days cost adds up to what has been eliminated, and the points to the score', () => {
    for (const episodes of campaigns) {
      const { after } = episodes.at(-1) as RichmondEpisode;
      const days = daysOf(field, episodes);
      for (const side of SIDES) {
        const lost = days.reduce((sum, day) => sum + day.lost[side], 0);
        expect(lost).toBe(strengthWhere(after, side, (where) => where === 'lost'));
      }
      const fights = episodes.flatMap(({ events }) => events.filter(({ type }) => type === 'fought'));
      expect(days.flatMap((day) => day.fights).length).toBe(fights.length);
    }
  });

  test('names every unit of an order, also where its button has no room for them', () => {
    const attackers = 'c-garland c-gregg c-branch c-winder c-lawton c-elzey c-stuart c-semmes'.split(' ');
    const at = '1308 c-garland c-gregg, 1208 c-branch c-winder, 1206 c-lawton c-elzey, 1307 c-stuart c-semmes';
    const before = position(`1207 u-1-2-v, ${at}`, { side: 'confederate', step: 'plan' });
    const order: Order = { verb: 'attack', target: '1207', with: attackers, column: '3-1' };
    const givenOrders = [{ entry: { order, seat: before.side } }];
    const text = orderGiven({ system, states: [before], givenOrders } as unknown as PlayedGame, 0);
    for (const id of attackers) expect(text).toContain(namesOfIds(field, [id]));
    expect(label(field, before, order).text).not.toContain('Semmes');
  });

  test('who has to go back and cannot is told as lost: in the story, on the card, and in the luck', () => {
    // Enemies on every side of 1107, and their control beyond.
    const before = position(
      { 'u-1-2-v': '1107', 'c-gregg': '1106', 'c-branch': '1108', 'c-pender': '1007', 'c-jr-and': '1207' },
      { side: 'confederate', turn: 6, step: 'fight' },
    );
    const strength = 5;
    const events = [fight('Dr', { defence: strength }), lost('union', ['u-1-2-v'], 'no-way', '1107', strength)];
    const episodes = [opening(before), episode({ before, after: without(before, 'u-1-2-v'), events })];
    const text = story(field, episodes, false).chapters[1]?.text;
    expect(text).toMatch(/Gregg (cut off and destroyed|surrounded and destroyed) Buchanan at 1-1\./);
    expect(rolls(events)).toEqual([{ whose: null, needs: '1-1', outcome: 'cut off', carried: true }]);
    const [luck] = fortunes(field, episodes).each;
    expect(luck).toMatchObject({ expected: (3 * strength) / 6, actual: strength });
  });

  test('a unit lost as a phase begins is no loss of the battle before it', () => {
    const before = position({ ...LINES, 'u-2-2-v': '1105' }, TURN_3);
    const after: State = { ...before, side: 'union', step: 'move' };
    const withdrawn = lost('union', ['u-2-2-v'], 'no-way', '1105', 7);
    const episodes = [
      opening(before),
      episode({ before, after, events: [fight('Ar')] }),
      episode({ before: after, after: without(after, 'u-2-2-v'), events: [withdrawn] }),
    ];
    const [day] = daysOf(field, episodes);
    expect(day).toMatchObject({ fallen: ['u-2-2-v'], fights: [{ lost: { union: 0, confederate: 0 }, cutOff: [] }] });
  });

  /** Enemies stand on the road: neither side has its line of communications. */
  const BARRED = { 'c-hood': '0117', 'u-1-1-v': '1528' };
  const BEATEN = { ...BARRED, 'u-train': '2125', 'u-1-2-v': 'lost', 'u-2-2-v': 'lost' };
  const AWAY = { ...BARRED, 'u-train': '2125', 'u-1-2-v': 'off-1528', 'u-2-2-v': 'off-1528' };
  const CORPS = { 'u-1-1-vi': 'lost', 'u-2-1-vi': 'lost', 'u-3-1-vi': 'lost', 'u-vi-art': 'lost' };
  const ENDS = {
    'the Train saved': { 'u-train': 'off-1528', 'u-1-2-v': 'off-1528', 'c-gregg': '0601' },
    'Lee on the road': { 'c-gregg': 'off-1528', 'u-train': '2426' },
    'the Train taken, and others': { 'u-train': 'lost', 'u-1-2-v': 'lost', 'c-gregg': 'off-1528', 'c-branch': 'lost' },
    'nothing between them': { 'u-train': '2426' },
    'units that scored nothing cut no road': { ...BEATEN, 'c-gregg': 'off-1528' },
    'a corps destroyed': { ...BEATEN, ...CORPS },
    'an army that got away held nobody off': AWAY,
    'the army and the Train got away': { ...AWAY, 'u-train': 'off-1528' },
  };
  const EXCHANGE = [
    fight('Ex', { column: '4-1' }),
    lost('union', ['u-1-2-v'], 'exchange'),
    lost('confederate', ['c-gregg'], 'exchange', '1106', 8),
  ];
  const ROUT = [fight('De', { column: '3-1', attack: 15, defence: 5 }), lost('union', ['u-1-2-v'], 'combat', '1105')];
  const repulsed = (attackers: readonly string[], ...cutOff: string[]) => [
    fight('Ar', { attackers }),
    lost('confederate', cutOff),
  ];
  const destroyed = (hex: string, id: string) => [
    fight('De', { hex, column: '3-1', defenders: [id] }),
    lost('union', [id], 'combat', hex),
  ];
  const leaving = (id: string): Event => {
    return { type: 'left', side: 'union', pieces: [id], from: null, way: [], by: '1528' };
  };
  const DAYS: { readonly [what: string]: readonly Event[] } = {
    'the Train sent back': [fight('Dr', { hex: '2125', column: '6-1', defenders: ['u-train'], defence: 1 })],
    'the battle that cost most': [fight('De', AT_3_1), lost('union', ['u-1-2-v'], 'combat')],
    'two battles': [...destroyed('1107', 'u-2-2-v'), ...destroyed('0819', 'u-1-2-v')],
    'an exchange': EXCHANGE,
    'an exchange that cost the attackers more': [...EXCHANGE, lost('union', ['u-2-2-v'], 'train', '1108', 7)],
    'defenders who had no way back': [
      fight('Dr', { defenders: ['u-1-2-v', 'u-2-2-v', 'u-3-2-v'] }),
      lost('union', ['u-2-2-v', 'u-3-2-v']),
    ],
    'one of the attackers who had none': repulsed(['c-gregg', 'c-branch', 'c-pender'], 'c-branch'),
    'attackers who had none': repulsed(['c-gregg', 'c-branch'], 'c-gregg', 'c-branch'),
    'a repulse, the attacker first, and what else each side lost': [
      fight('Ae', { column: '1-5', defence: 40 }),
      lost('confederate', ['c-gregg'], 'combat', '1106', 8),
      lost('confederate', ['c-branch'], 'no-way', '1105'),
      lost('union', ['u-2-2-v'], 'no-way', '1108'),
    ],
    'others that the side lost': [...ROUT, lost('union', ['u-2-2-v'], 'no-way', '1105')],
    'others that the other side lost': [...ROUT, lost('confederate', ['c-branch'], 'no-way', '1105')],
    'the Train, which is no unit that left': [leaving('u-train')],
    'a unit that left with the Train': [leaving('u-train'), leaving('u-1-2-v')],
  };
  const ORDERS: readonly Order[] = [
    { verb: 'move', unit: 'c-gregg', to: '1106' },
    { verb: 'move', unit: 'u-train', to: '2124' },
    { verb: 'attack', target: '1107', with: ['c-gregg'], column: '1-1' },
  ];

  test('sentences of stories, to be read: ends with their points, days, and members’ reasons', async () => {
    const day = { over: true, turn: 5, variant: 'first-day' } as const;
    const first = position({ ...WAITING, 'u-1-2-v': '1107', 'c-gregg': '1408' }, day);
    const begun = opening(position({ ...LINES, 'c-branch': '1105', 'u-2-2-v': '1108' }, TURN_3));
    const storyOf = ({ headline, chapters }: Story) => [headline, ...chapters.map(({ text }) => text)].join(' · ');
    const ofDay = (...more: readonly Partial<RichmondEpisode>[]) =>
      story(field, [begun, ...more.map((one) => ({ ...begun, ...one }))], false).chapters[1]?.text;
    const told = [
      ...Object.entries(ENDS).map(([what, at]) => {
        const { headline, chapters } = storyAt(
          position({ ...WAITING, ...(at as typeof WAITING) }, { over: true, turn: 20 }),
        );
        return `${what}: **${headline}** ${chapters.at(-1)?.text}`;
      }),
      `the first day, with its farms: ${storyOf(storyAt(first))}`,
      `the first day, left unfinished: ${storyOf(storyAt({ ...first, over: false, turn: 3 }))}`,
      ...Object.entries(DAYS).map(([what, events]) => {
        const gone = events.flatMap((event) => (event.type === 'lost' ? event.pieces : []));
        return `${what}: ${ofDay({ events, after: without(begun.before, ...gone) })}`;
      }),
      ...ORDERS.map((order) => `a reason: ${ofDay({ order, reasons: [{ text: 'Now', by: 'Ann' }] })}`),
      `a last day broken off: ${storyAt(position({}, { turn: 14 })).chapters[1]?.text}`,
      `a last day: ${story(field, ended([opening(position({}, { turn: 14 }))]), true).chapters[1]?.text}`,
    ];
    await expect(told.map((line) => `- ${line}\n`).join('')).toMatchFileSnapshot('stories.md');
  });
});

describe('tables of losses', () => {
  test('add up to what has been eliminated and what has gone, the heaviest first', () => {
    for (const episodes of campaigns) {
      const { after } = episodes.at(-1) as RichmondEpisode;
      const tables = tallies(field, episodes);
      expect(tables.length).toBeLessThanOrEqual(4);
      const total = (title: string) =>
        (tables.find((table) => table.title === title)?.rows ?? []).reduce((sum, row) => sum + (row[1] as number), 0);
      expect(total('Union losses by corps')).toBe(strengthWhere(after, 'union', (where) => where === 'lost'));
      expect(total('Confederate losses by division')).toBe(
        strengthWhere(after, 'confederate', (where) => where === 'lost'),
      );
      const gone = (where: Where) => where.startsWith('off-');
      expect(total('Off the map')).toBe(
        strengthWhere(after, 'union', gone) + strengthWhere(after, 'confederate', gone),
      );
      for (const { head, rows } of tables) {
        for (const row of rows) expect(row).toHaveLength(head.length);
        if (head[1] !== 'Strength lost') continue;
        const figures = rows.map((row) => row[1] as number);
        expect(figures).toEqual(figures.toSorted((a, b) => b - a));
      }
    }
  });
});

describe('luck', () => {
  test('is told of one battle as of all', () => {
    for (const episodes of campaigns) {
      const { each } = fortunes(field, episodes);
      expect(episodes.flatMap((one) => fortunes(field, [one]).each)).toEqual(each);
      for (const { what } of each) expect(what.length).toBeLessThanOrEqual(60);
    }
  });

  test('at 3-1, 16 against 5: one face in six destroys, one is an exchange, the rest move nobody off', () => {
    const before = position(LINES, { side: 'confederate', step: 'fight' });
    const [luck] = fortunes(field, [episode({ before, after: before, events: [fight('De', AT_3_1)] })]).each;
    expect(luck).toEqual({
      what: 'Gregg and Branch against 1107 at 3-1',
      seat: 'confederate',
      // 5 once; and once 5 for a brigade of 8.
      expected: (5 + (5 - 8)) / 6,
      actual: 5,
    });
  });
});

function strengthWhere({ where }: State, side: Side, is: (where: Where) => boolean): number {
  const found = field.pieces.filter((piece) => piece.side === side && is(where[piece.id] ?? 'waiting'));
  return found.reduce((sum, { strength }) => sum + strength, 0);
}
