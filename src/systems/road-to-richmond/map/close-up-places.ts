import type { Choice } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { AREAS } from '../areas.ts';
import { boardOf } from '../board.ts';
import type { Field } from '../field.ts';
import { isOnMap } from '../state.ts';
import type { View } from '../view.ts';
import { sideAdjective, unitLabel } from '../words/unit-names.ts';
import { phaseAt, placeAt } from './close-up.ts';

/**
 * Places for close-ups, those that matter most now first: where battles are planned, where the phase is, the areas, places with a name,
 * hexes with pieces, every piece, and at last every other hex. Values are those of `placeAt`; all labels differ.
 */
export function placesOf(field: Field, view: View): readonly Choice[] {
  const choices = new Map<string, Choice>();
  const labels = new Set<string>();
  const add = (value: string, label: string, hint: string) => {
    if (choices.has(value) || labels.has(label)) return;
    labels.add(label);
    choices.set(value, hint === '' ? { value, label } : { value, label, hint });
  };
  const hex = (id: HexId) => add(id, hexLabel(field, id), standing(field, view, id));
  const battles = view.battles.flatMap(({ hexes }) => hexes);
  const front = phaseAt(field, view);
  for (const id of [...battles, ...(front === null ? [] : [front])]) hex(id);
  for (const { id, name } of AREAS) add(id, name, 'an area');
  for (const place of field.places) if (place.kind !== 'off') hex(place.hex);
  for (const id of field.hexes) if (boardOf(field, view).holder(id) !== null) hex(id);
  for (const piece of field.pieces) {
    const where = view.where[piece.id];
    if (where === undefined) continue;
    add(piece.id, unitLabel(piece), isOnMap(where) ? `in ${hexLabel(field, where)}` : offWords(where));
  }
  for (const id of field.hexes) hex(id);
  return [...choices.values()].filter(({ value }) => placeAt(field, view, value) !== null);
}

function offWords(where: string | undefined): string {
  if (where === 'waiting') return 'not here yet: shows where it arrives';
  return where === 'lost' ? 'eliminated: shows where it came from' : 'off the map: shows where it left';
}

/** "Union 8 and 8", "nobody there" */
function standing(field: Field, view: View, hex: HexId): string {
  const pieces = boardOf(field, view).at(hex);
  const [first] = pieces;
  return first ? `${sideAdjective(first.side)} ${pieces.map(({ strength }) => strength).join(' and ')}` : '';
}
