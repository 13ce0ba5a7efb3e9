import { HOUR, MINUTE } from '../../../council/index.ts';
import type { System } from '../../../game/index.ts';
import type { ServerEntry, Store } from '../../../store/index.ts';
import type { GameTransactions } from '../../actions/game-transactions.ts';
import type { Caller } from '../../base/caller.ts';
import type { Job, RecordCommands } from '../record/record-commands.ts';

/** Milliseconds for which others end before one that failed. */
const AGAIN_MS = 5 * MINUTE;
/** A season whose games can't be counted ends without them so long after its time. Milliseconds. */
const WAITS_MS = HOUR;

/** The parts with which seasons and problems are made. */
export interface SeasonParts {
  readonly transactions: GameTransactions;
  readonly store: Store;
  readonly systems: readonly System[];
  readonly record: Pick<RecordCommands, 'count' | 'pending' | 'page'>;
}

/** Notes in the log of a server what a member does. Within a transaction. */
export function addServerEntry<Entry extends Pick<ServerEntry, 'guild' | 'kind' | 'about' | 'body' | 'due'>>(
  store: Store,
  { channel, member: { discordId, name }, interaction, at }: Caller,
  entry: Entry,
): Entry & Pick<ServerEntry, 'id'> {
  const { id: member } = store.member(discordId, name);
  return { ...entry, id: store.addServerEntry({ ...entry, channel, member, interaction, at }) };
}

/** Ends seasons and problems when their time has come: the channel of each is to get a message. */
export class DueEnds implements Job {
  readonly name = 'end';
  readonly #parts: Pick<SeasonParts, 'store' | 'record'>;

  constructor(parts: Pick<SeasonParts, 'store' | 'record'>) {
    this.#parts = parts;
  }

  due(): number | null {
    return this.#parts.store.nextServerEnd();
  }

  /** Ends one thing that is due. A season's games are counted first, some at a time. */
  step(now: number): Promise<void> | null {
    const due = this.#parts.store.dueServerEntry(now);
    if (!due) return null;
    const { id, kind, guild, channel, body } = due;
    const end = () =>
      this.#parts.store.transaction(() => {
        this.#parts.store.setServerEnd(id, null);
        const words = {
          kind: 'news',
          about: null,
          ballot: null,
          says: [],
          roles: [],
          users: [],
          replyTo: null,
        } as const;
        this.#parts.store.addNotice({ ...words, channel, guild, serverEntry: id, since: now });
      });
    try {
      if (kind === 'season') {
        const ready = this.#parts.record.count(guild);
        if (ready || this.#parts.record.pending(guild) > 0) return ready;
      }
      end();
    } catch (error) {
      if (now - body.until < WAITS_MS) this.#parts.store.setServerEnd(id, now + AGAIN_MS);
      else end();
      throw error;
    }
    return null;
  }
}
