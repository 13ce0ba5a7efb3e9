import { describe, expect, test } from 'vitest';
import type { Story } from '../../../src/game/index.ts';
import { story } from '../../../src/systems/overland/story/index.ts';
import type { OverlandEpisode } from '../../../src/systems/overland/story/scenes.ts';
import { reasoned, scriptedCampaign, whatIf } from './campaigns.ts';
import { numbers } from './data.ts';

/** Whole stories, to be read. Whoever changes a phrase reads them again. */

function read(episodes: readonly OverlandEpisode[], over = true): string {
  const told = story(numbers(episodes[0]?.after.variant), episodes, over);
  return printed(told);
}

function printed({ headline, chapters }: Story): string {
  const lines = chapters.flatMap(({ when, text, really }) => [
    `${when}. ${text}`,
    ...(really ? [`    ${really}`] : []),
  ]);
  return ['', headline, ...lines, ''].join('\n');
}

const EARLY = [
  'attack grant 5',
  'move spotsylvania',
  'attack grant 6',
  'move north-anna',
  'attack grant 5',
  'move cold-harbor',
  'attack grant 6',
  'move savage-station 5',
  'attack grant 3',
];

describe('won', () => {
  test('by Grant, early, with every throw', () => {
    expect(read(scriptedCampaign('standard', EARLY))).toMatchInlineSnapshot(`
      "
      Grant walks into an empty Richmond on 19 May
      4 – 7 May 1864. Grant had until 3 June to take Richmond or cross the James; it was done by 19 May. Grant struck at once in the Wilderness, and Lee fell back to Spotsylvania at the first blow.
      7 – 13 May 1864. Lee left Spotsylvania as quickly, for North Anna. One attack at North Anna was enough: Lee gave way to Ashland.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      13 – 16 May 1864. Grant slid left to find Lee already facing him at Cold Harbor. Cold Harbor did not hold: Lee lost it at a blow and was next at Mechanicsville. Grant reached Savage Station with the road open: Lee was late.
          The armies lay at Spotsylvania from 8 to 21 May.
      16 – 19 May 1864. Nobody stood in Richmond on 19 May when Grant came in from Savage Station. Not one of five throws had failed. The order was given by Ada.
          Drewry’s Bluff, 12 to 16 May: after it Butler was penned in at Bermuda Hundred.
      "
    `);
  });

  test('by Grant on the last day, at the fourth assault', () => {
    const script = [
      ...[
        'attack grant 5',
        'move spotsylvania',
        'attack grant 5',
        'move north-anna',
        'attack grant 4',
        'tma ashland 1',
      ],
      ...['attack grant 6', 'attack grant 3 3 6', 'attack grant 6', 'attack grant 5 4', 'attack grant 4 2 3'],
      'attack grant 6',
    ];
    expect(read(scriptedCampaign('standard', script))).toMatchInlineSnapshot(`
      "
      Richmond falls to Grant on the last day
      4 – 7 May 1864. Grant had until 3 June to take Richmond or cross the James, and used every day of it. Grant struck at once in the Wilderness, and Lee fell back to Spotsylvania at the first blow.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      7 – 16 May 1864. Lee left Spotsylvania as quickly, for North Anna. Stopped by Lee at North Anna, Grant went round him to Ashland; Lee kept pace.
          The armies lay at Spotsylvania from 8 to 21 May.
      16 – 19 May 1864. Grant needed one attack at Ashland to shut Lee up in Richmond.
          Drewry’s Bluff, 12 to 16 May: after it Butler was penned in at Bermuda Hundred.
      19 May – 3 June 1864. Grant assaulted Richmond from Ashland and failed, and Lee came out after him and stayed. Back at Ashland, Grant beat Lee off once more, to Richmond. From Ashland Grant tried the city again, twice, each time in vain. With nothing left to follow it, Grant sent in one more assault from Ashland, and Lee lost the city. The order was given by Ada.
          Cold Harbor began on 31 May; the great assault came on 3 June.
      "
    `);
  });

  test('by Butler, while Grant is where he began', () => {
    const script = ['attack butler 5', 'attack butler 3 6', 'attack butler 6'];
    expect(read(scriptedCampaign('unbottled', script))).toMatchInlineSnapshot(`
      "
      Butler takes Richmond while Grant is still in the Wilderness
      4 – 13 May 1864. Grant had until 3 June to take Richmond or cross the James; it was done by 13 May. Butler pushed Beauregard out of Drury's Bluff at the first attempt, into Richmond. The city had thrown Butler back once. On 13 May, with Grant still in the Wilderness, Butler beat Beauregard and had the city. The order was given by Ada.
          Drewry’s Bluff, 12 to 16 May: after it Butler was penned in at Bermuda Hundred.
      "
    `);
  });

  test('by Butler, who had been shut in again', () => {
    const script = [
      ...['attack grant 2', 'attack butler 5', 'attack grant 3', 'tma spotsylvania 2', 'attack butler 3 2 5'],
      ...['attack grant 1', 'attack butler 5', 'attack butler 6'],
    ];
    expect(read(scriptedCampaign('unbottled', script))).toMatchInlineSnapshot(`
      "
      Butler, not Grant, takes Richmond
      4 – 16 May 1864. Grant had until 3 June to take Richmond or cross the James; it was done by 28 May. Two attacks failed in the Wilderness; then Grant slipped past Lee to Spotsylvania, though not away from him.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      19 – 22 May 1864. An attack on Lee at Spotsylvania failed.
          The armies lay at Spotsylvania from 8 to 21 May.
      7 – 28 May 1864. Butler prised Beauregard out of Drury's Bluff, was shut in there again, and prised him out once more. The city had thrown Butler back once. On 28 May Butler went in once more from Drury's Bluff, Beauregard gave way, and Richmond fell. The order was given by Ada.
          Drewry’s Bluff, 12 to 16 May: after it Butler was penned in at Bermuda Hundred.
      "
    `);
  });

  test('over the James, with the last point', () => {
    const script = [
      ...['attack grant 5', 'move spotsylvania', 'attack grant 3', 'tma north-anna 3', 'attack grant 1'],
      ...['attack sigel 2', 'attack grant 6', 'move cold-harbor', 'attack grant 5', 'move savage-station 6'],
      ...['cross 5 4', 'cross 6 6', 'cross 2'],
    ];
    expect(read(scriptedCampaign('standard', script))).toMatchInlineSnapshot(`
      "
      Grant is over the James on the last day
      4 – 7 May 1864. Grant had until 3 June to take Richmond or cross the James, and used every day of it. Grant struck at once in the Wilderness, and Lee fell back to Spotsylvania at the first blow.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      7 – 22 May 1864. Stopped by Lee at Spotsylvania, Grant went round him to North Anna; Lee kept pace. Lee held the first attack at North Anna; the second drove him to Ashland. In the Valley Sigel made one attempt on Breckinridge, which failed.
          The armies lay at Spotsylvania from 8 to 21 May.
      22 – 25 May 1864. Grant slid left to find Lee already facing him at Cold Harbor. One attack at Cold Harbor was enough: Lee gave way to Mechanicsville. Grant reached Savage Station with the road open: Lee was late.
          Lee stood on the North Anna from 23 to 26 May.
      25 May – 3 June 1864. The James turned Grant back twice. On the last day Grant threw his bridges over the James at Savage Station, and they held. The order was given by Ada.
          The real army went over the James from 12 to 18 June.
      "
    `);
  });
});

