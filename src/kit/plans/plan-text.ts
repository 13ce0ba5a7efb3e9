import type { HexId } from '../hex/hex-grid.ts';
import type { HexMap } from '../hex/hex-map.ts';
import { findHex } from '../hex/hex-names.ts';
import { oncePer } from '../memo.ts';
import { atMost, quoted, shortened } from '../plain-english.ts';
import { nameIndex, plainName } from '../typed-names.ts';

/** Plans as members type them: parts, and in each who goes where. */

/** "Gregg, Branch 0905; V Corps to Watt" in its parts. */
export function partsOf(text: string): readonly string[] {
  return text.split(/[;\n]+/).flatMap((part) => part.trim() || []);
}

/** A part as it begins a line. */
export function quotedPart(part: string): string {
  return quoted(shortened(part, 60));
}

/** A part that gives no order, with why: a sentence's end. */
export function refusedPart(part: string, why: string): string {
  return `${quotedPart(part)}: ${why}`;
}

/** A part of which one half is unknown. */
export function notUnderstood(part: string, { is, text }: UnknownPart): string {
  const called = quoted(shortened(text, 40));
  return refusedPart(part, is === 'place' ? `the map has no ${called}.` : `you have no unit called ${called}.`);
}

/** Reason against a part that doesn't say enough. @param example "Gregg probes 2328" */
export function writeItLike(example: string): string {
  return `write it like “${example}”.`;
}

/** "“Lee” could be Fitz Lee or Rooney Lee." */
export function couldBe(text: string, names: readonly string[]): string {
  return `${quoted(text)} could be ${atMost(names, 4).replace(/ and (?=[^,]*$)/, ' or ')}.`;
}

/** Why a part gives no order though it might be one. */
export const AFTER_DIE =
  'a plan can’t go past an order that rolls dice or ends the phase. Put this before it, or plan it afterwards.';

/** Words and signs that can link units to a destination. */
const LINK = /^(to|toward|towards|at|into|in|on|from|with|by|->|→|=>|>|:|\/)$/i;

/** All ways to part the words in two, that with the longest second half first; what links the halves belongs to neither. */
function partings(part: string): readonly (readonly [before: string, behind: string])[] {
  const words = part
    .replace(/(->|→|=>|:|\/)/g, ' $1 ')
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.slice(1).map((word, at) => {
    const before = words.slice(0, at + 1).join(' ');
    return [before.replace(/[,\s]+$/, ''), words.slice(LINK.test(word) ? at + 2 : at + 1).join(' ')];
  });
}

/** Reads units and destination: the first split that makes sense on both sides; null if none does. */
export function whoAndWhere<Who, Where>(
  part: string,
  who: (text: string) => Who | null,
  where: (text: string) => Where | null,
): { readonly who: Who; readonly where: Where } | null {
  for (const [before, behind] of partings(part)) {
    const place = where(behind);
    const found = place === null ? null : who(before);
    if (place !== null && found !== null) return { who: found, where: place };
  }
  return null;
}

/** The half of a part that nothing is called by. */
export interface UnknownPart {
  readonly is: 'place' | 'who';
  readonly text: string;
}

/** The unknown half of a part that `whoAndWhere` can't read; null if both are unknown. */
export function unknownIn(
  part: string,
  who: (text: string) => unknown,
  where: (text: string) => unknown,
): UnknownPart | null {
  const known = partings(part).findLast(([before, behind]) => behind !== '' && who(before) !== null);
  if (known) return { is: 'place', text: known[1] };
  const named = partings(part).find(([, behind]) => where(behind) !== null);
  return named ? { is: 'who', text: named[0] } : null;
}

/** Letters from which on one may be wrong. */
const LONG_ENOUGH = 5;

/**
 * Matches a typed name: exactly; else by its beginning; else with one letter wrong, or as a part of the name. Several results: the name is
 * ambiguous. None: no name is near.
 * @param names in plain letters
 */
export function meantBy<Id>(names: ReadonlyMap<string, Id>, typed: string): readonly Id[] {
  const wanted = plainName(typed);
  if (wanted === '') return [];
  const exactly = names.get(wanted);
  if (exactly !== undefined) return [exactly];
  const all = [...names];
  const those = (is: (name: string) => boolean) => [...new Set(all.flatMap(([name, id]) => (is(name) ? [id] : [])))];
  const begins = those((name) => name.startsWith(wanted));
  if (begins.length > 0 || wanted.length < LONG_ENOUGH) return begins;
  const near = those((name) => isNear(name, wanted));
  return near.length > 0 ? near : those((name) => name.includes(wanted));
}

/** Whether one letter more, less or other makes one word of the other, or two that have changed places. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  const rest = (text: string, skipped: number) => text.slice(from + skipped);
  return (
    rest(one, 1) === rest(other, 1) ||
    rest(one, 0) === rest(other, 1) ||
    rest(one, 1) === rest(other, 0) ||
    (one[from] === other[from + 1] && one[from + 1] === other[from] && rest(one, 2) === rest(other, 2))
  );
}

/** Names that are joined by a comma, a plus or "and". */
export function namesIn(text: string): readonly string[] {
  return text.split(/\+|,|&| and /i);
}

/** Everything that a text names, each once; null if one of its names is unknown or ambiguous. */
export function allMeant<Id>(text: string, meant: (name: string) => readonly Id[] | null): readonly Id[] | null {
  const found = namesIn(text).map(meant);
  return found.every((ids) => ids !== null) ? [...new Set(found.flat())] : null;
}

/** The hex of "2224" or "all in 2224", as a name for the units in it. */
export function stackIn(text: string): HexId | null {
  return /^\s*(?:all )?(?:(?:stack|in|at|of|from)\s+)*(\d{4})\s*$/i.exec(text)?.[1] ?? null;
}

const placeNames = oncePer(
  (map: HexMap): ReadonlyMap<string, HexId> =>
    nameIndex(
      map.places.filter(({ hex }) => map.hex.get(hex)?.name),
      ({ hex }) => hex,
      [({ name }) => [name], ({ name }) => [name.replace(/ \(.*\)$/, '')]],
    ),
);

/** Hexes whose name a text means, or the one of its number. */
export function placesMeant(map: HexMap, text: string): readonly HexId[] {
  if (!/^\s*\d/.test(text)) return plainName(text).length < 3 ? [] : meantBy(placeNames(map), text);
  const hex = findHex(map, text);
  return hex === null ? [] : [hex];
}

/** Marches that go on in later turns, as the store keeps them: "on: u-v, u-vi to 2236; on: u-iii to off 0117". */

/** Before a part of a plan that goes on. */
export const ON = /^on:\s*/i;

/** Units that keep marching, by destination. */
export type StandingMarches = Iterable<readonly [to: string, ids: readonly string[]]>;

/** @param moved units whose older marches have ended, since the plan moves them */
export function standingText(begun: StandingMarches, standing: string, moved: readonly string[]): string {
  const going = new Map(begun);
  for (const part of partsOf(standing)) {
    const [, ids = '', to = ''] = /^on: (.+) to (.+)$/.exec(part) ?? [];
    const still = ids.split(', ').filter((id) => id !== '' && !moved.includes(id));
    if (still.length > 0) going.set(to, [...(going.get(to) ?? []), ...still]);
  }
  return [...going].map(([to, ids]) => `on: ${ids.join(', ')} to ${to}`).join('; ');
}
