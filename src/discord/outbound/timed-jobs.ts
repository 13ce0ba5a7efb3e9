import type { Announcement, Host, HostPart } from '../../host/index.ts';
import type { BotContext } from './context.ts';

/** Longest wait without a look at the clock: it may have been set, and the machine may have slept. */
const LONGEST_MS = 60_000;
/** Wait after a round that failed or did not finish: doubled each time, up to the limit above. */
const AGAIN_MS = 5000;
/** Wait between two rounds if more is due than one round does, so that members are answered; longer after a failure. */
const BREATH_MS = { sound: 0, missed: 1000 };

type TimerHost = HostPart<{ timers: 'tick' | 'next' | 'setBack' }>;

/** Runs due alarms and jobs of all games, with one timer set for the next. */
export class TimedJobs {
  readonly #context: Omit<BotContext<TimerHost>, 'client'>;
  readonly #rang: (announcements: readonly Announcement[]) => void;
  #cancel: (() => void) | null = null;
  #running = false;
  /** After a failure: the wait, and when it ends. */
  #trouble: { readonly wait: number; readonly until: number } | null = null;
  /** Last reading of the clock: an earlier reading shows that it was set back. */
  #looked = Number.POSITIVE_INFINITY;
  /** Resolves when the due work can be done; null if it need not wait. */
  #ready: Promise<void> | null = null;
  /** Earliest time of the next round. */
  #breath = 0;

  /** @param rang is called with a round's announcements */
  constructor(context: Omit<BotContext<TimerHost>, 'client'>, rang: (announcements: readonly Announcement[]) => void) {
    this.#context = context;
    this.#rang = rang;
  }

  /** Runs overdue work at once, and later work when it falls due. */
  start(): void {
    this.#running = true;
    this.#ring();
  }

  stop(): void {
    this.#running = false;
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Sets the timer for the next due time, null for never; asks the host if none is given. Never throws. */
  arm(next?: number | null): void {
    if (!this.#running) return;
    this.#cancel?.();
    this.#cancel = null;
    if (this.#ready) return;
    const wait = this.#wait(next);
    if (wait !== null) this.#cancel = this.#context.clock.after(wait, () => this.#ring());
  }

  /** Milliseconds until the next look at the clock; null if nothing will ever be due. */
  #wait(known?: number | null): number | null {
    const now = this.#context.clock.now();
    if (now > this.#looked) this.#looked = now;
    const trouble = this.#troubleAt(now);
    if (trouble > 0) return trouble;
    try {
      const next = known === undefined ? this.#context.host.timers.next() : known;
      return next === null ? null : Math.max(0, this.#breathAt(now), Math.min(next - now, LONGEST_MS));
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** Milliseconds left to wait after a failure; 0 if the clock was set back since. */
  #troubleAt(now: number): number {
    const left = (this.#trouble?.until ?? now) - now;
    return left > LONGEST_MS ? 0 : Math.max(0, left);
  }

  /** Milliseconds to the next round; 0 if the clock was set back since. */
  #breathAt(now: number): number {
    const left = this.#breath - now;
    return left > BREATH_MS.missed ? 0 : Math.max(0, left);
  }

  #ring(): void {
    const now = this.#context.clock.now();
    if (this.#troubleAt(now) === 0 && this.#breathAt(now) === 0) this.#round(now);
    this.arm();
  }

  #round(now: number): void {
    try {
      if (now < this.#looked) this.#context.host.timers.setBack(now);
      this.#looked = now;
      const next = this.#context.host.timers.next();
      if (next !== null && next <= now) {
        const { announcements, missed, more, ready } = this.#context.host.timers.tick(now);
        this.#tell(missed);
        this.#rang(announcements);
        if (ready) this.#waitsFor(ready);
        const left = this.#context.host.timers.next();
        if (!more && !ready && left !== null && left <= now) throw new Error('Timed jobs ran, but are still due');
        if (more) this.#breath = this.#context.clock.now() + (missed.length > 0 ? BREATH_MS.missed : BREATH_MS.sound);
      }
      if (this.#trouble) this.#context.log.info('timed jobs work again');
      this.#trouble = null;
    } catch (error) {
      this.#failed(error);
    }
  }

  #waitsFor(ready: Promise<void>): void {
    this.#ready = ready;
    void ready.then(() => {
      this.#ready = null;
      this.arm();
    });
  }

  #tell(missed: ReturnType<Host['timers']['tick']>['missed']): void {
    for (const { error, game, what } of missed)
      this.#context.log.error({ err: error, game, what }, 'a timed job failed; trying again later');
  }

  /** @returns milliseconds to wait */
  #failed(error: unknown): number {
    const wait = Math.min(this.#trouble ? this.#trouble.wait * 2 : AGAIN_MS, LONGEST_MS);
    // However long it lasts, it is logged once when it begins and once when it is over.
    if (!this.#trouble) this.#context.log.error({ err: error }, 'a timed job failed; trying again');
    this.#trouble = { wait, until: this.#context.clock.now() + wait };
    return wait;
  }
}
