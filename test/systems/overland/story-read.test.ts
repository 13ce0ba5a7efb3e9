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
    when === null ? text : `${when}. ${text}`,
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
      Grant had until 3 June 1864 to take Richmond or cross the James; it was done by 19 May.
      4 – 7 May. Grant struck at once in the Wilderness, and Lee fell back to Spotsylvania at the first blow.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      7 – 13 May. One attack at Spotsylvania was enough: Lee gave way to North Anna. North Anna did not hold: Lee lost it at a blow and was next at Ashland.
          The armies lay at Spotsylvania from 8 to 21 May.
      13 – 16 May. At Cold Harbor Grant found Lee already facing him. Grant swept Lee out of Cold Harbor at a stroke, to Mechanicsville. Grant reached Savage Station with the road open: Lee was late.
          Butler fought at Drury’s Bluff from 12 to 16 May, and was then penned in at Bermuda Hundred.
      The end, 19 May. Nobody stood in Richmond when Grant came in from Savage Station. Not one of five throws had failed. The order was given by Ada.
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
      Grant had until 3 June 1864 to take Richmond or cross the James, and used every day of it.
      4 – 7 May. Grant struck at once in the Wilderness, and Lee fell back to Spotsylvania at the first blow.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      7 – 16 May. One attack at Spotsylvania was enough: Lee gave way to North Anna. Stopped by Lee at North Anna, Grant went round him to Ashland; Lee kept pace.
          The armies lay at Spotsylvania from 8 to 21 May.
      16 – 19 May. One attack at Ashland shut Lee up in Richmond.
          Butler fought at Drury’s Bluff from 12 to 16 May, and was then penned in at Bermuda Hundred.
      19 May – 3 June. Grant assaulted Richmond from Ashland and failed, and Lee came out after him and stayed. Back at Ashland, Grant beat Lee off once more, to Richmond. From Ashland Grant tried the city again twice, in vain.
          The armies came to the North Anna only on 23 May.
      The end, 3 June. With nothing left to follow it, Grant sent in one more assault from Ashland, and Lee lost the city. The order was given by Ada.
      "
    `);
  });

  test('by Butler, while Grant is where he began', () => {
    const script = ['attack butler 5', 'attack butler 3 6', 'attack butler 6'];
    expect(read(scriptedCampaign('unbottled', script))).toMatchInlineSnapshot(`
      "
      Butler takes Richmond while Grant is still in the Wilderness
      Grant had until 3 June 1864 to take Richmond or cross the James; it was done by 13 May.
      4 – 13 May. Butler pushed Beauregard out of Drury’s Bluff at the first attempt, into Richmond. The city had thrown Butler back once.
          Butler fought at Drury’s Bluff from 12 to 16 May, and was then penned in at Bermuda Hundred.
      The end, 13 May. With Grant still in the Wilderness, Butler beat Beauregard and had the city. The order was given by Ada.
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
      Grant had until 3 June 1864 to take Richmond or cross the James; it was done by 28 May.
      Grant, 4 – 16 May. Two attacks failed in the Wilderness; then Grant slipped past Lee to Spotsylvania, though not away from him.
          The armies lay at Spotsylvania from 8 to 21 May.
      Butler, 7 – 28 May. Butler twice drove Beauregard out of Drury’s Bluff; in between he came back and shut Butler in. The city had thrown Butler back once.
          Butler fought at Drury’s Bluff from 12 to 16 May, and was then penned in at Bermuda Hundred.
      Grant, 19 – 22 May. An attack on Lee at Spotsylvania failed.
      The end, 28 May. Butler went in from Drury’s Bluff, Beauregard gave way, and Richmond fell. The order was given by Ada.
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
      Grant had until 3 June 1864 to take Richmond or cross the James, and used every day of it.
      4 – 7 May. Grant struck at once in the Wilderness, and Lee fell back to Spotsylvania at the first blow.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      7 – 22 May. Stopped by Lee at Spotsylvania, Grant went round him to North Anna; Lee kept pace. Lee held the first attack at North Anna; the second drove him to Ashland. In the Valley Sigel made one attempt on Breckinridge, which failed.
          The armies lay at Spotsylvania from 8 to 21 May.
      22 – 25 May. At Cold Harbor Grant found Lee already facing him. One attack at Cold Harbor was enough: Lee gave way to Mechanicsville. Grant reached Savage Station with the road open: Lee was late.
          Lee stood on the North Anna from 23 to 26 May.
      25 May – 3 June. The James turned Grant back twice.
          There was fighting on Totopotomoy Creek from 28 to 30 May.
      The end, 3 June. On the last day Grant threw his bridges over the James at Savage Station, and they held. The order was given by Ada.
          Grant’s army crossed the James from 12 to 18 June.
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
      By 3 June 1864 Grant was to take Richmond or cross the James, and did neither.
      4 – 10 May. Stopped by Lee in the Wilderness, Grant went round him to Spotsylvania; Lee kept pace.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      10 – 19 May. At Spotsylvania the first attack carried, and Lee fell back to North Anna. One attack at North Anna failed; then a way round opened, to Cold Harbor, and Lee took it too.
          The armies lay at Spotsylvania from 8 to 21 May.
      19 May – 3 June. Four attacks broke on Lee at Cold Harbor. At Drury’s Bluff Butler made one attempt on Beauregard, which failed.
          Cold Harbor began on 31 May; the great assault came on 3 June.
      The end, 3 June. The last day found Grant and Lee face to face at Cold Harbor, and the time was up. Orders and dice had both had their share in it.
      "
    `);
  });

  test('by Butler, while Grant never stirred: by the choice of orders, not by the dice', () => {
    const script = [...Array<string>(8).fill('attack butler 5'), 'attack butler 6', 'attack butler 6 5'];
    expect(read(scriptedCampaign('standard', script))).toMatchInlineSnapshot(`
      "
      Grant never stirs; Butler spends the campaign at Drury’s Bluff
      By 3 June 1864 Grant was to take Richmond or cross the James, and did neither.
      4 May – 3 June. Butler was held at Drury’s Bluff by Beauregard through eight attacks, then drove him into Richmond. Butler assaulted Richmond, though no die could have won it.
          Butler fought at Drury’s Bluff from 12 to 16 May, and was then penned in at Bermuda Hundred.
      The end, 3 June. Grant and Lee were still where they had begun, in the Wilderness; Grant had not attacked once. All ten Action Points had gone to Butler, whose attacks needed a 6 or could not win at all.
      "
    `);
  });

  test('by the dice alone', () => {
    const script = [
      ...['attack grant 5', 'move spotsylvania', 'attack grant 2', 'tma north-anna 6', 'attack grant 2'],
      ...['tma north-anna 5', 'attack grant 1', 'attack grant 2', 'tma north-anna 4', 'attack grant 3'],
      'tma north-anna 4',
    ];
    const told = read(scriptedCampaign('standard', script));
    expect(told).not.toMatch(/tried at all|had gone to|cost most|choice/);
    expect(told).toMatchInlineSnapshot(`
      "
      Five attacks at Spotsylvania, and Lee still holds it
      By 3 June 1864 Grant was to take Richmond or cross the James, and did neither.
      4 – 7 May. Grant struck at once in the Wilderness, and Lee fell back to Spotsylvania at the first blow.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      7 May – 3 June. Neither five attacks nor four attempts to go round him moved Lee at Spotsylvania.
          The armies lay at Spotsylvania from 8 to 21 May.
      The end, 3 June. The last day found Grant and Lee face to face at Spotsylvania, and the time was up. No order could have been better: the dice took it all.
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
      By 3 June 1864 Grant was to take Richmond or cross the James, and did neither.
      4 May – 3 June. Neither six attacks nor two attempts to go round him moved Lee in the Wilderness. At Drury’s Bluff Butler made one attempt on Beauregard, which failed. A single attack by Sigel left Breckinridge where he was.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      The end, 3 June. Grant and Lee were still where they had begun, in the Wilderness. It was lost by the dice far more than by the orders.
      "
    `);
  });

  test('with a last blow that opened the road, and with one of another leader that did not', () => {
    const road = [
      ...['attack grant 1', 'attack grant 1', 'attack grant 1', 'attack grant 1', 'attack grant 1'],
      ...['attack grant 1', 'attack grant 1', 'attack grant 1', 'attack grant 1'],
    ];
    const grants = story(numbers(), scriptedCampaign('standard', [...road, 'attack grant 6']), true);
    expect(grants.headline).toBe('The road opens in the Wilderness, and the time is up');
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
      By 3 June 1864 Grant was to take Richmond or cross the James, and did neither.
      10 – 16 May. Stopped by Lee in the Wilderness, Grant went round him to Spotsylvania; Lee kept pace.
          The armies lay at Spotsylvania from 8 to 21 May.
      16 – 28 May. Stopped again at Spotsylvania, Grant went round again, to North Anna, and Lee was there with him. One attack at North Anna failed; then a way round opened, to Ashland, and Lee took it too.
          Lee stood on the North Anna from 23 to 26 May.
      28 – 31 May. One attack at Ashland shut Lee up in Richmond.
          There was fighting on Totopotomoy Creek from 28 to 30 May.
      31 May – 3 June. Grant assaulted Richmond from Ashland and failed, and Lee came out after him and stayed.
          Cold Harbor was fought from 31 May on, with the great assault on 3 June.
      The end, 3 June. Lee still stood between Grant and the city, at Ashland. The dice were kind on the whole; it was lost in the choice of orders.
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
      Grant had until 3 June 1864 to take Richmond or cross the James.
      4 – 10 May. Lee held the first attack in the Wilderness; the second drove him to Spotsylvania.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      10 – 13 May. An attack on Lee at Spotsylvania failed.
          The armies lay at Spotsylvania from 8 to 21 May.
      Broken off, 13 May. The campaign was left there, with Grant and Lee at Spotsylvania and twenty-one days unused.
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
      Grant has until 3 June 1864 to take Richmond or cross the James.
      In the Valley, 4 May. Sigel broke Breckinridge in the Valley, so early that it won back only three days.
      Grant, 4 – 19 May. Fifteen days and five attacks went into the Wilderness before Lee went back to Spotsylvania.
          Grant and Lee fought in the Wilderness from 5 to 7 May.
      Now, 19 May. Grant and Lee stand face to face at Spotsylvania, with 5 Action Points left.
      "
    `);
  });

  test('before its first order', () => {
    expect(read(scriptedCampaign('standard', []), false)).toMatchInlineSnapshot(`
      "
      Grant and Lee face to face in the Wilderness
      Grant has until 3 June 1864 to take Richmond or cross the James.
      Now, 4 May. Grant and Lee stand face to face in the Wilderness, with 10 Action Points left.
      "
    `);
  });
});

