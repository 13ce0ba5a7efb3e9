import { LRUCache } from 'lru-cache';
import { balanceOf } from '../../../advisor/index.ts';
import type { Colour, Picture, Seat } from '../../../game/index.ts';
import { percent, percentagePoints, withMinus } from '../../../kit/plain-english.ts';
import { renderGif } from '../../../render/index.ts';
import { roundRobin } from '../../../render/scheduling.ts';
import type { Enclosure, Renderer } from '../../base/reply.ts';
import { CHART_INK, recapFileName, renderShareOf } from '../../messages/map-drawing.ts';
import type { PlayedGame } from '../../table/played-game.ts';
import { changesBetween, type Passage, type ScoreHistory, scoreHistoryOf } from '../../table/turning-points.ts';
import { changedIn, pointsChartInWords } from './figures-words.ts';
import { CHART, chartInWords, pointsInBrief, wordsForLast } from './pictures/recap-picture-words.ts';
import { animationOf, storyboardOf } from './pictures/storyboard.ts';
import { recapPlanOf, type ShownOrder, type ShownWorth } from './plan.ts';
import { fromTo, partsInWords } from './recap-words.ts';
import { type ChartPoint, drawTimeChart, type Series, type TimeAxis, type TurningPoint } from './time-chart.ts';

interface Depicted {
  readonly playedGame: PlayedGame;
  readonly mapped: PlayedGame;
  /** The key of the pictures, which are made once for each edition. */
  readonly edition: string;
}

export function picturesOf(
  { playedGame, mapped, edition }: Depicted,
  cache: PictureCache,
  render: Renderer,
): Enclosure[] {
  const { game, course } = playedGame;
  const hasChart = course !== null || scoreHistoryOf(playedGame) !== null;
  const chart = () => (chancesChart(playedGame) ?? pointsChart(playedGame)) as Picture;
  const share = renderShareOf(game);
  const drawn = async ({ scene, alt }: Picture) => ({ bytes: await render(scene, share), alt });
  const picture = (file: string, make: () => Promise<MadePicture>) => cache.picture(edition, file, share, make);
  return [
    picture(recapFileName(game, 'animation'), async () => {
      const { frames, alt } = animationOf(mapped);
      return { bytes: await renderGif(frames), alt };
    }),
    ...(hasChart ? [picture(recapFileName(game, 'chart'), () => drawn(chart()))] : []),
    picture(recapFileName(game, 'storyboard'), () => drawn(storyboardOf(mapped))),
  ];
}

interface MadePicture {
  readonly bytes: Buffer;
  readonly alt: string;
}

/** Enough for several of the largest recaps. */
const MOST_BYTES = 24 * 1024 * 1024;

/** Makes one picture at a time, and each only once. Keeps the latest, for members who ask for the same recap again. */
export class PictureCache {
  readonly #inTurn = roundRobin();
  readonly #making = new Map<string, Promise<MadePicture>>();
  readonly #latest: LRUCache<string, MadePicture>;

  /** @param most in bytes. The newest picture is kept even if it has more */
  constructor(most = MOST_BYTES) {
    this.#latest = new LRUCache({ maxSize: most, sizeCalculation: ({ bytes }) => Math.min(bytes.length, most) });
  }

  /** @param share the server or DM: pictures of different ones take turns */
  picture(edition: string, file: string, share: string, make: () => Promise<MadePicture>): Enclosure {
    let alt = '';
    return {
      file,
      get alt() {
        return alt;
      },
      bytes: async () => {
        const made = await this.#get(`${edition} ${file}`, share, make);
        alt = made.alt;
        return made.bytes;
      },
    };
  }

