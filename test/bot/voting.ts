import { expect } from 'vitest';
import type { OptionValues, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { type ManualClock, manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { HASTY } from '../sandbox/fixture.ts';
import { blankPicture, knownChance, type Product, type ProductOptions, startProduct } from './fixture.ts';

/** Longer than a channel is left in peace between two edits. */
const REST_MS = 2001;

/** A channel of a product of its own, by a clock that a hand moves. */
export async function votingIn(channel: string, options: ProductOptions = {}): Promise<Voting> {
  const clock = manualClock();
  const known = { chance: knownChance(1), render: blankPicture, wire: HASTY, clock };
  return new Voting(await startProduct({ ...known, ...options }), clock, channel);
}

/** A channel of the product that votes, and what its members do there. */
export class Voting {
  product: Product;
  readonly clock: ManualClock;
  readonly channel: string;

  constructor(product: Product, clock: ManualClock, channel: string) {
    this.product = product;
    this.clock = clock;
    this.channel = channel;
  }

  at(member: string) {
    return this.product.sandbox.as(member).in(this.channel);
  }

  /** Starts a campaign that is decided by vote, under these rules. Resolves with the message of its first ballot. */
  async begin(rules: OptionValues = {}): Promise<SeenMessage> {
    answer(await this.at('Ada').command('new', {}));
    answer(await this.at('Ada').command('council', { mode: 'vote', ...rules }));
    return this.ballotAfter(0);
  }

  /** A ballot with a number beyond this one, once its map has come. */
  async ballotAfter(id: number): Promise<SeenMessage> {
    await this.product.sandbox.waitForMessage(this.channel, (one) => one.files.length > 0 && (ballotOf(one) ?? 0) > id);
    return this.ballot();
  }

  /** The newest message with a ballot on the next order, as it is now. */
  ballot(): SeenMessage {
    const message = this.open().findLast((one) => ballotOf(one) !== null && one.files.length > 0);
    if (!message) throw new Error(`There is no ballot in ${this.channel}`);
    return message;
  }

  /** What everybody in the channel sees of the bot, the oldest first. */
  open(): SeenMessage[] {
    return this.product.sandbox.messages(this.channel).filter(({ ephemeral, author }) => !ephemeral && author.bot);
  }

  /** A message that everybody sees and that says this, come or to come. */
  hears(what: string | RegExp): Promise<SeenMessage> {
    return this.product.sandbox.waitForMessage(
      this.channel,
      ({ ephemeral, text }) => !ephemeral && (typeof what === 'string' ? text.includes(what) : what.test(text)),
    );
  }

  /** A message like that which is newer than another. */
  comesAfter(id: string, what: string): Promise<SeenMessage> {
    return this.product.sandbox.waitForMessage(
      this.channel,
      (one) => !one.ephemeral && BigInt(one.id) > BigInt(id) && one.text.includes(what),
    );
  }

  /** Presses the button that begins so, under the newest ballot. */
  async vote(member: string, order: string): Promise<SeenMessage> {
    const message = this.ballot();
    const button = message.buttons.find(({ label }) => label.startsWith(order));
    return answer(await this.at(member).press(message, button?.customId ?? order));
  }

  /** A moderator asks to close the newest ballot before its time, and is sure of it. Resolves with the result. */
  async close(member = 'Ada'): Promise<SeenMessage> {
    const asked = answer(await this.at(member).command('vote close'));
    return answer(await this.at(member).press(asked, 'Close the ballot'));
  }

  /** The card of a message, as it is now: its title and its text. */
  card({ id }: Pick<SeenMessage, 'id'> = this.ballot()): string {
    const embeds = (this.product.sandbox.message(this.channel, id)?.embeds ?? []) as Embed[];
    return embeds.map(({ title = '', description = '' }) => `${title}\n${description}`).join('\n');
  }

  /** The buttons of a message, as it is now. */
  buttonsOf(id: string): string[] {
    return (this.product.sandbox.message(this.channel, id)?.buttons ?? []).map(({ label }) => label);
  }

  /** Resolves once the channel has seen every map that it was owed. */
  async shown(): Promise<void> {
    await expect.poll(() => this.product.store.undeliveredMaps(), { interval: 20 }).toEqual([]);
  }

  /** Lets time pass, once every answer has arrived: Discord takes none that comes a quarter of an hour late. */
  async pass(ms: number): Promise<void> {
    await expect.poll(() => this.#underWay(), { interval: 5 }).toBe(0);
    this.clock.advance(ms);
  }

  #underWay(): number {
    return this.product.bot.inHand().answers;
  }

  /** Lets time pass until every message shows what there is to see, and the channel is owed nothing. */
  async upToDate(): Promise<void> {
    await this.shown();
    const { store } = this.product;
    await this.comesTo(() => store.dueMessages().length === 0);
  }

  /** Lets time pass until something holds of the channel. */
  async comesTo(holds: () => boolean): Promise<void> {
    await expect
      .poll(
        () => {
          const so = holds();
          if (!so && this.#underWay() === 0) this.clock.advance(REST_MS);
          return so;
        },
        { interval: 20 },
      )
      .toBe(true);
  }

  /** How many edits of messages the channel has had that no interaction asked for. */
  edits(): number {
    const { id } = this.product.sandbox.world.channel(this.channel);
    const path = `/channels/${id}/messages/`;
    return this.product.sandbox.requests().filter((one) => one.method === 'PATCH' && one.path.startsWith(path)).length;
  }

  async restart(): Promise<void> {
    this.product = await this.product.restart();
  }
}

interface Embed {
  readonly title?: string;
  readonly description?: string;
}

/** The number of the ballot that a message has; null: none. */
export function ballotOf({ buttons }: SeenMessage): number | null {
  const id = buttons.flatMap(({ customId }) => /^mine:(\d+)$/.exec(customId ?? '')?.[1] ?? [])[0];
  return id === undefined ? null : Number(id);
}

/** When a message came, milliseconds since 1970, as its id tells. */
export function posted({ id }: Pick<SeenMessage, 'id'>): number {
  return Number(BigInt(id) >> 22n) + Date.parse('2015-01-01T00:00:00Z');
}
