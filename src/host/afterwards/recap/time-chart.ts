import type { Colour, Item, Palette, Scene, Stroke, Text } from '../../../game/index.ts';
import { widthOf } from '../../../render/index.ts';
import { CHART_FADED, CHART_INK, CHART_PAPER } from '../../messages/map-drawing.ts';

/** A chart of values over the time of a game, 1200 × 796 pixels. Times run from 0 to 1. */
interface TimeChart {
  readonly key: string;
  readonly title: string;
  /** Pixels from the left edge of the picture to the plot, and the plot's width. */
  readonly plot: { readonly x: number; readonly width: number };
  /** From the lowest to the highest. */
  readonly levels: readonly { readonly value: number; readonly label: string }[];
  readonly axis: TimeAxis;
  readonly series: readonly Series[];
  /** The value before the first order, written beside its line; null to leave it out. */
  readonly start: { readonly value: number; readonly figure: string; readonly words: string } | null;
  readonly ends: readonly EndLabel[];
  readonly turning: readonly TurningPoint[];
  readonly legend: readonly { readonly stroke: Stroke; readonly words: string; readonly figure: string }[];
  readonly foot: string;
}

export interface ChartPoint {
  readonly time: number;
  readonly value: number;
}

export interface Series {
  readonly points: readonly ChartPoint[];
  readonly stroke: Stroke;
  /** The colour of the line and its marks below 0; by default the same. */
  readonly below?: Colour;
  readonly isFilled?: boolean;
  readonly marks?: readonly ChartPoint[];
  readonly sign?: Sign;
}

type Sign = 'disc' | 'square';

interface EndLabel {
  readonly value: number;
  readonly figure: string;
  readonly words: string;
  readonly sign: { readonly shape: Sign; readonly colour: Colour } | null;
}

export interface TimeAxis {
  /** In the order of time. If there is too little room, only every second, third … number is written, and each 0. */
  readonly names: readonly { readonly time: number; readonly text: string; readonly number: number }[];
  readonly word: string | null;
}

/** A point of a line that is named above the plot. Each figure gets a line of text. */
export interface TurningPoint extends ChartPoint {
  readonly name: string;
  readonly figures: readonly string[];
}

const SIZE = { width: 1200, height: 796 } as const;
/** The top of the plot. The turning points are named above it. */
const TOP = 304;
export const HEIGHT = 334;
const BOTTOM = TOP + HEIGHT;
const RULE: Colour = '#b59f76';
const FILLED: Colour = '#efe3c4';
/** The smallest letters in pixels. They can be read even if the picture is shown 400 pixels wide. */
const SMALL = 28;

export function drawTimeChart(chart: TimeChart): Scene {
  const { key, title, plot, levels, series, turning, legend } = chart;
  const at = pixelsOf(chart);
  const right = plot.x + plot.width;
  const colours = [
    ...series.flatMap(({ stroke, below = stroke.colour }) => [stroke.colour, below]),
    ...legend.map(({ stroke }) => stroke.colour),
  ];
  const frame = { x: 8, y: 8, width: SIZE.width - 16, height: SIZE.height - 16, stroke: { colour: RULE, width: 2 } };
  return {
    ...SIZE,
    palette: paletteOf(colours),
    ground: { key: `a chart of ${key}`, items: [] },
    items: [
      { kind: 'rect', ...frame },
      text(40, 60, title, 46, { face: 'title', maxWidth: SIZE.width - 80 }),
      ...series.flatMap((one) => (one.isFilled ? [filled(one, at)] : [])),
      ...levels.flatMap(({ value, label }): Item[] => [
        line([plot.x, at.y(value), right, at.y(value)], rule(value === 0 ? CHART_INK : RULE)),
        text(plot.x - (chart.start ? 144 : 16), at.y(value) + 10, label, 30, { fill: CHART_FADED, align: 'right' }),
      ]),
      ...axisItems(chart, at),
      ...series.flatMap((one) => linesOf(one, at)),
      ...series.flatMap((one) => signsOf(one, at)),
      ...startItems(chart, at),
      ...endItems(chart, at),
      ...turningItems(turning, at),
      ...footItems(chart),
    ],
  };
}

function paletteOf(drawn: readonly Colour[]): Palette {
  const colours = [...new Set(drawn)].filter((colour) => colour !== CHART_INK);
  const over = [CHART_PAPER, FILLED, RULE];
  const inks = [CHART_PAPER, CHART_INK, CHART_FADED, RULE, FILLED, ...colours];
  const lines = [CHART_INK, CHART_FADED, ...colours].flatMap((colour) => over.map((under) => [colour, under] as const));
  const crossed = colours.flatMap((one, index) => colours.slice(index + 1).map((other) => [one, other] as const));
  return { inks, blends: [...lines, [RULE, CHART_PAPER], [RULE, FILLED], [FILLED, CHART_PAPER], ...crossed] };
}

interface Pixels {
  x(time: number): number;
  y(value: number): number;
}

