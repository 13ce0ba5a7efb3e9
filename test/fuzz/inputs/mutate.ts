import { isObject, type Json, type JsonValue } from '../json.ts';
import type { Random } from '../random.ts';
import { anyJson, nested, object, strangeKey, strangeText } from './strange.ts';

/** A value with something wrong somewhere in it. */
export function mutated(random: Random, value: JsonValue): JsonValue {
  if (random.oneIn(5)) return changed(random, value);
  if (Array.isArray(value) && value.length > 0) {
    const at = random.below(value.length);
    return value.map((one: JsonValue, index) => (index === at ? mutated(random, one) : one));
  }
  if (isObject(value)) {
    const key = random.of(Object.keys(value).concat('id'));
    const inner = value[key];
    return inner === undefined ? changed(random, value) : { ...value, [key]: mutated(random, inner) };
  }
  return changed(random, value);
}

function changed(random: Random, value: JsonValue): JsonValue {
  if (random.oneIn(12)) return anyJson(random);
  if (random.oneIn(40)) return nested(value, random.of([10, 1000, 5000]), random.oneIn(2) ? null : strangeKey(random));
  if (typeof value === 'string') return changedText(random, value);
  if (typeof value === 'number') return random.of([value + 1, -value, 0.5, String(value), 2 ** 53, 99, null]);
  if (typeof value === 'boolean') return random.of([!value, String(value), null, 1]);
  if (Array.isArray(value)) return changedList(random, value);
  return isObject(value) ? changedObject(random, value) : anyJson(random, 2);
}

function changedList(random: Random, list: readonly JsonValue[]): JsonValue {
  switch (random.below(5)) {
    case 0:
      return [];
    case 1:
      return [...list, ...list];
    case 2:
      return Array.from({ length: random.of([26, 300]) }, () => list[0] ?? null);
    case 3:
      return [...list, anyJson(random, 2)];
    default:
      return object(list.map((one, index) => [String(index), one]));
  }
}

function changedObject(random: Random, value: Json): JsonValue {
  const entries = Object.entries(value);
  const at = entries.length === 0 ? -1 : random.below(entries.length);
  switch (random.below(5)) {
    case 0:
    case 1:
      return object(entries.filter((_, index) => index !== at));
    case 2:
      return object(entries.map(([key, one], index) => [index === at ? strangeKey(random) : key, one]));
    case 3:
      return object([...entries, [strangeKey(random), anyJson(random, 2)]]);
    default:
      return object(entries.map(([key, one], index) => [key, index === at ? anyJson(random, 2) : one]));
  }
}

/** A text with a slip in it, or another in its place. */
export function changedText(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  switch (random.below(6)) {
    case 0:
      return strangeText(random);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return (
        text.slice(0, at) +
        random.of([':', '=', '&', ',', '%', '*', '0', '-', 'é', '\u0000', '\ud800']) +
        text.slice(at)
      );
    case 3:
      return text.replace(/\d+/, (digits) => random.of(['0', '-1', `0${digits}`, `${digits}0`, '9999999', '1e3', '']));
    case 4:
      return text.slice(0, at);
    default:
      return text + text.slice(at);
  }
}
