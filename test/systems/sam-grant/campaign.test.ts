import { describe, expect, test } from 'vitest';
import { isFaulty, type System } from '../../../src/game/index.ts';
import { samGrant } from '../../../src/systems/sam-grant/index.ts';
import { asked, phaseOf } from '../../../src/systems/sam-grant/rules/legality.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import { resultOf, usaMargin } from '../../../src/systems/sam-grant/rules/victory.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { tallies, type YearEpisode } from '../../../src/systems/sam-grant/story/chronicle.ts';
import { story } from '../../../src/systems/sam-grant/story/index.ts';
import { isWinter, SCENARIO, type Theatre, turnsAhead } from '../../../src/systems/sam-grant/theatre.ts';
import { type View, view } from '../../../src/systems/sam-grant/view.ts';
import { pictureLine, when } from '../../../src/systems/sam-grant/words/game-status.ts';
import { tell } from '../../../src/systems/sam-grant/words/sentences.ts';
import { expectStory } from '../../conformance/stories.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { readFiles } from '../../games/files.ts';
import { dataFiles, east, eastCampaign, west, westCampaign } from './data.ts';
import { at, dealt, given, position, randomGame, type Step, steps, told } from './position.ts';

const begun: State = dealt(westCampaign, sealedAt('a campaign', 0, 'start')).state;

/** A Winter at the end of its actions, with one Union block in Nashville; both sides end their part. */
function winterEnds(turn: number, more: Partial<State> = {}) {
  const where = { 'u-mccook': ['1909', 3], 'c-hardee': 'prisoner' } as const;
  const open: State = { ...position(where, { turn, ...more }, westCampaign), campaign: true };
  const first = given(open, 'usa', 'done').state;
  const second = given(first, 'csa', 'done').state;
  // Nobody offers an exchange.
  const offered = given(second, second.active, 'done').state;
  return given(offered, offered.active, 'done');
}

const shown = (state: State): View => view(westCampaign, state, 'public');

test('19.1: a campaign is three years of six game-turns, each with its Winter; it begins as 1862 does', () => {
  const winters = Array.from({ length: 18 }, (_, turn) => turn + 1).filter((turn) => isWinter(westCampaign, { turn }));
  expect(winters).toEqual([6, 12, 18]);
  const [year, campaign] = [setUp(west).state, setUp(westCampaign).state];
  expect(campaign).toMatchObject({ ...year, campaign: true, blocks: year.blocks });
  expect('campaign' in year).toBe(false);
  expect(when(westCampaign, shown({ ...begun, turn: 9 }))).toBe('Game-turn 9 of 18, May–June 1863');
  expect(when(westCampaign, shown({ ...begun, turn: 12 }))).toBe('Game-turn 12 of 18, November–December (Winter 1863)');
  expect(pictureLine(westCampaign, shown({ ...begun, turn: 9 }))).toMatch(/^Game-turn 9, May–Jun 1863\. /);
});

test('19.2: after Winter all 25 cards are cut and dealt anew; blocks stand as they are, prisoners stay', () => {
  const { state, events } = winterEnds(6);
  expect(state).toMatchObject({ turn: 6, phase: 'cut', hands: { usa: [], csa: [] }, played: { usa: [], csa: [] } });
  expect(state.undealt).toHaveLength(25);
  expect([at(state, 'u-mccook'), steps(state, 'u-mccook'), at(state, 'c-hardee')]).toEqual(['1909', 3, 'prisoner']);
  expect(told(events, 'year')).toEqual([
    {
      type: 'year',
      year: '1863',
      ended: '1862',
      margin: usaMargin(westCampaign, state),
      held: { usa: ['1909'], csa: [] },
    },
  ]);
  expect(tell(westCampaign, events.at(-1) as never, 'public')).toBe(
    '1862 is over. The Confederates are 2 points ahead. The Union holds Nashville. For 1863 the whole deck is cut anew.',
  );
  expect(when(westCampaign, shown(state))).toBe('Before 1863');
  const one = given(state, 'usa', 'cut 3').state;
  const { state: after, events: dealing } = given(one, 'csa', 'cut 4');
  expect(after).toMatchObject({ turn: 7, phase: 'cards' });
  expect([after.hands.usa.length, after.hands.csa.length, after.undealt.length]).toEqual([6, 6, 13]);
  expect(tell(westCampaign, told(dealing, 'turn')[0] as never, 'public')).toMatch(
    /^Game-turn 7, January–February 1863\. /,
  );
});

