import type { Colour, Picture, Seat } from '../../../../game/index.ts';
import { withMinus } from '../../../../kit/plain-english.ts';
import { CHART_INK } from '../../../base/chart-colours.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { changesBetween, type Passage, type Tide, tideOf } from '../../../table/turning-points.ts';
import { CHART, lastTold, pointsInBrief } from '../pictures/picture-words.ts';
import { changedIn, pointsChartInWords } from '../points-and-luck-words.ts';
import { type ChartPoint, drawTimeChart, type Series, type TimeAxis, type TurningPoint } from './time-chart.ts';

/** The lines of seats differ in width, dashes and signs, not in colour alone. */
const STYLES = [
  { width: 8, sign: 'square' },
  { width: 5, sign: 'disc' },
  { width: 5, dash: [16, 10], sign: 'square' },
  { width: 8, dash: [4, 12], sign: 'disc' },
] as const;

/** The points of a game: a line for each seat, each phase a step to the right. Returns null if points aren't told. */
export function pointsChart(playedGame: PlayedGame): Picture | null {
  const tide = tideOf(playedGame);
  if (!tide) return null;
  const { system, game } = playedGame;
  const series = tide.seats.map((_, seat) => seriesOf(playedGame, tide, seat));
  const last = tide.points.at(-1) ?? [];
  return {
    scene: drawTimeChart({
      key: 'points',
      title: CHART.title(system.about.title, game.whatIf !== null, CHART.points),
      plot: { x: 110, width: 800 },
      levels: levelsOf(tide).map((value) => ({ value, label: withMinus(value) })),
      axis: calendarOf(tide),
      series,
      start: null,
      ends: series.map(({ stroke, below, sign }, seat) => ({
        value: last[seat] ?? 0,
        figure: withMinus(last[seat] ?? 0),
        words: tide.seats[seat]?.name ?? '',
        sign: { shape: sign, colour: (last[seat] ?? 0) < 0 ? below : stroke.colour },
      })),
      turning: turningIn(tide),
      legend: [],
      foot: `${pointsInBrief(tide, last)} ${lastTold(playedGame, CHART.atTheEnd, CHART.soFar, CHART.soFar)}`,
    }),
    alt: pointsChartInWords(playedGame, tide),
  };
}

function seriesOf({ system }: PlayedGame, { seats, passages, points }: Tide, seat: number) {
  const own = seats[seat] as Seat;
  const [other, ...more] = system.about.seats.filter(({ id }) => id !== own.id);
  // A lead that is below 0 is the other side's.
  const isLead = seats.length === 1 && more.length === 0;
  const colourOf = (one: Seat | undefined): Colour => one?.colour ?? CHART_INK;
  const { sign, ...style } = STYLES[seat % STYLES.length] as (typeof STYLES)[number];
  const valueAt = (state: number) => points[state]?.[seat] ?? 0;
  const steps = passages.map(({ first, end }, index): readonly ChartPoint[] => {
    const [before, after] = [valueAt(first), valueAt(end)];
    const then = { time: (index + 1) / passages.length, value: after };
    return before === after ? [then] : [{ time: (index + 0.5) / passages.length, value: before }, then];
  });
  return {
    points: [{ time: 0, value: valueAt(0) }, ...steps.flat()],
    stroke: { colour: colourOf(own), ...style },
    below: colourOf(isLead ? other : own),
    marks: steps.flatMap((step) => (step.length > 1 ? step.slice(1) : [])),
    sign,
  } satisfies Series;
}

/** Four or five round levels over all there is, 0 among them. */
function levelsOf({ points }: Tide): readonly number[] {
  const all = points.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  const [least, most] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: most - least + 1 }, (_, index) => (least + index) * step);
}

/** The calendar of the game: its names in short; "Game-turn" with the numbers of turns, if most of it is numbered. */
function calendarOf({ passages }: Tide): TimeAxis {
  const heads = passages.map(({ when }) => headOf(when));
  const named = heads.flatMap((text, index) =>
    text === heads[index - 1] ? [] : [{ text, time: index / passages.length }],
  );
  const numbered = named.flatMap(({ text, time }) => {
    const [, word, number] = /^(\D+) (\d+)$/.exec(text) ?? [];
    return word && number ? [{ word, text: number, time }] : [];
  });
  const [first] = numbered;
  const isOne = first && numbered.every(({ word }) => word === first.word) && numbered.length * 3 >= named.length * 2;
  return {
    names: (isOne ? numbered : named).map(({ text, time }, number) => ({ text, time, number })),
    word: isOne ? first.word : null,
  };
}

/** "Game-turn 4" of "Game-turn 4 of 6, July–August": the length of the axis shows how many there are. */
function headOf(when: string): string {
  return when.split(/[,;·:]| of \d/)[0]?.trim() ?? when;
}

function turningIn(tide: Tide): readonly TurningPoint[] {
  return tide.turning.map(({ passage: index }) => {
    const { first, end, when } = tide.passages[index] as Passage;
    const changes = changesBetween(tide.points, first, end).map(Math.abs);
    return {
      name: when,
      figures: changedIn(tide, tide.passages[index] as Passage).split(', '),
      time: (index + 1) / tide.passages.length,
      value: tide.points[end]?.[changes.indexOf(Math.max(...changes))] ?? 0,
    };
  });
}
