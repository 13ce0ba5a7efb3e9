import type { Item } from '../../../game/index.ts';
import { COUNTER_SIZES, type CounterShape, counterItems, counterPlate } from '../../../kit/draw/counter-items.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import { star } from '../../../kit/draw/symbols.ts';
import { centred } from '../../../kit/draw/text-layout.ts';
import type { HexPlot } from '../../../kit/hex/hex-plot.ts';
import { stackItems } from '../../../kit/hex/stacks.ts';
import { type Theatre, unitOf } from '../theatre.ts';
import type { StackView, UnitView } from '../view.ts';
import type { Side } from '../vocabulary.ts';
import { unitName } from '../words/names.ts';

/** What lies in a hex as the viewer sees it: backs, with how many there are, and counters that he knows. */
type Shown = { readonly side: Side } & (
  | { readonly backs: number }
  | { readonly unit: UnitView; readonly known: boolean }
);

function shownOf({ side, down, up, own }: StackView): readonly Shown[] {
  if (own) return own.map((unit) => ({ side, unit, known: !unit.up }));
  const shown = up.map((unit): Shown => ({ side, unit, known: false }));
  return down > 0 ? [{ side, backs: down }, ...shown] : shown;
}

/** The counters of a hex on a close-up. */
export function stackOf(theatre: Theatre, plot: HexPlot, stack: StackView): Item[] {
  return stackItems(plot, stack.hex, shownOf(stack), (one, shape, x, y, scale) => ({
    kind: 'group',
    x,
    y,
    scale,
    items: counter(theatre, one, shape),
  }));
}

/** How many counters a stack is drawn as. */
export function drawnAs(stack: StackView): number {
  return shownOf(stack).length;
}

function counter(theatre: Theatre, one: Shown, shape: CounterShape): readonly Item[] {
  const style = SIDE_STYLES[one.side];
  const size = COUNTER_SIZES[shape];
  const box = { x: 0, y: 0, ...size };
  const mid = { x: size.width / 2, y: size.height / 2 };
  if ('backs' in one) {
    const words = one.backs === 1 ? '?' : `? ×${one.backs}`;
    return [...counterPlate(box, style), centred(words, mid.x, mid.y + 11, 31, style.text, 'bold')];
  }
  const { unit, kind, strength, entrained } = one.unit;
  const name = unitName(theatre, unit);
  const figures = entrained ? 'rail' : `${strength}-${unitOf(theatre, unit).movement}`;
  // Known to the viewer and face down to all others: a dot in the corner.
  const dot: Item[] = one.known ? [{ kind: 'circle', x: size.width - 9, y: 9, radius: 4, fill: style.text }] : [];
  if (kind === 'infantry' || kind === 'cavalry') {
    const printed = { name, branch: kind, figures: kind === 'cavalry' ? '12' : figures };
    return [...counterItems(shape, printed, style, {}), ...dot];
  }
  const label = { ...centred(name, mid.x, size.height - 10, 20, style.text, 'bold'), maxWidth: size.width - 12 };
  const sign: Item =
    kind === 'leader'
      ? { kind: 'group', x: mid.x, y: mid.y - 10, items: star(13, style.text) }
      : centred('dummy', mid.x, mid.y - 2, 19, style.text, 'italic');
  return [...counterPlate(box, style), sign, label, ...dot];
}
