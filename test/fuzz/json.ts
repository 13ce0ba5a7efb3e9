/** A JSON value, and an object of them. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | Json;
export interface Json {
  readonly [key: string]: JsonValue;
}

export function isObject(value: JsonValue | undefined): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
