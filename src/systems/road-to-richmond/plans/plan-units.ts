import { oncePer } from '../../../kit/memo.ts';
import { meantBy } from '../../../kit/plans/plan-text.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { AREAS } from '../areas.ts';
import { boardOf } from '../board.ts';
import type { Field, Piece } from '../field.ts';
import { divisionOf, formationsOf } from '../formations.ts';
import { entriesOf, isDue } from '../rules/movement/arrivals.ts';
import { moversOf } from '../rules/movement/movers.ts';
import type { State } from '../state.ts';
import { EXITS, type PieceId, type Side } from '../vocabulary.ts';
import { findDestination, unitsByName } from '../words/unit-names.ts';

/** Who is meant in a plan, and where to. */

/** One or more units by their names, or a group: a corps, a division, a stack, a column. */
export interface Company {
  readonly ids: readonly PieceId[];
  /** Two named with a plus: one order moves both. */
  readonly pair: boolean;
  /** Units that find their places by themselves. */
  readonly group: boolean;
}

/** A name that several units have. */
export interface Unclear {
  readonly unclear: string;
  readonly ids: readonly PieceId[];
}

export type Who = Company | Unclear;

export function isUnclear(who: Who): who is Unclear {
  return 'unclear' in who;
}

/** The units of a side that a text names, in the order named. Null: part of it is no unit of theirs. */
export function companyOf(field: Field, state: State, side: Side, text: string): Who | null {
  const pair = text.includes('+');
  const parts = text.split(pair ? '+' : /,|&| and /i).map((part) => part.trim());
  // “Lawton, Law” begins like a name, and is two.
  if (parts.length < 2) return one(field, state, side, text);
  const whole = called(field, state, side, text);
  if (whole) return whole;
  const found: Company[] = [];
  for (const part of parts) {
    const who = one(field, state, side, part);
    if (who === null || isUnclear(who)) return who;
    found.push(who);
  }
  const ids = [...new Set(found.flatMap((who) => who.ids))];
  return { ids, pair: pair && ids.length === 2, group: found.some(({ group }) => group) };
}

/** A unit or a group by its name as it is. */
function called(field: Field, state: State, side: Side, text: string): Company | null {
  const exactly = unitsByName(field)[side].get(plainName(text));
  if (exactly !== undefined) return { ids: [exactly], pair: false, group: false };
  const group = groupOf(field, state, side, text);
  return group && { ids: group, pair: false, group: true };
}

function one(field: Field, state: State, side: Side, text: string): Who | null {
  const exactly = called(field, state, side, text);
  if (exactly) return exactly;
  const [only, ...others] = meantBy(unitsByName(field)[side], text);
  if (only === undefined) return null;
  return others.length === 0
    ? { ids: [only], pair: false, group: false }
    : { unclear: text.trim(), ids: [only, ...others] };
}

const WORDS = /^(?:the |all |everyone |everybody |units? )*(.*?)$/i;

/** A corps, a division, all units of a hex, a column that waits, or everybody. Null: no such group has a unit. */
function groupOf(field: Field, state: State, side: Side, text: string): readonly PieceId[] | null {
  const own = field.pieces.filter((piece) => piece.side === side);
  const [, rest = ''] = WORDS.exec(text.trim()) ?? [];
  if (/^\s*(all|everyone|everybody|every unit)\s*$/i.test(text))
    return some(own.filter(({ id }) => moversOf(field, state).includes(id)));
  const [, at] = /^(?:column|reinforcements|arrivals)(?:\s+(?:at|by|from))?\s*(\d{4})?$/i.exec(rest) ?? [null];
  if (/^(column|reinforcements|arrivals)/i.test(rest))
    return some(
      own.filter((piece) => isDue(state, piece) && (at == null || entriesOf(field, state, piece).includes(at))),
    );
  const [, hex] = /^(?:(?:stack|in|at)\s+)*(\d{4})$/i.exec(rest) ?? [];
  if (hex !== undefined)
    return some(
      boardOf(field, state)
        .at(hex)
        .filter((piece) => piece.side === side),
    );
  return formationNamed(field, side, plainName(rest));
}

function some(pieces: readonly Piece[]): readonly PieceId[] | null {
  return pieces.length > 0 ? pieces.map(({ id }) => id) : null;
}

function formationNamed(field: Field, side: Side, wanted: string): readonly PieceId[] | null {
  if (wanted === '') return null;
  const names = groupNamesOf(field)[side];
  return names.get(wanted) ?? names.get(wanted.replace(/(division|corps|div|command)$/, '')) ?? null;
}

/** Names of corps and divisions with their units: "vcorps", "2v", "aphill". */
const groupNamesOf = oncePer((field: Field): { readonly [side in Side]: ReadonlyMap<string, readonly PieceId[]> } => ({
  confederate: namedGroups(field, 'confederate'),
  union: namedGroups(field, 'union'),
}));

function namedGroups(field: Field, side: Side): ReadonlyMap<string, readonly PieceId[]> {
  const names = new Map<string, readonly PieceId[]>();
  for (const { name, pieces } of formationsOf(field, side)) {
    const ids = pieces.map(({ id }) => id);
    names.set(plainName(name), ids);
    names.set(plainName(name.replace(/(’s|'s) division$/i, '')), ids);
    for (const piece of pieces) {
      const division = divisionOf(piece)?.division;
      if (division === undefined) continue;
      const key = plainName(division);
      names.set(key, [...(names.get(key) ?? []), piece.id]);
    }
  }
  return names;
}

/** Corps and divisions of a side as they are written in a plan, with their units. */
export function groupsOf(field: Field, side: Side): readonly (readonly [name: string, ids: readonly PieceId[]])[] {
  return formationsOf(field, side).map(({ name, pieces }) => [name, pieces.map(({ id }) => id)]);
}

/** Where units go in a plan: a hex, `off-0117`, `off-1528`. */
export interface Goal {
  readonly to: string;
}

const OFF = /^(?:off|exit|leave)(?:\s+(?:the\s+)?map)?(?:\s+(?:by|at|from))?\s*(0117|1528)?\b/i;

/** The place a text names. Null: there is none. */
export function goalOf(field: Field, text: string): Goal | null {
  const typed = text.trim();
  const [leaves, exit] = OFF.exec(typed) ?? [];
  if (leaves !== undefined && exit !== undefined) return { to: `off-${exit}` };
  if (leaves !== undefined) return { to: `off-${EXITS[1]}` };
  const exactly = findDestination(field, typed);
  if (exactly !== null) return { to: exactly };
  if (/^\d+$/.test(typed) || typed.length < 3) return null;
  const [only, ...others] = meantBy(placesOf(field), typed);
  if (only !== undefined && others.length === 0) return { to: only };
  return null;
}

const placesOf = oncePer((field: Field): ReadonlyMap<string, string> => {
  const named = field.hexes.flatMap((hex): [string, string][] => {
    const name = field.hex.get(hex)?.name;
    return name ? [[plainName(name), hex]] : [];
  });
  return new Map([...AREAS.map(({ name, round }): [string, string] => [plainName(name), round[0] ?? '']), ...named]);
});

/** Names of places, as a plan is completed with them. */
export function placeNamesOf(field: Field): readonly (readonly [name: string, hex: string])[] {
  return field.hexes.flatMap((hex) => {
    const name = field.hex.get(hex)?.name;
    return name ? [[name, hex] as const] : [];
  });
}
