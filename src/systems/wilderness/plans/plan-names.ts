import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { findHex, hexLabel } from '../../../kit/hex/hex-names.ts';
import { allMeant, meantBy, placesMeant, stackIn } from '../../../kit/plans/plan-text.ts';
import { nameIndex, plainName } from '../../../kit/typed-names.ts';
import { boardOf } from '../board.ts';
import type { State } from '../state.ts';
import { type Theatre, unitOf } from '../theatre.ts';
import type { Side, UnitId } from '../vocabulary.ts';
import { unitName, unitWords } from '../words/names.ts';

/** Finds the units and places that a plan names. Only own units are looked up, so that answers reveal nothing about the enemy. */

/** Units of a side that are in the game, and its fortifications, by their names. */
export function unitNames(theatre: Theatre, state: State, side: Side): ReadonlyMap<string, UnitId> {
  const units = state.counters.flatMap(({ unit }) => (unitOf(theatre, unit).side === side ? [unit] : []));
  const forts = theatre.forts.flatMap((fort) => (fort.side === side ? [fort.id] : []));
  return nameIndex([...units.sort(), ...forts], (id) => id, [
    (id) => [id, unitName(theatre, id)],
    (id) => [unitWords(theatre, id)],
  ]);
}

/** Units by name, or all of a hex by its number, in the order of `units.json`; `null` if any part is unknown. */
export function unitsMeant(theatre: Theatre, state: State, side: Side, text: string): readonly UnitId[] | null {
  const names = unitNames(theatre, state, side);
  const index = (id: UnitId) => theatre.unit.get(id)?.index ?? theatre.units.length;
  const found = allMeant(text, (name) => {
    const stack = boardOf(theatre, state).own(side, stackIn(name) ?? '');
    const meant = stack.length > 0 ? [] : meantBy(names, name);
    return stack.length > 0 ? stack.map(({ id }) => id) : meant.length === 1 ? meant : null;
  });
  return found?.toSorted((one, other) => index(one) - index(other)) ?? null;
}

/** Least letters of an abbreviated place name, because shorter texts are names of corps. */
const LONG_ENOUGH = 4;

/** The one hex that the whole text names; `null` if none or several match. */
export function hexMeant(theatre: Theatre, text: string): HexId | null {
  if (/^\s*\d/.test(text)) {
    const hex = findHex(theatre, text);
    const label = hexLabel(theatre, hex ?? '');
    const name = hex === null ? null : theatre.hex.get(hex)?.name;
    return [hex ?? '', label, `${hex} ${name}`].map(plainName).includes(plainName(text)) ? hex : null;
  }
  const [hex = null, ...others] = plainName(text).length < LONG_ENOUGH ? [] : placesMeant(theatre, text);
  return others.length > 0 ? null : hex;
}
