import { describe, expect, test } from 'vitest';
import type { Story } from '../../../src/game/index.ts';
import { shortDate } from '../../../src/kit/dates.ts';
import { numberWord } from '../../../src/kit/plain-english.ts';
import { sum } from '../../../src/kit/subsets.ts';
import { combatResult, dateOf, type Scenario } from '../../../src/systems/overland/scenario.ts';
import type { State } from '../../../src/systems/overland/state.ts';
import { endOf } from '../../../src/systems/overland/story/ending.ts';
import { story } from '../../../src/systems/overland/story/index.ts';
import { type OverlandEpisode, scenesOf } from '../../../src/systems/overland/story/story-scenes.ts';
import { storyLeader, storyPlace } from '../../../src/systems/overland/story/story-words.ts';
import { expectStory, lengthOf, withoutQuotations } from '../../conformance/stories.ts';
import { picker } from '../../dice/sealed.ts';
import { randomCampaign, reasoned, STYLES, scriptedCampaign, whatIf } from './campaigns.ts';
import { numbers, scenarios } from './data.ts';
import { OWNED } from './owned.ts';

/** Every story of Overland keeps these rules, whatever happened in it. Whole stories to be read are in stories.md. */

const REASONS = [
  'Lee cannot be strong everywhere.',
  'a point saved is a point for Richmond',
  'Now, or never',
  'Why not',
];

/** Some turning points, and reasons for about half the orders: by what is chosen, not by what they were worth. */
function explained(episodes: readonly OverlandEpisode[], seed: number): readonly OverlandEpisode[] {
  const pick = picker(seed);
  return episodes.map((episode, index) => ({
    ...episode,
    by: pick(2) === 0 ? episode.by : null,
    reasons: index > 0 && pick(2) === 0 ? [{ text: REASONS[pick(REASONS.length)] as string, by: 'Bo' }] : [],
    turning: index > 0 && pick(4) === 0,
  }));
}

function* campaigns(data: Scenario, games: number, styles = STYLES): Generator<readonly OverlandEpisode[]> {
  for (const style of styles)
    for (let game = 0; game < games; game++) yield explained(randomCampaign(data, game, style), game);
}

/** A sentence without its names, numbers and dates: two of the same in one story would sound like a form. */
function patternsOf(data: Scenario, { chapters }: Story): string[] {
  const names = [...Object.values(data.areas), ...Object.values(data.leaders)].map(({ name }) => name);
  const shown = names.flatMap((name) => [name, name.replace(/^The /, 'the ')]).sort((a, b) => b.length - a.length);
  return chapters.flatMap(({ text }) => {
    const quiet = withoutQuotations(text, REASONS);
    const bare = shown.reduce((left, name) => left.replaceAll(name, 'N'), quiet);
    return bare
      .replace(/\b(Bo|Ada)\b/g, 'N')
      .replace(/\b\d+ (May|June)\b/g, 'D')
      .replace(/\b(once|twice|(two|three|four|five|six|seven|eight|nine|ten|\d+) times)\b/gi, 'T')
      .replace(/\b(no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\b/gi, '#')
      .replace(/\b(\w+(st|nd|rd|th))\b/g, 'O')
      .split(/(?<=\.) /)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.length > 3);
  });
}

const many = (times: number, order: string) => Array<string>(times).fill(order).join(', ');
const TO_NORTH_ANNA = 'attack grant 5, move spotsylvania, attack grant 5, move north-anna';
const SOUTH = `${TO_NORTH_ANNA}, attack grant 5`;
const EARLY =
  'attack grant 5, move spotsylvania, attack grant 6, move north-anna, attack grant 5, move cold-harbor, attack grant 6, move savage-station 5, attack grant 3';
const TURNED_BACK =
  'attack grant 5, move spotsylvania, attack grant 3, tma north-anna 6, attack grant 3, tma wilderness 1, attack grant 1';

