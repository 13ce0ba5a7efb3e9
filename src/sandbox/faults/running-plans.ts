import type { Discord } from '../store/discord.ts';
import type { WorldChannel } from '../world/world.ts';
import type {
  EventFault,
  FaultPlan,
  Happening,
  RestFault,
  RestTrouble,
  RunningPlan,
  Strikes,
  Timed,
} from './fault-plan.ts';

interface PlansParts {
  readonly discord: Discord;
  /** Never throws: a happening that is impossible is skipped. */
  readonly happen: (happening: Happening) => void;
}

/** A request as faults see it: its route's pattern, and the channel it is about. */
interface StruckRequest {
  readonly method: string;
  readonly pattern: string;
  readonly channel: WorldChannel | null;
}

/** The running fault plans. */
export class Plans {
  readonly #discord: Discord;
  readonly happen: PlansParts['happen'];
  readonly #running = new Set<Run>();

  constructor({ discord, happen }: PlansParts) {
    this.#discord = discord;
    this.happen = happen;
  }

  start(plan: FaultPlan): RunningPlan {
    const run = new Run(plan, { discord: this.#discord, happen: this.happen }, () => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  stopAll(): void {
    for (const run of this.#running) run.stop();
  }

  /** The fault that strikes a request; `null` if none does. */
  strikeRequest(request: StruckRequest): RestTrouble | null {
    for (const run of this.#running) {
      const trouble = run.strikeRequest(request);
      if (trouble !== null) return trouble;
    }
    return null;
  }

  /** Sends an event with the plans' faults. `channelId` is the channel it is about or in. */
  passEvent(event: string, channelId: string | null, send: () => void): void {
    const { world, clock } = this.#discord;
    const channel = world.channelById(channelId ?? '') ?? null;
    for (const run of this.#running) {
      const does = run.strikeEvent(event, channel)?.does;
      if (does === undefined) continue;
      if (does.kind === 'late') clock.after(does.ms, send);
      if (does.kind === 'behind') run.holdBack(does.events ?? 1, send);
      if (does.kind !== 'twice') return;
      if (does.after === undefined) send();
      else clock.after(does.after, send);
      break;
    }
    send();
    for (const each of this.#running) each.countOn();
  }
}

interface Held {
  left: number;
  readonly send: () => void;
}

/** A fault or happening of a running plan, with the matches that it let pass and those it struck. */
interface Counted<T> {
  readonly name: string;
  readonly fault: T;
  skipped: number;
  struck: number;
}

/** One running plan. */
class Run implements RunningPlan {
  readonly #parts: PlansParts;
  readonly #ended: () => void;
  readonly #chance: () => number;
  readonly #rest: readonly Counted<RestFault>[];
  readonly #events: readonly Counted<EventFault>[];
  readonly #happenings: readonly Counted<Timed>[];
  readonly #cancels = new Set<() => void>();
  readonly #held = new Set<Held>();
  /** The end of a global limit: milliseconds since 1970, real time. */
  #limitedUntil = 0;

  constructor({ seed = 1, rest = [], events = [], happenings = [] }: FaultPlan, parts: PlansParts, ended: () => void) {
    const counted = <T extends { readonly name?: string | undefined }>(list: string, faults: readonly T[]) =>
      faults.map((fault, at) => ({ name: fault.name ?? `${list} ${at}`, fault, skipped: 0, struck: 0 }));
    this.#parts = parts;
    this.#ended = ended;
    this.#chance = chanceFrom(seed);
    this.#rest = counted('rest', rest);
    this.#events = counted('events', events);
    this.#happenings = counted('happenings', happenings);
    for (const each of this.#happenings) this.#setOff(each, each.fault.after);
  }

  get counts() {
    const all: Counted<unknown>[] = [...this.#rest, ...this.#events, ...this.#happenings];
    return all.map(({ name, struck }) => ({ name, struck }));
  }

  struck(name?: string): number {
    const named = this.counts.filter((each) => name === undefined || each.name === name);
    if (named.length === 0 && name !== undefined) throw new Error(`The plan has no fault "${name}".`);
    return named.reduce((sum, { struck }) => sum + struck, 0);
  }

  stop(): void {
    this.#ended();
    for (const cancel of this.#cancels) cancel();
    this.#limitedUntil = 0;
    const held = [...this.#held];
    this.#held.clear();
    for (const { send } of held) send();
  }

  strikeRequest({ method, pattern, channel }: StruckRequest): RestTrouble | null {
    const left = this.#limitedUntil - Date.now();
    // Discord's global limit does not bind the answers to interactions.
    if (left > 0 && !/^\/(interactions|webhooks)\//.test(pattern)) {
      return { kind: 'rateLimit', scope: 'global', retryAfter: left / 1000 };
    }
    const struck = this.#rest.find(
      (each) =>
        (each.fault.method ?? method) === method &&
        fitsRoute(pattern, each.fault.route) &&
        this.#strikes(each, each.fault, channel),
    );
    const does = struck?.fault.does;
    if (does?.kind === 'rateLimit' && does.scope === 'global') this.#limitedUntil = Date.now() + does.retryAfter * 1000;
    return does ?? null;
  }

  strikeEvent(event: string, channel: WorldChannel | null): EventFault | undefined {
    return this.#events.find(
      (each) => (each.fault.event ?? event) === event && this.#strikes(each, each.fault, channel),
    )?.fault;
  }

  holdBack(events: number, send: () => void): void {
    this.#held.add({ left: events, send });
  }

  /** Counts an event that was sent, which may release events held back. */
  countOn(): void {
    for (const held of this.#held) {
      if (--held.left > 0) continue;
      this.#held.delete(held);
      held.send();
    }
  }

  #setOff(timed: Counted<Timed>, ms: number): void {
    const { every, does } = timed.fault;
    const cancel = this.#parts.discord.clock.after(ms, () => {
      this.#cancels.delete(cancel);
      timed.struck++;
      if (every !== undefined) this.#setOff(timed, every);
      this.#parts.happen(does);
    });
    this.#cancels.add(cancel);
  }

  /** Whether a match is in the fault's channel and struck; counts it. */
  #strikes(counted: Counted<unknown>, which: Strikes, channel: WorldChannel | null): boolean {
    const { skip = 0, times = Number.POSITIVE_INFINITY, chance = 1, channel: wanted } = which;
    const names = [channel?.id, channel?.name.toLowerCase()];
    if (wanted !== undefined && !names.includes(wanted.replace(/^#/, '').toLowerCase())) return false;
    if (counted.skipped < skip) {
      counted.skipped++;
      return false;
    }
    if (counted.struck >= times || (chance < 1 && this.#chance() >= chance)) return false;
    counted.struck++;
    return true;
  }
}

function fitsRoute(pattern: string, wanted = '*'): boolean {
  return wanted.endsWith('*') ? pattern.startsWith(wanted.slice(0, -1)) : pattern === wanted;
}

/** A seeded generator of numbers from 0 to below 1 (Mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
