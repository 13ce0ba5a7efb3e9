import { type Terms, workerBeside, workerThread } from './base/worker-thread.ts';
import type { ReadAside, ReadingName } from './readings.ts';
import { IncompatibleLog } from './table/replay-log.ts';

/** What the thread is asked. */
export interface ReadTask {
  /** The database. */
  readonly file: string;
  /** The folder of the games' data. */
  readonly assets: string;
  readonly name: ReadingName;
  readonly task: unknown;
}

/** What it has read. */
export interface ReadAnswer {
  readonly result: unknown;
}

/** How long a thread without work is kept, in milliseconds. */
const IDLE_MS = 120_000;

/** How long one with work is waited for without a word from it, in milliseconds: the longest log takes seconds, on a busy computer many. */
const PATIENCE_MS = 120_000;

/** A reader of a database: a thread with a connection of its own, one reading after the other. */
export function readerThread(
  { file, assets }: Pick<ReadTask, 'file' | 'assets'>,
  program: URL = workerBeside(import.meta.url, 'reader-worker'),
  { idle = IDLE_MS, patience = PATIENCE_MS }: Partial<Terms> = {},
): ReadAside & { end(): Promise<void> } {
  const read = workerThread<ReadTask, ReadAnswer>('The reader', program, { idle, patience });
  const ask: ReadAside = async (name, task) => {
    try {
      const { result } = await read({ file, assets, name, task });
      return result as never;
    } catch (error) {
      if (error instanceof Error && error.name === IncompatibleLog.name) throw new IncompatibleLog(error.message);
      throw error;
    }
  };
  return Object.assign(ask, { end: read.end });
}
