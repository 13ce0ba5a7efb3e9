import { describe, expect, test } from 'vitest';
import type { Story } from '../../../src/game/index.ts';
import { story } from '../../../src/systems/overland/story/index.ts';
import type { OverlandEpisode } from '../../../src/systems/overland/story/story-scenes.ts';
import { reasoned, scriptedCampaign, whatIf } from './campaigns.ts';
import { numbers } from './data.ts';

/** Whole stories, to be read. Whoever changes a phrase reads them again. */

/** What a story must say: its headline, each heading in turn, and names and figures that stand below it. */
function expectTold(
  episodes: readonly OverlandEpisode[],
  headline: RegExp,
  chapters: readonly (readonly [when: string, ...said: string[]])[],
  over = true,
): Story {
  const told = story(numbers(episodes[0]?.after.variant), episodes, over);
  expect(told.headline).toMatch(headline);
  const [lead, ...headed] = told.chapters;
  expect(lead?.when).toBeNull();
  expect(headed.map(({ when }) => when)).toEqual(chapters.map(([when]) => when));
  for (const [index, [when, ...said]] of chapters.entries()) {
    const text = headed[index]?.text ?? '';
    for (const words of said) expect(text.toLowerCase(), when).toContain(words.toLowerCase());
  }
  return told;
}

const EARLY = [
  'attack grant 5, move spotsylvania, attack grant 6, move north-anna, attack grant 5, move cold-harbor',
  'attack grant 6, move savage-station 5, attack grant 3',
];

describe('won', () => {
  test('by Grant, early, with every throw', () => {
    expectTold(scriptedCampaign('standard', EARLY), /empty Richmond on 19 May/, [
      ['4 – 7 May', 'the Wilderness', 'Spotsylvania'],
      ['7 – 13 May', 'North Anna', 'Ashland'],
      ['13 – 19 May', 'Cold Harbor', 'Mechanicsville', 'Savage Station'],
      ['The end, 19 May', 'empty', 'five rolls'],
    ]);
  });

  test('by Grant on the last day, at the fourth assault', () => {
    const script = [
      'attack grant 5, move spotsylvania, attack grant 5, move north-anna, attack grant 4, tma ashland 1',
      'attack grant 6, attack grant 3 3 6, attack grant 6, attack grant 5 4, attack grant 4 2 3',
      'attack grant 6',
    ];
    expectTold(scriptedCampaign('standard', script), /Grant on the last day/, [
      ['4 – 7 May', 'Spotsylvania'],
      ['7 – 16 May', 'North Anna', 'Ashland'],
      ['16 – 19 May', 'Richmond'],
      ['19 May – 3 June', 'assault', 'Lee at Ashland again', 'twice'],
      ['The end, 3 June', 'last Action Point'],
    ]);
  });

  test('by Butler, while Grant is where he began', () => {
    const script = ['attack butler 5, attack butler 3 6, attack butler 6'];
    expectTold(scriptedCampaign('unbottled', script), /Butler .*Grant is still in the Wilderness/, [
      ['4 – 13 May', 'first attempt', 'once'],
      ['The end, 13 May', 'Beauregard'],
    ]);
  });

  test('by Butler, who had been shut in again', () => {
    const script = [
      'attack grant 2, attack butler 5, attack grant 3, tma spotsylvania 2, attack butler 3 2 5',
      'attack grant 1, attack butler 5, attack butler 6',
    ];
    expectTold(scriptedCampaign('unbottled', script), /Butler, not Grant/, [
      ['Grant, 4 – 16 May', 'two attacks', 'Spotsylvania'],
      ['Butler, 7 – 28 May', 'Meanwhile', 'twice', 'shut him in'],
      ['Grant, 19 – 22 May', 'Spotsylvania'],
      ['The end, 28 May', 'Drury’s Bluff'],
    ]);
  });

  test('over the James, with the last point', () => {
    const script = [
      'attack grant 5, move spotsylvania, attack grant 3, tma north-anna 3, attack grant 1, attack sigel 2',
      'attack grant 6, move cold-harbor, attack grant 5, move savage-station 6, cross 5 4, cross 6 6',
      'cross 2',
    ];
    expectTold(scriptedCampaign('standard', script), /James on the last day/, [
      ['4 – 7 May', 'Spotsylvania'],
      ['7 – 22 May', 'North Anna', 'Ashland'],
      ['22 – 25 May', 'Cold Harbor', 'Mechanicsville', 'Savage Station'],
      ['25 May – 3 June', 'James', 'twice'],
      ['The end, 3 June', 'from Savage Station'],
    ]);
  });
});

