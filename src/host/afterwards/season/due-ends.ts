import { HOUR } from '../../../council/index.ts';
import type { ServerEntry, Store } from '../../../store/index.ts';
import type { MissedAlarm } from '../../actions/due-alarms.ts';
import type { RecordCommands } from '../record/record-commands.ts';

/** Milliseconds until an end that failed is tried again. */
const AGAIN_MS = 5 * 60_000;
/** A season whose games can't be counted ends without them so long after its time. Milliseconds. */
const WAITS_MS = HOUR;

/** Notes in the log that a season or a problem has ended, and that its channel is to get a message about it. Within a transaction. */
export function endOf(
  store: Store,
  { id, guild, channel }: ServerEntry,
  by: { readonly member: number | null; readonly interaction: string | null; readonly at: number },
): void {
  store.setServerEnd(id, null);
  store.addServerEntry({ guild, channel, kind: 'end', about: id, body: {}, due: null, ...by });
  const words = { kind: 'news', about: null, ballot: null, says: [], roles: [], users: [], replyTo: null } as const;
  store.addNotice({ ...words, channel, guild, serverEntry: id, since: by.at });
}

/** Ends seasons and problems when their time has come. */
export class DueEnds {
  readonly #store: Store;
  readonly #record: Pick<RecordCommands, 'count' | 'pending'>;

  constructor(store: Store, record: Pick<RecordCommands, 'count' | 'pending'>) {
    this.#store = store;
    this.#record = record;
  }

  /** Milliseconds since 1970; `null` if nothing is open. */
  next(): number | null {
    return this.#store.nextServerEnd();
  }

  /** Ends one thing that is due. A season's games are counted first, some at a time. Never throws. */
  do(now: number): {
    readonly missed: readonly MissedAlarm[];
    readonly more: boolean;
    readonly ready: Promise<void> | null;
  } {
    const missed: MissedAlarm[] = [];
    let due: ServerEntry | null = null;
    try {
      due = this.#store.dueServerEntry(now);
      if (!due) return { missed, more: false, ready: null };
      const wait = due.kind === 'season' ? this.#waits(due.guild, now - due.body.until, missed) : null;
      if (wait) return { missed, more: wait.ready === null, ready: wait.ready };
      const ended = due;
      this.#store.transaction(() => endOf(this.#store, ended, { member: null, interaction: null, at: now }));
    } catch (error) {
      missed.push({ game: '', what: due?.kind ?? 'end', error });
      this.#putOff(due, now, missed);
    }
    return { missed, more: (this.next() ?? Number.POSITIVE_INFINITY) <= now, ready: null };
  }

  /** `null` if all games are counted. */
  #waits(guild: string, late: number, missed: MissedAlarm[]): { readonly ready: Promise<void> | null } | null {
    try {
      const ready = this.#record.count(guild);
      return ready || this.#record.pending(guild) > 0 ? { ready } : null;
    } catch (error) {
      if (late < WAITS_MS) throw error;
      missed.push({ game: '', what: 'season', error });
      return null;
    }
  }

  #putOff(due: ServerEntry | null, now: number, missed: MissedAlarm[]): void {
    try {
      if (due) this.#store.setServerEnd(due.id, now + AGAIN_MS);
    } catch (error) {
      missed.push({ game: '', what: 'end', error });
    }
  }
}
