import type { Colour, Item, Picture, Seat } from '../../../../game/index.ts';
import { widthOf } from '../../../../render/index.ts';
import { CHART_FADED, CHART_INK, CHART_PAPER } from '../../../base/chart-colours.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { type Passage, type Tide, tideOf } from '../../../table/turning-points.ts';
import { CHART, lastTold, pointsInBrief } from '../pictures/picture-words.ts';
import { changedIn, pointsChartInWords } from '../points-words.ts';
import { chartPalette, colourOf, LINE, SIZE } from './chances-chart.ts';
import { labels, type NamedTurningPoint } from './turning-point-labels.ts';

/** Where the lines run; above them the turning points are named, to the right stand the seats. */
const PLOT = { x: 110, y: 304, width: 800, height: 334 } as const;

/** Of each seat's line, beside its colour: told apart by width, dashes and the sign at its points too. */
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

/** Makes a chart of the points of a game, 1200 × 796: of each seat a line, each phase a step to the right. Null: none are told. */
export function pointsChart(playedGame: PlayedGame): (() => Picture) | null {
  const tide = tideOf(playedGame);
  return tide && (() => drawn(playedGame, tide));
}

function drawn(playedGame: PlayedGame, tide: Tide): Picture {
  const scale = scaleOf(tide);
  return {
    scene: {
      ...SIZE,
      palette: chartPalette(playedGame.system.seats.map(colourOf)),
      ground: { key: 'a chart of points', items: [] },
      items: [
        ...heading(playedGame),
        ...levels(scale),
        ...calendar(tide),
        ...tide.seats.flatMap((_, seat) => line(tide, scale, seat, coloursOf(playedGame, tide, seat))),
        ...ends(playedGame, tide, scale),
        ...labels(turningIn(tide, scale), PLOT, { ink: CHART_INK, faded: CHART_FADED, paper: CHART_PAPER }),
      ],
    },
    alt: pointsChartInWords(playedGame, tide),
  };
}

/** The colours of a seat's line above 0 and below it: a lead that is below 0 is the other side's. */
function coloursOf({ system }: PlayedGame, { seats }: Tide, seat: number): readonly [above: Colour, below: Colour] {
  const own = seats[seat] as Seat;
  const others = system.seats.filter(({ id }) => id !== own.id);
  const other = seats.length === 1 && others.length === 1 ? others[0] : own;
  return [colourOf(own), colourOf(other)];
}