describe('lost', () => {
  test('at Cold Harbor', () => {
    const script = [
      'attack grant 4, tma spotsylvania 2, attack grant 5, move north-anna, attack grant 2',
      'tma cold-harbor 3, attack grant 1, attack grant 1, attack butler 3, attack grant 4, attack grant 2',
    ];
    expectTold(scriptedCampaign('standard', script), /Four attacks at Cold Harbor/, [
      ['4 – 10 May', 'Spotsylvania'],
      ['10 – 19 May', 'North Anna', 'Cold Harbor'],
      ['19 May – 3 June', 'four attacks', 'Butler'],
      ['The end, 3 June', 'Lee', 'both'],
    ]);
  });

  test('by Butler, while Grant never stirred: by the choice of orders, not by the dice', () => {
    const script = [...Array<string>(8).fill('attack butler 5'), 'attack butler 6, attack butler 6 5'];
    expectTold(scriptedCampaign('standard', script), /Butler spends the campaign/, [
      ['4 May – 3 June', 'nine attacks', 'no roll'],
      ['The end, 3 June', 'not attacked once', 'All ten Action Points', 'Butler'],
    ]);
  });

  test('by the dice alone', () => {
    const script = [
      'attack grant 5, move spotsylvania, attack grant 2, tma north-anna 6, attack grant 2',
      'tma north-anna 5, attack grant 1, attack grant 2, tma north-anna 4, attack grant 3, tma north-anna 4',
    ];
    const { chapters } = expectTold(scriptedCampaign('standard', script), /Five attacks at Spotsylvania/, [
      ['4 – 7 May', 'Spotsylvania'],
      ['7 May – 3 June', 'five attacks', 'four'],
      ['The end, 3 June', 'Spotsylvania', 'dice'],
    ]);
    expect(chapters.at(-1)?.text).not.toMatch(/costliest|had gone to|orders did|orders lost/);
  });

  test('in the Wilderness', () => {
    const script = [
      'attack grant 1, attack grant 2, tma spotsylvania 4, attack grant 3, attack butler 4',
      'tma spotsylvania 5, attack grant 1, attack sigel 3, attack grant 2, attack grant 4',
    ];
    expectTold(scriptedCampaign('standard', script), /Lee never lets Grant out/, [
      ['4 May – 3 June', 'six attacks', 'two', 'Butler', 'Sigel'],
      ['The end, 3 June', 'still', 'dice'],
    ]);
  });

  test('with a last blow that opened the road, and with one of another leader that did not', () => {
    const road = [
      'attack grant 1, attack grant 1, attack grant 1, attack grant 1, attack grant 1, attack grant 1',
      'attack grant 1, attack grant 1, attack grant 1',
    ];
    const grants = story(numbers(), scriptedCampaign('standard', [...road, 'attack grant 6']), true);
    expect(grants.headline).toMatch(/^The road opens in the Wilderness/);
    const butlers = story(numbers(), scriptedCampaign('standard', [...road, 'attack butler 6']), true);
    expect(butlers.headline).toMatch(/^Lee never lets Grant out/);
  });

  test('before Richmond, with short rations', () => {
    const script = [
      'attack grant 3, tma spotsylvania 1, attack grant 3, tma north-anna 2, attack grant 2, tma ashland 3',
      'attack grant 6, attack grant 3 3 6',
    ];
    expectTold(scriptedCampaign('short-rations', script), /ends the campaign at Ashland/, [
      ['10 – 16 May', 'Spotsylvania'],
      ['16 – 28 May', 'North Anna', 'Ashland'],
      ['28 – 31 May', 'Richmond'],
      ['31 May – 3 June', 'Richmond from Ashland'],
      ['The end, 3 June', 'Lee', 'orders'],
    ]);
  });
});

describe('not at its end', () => {
  test('abandoned', () => {
    const script = ['attack grant 1, attack grant 5, move spotsylvania, attack grant 2'];
    expectTold(scriptedCampaign('standard', script), /abandoned at Spotsylvania/, [
      ['4 – 10 May', 'two attacks'],
      ['10 – 13 May', 'Spotsylvania'],
      ['Abandoned, 13 May', 'twenty-one days left'],
    ]);
  });

  test('running', () => {
    const script = ['attack sigel 6', ...Array<string>(4).fill('attack grant 1'), 'attack grant 6, move spotsylvania'];
    expectTold(
      scriptedCampaign('standard', script),
      /face to face at Spotsylvania/,
      [
        ['In the Valley, 4 May', 'three more days'],
        ['Grant, 4 – 19 May', 'fifteen days', 'five attacks'],
        ['Grant, 19 May', 'Spotsylvania'],
        ['Now, 19 May', '5 Action Points left'],
      ],
      false,
    );
  });

  test('before its first order', () => {
    expectTold(
      scriptedCampaign('standard', []),
      /face to face in the Wilderness/,
      [['Now, 4 May', '10 Action Points left']],
      false,
    );
  });
});

test('a “what if” begins where it goes out from', () => {
  const { chapters } = expectTold(whatIf(scriptedCampaign('standard', EARLY), 6), /empty Richmond on 19 May/, [
    ['13 – 19 May', 'Cold Harbor', 'Mechanicsville', 'Savage Station'],
    ['The end, 19 May', 'empty'],
  ]);
  expect(chapters[0]?.text).toMatch(/13 May.*Cold Harbor.*3 June/);
});

test('voted, with reasons: each is quoted once, where the campaign turned', () => {
  const voted = reasoned(scriptedCampaign('standard', EARLY), {
    1: [{ text: 'No time to lose.', by: 'Ada' }],
    5: [{ text: 'if Lee goes to Ashland he is out of our way', by: 'Bo' }],
    7: [{ text: 'No time to lose.', by: 'Ada' }],
    8: [
      { text: 'Savage Station has both roads: the city and the river', by: 'Cy' },
      { text: 'x'.repeat(400), by: 'Dee' },
    ],
    9: [{ text: 'Nobody is home.', by: 'Dee' }],
  });
  const { chapters } = story(numbers(), voted, true);
  const text = chapters.map((chapter) => chapter.text).join(' ');
  expect(text.match(/“[^”]*”/g)).toEqual([
    expect.stringMatching(/^“Savage Station has both roads: the city and the river[,.]?”$/),
  ]);
  expect(text).toContain('Cy');
});
