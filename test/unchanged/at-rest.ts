import { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import promised, { setImmediate as turn } from 'node:timers/promises';
import { DefaultRestOptions, Events, type RESTOptions } from 'discord.js';
import type { Scene } from '../../src/game/index.ts';
import { renderScene } from '../../src/render/index.ts';
import type { AnswerOutcome } from '../../src/sandbox/sandbox.ts';
import { type ManualClock, manualClock } from '../../src/time-source.ts';
import { knownChance, type Product, startProduct } from '../bot/fixture.ts';
import { BLANK_PNG } from '../render/png-of.ts';
import { HASTY } from '../sandbox/fixture.ts';

/** After so many idle turns of the event loop, nothing more comes until the clock goes on. */
const STILL = 30;
/** Turns of the event loop between one answer from Discord and the next request: what follows from the answer comes first. */
const BETWEEN = 6;
const STEP_MS = 500;
/** How often the clock goes on after an act, and while an answer is late: until its token has expired. */
const STEPS = { after: 24, late: 2000 };
/** In real time: a product that has not come to rest by then never will. */
const RESTLESS_MS = 300_000;
/** Shorter timers, as of libraries between two attempts, run as they are; longer ones are time limits. */
const LONG_MS = 500;

/** The product in a process where no time passes by itself: the same acts have the same results in the same order on any machine. */
export interface ProductAtRest {
  readonly product: Product;
  readonly clock: ManualClock;
  /** Acts as a member, and resolves to the outcome once the bot is idle again. */
  act(doing: () => Promise<AnswerOutcome>): Promise<AnswerOutcome>;
  /** Lets some seconds pass by the clock, step by step. */
  settled(): Promise<void>;
  /** The PNG of a posted picture. Null: the bytes are no picture. */
  drawn(bytes: Buffer): Promise<Buffer> | null;
  close(): Promise<void>;
}

/** Starts the product with the dice of a seed. A process can run one at a time. */
export async function startAtRest(seed: number): Promise<ProductAtRest> {
  const clock = manualClock(Date.UTC(2026, 5, 4, 12));
  const restore = timeless();
  const line = requestsInLine();
  const pictures = new Map<string, Scene>();
  const product = await startProduct({
    chance: knownChance(seed),
    clock,
    wire: { ...HASTY, rest: { makeRequest: line.makeRequest, globalRequestsPerSecond: Number.POSITIVE_INFINITY } },
    // The real renderer works in slices, whose turns the clock decides: what was posted is drawn at the end instead.
    async render(scene) {
      const key = createHash('sha256').update(JSON.stringify(scene)).digest('hex');
      pictures.set(key, scene);
      return Buffer.concat([BLANK_PNG, Buffer.from(key)]);
    },
  });
  let came = 0;
  product.bot.client.on(Events.InteractionCreate, () => {
    came += 1;
  });
  const resume = pausesBy(clock);
  const isAtWork = () => line.waiting() > 0 || Object.values(product.bot.inHand()).some((number) => number > 0);
  const rest = async () => {
    const until = Date.now() + RESTLESS_MS;
    for (let still = 0; still < STILL; still = isAtWork() ? 0 : still + 1) {
      if (Date.now() > until) throw new Error(`It does not come to rest: ${JSON.stringify(product.bot.inHand())}`);
      await turn();
    }
  };
  return {
    product,
    clock,
    async act(doing) {
      const before = came;
      let outcome: AnswerOutcome | null = null;
      const acting = doing().then((done) => {
        outcome = done;
      });
      while (came === before && outcome === null) await turn();
      await rest();
      for (let step = 0; outcome === null && step < STEPS.late; step++) {
        clock.advance(STEP_MS);
        await rest();
      }
      await acting;
      if (outcome === null) throw new Error('No outcome');
      return outcome;
    },
    async settled() {
      for (let step = 0; step < STEPS.after; step++) {
        clock.advance(STEP_MS);
        await rest();
      }
    },
    drawn(bytes) {
      const scene = pictures.get(bytes.subarray(BLANK_PNG.length).toString());
      return scene ? renderScene(scene) : null;
    },
    async close() {
      resume();
      await product.close();
      restore();
    },
  };
}

type MakeRequest = RESTOptions['makeRequest'];

/** Sends the bot's requests one after the other, in the order in which it makes them: side by side, either may arrive first. */
function requestsInLine(): { readonly makeRequest: MakeRequest; waiting(): number } {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    makeRequest(url, init) {
      waiting += 1;
      const request = last.then(async () => {
        const response = await DefaultRestOptions.makeRequest(url, init);
        const { status, statusText, headers } = response;
        const bytes = await response.arrayBuffer();
        return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers: new Headers(headers) });
      });
      last = request
        .catch(() => {})
        .then(async () => {
          for (let turns = 0; turns < BETWEEN; turns++) await turn();
          waiting -= 1;
        });
      return request;
    },
    waiting: () => waiting,
  };
}

/** Stops the time that code measures, and keeps time limits from running out. Returns a function that ends this. */
function timeless(): () => void {
  const { setTimeout: timeout } = globalThis;
  const patient = (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    timeout(act, ms < LONG_MS ? ms : Math.min(ms * 1000, 2 ** 31 - 1), ...args);
  const now = performance.now();
  performance.now = () => now;
  globalThis.setTimeout = Object.assign(patient, timeout) as typeof timeout;
  return () => {
    globalThis.setTimeout = timeout;
    Reflect.deleteProperty(performance, 'now');
  };
}

/** Makes pauses by the machine's time go by a clock. Returns a function that ends this. */
function pausesBy(clock: ManualClock): () => void {
  const { setTimeout: pause } = promised;
  const byClock = (ms = 0, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const cancel = clock.after(ms, () => resolve(value));
      signal?.addEventListener('abort', () => {
        cancel();
        reject(signal.reason);
      });
    });
  const put = (by: unknown) => {
    Object.assign(promised, { setTimeout: by });
    syncBuiltinESMExports();
  };
  put(byClock);
  return () => put(pause);
}
