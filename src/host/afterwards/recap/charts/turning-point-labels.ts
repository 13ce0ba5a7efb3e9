import type { Item } from '../../../../game/index.ts';
import { widthOf } from '../../../../render/index.ts';
import { CHART_FADED, CHART_INK, CHART_PAPER } from '../../../base/chart-colours.ts';

/** A turning point named above a plot; `x` and `y` are its point on the line. */
export interface NamedTurningPoint {
  readonly name: string;
  /** A line each, such as "27.2 % → 19.4 %". */
  readonly figures: readonly string[];
  readonly x: number;
  readonly y: number;
}

interface Label extends NamedTurningPoint {
  readonly lines: readonly string[];
  readonly width: number;
}

const SIZE = 31;
const LEADING = 36;
const WIDEST = 362;
const GAP = 20;
const MARGIN = 24;
const SHEET = 1200;
/** The baseline of the last figures; the names stand above them. */
const FIGURES = 252;

/** The turning points named in a row above the plot, each with a line down to its place: side by side, none over another. */
export function labels(turning: readonly NamedTurningPoint[], plot: { readonly y: number }): Item[] {
  const named = turning.map(labelOf);
  const centres = sideBySide(named);
  return named.flatMap((label, index): Item[] => {
    const x = centres[index] as number;
    const text = { kind: 'text', x, size: SIZE, fill: CHART_INK, align: 'center', maxWidth: WIDEST } as const;
    const figures = FIGURES - (label.figures.length - 1) * LEADING;
    const first = figures - label.lines.length * LEADING;
    return [
      {
        kind: 'path',
        // Lines are slanted only above the plot: there no two cross, as the labels stand in the order of their points.
        d: `M ${x} ${FIGURES + 10} L ${label.x} ${plot.y - 8} L ${label.x} ${Math.max(plot.y - 8, label.y - 10)}`,
        stroke: { colour: CHART_FADED, width: 2.5 },
      },
      {
        kind: 'circle',
        x: label.x,
        y: label.y,
        radius: 10,
        fill: CHART_PAPER,
        stroke: { colour: CHART_INK, width: 4 },
      },
      ...label.lines.map((line, row): Item => ({ ...text, y: first + row * LEADING, text: line, face: 'bold' })),
      ...label.figures.map((line, row): Item => ({ ...text, y: figures + row * LEADING, text: line, face: 'text' })),
    ];
  });
}

function labelOf(turning: NamedTurningPoint): Label {
  const lines = wrapped(turning.name);
  const widths = [
    ...lines.map((line) => widthOf('bold', SIZE, line)),
    ...turning.figures.map((line) => widthOf('text', SIZE, line)),
  ];
  return { ...turning, lines, width: Math.min(WIDEST, Math.max(...widths)) };
}

/** Breaks a label into as few lines as fit, at most three: after commas if possible, else into lines of even length. */
function wrapped(text: string): readonly string[] {
  const words = text.split(' ');
  const part = (from: number, to?: number) => words.slice(from, to).join(' ');
  const places = words.flatMap((word, at) => (at === 0 || word === '·' ? [] : [at]));
  const ways = [
    [text],
    ...places.map((at) => [part(0, at), part(at)]),
    ...places.flatMap((at) => places.flatMap((next) => (next > at ? [[part(0, at), part(at, next), part(next)]] : []))),
  ].map((lines) => {
    const longest = Math.max(...lines.map((line) => widthOf('bold', SIZE, line)));
    return { lines, longest, commas: lines.filter((line) => line.endsWith(',')).length };
  });
  const over = ({ longest }: (typeof ways)[number]) => Math.max(0, longest - WIDEST);
  const [best] = ways.sort(
    (a, b) => over(a) - over(b) || a.lines.length - b.lines.length || b.commas - a.commas || a.longest - b.longest,
  );
  return best?.lines ?? [text];
}

/** The middles of labels: as near to what they point to as there is room. */
function sideBySide(labels: readonly Label[]): readonly number[] {
  const lefts: number[] = [];
  for (const { x, width } of labels) {
    const free = (lefts.at(-1) ?? MARGIN - GAP) + (lefts.length > 0 ? (labels[lefts.length - 1]?.width ?? 0) : 0) + GAP;
    lefts.push(Math.max(free, x - width / 2));
  }
  // Back from the right edge, whatever has been pushed over it.
  let right = SHEET - MARGIN;
  for (let index = labels.length - 1; index >= 0; index--) {
    const width = labels[index]?.width ?? 0;
    lefts[index] = Math.min(lefts[index] as number, right - width);
    right = (lefts[index] as number) - GAP;
  }
  return lefts.map((left, index) => left + (labels[index]?.width ?? 0) / 2);
}
