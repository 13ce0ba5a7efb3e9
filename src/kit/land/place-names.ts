import type { Item, Text } from '../../game/index.ts';
import { CARD, INK } from '../draw/common-colours.ts';
import { type Box, between, contains, grown, overlap, type Point } from '../draw/geometry.ts';
import { centred, haloed, textBox, typeset, widthOf } from '../draw/text-layout.ts';
import { endsOfSide, type HexId } from '../hex/hex-grid.ts';
import type { Edge, HexMap } from '../hex/hex-map.ts';
import {
  extentOf,
  type HexPlot,
  hasLargeLetters,
  hexesSeen,
  isNear,
  middle,
  numberBox,
  sideOf,
} from '../hex/hex-plot.ts';
import { MemoPer } from '../memo.ts';
import { BANK, FADED } from './land-colours.ts';
import type { LandStyle } from './land-style.ts';

/** Names of places, bridges and works, each in a free spot. A name without a free spot is left out. */
export function placeNames(map: HexMap, plot: HexPlot, style: LandStyle, taken: readonly Box[]): Item[] {
  const boxes = [...taken];
  return namesOf(map, plot, style).flatMap(({ text, places }) => {
    const place = places.find(({ box }) => !boxes.some((other) => overlap(box, other)));
    if (!place) return [];
    boxes.push(wider(place.box, text.size * GAP));
    // On whole pixels, letters are drawn once for all pictures.
    return [{ ...text, x: Math.round(place.x), y: Math.round(place.y) }];
  });
}

/** The gap between two names on a line, in parts of the size of their letters. */
const GAP = 0.4;

function wider({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y, width: width + by * 2, height };
}

/**
 * A name and the spots where it may stand on a plot. Spots that cover a hex's number come later, and those that cover
 * another place's dot last.
 */
interface Placed {
  readonly text: Text;
  readonly places: readonly (Point & { readonly box: Box })[];
}

/** The names of recent plots, since pictures show the same parts of a map again and again. */
const plots = new MemoPer<HexMap, readonly Placed[]>(20);

function namesOf(map: HexMap, plot: HexPlot, style: LandStyle): readonly Placed[] {
  return plots.get(map, `${lettersKey(plot, style)} ${plot.radius} ${plot.x} ${plot.y}`, () =>
    placed(map, plot, style),
  );
}

function placed(map: HexMap, plot: HexPlot, style: LandStyle): Placed[] {
  const numbered = hexesSeen(plot).map((hex) => numberBox(plot, hex));
  const all = signs.get(map, lettersKey(plot, style), () => signsAt(map, style, plot));
  const dots = all.flatMap(({ sites }) => sites).filter(({ side }) => side === null);
  const dotted = dots.map((site) => grown({ ...siteOf(plot, site), width: 0, height: 0 }, DOT * plot.scale));
  return all.flatMap((sign) => {
    const clear: Placed['places'][number][] = [];
    const covering: typeof clear = [];
    const misleading: typeof clear = [];
    for (const { x, y } of sign.sites.flatMap((site) => placesAbout(plot, sign, site))) {
      const box = { x: x - sign.width / 2, y: y - sign.text.size * 0.8, width: sign.width, height: sign.text.size };
      if (!contains(grown(plot.view, -3), box)) continue;
      const covers = (others: readonly Box[]) => others.some((other) => overlap(box, other));
      (covers(dotted) ? misleading : covers(numbered) ? covering : clear).push({ x, y, box });
    }
    return [{ text: sign.text, places: [...clear, ...covering, ...misleading] }];
  });
}

/** Half the width of a place's dot, in pixels of the map. */
const DOT = 3;

interface Site {
  readonly hex: HexId;
  /** The side with the bridge, ford or work; null for a place, which is in the middle. */
  readonly side: number | null;
}

/** A name at a scale, and the sites to which it belongs. */
interface Sign {
  readonly text: Text;
  readonly width: number;
  /** A single site, except for works, whose name may stand at any of their sides. */
  readonly sites: readonly Site[];
  /** How far above or below the site the name may stand, and how far beside it. */
  readonly high: number;
  readonly aside: number;
}

/** The names of a map for each scale. There are only a few scales. */
const signs = new MemoPer<HexMap, readonly Sign[]>();

const SIZES = { town: [16, 26], place: [14, 24], farm: [12, 22], crossing: [12, 22] } as const;

/** The key of everything on which the names and their sizes depend. */
function lettersKey(plot: HexPlot, { places, crossings }: LandStyle): string {
  return `${plot.scale} ${hasLargeLetters(plot)} ${JSON.stringify(places)} ${crossings}`;
}

function signsAt(map: HexMap, style: LandStyle, plot: HexPlot): Sign[] {
  const s = plot.scale;
  const sizeOf = (kind: keyof typeof SIZES) => SIZES[kind][hasLargeLetters(plot) ? 1 : 0];
  const set = (text: Text) => {
    const haloedText = haloed(text, 4 * Math.sqrt(s), CARD);
    return { text: haloedText, width: textBox(haloedText).width };
  };
  const towns: Sign[] = [];
  const others: Sign[] = [];
  for (const { hex, name, kind } of map.places) {
    const sort = style.places[kind] ?? 'off';
    if (sort === 'off') continue;
    const letters = set(centred(typeset(name), 0, 0, sizeOf(sort), INK, sort === 'farm' ? 'text' : 'bold'));
    const sign = { ...letters, sites: [{ hex, side: null }], high: 11 * s, aside: letters.width / 2 + 12 * s };
    (sort === 'town' ? towns : others).push(sign);
  }
  for (const hex of style.crossings === false ? [] : map.hexes) {
    for (const { to, direction, crossingName } of map.hex.get(hex)?.sides ?? []) {
      if (crossingName === null || to < hex) continue;
      const letters = set(centred(typeset(crossingName), 0, 0, sizeOf('crossing'), BANK, 'italic'));
      others.push({ ...letters, sites: [{ hex, side: direction }], high: 15 * s, aside: letters.width / 2 + 13 * s });
    }
  }
  for (const { name, sides } of map.works) {
    const letters = set(centred(typeset(name), 0, 0, sizeOf('crossing'), INK, 'italic'));
    const sites = sides.map((key) => {
      const [hex, to] = endsOfSide(key);
      return { hex, side: map.grid.directionTo(hex, to) };
    });
    others.push({ ...letters, sites: fromMiddle(sites), high: 15 * s, aside: letters.width / 2 + 13 * s });
  }
  return [...towns, ...others];
}

/** The list from its middle on, then its first half backwards. */
function fromMiddle<One>(list: readonly One[]): readonly One[] {
  const middle = Math.floor(list.length / 2);
  return [...list.slice(middle), ...list.slice(0, middle).reverse()];
}

function siteOf(plot: HexPlot, { hex, side }: Site): Point {
  return side === null ? middle(plot, hex) : between(...sideOf(plot, hex, side));
}

/** The points where a name may stand, the best first: the middle of its baseline. */
function placesAbout(plot: HexPlot, { text, high, aside }: Sign, site: Site): readonly Point[] {
  const { side } = site;
  const { x, y } = siteOf(plot, site);
  if (!isNear(plot, { x, y }, aside + plot.half * 2)) return [];
  const places = [
    { x, y: y + high + text.size * 0.8 },
    { x, y: y - high },
    { x: x + aside, y: y + text.size * 0.3 },
    { x: x - aside, y: y + text.size * 0.3 },
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
  const large = hasLargeLetters(plot);
  const size = large ? 22 : 13;
  const out = large ? 26 : 20;
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