/** Campaigns whose whole stories stand in stories.md, to be read: whoever changes a phrase reads them again. */
const READ: readonly (readonly [title: string, script: string, variant?: string])[] = [
  ['won by Grant, early, with every throw', EARLY],
  [
    'won by Grant on the last day, at the fourth assault',
    `${TO_NORTH_ANNA}, attack grant 4, tma ashland 1, attack grant 6, attack grant 3 3 6, attack grant 6, attack grant 5 4, attack grant 4 2 3, attack grant 6`,
  ],
  ['won by Butler, while Grant is where he began', 'attack butler 5, attack butler 3 6, attack butler 6', 'unbottled'],
  [
    'won by Butler, who had been shut in again',
    'attack grant 2, attack butler 5, attack grant 3, tma spotsylvania 2, attack butler 3 2 5, attack grant 1, attack butler 5, attack butler 6',
    'unbottled',
  ],
  [
    'won over the James, with the last point, after attempts that failed',
    'attack grant 5, move spotsylvania, attack grant 3, tma north-anna 3, attack grant 1, attack sigel 2, attack grant 6, move cold-harbor, attack grant 5, move savage-station 6, cross 5 4, cross 6 6, cross 2',
  ],
  [
    'lost at Cold Harbor',
    'attack grant 4, tma spotsylvania 2, attack grant 5, move north-anna, attack grant 2, tma cold-harbor 3, attack grant 1, attack grant 1, attack butler 3, attack grant 4, attack grant 2',
  ],
  ['lost by Butler, while Grant never stirred', `${many(8, 'attack butler 5')}, attack butler 6, attack butler 6 5`],
  [
    'lost by the dice alone',
    'attack grant 5, move spotsylvania, attack grant 2, tma north-anna 6, attack grant 2, tma north-anna 5, attack grant 1, attack grant 2, tma north-anna 4, attack grant 3, tma north-anna 4',
  ],
  ['lost, with a last blow that opened the road', `${many(9, 'attack grant 1')}, attack grant 6`],
  ['lost, with a last blow of Butler’s, which opened none', `${many(9, 'attack grant 1')}, attack butler 6`],
  [
    'lost before Richmond, with short rations',
    'attack grant 3, tma spotsylvania 1, attack grant 3, tma north-anna 2, attack grant 2, tma ashland 3, attack grant 6, attack grant 3 3 6',
    'short-rations',
  ],
  [
    'lost by attacks of Butler’s that a six would not have won',
    `${many(3, 'attack butler 5')}, attack butler 6, attack butler 6 5, ${many(5, 'attack grant 1')}`,
  ],
  ['lost where others waited for Grant', `${many(8, 'attack butler 1')}, attack grant 6, attack butler 1`],
  ['a turn that led back, and what failed once done again', TURNED_BACK],
  ['a victory in the Valley at once, which wins three days', 'attack sigel 6, attack grant 1'],
  [
    'a victory in the Valley between two of Grant’s chapters',
    'attack grant 2, tma spotsylvania 1, attack grant 5, attack sigel 5, move north-anna, attack grant 5',
  ],
  [
    'a victory in the Valley beside Butler’s attacks',
    'attack butler 1, attack butler 1, attack sigel 5, attack butler 1, attack butler 1',
  ],
  [
    'Lee comes out to meet Grant',
    `${TO_NORTH_ANNA}, attack grant 2, tma ashland 1, attack grant 6, move cold-harbor, move ashland 3, attack grant 6`,
  ],
  [
    'Grant stays at Savage Station and tries the river',
    `${SOUTH}, move cold-harbor, attack grant 5, move savage-station 3, attack grant 6, cross 6 1, attack grant 6`,
  ],
  [
    'what others did before a march of Grant’s, and a march back',
    `${SOUTH}, move cold-harbor, attack grant 5, attack butler 1, move savage-station 6, move cold-harbor, move mechanicsville`,
  ],
  [
    'the chapter at Cold Harbor',
    `attack grant 1, attack grant 1, ${SOUTH}, move cold-harbor, ${many(5, 'attack grant 1')}`,
  ],
  [
    'an assault of Butler’s, others named last',
    'attack butler 6, attack butler 3 2 5, attack butler 6, attack grant 1',
    'unbottled',
  ],
];

