import { createHash } from 'node:crypto';
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

/** A request as faults see it: its route's pattern, and the channel it is about. */
interface StruckRequest {
  readonly method: string;
  readonly pattern: string;
  readonly channel: WorldChannel | null;
}

/** A fault of a running plan, with counts of the matches that it let pass and struck. `draw`: from 0 to below 1. */
interface Armed<T> {
  readonly name: string;
  readonly fault: T;
  readonly plan: FaultPlan;
  readonly draw: () => number;
  skipped: number;
  struck: number;
}

export type Plans = ReturnType<typeof createPlans>;

/**
 * The faults of all running plans, those of the older plans first.
 * @param happen never throws: it skips a happening that is impossible
 */
export function createPlans({ world, clock }: Discord, happen: (happening: Happening) => void) {
  const running = new Set<RunningPlan>();
  let restFaults: Armed<RestFault>[] = [];
  let eventFaults: Armed<EventFault>[] = [];
  /** Events that wait until `others` more were sent. */
  let heldBack: { others: number; readonly plan: FaultPlan; readonly send: () => void }[] = [];
  /** The global rate limit; `until` in milliseconds since 1970, real time. */
  let limit: { readonly plan: FaultPlan | null; readonly until: number } = { plan: null, until: 0 };

  function start(given: FaultPlan): RunningPlan {
    // The same plan may run twice.
    const plan = { ...given };
    const draw = drawsFrom(plan.seed ?? 1);
    const armed = <T extends { readonly name?: string | undefined }>(list: string, faults: readonly T[] = []) =>
      faults.map((fault, at): Armed<T> => {
        return { name: fault.name ?? `${list} ${at}`, fault, plan, draw, skipped: 0, struck: 0 };
      });
    const [rest, events] = [armed('rest', plan.rest), armed('events', plan.events)];
    const happenings = armed('happenings', plan.happenings);
    restFaults.push(...rest);
    eventFaults.push(...events);
    const cancels = happenings.map((timed) => schedule(timed, () => timed.struck++));
    const counts = () => [...rest, ...events, ...happenings].map(({ name, struck }) => ({ name, struck }));
    const started: RunningPlan = {
      get counts() {
        return counts();
      },
      struck(name) {
        const named = counts().filter((each) => name === undefined || each.name === name);
        if (named.length === 0 && name !== undefined) throw new Error(`The plan has no fault "${name}".`);
        return named.reduce((sum, { struck }) => sum + struck, 0);
      },
      stop: () => {
        running.delete(started);
        for (const cancel of cancels) cancel();
        const isOther = (each: { readonly plan: FaultPlan }) => each.plan !== plan;
        restFaults = restFaults.filter(isOther);
        eventFaults = eventFaults.filter(isOther);
        if (limit.plan === plan) limit = { plan: null, until: 0 };
        const freed = heldBack.filter((each) => !isOther(each));
        heldBack = heldBack.filter(isOther);
        for (const { send } of freed) send();
      },
    };
    running.add(started);
    return started;
  }

  function stopAll(): void {
    for (const plan of running) plan.stop();
  }

  /** The fault that strikes a request; `null` if none does. */
  function strikeRequest({ method, pattern, channel }: StruckRequest): RestTrouble | null {
    const wait = limit.until - Date.now();
    // Discord's global limit does not bind the answers to interactions.
    if (wait > 0 && !/^\/(interactions|webhooks)\//.test(pattern)) {
      return { kind: 'rateLimit', scope: 'global', retryAfter: wait / 1000 };
    }
    const fits = ({ fault }: Armed<RestFault>) =>
      (fault.method ?? method) === method && fitsRoute(pattern, fault.route);
    const struck = restFaults.find((each) => fits(each) && strikes(each, channel));
    const does = struck?.fault.does ?? null;
    if (struck && does?.kind === 'rateLimit' && does.scope === 'global') {
      limit = { plan: struck.plan, until: Date.now() + does.retryAfter * 1000 };
    }
    return does;
  }

  /** Sends an event with the plans' faults. `channelId` is the channel it is about or in. */
  function passEvent(event: string, channelId: string | null, send: () => void): void {
    const channel = world.channelById(channelId ?? '') ?? null;
    const struck = eventFaults.find((each) => (each.fault.event ?? event) === event && strikes(each, channel));
    const does = struck?.fault.does;
    if (struck && does?.kind === 'behind') heldBack.push({ others: does.events ?? 1, plan: struck.plan, send });
    if (does?.kind === 'late') clock.after(does.ms, send);
    if (does && does.kind !== 'twice') return;
    if (does?.after !== undefined) clock.after(does.after, send);
    else if (does) send();
    send();
    for (const each of heldBack) each.others--;
    const due = heldBack.filter(({ others }) => others <= 0);
    heldBack = heldBack.filter(({ others }) => others > 0);
    for (const each of due) each.send();
  }

  /** Makes something happen at its times until it is cancelled. */
  function schedule({ fault: { after, every, does } }: Armed<Timed>, count: () => void) {
    const wait = (ms: number): (() => void) =>
      clock.after(ms, () => {
        count();
        if (every !== undefined) cancel = wait(every);
        happen(does);
      });
    let cancel = wait(after);
    return () => cancel();
  }

  return { start, stopAll, strikeRequest, passEvent, happen };
}

/** Whether a match is in the fault's channel and struck; counts it. */
function strikes(armed: Armed<Strikes>, channel: WorldChannel | null): boolean {
  const { skip = 0, times = Number.POSITIVE_INFINITY, chance = 1, channel: wanted } = armed.fault;
  const names = [channel?.id, channel?.name.toLowerCase()];
  if (wanted !== undefined && !names.includes(wanted.replace(/^#/, '').toLowerCase())) return false;
  if (armed.skipped < skip) {
    armed.skipped++;
    return false;
  }
  if (armed.struck >= times || (chance < 1 && armed.draw() >= chance)) return false;
  armed.struck++;
  return true;
}

function fitsRoute(pattern: string, wanted = '*'): boolean {
  return wanted.endsWith('*') ? pattern.startsWith(wanted.slice(0, -1)) : pattern === wanted;
}

/** A seeded generator of numbers from 0 to below 1. */
function drawsFrom(seed: number): () => number {
  let drawn = 0;
  return () => createHash('sha1').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}