  #get(key: string, share: string, make: () => Promise<MadePicture>): Promise<MadePicture> {
    const cached = this.#latest.get(key);
    if (cached) return Promise.resolve(cached);
    const underWay = this.#making.get(key);
    if (underWay) return underWay;
    const making = this.#inTurn(make, share)
      .then((made) => {
        this.#latest.set(key, made);
        return made;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}

/** The lines of seats differ in width, dashes and signs, not in colour alone. */
const STYLES = [
  { width: 8, sign: 'square' },
  { width: 5, sign: 'disc' },
  { width: 5, dash: [16, 10], sign: 'square' },
  { width: 8, dash: [4, 12], sign: 'disc' },
] as const;

/** The points of a game: a line for each seat, and a step to the right for each phase. Null if points are hidden. */
export function pointsChart(playedGame: PlayedGame): Picture | null {
  const scores = scoreHistoryOf(playedGame);
  if (!scores) return null;
  const { system, game } = playedGame;
  const series = scores.seats.map((_, seat) => seriesOf(playedGame, scores, seat));
  const last = scores.points.at(-1) ?? [];
  return {
    scene: drawTimeChart({
      key: 'points',
      title: CHART.title(system.about.title, game.whatIf !== null, CHART.points),
      plot: { x: 110, width: 800 },
      levels: levelsOf(scores).map((value) => ({ value, label: withMinus(value) })),
      axis: calendarOf(scores),
      series,
      start: null,
      ends: series.map(({ stroke, below, sign }, seat) => ({
        value: last[seat] ?? 0,
        figure: withMinus(last[seat] ?? 0),
        words: scores.seats[seat]?.name ?? '',
        sign: { shape: sign, colour: (last[seat] ?? 0) < 0 ? below : stroke.colour },
      })),
      turning: turningIn(scores),
      legend: [],
      foot: `${pointsInBrief(scores, last)} ${wordsForLast(playedGame, CHART.atTheEnd, CHART.soFar, CHART.soFar)}`,
    }),
    alt: pointsChartInWords(playedGame, scores),
  };
}

function seriesOf({ system }: PlayedGame, { seats, passages, points }: ScoreHistory, seat: number) {
  const scoring = seats[seat] as Seat;
  const others = system.about.seats.filter(({ id }) => id !== scoring.id);
  // With one line for two sides, values below 0 are the other side's lead.
  const isLead = seats.length === 1 && others.length < 2;
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
    stroke: { colour: colourOf(scoring), ...style },
    below: colourOf(isLead ? others[0] : scoring),
    marks: steps.flatMap((step) => (step.length > 1 ? step.slice(1) : [])),
    sign,
  } satisfies Series;
}

/** Four or five round levels that cover all points and 0. */
function levelsOf({ points }: ScoreHistory): readonly number[] {
  const all = points.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  const [least, most] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: most - least + 1 }, (_, index) => (least + index) * step);
}

/** The calendar of the game in short names. If most have numbers: "Game-turn", and numbers alone. */
function calendarOf({ passages }: ScoreHistory): TimeAxis {
  const heads = passages.map(({ when }) => headOf(when));
  const named = heads.flatMap((text, index) =>
    text === heads[index - 1] ? [] : [{ text, time: index / passages.length }],
  );
  const numbered = named.flatMap(({ text, time }) => {
    const [, word, number] = /^(\D+) (\d+)$/.exec(text) ?? [];
    return word && number ? [{ word, text: number, time }] : [];
  });
  const word = numbered[0]?.word ?? null;
  // Two in three names must have a number, and all these the same word.
  const isNumbered = numbered.every((one) => one.word === word) && numbered.length * 3 >= named.length * 2;
  return {
    names: (isNumbered ? numbered : named).map(({ text, time }, number) => ({ text, time, number })),
    word: isNumbered ? word : null,
  };
}

/** "Game-turn 4", from "Game-turn 4 of 6, July–August". */
function headOf(when: string): string {
  return when.split(/[,;·:]| of \d/)[0]?.trim() ?? when;
}

function turningIn(scores: ScoreHistory): readonly TurningPoint[] {
  return scores.turning.map(({ passage: index }) => {
    const passage = scores.passages[index] as Passage;
    const { first, end, when } = passage;
    const changes = changesBetween(scores.points, first, end).map(Math.abs);
    return {
      name: when,
      figures: changedIn(scores, passage).split(', '),
      time: (index + 1) / scores.passages.length,
      value: scores.points[end]?.[changes.indexOf(Math.max(...changes))] ?? 0,
    };
  });
}

/** Dark and thick against light and thin: they differ without colour too. */
const DECISION = { colour: '#8c1d12', width: 9 } as const;
const DICE = { colour: '#4a86c5', width: 6 } as const;