test('whole stories, to be read', async () => {
  const told = READ.map(([title, script, variant = 'standard']) => {
    const episodes = scriptedCampaign(variant, [script]);
    return written(title, story(numbers(variant), episodes, (episodes.at(-1) as OverlandEpisode).after.over !== null));
  });
  const begun = scriptedCampaign('standard', [EARLY]);
  const voted = reasoned(begun, {
    1: [{ text: 'No time to lose.', by: 'Ada' }],
    5: [{ text: 'if Lee goes to Ashland he is out of our way', by: 'Bo' }],
    8: [
      { text: 'Savage Station has both roads: the city and the river', by: 'Cy' },
      { text: 'x'.repeat(400), by: 'Dee' },
    ],
    9: [{ text: 'Nobody is home.', by: 'Dee' }],
  });
  const [before, others] = [begun.slice(0, 1), begun.map((one, at) => (at === 1 ? { ...one, by: 'Bo' } : one))];
  told.push(
    written('abandoned', story(numbers(), begun.slice(0, 4), true)),
    written('before its first order', story(numbers(), before, false)),
    written('a “what if” begins where it goes out from', story(numbers(), whatIf(begun, 6), true)),
    written('voted, with reasons: each is quoted once, where the campaign turned', story(numbers(), voted, true)),
    written('who gave the last order is named where others gave orders too', story(numbers(), others, true)),
  );
  await expect(told.join('\n')).toMatchFileSnapshot('stories.md');
});

function written(title: string, { headline, chapters }: Story): string {
  const lines = chapters.map(({ when, text, really }) => {
    return `- ${when === null ? '' : `*${when}.* `}${text}${really === null ? '' : ` (${really})`}`;
  });
  return [`# ${title}`, `**${headline}**`, ...lines, ''].join('\n');
}

describe.each(scenarios.map((data) => ({ name: data.variant.name, data })))('$name, many campaigns', ({ data }) => {
  const played = [...campaigns(data, 20)].map((episodes) => ({ episodes, told: story(data, episodes, true) }));

  test('no sentence is made to the same pattern twice in one story', () => {
    for (const { told } of played) {
      const patterns = patternsOf(data, told);
      expect(new Set(patterns).size, patterns.join('\n')).toBe(patterns.length);
    }
  });

  test('what really happened is told once: beside Grant in the order of time, beside Butler and Sigel their own battles', () => {
    for (const {
      told: { chapters },
    } of played) {
      const facts = chapters.flatMap(({ really }) => really ?? []).map(factOf);
      expect(facts).not.toContain(-1);
      expect(new Set(facts).size).toBe(facts.length);
      const grants = chapters.filter(({ when }) => !isFront(data, when)).flatMap(({ really }) => really ?? []);
      expect(grants.map(factOf)).toEqual(grants.map(factOf).sort((a, b) => a - b));
      for (const { when, really } of chapters) {
        if (really === null) continue;
        if (when?.startsWith('In the Valley')) expect(really).toContain('New Market');
        if (when?.startsWith(storyLeader(data, 'butler'))) expect(really).toContain('Bermuda Hundred');
        if (!isFront(data, when) && chapters.some((other) => isFront(data, other.when)))
          expect(really).not.toMatch(/Bermuda Hundred|New Market/);
      }
    }
  });

  test('every date of a chapter lies within those of its heading', () => {
    for (const { told } of played) {
      for (const { when, text } of told.chapters) {
        if (when === null) continue;
        const [from, to] = daysIn(when);
        const own = withoutQuotations(text, REASONS).replace(SET_BACK, '');
        const outside = datesIn(own).filter((day) => day < from || day > to);
        expect(outside, `${when}: ${text}`).toEqual([]);
      }
    }
  });

  test('a chapter that goes back in time says so', () => {
    for (const { told } of played) {
      let before = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY, text: '' };
      for (const { when, text } of told.chapters.slice(1, -1)) {
        const [from, to] = daysIn(when ?? '');
        const says = /^(Meanwhile|In the meantime|At the same time|Earlier|With the calendar)/;
        // The chapter before may have said it already: the calendar went back.
        if (from < before.to && !SET_BACK.test(before.text)) expect(text, `${when}`).toMatch(says);
        if (from > before.to) expect(text, `${when}`).not.toMatch(says);
        // A chapter that begins later does not begin at the same time.
        if (from !== before.from) expect(text, `${when}`).not.toMatch(/^At the same time/);
        before = { from, to, text };
      }
    }
  });

  test('Grant’s way can be followed: every place he marched or turned to is named, in that order', () => {
    for (const { episodes, told } of played) {
      // If a campaign is too long for a message, whole sentences give way.
      if (lengthOf(told) > 1050) continue;
      const grants = told.chapters.filter(({ when }) => !isFront(data, when));
      const text = grants.map((chapter) => chapter.text).join(' ');
      let at = 0;
      for (const scene of scenesOf(data, episodes).grant) {
        const to =
          scene.kind === 'march'
            ? scene.to
            : scene.kind === 'stand' && scene.end?.how === 'turned'
              ? scene.end.to
              : null;
        if (to === null) continue;
        const next = text.indexOf(storyPlace(data, to), at);
        expect(next, `${storyPlace(data, to)} in ${text.slice(at)}`).toBeGreaterThanOrEqual(0);
        at = next;
      }
    }
  });

  test('chapters follow one another in the order in which they begin, between what it was about and its end', () => {
    for (const { episodes, told } of played) {
      const [lead, ...headed] = told.chapters;
      const end = headed.pop();
      const last = episodes.at(-1)?.after as State;
      expect(lead?.when).toBeNull();
      expect(end?.when).toBe(`The end, ${shortDate(dateOf(data, last.points))}`);
      // A victory in the Valley wins days back, and the same days come again.
      if (episodes.some(({ events }) => events.some(({ type }) => type === 'gained'))) continue;
      const first = headed.map(({ when }) => firstDay(when ?? ''));
      expect(first).toEqual(first.toSorted((a, b) => a - b));
    }
  });

  test('no turning point is left out: a turn tried or made, a march, an attack of each leader', () => {
    for (const { episodes, told } of played) {
      const text = textOf(told);
      for (const { order, turning, after, before } of episodes) {
        if (!turning || order === null) continue;
        if (order.verb === 'tma' && after.us.grant === before.us.grant)
          expect(text, 'a turn that failed').toMatch(/round|turn/);
        else if (order.verb === 'tma') expect(text).toContain(storyPlace(data, order.to));
        else if (order.verb === 'attack') expect(text).toContain(storyLeader(data, order.leader));
        else if (order.verb === 'cross') expect(text).toMatch(/James|river/);
      }
    }
  });

  test('no die that could not have won is called an assault that failed, and no choice is blamed on the dice', () => {
    for (const { episodes, told } of played) {
      const hopeless = episodes.filter(isHopeless).length;
      const { headline } = told;
      const assaults = episodes.filter(isAssault).length;
      const counted = /through (\w+) assaults/.exec(headline);
      if (counted) expect(counted[1]).toBe(numberWord(assaults - hopeless));
      if (hopeless > 0 && hopeless === assaults) expect(textOf(told)).toContain('no roll');
    }
  });
});