describe('lost', () => {
  test('at Cold Harbor', () => {
    const script = [
      ...['attack grant 4', 'tma spotsylvania 2', 'attack grant 5', 'move north-anna', 'attack grant 2'],
      ...[
        'tma cold-harbor 3',
        'attack grant 1',
        'attack grant 1',
        'attack butler 3',
        'attack grant 4',
        'attack grant 2',
      ],
    ];
    expect(read(scriptedCampaign('standard', script))).toMatchInlineSnapshot(`
      "
      Four attacks at Cold Harbor, and Lee still holds it
      4 – 10 May 1864. By 3 June Grant was to take Richmond or cross the James, and did neither. Stopped by Lee in the Wilderness, Grant went round him to Spotsylvania; Lee kept pace.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      10 – 19 May 1864. At Spotsylvania the first attack carried, and Lee fell back to North Anna. A way round opened out of North Anna, and both armies were soon at Cold Harbor.
          The armies lay at Spotsylvania from 8 to 21 May.
      19 May – 3 June 1864. At Cold Harbor Lee stood fast: four attacks in fifteen days, and all of them failed. At Drury's Bluff Butler made one attempt on Beauregard, which failed. 3 June found Grant and Lee face to face at Cold Harbor, and the time was up. From 19 May to 3 June nothing had come off, five throws in a row.
          Cold Harbor began on 31 May; the great assault came on 3 June.
      "
    `);
  });

  test('in the Wilderness', () => {
    const script = [
      ...['attack grant 1', 'attack grant 2', 'tma spotsylvania 4', 'attack grant 3', 'attack butler 4'],
      ...['tma spotsylvania 5', 'attack grant 1', 'attack sigel 3', 'attack grant 2', 'attack grant 4'],
    ];
    expect(read(scriptedCampaign('standard', script))).toMatchInlineSnapshot(`
      "
      Lee never lets Grant out of the Wilderness
      4 May – 3 June 1864. By 3 June Grant was to take Richmond or cross the James, and did neither. Neither six attacks nor two attempts to go round him moved Lee in the Wilderness. At Drury's Bluff Butler made one attempt on Beauregard, which failed. A single attack by Sigel left Breckinridge where he was. On 3 June Grant and Lee were still where they had begun, in the Wilderness. From 4 May to 3 June nothing had come off, ten throws in a row.
          Cold Harbor began on 31 May; the great assault came on 3 June.
      "
    `);
  });

  test('with a last blow that opened the road, and with one of another leader that did not', () => {
    const road = [
      ...['attack grant 1', 'attack grant 1', 'attack grant 1', 'attack grant 1', 'attack grant 1'],
      ...['attack grant 1', 'attack grant 1', 'attack grant 1', 'attack grant 1'],
    ];
    const grants = story(numbers(), scriptedCampaign('standard', [...road, 'attack grant 6']), true);
    expect(grants.headline).toBe('Too late by a day: Grant has the road open in the Wilderness');
    const butlers = story(numbers(), scriptedCampaign('standard', [...road, 'attack butler 6']), true);
    expect(butlers.headline).toBe('Lee never lets Grant out of the Wilderness');
  });

  test('before Richmond, with short rations', () => {
    const script = [
      ...[
        'attack grant 3',
        'tma spotsylvania 1',
        'attack grant 3',
        'tma north-anna 2',
        'attack grant 2',
        'tma ashland 3',
      ],
      ...['attack grant 6', 'attack grant 3 3 6'],
    ];
    expect(read(scriptedCampaign('short-rations', script))).toMatchInlineSnapshot(`
      "
      Richmond stands; Grant ends the campaign at Ashland
      10 – 16 May 1864. By 3 June Grant was to take Richmond or cross the James, and did neither. Stopped by Lee in the Wilderness, Grant went round him to Spotsylvania; Lee kept pace.
          The armies lay at Spotsylvania from 8 to 21 May.
      16 – 28 May 1864. Stopped again at Spotsylvania, Grant went round again, to North Anna, and Lee was there with him. A way round opened out of North Anna, and both armies were soon at Ashland.
          Lee stood on the North Anna from 23 to 26 May.
      28 – 31 May 1864. Grant needed one attack at Ashland to shut Lee up in Richmond.
          There was fighting on Totopotomoy Creek from 28 to 30 May.
      31 May – 3 June 1864. Grant assaulted Richmond from Ashland and failed, and Lee came out after him and stayed. On 3 June Lee still stood between Grant and the city, at Ashland.
          Cold Harbor began on 31 May; the great assault came on 3 June.
      "
    `);
  });
});

