import type { Json } from '../../src/game/index.ts';

/** A bad edit of a data file: what it says, its path with keys joined by `/`, its value (undefined: left out), where it is refused, and why. */
export type Edit = readonly [said: string, path: string, value: unknown, at: string, reason: RegExp];

/** Edits, a line each: `path (where it is refused, if elsewhere) = value as JSON, or nothing: reason`. */
export function editsOf(text: string): readonly Edit[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, path = '', at = path, value = '', reason = ''] =
        /^ *([^=(]+?)(?: \((.*?)\))? = (.*?): (.*)$/.exec(line) ?? [];
      return [line.trim(), path, value === 'nothing' ? undefined : JSON.parse(value), at, RegExp(reason)];
    });
}

/** A copy of data with the value at a path replaced. */
export function edited(data: Json, path: string, value: unknown): Json {
  const copy = structuredClone(data) as { [key: string]: unknown };
  const keys = path.split('/');
  const last = keys.pop() as string;
  const parent = keys.reduce((at, key) => at[key] as { [key: string]: unknown }, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy as Json;
}
