import { type Choice, type Draft, LONGEST_CHOICE, MOST_CHOICES, type Order } from '../../game/index.ts';
import type { HexId } from '../hex/hex-grid.ts';
import type { HexMap } from '../hex/hex-map.ts';
import { findHex } from '../hex/hex-names.ts';
import { oncePer } from '../memo.ts';
import { atMost, quoted, shortened } from '../plain-english.ts';
import { nameIndex, nameKey, namesIn } from '../typed-names.ts';

/**
 * The form of a verb's orders in a plan: words and slots, each slot with an example, such as "{unit:Gregg} probes
 * {target@2328}".
 * - The sign says what a slot names: `:` a unit, `*` several units, `@` a place, `#` a number.
 * - Text in brackets may be absent.
 * - Of words in parentheses, any can be read, and the first is written.
 */
interface PlanForm {
  /** Words that tell the verb of a part, anywhere in it. If several verbs fit, the first of the table counts. */
  readonly said: RegExp;
  readonly form: string;
}
export type PlanForms<Verb extends string> = { readonly [verb in Verb]: PlanForm };

export type Sign = ':' | '*' | '@' | '#';

const SLOT = /\{(\w+)([:*@#])([^}]*)\}/g;
const OPTION = /\[([^\]]*)\]/g;

export function slotsIn({ form }: PlanForm) {
  return [...form.matchAll(SLOT)].map(([, slot, sign]) => ({ slot: slot as string, sign: sign as Sign }));
}

/** "Gregg probes 2328" */
export function exampleOf({ form }: PlanForm): string {
  return form.replace(OPTION, '').replace(SLOT, '$3');
}

/** An order as a member would type it. */
export function writtenAs(
  { form }: PlanForm,
  order: Order,
  named: (values: readonly string[], sign: Sign) => string,
): string {
  const values = (slot: string) => [order[slot] ?? []].flat();
  const isSaid = (text: string) => [...text.matchAll(SLOT)].every(([, slot = '']) => values(slot).length > 0);
  return form
    .replace(OPTION, (_, text: string) => (isSaid(text) ? text : ''))
    .replace(/\(([^|)]*)\|[^)]*\)/g, '$1')
    .replace(SLOT, (_, slot: string, sign: Sign) => named(values(slot), sign));
}

/** Reads the slots of a part by its form, as they were typed; null if it does not match. */
export function readAs({ form }: PlanForm, verb: string, part: string): Draft | null {
  const pattern = form
    .replaceAll('(', '(?:')
    .replace(OPTION, '(?:$1)?')
    .replace(SLOT, (_, slot: string, sign: Sign) => `(?<${slot}>${sign === '#' ? '\\d[\\d\\s:–-]*' : '.+?'})`)
    .replaceAll(' ', '\\s+');
  const found = new RegExp(`^${pattern}$`, 'i').exec(part.trim());
  if (!found) return null;
  const typed = Object.entries(found.groups ?? {}).filter(([, words]) => words !== undefined);
  return { verb, ...Object.fromEntries(typed) };
}

/** Splits a plan, such as "Gregg, Branch 0905; V Corps to Watt", into its parts. */
export function planParts(text: string): readonly string[] {
  return text.split(/[;\n]+/).flatMap((part) => part.trim() || []);
}

/** A part in quotation marks, for the beginning of a line. */
export function quotedPart(part: string): string {
  return quoted(shortened(part, 60));
}

/**
 * A line on a part that gives no order.
 * @param why the end of the sentence
 */
export function refusedPart(part: string, why: string): string {
  return `${quotedPart(part)}: ${why}`;
}

/** A line on a part in which a unit or a place is unknown. */
export function notUnderstood(part: string, { is, text }: UnknownPart): string {
  const called = quoted(shortened(text, 40));
  return refusedPart(part, is === 'place' ? `the map has no ${called}.` : `you have no unit called ${called}.`);
}

/**
 * The reason against a part that doesn't say enough.
 * @param example "Gregg probes 2328"
 */
