import type { Framing, Item } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { sealWords, shortened } from '../../../kit/plain-english.ts';
import { PAPER } from '../land/land-colours.ts';
import type { View } from '../view.ts';
import { PANELS } from './sheet-layout.ts';

/** More letters would have to be squeezed. */
const MOST_LETTERS = 56;

/** The variant, the seal the dice lie under, and how many rolls were taken back. */
export function smallPrint(view: View, framing: Framing): Item[] {
  const { x, y, width } = PANELS.small;
  const text = {
    kind: 'text',
    x,
    face: 'text',
    size: 14,
    fill: INK,
    maxWidth: width,
    halo: { colour: PAPER, width: 4 },
  } as const;
  return [
    { ...text, y: y + 9, text: shortened(view.variant.name, MOST_LETTERS) },
    ...sealWords(framing).map((words) => ({ ...text, y: y + 26, text: words })),
  ];
}
