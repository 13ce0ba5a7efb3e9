import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { findHex, hexLabel } from '../../../kit/hex/hex-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { meantBy } from '../../../kit/plan-text.ts';
import { nameIndex, plainName } from '../../../kit/typed-names.ts';
import { boardOf } from '../board.ts';
import type { State } from '../state.ts';
import { type Theatre, unitOf } from '../theatre.ts';
import type { Side, UnitId } from '../vocabulary.ts';
import { unitName, unitWords } from '../words/names.ts';

/** Finds the units and places that a plan means. It knows the side's own names alone, so it tells nothing of the enemy's. */

type Names = ReadonlyMap<string, string>;

/** Units of a side that are in the game, and its fortifications, by their names. */
function unitNames(theatre: Theatre, state: State, side: Side): Names {
  const units = state.counters.flatMap(({ unit }) => (unitOf(theatre, unit).side === side ? [unit] : []));
  const forts = theatre.forts.flatMap((fort) => (fort.side === side ? [fort.id] : []));
  return nameIndex([...units.sort(), ...forts], (id) => id, [
    (id) => [id, unitName(theatre, id)],
    (id) => [unitWords(theatre, id)],
  ]);
}

const placeNames = oncePer(
  ({ places }: Theatre): Names =>
    nameIndex(places, ({ hex }) => hex, [({ name }) => [name], ({ name }) => [name.replace(/ \(.*\)$/, '')]]),
);

/** Units joined by a comma, a plus or "and", and all of a hex where its number stands: in the order of `units.json`. Null: part of it is none. */
export function unitsMeant(theatre: Theatre, state: State, side: Side, text: string): readonly UnitId[] | null {
  const names = unitNames(theatre, state, side);
  const found: UnitId[] = [];
  for (const part of text.split(/\+|,|&| and /i)) {
    const [, hex] = /^\s*(?:all )?(?:(?:in|at|of|from) )?(\d{4})\s*$/i.exec(part) ?? [];
    const stack = hex === undefined ? [] : boardOf(theatre, state).own(side, hex);
    const meant = stack.length > 0 ? stack.map(({ id }) => id) : meantBy(names, part);
    if (meant.length === 0 || (meant.length > 1 && stack.length === 0)) return null;
    found.push(...meant);
  }
  const index = (id: UnitId) => theatre.unit.get(id)?.index ?? theatre.units.length;
  return [...new Set(found)].sort((one, other) => index(one) - index(other));
}

/** Letters from which on the beginning of a place's name will do: shorter ones are names of corps. */
const LONG_ENOUGH = 4;

/** The hex that a text names, and nothing else. Null: none, or several. */
export function hexMeant(theatre: Theatre, text: string): HexId | null {
  const typed = text.trim();
  if (/^\d/.test(typed)) {
    const hex = findHex(theatre, typed);
    const name = hex === null ? null : theatre.hex.get(hex)?.name;
    const forms = [hex ?? '', hexLabel(theatre, hex ?? ''), `${hex} ${name}`].map(plainName);
    return hex !== null && forms.includes(plainName(typed)) ? hex : null;
  }
  if (plainName(typed).length < LONG_ENOUGH) return null;
  const meant = meantBy(placeNames(theatre), typed);
  return meant.length === 1 ? (meant[0] as HexId) : null;
}

/** Names between which it isn't clear what a text means: of units, of places, or of either. Empty: it isn't unclear. */
export function unclear(
  theatre: Theatre,
  state: State,
  side: Side,
  text: string,
  is: 'who' | 'place' | null,
): readonly string[] {
  const names = unitNames(theatre, state, side);
  const parts = is === 'place' ? [] : text.split(/,|\+|&| and /i);
  const units = parts.map((part) => meantBy(names, part)).find((ids) => ids.length > 1);
  if (units) return units.map((id) => unitName(theatre, id));
  const places = is === 'who' ? [] : meantBy(placeNames(theatre), text);
  return places.length > 1 ? places.map((hex) => hexLabel(theatre, hex)) : [];
}