test('19.2: a year alone ends with its Winter, and its states and events have no word of a campaign', () => {
  const texts = [...randomGame(west, 3)].map(({ state, events }) => JSON.stringify([state, events]));
  expect(texts.filter((text) => /campaign|"year"/.test(text))).toEqual([]);
});

test('19.3: reinforcements of later years are due in a campaign, and no part of 1862', () => {
  const late = [...westCampaign.blocks.filter(({ comes }) => comes)];
  expect(late.map(({ comes }) => comes?.turn)).toEqual(late.map(({ comes }) => Math.max(7, comes?.turn ?? 0)));
  const stepsOf = (theatre: Theatre, side: string) =>
    theatre.blocks.reduce(
      (sum, { comes, full, side: whose }) => sum + (whose === side && (comes?.turn ?? 0) > 6 ? full : 0),
      0,
    );
  expect([stepsOf(westCampaign, 'usa'), stepsOf(westCampaign, 'csa')]).toEqual([31, 17]);
  expect([stepsOf(eastCampaign, 'usa'), stepsOf(eastCampaign, 'csa')]).toEqual([25, 17]);
  expect(west.blocks.length + late.length).toBe(westCampaign.blocks.length);
  const next = winterEnds(6, { cuts: { usa: null, csa: null } }).state;
  const withDue = { ...next, blocks: { ...next.blocks, 'u-herron': { at: 'due', steps: 0 } as const } };
  const one = given(withDue, 'usa', 'cut 3').state;
  const { state, events } = given(one, 'csa', 'cut 4');
  expect([at(state, 'u-herron'), steps(state, 'u-herron')]).toEqual(['1103', 3]);
  expect(told(events, 'reinforced')).toHaveLength(1);
});

test('19.3: a reinforcement of the first year belongs to the year, and is refused among those of the campaign', () => {
  const files = dataFiles('sam-grant');
  const scenario = structuredClone(files[SCENARIO]) as { campaign: { blocks: { start: { turn: number } }[] } };
  (scenario.campaign.blocks[0] as { start: { turn: number } }).start.turn = 6;
  const loaded = samGrant.load({ ...files, [SCENARIO]: scenario as never });
  expect(isFaulty(loaded) && loaded.map(({ path, reason }) => `${path.join('.')}: ${reason}`)).toEqual([
    'campaign.blocks.0.start: must come in after the first year [19.3]',
  ]);
});

test('19.4, 19.5: time counts on over the years; the last Winter decides by the campaign’s own levels, sudden victories by its margins', () => {
  const idle = (turn: number): State => ({ ...position({}, { turn }, westCampaign), campaign: true });
  expect(usaMargin(westCampaign, idle(11))).toBe(-11);
  const { suddenDeath, levels } = westCampaign.scenario.victory;
  expect(levels).not.toEqual(west.scenario.victory.levels);
  expect(resultOf(westCampaign, idle(6))).toBeNull();
  const fallen = { ...idle(11), bragg: false, turn: suddenDeath.csaMargin };
  expect(resultOf(westCampaign, fallen)).toMatchObject({ winner: 'csa', sudden: true });
  const { state, events } = winterEnds(18);
  expect(state).toMatchObject({ phase: 'over', result: { sudden: false } });
  expect(tell(westCampaign, events.at(-1) as never, 'public')).toBe('The war is over.');
});

