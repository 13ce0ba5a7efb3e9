import { MOST_CHOICES } from '../../game/index.ts';
import type { QuietRecord } from '../../store/index.ts';
import type { GameTransactions } from '../actions/game-transactions.ts';
import type { Caller } from '../base/caller.ts';
import { type Reply, reply } from '../base/reply.ts';
import { readTimeOfDay, timeOfDay } from '../table/quiet-hours.ts';
import { isPlace, localTime, readZone, zoneInWords, zonesFor } from '../table/time-zones.ts';
import { CLOCK_ANSWERS, quietHours } from '../table/turn-words.ts';

/** The hours in which a member is not to be pinged, in every game. */
export class QuietHoursCommands {
  readonly #transactions: GameTransactions;

  constructor(transactions: GameTransactions) {
    this.#transactions = transactions;
  }

  show({ member, at }: Caller): Reply {
    const { store } = this.#transactions;
    const known = store.knownMember(member.discordId);
    const quiet = known && store.quietOf(known.id);
    return reply('member', quiet ? inWords(quiet, at) : CLOCK_ANSWERS.noQuietHours);
  }

  set(caller: Caller, from: string, to: string, where: string): Reply {
    const [starts, ends, zone] = [readTimeOfDay(from), readTimeOfDay(to), readZone(where)];
    if (starts === null || ends === null) return reply('member', CLOCK_ANSWERS.noTimeOfDay);
    if (zone === null) return reply('member', CLOCK_ANSWERS.noZone);
    if (starts === ends) return reply('member', CLOCK_ANSWERS.allDayQuiet);
    const quiet = { starts, ends, zone };
    this.#keep(caller, quiet);
    return reply('member', inWords(quiet, caller.at));
  }

  off(caller: Caller): Reply {
    const { store } = this.#transactions;
    if (store.knownMember(caller.member.discordId)) this.#keep(caller, null);
    return reply('member', CLOCK_ANSWERS.quietOff);
  }

  #keep({ member, at }: Caller, quiet: QuietRecord | null): void {
    const { store } = this.#transactions;
    store.transaction(() => {
      const { id } = store.member(member.discordId, member.name);
      store.setQuiet(id, quiet);
      // Pings that were deferred for this member are looked at again at once.
      for (const { game, seat } of store.deferredPingsOf(id)) store.setAlarm(game, `wake ${seat}`, at);
    });
  }

  /** Places and what their clocks show, for a member to find their own by either. */
  zones({ at }: Pick<Caller, 'at'>, typed: string): { readonly label: string; readonly value: string }[] {
    return zonesFor(typed, MOST_CHOICES).map((zone) => ({
      label: `${zoneInWords(zone)} · now ${timeOfDay(localTime(at, zone))} there`,
      value: zone,
    }));
  }
}

function inWords({ starts, ends, zone }: QuietRecord, at: number): string {
  const now = timeOfDay(localTime(at, zone));
  return quietHours(timeOfDay(starts), timeOfDay(ends), zoneInWords(zone), now, isPlace(zone)).join('\n');
}
