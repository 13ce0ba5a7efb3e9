import type { Item } from '../../../game/index.ts';
import { counterPanel, type PanelSection } from '../../../kit/draw/counter-panel.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { grouped, listed } from '../../../kit/plain-english.ts';
import type { Field, Piece } from '../field.ts';
import { arrivalOf } from '../rules/movement/arrivals.ts';
import type { View } from '../view.ts';
import { EXITS, SIDES, type Side } from '../vocabulary.ts';
import { sideAdjective } from '../words/unit-names.ts';
import { counter } from './counters.ts';

/** Who is yet to come, by turn and entry hex; who has left the map; who is lost. */
export function offMap(field: Field, view: View): readonly PanelSection<Piece>[] {
  const at = (wanted: string, side: Side) =>
    field.pieces.filter((piece) => piece.side === side && view.where[piece.id] === wanted);
  const section = (side: Side, words: string, where: string) => ({
    title: `${sideAdjective(side)}, ${words}`,
    groups: [{ name: null, units: at(where, side) }],
  });
  const sections = [
    ...SIDES.map((side) => ({ title: `${sideAdjective(side)}, to come`, groups: inTurn(view, at('waiting', side)) })),
    ...EXITS.flatMap((exit) => SIDES.map((side) => section(side, `left at ${exit}`, `off-${exit}`))),
    ...SIDES.map((side) => section(side, 'lost', 'lost')),
  ];
  return sections
    .map(({ title, groups }) => ({ title, groups: groups.filter(({ units }) => units.length > 0) }))
    .filter(({ groups }) => groups.length > 0);
}

function inTurn(view: View, waiting: readonly Piece[]): PanelSection<Piece>['groups'] {
  const turnOf = ([piece]: readonly Piece[]) => (piece && arrivalOf(view, piece)) ?? 0;
  return grouped(waiting, (piece) => `Turn ${arrivalOf(view, piece) ?? 0} at ${listed(piece.entry, ' or ')}`)
    .map(([name, units]) => ({ name, units }))
    .sort((a, b) => turnOf(a.units) - turnOf(b.units));
}

/** The box beside the map. */
export function panel(field: Field, view: View, box: Box): Item[] {
  return counterPanel(offMap(field, view), box, (piece, ...at) => counter(piece, 'card', ...at));
}
