import { expect, test } from 'vitest';
import { axisOf, chartOf, PLOT } from '../../src/host/afterwards/recap/charts/chances-chart.ts';
import { shownOrdersOf } from '../../src/host/afterwards/recap/pictures/shown-orders.ts';
import type { PlayedGame } from '../../src/host/table/played-game.ts';
import { texts } from '../render/flat.ts';
import { toldCampaign } from './told-campaign.ts';

const LONG = toldCampaign('long 11', { least: 72 });
const SHORT = toldCampaign('campaign 9', { skill: 9 });

/** How wide the step of each order is, from the first. */
function steps(campaign: PlayedGame): readonly number[] {
  const shownOrders = shownOrdersOf(campaign);
  const { xOf } = axisOf(shownOrders);
  return shownOrders.slice(1).map(({ number }) => xOf(number) - xOf(number - 1));
}

function moved(campaign: PlayedGame): readonly boolean[] {
  return (campaign.course?.moves ?? []).map(({ before, chosen, after }) => before !== chosen || chosen !== after);
}

test('a long chart gives its room to the orders that changed something', () => {
  const [widths, changed] = [steps(LONG), moved(LONG)];
  expect(widths.length).toBeGreaterThan(70);
  const most = Math.max(...widths);
  for (const [index, width] of widths.entries()) if (changed[index]) expect(width).toBeCloseTo(most, 6);
  expect(most).toBeGreaterThan(PLOT.width / 20);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(PLOT.width, 6);
});

test('what it leaves no room for is named below the line, and no other order between', () => {
  const { idle } = axisOf(shownOrdersOf(LONG));
  expect(idle).toEqual([{ first: 5, last: 73 }]);
  const below = texts((chartOf(LONG) as NonNullable<ReturnType<typeof chartOf>>).scene)
    .filter(({ item }) => item.y > PLOT.y + PLOT.height && item.size === 28 && item.align === 'center')
    .map(({ item }) => item.text);
  expect(below).toContain('5–73');
  for (const text of below) if (/^\d+$/.test(text)) expect(Number(text) < 5 || Number(text) > 73).toBe(true);
});

test('a short chart gives each order the same room', () => {
  expect(axisOf(shownOrdersOf(SHORT)).idle).toEqual([]);
  for (const width of steps(SHORT)) expect(width).toBeCloseTo(PLOT.width / SHORT.givenOrders.length, 6);
});
