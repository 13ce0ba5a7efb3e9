import { describe, expect, test } from 'vitest';
import type { Group, Item } from '../../../src/game/index.ts';
import { counters } from '../../../src/systems/overland/map/counters.ts';
import { marksAbove, marksBelow } from '../../../src/systems/overland/map/map-picture.ts';
import { legend } from '../../../src/systems/overland/map/sheet-ground.ts';
import { PANELS } from '../../../src/systems/overland/map/sheet-layout.ts';
import { view } from '../../../src/systems/overland/view.ts';
import { orderSummary } from '../../../src/systems/overland/words/last-order-summary.ts';
import { boundsOf, overlap } from '../../render/flat.ts';
import { randomCampaign, STYLES } from './campaigns.ts';
import { scenarios } from './data.ts';
import { drawn, rooms, type Sheet } from './sheets.ts';

/** Each kind of mark that an order may leave on the map: how it is told, and how the legend names it. */
type Told = (item: Item) => boolean;

const [BLUE, GREY, BROWN, RED, PAPER, CITY, FIRE, EARTH] = [
  '#1d3a6e',
  '#c6b594',
  '#4a3a26',
  '#a01d18',
  '#fbf5e4',
  '#7a1f1c',
  '#e0912a',
  '#6b4a23',
];

const of = (kind: Item['kind'], fill: string | undefined, edge: string | undefined, dashed = false): Told => {
  return (item) =>
    (item.kind === 'rect' || item.kind === 'path' || item.kind === 'circle') &&
    item.kind === kind &&
    item.fill === fill &&
    item.stroke?.colour === edge &&
    (item.stroke?.dash !== undefined) === dashed;
};
const any = (...all: readonly Told[]): Told => {
  return (item) => all.some((told) => told(item));
};
/** A group is what one of its parts is. */
const holding = (told: Told): Told => {
  return (item) => told(item) || (item.kind === 'group' && item.items.some((one) => holding(told)(one)));
};

const KINDS: readonly (readonly [label: string, told: Told])[] = [
  ['US leader', holding(of('rect', BLUE, undefined))],
  ['CSA leader', holding(of('path', GREY, BROWN))],
  ['contested', any(of('rect', RED, undefined))],
  ['battle', holding(of('path', FIRE, '#2a2018'))],
  ['can march', of('rect', undefined, BLUE)],
  ['can turn', of('rect', undefined, BLUE, true)],
  // The badge.
  ['can turn', holding(of('circle', '#ffffff', BLUE))],
  ['can assault', of('path', CITY, BLUE)],
  ['can cross', of('path', PAPER, BLUE)],
  ['was here', any(of('path', PAPER, BROWN, true))],
  ['moved, fought', of('path', BLUE, '#ffffff')],
  ['moved, fought', of('path', GREY, BROWN)],
  ['tried, failed', of('path', PAPER, BLUE, true)],
  ['defense', holding(of('path', EARTH, '#ffffff'))],
];

/** These need no legend: they belong to a mark that has one, or are words. */
const PARTS: Told = any(
  // The ground, the frame and the word of a contested area.
  of('rect', '#f0cfc0', undefined),
  of('path', undefined, RED),
  of('rect', undefined, RED),
  (item) => item.kind === 'text',
  // The sabres and stars beside a word.
  (item) =>
    item.kind === 'group' && item.items.every((one) => one.kind !== 'group' && !of('path', EARTH, '#ffffff')(one)),
  // The white edge below an arrow of the CSA.
  of('path', undefined, '#ffffff'),
  // The ghost of a US counter; the legend shows that of a CSA one.
  of('rect', PAPER, BLUE, true),
);
/** The campaign is over: a word says what is framed. */
const WON: Told = any(of('rect', BLUE, undefined), of('rect', undefined, BLUE));

/** Pictures after each order of campaigns that nobody planned. */
const CAMPAIGNS: readonly Sheet[] = scenarios.flatMap((data) =>
  STYLES.flatMap((style) =>
    [1, 2, 3].flatMap((number) =>
      randomCampaign(data, number, style, 30).map(({ order, events, after }) =>
        drawn(view(data, after), { order, events }),
      ),
    ),
  ),
);
const HUNG: readonly Sheet[] = Object.values(rooms()).flatMap((room) => Object.values(room));
const ALL = [...HUNG, ...CAMPAIGNS];

/** The entries of the legend: each label with the items of its sign. */
function entries(sheet: Sheet): { readonly label: string; readonly sign: Group }[] {
  const items = legend(sheet.view);
  return items.flatMap((item, index) => {
    const label = items[index + 1];
    return item.kind === 'group' && label?.kind === 'text' ? [{ label: label.text, sign: item }] : [];
  });
}

describe('the legend', () => {
  test('has every kind of mark that is drawn', () => {
    const unknown = new Set<string>();
    const met = new Set<string>();
    for (const { view: shown, moment } of ALL) {
      const last = orderSummary(shown, moment);
      for (const item of [...marksBelow(shown, last), ...counters(shown), ...marksAbove(shown, last)]) {
        if (shown.over?.won && WON(item)) continue;
        const kind = KINDS.find(([, told]) => told(item));
        if (kind) met.add(kind[0]);
        else if (!PARTS(item)) unknown.add(JSON.stringify(item).slice(0, 160));
      }
    }
    expect([...unknown]).toEqual([]);
    // Each kind is met, or the test says nothing of it.
    expect([...met].sort()).toEqual([...new Set(KINDS.map(([label]) => label))].sort());
  });

  test('shows each as it is drawn', () => {
    const known = entries(HUNG[0] as Sheet);
    for (const [label, told] of KINDS) {
      const entry = known.find((one) => one.label === label);
      expect(entry && [entry.label, holding(told)(entry.sign)]).toEqual([label, true]);
    }
  });

  test('is covered by nothing while the campaign lasts', () => {
    const { x, y, width, height } = PANELS.legend;
    const panel = { left: x, top: y, right: x + width, bottom: y + height };
    for (const { scene, view: shown } of ALL) {
      if (shown.over) continue;
      for (const item of scene.items) expect(overlap(boundsOf(item), panel), JSON.stringify(item)).toBe(false);
    }
  });
});

test('an arrow into Richmond is edged where a button offers to win by it, the James where it can be crossed', () => {
  const edged: Told = of('path', CITY, BLUE);
  const crossing: Told = of('path', PAPER, BLUE);
  const seen = { closed: 0, open: 0 };
  for (const { view: shown, scene } of ALL) {
    const hopes = shown.choices.filter(({ odds }) => odds !== 'can’t win');
    const count = (text: RegExp, all = hopes) => all.filter((choice) => text.test(choice.text)).length;
    expect(scene.items.filter(edged)).toHaveLength(count(/ attacks Richmond$/));
    expect(scene.items.filter(crossing)).toHaveLength(count(/^Cross the James$/));
    seen.open += count(/ attacks Richmond$/);
    seen.closed += count(/ attacks Richmond$/, [...shown.choices]) - count(/ attacks Richmond$/);
  }
  expect(Math.min(seen.open, seen.closed)).toBeGreaterThan(10);
});
