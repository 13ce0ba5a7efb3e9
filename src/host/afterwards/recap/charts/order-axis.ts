import type { Colour, Item } from '../../../../game/index.ts';
import { widthOf } from '../../../../render/index.ts';
import type { ShownOrder, ShownWorth } from '../pictures/shown-orders.ts';

interface Plot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Orders one after another that changed nothing: drawn closer together. */
export interface IdleRun {
  /** The numbers of its first and last order. */
  readonly first: number;
  readonly last: number;
}

/** Where the orders of a chart stand from left to right. */
export interface Axis {
  readonly orders: number;
  readonly idle: readonly IdleRun[];
  /** Where an order ends; its decision has the first half of its step, and so ends at `number - 0.5`. */
  readonly xOf: (number: number) => number;
}

/** A chart of more orders than this is long. */
const LONG = 30;
/** So many idle orders are a run. */
const LEAST_IDLE = 4;
/** A run takes the room of so many orders. */
const RUN_WIDTH = 3;
/** A change of the winning chances too small to be seen. */
const LEVEL = 0.0001;

/** Each order has a step of one width. In a long chart a run of idle orders has the width of a few. */
export function axisOf(shownOrders: readonly ShownOrder[], { x, width }: Plot): Axis {
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
    return x + (width * (before + (after - before) * (number % 1))) / whole;
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

const SIZE = 28;
/** Pixels between two numbers, at least. */
const APART = 16;
/** Pixels between two of the numbers in steps, at least. */
const STEP = 64;

/** The line at 0 %, broken at each idle run; below it the numbers of orders, as many as there is room for. */
export function axisItems(axis: Axis, plot: Plot, { ink, faded, paper }: { readonly [name in Ink]: Colour }): Item[] {
  const y = plot.y + plot.height;
  const label = { kind: 'text', y: y + 38, face: 'text', size: SIZE, fill: faded, align: 'center' } as const;
  return [
    ...axis.idle.flatMap((run) => breakAt((axis.xOf(run.first - 1) + axis.xOf(run.last)) / 2, y, ink, paper)),
    ...numbered(axis, plot).flatMap(({ x, text, tick }): Item[] => [
      ...(tick ? [{ kind: 'path', d: `M ${x} ${y} L ${x} ${y + 8}`, stroke: { colour: ink, width: 2 } } as const] : []),
      { ...label, x, text },
    ]),
    { ...label, x: plot.x - 14, text: 'order', face: 'italic', align: 'right' },
  ];
}

type Ink = 'ink' | 'faded' | 'paper';

/** The sign of an axis that leaves something out: two strokes across it. */
function breakAt(x: number, y: number, ink: Colour, paper: Colour): Item[] {
  const stroke = (by: number) => `M ${x + by - 4} ${y + 9} L ${x + by + 4} ${y - 9}`;
  return [
    {
      kind: 'path',
      d: `M ${x - 9} ${y + 9} L ${x - 1} ${y - 9} L ${x + 9} ${y - 9} L ${x + 1} ${y + 9} Z`,
      fill: paper,
    },
    { kind: 'path', d: `${stroke(-5)} ${stroke(5)}`, stroke: { colour: ink, width: 2 } },
  ];
}

/** The runs as `12–31`, then every so many-th order between them; none over another. */
function numbered({ orders, idle, xOf }: Axis, plot: Plot): { x: number; text: string; tick: boolean }[] {
  const isIdle = (number: number) => idle.some(({ first, last }) => first <= number && number <= last);
  const counted = orders - idle.reduce((sum, { first, last }) => sum + last - first + 1 - RUN_WIDTH, 0);
  const every = [1, 2, 5, 10, 20, 50, 100].find((step) => (plot.width / Math.max(1, counted)) * step >= STEP) ?? 200;
  const all = [
    ...idle.map(({ first, last }) => ({ x: (xOf(first - 1) + xOf(last)) / 2, text: `${first}–${last}`, tick: false })),
    ...Array.from({ length: Math.floor(orders / every) }, (_, index) => (index + 1) * every)
      .filter((number) => !isIdle(number))
      .map((number) => ({ x: xOf(number - 0.5), text: String(number), tick: true })),
  ];
  const placed: ((typeof all)[number] & { half: number })[] = [];
  for (const one of all) {
    const half = widthOf('text', SIZE, one.text) / 2;
    if (placed.every((other) => Math.abs(other.x - one.x) >= other.half + half + APART)) placed.push({ ...one, half });
  }
  return placed;
}
