import type { Item } from '../../game/index.ts';
import { centred, typeset, widthOf } from '../draw/text-layout.ts';
import type { HexId } from '../hex/hex-grid.ts';
import type { Edge, HexMap } from '../hex/hex-map.ts';
import { extentOf, type HexPlot, hasLargeLetters, isNear, middle } from '../hex/hex-plot.ts';
import { FADED } from './land-colours.ts';
import type { LandStyle } from './land-style.ts';

/** Names of the roads' destinations, along the edges of the map. */
export function destinations(map: HexMap, plot: HexPlot, style: LandStyle): Item[] {
  const { width, height } = extentOf(plot);
  const large = hasLargeLetters(plot);
  const size = large ? 22 : 13;
  const out = large ? 26 : 20;
  return map.places.flatMap(({ hex, name, kind }): Item[] => {
    const { x, y } = middle(plot, hex);
    if (style.places[kind] !== 'off' || !isNear(plot, { x, y }, plot.radius * 4)) return [];
    const edge = edgeOf(map, hex);
    // Side by side on one edge, those words would stand on the road.
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

/** A little arrow before the words: off the map for where a road leads to, on to it for where one comes from. */
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