export function writeItLike(example: string): string {
  return `write it like “${example}”.`;
}

/** "“Lee” could be Fitz Lee or Rooney Lee." */
export function couldBe(text: string, names: readonly string[]): string {
  return `${quoted(text)} could be ${atMost(names, 4).replace(/ and (?=[^,]*$)/, ' or ')}.`;
}

/** The reason against a part after the end of the run. */
export const AFTER_DIE =
  'a plan can’t go past an order that rolls dice or ends the phase. Put this before it, or plan it afterwards.';

/** Words and signs that can link units to a destination. */
const LINK = /^(to|toward|towards|at|into|in|on|from|with|by|->|→|=>|>|:|\/)$/i;

/** All splits of a text in two, the longest second half first, without words that link the halves. */
function splits(part: string): readonly (readonly [before: string, behind: string])[] {
  const words = part
    .replace(/(->|→|=>|:|\/)/g, ' $1 ')
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.slice(1).map((word, at) => {
    const before = words.slice(0, at + 1).join(' ');
    return [before.replace(/[,\s]+$/, ''), words.slice(LINK.test(word) ? at + 2 : at + 1).join(' ')];
  });
}

/** Reads units and a destination: the first split of the text in which both halves can be read. */
export function whoAndWhere<Who, Where>(
  part: string,
  who: (text: string) => Who | null,
  where: (text: string) => Where | null,
): { readonly who: Who; readonly where: Where } | null {
  for (const [before, behind] of splits(part)) {
    const place = where(behind);
    if (place === null) continue;
    const units = who(before);
    if (units !== null) return { who: units, where: place };
  }
  return null;
}

interface UnknownPart {
  readonly is: 'place' | 'who';
  readonly text: string;
}

/** The half that keeps `whoAndWhere` from reading a part; null if neither half can be read. */
export function unknownIn(
  part: string,
  who: (text: string) => unknown,
  where: (text: string) => unknown,
): UnknownPart | null {
  const withUnits = splits(part).findLast(([before, behind]) => behind !== '' && who(before) !== null);
  if (withUnits) return { is: 'place', text: withUnits[1] };
  const withPlace = splits(part).find(([, behind]) => where(behind) !== null);
  return withPlace ? { is: 'who', text: withPlace[0] } : null;
}

/** In a name with so many letters, one may be wrong. */
const LONG_ENOUGH = 5;

/**
 * Finds the things that a typed name means. It looks for the exact name, then for names that begin so, then for names
 * with one letter wrong, then for names that contain it. Several results mean that the name is ambiguous.
 * @param names the names, reduced by `nameKey`
 */