describe('not at its end', () => {
  test('abandoned', () => {
    const script = ['attack grant 1', 'attack grant 5', 'move spotsylvania', 'attack grant 2'];
    expect(read(scriptedCampaign('standard', script))).toMatchInlineSnapshot(`
      "
      The campaign is broken off at Spotsylvania
      4 – 10 May 1864. Grant had until 3 June to take Richmond or cross the James. Lee held the first attack in the Wilderness; the second drove him to Spotsylvania.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      10 – 13 May 1864. An attack on Lee at Spotsylvania failed. There it was broken off, on 13 May, with Grant at Spotsylvania and twenty-one days unused.
          The armies lay at Spotsylvania from 8 to 21 May.
      "
    `);
  });

  test('running', () => {
    const script = [
      'attack sigel 6',
      ...Array<string>(4).fill('attack grant 1'),
      'attack grant 6',
      'move spotsylvania',
    ];
    expect(read(scriptedCampaign('standard', script), false)).toMatchInlineSnapshot(`
      "
      Grant and Lee face to face at Spotsylvania
      4 May 1864. Grant had until 3 June to take Richmond or cross the James. Sigel broke Breckinridge in the Valley, so early that it won back only three days.
      4 – 19 May 1864. Fifteen days and five attacks went into the Wilderness before Lee went back to Spotsylvania.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      19 May 1864. So it stands on 19 May: Grant and Lee at Spotsylvania, 5 Action Points left.
          The armies lay at Spotsylvania from 8 to 21 May.
      "
    `);
  });

  test('before its first order', () => {
    expect(read(scriptedCampaign('standard', []), false)).toMatchInlineSnapshot(`
      "
      Grant and Lee face to face in the Wilderness
      4 May 1864. Grant had until 3 June to take Richmond or cross the James. So it stands on 4 May: Grant and Lee in the Wilderness, 10 Action Points left.
      "
    `);
  });
});

