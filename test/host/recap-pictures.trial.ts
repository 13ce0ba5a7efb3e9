import { describe, expect, test } from 'vitest';
import { type BalancedMove, balanceOf } from '../../src/advisor/index.ts';
import type { Item, Picture, Scene } from '../../src/game/index.ts';
import { CHART } from '../../src/host/afterwards/recap/pictures/recap-picture-words.ts';
import { animationOf, storyboardOf } from '../../src/host/afterwards/recap/pictures/storyboard.ts';
import { MOST_FRAMES, recapPlanOf } from '../../src/host/afterwards/recap/plan.ts';
import { chancesChart } from '../../src/host/afterwards/recap/recap-pictures.ts';
import { partsInWords } from '../../src/host/afterwards/recap/recap-words.ts';
import { HEIGHT } from '../../src/host/afterwards/recap/time-chart.ts';
import type { PlayedGame } from '../../src/host/table/played-game.ts';
import { turningPointsByChance } from '../../src/host/table/turning-points.ts';
import { percent, percentagePoints } from '../../src/kit/plain-english.ts';
import { MOST_BYTES } from '../../src/render/gif.ts';
import { renderGif } from '../../src/render/index.ts';
import { PLATE } from '../../src/systems/overland/map/sheet-layout.ts';
import { systemOf } from '../bench/played.ts';
import { legibilities } from '../gallery/legibility.ts';
import { type Bounds, flat, overlap, texts, within } from '../render/flat.ts';
import { decodeGif } from '../render/gif-decoder.ts';
import { longCampaign } from './long-campaign.ts';
import { toldCampaign } from './told-campaign.ts';

const WON = toldCampaign('campaign 9', { skill: 9 });
const LOST = toldCampaign('c');
const LONG = toldCampaign('long 11', { least: 72 });
const RUNNING = toldCampaign('a', { most: 4 });
const WHAT_IF = toldCampaign('d', { whatIf: true, skill: 3 });
const UNTOLD = toldCampaign('c', { untold: true });
const ALL = Object.entries({ WON, LOST, LONG, RUNNING, WHAT_IF, first: toldCampaign('a', { most: 1 }) });

/** The same orders again and again: longer than any campaign there is, and with more dice. */
function again(campaign: PlayedGame, times: number): PlayedGame {
  const repeated = <T>(all: readonly T[]) => Array.from({ length: times }, () => all).flat();
  const { states, givenOrders, course } = campaign;
  return {
    ...campaign,
    states: [...repeated(states.slice(0, -1)), ...states.slice(-1)],
    givenOrders: repeated(givenOrders),
    course: course && { ...course, moves: repeated(course.moves) },
  };
}

function wordsOf(scene: Scene): string[] {
  return texts(scene).map(({ item }) => item.text);
}

/** The orders named on the cards with dice, and what the maps say of the chances. */
function shownBy(campaign: PlayedGame) {
  const shownOrders = recapPlanOf(campaign).orders;
  return animationOf(campaign).frames.map(({ scene, ms }) => {
    const words = wordsOf(scene);
    const card = scene.items.at(-1);
    const isCard = card?.kind === 'group' && card.x === PLATE.x && card.y === PLATE.y;
    const cardWords = isCard ? wordsOf({ ...scene, ground: { key: '', items: [] }, items: [card] }).join(' ') : '';
    return {
      ms,
      words,
      // A long order takes two lines.
      card: isCard ? (shownOrders.find((shownOrder) => cardWords.startsWith(shownOrder.words)) ?? null) : null,
    };
  });
}

const sum = (frames: readonly { readonly ms: number }[]) => frames.reduce((all, { ms }) => all + ms, 0);

