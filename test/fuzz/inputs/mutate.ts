import type { Luck } from '../../harness/luck.ts';
import { isObject, type Json, type JsonValue } from '../json.ts';
import { anyJson, nested, object, strangeKey, strangeText } from './strange.ts';

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
