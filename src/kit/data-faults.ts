import type { z } from 'zod';
import type { DataFault, DataFiles } from '../game/index.ts';

export type Fault = Omit<DataFault, 'file'>;

/** Reads a game's files one by one, and keeps everything that is wrong with them. */
export class DataReader {
  readonly faults: DataFault[] = [];
  readonly #files: DataFiles;

  constructor(files: DataFiles) {
    this.#files = files;
  }

  /** Parses a file; null, with faults noted, if its shape is wrong. */
  read<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> | null {
    const data = this.#files[file] ?? null;
    const { data: read, error } = schema.safeParse(data);
    if (error) this.note(file, faultsOfShape(error, data));
    return error ? null : (read as z.infer<Schema>);
  }

  note(file: string, faults: readonly Fault[]): void {
    this.faults.push(...faults.map((fault) => ({ file, ...fault })));
  }
}

/** Faults of shape in words, for people who edit the file, each at the very entry it is about. */
export function faultsOfShape(error: z.ZodError, data: unknown): Fault[] {
  return error.issues.flatMap((issue): Fault[] => {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], reason: 'is not a known name here' }));
    if (issue.code === 'invalid_key') return [{ path, reason: issue.issues[0]?.message ?? issue.message }];
    return [{ path, reason: isThere(data, path) ? issue.message : 'is missing' }];
  });
}

function isThere(data: unknown, [key, ...rest]: Fault['path']): boolean {
  if (key === undefined) return true;
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, key)) return false;
  return isThere((data as { readonly [key: string | number]: unknown })[key], rest);
}

/** Adds to a schema the faults of a file of the right shape; none are looked for in any other. */
export function sound<Schema extends z.ZodType>(schema: Schema, found: (file: z.output<Schema>) => readonly Fault[]) {
  return schema.superRefine((file, { issues, addIssue }) => {
    if (issues.length > 0) return;
    for (const { path, reason } of found(file)) addIssue({ code: 'custom', path: [...path], message: reason });
  });
}

/** One fault, if something is wrong. */
export function faultIf(isWrong: boolean, path: Fault['path'], reason: string): Fault[] {
  return isWrong ? [{ path, reason }] : [];
}

/** Entries of a list that repeat the `key` of an earlier one. */
export function repeated(
  path: Fault['path'],
  key: string,
  values: readonly string[],
  reason = (value: string) => `${value} is named twice`,
): Fault[] {
  return values.flatMap((value, at) => faultIf(values.indexOf(value) < at, [...path, at, key], reason(value)));
}

/** Faults of a list that is read from the top for the first match: each value must lie beyond the one before it. */
export function outOfOrder(path: Fault['path'], key: string, values: readonly number[], way: 'up' | 'down'): Fault[] {
  return values.flatMap((value, at) => {
    const before = values[at - 1];
    if (before === undefined || (way === 'up' ? value > before : value < before)) return [];
    const reason = `must be ${way === 'up' ? 'more' : 'less'} than ${before}, as the list goes ${way}`;
    return [{ path: [...path, at, key], reason }];
  });
}

/** Whether reading found faults. */
export function isFaults<T>(read: T | readonly DataFault[]): read is readonly DataFault[] {
  return Array.isArray(read) && read.every((one) => typeof one === 'object' && one !== null && 'reason' in one);
}