describe('the reel', () => {
  test('has the start, each order, and the dice of each that threw any before the map they led to', () => {
    const shownOrders = recapPlanOf(WON).orders;
    const shown = shownBy(WON);
    expect(shown).toHaveLength(shownOrders.length + shownOrders.filter(({ dice }) => dice.length > 0).length);
    expect(shown.filter(({ card }) => card).map(({ card }) => card?.words)).toEqual(
      shownOrders.filter(({ dice }) => dice.length > 0).map(({ words }) => words),
    );
  });

  test('shows no die that has not been thrown: a card shows the faces of its order', () => {
    const shownOrders = recapPlanOf(WON).orders;
    const first = shownOrders.find(({ dice }) => dice.length > 0);
    const card = animationOf(WON).frames[1]?.scene.items.at(-1) as Item & { readonly kind: 'group' };
    const pips = flat({
      ...(animationOf(WON).frames[1]?.scene as Scene),
      ground: { key: '', items: [] },
      items: [card],
    });
    expect(pips.filter(({ item }) => item.kind === 'circle')).toHaveLength(first?.dice[0]?.face ?? 0);
  });

  test.each(ALL)(
    'of %s is at most a minute, and at least as long as it takes to look; the last frame is held',
    (_, campaign) => {
      const { frames } = animationOf(campaign);
      expect(frames.length).toBeLessThanOrEqual(MOST_FRAMES);
      expect(frames.at(-1)?.ms).toBe(5000);
      expect(sum(frames)).toBeLessThanOrEqual(60_000);
      if (campaign.givenOrders.length > 4) expect(sum(frames)).toBeGreaterThanOrEqual(20_000);
      for (const { ms } of frames) expect(ms).toBeGreaterThanOrEqual(400);
    },
  );

  test('of a long campaign leaves out marches that threw no dice, and nothing else', () => {
    const shownOrders = recapPlanOf(LONG).orders;
    const rolled = shownOrders.filter(({ dice }) => dice.length > 0);
    expect(shownOrders.length + rolled.length).toBeGreaterThan(MOST_FRAMES);
    const shown = shownBy(LONG);
    expect(shown).toHaveLength(MOST_FRAMES);
    expect(shown.filter(({ card }) => card)).toHaveLength(rolled.length);
  });

  test('of one longer than any leaves out dice, then orders; never the first, the last, or a turning point', () => {
    const longer = again(LOST, 7);
    const shown = shownBy(longer);
    expect(shown).toHaveLength(MOST_FRAMES);
    const turns = recapPlanOf(longer).orders.filter(({ turning }) => turning);
    const maps = shown.filter(({ card }) => !card);
    for (const { worth, number } of turns) {
      expect(shown.some(({ card }) => card?.number === number || card?.turning)).toBe(true);
      expect(maps.some(({ words }) => words.includes(percent(worth?.after ?? 0)))).toBe(true);
    }
    expect(shown[0]?.words).toContain('Grant meets Lee in the Wilderness');
    expect(shown.at(-1)?.words).toContain('Defeat');
  });

  test('is a GIF that holds to its limit, whose frames are the scenes', async () => {
    const { frames } = animationOf(RUNNING);
    const gif = await renderGif(frames);
    expect(gif.length).toBeLessThan(MOST_BYTES / 10);
    const { images, loops } = decodeGif(gif);
    expect(loops).toBe(0);
    expect(images.map(({ ms }) => ms)).toEqual(frames.map(({ ms }) => ms));
  });
});

