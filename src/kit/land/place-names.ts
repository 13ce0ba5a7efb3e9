import type { Colour, Item, Text } from '../../game/index.ts';
import { INK } from '../draw/common-colours.ts';
import { type Box, between, contains, enclosing, grown, movedBy, overlap, type Point } from '../draw/geometry.ts';
import { centred, haloed, textBox, typeset, widthOf } from '../draw/text-layout.ts';
import { endsOfSide, type HexId } from '../hex/hex-grid.ts';
import { type Edge, type HexMap, sidesOf } from '../hex/hex-map.ts';
import {
  extentOf,
  type HexPlot,
  hasLargeLetters,
  hexBox,
  hexesIn,
  isNear,
  middle,
  numberBox,
  plotFromCorner,
  sideOf,
} from '../hex/hex-plot.ts';
import { MemoPer, once } from '../memo.ts';
import { BANK, FADED } from './land-colours.ts';
import type { LandStyle } from './land-style.ts';

/** Names of places, bridges and works, each in a free spot. A name without a free spot is left out. */
export function placeNames(map: HexMap, plot: HexPlot, style: LandStyle, taken: readonly Box[]): Item[] {
  const names = mapNames.get(map, lettersKey(plot, style), () => namesAt(map, style, plot));
  const room = grown(plot.view, -EDGE);
  const boxes = [...taken];
  const isFree = (box: Box) => contains(room, box) && !boxes.some((other) => overlap(box, other));
  return names.flatMap(({ text, width, reach, spotsOn, order }): Item[] => {
    if (!overlap(movedBy(reach, plot), room)) return [];
    const spots = spotsOn(plot);
    for (const next of order()) {
      const at = spots[next] as Point;
      const box = boxOfName(at, width, text.size);
      if (!isFree(box)) continue;
      boxes.push(wider(box, text.size * GAP));
      // On whole pixels, letters are drawn once for all pictures.
      return [{ ...text, x: Math.round(at.x), y: Math.round(at.y) }];
    }
    return [];
  });
}

/** Pixels between names and the edge of the picture. */
const EDGE = 3;
/** The gap between two names on a line, in parts of the size of their letters. */
const GAP = 0.4;

function wider({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y, width: width + by * 2, height };
}

/** The box of a name whose baseline has its middle at a point. */
function boxOfName({ x, y }: Point, width: number, size: number): Box {
  return { x: x - width / 2, y: y - size * 0.8, width, height: size };
}

/** Half the width of a place's dot, in pixels of the map. */
const DOT = 3;

interface Site {
  readonly hex: HexId;
  /** The side with the bridge, ford or work; null for a place, which is in the middle. */
  readonly side: number | null;
}

/** A name at a scale. */
interface MapName {
  readonly text: Text;
  readonly width: number;
  /** The spots on a plot of that scale at which the middle of its baseline may stand. */
  readonly spotsOn: (plot: HexPlot) => readonly Point[];
  /**
   * The indexes of its spots, the best first. Those that cover a hex's number come later, and those that cover a
   * place's dot last. They are sorted when a picture first shows the name.
   */
  readonly order: () => readonly number[];
  /** Holds the name in any of its spots, from the map's corner. */
  readonly reach: Box;
}

/** The names of a map for each scale. There are only a few scales. */
const mapNames = new MemoPer<HexMap, readonly MapName[]>();

const SIZES = { town: [16, 26], place: [14, 24], farm: [12, 22], crossing: [12, 22] } as const;

/** The key of everything on which the names and their sizes depend. */
function lettersKey(plot: HexPlot, { places, crossings }: LandStyle): string {
  return `${plot.radius} ${plot.scale} ${hasLargeLetters(plot)} ${JSON.stringify(places)} ${crossings}`;
}

