import { describe, expect, test } from 'vitest';
import { bestDecision, type Move, SAME_WORTH } from '../../src/advisor/index.ts';
import { legalOrders, orderKey, type System } from '../../src/game/index.ts';
import { gameChances } from '../../src/host/afterwards/recap/figures-words.ts';
import { storyMarkdown } from '../../src/host/afterwards/recap/recap-markdown.ts';
import { ofYear, plainImprint, recapSentences, recapText } from '../../src/host/afterwards/recap/recap-text.ts';
import { withoutLastDice } from '../../src/host/messages/odds-visibility.ts';
import type { PlayedGame } from '../../src/host/table/played-game.ts';
import { percentagePoints } from '../../src/kit/plain-english.ts';
import { expectStory } from '../conformance/stories.ts';
import { camp } from './camp.ts';
import { campaignIn, orderedCampaign, untold, votedCampaign } from './recounted.ts';
import { toldCampaign } from './told-campaign.ts';

/** What a recap says: the message, the arithmetic and the Markdown file, of campaigns played through a real host. */

/** `−3.2`, `27.2 %` in tenths. */
function tenthsIn(shown: string): number {
  if (shown.startsWith('under')) return 0;
  if (shown.startsWith('over')) return 1000;
  return Math.round(Number(shown.replace('−', '-').replace('+', '').replace('\u00a0%', '')) * 10);
}

function totalsIn(text: string): number[] {
  const found = /([\d.]+\u00a0%) at the start, decisions (\S+) percentage points, dice (\S+): ([\d.]+\u00a0%) /.exec(
    text,
  );
  return (found?.slice(1) ?? []).map(tenthsIn);
}

function rowsOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
}