function heading({ game, system }: PlayedGame): Item[] {
  const title = CHART.title(system.title, game.whatIf !== null, CHART.points);
  return [
    { kind: 'rect', x: 8, y: 8, width: SIZE.width - 16, height: SIZE.height - 16, stroke: { colour: LINE, width: 2 } },
    { kind: 'text', x: 40, y: 60, text: title, face: 'title', size: 46, fill: CHART_INK, maxWidth: SIZE.width - 80 },
  ];
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

/** Behind so many phases. */
function xOf({ passages }: Tide, behind: number): number {
  return PLOT.x + (PLOT.width * behind) / Math.max(1, passages.length);
}

function levels(scale: Scale): Item[] {
  const count = Math.round((scale.most - scale.least) / scale.step);
  return Array.from({ length: count + 1 }, (_, index) => scale.least + index * scale.step).flatMap((level): Item[] => [
    {
      kind: 'path',
      d: `M ${PLOT.x} ${yOf(scale, level)} L ${PLOT.x + PLOT.width} ${yOf(scale, level)}`,
      stroke: { colour: level === 0 ? CHART_INK : LINE, width: 2 },
    },
    {
      kind: 'text',
      x: PLOT.x - 16,
      y: yOf(scale, level) + 10,
      text: String(level).replace('-', '−'),
      face: 'text',
      size: 30,
      fill: CHART_FADED,
      align: 'right',
    },
  ]);
}

const LETTERS = 28;
/** Pixels that a name of the calendar keeps from the frame. */
const INSET = 24;
/** Pixels between two names of the calendar, at least. */
const APART = 26;
/** Of so many names one is shown. */
const EVERY = [1, 2, 3, 4, 5, 10, 20, 50];

/** The calendar of the game as far as there is room for it: of turns with numbers these alone; else each of its names in short, all of it on the sheet. */
function calendar(tide: Tide): Item[] {
  const named = tide.passages.flatMap(({ when }, index) => {
    const name = headOf(when);
    return index > 0 && headOf(tide.passages[index - 1]?.when ?? '') === name ? [] : [{ name, x: xOf(tide, index) }];
  });
  const [word, begun] = numbered(named);
  const bottom = PLOT.y + PLOT.height;
  const every = EVERY.find((step) => areApart(begun.filter((_, index) => index % step === 0))) ?? begun.length;
  const text = { kind: 'text', y: bottom + 42, size: LETTERS, fill: CHART_FADED } as const;
  return [
    ...named.map(({ x }): Item => {
      return { kind: 'path', d: `M ${x} ${bottom} L ${x} ${bottom + 9}`, stroke: { colour: CHART_INK, width: 2 } };
    }),
    ...begun.flatMap(({ name, x }, index): Item[] =>
      index % every === 0 ? [{ ...text, x: onSheet(x, name), text: name, face: 'text', align: 'center' }] : [],
    ),
    ...(word ? [{ ...text, x: PLOT.x + PLOT.width + 24, text: word, face: 'italic' } as const] : []),
  ];
}

interface Begun {
  readonly name: string;
  /** Where it begins. */
  readonly x: number;
}

/** "Game-turn" with the numbers of turns, where most of a calendar are numbered ones; no word, and all names, where they are not. */
function numbered(named: readonly Begun[]): readonly [word: string | null, begun: readonly Begun[]] {
  const found = named.flatMap(({ name, x }) => {
    const [, word, number] = /^(\D+) (\d+)$/.exec(name) ?? [];
    return word && number ? [{ word, name: number, x }] : [];
  });
  const [first] = found;
  const isOne = first && found.every(({ word }) => word === first.word) && found.length * 3 >= named.length * 2;
  return isOne ? [first.word, found] : [null, named];
}

/** Whether names stand side by side. */
function areApart(names: readonly { readonly name: string; readonly x: number }[]): boolean {
  const places = names.map(({ name, x }) => ({ at: onSheet(x, name), half: widthOf('text', LETTERS, name) / 2 }));
  return places.every(({ at, half }, index) => {
    const before = places[index - 1];
    return before === undefined || at - half >= before.at + before.half + APART;
  });
}

/** "Game-turn 4" of "Game-turn 4 of 6, July–August": how many there are is the length of the axis. */
function headOf(when: string): string {
  return when.split(/[,;·:]| of \d/)[0]?.trim() ?? when;
}

/** The middle of a name: where it is wanted, or as near as the frame lets it be. */
function onSheet(x: number, name: string): number {
  const half = widthOf('text', LETTERS, name) / 2;
  return Math.max(INSET + half, Math.min(SIZE.width - INSET - half, x));
}

/** A seat's points: level through a phase, then up or down to what it brought. */
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

/** From the name of one seat to the next, at least. */
const BELOW = 78;

/** The seats at the ends of their lines, the one with the most points on top, each with its sign and what it has come to. */
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
        {
          kind: 'text',
          x: x + 26,
          y: y + 6,
          text: String(last[seat] ?? 0).replace('-', '−'),
          face: 'bold',
          size: 42,
          fill: CHART_INK,
        },
        {
          kind: 'text',
          x: x + 26,
          y: y + 38,
          text: tide.seats[seat]?.name ?? '',
          face: 'text',
          size: 30,
          fill: CHART_INK,
          maxWidth: width,
        },
      ];
    }),
    {
      kind: 'text',
      x: SIZE.width / 2,
      y: SIZE.height - 34,
      text: `${pointsInBrief(tide, last)} ${when}`,
      face: 'text',
      size: 32,
      fill: CHART_INK,
      align: 'center',
      maxWidth: SIZE.width - 120,
    },
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
