import type { Announcement, Host, HostPart } from '../../host/index.ts';
import type { BotContext } from './context.ts';

/** Longest wait without a look at the clock: it may have been set, and the machine may have slept. */
const LONGEST_MS = 60_000;
/** Wait after a round that failed or did not finish: doubled each time, up to the limit above. */
const AGAIN_MS = 5000;
/** Wait between two rounds if more is due than one round does, so that members are answered; longer after a failure. */
const BREATH_MS = { sound: 0, missed: 1000 };

type TimerHost = HostPart<{ timers: 'tick' | 'next' | 'setBack' }>;

/**
 * Runs due alarms and jobs of all games, with one timer set for the next.
 * @param rang is called with a round's announcements
 */
export function createTimedJobs(
  { clock, host, log }: Omit<BotContext<TimerHost>, 'client'>,
  rang: (announcements: readonly Announcement[]) => void,
) {
  let cancel: (() => void) | null = null;
  let running = false;
  let trouble: { readonly wait: number; readonly until: number } | null = null;
  /** Last reading of the clock: an earlier reading shows that it was set back. */
  let looked = Number.POSITIVE_INFINITY;
  /** Resolves when the due work can be done; null if it need not wait. */
  let awaited: Promise<void> | null = null;
  let breath = 0;

  function start(): void {
    running = true;
    ring();
  }

  function stop(): void {
    running = false;
    cancel?.();
    cancel = null;
  }

  /** Sets the timer for the next due time, null for never; asks the host if none is given. Never throws. */
  function arm(next?: number | null): void {
    if (!running) return;
    cancel?.();
    cancel = null;
    if (awaited) return;
    const wait = nextWait(next);
    if (wait !== null) cancel = clock.after(wait, () => ring());
  }

  /** Milliseconds until the next look at the clock; null if nothing will ever be due. */
  function nextWait(known?: number | null): number | null {
    const now = clock.now();
    if (now > looked) looked = now;
    const trouble = troubleAt(now);
    if (trouble > 0) return trouble;
    try {
      const next = known === undefined ? host.timers.next() : known;
      return next === null ? null : Math.max(0, breathAt(now), Math.min(next - now, LONGEST_MS));
    } catch (error) {
      return noteFailure(error);
    }
  }

  /** Milliseconds left to wait after a failure; 0 if the clock was set back since. */
  function troubleAt(now: number): number {
    const left = (trouble?.until ?? now) - now;
    return left > LONGEST_MS ? 0 : Math.max(0, left);
  }

  /** Milliseconds to the next round; 0 if the clock was set back since. */
  function breathAt(now: number): number {
    const left = breath - now;
    return left > BREATH_MS.missed ? 0 : Math.max(0, left);
  }

  function ring(): void {
    const now = clock.now();
    if (troubleAt(now) === 0 && breathAt(now) === 0) doDue(now);
    arm();
  }

  function doDue(now: number): void {
    try {
      if (now < looked) host.timers.setBack(now);
      looked = now;
      const next = host.timers.next();
      if (next !== null && next <= now) {
        const { announcements, missed, more, ready } = host.timers.tick(now);
        tell(missed);
        rang(announcements);
        if (ready) waitsFor(ready);
        const left = host.timers.next();
        if (!more && !ready && left !== null && left <= now) throw new Error('Timed jobs ran, but are still due');
        if (more) breath = clock.now() + (missed.length > 0 ? BREATH_MS.missed : BREATH_MS.sound);
      }
      if (trouble) log.info('timed jobs work again');
      trouble = null;
    } catch (error) {
      noteFailure(error);
    }
  }

  function waitsFor(ready: Promise<void>): void {
    awaited = ready;
    void ready.then(() => {
      awaited = null;
      arm();
    });
  }

  function tell(missed: ReturnType<Host['timers']['tick']>['missed']): void {
    for (const { error, game, what } of missed)
      log.error({ err: error, game, what }, 'a timed job failed; trying again later');
  }

  /** @returns milliseconds to wait */
  function noteFailure(error: unknown): number {
    const wait = Math.min(trouble ? trouble.wait * 2 : AGAIN_MS, LONGEST_MS);
    // However long it lasts, it is logged once when it begins and once when it is over.
    if (!trouble) log.error({ err: error }, 'a timed job failed; trying again');
    trouble = { wait, until: clock.now() + wait };
    return wait;
  }

  return { start, stop, arm };
}