test('Action Points are counted at an owner’s price of a roll', () => {
  const data = numbers();
  const dear = { ...data, actionPoints: { ...data.actionPoints, roll: 2 } };
  for (let number = 0; number < 20; number++) {
    const episodes = randomCampaign(dear, number, 'random');
    const spent = episodes.slice(1).map(({ before, after, events }) => {
      const gains = events.flatMap((event) => (event.type === 'gained' ? [event.gain] : []));
      return before.points + sum(gains) - after.points;
    });
    const { sides, ...end } = endOf(dear, episodes, scenesOf(dear, episodes), true);
    expect(end.spent).toBe(sum(spent));
    expect(end.spentByGrant + sum(sides.map(({ points }) => points))).toBe(end.spent);
  }
});

const SET_BACK = /calendar (then )?(went|could not go) back (to|beyond) \d+ [A-Z][a-z]+/;

function factOf(fact: string): number {
  return HISTORY.findIndex((known) => known.test(fact));
}

function isFront(data: Scenario, when: string | null): boolean {
  return when !== null && (when.startsWith('In the Valley') || when.startsWith(storyLeader(data, 'butler')));
}

/** The days of a text, `7 May`, as numbers. */
function datesIn(text: string): number[] {
  return [...text.matchAll(/(\d+) (May|June)/g)].map(([, day, month]) => Date.parse(`${day} ${month} 1864 UTC`));
}

/** The first and the last day of a heading, `Butler, 28 May – 3 June`. */
function daysIn(when: string): [number, number] {
  return [firstDay(when), datesIn(when).at(-1) ?? firstDay(when)];
}

