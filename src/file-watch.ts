import type { Logger } from 'pino';
import { type DatabaseTrouble, databaseTroubleOf, type Store } from './store/index.ts';

const EVERY_MS = 1000;

/**
 * Looks after the files of the database every second, also while nobody plays. Trouble with them is logged when it begins; members are
 * told when they give an order.
 * @returns what ends it
 */
export function watchFiles(store: Pick<Store, 'tick'>, log: Logger): () => void {
  let present: DatabaseTrouble | null = null;
  const look = () => {
    try {
      store.tick();
      if (present !== null) log.info({ trouble: present }, 'the database files can be used again');
      present = null;
    } catch (error) {
      const trouble = databaseTroubleOf(error);
      if (trouble === null) throw error;
      if (trouble !== present) log.warn({ err: error, trouble }, 'the database files cannot be used');
      present = trouble;
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return () => clearInterval(timer);
}
