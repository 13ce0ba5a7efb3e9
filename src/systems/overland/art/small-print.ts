import type { Framing, Item } from '../../../game/index.ts';
import { PANELS } from '../layout.ts';
import type { View } from '../view.ts';
import { INK, PAPER } from './inks.ts';

/** How much of the seal is printed: enough to know it by. The whole of it stands in the channel. */
const SEAL_LETTERS = 12;
/** More letters would have to be squeezed. */
const MOST_LETTERS = 56;

/** What the numbers are called, the seal the dice lie under, and how many rolls were taken back. */
export function smallPrint(view: View, { seal, takenBack }: Pick<Framing, 'seal' | 'takenBack'>): Item[] {
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
    { ...text, y: y + 9, text: numbers(view) },
    ...(seal === undefined
      ? []
      : [
          {
            ...text,
            y: y + 26,
            text: [
              `Dice under seal ${seal.slice(0, SEAL_LETTERS)}…`,
              ...(takenBack === undefined ? [] : [takenBack]),
            ].join(' · '),
          },
        ]),
  ];
}

/** The numbers are called by their name, whole, wherever it fits; the variant gives way. */
function numbers({ variant, basis }: View): string {
  const name = `numbers: ${basis}`;
  const room = Math.max(0, MOST_LETTERS - name.length - 3);
  return room < variant.name.length ? cut(name, MOST_LETTERS) : `${variant.name} · ${name}`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
