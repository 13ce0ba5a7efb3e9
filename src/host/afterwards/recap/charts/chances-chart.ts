import { balanceOf, type Course } from '../../../../advisor/index.ts';
import type { Colour, Item, Palette, Picture, Seat } from '../../../../game/index.ts';
import { percent, percentagePoints } from '../../../../kit/plain-english.ts';
import { CHART_FADED, CHART_INK, CHART_PAPER } from '../../../base/chart-colours.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { CHART, chartInWords, lastTold } from '../pictures/picture-words.ts';
import { type ShownOrder, shownOrdersOf } from '../pictures/shown-orders.ts';
import { type Axis, axisItems, axisOf } from './order-axis.ts';
import { chartTurningPoints, labels } from './turning-point-labels.ts';

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

/** The palette with the colours of sides. */
export function chartPalette(sides: readonly Colour[]): Palette {
  const colours = [...new Set(sides)].filter((colour) => !CHART_PALETTE.inks.includes(colour));
  const blends = colours.flatMap((colour) => [CHART_PAPER, LINE, BELOW].map((under) => [colour, under] as const));
  return { inks: [...CHART_PALETTE.inks, ...colours], blends: [...CHART_PALETTE.blends, ...blends] };
}

/** A seat's colour, or the ink of the chart. */
export function colourOf(seat: Seat | undefined): Colour {
  return seat?.colour ?? CHART_INK;
}

export const SIZE = { width: 1200, height: 796 } as const;
/** Where the line runs; above it the turning points are named. */
export const PLOT = { x: 256, y: 304, width: 764, height: 334 } as const;

/**
 * The chance of winning over a game, 1200 × 796: each order a step to the right, first what choosing it cost, then what its dice gave
 * or took. Null: the value of orders is hidden.
 */
export function chartOf(playedGame: PlayedGame): Picture | null {
  return playedGame.course && chartOfCourse(playedGame, playedGame.course);
}

/** The same, of a game that is known to have one. */
export function chartOfCourse(playedGame: PlayedGame, course: Course): Picture {
  const shownOrders = shownOrdersOf(playedGame);
  const axis = axisOf(shownOrders, PLOT);
  const corners = cornersOf(shownOrders, axis);
  const inks = { ink: CHART_INK, faded: CHART_FADED, paper: CHART_PAPER };
  const { seats, solvable } = playedGame.system;
  const colour = colourOf(seats.find(({ id }) => id === solvable?.seat));
  const items = [
    ...heading(playedGame),
    ...area(corners),
    ...levels(),
    ...axisItems(axis, PLOT, inks),
    ...line(corners, colour),
    ...ends(course, colour, lastTold(playedGame, CHART.end, CHART.now, CHART.beforeDice)),
    ...labels(chartTurningPoints(shownOrders, axis, PLOT), PLOT, inks),
    ...legend(playedGame),
  ];
  return {
    scene: { ...SIZE, palette: chartPalette([colour]), ground: { key: 'a chart of chances', items: [] }, items },
    alt: chartInWords(playedGame, shownOrders),
  };
}

function heading({ game, system }: PlayedGame): Item[] {
  const words = { kind: 'text', y: 60, fill: CHART_INK } as const;
  const title = CHART.title(system.title, game.whatIf !== null, CHART.chances);
  return [
    { kind: 'rect', x: 8, y: 8, width: SIZE.width - 16, height: SIZE.height - 16, stroke: { colour: LINE, width: 2 } },
    { ...words, x: 40, text: title, face: 'title', size: 46, maxWidth: SIZE.width - 80 },
  ];
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
    {
      kind: 'text',
      x: 112,
      y: yOf(worth) + 10,
      text: `${worth * 100}\u00a0%`,
      face: 'text',
      size: 30,
      fill: CHART_FADED,
      align: 'right',
    },
  ]);
}

/** Pixels by which a line that nothing has moved may be off. */
const LEVEL = 0.01;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The start, and of each order where it was chosen and where it led. */
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

/** The line itself: thin where nothing changed. */
function line(points: readonly Point[], side: Colour): Item[] {
  const steps = points.slice(1).map((to, index) => ({ from: points[index] as Point, to, decided: index % 2 === 0 }));
  const drawn = (some: typeof steps, colour: Colour, width: number): Item[] =>
    some.map(({ from, to }) => ({
      kind: 'path',
      d: `M ${from.x} ${from.y} L ${to.x} ${to.y}`,
      stroke: { colour, width, cap: 'round' },
    }));
  const turned = steps.filter(({ from, to }) => Math.abs(from.y - to.y) > LEVEL);
  return [
    ...drawn(steps, side, 3),
    ...drawn(
      turned.filter(({ decided }) => !decided),
      DICE,
      6,
    ),
    ...drawn(
      turned.filter(({ decided }) => decided),
      DECISION,
      9,
    ),
  ];
}

/** The figures where the line begins and ends. */
function ends(course: Course, side: Colour, when: string): Item[] {
  const { start, end } = course;
  const last = percent(end, balanceOf(course).end);
  const value = { kind: 'text', face: 'bold', size: 35, fill: CHART_INK } as const;
  const below = { kind: 'text', face: 'text', size: 28, fill: CHART_FADED } as const;
  const right = PLOT.x + PLOT.width;
  const at = (worth: number) => Math.min(yOf(0) - 22, Math.max(yOf(1) + 12, yOf(worth) + 4));
  return [
    { kind: 'circle', x: PLOT.x, y: yOf(start), radius: 9, fill: side },
    { kind: 'circle', x: right, y: yOf(end), radius: 9, fill: side },
    { ...value, x: PLOT.x - 16, y: at(start), text: percent(start), align: 'right', maxWidth: 122 },
    { ...below, x: PLOT.x - 16, y: at(start) + 28, text: 'start', align: 'right' },
    { ...value, x: right + 18, y: at(end), text: last, maxWidth: 146 },
    { ...below, x: right + 18, y: at(end) + 28, text: when, maxWidth: 146 },
  ];
}

function legend({ course }: PlayedGame): Item[] {
  if (!course) return [];
  const { decisions, dice } = balanceOf(course);
  const y = SIZE.height - 76;
  const entry = (x: number, room: number, colour: Colour, width: number, what: string, sum: number): Item[] => [
    { kind: 'path', d: `M ${x} ${y} L ${x + 50} ${y}`, stroke: { colour, width, cap: 'round' } },
    { kind: 'text', x: x + 68, y: y + 11, text: what, face: 'text', size: 32, fill: CHART_INK, maxWidth: room - 190 },
    {
      kind: 'text',
      x: x + room,
      y: y + 11,
      text: percentagePoints(sum),
      face: 'bold',
      size: 34,
      fill: CHART_INK,
      align: 'right',
    },
  ];
  return [
    ...entry(46, 480, DECISION, 9, CHART.decisions, decisions),
    ...entry(560, 594, DICE, 6, CHART.dice, dice),
    {
      kind: 'text',
      x: SIZE.width / 2,
      y: SIZE.height - 26,
      text: CHART.measure,
      face: 'italic',
      size: 27,
      fill: CHART_FADED,
      align: 'center',
      maxWidth: SIZE.width - 80,
    },
  ];
}
