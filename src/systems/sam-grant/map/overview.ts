import type { Item } from '../../../game/index.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { type Box, enclosing, grown } from '../../../kit/draw/geometry.ts';
import { centred, textAt, typeset } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexBox, middle } from '../../../kit/hex/hex-plot.ts';
import { blockStyle, numberBlock, OVERVIEW_LETTERS } from '../../../kit/hex/stacks.ts';
import { BOTH } from '../data-file.ts';
import type { Theatre } from '../theatre.ts';
import { FRONTS, type Front } from '../two-theatres.ts';
import type { StackView, View } from '../view.ts';
import type { Side } from '../vocabulary.ts';
import { OVERVIEW_LEGEND } from '../words/game-status.ts';
import { theatreName } from '../words/two-theatre-words.ts';
import { citiesHeld, cityLabels, type HeldCity, type NamedCity } from './city-names.ts';
import { PAPER, SIDE_LINES, SIDE_STYLES } from './theatre-ground.ts';

/** Pixels below the whole map. */
export const FOOT = 64;
/** Points of a city that is always named. */
const LARGE = 2;

/** The changing parts of the whole map: control of cities, and the number of blocks in each hex. */
export function overviewItems(theatre: Theatre, view: View, plot: HexPlot, arrows: readonly Box[]): Item[] {
  const held = citiesHeld(theatre, view, plot);
  const blocks = view.stacks.map((stack) => ({ stack, box: blockBox(plot, view, stack) }));
  const marks = held.filter(({ occupied }) => !occupied).map((city) => ({ city, box: markBox(plot, city) }));
  const named = held
    .filter(({ points, occupied }) => occupied || points >= LARGE)
    .map((city): NamedCity => {
      const standing = blocks.filter(({ stack }) => stack.hex === city.hex).map(({ box }) => box);
      const must = city.taken || city.side === null || city.points >= LARGE;
      return { city, own: standing.length > 0 ? enclosing(standing) : markBox(plot, city), must };
    });
  const covered = [...blocks.map(({ box }) => grown(box, 2)), ...arrows];
  const names = cityLabels(
    plot,
    named,
    covered,
    marks.map(({ box }) => box),
    OVERVIEW_LETTERS,
  );
  return [
    ...names.flatMap(({ line }) => line),
    ...marks.flatMap(({ city, box }) => cityMark(city.side, box)),
    ...blocks.flatMap(({ stack: { side, count, supplied }, box }) =>
      numberBlock(box, blockStyle(SIDE_STYLES[side], !supplied), String(count), 3),
    ),
    ...names.flatMap(({ items }) => items),
  ];
}

/** The box of a side's blocks, shifted if both sides are in the hex. */
function blockBox(plot: HexPlot, { stacks }: View, { hex, side }: StackView): Box {
  const { x, y } = middle(plot, hex);
  const both = stacks.filter((stack) => stack.hex === hex).length > 1;
  const size = plot.radius * 1.32;
  const width = both ? plot.radius * 0.86 : size;
  return { x: x - (both ? (side === 'usa' ? width + 0.5 : -0.5) : width / 2), y: y - size / 2, width, height: size };
}

function markBox(plot: HexPlot, { hex, points }: HeldCity): Box {
  return hexBox(plot, hex, points >= LARGE ? 8 : 6);
}

/** The mark of an empty city, dark and square or light with cut corners, like blocks. */
function cityMark(side: Side | null, box: Box): Item[] {
  if (side === null) return [];
  const { fill } = SIDE_STYLES[side];
  if (side === 'usa') return [{ kind: 'rect', ...box, fill, stroke: { colour: CARD, width: 1.5 } }];
  const d = cutCorners(box, box.width * 0.3);
  return [{ kind: 'path', d, fill, stroke: { colour: SIDE_LINES[side], width: 2.5 } }];
}

/** Names of the halves of the sheet of both theatres [20.1]: of the West on land without cities, of the East on the paper beside. */
export function frontNames({ grid }: Theatre, plot: HexPlot): Item[] {
  if (grid !== BOTH.grid) return [];
  return FRONTS.map((front) => {
    const { x, y } = middle(plot, NAMED_AT[front]);
    return centred(theatreName(front), x, y, FRONT_LETTERS, INK, 'title');
  });
}

const NAMED_AT: { readonly [front in Front]: HexId } = { west: '0417', east: '2426' };
const FRONT_LETTERS = 34;

/** The legend of blocks, marks and numbers. */
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
