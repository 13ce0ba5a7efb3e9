import type { Sandbox, SeenMessage } from '../../src/sandbox/sandbox.ts';

/** How often a channel's listener is set anew: it sees all that is there then. */
const RENEWED_MS = 10_000;
const MAP = /^[a-z0-9-]+-([a-z0-9]{10})-(\d+)\.png$/;

/** A message that all of a channel see, with the map it has. */
export interface Print {
  readonly message: SeenMessage;
  /** The game and the entry that its map is of; null: it has no map. */
  readonly map: { readonly game: string; readonly seq: number } | null;
}

/** Every message that channels have been shown, as it stood last: also what a channel has too much of to keep. */
export class Album {
  readonly #sandbox: Sandbox;
  readonly #prints = new Map<string, Map<string, Print>>();
  #open = true;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    this.watch();
  }

  /** Watches the channels that have come meanwhile. */
  watch(): void {
    for (const { id } of this.#sandbox.world.channels) {
      if (this.#prints.has(id)) continue;
      this.#prints.set(id, new Map());
      void this.#listen(id);
    }
  }

  close(): void {
    this.#open = false;
  }

  /** All of a channel, the oldest first. */
  of(channel: string): Print[] {
    return [...(this.#prints.get(channel)?.values() ?? [])];
  }

  /** Whether a message is still there. */
  has({ channelId, id }: Pick<SeenMessage, 'channelId' | 'id'>): boolean {
    return this.#sandbox.message(channelId, id) !== undefined;
  }

  /** The newest map of a channel that nobody has deleted. */
  newest(channel: string): Print | undefined {
    return this.of(channel).findLast(({ map, message }) => map !== null && this.has(message));
  }

  /** One of the newest maps of a channel, 0 the newest. */
  back(channel: string, steps: number): Print | undefined {
    return this.of(channel)
      .filter(({ map }) => map !== null)
      .at(-1 - steps);
  }

  all(): Print[] {
    return [...this.#prints.keys()].flatMap((channel) => this.of(channel));
  }

  async #listen(channel: string): Promise<void> {
    const look = (message: SeenMessage) => {
      if (!message.ephemeral && message.author.bot) this.#prints.get(channel)?.set(message.id, printOf(message));
      return false;
    };
    while (this.#open) await this.#sandbox.waitForMessage(channel, look, { timeout: RENEWED_MS }).catch(() => {});
  }
}

function printOf(message: SeenMessage): Print {
  const [, game, seq] = message.files.map(({ filename }) => MAP.exec(filename)).find((found) => found !== null) ?? [];
  return { message, map: game === undefined ? null : { game, seq: Number(seq) } };
}