test('19.6: no two questions of a campaign have the same key, and phases come one after the other', () => {
  const keys: string[] = [];
  const phases: string[] = [];
  let before: string | undefined;
  for (const { state } of randomGame(westCampaign, 5)) {
    const key = phaseOf(state);
    if (key !== before) phases.push(key);
    before = key;
    if (state.phase === 'cut') keys.push(...asked(westCampaign, state).map(({ phaseKey }) => phaseKey ?? ''));
  }
  expect(new Set(phases).size).toBe(phases.length);
  expect(new Set(keys).size).toBeGreaterThanOrEqual(3);
});

test('a player plans to the end of the year, and near its end three game-turns ahead', () => {
  expect([1, 5, 6].map((turn) => turnsAhead(west, turn))).toEqual([5, 1, 0]);
  expect([1, 5, 6, 7, 17, 18].map((turn) => turnsAhead(westCampaign, turn))).toEqual([5, 3, 3, 5, 1, 0]);
});

const wars: readonly (readonly [string, Theatre, readonly YearEpisode[]])[] = [
  ['West', westCampaign, episodesOf(westCampaign, [...randomGame(westCampaign, 5)])],
  ['East', eastCampaign, episodesOf(eastCampaign, [...randomGame(eastCampaign, 2)])],
];

function episodesOf(theatre: Theatre, played: readonly Step[]): readonly YearEpisode[] {
  const one = { by: 'Ada', turning: false, worth: null, reasons: [] };
  const { state, events } = setUp(theatre);
  return [
    { ...one, order: null, before: state, after: state, events },
    ...played.map(({ before, order, state: after, events: done }) => ({ ...one, order, before, after, events: done })),
  ];
}

describe.each(wars)('a campaign in the %s told afterwards', (_, theatre, episodes) => {
  test('19.7: tells each year; while it goes on, the present one by its thirds', () => {
    for (let orders = 1; orders < episodes.length + 20; orders += 20)
      for (const over of [true, false]) {
        const part = episodes.slice(0, orders);
        expectStory(story(theatre, part, over), part);
      }
    const { turn } = (episodes.at(-1) as YearEpisode).after;
    const played = theatre.scenario.years.slice(0, Math.ceil(turn / 6));
    const chapters = story(theatre, episodes, true).chapters.map(({ when: title }) => title);
    expect(chapters).toEqual([null, ...played, `The end, game-turn ${turn}`]);
    const upTo = (last: number) => episodes.slice(0, episodes.findIndex(({ after }) => after.turn === last) + 1);
    const so = story(theatre, upTo(9), false).chapters.map(({ when: title }) => title);
    expect(so).toEqual([null, '1862', 'January to April 1863', 'May and June 1863', 'Game-turn 9']);
  });

  test('19.7: its tables count every year', () => {
    const table = tallies(theatre, episodes).find(({ title }) => title === 'Year by year');
    const { turn } = (episodes.at(-1) as YearEpisode).after;
    expect(table?.rows.map(([year]) => year)).toEqual(theatre.scenario.years.slice(0, Math.ceil(turn / 6)));
    const ends = episodes.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'year' ? [event.margin] : [])),
    );
    expect(table?.rows.slice(0, ends.length).map(([, margin]) => margin)).toEqual(
      ends.map((margin) => `${margin}`.replace('-', '−')),
    );
  });
});

test('19.1: a host whose data have no campaign offers the year alone', () => {
  const files = readFiles(new URL('../../../assets', import.meta.url).pathname, samGrant);
  const { campaign: _, ...scenario } = files[SCENARIO] as { readonly [key: string]: never };
  const variants = (data: typeof files) => (samGrant.load(data) as System).about.variants.map(({ id }) => id);
  expect(variants(files)).toEqual(['1862', '1862-1864']);
  expect(variants({ ...files, [SCENARIO]: scenario })).toEqual(['1862']);
  expect(east.scenario.years).toEqual([]);
});
