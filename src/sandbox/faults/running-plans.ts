import type { Clock } from '../../time-source.ts';
import type { Matched } from '../rest/router.ts';
import type { WorldChannel } from '../world.ts';
import { chanceFrom } from './chance.ts';
import type { EventTrouble, FaultPlan, Happening, RestTrouble, RunningPlan, Timed } from './fault-plan.ts';
import { StruckCount } from './struck-count.ts';

export interface PlansParts {
  readonly clock: Clock;
  /** The channel that a request is about, by its route's parameters. */
  readonly channelOf: (params: Matched['params']) => WorldChannel | null;
  readonly channelById: (id: string) => WorldChannel | undefined;
  /** Never throws: a happening that is impossible is skipped. */
  readonly happen: (happening: Happening) => void;
  /** Called after each strike. */
  readonly onStrike: () => void;
}

/** The running fault plans. */
export class Plans {
  readonly #parts: PlansParts;
  readonly #running = new Set<Run>();

  constructor(parts: PlansParts) {
    this.#parts = parts;
  }

  start(plan: FaultPlan): RunningPlan {
    const run = new Run(plan, this.#parts);
    this.#running.add(run);
    return {
      get counts() {
        return run.struckCounts.map(({ count }) => count);
      },
      struck: (name) => run.struck(name),
      stop: () => {
        this.#running.delete(run);
        run.stop();
      },
    };
  }

  stopAll(): void {
    for (const run of this.#running) run.stop();
    this.#running.clear();
  }

  happen(happening: Happening): void {
    this.#parts.happen(happening);
  }

  /** The fault that strikes a request; `null` if none does. */
  strikeRequest(matched: Matched): RestTrouble | null {
    for (const run of this.#running) {
      const trouble = run.strikeRequest(matched);
      if (trouble !== null) return trouble;
    }
    return null;
  }

  /** Sends an event with the plans' faults. `channelId` is the channel it is about or in. */
  passEvent(event: string, channelId: () => string | null, send: () => void): void {
    const [run, does] = this.#strikeEvent(event, channelId) ?? [null, null];
    switch (does?.kind) {
      case undefined:
        send();
        break;
      case 'twice':
        send();
        if (does.after === undefined) send();
        else this.#parts.clock.after(does.after, send);
        break;
      case 'late':
        this.#parts.clock.after(does.ms, send);
        return;
      case 'behind':
        run?.holdBack(does.events ?? 1, send);
        return;
      case 'lost':
        return;
    }
    for (const each of this.#running) each.countOn();
  }

  #strikeEvent(event: string, channelId: () => string | null): [Run, EventTrouble] | null {
    for (const run of this.#running) {
      const does = run.strikeEvent(event, channelId);
      if (does !== null) return [run, does];
    }
    return null;
  }
}

interface Held {
  left: number;
  readonly send: () => void;
}

/** One running plan. */
class Run {
  readonly struckCounts: readonly StruckCount[];
  readonly #plan: FaultPlan;
  readonly #parts: PlansParts;
  readonly #rest: readonly StruckCount[];
  readonly #events: readonly StruckCount[];
  readonly #cancels = new Set<() => void>();
  readonly #held = new Set<Held>();
  /** The end of a global limit: milliseconds since 1970, real time. */
  #limitedUntil = 0;

  constructor(plan: FaultPlan, parts: PlansParts) {
    const { seed = 1, rest = [], events = [], happenings = [] } = plan;
    const chance = chanceFrom(seed);
    const struckCount = (list: string) => (each: { readonly name?: string | undefined }, at: number) =>
      new StruckCount(each.name ?? `${list} ${at}`, each, chance);
    this.#plan = plan;
    this.#parts = parts;
    this.#rest = rest.map(struckCount('rest'));
    this.#events = events.map(struckCount('events'));
    const timed = happenings.map(({ name }, at) => new StruckCount(name ?? `happenings ${at}`, {}, chance));
    this.struckCounts = [...this.#rest, ...this.#events, ...timed];
    for (const [at, each] of happenings.entries()) {
      const counted = timed[at];
      if (counted !== undefined) this.#setOff(each, counted, each.after);
    }
  }

  struck(name?: string): number {
    const named = this.struckCounts.filter((each) => name === undefined || each.name === name);
    if (named.length === 0 && name !== undefined) throw new Error(`The plan has no fault "${name}".`);
    return named.reduce((sum, { count }) => sum + count.struck, 0);
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#limitedUntil = 0;
    const held = [...this.#held];
    this.#held.clear();
    for (const { send } of held) send();
  }

  strikeRequest({ route, params }: Matched): RestTrouble | null {
    const left = this.#limitedUntil - Date.now();
    if (left > 0 && !ofInteraction(route.pattern)) {
      return { kind: 'rateLimit', scope: 'global', retryAfter: left / 1000 };
    }
    const { rest = [] } = this.#plan;
    for (const [at, fault] of rest.entries()) {
      const fits =
        (fault.method === undefined || fault.method === route.method) &&
        fitsRoute(fault.route, route.pattern) &&
        fitsChannel(fault.channel, () => this.#parts.channelOf(params));
      if (!fits || !this.#strikes(this.#rest[at])) continue;
      const { does } = fault;
      if (does.kind === 'rateLimit' && does.scope === 'global') {
        this.#limitedUntil = Date.now() + does.retryAfter * 1000;
      }
      return does;
    }
    return null;
  }

  strikeEvent(event: string, channelId: () => string | null): EventTrouble | null {
    const { events = [] } = this.#plan;
    const place = () => this.#parts.channelById(channelId() ?? '') ?? null;
    for (const [at, fault] of events.entries()) {
      const fits = (fault.event === undefined || fault.event === event) && fitsChannel(fault.channel, place);
      if (fits && this.#strikes(this.#events[at])) return fault.does;
    }
    return null;
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

  #setOff(timed: Timed, struckCount: StruckCount, ms: number): void {
    const cancel = this.#parts.clock.after(ms, () => {
      this.#cancels.delete(cancel);
      this.#strikes(struckCount);
      if (timed.every !== undefined) this.#setOff(timed, struckCount, timed.every);
      this.#parts.happen(timed.does);
    });
    this.#cancels.add(cancel);
  }

  #strikes(struckCount: StruckCount | undefined): boolean {
    const struck = struckCount?.strikes() ?? false;
    if (struck) this.#parts.onStrike();
    return struck;
  }
}

/** Discord's global limit does not bind the answers to interactions. */
const ofInteraction = (pattern: string): boolean => /^\/(interactions|webhooks)\//.test(pattern);

function fitsRoute(wanted: string | undefined, pattern: string): boolean {
  if (wanted === undefined) return true;
  return wanted.endsWith('*') ? pattern.startsWith(wanted.slice(0, -1)) : pattern === wanted;
}

function fitsChannel(wanted: string | undefined, find: () => WorldChannel | null): boolean {
  if (wanted === undefined) return true;
  const channel = find();
  const name = wanted.replace(/^#/, '').toLowerCase();
  return channel !== null && (channel.id === wanted || channel.name.toLowerCase() === name);
}
