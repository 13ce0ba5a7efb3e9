import type { Luck } from '../../harness/luck.ts';
import { isObject, type Json, type JsonValue } from '../world.ts';

/** Texts to trip over. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '-',
  '0',
  '-1',
  '1e309',
  'NaN',
  '9'.repeat(30),
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'verb',
  'a,b,,c',
  '%',
  '%00',
  '%E0%A4%A',
  '%F0%9F%98%80',
  '\u0000',
  '\u202emihsiR',
  '\ud800',
  '\udc00x',
  '\u{1f600}'.repeat(60),
  'é'.repeat(100),
  'e\u0301'.repeat(2000),
  'ﬀ',
  '\n'.repeat(500),
  '`'.repeat(1000),
  '*_~|>#-'.repeat(50),
  '@everyone @here <@100000000000000001> <@&920000000000000001> <#930000000000000001> <t:0:R>',
  '[click](https://example.invalid) https://example.invalid/x',
  '../../etc/passwd',
  "'; DROP TABLE game; --",
  '{{7*7}}<%= 7 %>',
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(4000),
  'x'.repeat(6000),
];

/** Texts on which a backtracking parser would be slow. */
const LONG: readonly string[] = ['a'.repeat(1_000_000), '\u0301'.repeat(300_000), '**'.repeat(200_000)];

export function strangeText(luck: Luck): string {
  if (luck.oneIn(300)) return luck.among(LONG);
  const text = luck.among(TEXTS);
  return luck.oneIn(6) ? text + luck.among(TEXTS) : text;
}

const KEYS =
  'id type data value values name options custom_id components component resolved users members member user channel guild_id message roles permissions token __proto__ constructor length toJSON then'.split(
    ' ',
  );

export function strangeKey(luck: Luck): string {
  return luck.among(KEYS);
}

/** Any JSON, not too deep. */
export function anyJson(luck: Luck, depth = 4): JsonValue {
  switch (luck.below(depth > 0 ? 9 : 6)) {
    case 0:
      return null;
    case 1:
      return luck.oneIn(2);
    case 2:
      return luck.among([0, 1, 2, 3, 4, 5, 8, 18, -1, 0.5, 2 ** 31, 2 ** 53, 1e300]);
    case 3:
      return String(luck.among([100, 900, 910, 930, 940]) * 1_000_000) + String(luck.below(1e9)).padStart(9, '0');
    case 4:
    case 5:
      return strangeText(luck);
    case 6:
      return Array.from({ length: luck.below(5) }, () => anyJson(luck, depth - 1));
    default:
      return object(Array.from({ length: luck.below(6) }, () => [strangeKey(luck), anyJson(luck, depth - 1)]));
  }
}

/** As JSON.parse makes it: `__proto__` is a key like any other. */
export function object(entries: readonly (readonly [string, JsonValue])[]): Json {
  return Object.fromEntries(entries);
}

/** Something wrapped up many times. */
export function nested(inner: JsonValue, times: number, key: string | null): JsonValue {
  let value = inner;
  for (let depth = 0; depth < times; depth++) value = key === null ? [value] : object([[key, value]]);
  return value;
}

/** A value with something wrong somewhere in it. */
export function mutated(luck: Luck, value: JsonValue): JsonValue {
  if (luck.oneIn(5)) return changed(luck, value);
  if (Array.isArray(value) && value.length > 0) {
    const at = luck.below(value.length);
    return value.map((one: JsonValue, index) => (index === at ? mutated(luck, one) : one));
  }
  if (isObject(value)) {
    const key = luck.among(Object.keys(value).concat('id'));
    const inner = value[key];
    return inner === undefined ? changed(luck, value) : { ...value, [key]: mutated(luck, inner) };
  }
  return changed(luck, value);
}

function changed(luck: Luck, value: JsonValue): JsonValue {
  if (luck.oneIn(12)) return anyJson(luck);
  if (luck.oneIn(40)) return nested(value, luck.among([10, 1000, 5000]), luck.oneIn(2) ? null : strangeKey(luck));
  if (typeof value === 'string') return changedText(luck, value);
  if (typeof value === 'number') return luck.among([value + 1, -value, 0.5, String(value), 2 ** 53, 99, null]);
  if (typeof value === 'boolean') return luck.among([!value, String(value), null, 1]);
  if (Array.isArray(value)) return changedList(luck, value);
  return isObject(value) ? changedObject(luck, value) : anyJson(luck, 2);
}

function changedList(luck: Luck, list: readonly JsonValue[]): JsonValue {
  switch (luck.below(5)) {
    case 0:
      return [];
    case 1:
      return [...list, ...list];
    case 2:
      return Array.from({ length: luck.among([26, 300]) }, () => list[0] ?? null);
    case 3:
      return [...list, anyJson(luck, 2)];
    default:
      return object(list.map((one, index) => [String(index), one]));
  }
}

function changedObject(luck: Luck, value: Json): JsonValue {
  const entries = Object.entries(value);
  const at = entries.length === 0 ? -1 : luck.below(entries.length);
  switch (luck.below(5)) {
    case 0:
    case 1:
      return object(entries.filter((_, index) => index !== at));
    case 2:
      return object(entries.map(([key, one], index) => [index === at ? strangeKey(luck) : key, one]));
    case 3:
      return object([...entries, [strangeKey(luck), anyJson(luck, 2)]]);
    default:
      return object(entries.map(([key, one], index) => [key, index === at ? anyJson(luck, 2) : one]));
  }
}

/** A text with a slip in it, or another in its place. */
export function changedText(luck: Luck, text: string): string {
  const at = luck.below(text.length + 1);
  switch (luck.below(6)) {
    case 0:
      return strangeText(luck);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return (
        text.slice(0, at) +
        luck.among([':', '=', '&', ',', '%', '*', '0', '-', 'é', '\u0000', '\ud800']) +
        text.slice(at)
      );
    case 3:
      return text.replace(/\d+/, (digits) => luck.among(['0', '-1', `0${digits}`, `${digits}0`, '9999999', '1e3', '']));
    case 4:
      return text.slice(0, at);
    default:
      return text + text.slice(at);
  }
}