describe('the chart', () => {
  test('steps down for decisions and up or down for dice, by as much as they did', () => {
    const { scene } = chancesChart(WON) as Picture;
    const strokes = (colour: string) =>
      scene.items.flatMap((item) =>
        item.kind === 'path' && item.stroke?.colour === colour && item.d.includes(' L ') ? [item.d] : [],
      );
    const rises = (all: readonly string[]) => {
      const heights = all.map((d) => d.match(/[\d.]+/g)?.map(Number) ?? []);
      return heights.map(([, from = 0, , to = 0]) => from - to);
    };
    const course = WON.course as NonNullable<PlayedGame['course']>;
    const [decisions, dice] = [rises(strokes('#8c1d12')), rises(strokes('#4a86c5'))].map((all) => all.slice(0, -1)) as [
      number[],
      number[],
    ];
    const cost = course.moves
      .map(({ before, chosen }) => (chosen - before) * HEIGHT)
      .filter((by) => Math.abs(by) > 0.01);
    const gave = course.moves.map(({ chosen, after }) => (after - chosen) * HEIGHT).filter((by) => Math.abs(by) > 0.01);
    expect(decisions).toHaveLength(cost.length);
    expect(dice).toHaveLength(gave.length);
    for (const [index, by] of decisions.entries()) expect(by).toBeCloseTo(cost[index] as number, 6);
    for (const [index, by] of dice.entries()) expect(by).toBeCloseTo(gave[index] as number, 6);
    expect(Math.max(...decisions)).toBeLessThan(0);
  });

  test.each(ALL)(
    'of %s names where it began and ended, its turning points, the levels, and what it rests on',
    (_, campaign) => {
      const { scene } = chancesChart(campaign) as Picture;
      const course = campaign.course as NonNullable<PlayedGame['course']>;
      const { decisions, dice } = balanceOf(course);
      const words = wordsOf(scene);
      const whole = words.join(' ');
      for (const word of [
        '0\u00a0%',
        '50\u00a0%',
        '100\u00a0%',
        percent(course.start),
        percent(course.end),
        percentagePoints(decisions),
        percentagePoints(dice),
      ])
        expect(words).toContain(word);
      for (const { number, words: order, turning } of recapPlanOf(campaign).orders) {
        if (turning) expect(whole).toContain(`${number}. ${order}`);
      }
      expect(words.includes(CHART.end)).toBe(campaign.game.ended !== null);
      expect(words.includes(CHART.now)).toBe(campaign.game.ended === null);
      expect(words.some((word) => word.includes('What if'))).toBe(campaign === WHAT_IF);
    },
  );

  test('says so where the dice of the last order are still to be told', () => {
    const { scene, alt } = chancesChart({ ...RUNNING, lastDice: 'untold' }) as Picture;
    expect(wordsOf(scene)).toContain('before dice');
    expect(alt).toContain('before the last order’s dice.');
    expect(alt).toContain('33.2\u00a0% → 24.1\u00a0%, decision −9.8. ');
  });

  test.each([...ALL, ['twice as long', again(LONG, 2)] as const])(
    'of %s has no words over others or over its edge',
    (_, campaign) => {
      const { scene } = chancesChart(campaign) as Picture;
      const all = texts(scene);
      const sheet: Bounds = { left: 10, top: 10, right: scene.width - 10, bottom: scene.height - 10 };
      for (const [index, one] of all.entries()) {
        expect([one.item.text, within(one.bounds, sheet)]).toEqual([one.item.text, true]);
        for (const other of all.slice(index + 1)) {
          expect([one.item.text, other.item.text, overlap(one.bounds, other.bounds)]).toEqual([
            one.item.text,
            other.item.text,
            false,
          ]);
        }
      }
    },
  );

  test('can be read: every word in good contrast, none smaller than what shows on a phone', async () => {
    const { scene } = chancesChart(WON) as Picture;
    for (const { words, visible, contrast } of await legibilities(scene)) {
      expect([words.item.text, visible > 0.9, contrast >= 4.5]).toEqual([words.item.text, true, true]);
      expect(words.item.size).toBeGreaterThanOrEqual(27);
    }
  });

  test.each(ALL)('of %s says at each turning point from what to what, and whose doing it was', (_, campaign) => {
    const words = wordsOf((chancesChart(campaign) as Picture).scene);
    for (const { turning, worth } of recapPlanOf(campaign).orders) {
      if (!turning || !worth) continue;
      expect(words).toContain(`${percent(worth.before)} → ${percent(worth.after)}`);
      expect(words).toContain(partsInWords(worth));
    }
    if (campaign === WHAT_IF) expect(words).toContain('decision −5.8, dice −2.0');
  });

  test('tells the same in its alt text', () => {
    const { alt } = chancesChart(WON) as Picture;
    const course = WON.course as NonNullable<PlayedGame['course']>;
    const { start, decisions, dice, end, moves } = balanceOf(course);
    expect(start + decisions + dice).toBe(end);
    expect(alt).toContain(
      `27.2\u00a0% at the start, decisions ${percentagePoints(decisions)} percentage points, dice ${percentagePoints(dice)}: 100.0\u00a0% at the end`,
    );
    for (const index of turningPointsByChance(course)) {
      const { decision, dice } = moves[index] as BalancedMove;
      expect(alt).toContain(`decision ${percentagePoints(decision)}, dice ${percentagePoints(dice)}.`);
    }
    expect(alt).toContain('Turning points: Order 9');
    expect(chancesChart(toldCampaign('a', { most: 1 }))?.alt).toContain('Turning point: Order 1');
  });
});

