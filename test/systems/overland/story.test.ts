import { describe, expect, test } from 'vitest';
import type { Story } from '../../../src/game/index.ts';
import { shortDate } from '../../../src/kit/dates.ts';
import { numberWord } from '../../../src/kit/plain-english.ts';
import { combatResult, dateOf, distanceToRichmond, type Scenario } from '../../../src/systems/overland/scenario.ts';
import type { State } from '../../../src/systems/overland/state.ts';
import { planOf } from '../../../src/systems/overland/story/chapters.ts';
import { story } from '../../../src/systems/overland/story/index.ts';
import { type OverlandEpisode, scenesOf } from '../../../src/systems/overland/story/story-scenes.ts';
import { leader, orderNoun, place } from '../../../src/systems/overland/story/story-words.ts';
import type { Area } from '../../../src/systems/overland/vocabulary.ts';
import { expectStory, lengthOf, withoutQuotations } from '../../conformance/stories.ts';
import { picker } from '../../dice/sealed.ts';
import { randomCampaign, STYLES, scriptedCampaign, whatIf } from './campaigns.ts';
import { numbers, scenarios } from './data.ts';
import { OWNED } from './owned.ts';

/** What holds of every story of Overland, whatever happened in it. Whole stories to read are in story-read.test.ts. */

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

/** What a sentence is without its names, numbers and dates: two of the same in one story would sound like a form. */
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

