import type { Framing, Item, Text } from '../../../game/index.ts';
import { edgedLine } from '../../../kit/draw/arrow-shapes.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { counterPlate } from '../../../kit/draw/counter-items.ts';
import {
  around,
  type Box,
  centre,
  contains,
  coveredArea,
  enclosing,
  grown,
  leastCovering,
  overlap,
  pathOf,
} from '../../../kit/draw/geometry.ts';
import { evened } from '../../../kit/draw/lines.ts';
import { centred, haloed, textBox, textItem, typeset } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexBox, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { blockStyle, numberBlock, OVERVIEW_LETTERS } from '../../../kit/hex/stacks.ts';
import { sealWords } from '../../../kit/plain-english.ts';
import { BOTH } from '../data-file.ts';
import type { Theatre } from '../theatre.ts';
import { holderOf, type StackView, type View } from '../view.ts';
import { FRONTS, type Front, type Side } from '../vocabulary.ts';
import { OVERVIEW_LEGEND } from '../words/game-status.ts';
import { FRONT_NAMES } from '../words/names.ts';
import { PAPER, SIDE_LINES, SIDE_STYLES } from './theatre-ground.ts';

/** A city with points. */
interface HeldCity {
  readonly hex: HexId;
  readonly name: string;
  readonly points: number;
  /** Its controller; `null` while it is fought for. */
  readonly side: Side | null;
  /** Whether blocks are there. */
  readonly occupied: boolean;
  /** Whether the other side has taken it, so that its points count [10.1]. */
  readonly taken: boolean;
}

export function citiesHeld(theatre: Theatre, view: View, plot: HexPlot): readonly HeldCity[] {
  return [...theatre.city.values()].flatMap(({ hex, name, points }): HeldCity[] => {
    if (points === 0 || !isSeen(plot, hex)) return [];
    const side = holderOf(theatre, view, hex);
    const occupied = view.stacks.some((stack) => stack.hex === hex);
    const taken = side !== null && side !== (theatre.home.get(hex) ?? null);
    return [{ hex, name: typeset(name), points, side, occupied, taken }];
  });
}

interface NamedCity {
  readonly city: HeldCity;
  /** The box of its blocks or mark, beside which the name goes. */
  readonly own: Box;
  /** Whether a name without room goes farther off, with a line, instead of being left out. */
  readonly must: boolean;
}

interface CityLabel {
  readonly box: Box;
  readonly items: readonly Item[];
  readonly line: readonly Item[];
}

/**
 * Names of cities with their points, on a plate if the city is taken.
 * Cities that are fought for get their place first, then taken ones, then those worth most.
 * @param covered boxes that no name may cover
 * @param avoided boxes that a name covers only if there is no other room
 * @param foreign boxes of which a name covers as little as it can, except those that touch the city's own box: around
 * other blocks and houses, and of names of waters and of places without points
 */
export function cityLabels(
  plot: HexPlot,
  named: readonly NamedCity[],
  covered: readonly Box[],
  avoided: readonly Box[],
  letters: number,
  foreign: readonly Box[] = [],
): readonly CityLabel[] {
  const worth = ({ side, taken, points, occupied }: HeldCity) =>
    (side === null ? 200 : taken ? 100 : 0) + points * 2 + (occupied ? 1 : 0);
  const blocked = [...covered];
  const within = grown(plot.view, -3);
  return [...named]
    .sort((one, other) => worth(other.city) - worth(one.city))
    .flatMap(({ city, own, must }): CityLabel[] => {
      const words = `${city.name} ${city.points}`;
      const face = must ? 'bold' : 'text';
      const style = city.taken && city.side ? SIDE_STYLES[city.side] : null;
      const { width, height } = textBox(centred(words, 0, 0, letters, INK, face));
      const size = { width: width + (style ? 12 : 2), height: height + (style ? 6 : 0) };
      const isFree = (site: Box) => contains(within, site) && !blocked.some((other) => overlap(site, other));
      const others = foreign.filter((other) => !overlap(other, own));
      const shunned = [...avoided, ...others];
      const isAlone = (site: Box) => !avoided.some((other) => overlap(site, other));
      const isClear = (site: Box) => !crossing(own, site, blocked);
      const beside = leastCovering(near(own, size).filter(isFree), (site) => coveredArea(site, shunned));
      const away = !beside && must ? far(own, size, isFree, others) : [];
      const box = beside ?? away.find((site) => isAlone(site) && isClear(site)) ?? away.find(isClear) ?? away[0];
      if (!box) return [];
      blocked.push(grown(box, 1));
      const { x, y } = centre(box);
      const text: Text = centred(words, x, y + letters * 0.33, letters, style?.text ?? INK, face);
      const plate = style && counterPlate(box, { ...style, cut: style.cut * 0.6, width: 1.6 });
      return [
        {
          box,
          items: plate ? [...plate, text] : [haloed(text)],
          line: beside ? [] : edgedLine(pathOf([middle(plot, city.hex), { x, y }]), LINE, 6),
        },
      ];
    });
}

