import type { Colour, Item, Picture, Seat, Text } from '../../../../game/index.ts';
import { withMinus } from '../../../../kit/plain-english.ts';
import { widthOf } from '../../../../render/index.ts';
import { CHART_FADED, CHART_INK } from '../../../base/chart-colours.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { type Passage, type Tide, tideOf } from '../../../table/turning-points.ts';
import { CHART, lastTold, pointsInBrief } from '../pictures/picture-words.ts';
import { changedIn, pointsChartInWords } from '../points-and-luck-words.ts';
import { chartHeading, chartPalette, chartText, colourOf, LINE, SIZE, stroke } from './chances-chart.ts';
import { labels, type NamedTurningPoint } from './turning-point-labels.ts';

/** The turning points are named above it; the seats stand to the right. */
const PLOT = { x: 110, y: 304, width: 800, height: 334 } as const;

/** The lines of seats differ in width, dashes and signs, not in colour alone. */
const STYLES: readonly Style[] = [
  { width: 8, dash: null, sign: 'square' },
  { width: 5, dash: null, sign: 'disc' },
  { width: 5, dash: [16, 10], sign: 'square' },
  { width: 8, dash: [4, 12], sign: 'disc' },
];

interface Style {
  readonly width: number;
  readonly dash: readonly number[] | null;
  readonly sign: 'disc' | 'square';
}

/** The points of a game, 1200 × 796: a line for each seat, each phase a step to the right. Returns null if points aren't told. */
export function pointsChart(playedGame: PlayedGame): Picture | null {
  const tide = tideOf(playedGame);
  if (!tide) return null;
  const scale = scaleOf(tide);
  return {
    scene: {
      ...SIZE,
      palette: chartPalette(playedGame.system.about.seats.map(colourOf)),
      ground: { key: 'a chart of points', items: [] },
      items: [
        ...chartHeading(playedGame, CHART.points),
        ...levels(scale),
        ...calendar(tide),
        ...tide.seats.flatMap((_, seat) => line(tide, scale, seat, coloursOf(playedGame, tide, seat))),
        ...ends(playedGame, tide, scale),
        ...labels(turningIn(tide, scale), PLOT),
      ],
    },
    alt: pointsChartInWords(playedGame, tide),
  };
}

/** The colours of a seat's line above 0 and below it: a lead that is below 0 is the other side's. */
function coloursOf({ system }: PlayedGame, { seats }: Tide, seat: number): readonly [above: Colour, below: Colour] {
  const own = seats[seat] as Seat;
  const others = system.about.seats.filter(({ id }) => id !== own.id);
  const other = seats.length === 1 && others.length === 1 ? others[0] : own;
  return [colourOf(own), colourOf(other)];
}