/** The chance of winning: each order steps by its choice, then by its dice. Null if the worth of orders is hidden. */
export function chancesChart(playedGame: PlayedGame): Picture | null {
  const { course, system, game } = playedGame;
  if (!course) return null;
  const shownOrders = recapPlanOf(playedGame).orders;
  const steps = chartSteps(shownOrders);
  const { decisions, dice, end } = balanceOf(course);
  const side = system.about.seats.find(({ id }) => id === system.play?.solvable?.seat);
  return {
    scene: drawTimeChart({
      key: 'chances',
      title: CHART.title(system.about.title, game.whatIf !== null, CHART.chances),
      plot: { x: 256, width: 764 },
      levels: [0, 0.5, 1].map((value) => ({ value, label: `${value * 100}\u00a0%` })),
      axis: axisOf(steps),
      series: chanceSeries(steps, course.start, side?.colour ?? CHART_INK),
      start: { value: course.start, figure: percent(course.start), words: CHART.start },
      ends: [
        {
          value: course.end,
          figure: percent(course.end, end),
          words: wordsForLast(playedGame, CHART.end, CHART.now, CHART.beforeDice),
          sign: null,
        },
      ],
      turning: steps.flatMap(({ orders, worth, time }) =>
        orders
          .filter(({ turning }) => turning)
          .map(({ caption }) => ({
            name: caption,
            figures: [fromTo(worth), partsInWords(worth)],
            time,
            value: worth.after,
          })),
      ),
      legend: [
        { stroke: DECISION, words: CHART.decisions, figure: percentagePoints(decisions) },
        { stroke: DICE, words: CHART.dice, figure: percentagePoints(dice) },
      ],
      foot: CHART.measure,
    }),
    alt: chartInWords(playedGame, shownOrders),
  };
}

/** An order that changes the chance by less counts as idle. A tenth of it is too little for a line of its own. */
const LEVEL = 0.0001;

function chanceSeries(steps: readonly Step[], start: number, colour: Colour): Series[] {
  const corners = steps.flatMap(({ from, time, worth: { chosen, after } }): ChartPoint[] => [
    { time: (from + time) / 2, value: chosen },
    { time, value: after },
  ]);
  const all = [{ time: 0, value: start }, ...corners];
  // Each step has two corners: the first ends its decision, the second its dice.
  const moved = corners.flatMap((to, index) => {
    const from = all[index] as ChartPoint;
    const isLevel = Math.abs(from.value - to.value) < LEVEL / 10;
    return isLevel ? [] : [{ points: [from, to], stroke: index % 2 === 0 ? DECISION : DICE }];
  });
  return [
    { points: all, stroke: { colour, width: 3 }, isFilled: true, marks: [...all.slice(0, 1), ...corners.slice(-1)] },
    ...moved.filter(({ stroke }) => stroke === DICE),
    ...moved.filter(({ stroke }) => stroke === DECISION),
  ];
}

/** Orders drawn as one step to the right: first the decision, then the dice. Times are the chart's. */
interface Step {
  readonly orders: readonly ShownOrder[];
  readonly worth: ShownWorth;
  readonly from: number;
  readonly time: number;
}

/** A chart of more orders is long. */
const LONG = 30;

/** A step for each order. In a long chart, orders in a row that changed nothing share one. */
export function chartSteps(shownOrders: readonly ShownOrder[]): readonly Step[] {
  const isIdle = ({ worth, turning }: ShownOrder) =>
    worth !== null &&
    !turning &&
    Math.abs(worth.before - worth.chosen) < LEVEL &&
    Math.abs(worth.after - worth.chosen) < LEVEL;
  const groups: ShownOrder[][] = [];
  for (const shownOrder of shownOrders.slice(1)) {
    const before = groups.at(-1);
    const isShared = shownOrders.length > LONG && before?.every(isIdle) && isIdle(shownOrder);
    if (isShared) before?.push(shownOrder);
    else groups.push([shownOrder]);
  }
  return groups.flatMap((orders, index) => {
    const worth = orders.at(-1)?.worth;
    return worth ? [{ orders, worth, from: index / groups.length, time: (index + 1) / groups.length }] : [];
  });
}

/** A name in the middle of each step: `11`, or `12–31`. */
function axisOf(steps: readonly Step[]): TimeAxis {
  const names = steps.map(({ orders, from, time }) => {
    const [first = 0, last = 0] = [orders[0]?.number, orders.at(-1)?.number];
    const isOne = first === last;
    return { time: (from + time) / 2, text: isOne ? String(first) : `${first}–${last}`, number: isOne ? first : 0 };
  });
  return { names, word: CHART.order };
}