function namesAt(map: HexMap, style: LandStyle, plot: HexPlot): MapName[] {
  const s = plot.scale;
  const flat = plotFromCorner(plot, s);
  const named = map.places.flatMap(({ hex, name, kind }) => {
    const rank = style.places[kind] ?? 'off';
    return rank === 'off' ? [] : [{ hex, name, rank }];
  });
  const dots = named.map(({ hex }) => hexBox(flat, hex, DOT * s));
  const sizeOf = (kind: keyof typeof SIZES) => SIZES[kind][hasLargeLetters(plot) ? 1 : 0];
  /** @param away how far above, below and beside its sites the name may stand */
  const mapName = (bare: Text, sites: readonly Site[], away: Point): MapName => {
    const text = haloed(bare, 4 * Math.sqrt(s));
    const { width } = textBox(text);
    const aside = width / 2 + away.x;
    const spotsOn = (on: HexPlot) => sites.flatMap((site) => spotsAbout(on, text.size, { x: aside, y: away.y }, site));
    const boxes = spotsOn(flat).map((spot) => boxOfName(spot, width, text.size));
    const reach = enclosing(boxes);
    const order = once(() => {
      const numbers = hexesIn(flat, grown(reach, 2 * flat.radius)).map((hex) => numberBox(flat, hex));
      const covers = (box: Box, others: readonly Box[]) => others.some((other) => overlap(box, other));
      const ranks = boxes.map((box) => (covers(box, dots) ? 2 : covers(box, numbers) ? 1 : 0));
      return [...ranks.keys()].sort((one, other) => (ranks[one] as number) - (ranks[other] as number));
    });
    return { text, width, reach, spotsOn, order };
  };
  const place = ({ hex, name, rank }: (typeof named)[number]) => {
    const text = centred(typeset(name), 0, 0, sizeOf(rank), INK, rank === 'farm' ? 'text' : 'bold');
    return mapName(text, [{ hex, side: null }], { x: 12 * s, y: 11 * s });
  };
  const structure = (name: string, ink: Colour, sites: readonly Site[]) =>
    mapName(centred(typeset(name), 0, 0, sizeOf('crossing'), ink, 'italic'), sites, { x: 13 * s, y: 15 * s });
  const crossings = (style.crossings === false ? [] : map.hexes).flatMap((hex) =>
    sidesOf(map, hex).flatMap(({ to, direction, crossingName }) =>
      crossingName === null || to < hex ? [] : [structure(crossingName, BANK, [{ hex, side: direction }])],
    ),
  );
  const works = map.works.map(({ name, sides }) => {
    const sites = sides.map((key) => {
      const [hex, to] = endsOfSide(key);
      return { hex, side: map.grid.directionTo(hex, to) };
    });
    return structure(name, INK, fromMiddle(sites));
  });
  const townsFirst = named.toSorted((one, other) => Number(other.rank === 'town') - Number(one.rank === 'town'));
  return [...townsFirst.map(place), ...crossings, ...works];
}

/** The list from its middle on, then its first half backwards. */
function fromMiddle<One>(list: readonly One[]): readonly One[] {
  const middle = Math.floor(list.length / 2);
  return [...list.slice(middle), ...list.slice(0, middle).reverse()];
}

/**
 * The points where a name may stand, the best first: the middle of its baseline.
 * @param away from the site, beside it and above or below it
 */
function spotsAbout(plot: HexPlot, size: number, away: Point, { hex, side }: Site): readonly Point[] {
  const { x, y } = side === null ? middle(plot, hex) : between(...sideOf(plot, hex, side));
  const [aside, high] = [away.x, away.y];
  const places = [
    { x, y: y + high + size * 0.8 },
    { x, y: y - high },
    { x: x + aside, y: y + size * 0.3 },
    { x: x - aside, y: y + size * 0.3 },
    { x: x + aside, y: y - plot.half * 0.6 },
    { x: x - aside, y: y - plot.half * 0.6 },
    { x: x + aside, y: y + plot.half * 0.8 },
    { x: x - aside, y: y + plot.half * 0.8 },
    { x, y: y + plot.half * 1.25 },
    { x, y: y - plot.half * 1.1 },
  ];
  return side === null ? places : [...places.slice(2, 8), ...places];
}

/** The names of the roads' destinations, along the edges of the map. */
export function destinations(map: HexMap, plot: HexPlot, style: LandStyle): Item[] {
  const { width, height } = extentOf(plot);
  const isLarge = hasLargeLetters(plot);
  const size = isLarge ? 22 : 13;
  const out = isLarge ? 26 : 20;
  return map.places.flatMap(({ hex, name, kind }): Item[] => {
    const { x, y } = middle(plot, hex);
    const reach = 2 * plot.radius + 1.1 * widthOf(name, size, 'italic');
    if (style.places[kind] !== 'off' || !isNear(plot, { x, y }, reach)) return [];
    const edge = edgeOf(map, hex);
    // Words side by side on one edge would stand on the road.
    const aside = widthOf(name, size) / 2 + plot.half * 0.5;
    const [turn, at] = {
      N: [0, { x, y: plot.y - out }] as const,
      S: [0, { x, y: plot.y + height + out }] as const,
      W: [-90, { x: plot.x - out * 0.7, y: y - aside }] as const,
      E: [90, { x: plot.x + width + out * 0.7, y: y - aside * 0.9 }] as const,
    }[edge];
    const words = centred(typeset(name), 0, size * 0.35, size, FADED, 'italic');
    return [{ kind: 'group', ...at, turn, items: [words, arrow(name, edge, size)] }];
  });
}

/** A little arrow before the words: off the map for a road to a place, on to it for a road from there. */
function arrow(name: string, edge: Edge, size: number): Item {
  const x = -widthOf(name, size, 'italic') * 0.55 - size * 0.6;
  const off = edge === 'S' ? 1 : -1;
  const tip = size * 0.32 * (name.startsWith('to ') ? off : -off);
  return {
    kind: 'path',
    d: `M ${x - size * 0.3} ${-tip} L ${x + size * 0.3} ${-tip} L ${x} ${tip} Z`,
    fill: FADED,
  };
}

function edgeOf(map: HexMap, hex: HexId): Edge {
  for (const { leaves } of map.ways) for (const [from, edge] of leaves) if (from === hex) return edge;
  return 'S';
}
