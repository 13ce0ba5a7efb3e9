import { HOUR, MINUTE } from '../../../council/index.ts';
import type { System } from '../../../game/index.ts';
import type { ServerEntry, Store } from '../../../store/index.ts';
import type { GameTransactions } from '../../actions/game-transactions.ts';
import type { Caller } from '../../base/caller.ts';
import type { Job, RecordCommands } from '../record/record-commands.ts';

/** A season or weekly problem that could not be ended is tried again after this time. Others may end meanwhile. */
const AGAIN_MS = 5 * MINUTE;
/** A season whose games can't be counted ends without them after so long. */
const WAITS_MS = HOUR;

export interface SeasonParts {
  readonly transactions: GameTransactions;
  readonly store: Store;
  readonly systems: readonly System[];
  readonly record: Pick<RecordCommands, 'count' | 'pending' | 'page'>;
}

/** Adds what a member does to a server's log. Runs within a transaction. */
export function addServerEntry<Entry extends Pick<ServerEntry, 'guild' | 'kind' | 'about' | 'body' | 'due'>>(
  store: Store,
  { channel, member: { discordId, name }, interaction, at }: Caller,
  entry: Entry,
): Entry & Pick<ServerEntry, 'id'> {
  const { id: member } = store.member(discordId, name);
  return { ...entry, id: store.addServerEntry({ ...entry, channel, member, interaction, at }) };
}

/** Ends seasons and problems when their time has come. The channel of each gets a message. */
export function createDueEnds({ transactions, store, record }: Pick<SeasonParts, 'transactions' | 'store' | 'record'>) {
  const name = 'end';

  function due(): number | null {
    return store.nextServerEnd();
  }

  /** Ends one season or problem that is due. A season ends at a later step if it still has games to count. */
  function step(now: number): Promise<void> | null {
    const due = store.dueServerEntry(now);
    if (!due) return null;
    const { id, kind, guild, channel, body } = due;
    const end = () =>
      store.transaction(() => {
        store.setServerEnd(id, null);
        transactions.keepNotice('news', { channel, guild }, now, [], { serverEntry: id });
      });
    try {
      if (kind === 'season') {
        const ready = record.count(guild);
        // If games are left, the next step goes on.
        if (ready || record.pending(guild) > 0) return ready;
      }
      end();
    } catch (error) {
      if (now - body.until < WAITS_MS) store.setServerEnd(id, now + AGAIN_MS);
      else end();
      throw error;
    }
    return null;
  }

  return { name, due, step } satisfies Job;
}
