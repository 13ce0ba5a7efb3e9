import type { Item } from '../../game/index.ts';
import { centred, typeset, widthOf } from '../draw/text-layout.ts';
import type { HexId } from '../hex/hex-grid.ts';
import type { Edge, HexMap } from '../hex/hex-map.ts';
import { extentOf, type HexPlot, isNear, middle } from '../hex/hex-plot.ts';
import { FADED } from './land-inks.ts';
import type { LandStyle } from './land-style.ts';

/** Where roads lead off the map, along its edges. */
export function destinations(map: HexMap, plot: HexPlot, style: LandStyle): Item[] {
  const s = plot.scale;
  const { width, height } = extentOf(plot);
  const size = s > 1 ? 22 : 13;
  const out = s > 1 ? 26 : 20;
  return map.places.flatMap(({ hex, name, kind }): Item[] => {
    const { x, y } = middle(plot, hex);
    if (style.places[kind] !== 'off' || !isNear(plot, { x, y }, plot.radius * 3)) return [];
    const edge = edgeOf(map, hex);
    const words = (turn: number, at: { x: number; y: number }): Item => ({
      kind: 'group',
      x: at.x,
      y: at.y,
      turn,
      items: [centred(typeset(name), 0, size * 0.35, size, FADED, 'italic'), arrow(name, edge, size)],
    });
    if (edge === 'N') return [words(0, { x, y: plot.y - out })];
    if (edge === 'S') return [words(0, { x, y: plot.y + height + out })];
    // Side by side on one edge, those words would stand on the road.
    const aside = widthOf(name, size) / 2 + plot.half * 0.5;
    return edge === 'W'
      ? [words(-90, { x: plot.x - out * 0.7, y: y - aside })]
      : [words(90, { x: plot.x + width + out * 0.7, y: y - aside * 0.9 })];
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