describe('the storyboard', () => {
  /** The maps of it: how many there are, and what stands below each. */
  const cells = (scene: Scene) =>
    scene.items.flatMap((item) =>
      item.kind === 'group' ? [item.items.flatMap((one) => (one.kind === 'text' ? [one.text] : []))] : [],
    );

  test.each(ALL)('of %s says of how many orders it shows how many, and leaves no row half empty', (_, campaign) => {
    const { scene, alt } = storyboardOf(campaign);
    const shown = cells(scene).length - 1;
    const orders = campaign.givenOrders.length;
    const much = `${shown === orders ? '' : `${shown} of `}${orders} order${orders === 1 ? '' : 's'}`;
    expect(wordsOf(scene)).toContain(much);
    expect(alt).toContain(much);
    if (orders > 7) expect(cells(scene).length % 2).toBe(0);
  });

  test('shows orders with dice, not the marches between them', () => {
    expect(cells(storyboardOf(LONG).scene).map(([order]) => order)).toEqual([
      'The start',
      ...recapPlanOf(LONG).orders.flatMap(({ number, words, dice }) =>
        dice.length > 0 ? [`${number}. ${words}`] : [],
      ),
    ]);
  });

  test.each(ALL)(
    'of %s has six to twelve maps, or all there are, the start and the end and the turning points among them',
    (_, campaign) => {
      const { scene } = storyboardOf(campaign);
      const captions = cells(scene);
      const shownOrders = recapPlanOf(campaign).orders;
      expect(captions.length).toBeLessThanOrEqual(12);
      expect(captions.length).toBeGreaterThanOrEqual(Math.min(6, shownOrders.length));
      expect(captions[0]?.[0]).toBe('The start');
      expect(captions.at(-1)?.[0]).toBe(`${shownOrders.length - 1}. ${shownOrders.at(-1)?.words}`);
      for (const { turning, number, words, worth } of shownOrders) {
        if (!turning) continue;
        const caption = captions.find(([order]) => order === `${number}. ${words}`);
        expect(caption?.join(' ')).toContain(percent(worth?.after ?? 0));
        if (number < shownOrders.length - 1) expect(caption).toContain('turning point');
      }
    },
  );

  test.each(['road-to-richmond', 'wilderness', 'sam-grant'])('shows the land of %s under every map', (id) => {
    const system = systemOf(id);
    const campaign = longCampaign(system, 4, { most: 20, variant: system.about.variants[0]?.id ?? '' });
    const land = animationOf(campaign).frames[0]?.scene.ground.land ?? [];
    const forms = (items: Iterable<Item>) => Array.from(items, (item) => JSON.stringify(item));
    const tile = forms(land[0]?.items() ?? []);
    expect(tile.length).toBeGreaterThan(0);
    const inside = (item: Item | undefined) => (item?.kind === 'group' ? item.items : []);
    const maps = storyboardOf(campaign).scene.items.flatMap((cell) => inside(cell).slice(0, 1));
    expect(maps.length).toBeGreaterThan(1);
    for (const map of maps) expect(inside(map).map((each) => forms(inside(inside(each)[0])))).toContainEqual(tile);
  });

  test('has its captions beside each other, none over another or over the edge', () => {
    const { scene } = storyboardOf(LONG);
    const captions = scene.items.flatMap((cell) =>
      cell.kind === 'group' ? [{ ...cell, items: cell.items.filter(({ kind }) => kind === 'text') }] : [],
    );
    const all = texts({ ...scene, ground: { key: '', items: [] }, items: captions });
    const sheet: Bounds = { left: 0, top: 0, right: scene.width, bottom: scene.height };
    for (const [index, one] of all.entries()) {
      expect(within(one.bounds, sheet)).toBe(true);
      for (const other of all.slice(index + 1)) expect(overlap(one.bounds, other.bounds)).toBe(false);
    }
  });
});

test.each([...ALL, ['untold', UNTOLD] as const, ['seven times over', again(LOST, 7)] as const])(
  'no alt text of %s is longer than Discord takes, and each tells how it ended',
  (_, campaign) => {
    for (const picture of [animationOf(campaign), storyboardOf(campaign), chancesChart(campaign)]) {
      if (!picture) continue;
      expect(picture.alt.length).toBeLessThanOrEqual(1024);
      expect(picture.alt).toMatch(/The campaign is (won|lost)\.|It is still being played\./);
    }
  },
);