function textOf({ headline, chapters }: Story): string {
  return [headline, ...chapters.map(({ text }) => text)].join(' ');
}

function isAssault({ events: [battle] }: OverlandEpisode): boolean {
  return battle?.type === 'battle' && battle.area === 'richmond';
}

/** An assault that a six would not have won either. */
function isHopeless(episode: OverlandEpisode): boolean {
  const [battle] = episode.events;
  if (battle?.type !== 'battle' || !isAssault(episode)) return false;
  return combatResult(numbers(episode.after.variant), battle.total - battle.die + 6) !== 'retreat';
}

/** The first day of a heading, `Butler, 28 May – 3 June`, as a number. */
function firstDay(when: string): number {
  const [, day = '', month = /[A-Z][a-z]+$/.exec(when)?.[0]] = /(\d+)(?: ([A-Z][a-z]+))?/.exec(when) ?? [];
  return Date.parse(`${day} ${month} 1864 UTC`);
}

const HISTORY = [
  /Wilderness/,
  /Spotsylvania/,
  /Butler/,
  /New Market/,
  /North Anna/,
  /Totopotomoy/,
  /Cold Harbor(?! on 12 June;)/,
  /James/,
];

describe('an owner’s data', () => {
  test('with long names, many points and large numbers: stories keep their limits and have its names', () => {
    for (const episodes of campaigns(OWNED, 40, ['random', 'stubborn'])) {
      const told = story(OWNED, episodes, true);
      expectStory(told, episodes);
      const text = `${told.headline} ${told.chapters.map((chapter) => chapter.text).join(' ')}`;
      expect(withoutQuotations(text, REASONS)).not.toMatch(
        /\bGrant\b(?<!S\. Grant)|\bLee\b(?<!E\. Lee)|\bButler\b(?<!F\. Butler)/,
      );
    }
  });

  test('with names as long as they may be', () => {
    const long = (name: string) => name.padEnd(40, '-upon-the-Rapidan');
    const named: Scenario = {
      ...numbers(),
      areas: Object.fromEntries(
        Object.entries(numbers().areas).map(([id, area]) => [id, { ...area, name: long(area.name) }]),
      ) as unknown as Scenario['areas'],
      leaders: Object.fromEntries(
        Object.entries(numbers().leaders).map(([id, leader]) => [id, { ...leader, name: long(leader.name) }]),
      ) as unknown as Scenario['leaders'],
    };
    for (const episodes of campaigns(named, 40, ['random', 'stubborn']))
      expectStory(story(named, episodes, true), episodes);
  });
});

test('stories open in many forms', () => {
  const told = [...campaigns(numbers(), 100)].map((episodes) => story(numbers(), episodes, true));
  const openings = told.map(({ chapters }) => chapters[0]?.text ?? '');
  const most = (alike: readonly string[]) =>
    Math.max(...[...new Set(alike)].map((one) => alike.filter((other) => other === one).length));
  expect(openings).toHaveLength(300);
  expect(most(openings.map((text) => text.split(' ').slice(0, 3).join(' ')))).toBeLessThanOrEqual(60);
  // The first chapter as well.
  const firsts = told.map(({ chapters }) => chapters[1]?.text.split(' ').slice(0, 5).join(' ') ?? '');
  expect(most(firsts)).toBeLessThanOrEqual(60);
});

test('a reason is quoted once, and whoever is quoted for the last order is not named for it again', () => {
  const same = ['No time to lose', 'no time to lose.', 'No  time to lose…'];
  for (const episodes of campaigns(numbers(), 20)) {
    const explained = episodes.map((one, index) => ({
      ...one,
      by: index % 2 === 0 ? 'Bo' : 'Ada',
      reasons: index > 0 ? [{ text: same[index % 3] as string, by: 'Bo' }] : [],
    }));
    const told = story(numbers(), explained, true);
    const text = textOf(told);
    expect((text.match(/time to lose/gi) ?? []).length, text).toBeLessThanOrEqual(1);
    const end = told.chapters.at(-1)?.text ?? '';
    expect((end.match(/\bBo\b/g) ?? []).length, end).toBeLessThanOrEqual(1);
    if (end.includes('time to lose')) expect(end).not.toContain('gave the last order');
  }
});
