import { balanceOf, type Course } from '../../../../advisor/index.ts';
import type { Colour, Item, Palette, Picture, Seat, Text } from '../../../../game/index.ts';
import { percent, percentagePoints } from '../../../../kit/plain-english.ts';
import { widthOf } from '../../../../render/index.ts';
import { CHART_FADED, CHART_INK, CHART_PAPER } from '../../../base/chart-colours.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { CHART, chartInWords, lastTold } from '../pictures/picture-words.ts';
import { type ShownOrder, type ShownWorth, shownOrdersOf } from '../pictures/shown-orders.ts';
import { partsInWords } from '../recap-words.ts';
import { labels, type NamedTurningPoint } from './turning-point-labels.ts';

export const LINE: Colour = '#b59f76';
const BELOW: Colour = '#efe3c4';
/** Dark and thick, light and thin: told apart without colour too. */
const DECISION: Colour = '#8c1d12';
const DICE: Colour = '#4a86c5';

const CHART_PALETTE: Palette = {
  inks: [CHART_PAPER, CHART_INK, CHART_FADED, LINE, BELOW, DECISION, DICE],
  blends: [
    [CHART_INK, CHART_PAPER],
    [CHART_INK, BELOW],
    [CHART_FADED, CHART_PAPER],
    [CHART_FADED, BELOW],
    [LINE, CHART_PAPER],
    [LINE, BELOW],
    [BELOW, CHART_PAPER],
    [DECISION, CHART_PAPER],
    [DECISION, BELOW],
    [DICE, CHART_PAPER],
    [DICE, BELOW],
    [DECISION, DICE],
  ],
};

export function chartPalette(sides: readonly Colour[]): Palette {
  const colours = [...new Set(sides)].filter((colour) => !CHART_PALETTE.inks.includes(colour));
  const blends = colours.flatMap((colour) => [CHART_PAPER, LINE, BELOW].map((under) => [colour, under] as const));
  return { inks: [...CHART_PALETTE.inks, ...colours], blends: [...CHART_PALETTE.blends, ...blends] };
}

export function colourOf(seat: Seat | undefined): Colour {
  return seat?.colour ?? CHART_INK;
}

export const SIZE = { width: 1200, height: 796 } as const;
/** The turning points are named above it. */
export const PLOT = { x: 256, y: 304, width: 764, height: 334 } as const;

/**
 * The chance of winning over a game, 1200 × 796: each order a step to the right, first what choosing it cost, then what its dice gave
 * or took. Returns null if the value of orders is hidden.
 */
export function chartOf(playedGame: PlayedGame): Picture | null {
  const { course } = playedGame;
  if (!course) return null;
  const shownOrders = shownOrdersOf(playedGame);
  const axis = axisOf(shownOrders);
  const corners = cornersOf(shownOrders, axis);
  const { seats } = playedGame.system.about;
  const solvable = playedGame.system.play?.solvable;
  const colour = colourOf(seats.find(({ id }) => id === solvable?.seat));
  const items = [
    ...chartHeading(playedGame, CHART.chances),
    ...area(corners),
    ...levels(),
    ...axisItems(axis),
    ...line(corners, colour),
    ...ends(course, colour, lastTold(playedGame, CHART.end, CHART.now, CHART.beforeDice)),
    ...labels(turningPoints(shownOrders, axis), PLOT),
    ...legend(course),
  ];
  return {
    scene: { ...SIZE, palette: chartPalette([colour]), ground: { key: 'a chart of chances', items: [] }, items },
    alt: chartInWords(playedGame, shownOrders),
  };
}

export function chartHeading({ game, system }: PlayedGame, what: string): Item[] {
  const title = CHART.title(system.about.title, game.whatIf !== null, what);
  return [
    { kind: 'rect', x: 8, y: 8, width: SIZE.width - 16, height: SIZE.height - 16, stroke: { colour: LINE, width: 2 } },
    chartText(40, 60, title, 46, { face: 'title', maxWidth: SIZE.width - 80 }),
  ];
}

export function chartText(x: number, y: number, text: string, size: number, style: Partial<Text> = {}): Text {
  return { kind: 'text', x, y, text, size, face: 'text', fill: CHART_INK, ...style };
}

export function stroke(d: string, colour: Colour): Item {
  return { kind: 'path', d, stroke: { colour, width: 2 } };
}

function turningPoints(shownOrders: readonly ShownOrder[], { xOf }: Axis): readonly NamedTurningPoint[] {
  return shownOrders
    .filter(({ turning }) => turning)
    .map(({ number, words, worth }) => ({
      name: `${number}. ${words}`,
      figures: worth ? [`${percent(worth.before)} → ${percent(worth.after)}`, partsInWords(worth)] : [],
      x: xOf(number),
      y: yOf(worth?.after ?? 0),
    }));
}

