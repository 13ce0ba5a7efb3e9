import type { Item } from '../../../game/index.ts';
import { type CounterStyle, counterPlate, type PrintedStyle } from '../../../kit/draw/counter-items.ts';
import { type Branch, branchSymbol } from '../../../kit/draw/symbols.ts';
import { centred } from '../../../kit/draw/text-layout.ts';

/** Wooden blocks: their owner sees the face, everybody else the back. */

/** A block's side, in pixels of a close-up. */
export const BLOCK_SIZE = 64;

export interface BlockFace {
  readonly name: string;
  readonly branch: Branch | null;
  /** The edge that is up: its steps now. */
  readonly steps: number;
  readonly full: number;
}

/** Pips along the four edges, clockwise from the upper one: steps now, then fewer, then those that are lost. */
function pips({ steps, full }: BlockFace, style: PrintedStyle): Item[] {
  const edges = Math.min(full, 4);
  return Array.from({ length: edges }, (_, edge): Item[] => {
    const count = ((steps - 1 - edge + full) % full) + 1;
    const up = edge === 0;
    const size = up ? 8 : 5;
    const gap = up ? 11 : 7;
    const items = Array.from({ length: count }, (_, pip): Item => {
      const x = (pip - (count - 1) / 2) * gap - size / 2;
      return { kind: 'rect', x, y: -BLOCK_SIZE / 2 + 4, width: size, height: size, fill: up ? style.text : style.edge };
    });
    return [{ kind: 'group', x: BLOCK_SIZE / 2, y: BLOCK_SIZE / 2, turn: edge * 90, opacity: up ? 1 : 0.55, items }];
  }).flat();
}

/** A block as its owner sees it. */
export function blockFace(face: BlockFace, style: PrintedStyle): Item[] {
  const { name, branch, steps } = face;
  const box = { x: 0, y: 0, width: BLOCK_SIZE, height: BLOCK_SIZE };
  return [
    ...counterPlate(box, style),
    ...pips(face, style),
    ...(branch ? branchSymbol(branch, { x: 12, y: 18, width: 24, height: 15 }, style.text, style.fill) : []),
    centred(String(steps), branch ? 47 : 32, 35, 22, style.text, 'bold'),
    { ...centred(name, BLOCK_SIZE / 2, 50, 12, style.text, 'bold'), maxWidth: BLOCK_SIZE - 14 },
  ];
}

/** Backs of blocks of one side: the number of them. */
export function blockBacks(count: number, style: CounterStyle & Pick<PrintedStyle, 'text'>): Item[] {
  const box = { x: 0, y: 0, width: BLOCK_SIZE, height: BLOCK_SIZE };
  return [...counterPlate(box, style), centred(String(count), BLOCK_SIZE / 2, 45, 36, style.text, 'bold')];
}
