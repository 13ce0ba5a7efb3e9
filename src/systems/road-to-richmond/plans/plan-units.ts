import { oncePer } from '../../../kit/memo.ts';
import { allMeant, meantBy, placesMeant, stackIn } from '../../../kit/plans/plan-text.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { AREAS } from '../areas.ts';
import { boardOf } from '../board.ts';
import type { Field, Piece } from '../field.ts';
import { divisionOf, formationsOf } from '../formations.ts';
import { entriesOf, isDue } from '../rules/arrivals.ts';
import { moversOf } from '../rules/movement/movers.ts';
import type { State } from '../state.ts';
import { EXITS, type PieceId, type Side } from '../vocabulary.ts';
import { findDestination, unitsByName } from '../words/unit-names.ts';

/** Units by name, or a group: a corps, a division, a stack, a column. */
export interface Company {
  readonly ids: readonly PieceId[];
  /** Two units joined with a plus; one order moves both. */
  readonly pair: boolean;
  /** Each unit finds its own hex. */
  readonly group: boolean;
}

/** The units of a side in the order a text names them; `null` if part of it names none of theirs, or could mean several. */
export function companyOf(field: Field, state: State, side: Side, text: string): Company | null {
  let group = false;
  /** Units or a group whose name matches exactly. */
  const called = (name: string): readonly PieceId[] | null => {
    const exactly = unitsByName(field)[side].get(plainName(name));
    if (exactly !== undefined) return [exactly];
    const several = groupOf(field, state, side, name);
    group ||= several !== null;
    return several;
  };
  const ids =
    called(text) ??
    allMeant(text, (name) => {
      const exactly = called(name);
      const meant = exactly ? [] : meantBy(unitsByName(field)[side], name);
      return exactly ?? (meant.length === 1 ? meant : null);
    });
  return ids && { ids, pair: text.includes('+') && ids.length === 2, group };
}

const WORDS = /^(?:the |all |everyone |everybody |units? )*(.*?)$/i;

/** A corps, a division, the units of a hex, a waiting column, or all units; `null` for an unknown or empty group. */
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
  const hex = stackIn(rest);
  if (hex !== null)
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

/** Corps and divisions by compact names: "vcorps", "2v", "aphill". */
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

const OFF = /^(?:off|exit|leave)(?:\s+(?:the\s+)?map)?(?:\s+(?:by|at|from))?\s*(0117|1528)?\b/i;

/** The destination that a text names: a hex, `off-0117` or `off-1528`; `null` if there is none. */
export function goalOf(field: Field, text: string): string | null {
  const typed = text.trim();
  const [leaves, exit = EXITS[1]] = OFF.exec(typed) ?? [];
  if (leaves !== undefined) return `off-${exit}`;
  const exactly = findDestination(field, typed) ?? areas.get(plainName(typed));
  if (exactly !== undefined) return exactly;
  const [only = null, ...others] = placesMeant(field, typed);
  return others.length > 0 ? null : only;
}

const areas = new Map(AREAS.map(({ name, round }) => [plainName(name), round[0] ?? '']));