test('a “what if” begins where it goes out from', () => {
  expect(read(whatIf(scriptedCampaign('standard', EARLY), 6))).toMatchInlineSnapshot(`
    "
    Grant walks into an empty Richmond on 19 May
    This campaign set out on 13 May, with Grant and Lee at Cold Harbor. Grant had until 3 June 1864 to take Richmond or cross the James; it was done by 19 May.
    13 – 16 May. Grant struck at once at Cold Harbor, and Lee fell back to Mechanicsville at the first blow. Grant reached Savage Station with the road open: Lee was late.
        The armies were held up at Spotsylvania until 21 May.
    The end, 19 May. Nobody stood in Richmond when Grant came in from Savage Station. The order was given by Ada.
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
    Grant had until 3 June 1864 to take Richmond or cross the James; it was done by 19 May.
    4 – 7 May. Grant struck at once in the Wilderness, and Lee fell back to Spotsylvania at the first blow.
        Grant and Lee fought in the Wilderness from 5 to 7 May.
    7 – 13 May. One attack at Spotsylvania was enough: Lee gave way to North Anna. North Anna did not hold: Lee lost it at a blow and was next at Ashland.
        The armies lay at Spotsylvania from 8 to 21 May.
    13 – 16 May. At Cold Harbor Grant found Lee already facing him. Grant swept Lee out of Cold Harbor at a stroke, to Mechanicsville. Grant reached Savage Station with the road open: Lee was late. “Savage Station has both roads: the city and the river,” wrote Cy before the march to Savage Station.
        Butler fought at Drury’s Bluff from 12 to 16 May, and was then penned in at Bermuda Hundred.
    The end, 19 May. Nobody stood in Richmond when Grant came in from Savage Station. Not one of five throws had failed.
    "
  `);
});
