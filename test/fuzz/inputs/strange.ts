import type { Luck } from '../../harness/luck.ts';
import type { Json, JsonValue } from '../json.ts';

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

/** Where a parser that goes back and forth would take its time. */
const LONG: readonly string[] = ['a'.repeat(1_000_000), '\u0301'.repeat(300_000), '**'.repeat(200_000)];

export function strangeText(luck: Luck): string {
  if (luck.oneIn(300)) return luck.among(LONG);
  const text = luck.among(TEXTS);
  return luck.oneIn(6) ? text + luck.among(TEXTS) : text;
}

const KEYS = [
  'id',
  'type',
  'data',
  'value',
  'values',
  'name',
  'options',
  'custom_id',
  'components',
  'component',
  'resolved',
  'users',
  'members',
  'member',
  'user',
  'channel',
  'guild_id',
  'message',
  'roles',
  'permissions',
  'token',
  '__proto__',
  'constructor',
  'length',
  'toJSON',
  'then',
] as const;

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
