import type { Logger } from 'pino';
import { type Store, type Trouble, troubleOf } from './store/index.ts';

const EVERY_MS = 1000;

/**
 * Looks after the files of the database every second, also while nobody plays. Trouble with them is logged when it begins.
 * @param troubled is called each time they cannot be used
 * @returns what ends it
 */
export function watchFiles(store: Pick<Store, 'tick'>, log: Logger, troubled: (trouble: Trouble) => void): () => void {
  let present: Trouble | null = null;
  const look = () => {
    try {
      store.tick();
      if (present !== null) log.info({ trouble: present }, 'the files of the database can be used again');
      present = null;
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      if (trouble !== present) log.warn({ err: error, trouble }, 'the files of the database cannot be used');
      present = trouble;
      troubled(trouble);
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return () => clearInterval(timer);
}
