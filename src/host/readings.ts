import PQueue from 'p-queue';
import type { System } from '../game/index.ts';
import type { WhatIf } from '../store/index.ts';
import { readCopy, readLeaving, readQuestion } from './afterwards/mydata/mydata-commands.ts';
import { readRecap } from './afterwards/recap/recap.ts';
import { readResult } from './afterwards/record/record-commands.ts';
import { readRatings } from './afterwards/season/season-commands.ts';
import { plainReply, type Reading } from './base/reading.ts';
import { type Terms, workerBeside, workerThread } from './base/worker-thread.ts';
import { readPoints } from './features/branch-points.ts';
import { readDice, readLog } from './features/log-commands.ts';
import type { GameSources, RefoldTask } from './table/game-tables.ts';
import { IncompatibleLog } from './table/replay-log.ts';

interface ReadingSources extends GameSources {
  readonly systems: readonly System[];
}

/** Slow readings by name. Tasks and results are plain data, so that they can be sent between threads. */
const READINGS = {
  copy: readCopy,
  dice: readDice,
  leaving: readLeaving,
  log: readLog,
  origin: ({ tables }: ReadingSources, point: WhatIf) => tables.readOrigin(point),
  points: readPoints,
  question: readQuestion,
  ratings: readRatings,
  recap: readRecap,
  refold: ({ tables }: ReadingSources, task: RefoldTask) => tables.refolded(task),
  result: readResult,
};

/** Readings of which a list may need many. */
const FOR_LISTS: ReadonlySet<ReadingName> = new Set(['points', 'result']);

type Readings = typeof READINGS;
export type ReadingName = keyof Readings;
type TaskOf<Name extends ReadingName> = Parameters<Readings[Name]>[1];
type ResultOf<Name extends ReadingName> = ReturnType<Readings[Name]>;

/** Does a reading in the worker thread. */
export type ReadAside = <Name extends ReadingName>(name: Name, task: TaskOf<Name>) => Promise<ResultOf<Name>>;

/** Readings that wait for the worker thread. Those for presses go before those for lists. */
export class ReadingQueue {
  readonly #reader: ReadAside;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #waiting = new Set<string>();

  constructor(reader: ReadAside) {
    this.#reader = reader;
  }

  add<Name extends ReadingName>(
    name: Name,
    task: TaskOf<Name>,
    forList = FOR_LISTS.has(name),
  ): Promise<ResultOf<Name>> {
    const id = idOf(name, task);
    this.#waiting.add(id);
    const read = () => {
      this.#waiting.delete(id);
      return this.#reader(name, task);
    };
    return this.#queue.add(read, { id, priority: forList ? 0 : 1 });
  }

  get size(): number {
    return this.#queue.size + this.#queue.pending;
  }

  /** A press now needs a reading that may wait for a list. */
  hurry<Name extends ReadingName>(name: Name, task: TaskOf<Name>): void {
    const id = idOf(name, task);
    if (this.#waiting.has(id)) this.#queue.setPriority(id, 1);
  }
}

function idOf(name: ReadingName, task: unknown): string {
  return JSON.stringify([name, task]);
}

/** A reading from these sources, for this thread or the worker thread. */
export function readingOf<Name extends ReadingName>(
  sources: ReadingSources,
  aside: ReadAside | null,
  name: Name,
): Reading<TaskOf<Name>, ResultOf<Name>> {
  return { now: (task) => read(sources, name, task), aside: aside && ((task) => aside(name, task)) };
}

function read<Name extends ReadingName>(sources: ReadingSources, name: Name, task: TaskOf<Name>): ResultOf<Name> {
  const reading = READINGS[name] as (sources: ReadingSources, task: TaskOf<Name>) => ResultOf<Name>;
  return reading(sources, task);
}

/** Does a reading in the worker thread, whose result must be plain data. */
export function readPlain(sources: ReadingSources, name: ReadingName, task: unknown): object {
  const result = read(sources, name, task as never);
  return 'to' in result ? plainReply(result) : result;
}

export interface ReadTask {
  readonly file: string;
  readonly assets: string;
  readonly name: ReadingName;
  readonly task: unknown;
}

/** Replaying the longest log takes seconds, and on a busy computer many. */
const PATIENCE_MS = 120_000;

/** A thread that does readings of a database one after the other. */
export function readerThread(
  { file, assets }: Pick<ReadTask, 'file' | 'assets'>,
  program: URL = workerBeside(import.meta.url, 'reader-worker'),
  { patience = PATIENCE_MS, ...terms }: Terms = {},
): ReadAside & { end(): Promise<void> } {
  const read = workerThread<ReadTask, unknown>('The reader', program, { patience, ...terms });
  const ask: ReadAside = async (name, task) => {
    try {
      return (await read({ file, assets, name, task })) as never;
    } catch (error) {
      if (error instanceof Error && error.name === IncompatibleLog.name) throw new IncompatibleLog(error.message);
      throw error;
    }
  };
  return Object.assign(ask, { end: read.end });
}
