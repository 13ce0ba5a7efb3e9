import type { Item } from '../../../game/index.ts';
import { type CounterStyle, counterPlate, type PrintedStyle } from '../../../kit/draw/counter-items.ts';
import { type Box, centre } from '../../../kit/draw/geometry.ts';
import { type Branch, branchSymbol } from '../../../kit/draw/symbols.ts';
import { centred, textAt, widthOf } from '../../../kit/draw/text-layout.ts';

/** Wooden blocks: their owner sees the face, everybody else the back. */

/** A block's side, in pixels of a close-up. */
export const BLOCK_SIZE = 64;

export interface BlockFace {
  readonly name: string;
  readonly branch: Branch | null;
  /** Current steps, shown by the edge that is up. */
  readonly steps: number;
  readonly full: number;
}

/** Pips along the four edges, clockwise from the top: current steps, then fewer, then lost ones. */
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
    ...(branch ? branchSymbol(branch, { x: 12, y: 17, width: 24, height: 15 }, style.text, style.fill) : []),
    centred(String(steps), branch ? 47 : 32, 33, 21, style.text, 'bold'),
    nameItem(name, BLOCK_SIZE / 2, 50, 13, BLOCK_SIZE - 14, style),
  ];
}

/** Letters of names in a stack, in pixels. */
const LETTERS = 21;

/** A block in a row or column of several: symbol, name if there is room, steps. */
export function blockRow(
  { name, branch, steps }: BlockFace,
  { width, height }: Pick<Box, 'width' | 'height'>,
  isNamed: boolean,
  style: PrintedStyle,
): Item[] {
  const base = height / 2 + LETTERS * 0.35;
  const symbol = { x: 5, y: height / 2 - 7, width: 21, height: 14 };
  // A name that would be narrowed by more than a quarter takes the symbol's room, because it says more.
  const isTight = isNamed && (width - 52) / widthOf(name, LETTERS, 'bold') < 0.75;
  const left = isTight ? 6 : 30;
  const room = width - left - 22;
  return [
    ...counterPlate({ x: 0, y: 0, width, height }, { ...style, width: 1.4, cut: Math.min(5, style.cut) }),
    ...(branch && !isTight ? branchSymbol(branch, symbol, style.text, style.fill) : []),
    ...(isNamed ? [nameItem(name, left + room / 2, base, LETTERS, room, style)] : []),
    isNamed || branch
      ? { ...textAt(String(steps), width - 6, base, LETTERS, style.text, 'bold'), align: 'right' }
      : centred(String(steps), width / 2, base, LETTERS, style.text, 'bold'),
  ];
}

function nameItem(name: string, x: number, y: number, size: number, room: number, style: PrintedStyle): Item {
  return { ...centred(name, x, y, size, style.text, 'bold'), maxWidth: room };
}

/** Backs of a side's blocks with their number, "+2" beside faces. */
export function blockBacks(count: string, box: Box, style: CounterStyle & Pick<PrintedStyle, 'text'>): Item[] {
  const size = Math.min(28, box.height * 0.75);
  const { x, y } = centre(box);
  return [
    ...counterPlate(box, { ...style, cut: Math.min(6, style.cut) }),
    { ...centred(count, x, y + size * 0.35, size, style.text, 'bold'), maxWidth: box.width - 4 },
  ];
}
