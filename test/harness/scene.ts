import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  AnswerOutcome,
  FaultPlan,
  Happening,
  RunningPlan,
  Sandbox,
  SeenMessage,
} from '../../src/sandbox/sandbox.ts';
import { type ManualClock, manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { knownChance, type Product, type ProductOptions, startProduct } from '../bot/fixture.ts';
import { HASTY } from '../sandbox/fixture.ts';

/** Real milliseconds that anything may take: how busy the machine is must not matter. */
const PATIENCE_MS = 120_000;
/** How far the clock goes on at each look where time is to pass. */
const STEP_MS = 2000;

/** The product in a Discord that misbehaves, seen from outside. Its clock stands still until it is moved. */
export class Scene {
  readonly clock: ManualClock;
  product: Product;
  /** Promises that nobody caught. */
  readonly unhandled: unknown[] = [];
  readonly #note = (reason: unknown) => void this.unhandled.push(reason);
  #plan: RunningPlan | null = null;
  #struck = 0;

  private constructor(product: Product, clock: ManualClock) {
    this.product = product;
    this.clock = clock;
    process.on('unhandledRejection', this.#note);
  }

  static async start(options: Omit<ProductOptions, 'clock'> = {}): Promise<Scene> {
    const clock = manualClock();
    return new Scene(await startProduct({ chance: knownChance(1), wire: HASTY, ...options, clock }), clock);
  }

  async close(): Promise<void> {
    this.#plan?.stop();
    await this.product.close();
    process.off('unhandledRejection', this.#note);
  }

  get sandbox(): Sandbox {
    return this.product.sandbox;
  }

  /** How often faults have struck. */
  get struck(): number {
    return this.#struck + (this.#plan?.struck() ?? 0);
  }

  /** From now on this goes wrong. */
  goesWrong(plan: FaultPlan): RunningPlan {
    this.goesWell();
    this.#plan = this.sandbox.plan(plan);
    return this.#plan;
  }

  /** From now on nothing does. */
  goesWell(): void {
    this.#plan?.stop();
    this.#struck += this.#plan?.struck() ?? 0;
    this.#plan = null;
  }

  happens(happening: Happening): void {
    this.#struck += 1;
    this.sandbox.happen(happening);
  }

  at(member: string, channel: string) {
    return this.sandbox.as(member).in(channel);
  }

  /** The bot's public messages in a channel, the oldest first. */
  open(channel: string): SeenMessage[] {
    return this.sandbox.messages(channel).filter(({ ephemeral, author }) => !ephemeral && author.bot);
  }

  /** Messages that one member alone sees, the oldest first. */
  aside(channel: string): SeenMessage[] {
    return this.sandbox.messages(channel).filter(({ ephemeral }) => ephemeral);
  }

  /** How many maps everybody in a channel sees. */
  maps(channel: string): number {
    return this.open(channel).filter(({ files }) => files.length > 0).length;
  }

  /** Waits until a channel has more maps than it had. @returns real milliseconds */
  moreMaps(channel: string, before: number, passing = false): Promise<number> {
    return this.until('the map has come', () => this.maps(channel) > before, passing);
  }

  /** Waits until the bot has connected again after this. @returns real milliseconds */
  async reconnects(...happenings: readonly Happening[]): Promise<number> {
    const connected = () => this.logged('connected to Discord', 30).length;
    const before = connected();
    for (const happening of happenings) this.happens(happening);
    return this.until('in again', () => connected() > before);
  }

  /** A campaign that everybody gives orders in, with its first map. */
  async begin(channel: string, options: Readonly<Record<string, string>> = {}): Promise<void> {
    const { id } = answer(await this.at('Ada', channel).command('new', options));
    await this.comes(channel, (message) => message.id === id && message.files.length > 0);
  }

  /** A campaign that is decided by vote, with its first ballot. */
  async beginVote(channel: string, rules: Readonly<Record<string, string | number | boolean>> = {}): Promise<void> {
    await this.begin(channel);
    answer(await this.at('Ada', channel).command('council', { mode: 'vote', ...rules }));
    await this.until('the first ballot is shown', () => this.ballot(channel) !== undefined);
  }

  /** A campaign whose first ballot has two votes, and closes twenty minutes later. Resolves with the number of its maps. */
  async voted(channel: string): Promise<number> {
    await this.beginVote(channel, { window: '20m' });
    for (const who of ['Bo', 'Cy']) answer(await this.order(channel, who));
    await this.settled();
    return this.maps(channel);
  }

  ballot(channel: string): SeenMessage | undefined {
    return this.open(channel).findLast(({ buttons }) => buttons.some(({ customId }) => customId?.startsWith('mine:')));
  }

  /** Presses the first button under the newest map that gives an order or a vote for it. */
  order(channel: string, member = 'Bo'): Promise<AnswerOutcome> {
    const isOrder = ({ customId }: { customId?: string | null }) => customId?.startsWith('order:') === true;
    const map = this.open(channel).findLast(({ buttons, files }) => files.length > 0 && buttons.some(isOrder));
    assert(map, `no map in ${channel} has a button for an order`);
    return this.at(member, channel).press(map, map.buttons.find(isOrder)?.customId ?? '');
  }

  /** Orders that stand in the log of the channel's campaign. */
  orders(channel: string): number {
    return this.entries(this.sandbox.world.channel(channel).id).filter(({ kind }) => kind === 'order').length;
  }

  entries(channelId: string) {
    return this.product.store.entries(this.product.store.latestIn(channelId)?.id ?? '');
  }

  comes(channel: string, wanted: (message: SeenMessage) => boolean): Promise<SeenMessage> {
    return this.sandbox.waitForMessage(channel, wanted, { timeout: PATIENCE_MS });
  }

  /** A message that everybody in a channel sees and that says this, come or to come. */
  hears(channel: string, what: string | RegExp): Promise<SeenMessage> {
    const says = (text: string) => (typeof what === 'string' ? text.includes(what) : what.test(text));
    return this.comes(channel, ({ ephemeral, text }) => !ephemeral && says(text));
  }

  /** A map of a channel that was not there before. */
  newMap(channel: string, before: readonly SeenMessage[]): Promise<SeenMessage> {
    const known = new Set(before.filter(({ files }) => files.length > 0).map(({ id }) => id));
    return this.comes(channel, ({ id, ephemeral, files }) => !ephemeral && files.length > 0 && !known.has(id));
  }

  /** Lines of the log with these words, of this level (40: a warning) or a higher one. */
  logged(words: string, level = 0) {
    return this.product.logged.filter((line) => line.level >= level && line.msg.includes(words));
  }

  /** How often each warning was logged. */
  warnings(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { msg } of this.logged('', 40)) counts.set(msg, (counts.get(msg) ?? 0) + 1);
    return counts;
  }

  /** Waits in real time until something holds; `passing`: the clock goes on meanwhile. @returns real milliseconds */
  async until(what: string, holds: () => boolean, passing = false): Promise<number> {
    const started = performance.now();
    while (!holds()) {
      if (performance.now() - started > PATIENCE_MS) throw new Error(`In ${PATIENCE_MS} ms not so: ${what}`);
      if (passing) this.clock.advance(STEP_MS);
      await pause(10);
    }
    return performance.now() - started;
  }

  /** How much channels that there are still are owed: maps, ballots without their message, edits, words. */
  get owing(): number {
    const channels = this.product.host.undelivered.due().map(({ channel }) => channel);
    return channels.filter((channel) => this.#isThere(channel)).length;
  }

  #isThere(channel: string): boolean {
    try {
      return this.sandbox.world.channel(channel) !== undefined;
    } catch {
      return false;
    }
  }

  /** Lets time pass until nothing is owed to anybody. */
  settled(): Promise<number> {
    return this.until('nothing is owed', () => this.owing === 0, true);
  }

  /** Expects what every trouble must end with: nothing undelivered, no unhandled rejection, no bug, and each warning a few times at most. */
  async sound(most = 5): Promise<void> {
    this.goesWell();
    assert(this.struck > 0, 'nothing went wrong');
    await this.settled();
    assert.deepEqual(this.unhandled, []);
    assert.deepEqual(this.logged('', 50), []);
    for (const [msg, times] of this.warnings()) assert(times <= most, `logged ${times} times: ${msg}`);
  }
}

/** The map that an answer brings. */
export async function mapOf(scene: Scene, channel: string, outcome: AnswerOutcome): Promise<SeenMessage> {
  const { id } = answer(outcome);
  return scene.comes(channel, (message) => message.id === id && message.files.length > 0);
}
