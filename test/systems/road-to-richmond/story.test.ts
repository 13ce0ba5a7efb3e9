import { describe, expect, test } from 'vitest';
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
import { endings, IN_THE_STORY } from '../../../src/systems/road-to-richmond/words/game-status.ts';
import { namesOfIds } from '../../../src/systems/road-to-richmond/words/names.ts';
import { label } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { rolls } from '../../../src/systems/road-to-richmond/words/sentences.ts';
import { expectStory, withoutQuotations } from '../../conformance/stories.ts';
import { field } from './data.ts';
import { system } from './machine-games.ts';
import { position, start } from './position.ts';
import { played, REASONS } from './random-play.ts';

const AWKWARD = / {2}|null|undefined| ,| \.|\.\.|\b1 (points|units|battles|others|turns)\b|(?<!\d)1 strength points/;

/** Games of anything that is legal, each brought to its end where it was left off. */
const campaigns = [21, 22].map((seed) => ended(played(seed, 330).episodes));

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

/** A story of one position. */
const storyAt = (at: State, over = true) => story(field, [opening(at)], over);

/** The first day's chapter, of events that lead from one position to another. */
function dayOf(before: State, events: readonly Event[], after = before, over = false): string {
  return story(field, [opening(before), episode({ before, after, events })], over).chapters[1]?.text ?? '';
}

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
const TURN_3 = { side: 'confederate', turn: 3 } as const;
const AT_3_1 = { column: '3-1', attackers: ['c-gregg', 'c-branch'], attack: 16, defence: 5 } as const;
/** Each campaign with its whole story. */
const stories = campaigns.map((episodes) => ({ episodes, ...story(field, episodes, true) }));

