import { expect, test } from 'vitest';
import { recapPlanOf } from '../../src/host/afterwards/recap/plan.ts';
import { chancesChart, chartSteps } from '../../src/host/afterwards/recap/recap-pictures.ts';
import type { PlayedGame } from '../../src/host/table/played-game.ts';
import { texts } from '../render/flat.ts';
import { toldCampaign } from './told-campaign.ts';

const LONG = toldCampaign('long 11', { least: 72 });
const SHORT = toldCampaign('campaign 9', { skill: 9 });

/** The numbers of the orders that share a step, and its width. */
function steps(campaign: PlayedGame): readonly { readonly numbers: readonly number[]; readonly width: number }[] {
  return chartSteps(recapPlanOf(campaign).orders).map(({ orders, from, time }) => ({
    numbers: orders.map(({ number }) => number),
    width: time - from,
  }));
}

test('a long chart gives a step to each order that changed something, and one to those between that did not', () => {
  const idle = Array.from({ length: 69 }, (_, index) => index + 5);
  expect(LONG.givenOrders.length).toBeGreaterThan(70);
  expect(steps(LONG).map(({ numbers }) => numbers)).toEqual([[1], [2], [3], [4], idle, [74], [75], [76], [77], [78]]);
});

test('orders that share a step are named below the line by the first and the last, and no other between', () => {
  const below = texts((chancesChart(LONG) as NonNullable<ReturnType<typeof chancesChart>>).scene)
    .filter(({ item }) => item.y > 638 && item.size === 28 && item.align === 'center')
    .map(({ item }) => item.text);
  expect(below).toContain('5–73');
  for (const text of below) if (/^\d+$/.test(text)) expect(Number(text) < 5 || Number(text) > 73).toBe(true);
});

test('a short chart gives each order the same room', () => {
  expect(steps(SHORT).flatMap(({ numbers }) => numbers)).toEqual(SHORT.givenOrders.map((_, place) => place + 1));
  for (const { width } of steps(SHORT)) expect(width).toBeCloseTo(1 / SHORT.givenOrders.length, 6);
});