function expectMessage(campaign: PlayedGame): string {
  const text = recapText(campaign);
  expect(text.length).toBeLessThanOrEqual(2000);
  expect(text).not.toMatch(/undefined|NaN|\[object/);
  return text;
}

test('of a war of several years the message tells one year, if its story has that year', () => {
  const campaign = campaignIn(votedCampaign(1));
  const chapters = ['1862 and 1863', 'January to April 1864', 'The end'].map((when) => ({
    when,
    text: `Told of ${when}.`,
    really: null,
  }));
  const { afterwards } = campaign.system;
  const told = {
    ...campaign,
    system: { ...campaign.system, afterwards: { ...afterwards, story: () => ({ headline: 'War', chapters }) } },
  };
  const whole = recapSentences(told);
  const years = (year: number) => {
    const text = recapText(told, plainImprint(told.game), ofYear(whole, year) ?? whole);
    return chapters.flatMap((chapter) => (text.includes(chapter.text) ? [chapter.when] : []));
  };
  expect(years(1863)).toEqual(['1862 and 1863']);
  expect(years(1864)).toEqual(['January to April 1864']);
  expect(years(1865)).toEqual(chapters.map(({ when }) => when));
});

describe.each([1, 2, 3])('a campaign that four members voted through, %i', (seed) => {
  let played: PlayedGame | null = null;
  const campaign = () => {
    played ??= campaignIn(votedCampaign(seed));
    return played;
  };

  test('fits a message, from its headline to the seal of its dice', () => {
    const told = campaign();
    const text = expectMessage(told);
    const { headline, chapters } = recapSentences(told);
    const [lead, first] = chapters;
    expect(text.startsWith(`## ${headline}\n${lead?.text}\n\n**${first?.when}** ${first?.text}`)).toBe(true);
    expect(text).toContain('\n-# In history: ');
    expect(text).toContain('**Winning chances**\n');
    expect(text).toMatch(/\nVotes for the best order: \d+ of \d+, in \d+ ballots\.\n/);
    expect(text).toMatch(/\n-# Dice sealed with `[0-9a-f]{8}…`\n-# Not from the rule sheet: .+-1\)\.$/);
    expect(storyMarkdown(told)).toContain(told.game.seal);
  });

  test('adds up to the last digit, in the message and in every row of the file', () => {
    const told = campaign();
    const [start = 0, decisions = 0, dice = 0, end = 0] = totalsIn(recapText(told));
    expect(start + decisions + dice).toBe(end);
    const file = storyMarkdown(told);
    expect(totalsIn(file)).toEqual([start, decisions, dice, end]);
    const [head = [], , ...rows] = rowsOf(file);
    expect(new Set(head).size, 'each column has a name of its own').toBe(head.length);
    const moves = rows.slice(0, -1).map((row) => row.slice(-3));
    let before = start;
    let [decided, thrown] = [0, 0];
    for (const [worth = '', decision = '', gave = ''] of moves) {
      const [from = '', to = ''] = worth.split(' → ');
      expect(tenthsIn(from)).toBe(before);
      expect(before + tenthsIn(decision) + tenthsIn(gave)).toBe(tenthsIn(to));
      before = tenthsIn(to);
      decided += tenthsIn(decision);
      thrown += tenthsIn(gave);
    }
    expect([moves.length, before, decided, thrown]).toEqual([told.givenOrders.length, end, decisions, dice]);
    expect(rows.at(-1)?.slice(-2)).toEqual([percentagePoints(decisions), percentagePoints(dice)]);
  });

  test('its story keeps the limits of a story, and quotes members only', () => {
    const told = campaign();
    const reasons = told.givenOrders.flatMap((deed) => deed.reasons.map(({ text }) => ({ text: shown(text), by: '' })));
    expectStory(recapSentences(told), [{ ...nothing(told), reasons }]);
  });

  test('every vote and every reason stands in the file, by name', () => {
    const file = storyMarkdown(campaign());
    for (const name of ['Ada', 'Bo', 'Cy', 'Dee']) expect(file).toContain(name);
    expect(file).toContain('- “Lee cannot be strong everywhere.” · Ada');
    expect(file).toContain('- “Hit them \\*now\\*, before @\u200beveryone digs in” · Cy');
    expect(file).not.toMatch(/<t:|^-#|<@/m);
  });
});

/** A reason of these campaigns as a story may show it. */
function shown(text: string): string {
  return text.replace('*now*', '\\*now\\*').replace('@everyone', '@\u200beveryone');
}

function nothing({ states }: PlayedGame) {
  const [state] = states;
  if (!state) throw new Error('A campaign begins somewhere');
  return { order: null, before: state, after: state, events: [], by: null, turning: false, worth: null };
}

describe('what is told of what orders were worth', () => {
  test('is nothing where it is not to be told', () => {
    const told = untold(campaignIn(orderedCampaign(3, 20)));
    expect(gameChances(told)).toBeNull();
    for (const text of [recapText(told), storyMarkdown(told)]) {
      expect(text).not.toMatch(/%|chances|turning point/i);
    }
    expect(rowsOf(storyMarkdown(told))[0]).toEqual(['', 'When', 'Order', 'Roll']);
  });

  test.each([1, 2])('names the best decision with who gave it, and of the costliest only the order, %i', (seed) => {
    const told = campaignIn(orderedCampaign(seed, 40, 12));
    const { best, costliest, votes } = gameChances(told) ?? {};
    expect(best).toMatch(/^Order \d+, “.+”, by (Ada|Bo|Cy|Dee): \+\d+\.\d against the next best, “.+”\.$/);
    expect(costliest).toMatch(/^Order \d+, “.+”: −\d+\.\d against “.+”\.$/);
    expect(costliest).not.toMatch(/Ada|Bo |Cy|Dee/);
    expect(votes).toBeNull();
  });

  test('and who gave the order that cost most is not told in the story', () => {
    const told = campaignIn(orderedCampaign(1, 40, 12));
    const order = Number(/^Order (\d+)/.exec(gameChances(told)?.costliest ?? '')?.[1]);
    let by: (string | null)[] = [];
    const story: NonNullable<System['afterwards']>['story'] = (episodes) => {
      by = episodes.map((episode) => episode.by);
      return { headline: '', chapters: [] };
    };
    recapSentences({ ...told, system: { ...told.system, afterwards: { ...told.system.afterwards, story } } });
    expect([...by.keys()].filter((place) => by[place] === null)).toEqual([0, order]);
  });

  test('of a campaign without a mistake is that every order was as good as any', () => {
    const told = campaignIn(orderedCampaign(2, 0));
    expect(gameChances(told)?.costliest).toMatch(/^none\b/);
    expect(recapText(told)).not.toContain('order was better');
  });

  test('says of a running campaign up to when it is told, of an abandoned one where that was', () => {
    const table = orderedCampaign(5, 10, 3);
    expect(recapText(campaignIn(table))).toMatch(/% now\.\n/);
    expect(recapText(withoutLastDice(campaignIn(table)))).toMatch(/% before the last order’s dice\.\n/);
    expect(recapText(campaignIn(table))).toContain(' · still going on; played so far ');
    table.ada.games.abandon(null);
    const text = recapText(campaignIn(table));
    expect(text).toMatch(/% when it was abandoned\.\n/);
    expect(text).toMatch(/^## The campaign is abandoned /);
    expect(text).toContain(' · abandoned; played ');
  });
});

describe('other campaigns', () => {
  test('tells once in the message, in short, and in full in the file, what its replay file comes to', () => {
    const table = orderedCampaign(3, 0, 2);
    table.ada.games.abandon(null);
    const told = campaignIn(table);
    const fingerprint = '0123456789abcdef'.repeat(4);
    const imprint = { ...plainImprint(told.game), replay: { fingerprint, renamed: true } };
    const text = recapText(told, imprint);
    expect(text).toMatch(/…` · fingerprint `01234567 89abcdef`\n-# Not .+\n-# Some names have been deleted since/);
    expect(text).not.toMatch(/[0-9a-f]{17}/);
    expect(storyMarkdown(told, imprint)).toContain(`replay file is \`${fingerprint}\`. Some names have been deleted`);
  });

  test('of a system without a story it is told in the sentences of its log', () => {
    const table = camp({}, {}, 'picket-line');
    for (let turn = 0; turn < 40; turn++) {
      const { system, position } = campaignIn(table);
      const [asked] = system.rules.asked(position.state);
      if (!asked) break;
      const [order] = legalOrders(system.rules, position.state, asked.seat);
      if (!order) break;
      table.ada.orders.give(order, null, null);
      if (campaignIn(table).position.seq === position.seq) break;
    }
    const told = campaignIn(table);
    const { headline, chapters } = recapSentences(told);
    expect(headline.length).toBeGreaterThan(0);
    expect(headline.length).toBeLessThanOrEqual(80);
    for (const { when, text } of chapters) {
      expect(when).toBeNull();
      expect(text.length).toBeGreaterThan(0);
    }
    expectMessage(told);
    storyMarkdown(told);
  });

  test('names that are Markdown, and the longest there are, break nothing', () => {
    const told = campaignIn(votedCampaign(8, 8));
    const wild = `**@everyone** | <@&123456789012345678> ${'`x` '.repeat(20)}`.slice(0, 80);
    const renamed: PlayedGame = {
      ...told,
      givenOrders: told.givenOrders.map((deed) => ({
        ...deed,
        by: deed.by && { ...deed.by, name: wild },
        reasons: deed.reasons.map((reason) => ({
          ...reason,
          text: `${wild} because`,
          by: { ...reason.by, name: wild },
        })),
        vote: deed.vote && {
          ...deed.vote,
          members: new Map([...deed.vote.members].map(([id, member]) => [id, { ...member, name: wild }])),
        },
      })),
    };
    const text = expectMessage(renamed);
    expect(text).not.toContain('@everyone');
    expect(text).not.toContain('<@&');
    const file = storyMarkdown(renamed);
    expect(file).not.toContain('123456789012345678');
    const [head = []] = rowsOf(file);
    expect(new Set(rowsOf(file).map((row) => row.length))).toEqual(new Set([head.length]));
  });
});

describe('over many random campaigns', () => {
  const played = Array.from({ length: 30 }, (_, index) =>
    toldCampaign(`recap ${index}`, { skill: 2 + (index % 7), least: index % 3 === 0 ? 8 : 0 }),
  );

  test('the best decision is never a march to and fro: nothing worth the same may win sooner', () => {
    for (const { course, game } of played) {
      if (!course) throw new Error('Overland can be solved');
      const place = bestDecision(course);
      if (place === null) continue;
      const { prospects, order, before } = course.moves[place] as Move;
      const given = prospects.find((prospect) => orderKey(prospect.order) === orderKey(order));
      const soonest = Math.min(
        ...prospects.filter(({ worth }) => before - worth < SAME_WORTH).map(({ orders }) => orders),
      );
      expect(given?.orders, game.secret).toBe(soonest);
    }
  });
});
