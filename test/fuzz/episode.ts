import { isDeepStrictEqual } from 'node:util';
import { Events, type Interaction, RESTJSONErrorCodes } from 'discord.js';
import { isRefusal, sealedDice, someLegalOrders } from '../../src/game/index.ts';
import type { GamePosition } from '../../src/host/table/game-position.ts';
import { IncompatibleLog, replayLog } from '../../src/host/table/replay-log.ts';
import { hmacUnder } from '../dice/sealed.ts';
import { Luck } from '../harness/luck.ts';
import { Deeds, misdeed, mispost } from './deeds.ts';
import { type Input, Inputs, type Kind } from './inputs/index.ts';
import { LIBRARY, type Logged, type Product, startProduct } from './product.ts';
import { isObject, type JsonValue } from './world.ts';

/** Something that must not be. */
export interface Trouble {
  /** Of what sort, for finding it again: not every word of it. */
  readonly sort: string;
  readonly words: string;
}

/** Counts of the inputs and their effects. */
export interface Tally {
  readonly inputs: { [kind in Kind]?: number };
  /** Those that discord.js stumbled over; those it handed on. */
  stumbled: number;
  handedOn: number;
  answered: number;
  written: { [what: string]: number };
  /** Milliseconds: the synchronous part of an input, and all that comes of it. */
  slowest: number;
  longest: number;
}

export interface Ended {
  readonly seed: string;
  /** All that was sent, the failing one last. */
  readonly sent: readonly Input[];
  readonly trouble: Trouble | null;
  /** Which of them took too long, this time. */
  readonly slow: readonly number[];
}

/**
 * The synchronous part of an input takes no longer, in milliseconds of the processor. Discord waits 3 seconds for an answer. The limits
 * are so wide that a slow machine passes, and a search without an end does not: speed is measured by `npm run bench`.
 */
const SLOW_MS = 500;
/** Nor does, longer than this, all that comes of it together with what a clock had due before it: edits, threads, maps. */
export const LONG_MS = 1500;
/** A game is looked through this often. */
const LOOK_EVERY = 250;
/** Longer than anything is waited for on a busy machine, milliseconds. */
const PATIENCE_MS = 120_000;

/** Lines of the log that inputs like these may well cause. */
const EXPECTED = [
  'a message could not be posted',
  'the bot cannot post in a channel',
  'a thread could not be opened',
  'a thread could not be opened; trying later',
] as const;
const STUMBLED = 'ignored an event from Discord that discord.js could not read';

export function emptyTally(): Tally {
  return { inputs: {}, stumbled: 0, handedOn: 0, answered: 0, written: {}, slowest: 0, longest: 0 };
}

/** A bot from its start: what is sent to it, and what is wrong with what it does. */
class Episode {
  readonly #product: Product;
  readonly #deeds: Deeds;
  readonly #tally: Tally;
  readonly #thrown: unknown[] = [];
  readonly #seen = new Set<string>();
  /** Inputs that took too long, by their place. */
  readonly slow: number[] = [];
  #emitted: Interaction | null = null;
  #sent = 0;

