import type { Item } from '../../../../game/index.ts';
import { INK } from '../../../../kit/draw/inks.ts';
import { SHEET } from '../../layout.ts';
import { FADED } from '../inks.ts';
import { AGES, INSET_PAPER } from './inks.ts';

/** The frame from the edge inwards, in pixels: neatline, graduated bar, hairline. */
const NEATLINE = 3;
const BAR = { at: 5, width: 3.5 } as const;
const HAIRLINE = 10.5;
/** Of the graduation: odd, so that its corners are alike. */
const PARTS = { across: 49, down: 37 } as const;

/** A double line round the sheet with black and white bars between. */
export function border(): Item[] {
  return [
    frame(HAIRLINE / 2, { colour: AGES[3], width: HAIRLINE }),
    frame(NEATLINE, { colour: INK, width: 2 }),
    frame(BAR.at + BAR.width / 2, { colour: INSET_PAPER, width: BAR.width }),
    { kind: 'path', d: bars(), fill: FADED },
    frame(HAIRLINE, { colour: FADED, width: 1 }),
  ];
}

function frame(inset: number, stroke: { readonly colour: typeof INK; readonly width: number }): Item {
  return { kind: 'rect', x: inset, y: inset, width: SHEET.width - inset * 2, height: SHEET.height - inset * 2, stroke };
}

/** Every other part of the graduation, filled. */
function bars(): string {
  const { at, width } = BAR;
  const [right, bottom] = [SHEET.width - at, SHEET.height - at];
  const across = (right - at) / PARTS.across;
  const down = (bottom - at) / PARTS.down;
  const boxes: string[] = [];
  for (let part = 0; part < PARTS.across; part += 2) {
    const x = at + part * across;
    boxes.push(box(x, at, across, width), box(x, bottom - width, across, width));
  }
  for (let part = 0; part < PARTS.down; part += 2) {
    const y = at + part * down;
    boxes.push(box(at, y, width, down), box(right - width, y, width, down));
  }
  return boxes.join(' ');
}

function box(x: number, y: number, width: number, height: number): string {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((value) => Math.round(value * 10) / 10);
  return `M ${left} ${top} L ${right} ${top} L ${right} ${bottom} L ${left} ${bottom} Z`;
}