function pixelsOf({ plot, levels }: TimeChart): Pixels {
  const [least, most] = [levels[0]?.value ?? 0, levels.at(-1)?.value ?? 1];
  return {
    x: (time) => plot.x + plot.width * time,
    y: (value) => TOP + HEIGHT * (1 - (value - least) / (most - least)),
  };
}

function text(x: number, y: number, words: string, size: number, style: Partial<Text> = {}): Text {
  return { kind: 'text', x, y, text: words, size, face: 'text', fill: CHART_INK, ...style };
}

function rule(colour: Colour): Stroke {
  return { colour, width: 2 };
}

/** @param places x and y of each point in turn */
function line(places: readonly number[], stroke: Stroke): Item {
  return { kind: 'path', d: `M ${pairs(places)}`, stroke };
}

function pairs(places: readonly number[]): string {
  return places.flatMap((x, index) => (index % 2 === 0 ? `${x} ${places[index + 1]}` : [])).join(' L ');
}

function placesOf({ points }: Series, at: Pixels): readonly number[] {
  return points.flatMap(({ time, value }) => [at.x(time), at.y(value)]);
}

function filled(series: Series, at: Pixels): Item {
  const places = placesOf(series, at);
  const [first, last] = [places[0], places.at(-2)];
  return { kind: 'path', d: `M ${first} ${at.y(0)} L ${pairs(places)} L ${last} ${at.y(0)} Z`, fill: FILLED };
}

function signsOf({ stroke, below = stroke.colour, marks = [], sign = 'disc' }: Series, at: Pixels): Item[] {
  return marks.map(({ time, value }) => signed(sign, at.x(time), at.y(value), value < 0 ? below : stroke.colour));
}

function linesOf(series: Series, at: Pixels): Item[] {
  const { stroke, below = stroke.colour } = series;
  const whole = (colour: Colour) => line(placesOf(series, at), { ...stroke, colour, cap: 'round' });
  if (below === stroke.colour) return [whole(stroke.colour)];
  // The line is drawn twice, above and below 0, and each time clipped to that part.
  const zero = at.y(0) + stroke.width / 2;
  const part = (y: number, height: number, colour: Colour): Item => ({
    kind: 'group',
    x: 0,
    y,
    clip: { width: SIZE.width, height },
    items: [{ kind: 'group', x: 0, y: -y, items: [whole(colour)] }],
  });
  return [part(0, zero, stroke.colour), part(zero, SIZE.height - zero, below)];
}

function signed(sign: Sign, x: number, y: number, fill: Colour): Item {
  return sign === 'disc'
    ? { kind: 'circle', x, y, radius: 8, fill }
    : { kind: 'rect', x: x - 7, y: y - 7, width: 14, height: 14, fill };
}

function startItems({ plot, start }: TimeChart, at: Pixels): Item[] {
  if (!start) return [];
  const y = Math.min(BOTTOM - 22, Math.max(TOP + 12, at.y(start.value) + 4));
  return [
    text(plot.x - 16, y, start.figure, 35, { face: 'bold', align: 'right', maxWidth: 122 }),
    text(plot.x - 16, y + 28, start.words, SMALL, { fill: CHART_FADED, align: 'right' }),
  ];
}

/** The least distance of two end labels in pixels. */
const END_LABEL = 78;

/** Labels of the lines' ends, the highest value first. None overlap. */
function endItems({ plot, ends }: TimeChart, at: Pixels): Item[] {
  const sorted = [...ends].sort((a, b) => b.value - a.value);
  const tops: number[] = [];
  for (const { value } of sorted) tops.push(Math.max((tops.at(-1) ?? TOP + 8 - END_LABEL) + END_LABEL, at.y(value)));
  const over = Math.max(0, (tops.at(-1) ?? 0) - (BOTTOM - 30));
  return sorted.flatMap(({ figure, words, sign }, index): Item[] => {
    const [x, y] = [plot.x + plot.width + 20, (tops[index] as number) - over];
    const left = x + (sign ? 30 : 0);
    const maxWidth = SIZE.width - 30 - left;
    return [
      ...(sign ? [signed(sign.shape, x + 11, y, sign.colour)] : []),
      text(left, y + 6, figure, 38, { face: 'bold', maxWidth }),
      text(left, y + 38, words, 30, { maxWidth }),
    ];
  });
}

/** The least distance of two names in pixels. */
const APART = 26;
/** The least distance of a name from the edge. */
const INSET = 24;
const EVERY = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500];

