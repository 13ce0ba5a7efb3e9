import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** `value`, with everything in it made unchangeable: who changes it throws. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}

/** Expects `value` to be plain JSON: what comes back from a round trip is what went in. */
export function expectPlain(value: unknown, what: string): void {
  expect(oddities(value, what), `${what} is plain JSON`).toEqual([]);
  const back = throughJson(value);
  // Node compares large values in a fraction of the time, and more strictly.
  if (!isDeepStrictEqual(back, value)) expect(back, `${what} comes back from JSON as it was`).toEqual(value);
}

export function throughJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** The paths of everything JSON would lose or change. Members that are undefined are as good as absent. */
function oddities(value: unknown, path: string): string[] {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return [];
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? []
        : [`${path} is ${Object.is(value, -0) ? '-0' : value}`];
    case 'object': {
      if (value === null) return [];
      const proto = Object.getPrototypeOf(value);
      if (Array.isArray(value)) return value.flatMap((member, index) => oddities(member, `${path}[${index}]`));
      if (proto !== Object.prototype && proto !== null) return [`${path} is an instance of ${proto.constructor?.name}`];
      return Object.entries(value).flatMap(([key, member]) =>
        member === undefined ? [] : oddities(member, `${path}.${key}`),
      );
    }
    default:
      return [`${path} is ${typeof value}`];
  }
}
