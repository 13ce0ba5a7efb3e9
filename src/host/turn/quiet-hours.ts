import type { QuietRecord } from '../../store/index.ts';
import { type Answer, say } from '../answer.ts';
import type { Caller } from '../caller.ts';
import type { Ledger } from '../ledger.ts';
import { WORDS } from '../wording.ts';
import { localTime, OFFSETS, readTimeOfDay, readZone, timeOfDay, zoneInWords } from './quiet.ts';

/** The hours in which a member is not to be called, in every game. */
export class QuietHours {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  show({ member, at }: Caller): Answer {
    const { store } = this.#ledger;
    const known = store.knownMember(member.discordId);
    const quiet = known && store.quietOf(known.id);
    return say('member', quiet ? inWords(quiet, at) : WORDS.noQuietHours);
  }

  set(caller: Caller, from: string, to: string, zone: string): Answer {
    const [starts, ends, ahead] = [readTimeOfDay(from), readTimeOfDay(to), readZone(zone)];
    if (starts === null || ends === null) return say('member', WORDS.noTimeOfDay);
    if (ahead === null) return say('member', WORDS.noZone);
    if (starts === ends) return say('member', WORDS.allDayQuiet);
    const quiet = { starts, ends, zone: ahead };
    this.#keep(caller, quiet);
    return say('member', inWords(quiet, caller.at));
  }

  off(caller: Caller): Answer {
    const { store } = this.#ledger;
    if (store.knownMember(caller.member.discordId)) this.#keep(caller, null);
    return say('member', WORDS.quietOff);
  }

  #keep({ member, at }: Caller, quiet: QuietRecord | null): void {
    const { store } = this.#ledger;
    store.transaction(() => {
      const { id } = store.member(member.discordId, member.name);
      store.setQuiet(id, quiet);
      // Whoever was to be called later is looked at anew, at once.
      for (const { game, seat } of store.deferredCallsOf(id)) store.setAlarm(game, `wake ${seat}`, at);
    });
  }

  /** Where clocks stand, for a member to find their own by. */
  zones(at: number): { readonly label: string; readonly value: string }[] {
    return OFFSETS.map((zone) => ({
      label: `${zoneInWords(zone)} · now ${timeOfDay(localTime(at, zone))} there`,
      value: zoneInWords(zone),
    }));
  }
}

function inWords({ starts, ends, zone }: QuietRecord, at: number): string {
  return [
    `You are not called from **${timeOfDay(starts)}** to **${timeOfDay(ends)}** (${zoneInWords(zone)}, where it is ${timeOfDay(localTime(at, zone))} now). If your side is waited for then, you are called when they end.`,
    '-# This holds in every game here. It knows no summer time: where your clocks are changed, set it anew. A role that is called for a side is called at any hour. `/quiet off` ends it.',
  ].join('\n');
}
