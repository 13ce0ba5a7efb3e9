import type { z } from 'zod';
import type { DataFault, DataFiles, Json, RuleTopic } from '../game/index.ts';
import { typeset } from './draw/text-layout.ts';
import { oncePer } from './memo.ts';

export type Fault = Omit<DataFault, 'file'>;

/**
 * Parsed files without faults, by their schema and by the object that was parsed: two games may have a file in common.
 */
const soundFiles = oncePer((_schema: z.ZodType) => new WeakMap<object, unknown>());

export class DataReader {
  readonly faults: DataFault[] = [];
  readonly #files: DataFiles;

  constructor(files: DataFiles) {
    this.#files = files;
  }

  /** Parses a file. If its shape is wrong, notes the faults and returns null. */
  read<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> | null {
    const data = this.#files[file] ?? null;
    const isObject = typeof data === 'object' && data !== null;
    const before = isObject ? soundFiles(schema).get(data) : undefined;
    if (before !== undefined) return before as z.infer<Schema>;
    const { data: read, error } = schema.safeParse(data, { jitless: true });
    if (error) this.note(file, faultsOfShape(error, data));
    else if (isObject) soundFiles(schema).set(data, read);
    return error ? null : (read as z.infer<Schema>);
  }

  note(file: string, faults: readonly Fault[]): void {
    this.faults.push(...faults.map((fault) => ({ file, ...fault })));
  }
}

/** Puts faults of shape in words, each with the path of its entry, for people who edit the file. */
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

/** Extends a schema with further checks, which run only if the file's shape is right. */
export function sound<Schema extends z.ZodType>(schema: Schema, found: (file: z.output<Schema>) => readonly Fault[]) {
  return schema.superRefine((file, { issues, addIssue }) => {
    if (issues.length > 0) return;
    for (const { path, reason } of found(file)) addIssue({ code: 'custom', path: [...path], message: reason });
  });
}

export function faultIf(isWrong: boolean, path: Fault['path'], reason: string): Fault[] {
  return isWrong ? [{ path, reason }] : [];
}

/** Faults of entries that repeat the `key` of an earlier one. */
export function repeated(
  path: Fault['path'],
  key: string,
  values: readonly string[],
  reason = (value: string) => `${value} is named twice`,
): Fault[] {
  return values.flatMap((value, at) => faultIf(values.indexOf(value) < at, [...path, at, key], reason(value)));
}

/** Faults of entries that are not in order. Such a list is read from the top for the first match. */
export function outOfOrder(path: Fault['path'], key: string, values: readonly number[], way: 'up' | 'down'): Fault[] {
  return values.flatMap((value, at) => {
    const before = values[at - 1];
    if (before === undefined || (way === 'up' ? value > before : value < before)) return [];
    const reason = `must be ${way === 'up' ? 'more' : 'less'} than ${before}, as the list goes ${way}`;
    return [{ path: [...path, at, key], reason }];
  });
}

export function isFaults<T>(read: T | readonly DataFault[]): read is readonly DataFault[] {
  return Array.isArray(read) && read.every((one) => typeof one === 'object' && one !== null && 'reason' in one);
}

/** The most characters of a topic's text, so that it fits in one message with its title. */
const LONGEST = 1800;
const HEADING = /^([a-z-]{1,30}): (.{1,60})$/;

type Rulebook =
  | { readonly topics: readonly RuleTopic[] }
  | { readonly topics: null; readonly faults: readonly DataFault[] };

/**
 * Reads a `rules.md`: a line `## id: Title` begins a topic. Text before the first topic is for the file's editors.
 * @param filled the text with the data's numbers in place of its placeholders
 */
export function readRulebook(file: string, data: Json, filled = (text: string) => text): Rulebook {
  const fault = (reason: string): Rulebook => ({ topics: null, faults: [{ file, path: [], reason }] });
  if (typeof data !== 'string') return fault('the rulebook is missing');
  const [, ...parts] = typeset(filled(data).replaceAll('\r\n', '\n')).split(/^## /m);
  const topics = new Map<string, RuleTopic>();
  for (const part of parts) {
    const end = part.indexOf('\n');
    const heading = (end < 0 ? part : part.slice(0, end)).trim();
    const text = end < 0 ? '' : part.slice(end).trim();
    const [, id, title] = HEADING.exec(heading) ?? [];
    if (id === undefined || title === undefined) return fault(`“## ${heading}” is not of the form “## id: Title”`);
    if (text === '') return fault(`topic ${id} has no text`);
    if (text.length > LONGEST) return fault(`topic ${id} has ${text.length} characters; at most ${LONGEST} fit`);
    if (topics.has(id)) return fault(`there are two topics ${id}`);
    topics.set(id, { id, title, text });
  }
  return topics.size > 0 ? { topics: [...topics.values()] } : fault('the rulebook has no topics');
}
