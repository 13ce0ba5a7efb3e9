import type { Item } from '../../game/index.ts';
import { FADED } from '../land/land-inks.ts';
import { COUNTER_SIZES } from './counter-items.ts';
import { framedCard } from './frames.ts';
import type { Box } from './geometry.ts';
import { INK } from './house-inks.ts';
import { textAt } from './text-layout.ts';

/** Units that are not on the map, together under a heading. */
export interface PanelSection<Unit> {
  readonly title: string;
  readonly groups: readonly { readonly name: string | null; readonly units: readonly Unit[] }[];
}

const SCALE = 0.5;
const STEP = COUNTER_SIZES.card.width * SCALE + 3;
const TITLE = 36;
const NAME = 24;
const GAP = 4;

/** A box beside the map with counters in rows. Where there is much in it, it is set smaller. */
export function counterPanel<Unit>(
  sections: readonly PanelSection<Unit>[],
  box: Box,
  counter: (unit: Unit, x: number, y: number, scale: number) => Item,
): Item[] {
  const inner = box.width - 20;
  const perRow = Math.floor((inner + 3) / STEP);
  const items: Item[] = [];
  let y = 0;
  for (const { title, groups } of sections) {
    items.push({ ...textAt(title, 0, y + 26, 22, INK, 'bold'), maxWidth: inner });
    y += TITLE;
    for (const { name, units } of groups) {
      if (name !== null) {
        items.push({ ...textAt(name, 0, y + 17, 17, FADED, 'italic'), maxWidth: inner });
        y += NAME;
      }
      for (const [index, unit] of units.entries())
        items.push(counter(unit, (index % perRow) * STEP, y + Math.floor(index / perRow) * STEP, SCALE));
      y += Math.ceil(units.length / perRow) * STEP + GAP;
    }
    y += GAP * 2;
  }
  const scale = Math.min(1, (box.height - 24) / Math.max(1, y));
  return [...framedCard(box, INK, 2), { kind: 'group', x: box.x + 11, y: box.y + 8, scale, items }];
}