/** Names below the plot, as many as there is room for. */
function axisItems({ plot, axis: { names, word } }: TimeChart, at: Pixels): Item[] {
  const placed = names.map((name) => {
    const half = widthOf('text', SMALL, name.text) / 2;
    const middle = Math.max(INSET + half, Math.min(SIZE.width - INSET - half, at.x(name.time)));
    return { ...name, middle, left: middle - half, right: middle + half };
  });
  const written = EVERY.map((step) => placed.filter(({ number }) => number % step === 0)).find((some) =>
    some.every(({ left }, index) => left >= (some[index - 1]?.right ?? -APART) + APART),
  );
  return [
    ...names.map(({ time }) => line([at.x(time), BOTTOM, at.x(time), BOTTOM + 9], rule(CHART_INK))),
    ...(written ?? placed.slice(0, 1)).map((name) =>
      text(name.middle, BOTTOM + 42, name.text, SMALL, { fill: CHART_FADED, align: 'center' }),
    ),
    ...(word ? [text(plot.x + plot.width + 24, BOTTOM + 42, word, SMALL, { face: 'italic', fill: CHART_FADED })] : []),
  ];
}

/** Pixels from the left edge to each entry of the legend. */
const ENTRIES = [46, 560];

function footItems({ legend, foot }: TimeChart): Item[] {
  const y = SIZE.height - 76;
  return [
    ...legend.flatMap(({ stroke, words, figure }, index): Item[] => {
      const x = ENTRIES[index] ?? 0;
      return [
        line([x, y, x + 50, y], { ...stroke, cap: 'round' }),
        text(x + 68, y + 11, words, 32),
        text(x + 92 + widthOf('text', 32, words), y + 11, figure, 34, { face: 'bold' }),
      ];
    }),
    text(SIZE.width / 2, SIZE.height - 30, foot, 30, { align: 'center', maxWidth: SIZE.width - 80 }),
  ];
}

// Labels of turning points, in pixels: letters, distance of lines, widest line, and gap to the next label.
const LETTERS = 31;
const LEADING = 36;
const WIDEST = 362;
const GAP = 20;
/** The baseline of the last line of a label. */
const FIGURES = 252;

/** Labels of turning points in a row above the plot, each with a line down to its point. None overlap. */
function turningItems(turning: readonly TurningPoint[], at: Pixels): Item[] {
  const labels = turning.map((one) => {
    const lines = wrapped(one.name);
    const widths = [
      ...lines.map((words) => widthOf('bold', LETTERS, words)),
      ...one.figures.map((words) => widthOf('text', LETTERS, words)),
    ];
    return { ...one, lines, x: at.x(one.time), y: at.y(one.value), width: Math.min(WIDEST, Math.max(...widths)) };
  });
  const centres = sideBySide(labels);
  return labels.flatMap((label, index): Item[] => {
    const x = centres[index] as number;
    const style = { align: 'center', maxWidth: WIDEST } as const;
    const first = FIGURES - (label.lines.length + label.figures.length - 1) * LEADING;
    const circle = { radius: 10, fill: CHART_PAPER, stroke: { colour: CHART_INK, width: 4 } } as const;
    // Lines slant only above the plot. No two cross there, because labels and points have the same order.
    const way = [x, FIGURES + 10, label.x, TOP - 8, label.x, Math.max(TOP - 8, label.y - 10)];
    return [
      line(way, { colour: CHART_FADED, width: 2.5 }),
      { kind: 'circle', x: label.x, y: label.y, ...circle },
      ...[...label.lines, ...label.figures].map((words, row) =>
        text(x, first + row * LEADING, words, LETTERS, { ...style, face: row < label.lines.length ? 'bold' : 'text' }),
      ),
    ];
  });
}

/** Breaks a name into as few lines as fit, at most three: after commas if possible, otherwise into even lines. */
function wrapped(name: string): readonly string[] {
  const words = name.split(' ');
  const part = (from: number, to?: number) => words.slice(from, to).join(' ');
  const places = words.flatMap((word, at) => (at === 0 || word === '·' ? [] : [at]));
  const ways = [
    [name],
    ...places.map((at) => [part(0, at), part(at)]),
    ...places.flatMap((at) => places.flatMap((next) => (next > at ? [[part(0, at), part(at, next), part(next)]] : []))),
  ].map((lines) => {
    const longest = Math.max(...lines.map((line) => widthOf('bold', LETTERS, line)));
    return { lines, longest, commas: lines.filter((line) => line.endsWith(',')).length };
  });
  const over = ({ longest }: (typeof ways)[number]) => Math.max(0, longest - WIDEST);
  const [best] = ways.sort(
    (a, b) => over(a) - over(b) || a.lines.length - b.lines.length || b.commas - a.commas || a.longest - b.longest,
  );
  return best?.lines ?? [name];
}

/** The middles of labels, each as near to its point as there is room. */
function sideBySide(labels: readonly { readonly x: number; readonly width: number }[]): readonly number[] {
  const middles: number[] = [];
  let free = INSET;
  for (const { x, width } of labels) {
    const left = Math.max(free, x - width / 2);
    middles.push(left + width / 2);
    free = left + width + GAP;
  }
  // Pushes labels back that have come over the right edge.
  let right = SIZE.width - INSET;
  for (const [index, { width }] of [...labels.entries()].reverse()) {
    middles[index] = Math.min(middles[index] as number, right - width / 2);
    right = (middles[index] as number) - width / 2 - GAP;
  }
  return middles;
}