interface Scale {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** Four or five round levels over all there is, 0 among them. */
function scaleOf({ points }: Tide): Scale {
  const all = points.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  return { least: Math.floor(low / step) * step, most: Math.ceil(high / step) * step, step };
}

function yOf({ least, most }: Scale, points: number): number {
  return PLOT.y + PLOT.height * (1 - (points - least) / (most - least));
}

function xOf({ passages }: Tide, behind: number): number {
  return PLOT.x + (PLOT.width * behind) / Math.max(1, passages.length);
}

function levels(scale: Scale): Item[] {
  const count = Math.round((scale.most - scale.least) / scale.step);
  return Array.from({ length: count + 1 }, (_, index) => scale.least + index * scale.step).flatMap((level): Item[] => [
    stroke(
      `M ${PLOT.x} ${yOf(scale, level)} L ${PLOT.x + PLOT.width} ${yOf(scale, level)}`,
      level === 0 ? CHART_INK : LINE,
    ),
    chartText(PLOT.x - 16, yOf(scale, level) + 10, withMinus(level), 30, { fill: CHART_FADED, align: 'right' }),
  ]);
}

const LETTERS = 28;
const INSET = 24;
/** Pixels between two names of the calendar, at least. */
const APART = 26;
const EVERY = [1, 2, 3, 4, 5, 10, 20, 50];

/** The calendar of the game as far as there is room for it: the numbers of its turns, or its names in short. */
function calendar(tide: Tide): Item[] {
  const named = tide.passages.flatMap(({ when }, index) => {
    const name = headOf(when);
    return index > 0 && headOf(tide.passages[index - 1]?.when ?? '') === name ? [] : [{ name, x: xOf(tide, index) }];
  });
  const [word, begun] = numbered(named);
  const bottom = PLOT.y + PLOT.height;
  const every = EVERY.find((step) => areApart(begun.filter((_, index) => index % step === 0))) ?? begun.length;
  const text = (x: number, words: string, style: Partial<Text>) =>
    chartText(x, bottom + 42, words, LETTERS, { fill: CHART_FADED, ...style });
  return [
    ...named.map(({ x }) => stroke(`M ${x} ${bottom} L ${x} ${bottom + 9}`, CHART_INK)),
    ...begun
      .filter((_, index) => index % every === 0)
      .map(({ name, x }) => text(onSheet(x, name), name, { align: 'center' })),
    ...(word ? [text(PLOT.x + PLOT.width + 24, word, { face: 'italic' })] : []),
  ];
}

interface Begun {
  readonly name: string;
  readonly x: number;
}

/** "Game-turn" with the numbers of turns, if most of a calendar are numbered; otherwise no word, and all names. */
function numbered(named: readonly Begun[]): readonly [word: string | null, begun: readonly Begun[]] {
  const found = named.flatMap(({ name, x }) => {
    const [, word, number] = /^(\D+) (\d+)$/.exec(name) ?? [];
    return word && number ? [{ word, name: number, x }] : [];
  });
  const [first] = found;
  const isOne = first && found.every(({ word }) => word === first.word) && found.length * 3 >= named.length * 2;
  return isOne ? [first.word, found] : [null, named];
}

function areApart(names: readonly { readonly name: string; readonly x: number }[]): boolean {
  const places = names.map(({ name, x }) => ({ at: onSheet(x, name), half: widthOf('text', LETTERS, name) / 2 }));
  return places.every(({ at, half }, index) => {
    const before = places[index - 1];
    return before === undefined || at - half >= before.at + before.half + APART;
  });
}

/** "Game-turn 4" of "Game-turn 4 of 6, July–August": the length of the axis shows how many there are. */
function headOf(when: string): string {
  return when.split(/[,;·:]| of \d/)[0]?.trim() ?? when;
}

/** The middle of a name, moved so that all of it is within the frame. */
function onSheet(x: number, name: string): number {
  const half = widthOf('text', LETTERS, name) / 2;
  return Math.max(INSET + half, Math.min(SIZE.width - INSET - half, x));
}

function line(tide: Tide, scale: Scale, seat: number, [above, below]: readonly [Colour, Colour]): Item[] {
  const { width, dash, sign } = styleOf(seat);
  const level = (state: number) => yOf(scale, tide.points[state]?.[seat] ?? 0);
  const steps = tide.passages.map(({ first, end }, index) => {
    const [from, to, before, after] = [xOf(tide, index), xOf(tide, index + 1), level(first), level(end)];
    return before === after ? `L ${to} ${after}` : `L ${(from + to) / 2} ${before} L ${to} ${after}`;
  });
  const d = `M ${PLOT.x} ${level(0)} ${steps.join(' ')}`;
  const drawn = (colour: Colour): Item => ({
    kind: 'path',
    d,
    stroke: { colour, width, ...(dash ? { dash } : {}), cap: 'round' },
  });
  const zero = yOf(scale, 0) + width / 2;
  const shown = tide.passages.flatMap(({ first, end }, index) =>
    level(first) === level(end)
      ? []
      : [signed(sign, xOf(tide, index + 1), level(end), level(end) > zero ? below : above)],
  );
  if (above === below) return [drawn(above), ...shown];
  const { width: wide, height } = SIZE;
  const part = (y: number, high: number, colour: Colour): Item => ({
    kind: 'group',
    x: 0,
    y,
    clip: { width: wide, height: high },
    items: [{ kind: 'group', x: 0, y: -y, items: [drawn(colour)] }],
  });
  return [part(0, zero, above), part(zero, height - zero, below), ...shown];
}

function signed(sign: Style['sign'], x: number, y: number, fill: Colour): Item {
  return sign === 'disc'
    ? { kind: 'circle', x, y, radius: 7, fill }
    : { kind: 'rect', x: x - 7, y: y - 7, width: 14, height: 14, fill };
}

function styleOf(seat: number): Style {
  return STYLES[seat % STYLES.length] as Style;
}

const BELOW = 78;

function ends(playedGame: PlayedGame, tide: Tide, scale: Scale): Item[] {
  const last = tide.points.at(-1) ?? [];
  const x = PLOT.x + PLOT.width + 24;
  const order = [...tide.seats.keys()].sort((a, b) => (last[b] ?? 0) - (last[a] ?? 0) || a - b);
  const lowest = PLOT.y + PLOT.height - 30;
  let free = PLOT.y + 8;
  const tops = order.map((seat) => {
    const y = Math.max(free, yOf(scale, last[seat] ?? 0));
    free = y + BELOW;
    return y;
  });
  const over = Math.max(0, (tops.at(-1) ?? 0) - lowest);
  const width = SIZE.width - 30 - x - 26;
  const when = lastTold(playedGame, CHART.atTheEnd, CHART.soFar, CHART.soFar);
  return [
    ...order.flatMap((seat, index): Item[] => {
      const y = (tops[index] as number) - over;
      return [
        signed(styleOf(seat).sign, x + 7, y, coloursOf(playedGame, tide, seat)[(last[seat] ?? 0) < 0 ? 1 : 0]),
        chartText(x + 26, y + 6, withMinus(last[seat] ?? 0), 42, { face: 'bold' }),
        chartText(x + 26, y + 38, tide.seats[seat]?.name ?? '', 30, { maxWidth: width }),
      ];
    }),
    chartText(SIZE.width / 2, SIZE.height - 34, `${pointsInBrief(tide, last)} ${when}`, 32, {
      align: 'center',
      maxWidth: SIZE.width - 120,
    }),
  ];
}

function turningIn(tide: Tide, scale: Scale): readonly NamedTurningPoint[] {
  return tide.turning.map(({ passage: index }) => {
    const passage = tide.passages[index] as Passage;
    const moved = [...tide.seats.keys()].sort((a, b) => changeOf(tide, passage, b) - changeOf(tide, passage, a));
    return {
      name: passage.when,
      figures: changedIn(tide, passage).split(', '),
      x: xOf(tide, index + 1),
      y: yOf(scale, tide.points[passage.end]?.[moved[0] ?? 0] ?? 0),
    };
  });
}

function changeOf({ points }: Tide, { first, end }: Passage, seat: number): number {
  return Math.abs((points[end]?.[seat] ?? 0) - (points[first]?.[seat] ?? 0));
}
