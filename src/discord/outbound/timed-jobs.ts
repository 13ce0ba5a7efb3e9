import type { Announcement, Host, HostPart } from '../../host/index.ts';
import type { BotContext } from './context.ts';

/** The longest time without a look at the clock, which may be set, or stand still while the machine sleeps. */
const LONGEST_MS = 60_000;
/** The wait after a round that failed or did not finish. It doubles each time, up to the limit above. */
const AGAIN_MS = 5000;
/**
 * The wait between two rounds if one round doesn't do everything that is due. Members are answered meanwhile. It is
 * longer after a round in which a job failed.
 */
const BETWEEN_ROUNDS_MS = { sound: 0, missed: 1000 };

type TimerHost = HostPart<{ timers: 'tick' | 'next' | 'afterClockSetBack' }>;

/**
 * Runs the due alarms and jobs of all games.
 * @param announce gets the announcements of a round
 */
export function createTimedJobs(
  { clock, host, log }: Omit<BotContext<TimerHost>, 'client'>,
  announce: (announcements: readonly Announcement[]) => void,
) {
  let cancel: (() => void) | null = null;
  let running = false;
  /** A failure that goes on: its last wait, and until when it lasts. */
  let trouble: { readonly wait: number; readonly until: number } | null = null;
  /** The last reading of the clock. A smaller one shows that the clock was set back. */
  let lastNow = Number.POSITIVE_INFINITY;
  /** Resolves when the due work can be done; null if it needn't wait. */
  let awaited: Promise<void> | null = null;
  let nextRoundAt = 0;

  function start(): void {
    running = true;
    runRound();
  }

  function stop(): void {
    running = false;
    cancel?.();
    cancel = null;
  }

  /** Sets the timer for the next due time; null for none. Without a time, asks the host. Never throws. */
  function arm(next?: number | null): void {
    if (!running) return;
    cancel?.();
    cancel = null;
    if (awaited) return;
    const wait = nextWait(next);
    if (wait !== null) cancel = clock.after(wait, () => runRound());
  }

  /** Milliseconds until the next round; null if nothing will be due. */
  function nextWait(known?: number | null): number | null {
    const now = clock.now();
    if (now > lastNow) lastNow = now;
    const failureWait = failureWaitLeft(now);
    if (failureWait > 0) return failureWait;
    try {
      const next = known === undefined ? host.timers.next() : known;
      return next === null ? null : Math.max(0, pauseLeft(now), Math.min(next - now, LONGEST_MS));
    } catch (error) {
      return noteFailure(error);
    }
  }

  /** Milliseconds left of the wait after a failure; 0 if the clock was set back since. */
  function failureWaitLeft(now: number): number {
    const left = (trouble?.until ?? now) - now;
    return left > LONGEST_MS ? 0 : Math.max(0, left);
  }

  /** Milliseconds left of the wait between two rounds; 0 if the clock was set back since. */
  function pauseLeft(now: number): number {
    const left = nextRoundAt - now;
    return left > BETWEEN_ROUNDS_MS.missed ? 0 : Math.max(0, left);
  }

  function runRound(): void {
    const now = clock.now();
    if (failureWaitLeft(now) === 0 && pauseLeft(now) === 0) doDue(now);
    arm();
  }

  function doDue(now: number): void {
    try {
      if (now < lastNow) host.timers.afterClockSetBack(now);
      lastNow = now;
      const next = host.timers.next();
      if (next !== null && next <= now) {
        const { announcements, missed, more, ready } = host.timers.tick(now);
        logMissed(missed);
        announce(announcements);
        if (ready) waitFor(ready);
        const nextAfter = host.timers.next();
        if (!more && !ready && nextAfter !== null && nextAfter <= now)
          throw new Error('Timed jobs ran, but are still due');
        if (more) nextRoundAt = clock.now() + (missed.length > 0 ? BETWEEN_ROUNDS_MS.missed : BETWEEN_ROUNDS_MS.sound);
      }
      if (trouble) log.info('timed jobs work again');
      trouble = null;
    } catch (error) {
      noteFailure(error);
    }
  }

  function waitFor(ready: Promise<void>): void {
    awaited = ready;
    void ready.then(() => {
      awaited = null;
      arm();
    });
  }

  function logMissed(missed: ReturnType<Host['timers']['tick']>['missed']): void {
    for (const { error, game, what } of missed)
      log.error({ err: error, game, what }, 'a timed job failed; trying again later');
  }

  /** Returns the milliseconds to wait. */
  function noteFailure(error: unknown): number {
    const wait = Math.min(trouble ? trouble.wait * 2 : AGAIN_MS, LONGEST_MS);
    // Logged only at the beginning, and when it is over.
    if (!trouble) log.error({ err: error }, 'a timed job failed; trying again');
    trouble = { wait, until: clock.now() + wait };
    return wait;
  }

  return { start, stop, arm };
}