  constructor(product: Product, tally: Tally) {
    this.#product = product;
    this.#tally = tally;
    this.#deeds = new Deeds(product.database);
    product.bot.client.prependListener(Events.InteractionCreate, (interaction) => {
      this.#emitted = interaction;
    });
    process.on('unhandledRejection', this.#caught);
    process.on('uncaughtException', this.#caught);
  }

  readonly #caught = (error: unknown) => void this.#thrown.push(error);

  get wire(): Product['wire'] {
    return this.#product.wire;
  }

  /** Sends one input, and waits until the bot is done with it. */
  async send({ wait, event, data, damaged }: Input): Promise<Trouble | null> {
    const { clock, wire } = this.#product;
    const began = ownTime();
    clock.advance(wait);
    await this.#idle();
    this.#deeds.take();
    wire.posted.length = 0;
    this.#emitted = null;
    expectAnswer(wire, data);
    const begun = ownTime();
    try {
      wire.dispatch(event, data);
    } catch (error) {
      return trouble('thrown past the gate', error);
    }
    const took = ownTime() - begun;
    await this.#idle();
    const whole = ownTime() - began;
    this.#tally.slowest = Math.max(this.#tally.slowest, took);
    this.#tally.longest = Math.max(this.#tally.longest, whole);
    if (took > SLOW_MS || whole > LONG_MS) this.slow.push(this.#sent);
    this.#sent += 1;
    return this.#judged(data, damaged === true);
  }

  /** Until the bot has nothing more to do, and to ask of Discord. */
  async #idle(): Promise<void> {
    for (let asked = -1; asked !== this.wire.requests; ) {
      asked = this.wire.requests;
      await idle();
    }
  }

  /** A damaged input may cause a line in the log, and its effects are not judged: only Discord could send it. */
  async #judged(data: JsonValue, damaged: boolean): Promise<Trouble | null> {
    const { logged, wire } = this.#product;
    const unanswered = await this.#unanswered(damaged);
    const deeds = this.#deeds.take();
    for (const { what } of deeds) this.#tally.written[what] = (this.#tally.written[what] ?? 0) + 1;
    const wrong = misdeed(deeds, data) ?? mispost(wire.posted, this.#deeds.machines, data);
    const lines = logged.splice(0).filter((line) => !this.#isExpected(line));
    const [refused] = wire.refused.splice(0);
    const [thrown] = this.#thrown.splice(0);
    if (thrown !== undefined) return trouble('nobody caught', thrown);
    if (damaged) return this.#sent % LOOK_EVERY === 0 ? this.look() : null;
    if (lines[0]) return { sort: `log: ${lines[0].msg}`, words: JSON.stringify(lines[0]) };
    if (refused !== undefined) return { sort: 'Discord would refuse', words: refused };
    if (wrong !== null) return { sort: wrong.slice(0, wrong.indexOf(':')), words: wrong };
    if (unanswered !== null) return unanswered;
    return this.#sent % LOOK_EVERY === 0 ? this.look() : null;
  }

  /** An answer that a member waits for in vain. */
  async #unanswered(damaged: boolean): Promise<Trouble | null> {
    const interaction = this.#emitted as Interaction | null;
    if (!interaction) return null;
    this.#tally.handedOn += 1;
    const { id, channelId } = interaction;
    if (this.#seen.has(id) || channelId === null) return null;
    this.#seen.add(id);
    if (damaged) return null;
    const until = Date.now() + PATIENCE_MS;
    while (!this.wire.answered.has(id)) {
      if (Date.now() > until) return { sort: 'not answered', words: `interaction ${id} of type ${interaction.type}` };
      await idle();
    }
    this.#tally.answered += 1;
    return null;
  }

  #isExpected({ msg, err }: Logged): boolean {
    if (msg === STUMBLED) this.#tally.stumbled += 1;
    if (msg === STUMBLED || EXPECTED.some((one) => one === msg)) return true;
    return (
      (err as { readonly code?: unknown } | undefined)?.code ===
      RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged
    );
  }

  look(): Trouble | null {
    try {
      const wrong = wrongWith(this.#product);
      return wrong === null ? null : { sort: 'a state that cannot be', words: wrong };
    } catch (error) {
      return trouble('a state that throws', error);
    }
  }

  async end(): Promise<void> {
    process.off('unhandledRejection', this.#caught);
    process.off('uncaughtException', this.#caught);
    await this.#product.stop();
  }
}

/** Sends `count` generated inputs to a fresh bot, or fewer if there is trouble before. */
export function episode(seed: string, count: number, tally: Tally, start = startProduct): Promise<Ended> {
  return sending(seed, tally, start, (wire) => new Inputs(new Luck(seed), wire).all(count));
}

/** Sends inputs to a fresh bot. */
export function again(seed: string, inputs: readonly Input[], start = startProduct): Promise<Ended> {
  return sending(seed, emptyTally(), start, () => inputs.map((input) => ({ kind: 'repeated', input })));
}

async function sending(
  seed: string,
  tally: Tally,
  start: typeof startProduct,
  make: (wire: Product['wire']) => Iterable<{ readonly kind: Kind; readonly input: Input }>,
): Promise<Ended> {
  const product = await start(seed);
  const run = new Episode(product, tally);
  const sent: Input[] = [];
  let trouble: Trouble | null = null;
  try {
    for (const { kind, input } of make(product.wire)) {
      tally.inputs[kind] = (tally.inputs[kind] ?? 0) + 1;
      sent.push(input);
      trouble = await run.send(input);
      if (trouble) break;
    }
    trouble ??= run.look();
    return { seed, sent, trouble, slow: run.slow };
  } finally {
    await run.end();
  }
}

/** Milliseconds that this process has worked: a busy machine makes nothing slow by it. */
function ownTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The types of answers that Discord takes to each type of interaction. */
const ALLOWED: { readonly [type: number]: readonly number[] } = {
  2: [4, 5, 9],
  3: [4, 5, 6, 7, 9],
  4: [8],
  5: [4, 5, 6, 7],
};

function expectAnswer(wire: Product['wire'], data: JsonValue): void {
  if (!isObject(data)) return;
  const { token, type, channel, message } = data;
  if (typeof token !== 'string') return;
  wire.expect(token, {
    channel: isObject(channel) && typeof channel.id === 'string' ? channel.id : '',
    from: isObject(message) && typeof message.id === 'string' ? message.id : null,
    allowed: (typeof type === 'number' && ALLOWED[type]) || [],
  });
}

/** Until all is done that waits for nothing but its turn. */
async function idle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function trouble(sort: string, error: unknown): Trouble {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { sort: `${sort}: ${error instanceof Error ? error.message.slice(0, 60) : ''}`, words };
}

const BUILT_IN = [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(
  (each) => [each, Object.getOwnPropertyNames(each).length] as const,
);

/**
 * What is wrong with where things stand: with a game whose log does not lead, by its rules, to where the host has it, or that does not
 * go on from there as the contract of systems has it; with a channel of two games; with what JavaScript is made of. Null: nothing.
 */
function wrongWith({ store, database, host }: Product): string | null {
  for (const [each, count] of BUILT_IN)
    if (Object.getOwnPropertyNames(each).length !== count) return 'a prototype has been changed';
  const crowded = database.prepare(
    'SELECT channel FROM game WHERE ended_at IS NULL GROUP BY channel HAVING count(*) > 1',
  );
  if (crowded.get()) return 'a channel has two running games';
  const ids = database.prepare('SELECT id FROM game').pluck().all() as string[];
  for (const id of ids) {
    const wrong = wrongWithGame({ store, host }, id);
    if (wrong !== null) return `${id}: ${wrong}`;
  }
  return null;
}

/** A position without the names of members, which may change, and without what is kept of it for the next undo, as much as there is. */
function plain({ latest, earlier: _, ...position }: GamePosition): unknown {
  return JSON.parse(JSON.stringify({ ...position, latest: latest.at(-1)?.seq }));
}

function wrongWithGame({ store, host }: Pick<Product, 'store' | 'host'>, id: string): string | null {
  const game = store.game(id);
  if (!game) return 'it cannot be read';
  const edition = LIBRARY.editions.find(({ dataset }) => dataset.hash === game.dataset);
  if (!edition) return 'its rules are none of ours';
  const { system } = edition;
  try {
    const { position } = replayLog(system, game.variant, store.entries(id));
    const held = host.tables.table(game).position;
    if (!isDeepStrictEqual(plain(position), plain(held))) return 'its log leads elsewhere than the host has it';
    const known = Math.min(held.earlier.length, position.earlier.length);
    const last = ({ earlier }: GamePosition) => earlier.slice(earlier.length - known);
    if (!isDeepStrictEqual(last(held), last(position))) return 'an undo would lead elsewhere than its log';
    const { state } = position;
    for (const viewer of ['public', ...system.about.seats.map((seat) => seat.id)] as const)
      system.knowledge.view(state, viewer);
    for (const { seat } of system.rules.asked(state))
      for (const order of someLegalOrders(system.rules, state, seat, 6).orders) {
        const dice = sealedDice(hmacUnder('fuzz'), { game: id, turn: position.seq, order: JSON.stringify(order) });
        if (isRefusal(system.rules.apply(state, seat, order, dice)))
          return `what it offers it refuses: ${JSON.stringify(order)}`;
      }
    return null;
  } catch (error) {
    if (error instanceof IncompatibleLog) return error.message;
    throw error;
  }
}