describe('a campaign told afterwards', () => {
  test('keeps its limits, quotes nobody but members, and reads well, from its start to its end', () => {
    for (const episodes of campaigns)
      for (let orders = 1; orders <= episodes.length; orders += 110)
        for (const over of [true, false]) {
          const part = [...episodes.slice(0, orders), ...(orders + 110 > episodes.length ? episodes.slice(-1) : [])];
          const told = story(field, part, over);
          expectStory(told, part);
          for (const { text } of told.chapters) expect(text.replaceAll(/“[^”]*”/g, 'so')).not.toMatch(AWKWARD);
        }
  });

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

  test('the end says who won and what for, each side’s points add up, and the Train’s bonus is no unit', () => {
    const at = { 'u-train': 'lost', 'u-1-2-v': 'lost', 'c-gregg': 'off-1528', 'c-branch': 'lost' } as const;
    const text = storyAt(position({ ...WAITING, ...at }, { over: true, turn: 20 })).chapters.at(-1)?.text;
    expect(text).toContain(
      'The Confederates won with 24 points: 6 for 2 Union units eliminated, 10 more for destroying the wagon train',
    );
    expect(text).toContain(`8 for ${endings(IN_THE_STORY).single}`);
    expect(text).toContain('The Union had 8, all for 1 Confederate unit');
  });

  test('the first day tells of its farms, and not of wagons that it has not', () => {
    const day = { over: true, turn: 5, variant: 'first-day' } as const;
    const after = position({ ...WAITING, 'u-1-2-v': '1107', 'c-gregg': '1408' }, day);
    for (const orders of [0, 1, 2, 3]) {
      const quiet = Array(orders).fill(episode({ before: after, after, events: [] }));
      const { headline, chapters } = story(field, [opening(after), ...quiet], true);
      expect(JSON.stringify([headline, chapters.map(({ text }) => text)])).not.toMatch(/wagon|Train|attack/);
      expect(chapters[0]?.text).toMatch(/farms/);
      expect(chapters.at(-1)?.text).toMatch(
        /the Union won with 15 points: 10 from the start and 5 for holding the Watt farm\./i,
      );
      expect(chapters.at(-1)?.text).toMatch(/the Confederates had 5, all for holding the McGehee farm\./i);
    }
  });

  test('the first day that was left unfinished is headed by its battle', () => {
    const before = position({ 'c-gregg': '1106' }, { turn: 3, variant: 'first-day' });
    expect(storyAt(before).headline).toMatch(/^Gaines’ Mill, left unfinished: /);
    expect(storyAt(before, false).headline).toMatch(/^Gaines’ Mill in turn 3: /);
  });

  test('the Train that was attacked is a wagon train in every sentence', () => {
    const before = position({ 'c-gregg': '2126', 'u-train': '2125' }, { turn: 15 });
    const attacked = fight('Dr', { hex: '2125', column: '6-1', defenders: ['u-train'], defence: 1 });
    expect(dayOf(before, [attacked])).toContain('Gregg threw back the wagon train');
  });

  test('no opening has anybody attack: in the game nobody has to', () => {
    const quiet = episode({ before: start, after: start, events: [] });
    for (let orders = 0; orders < 12; orders++) {
      const { chapters } = story(field, [opening(start), ...Array(orders).fill(quiet)], true);
      expect(chapters[0]?.text).not.toMatch(/attack/);
      expect(chapters[0]?.text).toMatch(/wagon train/);
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

  test('the headline names what scored: no road is cut by units that scored nothing, and an army that got away held nobody off', () => {
    const headline = (at: { readonly [piece: string]: Where }) =>
      storyAt(position(at, { turn: 20, over: true })).headline;
    // Enemies stand on the road: neither side has its line of communications.
    const barred: { readonly [piece: string]: Where } = { 'c-hood': '0117', 'u-1-1-v': '1528' };
    const beaten = { ...WAITING, ...barred, 'u-train': '2125', 'u-1-2-v': 'lost', 'u-2-2-v': 'lost' } as const;
    expect(headline({ ...beaten, 'c-gregg': 'off-1528' })).toMatch(/^Lee wins before Richmond, 12 to 0$/);
    const corps = ['u-1-1-vi', 'u-2-1-vi', 'u-3-1-vi', 'u-vi-art'];
    const broken = { ...beaten, ...Object.fromEntries(corps.map((id): [string, Where] => [id, 'lost'])) };
    expect(headline(broken)).toMatch(/^Lee breaks McClellan /);
    const away = { ...WAITING, ...barred, 'u-train': '2125', 'u-1-2-v': 'off-1528', 'u-2-2-v': 'off-1528' } as const;
    expect(headline(away)).toMatch(/army gets away to the James and wins 2 to 0$/);
    expect(headline({ ...away, 'u-train': 'off-1528' })).toMatch(
      /^The wagon train gets through, and McClellan wins 8 to 0$/,
    );
  });

  test('a story names the battle that cost most, with its place and its odds', () => {
    const before = position(LINES, TURN_3);
    const events = [fight('De', AT_3_1), lost('union', ['u-1-2-v'], 'combat')];
    const told = story(field, [opening(before), episode({ before, after: without(before, 'u-1-2-v'), events })], false);
    expect(told.chapters[1]).toEqual({
      when: '27 June 1862',
      text:
        'One battle cost the Union 5 strength points and the Confederates nothing. ' +
        'In turn 3, at the Watt farm, the Confederates’ Gregg and Branch destroyed Buchanan at 3-1.',
      really: null,
    });
  });

  test('places the costliest battle once, and names the side of its units once', () => {
    const before = position({}, TURN_3);
    const battle = (hex: string, id: string) => [
      fight('De', { hex, column: '3-1', defenders: [id] }),
      lost('union', [id], 'combat', hex),
    ];
    const events = [...battle('1107', 'u-2-2-v'), ...battle('0819', 'u-1-2-v')];
    const march: Order = { verb: 'move', unit: 'c-gregg', to: '1106' };
    const reasons = [{ text: 'Now', by: 'Ann' }];
    const begun = opening(before);
    const told = [begun, episode({ before, after: before, events }), { ...begun, order: march, reasons }];
    const text = story(field, told, false).chapters[1]?.text;
    expect(text).toMatch(
      /^Two battles, the bloodiest at the Watt farm, cost .* There, in turn 3, the Confederates’ Gregg /,
    );
    expect(text).toContain('wrote Ann before Gregg marched to a point near the Watt farm.');
  });

  test('of an exchange it tells what each side lost: the attackers can lose far more', () => {
    const before = position({ 'c-gregg': '1106', 'u-1-2-v': '1107' }, TURN_3);
    const events = [
      fight('Ex', { column: '4-1' }),
      lost('union', ['u-1-2-v'], 'exchange'),
      lost('confederate', ['c-gregg'], 'exchange', '1106', 8),
    ];
    const told = (...more: readonly Event[]) =>
      dayOf(before, [...events, ...more], without(before, 'u-1-2-v', 'c-gregg'));
    expect(told()).toContain('Gregg destroyed Buchanan at 4-1 in an exchange, which accounts for all these losses.');
    expect(told(lost('union', ['u-2-2-v'], 'train', '1108', 7))).toContain(
      'Gregg destroyed Buchanan at 4-1, but lost 8 strength points against the Union’s 5.',
    );
  });

  test.each([
    [
      'Dr',
      ['c-gregg'],
      ['u-1-2-v', 'u-2-2-v', 'u-3-2-v'],
      ['u-2-2-v', 'u-3-2-v'],
      / at 1-1; of the defenders, Lovell and .* were destroyed\./,
    ],
    [
      'Ar',
      ['c-gregg', 'c-branch', 'c-pender'],
      ['u-1-2-v'],
      ['c-branch'],
      /; of the attackers, Branch .* and was destroyed\./,
    ],
    ['Ar', ['c-gregg', 'c-branch'], ['u-1-2-v'], ['c-gregg', 'c-branch'], / and were cut off and destroyed\./],
  ] as const)(
    'says on which side those stood that had to go back and could not, and what became of them: %s',
    (result, attackers, defenders, cutOff, words) => {
      const side = result === 'Dr' ? 'union' : 'confederate';
      const told = dayOf(position({}, TURN_3), [fight(result, { attackers, defenders }), lost(side, cutOff)]);
      expect(told).toMatch(words);
    },
  );

  test('a reason stands with whose order it was for, and where, without the number of a hex', () => {
    const begun = opening(position({}, { turn: 3 }));
    const told = (order: Order) =>
      story(field, [begun, { ...begun, order, reasons: [{ text: 'Now', by: 'Ann' }] }], false).chapters[1]?.text;
    expect(told({ verb: 'move', unit: 'c-gregg', to: '1106' })).toContain(
      '“Now,” wrote Ann before the Confederates’ Gregg marched to a point near the Watt farm.',
    );
    expect(told({ verb: 'move', unit: 'u-train', to: '2124' })).toContain(
      'the Union’s wagon train marched to Dispatch Station.',
    );
    expect(told({ verb: 'attack', target: '1107', with: ['c-gregg'], column: '1-1' })).toContain(
      'the Confederates’ Gregg prepared to attack at the Watt farm.',
    );
  });

  test('names every unit of an order, also where its button has no room for them', () => {
    const attacks = campaigns
      .flat()
      .flatMap(({ order, before }) => (order?.verb === 'attack' ? [{ order, before }] : []));
    const told = {
      system,
      states: attacks.map(({ before }) => before),
      givenOrders: attacks.map(({ order, before: { side } }) => ({ entry: { order, seat: side } })),
    } as unknown as PlayedGame;
    const named = attacks.map(({ order, before }, place) => {
      const text = orderGiven(told, place);
      for (const id of order.with) expect(text).toContain(namesOfIds(field, [id]));
      return text !== label(field, before, order).text;
    });
    expect(named).toContain(true);
  });

  test('of an attack that failed the attacker is named first, and what else was lost by its side', () => {
    const before = position({ ...LINES, 'c-branch': '1105', 'u-2-2-v': '1108' }, TURN_3);
    const events = [
      fight('Ae', { column: '1-5', defence: 40 }),
      lost('confederate', ['c-gregg'], 'combat', '1106', 8),
      lost('confederate', ['c-branch'], 'no-way', '1105'),
      lost('union', ['u-2-2-v'], 'no-way', '1108'),
    ];
    const text = dayOf(before, events, without(before, 'c-gregg', 'c-branch', 'u-2-2-v'));
    expect(text).toContain('Gregg attacked Buchanan at 1-5 and was shattered');
    expect(text).toMatch(/the Union lost Lovell; the Confederates lost Branch\./);
  });

  test('a day that was broken off is not over', () => {
    const begun = opening(position({}, { turn: 14 }));
    expect(story(field, [begun], true).chapters[1]?.text).toBe('The last day had seen no battle.');
    const over = [begun, ...ended([begun]).slice(-1)];
    expect(story(field, over, true).chapters[1]?.text).toBe('The last day passed without a battle.');
  });

  test('a side lost others also if the battle that is told destroyed some of its own', () => {
    const before = position({ ...LINES, 'c-branch': '1105' }, { side: 'confederate', turn: 7 });
    const told = (side: Side, id: string) => {
      const events = [
        fight('De', { column: '3-1', attack: 15, defence: 5 }),
        lost('union', ['u-1-2-v'], 'combat', '1105'),
        lost(side, [id], 'no-way', '1105'),
      ];
      return dayOf(before, events, without(before, 'u-1-2-v', id), true);
    };
    expect(told('union', 'u-2-2-v')).toContain('The Union also lost Lovell.');
    expect(told('confederate', 'c-branch')).toContain('The Confederates lost Branch.');
  });

  test('the Train that gets through is not counted again among the units that left', () => {
    const before = position({ 'u-train': '1528', 'u-1-2-v': '1527' }, { turn: 8 });
    const told = (...ids: readonly string[]) => {
      const left = { type: 'left', side: 'union', from: null, way: [], by: '1528' } as const;
      return dayOf(
        before,
        ids.map((id): Event => ({ ...left, pieces: [id] })),
        before,
        true,
      );
    };
    expect(told('u-train')).toContain('The wagon train got through');
    expect(told('u-train')).not.toContain('left the map');
    expect(told('u-train', 'u-1-2-v')).toContain('1 Union unit left the map on the White Oak Bridge road');
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

  test.each([
    [
      'the Train saved',
      { 'u-train': 'off-1528', 'u-1-2-v': 'off-1528', 'c-gregg': '0601' },
      /^The wagon train gets through, and McClellan wins 7 to 0$/,
    ],
    ['Lee on the road', { 'c-gregg': 'off-1528', 'u-train': '2426' }, /^Lee cuts the road to the James, 8 to 0$/],
    ['the Train taken', { 'u-train': 'lost' }, /^Lee destroys the wagon train and wins 11 to 0$/],
    ['nothing between them', { 'u-train': '2426' }, /^Lee and McClellan end level, 0 to 0$/],
  ] as const)('the headline of %s', (_what, at, headline) => {
    const told = storyAt(position({ ...WAITING, ...(at as typeof WAITING) }, { over: true, turn: 20 }));
    expect(told.headline).toMatch(headline);
    expect(told.headline.length).toBeLessThanOrEqual(80);
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
  test('each battle is set against what its column promised, and one is told as well as all', () => {
    for (const episodes of campaigns) {
      const { each } = fortunes(field, episodes);
      const alone = episodes.flatMap((one) => fortunes(field, [one]).each);
      expect(alone).toEqual(each);
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