const LINE = { colour: INK, width: 2.2 } as const;

/** Whether the line to a name crosses anything but its own city. */
function crossing(own: Box, site: Box, others: readonly Box[]): boolean {
  const ends = [centre(own), centre(site)];
  const [home, about] = [grown(own, 5), grown(around(ends), 1)];
  const inWay = others.filter((other) => overlap(about, other) && !contains(home, other));
  if (inWay.length === 0) return false;
  return evened(ends, 6).some((at) => {
    const point = grown({ ...at, width: 0, height: 0 }, 1);
    return !overlap(point, home) && !overlap(point, site) && inWay.some((other) => overlap(point, other));
  });
}

type Size = Pick<Box, 'width' | 'height'>;

/** Boxes beside what stands in a hex, best first. */
function near(own: Box, { width, height }: Size): Box[] {
  const { x, y } = centre(own);
  const [aside, down] = [(own.width + width) / 2 + 3, (own.height + height) / 2 + 2];
  const middles = [
    ...[0, -0.45, 0.45].flatMap((part) => [1, -1].map((to) => ({ x: x + to * aside, y: y + part * own.height }))),
    ...[0, 0.25, -0.25, 0.45, -0.45].flatMap((part) =>
      [1, -1].map((to) => ({ x: x + part * width, y: y + to * down })),
    ),
  ];
  return middles.map((at) => ({ x: at.x - width / 2, y: at.y - height / 2, width, height }));
}

/** Pixels between rings of positions around a hex. */
const RING = 12;
/** To stand a ring farther off is as bad as to cover so many foreign pixels. */
const RING_COST = 300;

/** Free boxes farther off, best first: near ones, and those that cover little of other boxes. */
function far(own: Box, { width, height }: Size, isFree: (box: Box) => boolean, others: readonly Box[]): Box[] {
  const { x, y } = centre(own);
  const sites = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((ring) =>
    Array.from({ length: 24 }, (_, turn) => {
      const angle = (turn * Math.PI) / 12;
      const at = {
        x: x + Math.cos(angle) * (ring * RING + (own.width + width) / 2),
        y: y + Math.sin(angle) * (ring * RING + (own.height + height) / 2),
      };
      const site = { x: at.x - width / 2, y: at.y - height / 2, width, height };
      return { site, ring };
    }),
  );
  return sites
    .filter(({ site }) => isFree(site))
    .map(({ site, ring }) => ({ site, cost: coveredArea(site, others) + RING_COST * ring }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ site }) => site);
}

/** Pixels below the whole map. */
export const FOOT = 90;
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

/** The names of both theatres on their common sheet [20.1], none for a single theatre. */
export function frontNames({ grid }: Theatre, plot: HexPlot): Item[] {
  if (grid !== BOTH.grid) return [];
  return FRONTS.map((front) => {
    const { x, y } = middle(plot, NAMED_AT[front]);
    return centred(`The ${FRONT_NAMES[front]}`, x, y, FRONT_LETTERS, INK, 'title');
  });
}

/** The West's name stands on land without cities, the East's on the paper beside its map. */
const NAMED_AT: { readonly [front in Front]: HexId } = { west: '0417', east: '2426' };
const FRONT_LETTERS = 34;

/** Under the map: the legend and the seal. */
export function foot(width: number, height: number, framing: Framing): Item[] {
  const [blocks, cities] = OVERVIEW_LEGEND;
  const top = height - FOOT;
  const line = (words: string, x: number, y: number): Item => ({
    ...textItem(typeset(words), x, y, OVERVIEW_LETTERS, INK),
    maxWidth: width - 14 - x,
  });
  const sample = (side: Side, x: number) => cityMark(side, { x, y: top + 37, width: 16, height: 16 });
  return [
    { kind: 'rect', x: 0, y: top, width, height: FOOT, fill: PAPER },
    line(blocks, 14, top + 25),
    ...sample('usa', 14),
    line(cities.usa, 36, top + 52),
    ...sample('csa', 160),
    line(cities.csa, 182, top + 52),
    ...sealWords(framing).map((words) => line(words, 14, top + 79)),
  ];
}
