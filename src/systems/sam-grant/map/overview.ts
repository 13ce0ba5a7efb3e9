import type { Item, Text } from '../../../game/index.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { counterPlate } from '../../../kit/draw/counter-items.ts';
import { type Box, centre, contains, grown, overlap, type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { blockStyle, OVERVIEW_LETTERS } from '../../../kit/draw/overview-blocks.ts';
import { centred, haloed, textAt, textBox, typeset } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import type { Theatre } from '../theatre.ts';
import type { StackView, View } from '../view.ts';
import type { Side } from '../vocabulary.ts';
import { OVERVIEW_LEGEND } from '../words/game-status.ts';
import { PAPER, SIDE_LINES, SIDE_STYLES } from './palette.ts';

/** Pixels below the whole map. */
export const FOOT = 64;
/** Points of a city that is always named. */
const LARGE = 2;

/** A city that scores, and whose it is; null: it is fought for. */
interface Held {
  readonly hex: HexId;
  readonly name: string;
  readonly points: number;
  readonly side: Side | null;
  readonly occupied: boolean;
  /** By the other side than its own: its points count. */
  readonly taken: boolean;
}

/** Everything that changes on the whole map: whose the cities are, and how many blocks stand in each hex. */
export function overviewItems(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  const held = citiesHeld(theatre, view, plot);
  const fought = new Set(held.flatMap(({ hex, side }) => (side === null ? [hex] : [])));
  const blocks = view.stacks.map((stack) => ({ stack, box: blockBox(plot, view, stack) }));
  const marks = held.filter(({ occupied }) => !occupied).map((city) => ({ city, box: markBox(plot, city) }));
  const names = nameLabels(
    plot,
    held,
    blocks.map(({ box }) => grown(box, 2)),
    marks.map(({ box }) => box),
  );
  return [
    ...names.flatMap(({ line }) => line),
    ...marks.flatMap(({ city, box }) => (fought.has(city.hex) ? [] : cityMark(city.side, box))),
    ...blocks.flatMap(({ stack, box }) => block(stack, box)),
    ...names.flatMap(({ items }) => items),
  ];
}

function citiesHeld(theatre: Theatre, view: View, plot: HexPlot): readonly Held[] {
  return [...theatre.city.values()].flatMap(({ hex, name, points }): Held[] => {
    if (points === 0 || !isSeen(plot, hex)) return [];
    const holders = view.stacks.filter((stack) => stack.hex === hex);
    const home = theatre.home.get(hex) ?? null;
    const side = holders.length > 1 ? null : (holders[0]?.side ?? home);
    return [
      { hex, name: typeset(name), points, side, occupied: holders.length > 0, taken: side !== null && side !== home },
    ];
  });
}

/** The blocks of a hex beside those of the other side, where both are in it. */
function blockBox(plot: HexPlot, { stacks }: View, { hex, side }: StackView): Box {
  const { x, y } = middle(plot, hex);
  const both = stacks.filter((stack) => stack.hex === hex).length > 1;
  const size = plot.radius * 1.32;
  const width = both ? plot.radius * 0.86 : size;
  return { x: x - (both ? (side === 'usa' ? width + 0.5 : -0.5) : width / 2), y: y - size / 2, width, height: size };
}

function block({ side, count, supplied }: StackView, box: Box): Item[] {
  const style = blockStyle(SIDE_STYLES[side], !supplied);
  const { x, y } = centre(box);
  return [
    ...counterPlate(box, { ...style, cut: style.cut * 0.6 }),
    {
      ...centred(String(count), x, y + OVERVIEW_LETTERS * 0.35, OVERVIEW_LETTERS, style.text, 'bold'),
      maxWidth: box.width - 3,
    },
  ];
}

function markBox(plot: HexPlot, { hex, points }: Held): Box {
  return grown({ ...middle(plot, hex), width: 0, height: 0 }, points >= LARGE ? 8 : 6);
}

/** A city without blocks: told apart as blocks are, dark and square or light with cut corners. */
function cityMark(side: Side | null, box: Box): Item[] {
  if (side === null) return [];
  const { fill } = SIDE_STYLES[side];
  if (side === 'usa') return [{ kind: 'rect', ...box, fill, stroke: { colour: CARD, width: 1.5 } }];
  const d = cutCorners(box, box.width * 0.3);
  return [{ kind: 'path', d, fill, stroke: { colour: SIDE_LINES[side], width: 2.5 } }];
}

interface Label {
  readonly items: readonly Item[];
  /** To its hex, where it has no room beside it. */
  readonly line: readonly Item[];
}

/** Names with points: of cities that are fought for, that were taken, that are worth most; then, where there is room, of those where blocks stand. */
function nameLabels(
  plot: HexPlot,
  held: readonly Held[],
  blocks: readonly Box[],
  marks: readonly Box[],
): readonly Label[] {
  const worth = ({ side, taken, points, occupied }: Held) =>
    (side === null ? 200 : taken ? 100 : 0) + points * 2 + (occupied ? 1 : 0);
  const named = held.filter(({ points, occupied }) => occupied || points >= LARGE);
  const covered = [...blocks];
  return named
    .sort((one, other) => worth(other) - worth(one))
    .flatMap((city): Label[] => {
      const must = city.taken || city.side === null || city.points >= LARGE;
      const words = `${city.name} ${city.points}`;
      const face = must ? 'bold' : 'text';
      const style = city.taken && city.side ? SIDE_STYLES[city.side] : null;
      const size = textBox(centred(words, 0, 0, OVERVIEW_LETTERS, INK, face));
      const box = { ...size, width: size.width + (style ? 12 : 2), height: size.height + (style ? 6 : 0) };
      const from = middle(plot, city.hex);
      const sites = [...near(plot, from, box), ...(must ? far(plot, from, box) : [])].filter(
        (site) => contains(grown(plot.view, -2), site) && !covered.some((other) => overlap(site, other)),
      );
      const site = sites.find((one) => !marks.some((other) => overlap(one, other))) ?? sites[0];
      if (!site) return [];
      covered.push(grown(site, 1));
      const { x, y } = centre(site);
      const text: Text = centred(words, x, y + OVERVIEW_LETTERS * 0.33, OVERVIEW_LETTERS, style?.text ?? INK, face);
      const gap = (one: number, other: number, size: number) => Math.max(0, Math.abs(one - other) - size / 2);
      const away = Math.hypot(gap(x, from.x, site.width), gap(y, from.y, site.height)) > plot.radius * 1.2;
      return [
        {
          items: style ? [...counterPlate(site, { ...style, cut: style.cut * 0.6, width: 1.6 }), text] : [haloed(text)],
          line: away ? lineTo(from, { x, y }) : [],
        },
      ];
    });
}

function lineTo(from: Point, to: Point): Item[] {
  const d = pathOf([from, to]);
  return [
    { kind: 'path', d, stroke: { colour: CARD, width: 6 } },
    { kind: 'path', d, stroke: { colour: INK, width: 2.2 } },
  ];
}

/** Beside a hex, the best first. */
function near({ half, radius }: HexPlot, { x, y }: Point, { width, height }: Box): Box[] {
  const [aside, down] = [radius * 0.75 + 2 + width / 2, half * 0.8 + 1 + height / 2];
  const middles = [
    ...[0, -0.5, 0.5].flatMap((part) => [1, -1].map((to) => ({ x: x + to * aside, y: y + part * half }))),
    ...[0, 0.25, -0.25, 0.45, -0.45].flatMap((part) =>
      [1, -1].map((to) => ({ x: x + part * width, y: y + to * down })),
    ),
  ];
  return middles.map((at) => ({ x: at.x - width / 2, y: at.y - height / 2, width, height }));
}

/** Farther off: a line leads there. */
function far({ half }: HexPlot, { x, y }: Point, { width, height }: Box): Box[] {
  return [2, 3, 4, 5, 6].flatMap((rows) =>
    Array.from({ length: 16 }, (_, turn) => {
      const angle = (turn * Math.PI) / 8;
      const at = { x: x + Math.cos(angle) * (rows * half + width / 2), y: y + Math.sin(angle) * rows * half };
      return { x: at.x - width / 2, y: at.y - height / 2, width, height };
    }),
  );
}

/** What the blocks, marks and numbers say. */
export function foot(width: number, height: number): Item[] {
  const [blocks, cities] = OVERVIEW_LEGEND;
  const top = height - FOOT;
  const line = (words: string, x: number, y: number): Item => ({
    ...textAt(typeset(words), x, y, OVERVIEW_LETTERS, INK),
    maxWidth: width - 14 - x,
  });
  const sample = (side: Side, x: number) => cityMark(side, { x, y: height - 27, width: 16, height: 16 });
  return [
    { kind: 'rect', x: 0, y: top, width, height: FOOT, fill: PAPER },
    line(blocks, 14, top + 25),
    ...sample('usa', 14),
    line(cities.usa, 36, height - 12),
    ...sample('csa', 160),
    line(cities.csa, 182, height - 12),
  ];
}