export function meantBy<Id>(names: ReadonlyMap<string, Id>, typed: string): readonly Id[] {
  const wanted = nameKey(typed);
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

/** Whether two words differ by one letter, which is added, missing, wrong, or has changed places with the next. */
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

/** All things that a text names, each once; null if one name is unknown or ambiguous. */
export function allMeant<Id>(text: string, meant: (name: string) => readonly Id[] | null): readonly Id[] | null {
  const found = namesIn(text).map(meant);
  return found.every((ids) => ids !== null) ? [...new Set(found.flat())] : null;
}

/** The hex in a name for all units there, such as "2224" or "all in 2224". */
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

/** The hexes that a text could mean by name, or the one with its number. */
export function placesMeant(map: HexMap, text: string): readonly HexId[] {
  if (!/^\s*\d/.test(text)) return nameKey(text).length < 3 ? [] : meantBy(placeNames(map), text);
  const hex = findHex(map, text);
  return hex === null ? [] : [hex];
}

/** Marches that go on in later turns are stored as text: "on: u-v, u-vi to 2236; on: u-iii to off 0117". */

/** Begins a part of a plan that goes on in later turns. */
export const ON = /^on:\s*/i;

/** Units that go on marching, by destination. */
type StandingMarches = Iterable<readonly [to: string, ids: readonly string[]]>;

/**
 * Adds new marches to the stored ones.
 * @param moved units whose stored march ends, because the plan moves them
 */
export function standingText(begun: StandingMarches, standing: string, moved: readonly string[]): string {
  const marches = new Map(begun);
  for (const part of planParts(standing)) {
    const [, ids = '', to = ''] = /^on: (.+) to (.+)$/.exec(part) ?? [];
    const unmoved = ids.split(', ').filter((id) => id !== '' && !moved.includes(id));
    if (unmoved.length > 0) marches.set(to, [...(marches.get(to) ?? []), ...unmoved]);
  }
  return [...marches].map(([to, ids]) => `on: ${ids.join(', ')} to ${to}`).join('; ');
}

/**
 * Completes the last part of a plan. Each choice is the whole text, once. Those too long for Discord are left out.
 */
export function completed(text: string, endings: (part: string) => readonly Choice[]): readonly Choice[] {
  const [, before, part = ''] = /^(.*;)?\s*(.*)$/s.exec(text) ?? [];
  const lead = before === undefined ? '' : `${before} `;
  const whole = endings(part).map(({ value, label }): Choice => {
    const typed = `${lead}${value}`.trim();
    return { value: typed, label: lead.length + label.length > LONGEST_CHOICE ? typed : `${lead}${label}` };
  });
  const seen = new Set(['']);
  const fitting = whole.filter(({ value }) => {
    if (seen.has(value) || value.length > LONGEST_CHOICE) return false;
    seen.add(value);
    return true;
  });
  return fitting.slice(0, MOST_CHOICES);
}

/**
 * Completions of a part that is a march: the units that may be meant, and the destinations of those that it names.
 * Names that begin as typed come first.
 * @param goals the destinations of units as they were typed, the most useful first; null if the text names no units
 */
export function marchEndings(
  part: string,
  units: readonly Choice[],
  goals: (who: string, typed: string) => readonly Choice[] | null,
): readonly Choice[] {
  const [, before = '', typed = part] = /^(.*[,+&]\s*)(.*)$/.exec(part) ?? [];
  const wanted = nameKey(typed);
  const others = before.split(/[,+&]/).map(nameKey);
  const rank = (name: string) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2);
  const named = units
    .filter((choice) => isLike(choice, wanted) && !others.includes(nameKey(choice.value)))
    .sort((one, other) => rank(nameKey(one.value)) - rank(nameKey(other.value)))
    .map((choice) => ({ value: `${before}${choice.value}`, label: `${before}${hinted(choice)}` }));
  const isWholeName = units.some(({ value }) => nameKey(value) === wanted);
  const places = goalsBehind(isWholeName ? `${part} ` : part, goals);
  // After a space a destination may follow. A number is one, unless it ends the name of a unit.
  const arePlacesNext = (isWholeName ? /\s$/ : /[\s\d]$/).test(part);
  return arePlacesNext ? [...places, ...named] : [...named, ...places];
}

function goalsBehind(part: string, goals: (who: string, typed: string) => readonly Choice[] | null): readonly Choice[] {
  const words = part.split(/\s+/);
  for (let end = words.length - 1; end > 0; end--) {
    const who = words.slice(0, end).join(' ');
    // After a comma, another unit is being typed.
    if (/[,+&]$/.test(who)) continue;
    const typed = nameKey(words.slice(end).join(' ').replace(/^to\b/, ''));
    const found = goals(who, typed);
    if (found)
      return found
        .filter((choice) => isLike(choice, typed))
        .map((choice) => ({
          value: `${who} ${choice.value}`,
          label: `${who.replace(/(?:\s+to)?\W*$/, '')} to ${hinted(choice)}`,
        }));
  }
  return [];
}

function hinted({ label, hint }: Choice): string {
  return hint === undefined ? label : `${label} (${hint})`;
}

function isLike({ value, label }: Choice, typed: string): boolean {
  return [value, label].some((text) => nameKey(text).includes(typed));
}
