import type { Colour, Item, LastOrder, Picture } from '../../../src/game/index.ts';
import { extentOf, hexPath, hexPlot, middle } from '../../../src/kit/hex/hex-plot.ts';
import { BOARD, type Event, GRID, markOn, type Side, winningRow } from './rules.ts';
import { positionWords, type Seen } from './words.ts';

const PAPER: Colour = '#f1e8d4';
const INK: Colour = '#2a2620';
const INKS = { noughts: '#24507e', crosses: '#8f2f23' } as const satisfies { [side in Side]: Colour };
const LAST: Colour = '#e3cf9c';
const BORDER = { colour: INK, width: 2 };
const PALETTE = {
  inks: [PAPER, INK, LAST, ...Object.values(INKS)],
  blends: [PAPER, LAST].flatMap((under) => [INK, ...Object.values(INKS)].map((over) => [under, over] as const)),
};

const MARGIN = 24;
const TOP = 76;
const SIZE = { radius: 76, half: 66 } as const;
const EXTENT = extentOf({ grid: GRID, ...SIZE });
// The board is a hexagon: nothing stands in the last row of the columns that lie lower.
const SHEET = { width: EXTENT.width + 2 * MARGIN, height: EXTENT.height - SIZE.half + TOP + MARGIN };
const PLOT = hexPlot(GRID, SIZE, 1, { x: MARGIN, y: TOP }, { x: 0, y: 0, ...SHEET });

export function picture(view: Seen, moment: LastOrder<Event> | null): Picture {
  const last = moment && view.marks.at(-1)?.hex;
  const row = winningRow(view);
  const hexes = BOARD.flatMap((hex): Item[] => {
    const isLit = hex === last || row.includes(hex);
    const side = markOn(view, hex);
    const cell: Item = { kind: 'path', d: hexPath(PLOT, hex), ...(isLit && { fill: LAST }), stroke: BORDER };
    return [cell, ...(side ? mark(hex, side) : [number(hex)])];
  });
  return {
    scene: {
      ...SHEET,
      palette: PALETTE,
      ground: { key: 'four hexes', items: [{ kind: 'rect', x: 0, y: 0, ...SHEET, fill: PAPER }] },
      items: [
        { kind: 'text', x: MARGIN, y: 48, text: positionWords.summary(view), face: 'title', size: 30, fill: INK },
        ...hexes,
      ],
    },
    alt: positionWords.text(view, true),
  };
}

function mark(hex: string, side: Side): Item[] {
  const { x, y } = middle(PLOT, hex);
  const stroke = { colour: INKS[side], width: 10 };
  if (side === 'noughts') return [{ kind: 'circle', x, y, radius: 32, stroke }];
  const lines = `M ${x - 28} ${y - 28} L ${x + 28} ${y + 28} M ${x + 28} ${y - 28} L ${x - 28} ${y + 28}`;
  return [{ kind: 'path', d: lines, stroke }];
}

function number(hex: string): Item {
  const { x, y } = middle(PLOT, hex);
  return { kind: 'text', x, y: y + 8, text: hex, face: 'text', size: 24, fill: INK, align: 'center' };
}
