import type { Item } from '../../../../game/index.ts';
import { cutCorners } from '../../../../kit/draw/frames.ts';
import type { Box } from '../../../../kit/draw/geometry.ts';
import { CARD } from '../../../../kit/draw/inks.ts';
import { centred, typeset, widthOf } from '../../../../kit/draw/lettering.ts';
import type { HexId } from '../../../../kit/hex/grid.ts';
import type { Field } from '../../field.ts';
import type { Side } from '../../vocabulary.ts';
import { coloursOf } from '../counters.ts';
import { FADED } from '../inks.ts';
import { extentOf, isNear, middle, type Plot, scaleOf } from '../plot.ts';

/** Where roads lead off the map, along its edges. */
export function destinations(field: Field, plot: Plot): Item[] {
  const s = scaleOf(plot);
  const { width, height } = extentOf(plot);
  const size = s > 1 ? 22 : 13;
  const out = s > 1 ? 26 : 20;
  return field.places.flatMap(({ hex, name, kind }): Item[] => {
    const { x, y } = middle(plot, hex);
    if (kind !== 'off' || !isNear(plot, { x, y }, plot.radius * 3)) return [];
    const edge = edgeOf(field, hex);
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
function arrow(name: string, edge: string, size: number): Item {
  const x = -widthOf(name, size, 'italic') * 0.55 - size * 0.6;
  const off = edge === 'S' ? 1 : -1;
  const tip = size * 0.32 * (name.startsWith('to ') ? off : -off);
  return {
    kind: 'path',
    d: `M ${x - size * 0.3} ${-tip} L ${x + size * 0.3} ${-tip} L ${x} ${tip} Z`,
    fill: FADED,
  };
}

function edgeOf(field: Field, hex: HexId): string {
  for (const { leaves } of field.ways) for (const [from, edge] of leaves) if (from === hex) return edge;
  return 'S';
}

/** What an entry hex is marked with: whose, and the turns of those who come by it. */
interface Entry {
  readonly hex: HexId;
  readonly side: Side;
  readonly turns: string;
}

const known = new WeakMap<Field, readonly Entry[]>();

export function entriesOf(field: Field): readonly Entry[] {
  let entries = known.get(field);
  if (!entries) {
    entries = found(field);
    known.set(field, entries);
  }
  return entries;
}

function found(field: Field): readonly Entry[] {
  const turns = new Map<string, Set<number>>();
  for (const { side, arrives, entry, otherEntry } of field.pieces) {
    if (arrives === null) continue;
    for (const hex of [...entry, ...(otherEntry === null ? [] : [otherEntry])]) {
      const key = `${side} ${hex}`;
      turns.set(key, (turns.get(key) ?? new Set()).add(arrives));
    }
  }
  return [...turns].map(([key, set]) => {
    const [side, hex] = key.split(' ') as [Side, HexId];
    const all = [...set].sort((a, b) => a - b);
    const run = all.length > 2 && (all.at(-1) as number) - (all[0] as number) === all.length - 1;
    return { hex, side, turns: run ? `${all[0]}–${all.at(-1)}` : all.join(', ') };
  });
}

/** Tags on entry hexes, at their lower sides; an exit's is lifted off its ring. */
export function entryTags(field: Field, plot: Plot): Item[] {
  return entriesOf(field).flatMap((entry): Item[] => {
    if (!isNear(plot, middle(plot, entry.hex))) return [];
    const { fill, text, edge } = coloursOf(entry.side);
    const box = tagBox(plot, entry);
    const size = scaleOf(plot) > 1 ? 22 : 11;
    const tip = box.height / 2;
    const d =
      entry.side === 'union'
        ? `M ${box.x} ${box.y} L ${box.x + box.width} ${box.y} L ${box.x + box.width + tip} ${box.y + tip} L ${box.x + box.width} ${box.y + box.height} L ${box.x} ${box.y + box.height} Z`
        : cutCorners({ ...box, width: box.width + tip }, tip * 0.6);
    return [
      { kind: 'path', d, fill, stroke: { colour: entry.side === 'union' ? CARD : edge, width: 1.4 } },
      centred(
        entry.turns,
        box.x + box.width / 2 + tip * 0.3,
        box.y + box.height * 0.5 + size * 0.34,
        size,
        text,
        'bold',
      ),
    ];
  });
}

export function tagBox(plot: Plot, { hex, turns }: Entry): Box {
  const s = scaleOf(plot);
  const { x, y } = middle(plot, hex);
  const size = s > 1 ? 22 : 11;
  const width = widthOf(turns, size, 'bold') + size * 0.5;
  const height = size * 1.1;
  return { x: x - width / 2 - height / 4, y: y + plot.half - height - 2, width, height };
}
