import { balanceOf } from '../../../../advisor/index.ts';
import type { Colour, Picture } from '../../../../game/index.ts';
import { percent, percentagePoints } from '../../../../kit/plain-english.ts';
import { CHART_INK } from '../../../base/chart-colours.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { CHART, chartInWords, lastTold } from '../pictures/picture-words.ts';
import { planOf, type ShownOrder, type ShownWorth } from '../plan.ts';
import { fromTo, partsInWords } from '../recap-words.ts';
import { type ChartPoint, drawTimeChart, type Series, type TimeAxis } from './time-chart.ts';

/** Dark and thick, light and thin: told apart without colour too. */
const DECISION = { colour: '#8c1d12', width: 9 } as const;
const DICE = { colour: '#4a86c5', width: 6 } as const;

/**
 * The chance of winning over a game: each order a step to the right, first what choosing it cost, then what its dice gave or took. Returns
 * null if the value of orders is hidden.
 */
export function chancesChart(playedGame: PlayedGame): Picture | null {
  const { course, system, game } = playedGame;
  if (!course) return null;
  const shownOrders = planOf(playedGame).orders;
  const steps = stepsOf(shownOrders);
  const { decisions, dice, end } = balanceOf(course);
  const side = system.about.seats.find(({ id }) => id === system.play?.solvable?.seat);
  return {
    scene: drawTimeChart({
      key: 'chances',
      title: CHART.title(system.about.title, game.whatIf !== null, CHART.chances),
      plot: { x: 256, width: 764 },
      levels: [0, 0.5, 1].map((value) => ({ value, label: `${value * 100}\u00a0%` })),
      axis: axisOf(steps),
      series: seriesOf(steps, course.start, side?.colour ?? CHART_INK),
      start: { value: course.start, figure: percent(course.start), words: CHART.start },
      ends: [
        {
          value: course.end,
          figure: percent(course.end, end),
          words: lastTold(playedGame, CHART.end, CHART.now, CHART.beforeDice),
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

/** Chances closer than this are drawn as one. */
const LEVEL = 0.0001;

function seriesOf(steps: readonly Step[], start: number, colour: Colour): Series[] {
  const corners = steps.flatMap(({ from, time, worth: { chosen, after } }): ChartPoint[] => [
    { time: (from + time) / 2, value: chosen },
    { time, value: after },
  ]);
  const all = [{ time: 0, value: start }, ...corners];
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

/** Orders drawn as one step to the right: its decision has the first half, its dice the second. Times are those of the chart. */
interface Step {
  readonly orders: readonly ShownOrder[];
  readonly worth: ShownWorth;
  readonly from: number;
  readonly time: number;
}

/** A chart of more orders is long. */
const LONG = 30;

/** A step for each order; in a long chart, consecutive orders that changed nothing share one. */
export function stepsOf(shownOrders: readonly ShownOrder[]): readonly Step[] {
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

/** Each step at its middle: `11`, or `12–31`. */
function axisOf(steps: readonly Step[]): TimeAxis {
  const names = steps.map(({ orders, from, time }) => {
    const [first = 0, last = 0] = [orders[0]?.number, orders.at(-1)?.number];
    const isOne = first === last;
    return { time: (from + time) / 2, text: isOne ? String(first) : `${first}–${last}`, number: isOne ? first : 0 };
  });
  return { names, word: CHART.order };
}
