import type { Item } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/frames.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { INK } from '../../../kit/draw/inks.ts';
import { textAt } from '../../../kit/draw/lettering.ts';
import { FADED } from '../../../kit/land/land-inks.ts';
import { listed } from '../../../kit/words.ts';
import type { Field, Piece } from '../field.ts';
import { arrivalOf } from '../march/arrivals.ts';
import { sideAdjective } from '../names.ts';
import type { View } from '../view.ts';
import { EXITS, SIDES } from '../vocabulary.ts';
import { CARD_SIZE, card } from './counters.ts';

/** Pieces that are not on the map, together under a heading. */
export interface Off {
  readonly title: string;
  readonly groups: readonly { readonly name: string | null; readonly pieces: readonly Piece[] }[];
}

/** Who is yet to come, by turn and entry hex; who has left the map; who is lost. */
export function offMap(field: Field, view: View): readonly Off[] {
  const at = (wanted: string, side: Piece['side']) =>
    field.pieces.filter((piece) => piece.side === side && view.where[piece.id] === wanted);
  const sections: Off[] = [
    ...SIDES.map(
      (side): Off => ({
        title: `${sideAdjective(side)}, to come`,
        groups: groupsOf(view, at('waiting', side)),
      }),
    ),
    ...EXITS.flatMap((exit) =>
      SIDES.map(
        (side): Off => ({
          title: `${sideAdjective(side)}, left by ${exit}`,
          groups: [{ name: null, pieces: at(`off-${exit}`, side) }],
        }),
      ),
    ),
    ...SIDES.map(
      (side): Off => ({ title: `${sideAdjective(side)}, lost`, groups: [{ name: null, pieces: at('lost', side) }] }),
    ),
  ];
  return sections
    .map(({ title, groups }) => ({ title, groups: groups.filter(({ pieces }) => pieces.length > 0) }))
    .filter(({ groups }) => groups.length > 0);
}

function groupsOf(view: View, waiting: readonly Piece[]): Off['groups'] {
  const groups = new Map<string, Piece[]>();
  for (const piece of waiting) {
    const turn = arrivalOf(view, piece) ?? 0;
    const name = `Turn ${turn} at ${listed(piece.entry, ' or ')}`;
    groups.set(name, [...(groups.get(name) ?? []), piece]);
  }
  const turnOf = (name: string) => Number(/\d+/.exec(name)?.[0]);
  return [...groups].map(([name, pieces]) => ({ name, pieces })).sort((a, b) => turnOf(a.name) - turnOf(b.name));
}

const SCALE = 0.5;
const STEP = CARD_SIZE.width * SCALE + 3;
const TITLE = 36;
const NAME = 24;
const GAP = 4;

/** The box beside the map. Where there is much in it, it is set smaller. */
export function panel(field: Field, view: View, box: Box): Item[] {
  const inner = box.width - 20;
  const perRow = Math.floor((inner + 3) / STEP);
  const items: Item[] = [];
  let y = 0;
  for (const { title, groups } of offMap(field, view)) {
    items.push({ ...textAt(title, 0, y + 26, 22, INK, 'bold'), maxWidth: inner });
    y += TITLE;
    for (const { name, pieces } of groups) {
      if (name !== null) {
        items.push({ ...textAt(name, 0, y + 17, 17, FADED, 'italic'), maxWidth: inner });
        y += NAME;
      }
      for (const [index, piece] of pieces.entries())
        items.push(card(piece, (index % perRow) * STEP, y + Math.floor(index / perRow) * STEP, SCALE));
      y += Math.ceil(pieces.length / perRow) * STEP + GAP;
    }
    y += GAP * 2;
  }
  const scale = Math.min(1, (box.height - 24) / Math.max(1, y));
  return [...framedCard(box, INK, 2), { kind: 'group', x: box.x + 11, y: box.y + 8, scale, items }];
}