test('a “what if” begins where it goes out from', () => {
  expect(read(whatIf(scriptedCampaign('standard', EARLY), 6))).toMatchInlineSnapshot(`
    "
    Grant walks into an empty Richmond on 19 May
    13 – 16 May 1864. This campaign set out on 13 May, with Grant and Lee at Cold Harbor. Grant had until 3 June to take Richmond or cross the James; it was done by 19 May. Grant struck at once at Cold Harbor, and Lee fell back to Mechanicsville at the first blow. Grant reached Savage Station with the road open: Lee was late.
        The armies lay at Spotsylvania from 8 to 21 May.
    16 – 19 May 1864. Nobody stood in Richmond on 19 May when Grant came in from Savage Station. The order was given by Ada.
        Drewry’s Bluff, 12 to 16 May: after it Butler was penned in at Bermuda Hundred.
    "
  `);
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
  expect(read(voted)).toMatchInlineSnapshot(`
    "
    Grant walks into an empty Richmond on 19 May
    4 – 7 May 1864. Grant had until 3 June to take Richmond or cross the James; it was done by 19 May. Grant struck at once in the Wilderness, and Lee fell back to Spotsylvania at the first blow.
    7 – 13 May 1864. Lee left Spotsylvania as quickly, for North Anna. One attack at North Anna was enough: Lee gave way to Ashland.
        Grant and Lee fought in the Wilderness from 5 to 7 May.
    13 – 16 May 1864. Grant slid left to find Lee already facing him at Cold Harbor. Cold Harbor did not hold: Lee lost it at a blow and was next at Mechanicsville. Ada had made the case for the attack: «No time to lose». Grant reached Savage Station with the road open: Lee was late. «Savage Station has both roads: the city and the river», wrote Cy of the march to Savage Station.
        The armies lay at Spotsylvania from 8 to 21 May.
    16 – 19 May 1864. Nobody stood in Richmond on 19 May when Grant came in from Savage Station. Not one of five throws had failed.
        Drewry’s Bluff, 12 to 16 May: after it Butler was penned in at Bermuda Hundred.
    "
  `);
});
