import { inTurn } from '../../render/in-turn.ts';
import type { Enclosure } from '../answer.ts';

/** A picture that has been made, and what it shows in words. */
export interface Made {
  readonly bytes: Buffer;
  readonly alt: string;
}

/** Bytes kept: some recaps of the largest. */
const MOST_BYTES = 24 * 1024 * 1024;

/**
 * The pictures of recaps. One is made at a time, however many are asked for; who asks for one that is in the making waits for that one.
 * The last ones are kept, so that the same recap asked for again is there at once.
 */
export class PictureCache {
  readonly #most: number;
  readonly #inTurn = inTurn();
  readonly #making = new Map<string, Promise<Made>>();
  readonly #kept = new Map<string, Made>();
  #bytes = 0;

  /** @param most bytes that are kept */
  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /**
   * A picture as a file of a message.
   * @param of what it is a picture of: the same says the same
   */
  picture(of: string, file: string, make: () => Promise<Made>): Enclosure {
    let alt = '';
    return {
      file,
      get alt() {
        return alt;
      },
      bytes: async () => {
        const made = await this.#get(`${of} ${file}`, make);
        alt = made.alt;
        return made.bytes;
      },
    };
  }

  #get(key: string, make: () => Promise<Made>): Promise<Made> {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#keep(key, kept);
      return Promise.resolve(kept);
    }
    const underWay = this.#making.get(key);
    if (underWay) return underWay;
    const making = this.#inTurn(make)
      .then((made) => {
        this.#keep(key, made);
        return made;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  /** Keeps it as the last one used; the longest unused make room. */
  #keep(key: string, made: Made): void {
    this.#drop(key);
    if (made.bytes.length > this.#most) return;
    this.#kept.set(key, made);
    this.#bytes += made.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes.length ?? 0;
    this.#kept.delete(key);
  }
}
