import { BoundedCache } from '../../../../render/bounded-cache.ts';
import { roundRobin } from '../../../../render/round-robin.ts';
import type { Enclosure } from '../../../base/reply.ts';

/** A picture that has been made, and what it shows in words. */
export interface MadePicture {
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
  readonly #inTurn = roundRobin();
  readonly #making = new Map<string, Promise<MadePicture>>();
  readonly #kept: BoundedCache<MadePicture>;

  /** @param most bytes that are kept */
  constructor(most = MOST_BYTES) {
    this.#kept = new BoundedCache(most);
  }

  /**
   * A picture as a file of a message.
   * @param of what it is a picture of: the same says the same
   * @param whose who asked for it: a member who asks for many delays nobody else's
   */
  picture(of: string, file: string, whose: string, make: () => Promise<MadePicture>): Enclosure {
    let alt = '';
    return {
      file,
      get alt() {
        return alt;
      },
      bytes: async () => {
        const made = await this.#get(`${of} ${file}`, whose, make);
        alt = made.alt;
        return made.bytes;
      },
    };
  }

  #get(key: string, whose: string, make: () => Promise<MadePicture>): Promise<MadePicture> {
    const kept = this.#kept.get(key);
    if (kept) return Promise.resolve(kept);
    const underWay = this.#making.get(key);
    if (underWay) return underWay;
    const making = this.#inTurn(make, whose)
      .then((made) => this.#kept.keep(key, made, made.bytes.length))
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}
