import { grouped, listed } from '../../../kit/plain-english.ts';
import { type Field, type Piece, strengthOf } from '../field.ts';
import { arrivalOf } from '../rules/arrivals.ts';
import type { View } from '../state.ts';
import { EXITS, SIDES, type Side } from '../vocabulary.ts';
import { sideName } from '../words/unit-names.ts';

/** Units that are not on the map, under a heading. */
interface OffMap {
  readonly title: string;
  readonly groups: readonly { readonly name: string | null; readonly units: readonly Piece[] }[];
}

/** Units still to come, by turn and entry hex; units that have left the map; units lost. */
export function offMap(field: Field, view: View): readonly OffMap[] {
  const section = (side: Side, words: string, where: string) => ({
    title: `${sideName(side)}, ${words}`,
    groups: [{ name: null, units: unitsAt(field, view, side, where) }],
  });
  const sections = [
    ...SIDES.map((side) => ({
      title: `${sideName(side)}, to come`,
      groups: inTurn(view, unitsAt(field, view, side, 'waiting')),
    })),
    ...EXITS.flatMap((exit) => SIDES.map((side) => section(side, `off the map at ${exit}`, `off-${exit}`))),
    ...SIDES.map((side) => section(side, 'lost', 'lost')),
  ];
  return sections
    .map(({ title, groups }) => ({ title, groups: groups.filter(({ units }) => units.length > 0) }))
    .filter(({ groups }) => groups.length > 0);
}

function unitsAt(field: Field, view: View, side: Side, where: string): readonly Piece[] {
  return field.pieces.filter((piece) => piece.side === side && view.where[piece.id] === where);
}

function inTurn(view: View, waiting: readonly Piece[]): OffMap['groups'] {
  const turnOf = ([piece]: readonly Piece[]) => (piece && arrivalOf(view, piece)) ?? 0;
  return grouped(waiting, (piece) => `Turn ${arrivalOf(view, piece) ?? 0} at ${listed(piece.entry, ' or ')}`)
    .map(([name, units]) => ({ name, units }))
    .sort((a, b) => turnOf(a.units) - turnOf(b.units));
}

/** "Union: 31 to come, 4 of them on turn 2 at 0410; 2 off the map; 5 lost (34)" */
export function offMapLine(field: Field, view: View, side: Side): string {
  const waiting = unitsAt(field, view, side, 'waiting');
  const [next] = inTurn(view, waiting);
  const lost = unitsAt(field, view, side, 'lost');
  const gone = EXITS.flatMap((exit) => {
    const { length } = unitsAt(field, view, side, `off-${exit}`);
    return length === 0 ? [] : [`${length} off the map at ${exit}`];
  });
  const [first] = next?.units ?? [];
  const coming =
    next && first
      ? [`${waiting.length} to come (next ${next.units.length}: ${(next.name ?? '').replace('Turn', 'turn')})`]
      : [];
  const parts = [...coming, ...gone, ...(lost.length === 0 ? [] : [`${lost.length} lost (${strengthOf(lost)})`])];
  return `${sideName(side)}: ${parts.length === 0 ? 'all on the map' : parts.join(', ')}`;
}
