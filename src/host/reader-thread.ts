import { type Terms, workerBeside, workerThread } from './base/worker-thread.ts';
import type { ReadAside, ReadingName } from './readings.ts';
import { IncompatibleLog } from './table/replay-log.ts';

export interface ReadTask {
  /** The database. */
  readonly file: string;
  /** The folder of the games' data. */
  readonly assets: string;
  readonly name: ReadingName;
  readonly task: unknown;
}

/** The longest log takes seconds to play, on a busy computer many. Milliseconds. */
const PATIENCE_MS = 120_000;

/** A reader of a database: a thread with a connection of its own, one reading after the other. */
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