describe.each(scenarios.map((data) => ({ name: data.variant.name, data })))('$name, many campaigns', ({ data }) => {
  const played = [...campaigns(data, 20)].map((episodes) => ({ episodes, told: story(data, episodes, true) }));

  test('Grant got past Lee only where Lee is no nearer to Richmond, and a second front is blamed only where Grant had one', () => {
    for (const { episodes, told } of played) {
      const { us, csa } = (episodes.at(-1) as OverlandEpisode).after;
      const text = textOf(told);
      if (/got past Lee, but/.test(text)) {
        expect(distanceToRichmond(data, csa.lee as Area)).toBeGreaterThanOrEqual(distanceToRichmond(data, us.grant));
      }
      if (text.includes('Two fronts')) {
        expect(episodes.map(({ order }) => order && order.verb !== 'move' && leaderOf(order))).toContain('grant');
      }
    }
  });

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
        if (when?.startsWith(leader(data, 'butler'))) expect(really).toContain('Bermuda Hundred');
        if (!isFront(data, when) && chapters.some((other) => isFront(data, other.when)))
          expect(really).not.toMatch(/Bermuda Hundred|New Market/);
      }
    }
  });

  test('Sigel’s victory stands beside New Market, whenever it was', () => {
    for (const {
      told: { chapters },
    } of played) {
      const valley = chapters.find(({ when, text }) => when?.startsWith('In the Valley') && /calendar/.test(text));
      // Only where nothing at all of what happened has room.
      if (valley && chapters.some(({ really }) => really !== null)) expect(valley.really ?? '').toContain('New Market');
    }
  });

  test('a sentence begins with “He” only where Grant alone was named before it', () => {
    for (const { told } of played) {
      const texts = told.chapters.map(({ text }) => text).join(' ');
      const said = withoutQuotations(texts, REASONS).split(/(?<=\.) /);
      for (const [index, one] of said.entries())
        if (one.startsWith('He ')) expect(said[index - 1]).not.toMatch(/Lee|Butler|Beauregard|Sigel|Breckinridge/);
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
        // What began later did not begin at the same time.
        if (from !== before.from) expect(text, `${when}`).not.toMatch(/^At the same time/);
        before = { from, to, text };
      }
    }
  });

  test('a chapter has no days twice: a victory that sets the calendar back stands between two of Grant’s, or beside one fight', () => {
    for (const { episodes, told } of played) {
      const victory = episodes.findIndex(({ events }) => events.some(({ type }) => type === 'gained'));
      const { grant, fronts } = scenesOf(data, episodes);
      const { parts } = planOf(data, { grant, fronts });
      const spent = episodes.filter(({ order }) => order !== null && order.verb !== 'move').length;
      expect(parts.length).toBeLessThanOrEqual(4);
      if (victory < 0 || parts.length === 4 || spent < 2) continue;
      for (const { theatre, scenes } of parts) {
        if (theatre !== 'grant') continue;
        const ends = scenes.findIndex(({ of }, index) => index > 0 && (of[0] as number) > victory);
        if (ends > 0) expect(scenes[ends - 1]?.of.at(-1), textOf(told)).toBeGreaterThan(victory);
      }
    }
  });

  test('a general with a chapter of his own does something in it', () => {
    for (const { episodes, told } of played) {
      for (const { when, text } of told.chapters) {
        for (const who of ['grant', 'butler'] as const) {
          if (!when?.startsWith(`${leader(data, who)},`)) continue;
          const [from, to] = daysIn(when);
          const his = episodes.filter(({ order, before }) => {
            const day = Date.parse(dateOf(data, before.points));
            return order !== null && day >= from && day <= to && leaderOf(order) === who;
          });
          const places = his.flatMap(({ before, after }) => [before, after].map(({ us }) => place(data, us[who])));
          expect(his.length, when).toBeGreaterThan(0);
          expect(
            [leader(data, who), ...places].some((word) => text.toLowerCase().includes(word.toLowerCase())),
            `${when}: ${text}`,
          ).toBe(true);
        }
      }
    }
  });

  test('Grant’s way can be followed: every place he marched or turned to is named, in that order', () => {
    for (const { episodes, told } of played) {
      // Where a campaign is too long for a message, whole sentences give way.
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
        const next = text.indexOf(place(data, to), at);
        expect(next, `${place(data, to)} in ${text.slice(at)}`).toBeGreaterThanOrEqual(0);
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
        else if (order.verb === 'tma') expect(text).toContain(place(data, order.to));
        else if (order.verb === 'attack') expect(text).toContain(leader(data, order.leader));
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

const SET_BACK = /calendar (then )?(went|could not go) back (to|beyond) \d+ [A-Z][a-z]+/;

function factOf(fact: string): number {
  return HISTORY.findIndex((known) => known.test(fact));
}

function isFront(data: Scenario, when: string | null): boolean {
  return when !== null && (when.startsWith('In the Valley') || when.startsWith(leader(data, 'butler')));
}

function leaderOf(order: NonNullable<OverlandEpisode['order']>): string {
  return order.verb === 'attack' ? order.leader : 'grant';
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

  test('of another year: its own dates, and nothing of 1864 beside them', () => {
    const data: Scenario = { ...numbers(), calendar: { first: '1863-12-20', last: '1864-01-19' } };
    for (const episodes of campaigns(data, 20, ['random'])) {
      const { chapters } = story(data, episodes, true);
      expect(chapters.flatMap(({ really }) => really ?? [])).toEqual([]);
      expect(chapters.map(({ when }) => when).join(' ')).toMatch(/December 1863|January 1864/);
    }
  });
});

test('different campaigns read differently', () => {
  const played = [...campaigns(numbers(), 60, ['fair'])];
  const told = played.map((episodes) => story(numbers(), episodes, true));
  expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(played.length);
  expect(new Set(told.map(({ headline }) => headline)).size).toBeGreaterThan(12);
  const lengths = told.map(lengthOf);
  expect(Math.min(...lengths)).toBeGreaterThan(300);
});

/** The chapters of a scripted campaign of the standard game, by their headings. */
function chaptersOf(script: readonly string[]): Readonly<Record<string, string>> {
  const { chapters } = story(numbers(), scriptedCampaign('standard', script), true);
  return Object.fromEntries(chapters.map(({ when, text }) => [when ?? '', text]));
}

test('a victory in the Valley stands under the day it was fought on; it says what day the calendar went back to', () => {
  const valley = chaptersOf(['attack sigel 1, attack sigel 5, attack butler 1, attack butler 1']);
  expect(Object.keys(valley)).toContain('In the Valley, 4 – 7 May');
  expect(valley['In the Valley, 4 – 7 May']).toMatch(/calendar went back to 4 May/);
  expect(valley['Butler, 4 – 10 May']).toMatch(/^Butler/);
  const butler = 'attack butler 1';
  const beside = chaptersOf([butler, butler, 'attack sigel 5', butler, butler]);
  expect(beside['In the Valley, 10 May']).toMatch(/^(Meanwhile|In the meantime|At the same time), /);
  const failed = ['attack grant 5', butler, 'attack butler 6, attack butler 4 4, attack sigel 2, attack butler 3 4'];
  const lost = Object.values(chaptersOf(failed)).join(' ');
  expect(lost).toMatch(/Meanwhile|In the meantime|At the same time/);
  expect(lost).not.toContain('calendar');
});

test('Grant’s chapter is cut where the calendar went back', () => {
  const script = [
    'attack grant 2, tma spotsylvania 1, attack grant 5, attack sigel 5, move north-anna, attack grant 5',
  ];
  const { chapters } = story(numbers(), scriptedCampaign('standard', script), true);
  expect(chapters.map(({ when }) => when).slice(1, -1)).toEqual([
    'Grant, 4 – 10 May',
    'Grant, 10 – 13 May',
    'In the Valley, 13 May',
    'Grant, 10 – 13 May',
  ]);
});

test('what Grant did before he turned back is told, and where he marched back', () => {
  const back = ['attack grant 5, move spotsylvania, attack grant 2, attack grant 3, tma wilderness 1'];
  const turned = chaptersOf(back)['7 – 16 May'] ?? '';
  expect(turned).toMatch(/two attacks|twice/i);
  expect(turned).toContain('the Wilderness');
  const marched = chaptersOf(['attack grant 5, move spotsylvania, attack grant 5, move wilderness']);
  expect(marched['7 – 10 May']).toMatch(/marched back to the Wilderness\.$/);
});

test('a turning movement that led back is no second attempt at one that failed, and what failed once is done again', () => {
  const south = [
    'attack grant 5, move spotsylvania, attack grant 3, tma north-anna 6, attack grant 3',
    'tma wilderness 1',
  ];
  const turned = chaptersOf([...south, 'attack grant 1'])['7 – 22 May'] ?? '';
  expect(turned).toMatch(/turned back to the Wilderness, .* (once more|attacked again)/);
  expect(turned).not.toMatch(/the second|the next attempt/);
  const fought = ['attack grant 3, tma spotsylvania 1, attack grant 3, tma wilderness 1, attack grant 6'];
  const back = Object.values(chaptersOf(fought)).join(' ');
  expect(back).toContain('There Grant attacked again and drove Lee to Spotsylvania.');
});

test('a victory before the calendar has run six days says what it lost by that', () => {
  const early = chaptersOf(['attack sigel 6, attack grant 1'])['In the Valley, 4 May'];
  expect(early).toContain('only three more days instead of six: the calendar could not go back beyond 4 May');
});

test('where Grant never moved on, the end says so', () => {
  const butler = Array<string>(8).fill('attack butler 1');
  const told = chaptersOf([...butler, 'attack grant 6, attack butler 1']);
  expect(told['The end, 3 June']).toContain('Grant had not left the Wilderness');
  expect(Object.values(told).join(' ')).toContain('waited until 28 May; then one attack in the Wilderness');
});

test('whoever gave the last order is named where others gave orders too', () => {
  const won = scriptedCampaign('standard', [
    ...SOUTH,
    'move cold-harbor, attack grant 5, move savage-station 5, attack grant 6',
  ]);
  const end = (episodes: readonly OverlandEpisode[]) => story(numbers(), episodes, true).chapters.at(-1)?.text;
  expect(end(won)).not.toContain('Ada');
  expect(end(won.map((one, index) => (index === 1 ? { ...one, by: 'Bo' } : one)))).toContain(
    'Ada gave the last order.',
  );
});

test('where Lee came out to meet Grant, that is told', () => {
  const drive = ['attack grant 5, move spotsylvania, attack grant 5, move north-anna, attack grant 2'];
  const script = [...drive, 'tma ashland 1, attack grant 6, move cold-harbor, move ashland 3, attack grant 6'];
  const told = Object.values(chaptersOf(script)).join(' ');
  expect(told).toContain('away from Ashland; when he came back, Lee was there');
});

const SOUTH = ['attack grant 5, move spotsylvania, attack grant 5, move north-anna, attack grant 5'];

test('a fight is “there” where one place was just named; of two it is named again, or the sentence begins with “There”', () => {
  expect(chaptersOf(SOUTH)['7 – 13 May']).toMatch(/to North Anna\. ([^.]*North Anna|There )/);
  for (const episodes of campaigns(numbers(), 25)) {
    const said = textOf(story(numbers(), episodes, true)).split(/(?<=\.) /);
    const doubtful = said.filter((one, index) => {
      const before = said[index - 1] ?? '';
      return (
        /\bthere\b/.test(one) &&
        !/march/.test(one) &&
        /(attack|turn|flank|beat|drove).* to [A-Z]/.test(before) &&
        !/march/.test(before)
      );
    });
    expect(doubtful).toEqual([]);
  }
});

test('Grant is not “back” where he stayed, and a march away from there is told before he follows Lee', () => {
  const before = [...SOUTH, 'move cold-harbor, attack grant 5, move savage-station 3, attack grant 6'];
  const stayed = Object.values(chaptersOf([...before, 'cross 6 1, attack grant 6'])).join(' ');
  expect(stayed).toMatch(/from Savage Station[^.]*James|James from Savage Station/i);
  expect(stayed).toContain('Lee at Savage Station again');
  expect(stayed).not.toContain('Back at');
  const away = [
    ...SOUTH,
    'move cold-harbor, attack grant 5, move savage-station 6, move cold-harbor, move mechanicsville',
  ];
  const told = Object.values(chaptersOf(away)).join(' ');
  expect(told).toMatch(/Savage Station\b.* back to Cold Harbor\. .*Mechanicsville/);
});

test('where neither army ever left where it began, its chapters alone name the place', () => {
  for (let pairs = 0; pairs <= 5; pairs++) {
    const pair = ['attack grant 4, tma spotsylvania 6'];
    const script = [...Array(pairs).fill(pair).flat(), ...Array(10 - 2 * pairs).fill('attack grant 1')];
    const { chapters } = story(numbers(), scriptedCampaign('standard', script), true);
    expect(chapters[1]?.text).toContain('the Wilderness');
    for (const one of [chapters[0], chapters.at(-1)]) expect(one?.text).not.toContain('Wilderness');
  }
});

test('Lee stops no march that has not been told', () => {
  for (const lee of ['5', '1']) {
    const told = chaptersOf([...SOUTH, 'move cold-harbor, attack grant 5', `move savage-station ${lee}`]);
    expect(told['13 – 16 May']).toMatch(/Grant[^.]* Savage Station/);
  }
});

test('Butler’s chapter says what driving Beauregard out does, and its end that a six would not have helped', () => {
  const [driven, missed] = [['attack butler 6'], Array<string>(10).fill('attack butler 5')].map((script) =>
    Object.values(chaptersOf(script)).join(' '),
  );
  expect(driven).toContain('defend the city');
  expect(missed).toMatch(/even a 6 .*Beauregard into Richmond/);
});

test('where some of Butler’s attacks could not win at all, they are counted', () => {
  const script = [...Array<string>(3).fill('attack butler 5'), 'attack butler 6, attack butler 6 5'];
  const lost = chaptersOf([...script, ...Array<string>(5).fill('attack grant 1')]);
  expect(lost['The end, 3 June']).toMatch(/Five of ten .*: four attacks needed a 6, and the other could not win/);
});

test('a chapter at Cold Harbor has Cold Harbor beside it, not the place Grant set out from', () => {
  const held = Array<string>(5).fill('attack grant 1');
  const told = story(
    numbers(),
    scriptedCampaign('standard', ['attack grant 1, attack grant 1', ...SOUTH, 'move cold-harbor', ...held]),
    true,
  );
  expect(told.chapters.at(-2)?.text).toContain('Cold Harbor');
  expect(told.chapters.at(-2)?.really).toContain('Cold Harbor');
});

test('what others did before a march of Grant’s is told before it', () => {
  const told = chaptersOf([...SOUTH, 'move cold-harbor, attack grant 5, attack butler 1, move savage-station 5']);
  const text = told['13 – 19 May'] ?? '';
  expect(text.indexOf('Butler')).toBeGreaterThan(text.indexOf('Mechanicsville'));
  expect(text.indexOf('Savage Station')).toBeGreaterThan(text.indexOf('Butler'));
});

test('an empty Richmond: where those were who could have held it', () => {
  const told = chaptersOf([...SOUTH, 'move cold-harbor, attack grant 5, move savage-station 5, attack grant 6']);
  expect(told['The end, 19 May']).toMatch(/empty.*Lee was at Mechanicsville.*Drury’s Bluff/);
});

test('an assault is told before the counterattack that followed it', () => {
  const script = ['attack butler 6, attack butler 4 2 5, attack butler 1'];
  const told = Object.values(chaptersOf(script)).join(' ');
  expect(told.indexOf('Richmond, though')).toBeGreaterThan(0);
  expect(told.indexOf('came back')).toBeGreaterThan(told.indexOf('Richmond, though'));
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

test('a reason that ends in a sign of its own gets no other', () => {
  const signed = ['On to Richmond!', 'Why not?', 'If only…'];
  const told = [...campaigns(numbers(), 20)].map((episodes) =>
    textOf(
      story(
        numbers(),
        episodes.map((one, index) => ({
          ...one,
          reasons: index > 0 ? [{ text: signed[index % 3] as string, by: 'Bo' }] : [],
        })),
        true,
      ),
    ),
  );
  expect(told.join(' ')).toMatch(/[!?…]”/);
  for (const text of told) expect(text).not.toMatch(/[!?…][,.]”/);
});

test('a crossing that failed is called an attempt', () => {
  const script = [
    'attack grant 5, move spotsylvania, attack grant 6, move north-anna, attack grant 5, move cold-harbor',
    'attack grant 6, move savage-station 5, cross 6 6, cross 3',
  ];
  const episodes = scriptedCampaign('standard', script);
  const named = (index: number) => orderNoun(numbers(), episodes, index);
  expect(named(9)).toBe('the attempt to cross');
  expect(named(10)).toBe('the crossing');
});

test('a “what if” that begins with a turning movement doesn’t call it another', () => {
  const turned = scriptedCampaign('standard', ['attack grant 3, tma spotsylvania 2, attack grant 1']);
  for (let more = 0; more < 6; more++) {
    const attacks = turned.flatMap((one, index) => (index === 3 ? Array(more).fill(one) : [one]));
    const text = textOf(story(numbers(), whatIf(attacks, 1), false));
    expect(text).toContain('Spotsylvania');
    expect(text).not.toMatch(/another turning|once more/);
  }
});

test('an assault of Butler’s is his by name, where others were named last', () => {
  const script = ['attack butler 6, attack butler 3 2 5, attack butler 6, attack grant 1'];
  expect(textOf(story(numbers('unbottled'), scriptedCampaign('unbottled', script), false))).toContain(
    'Butler’s one assault on the city itself failed.',
  );
});

test('the James is crossed in the days of June 1864 in which it was', () => {
  const script = ['attack grant 5, move spotsylvania, attack grant 5, move north-anna, attack grant 5'];
  const crossed = scriptedCampaign('standard', [
    ...script,
    'move cold-harbor, attack grant 5, move savage-station 6, cross 1',
  ]);
  const end = story(numbers(), crossed, true).chapters.at(-1);
  for (const day of ['12 June', '14th', '18th']) expect(end?.really).toContain(day);
  // The river does not run by Savage Station.
  expect(end?.text).not.toMatch(/at Savage Station/);
});
