import type { Item } from '../../../game/index.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import { CARD } from '../../../kit/draw/common-colours.ts';
import { type Box, contains } from '../../../kit/draw/geometry.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import { centred, widthOf } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, middle } from '../../../kit/hex/hex-plot.ts';
import { oncePer } from '../../../kit/memo.ts';
import type { Field } from '../field.ts';
import type { Side } from '../vocabulary.ts';

/** An entry hex, its side, and the turns of the units that enter there. */
interface Entry {
  readonly hex: HexId;
  readonly side: Side;
  readonly turns: string;
}

export const entriesOf = oncePer((field: Field): readonly Entry[] => {
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
});

/** Pixels; eleven on a phone. */
const LETTERS = 22;

/** Tags along the lower sides of entry hexes; a tag on an exit is raised above its ring. */
export function entryTags(field: Field, plot: HexPlot): Item[] {
  return entriesOf(field).flatMap((entry): Item[] => {
    const { fill, text, edge } = SIDE_STYLES[entry.side];
    const box = tagBox(plot, entry);
    if (!contains(plot.view, { ...box, width: box.width + box.height / 2 })) return [];
    const size = LETTERS;
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

export function tagBox(plot: HexPlot, { hex, turns }: Entry): Box {
  const { x, y } = middle(plot, hex);
  const width = widthOf(turns, LETTERS, 'bold') + LETTERS * 0.5;
  const height = LETTERS * 1.1;
  return { x: x - width / 2 - height / 4, y: y + plot.half - height - 2, width, height };
}