function yOf(worth: number): number {
  return PLOT.y + PLOT.height * (1 - worth);
}

function levels(): Item[] {
  const right = PLOT.x + PLOT.width;
  return [0, 0.5, 1].flatMap((worth): Item[] => [
    {
      kind: 'path',
      d: `M ${PLOT.x} ${yOf(worth)} L ${right} ${yOf(worth)}`,
      stroke: {
        colour: worth === 0.5 ? CHART_FADED : CHART_INK,
        width: 2,
        ...(worth === 0.5 ? { dash: [10, 8] } : {}),
      },
    },
    chartText(112, yOf(worth) + 10, `${worth * 100}\u00a0%`, 30, { fill: CHART_FADED, align: 'right' }),
  ]);
}

/** Pixels by which a line that nothing has moved may be off. */
const UNMOVED = 0.01;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The start, then two points for each order: after its choice, and after its dice. */
function cornersOf(shownOrders: readonly ShownOrder[], { xOf }: Axis): readonly Point[] {
  return shownOrders.flatMap(({ number, worth }) => {
    if (!worth) return [];
    if (number === 0) return [{ x: xOf(0), y: yOf(worth.after) }];
    return [
      { x: xOf(number - 0.5), y: yOf(worth.chosen) },
      { x: xOf(number), y: yOf(worth.after) },
    ];
  });
}

function area(points: readonly Point[]): Item[] {
  const path = points.map(({ x, y }) => `${x} ${y}`).join(' L ');
  const right = points.at(-1)?.x ?? PLOT.x;
  return [{ kind: 'path', d: `M ${PLOT.x} ${yOf(0)} L ${path} L ${right} ${yOf(0)} Z`, fill: BELOW }];
}

function line(points: readonly Point[], side: Colour): Item[] {
  const steps = points.slice(1).map((to, index) => ({ from: points[index] as Point, to, decided: index % 2 === 0 }));
  const drawn = (some: typeof steps, colour: Colour, width: number): Item[] =>
    some.map(({ from, to }) => ({
      kind: 'path',
      d: `M ${from.x} ${from.y} L ${to.x} ${to.y}`,
      stroke: { colour, width, cap: 'round' },
    }));
  const turned = steps.filter(({ from, to }) => Math.abs(from.y - to.y) > UNMOVED);
  const byDice = turned.filter(({ decided }) => !decided);
  const byDecision = turned.filter(({ decided }) => decided);
  return [...drawn(steps, side, 3), ...drawn(byDice, DICE, 6), ...drawn(byDecision, DECISION, 9)];
}

function ends(course: Course, side: Colour, when: string): Item[] {
  const { start, end } = course;
  const last = percent(end, balanceOf(course).end);
  const right = PLOT.x + PLOT.width;
  const at = (worth: number) => Math.min(yOf(0) - 22, Math.max(yOf(1) + 12, yOf(worth) + 4));
  return [
    { kind: 'circle', x: PLOT.x, y: yOf(start), radius: 9, fill: side },
    { kind: 'circle', x: right, y: yOf(end), radius: 9, fill: side },
    chartText(PLOT.x - 16, at(start), percent(start), 35, { face: 'bold', align: 'right', maxWidth: 122 }),
    chartText(PLOT.x - 16, at(start) + 28, 'start', 28, { fill: CHART_FADED, align: 'right' }),
    chartText(right + 18, at(end), last, 35, { face: 'bold', maxWidth: 146 }),
    chartText(right + 18, at(end) + 28, when, 28, { fill: CHART_FADED, maxWidth: 146 }),
  ];
}

function legend(course: Course): Item[] {
  const { decisions, dice } = balanceOf(course);
  const y = SIZE.height - 76;
  const entry = (x: number, room: number, colour: Colour, width: number, what: string, sum: number): Item[] => [
    { kind: 'path', d: `M ${x} ${y} L ${x + 50} ${y}`, stroke: { colour, width, cap: 'round' } },
    chartText(x + 68, y + 11, what, 32, { maxWidth: room - 190 }),
    chartText(x + room, y + 11, percentagePoints(sum), 34, { face: 'bold', align: 'right' }),
  ];
  return [
    ...entry(46, 480, DECISION, 9, CHART.decisions, decisions),
    ...entry(560, 594, DICE, 6, CHART.dice, dice),
    chartText(SIZE.width / 2, SIZE.height - 26, CHART.measure, 27, {
      face: 'italic',
      fill: CHART_FADED,
      align: 'center',
      maxWidth: SIZE.width - 80,
    }),
  ];
}

/** Consecutive orders that changed nothing are drawn closer together; numbers of the first and the last. */
interface IdleRun {
  readonly first: number;
  readonly last: number;
}

interface Axis {
  readonly orders: number;
  readonly idle: readonly IdleRun[];
  /** The right end of an order's step. Its decision has the first half of the step, and so ends at `number - 0.5`. */
  readonly xOf: (number: number) => number;
}

const LONG = 30;
const LEAST_IDLE = 4;
/** A run takes the room of so many orders. */
const RUN_WIDTH = 3;
const LEVEL = 0.0001;

/** Each order has a step of one width. In a long chart a run of idle orders has the width of a few. */
export function axisOf(shownOrders: readonly ShownOrder[]): Axis {
  const orders = shownOrders.length - 1;
  const idle = orders > LONG ? idleRuns(shownOrders) : [];
  const ends = [0];
  for (let number = 1; number <= orders; number++) {
    const run = idle.find(({ first, last }) => first <= number && number <= last);
    ends.push((ends.at(-1) as number) + (run ? RUN_WIDTH / (run.last - run.first + 1) : 1));
  }
  const whole = Math.max(1, ends.at(-1) as number);
  const xOf = (number: number) => {
    const [before, after] = [ends[Math.floor(number)] ?? 0, ends[Math.ceil(number)] ?? 0];
    return PLOT.x + (PLOT.width * (before + (after - before) * (number % 1))) / whole;
  };
  return { orders, idle, xOf };
}

function idleRuns(shownOrders: readonly ShownOrder[]): readonly IdleRun[] {
  const runs: IdleRun[] = [];
  let first: number | null = null;
  // One beyond the last ends a run that lasts till then.
  for (let number = 1; number <= shownOrders.length; number++) {
    const shownOrder = shownOrders[number];
    if (shownOrder?.worth && !shownOrder.turning && isLevel(shownOrder.worth)) first ??= number;
    else {
      if (first !== null && number - first >= LEAST_IDLE) runs.push({ first, last: number - 1 });
      first = null;
    }
  }
  return runs;
}

function isLevel({ before, chosen, after }: ShownWorth): boolean {
  return Math.abs(before - chosen) < LEVEL && Math.abs(after - chosen) < LEVEL;
}

const LETTERS = 28;
/** Pixels between two numbers, at least. */
const APART = 16;
const STEP = 64;

/** The line at 0 %, broken at each idle run; below it the numbers of orders, as many as there is room for. */
function axisItems(axis: Axis): Item[] {
  const y = PLOT.y + PLOT.height;
  return [
    ...axis.idle.flatMap((run) => breakAt((axis.xOf(run.first - 1) + axis.xOf(run.last)) / 2, y)),
    ...numbered(axis).flatMap(({ x, text, tick }): Item[] => [
      ...(tick ? [stroke(`M ${x} ${y} L ${x} ${y + 8}`, CHART_INK)] : []),
      chartText(x, y + 38, text, LETTERS, { fill: CHART_FADED, align: 'center' }),
    ]),
    chartText(PLOT.x - 14, y + 38, 'order', LETTERS, { face: 'italic', fill: CHART_FADED, align: 'right' }),
  ];
}

/** The sign of an axis that leaves something out: two strokes across it. */
function breakAt(x: number, y: number): Item[] {
  const gap = `M ${x - 9} ${y + 9} L ${x - 1} ${y - 9} L ${x + 9} ${y - 9} L ${x + 1} ${y + 9} Z`;
  const across = (by: number) => `M ${x + by - 4} ${y + 9} L ${x + by + 4} ${y - 9}`;
  return [{ kind: 'path', d: gap, fill: CHART_PAPER }, stroke(`${across(-5)} ${across(5)}`, CHART_INK)];
}

/** The runs as `12–31`, then every so many-th order between them; none over another. */
function numbered({ orders, idle, xOf }: Axis): { x: number; text: string; tick: boolean }[] {
  const isIdle = (number: number) => idle.some(({ first, last }) => first <= number && number <= last);
  const counted = orders - idle.reduce((sum, { first, last }) => sum + last - first + 1 - RUN_WIDTH, 0);
  const every = [1, 2, 5, 10, 20, 50, 100].find((step) => (PLOT.width / Math.max(1, counted)) * step >= STEP) ?? 200;
  const all = [
    ...idle.map(({ first, last }) => ({ x: (xOf(first - 1) + xOf(last)) / 2, text: `${first}–${last}`, tick: false })),
    ...Array.from({ length: Math.floor(orders / every) }, (_, index) => (index + 1) * every)
      .filter((number) => !isIdle(number))
      .map((number) => ({ x: xOf(number - 0.5), text: String(number), tick: true })),
  ];
  const placed: ((typeof all)[number] & { half: number })[] = [];
  for (const one of all) {
    const half = widthOf('text', LETTERS, one.text) / 2;
    if (placed.every((other) => Math.abs(other.x - one.x) >= other.half + half + APART)) placed.push({ ...one, half });
  }
  return placed;
}
