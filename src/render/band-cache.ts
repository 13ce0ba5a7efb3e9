import { BoundedCache } from './bounded-cache.ts';
import { type Piece, pieceOf } from './encode/png.ts';

/** Estimated bytes of a cache entry beside its data and its key. */
const ASIDE = 300;

/** Caches pieces of PNGs by content, so that pictures with the same rows share them. */
export class BandCache {
  readonly #kept: BoundedCache<Piece>;
  /** Pieces that are being deflated. */
  readonly #underWay = new Map<string, Promise<Piece>>();
  #made = 0;

  /** @param most bytes kept */
  constructor(most: number) {
    this.#kept = new BoundedCache(most);
  }

  /** Bytes kept: at most the limit, unless a single piece is larger. */
  get bytes(): number {
    return this.#kept.cost;
  }

  /** The number of pieces made so far, which are the cache's misses. */
  get made(): number {
    return this.#made;
  }

  get(key: string): Piece | Promise<Piece> | undefined {
    return this.#kept.get(key) ?? this.#underWay.get(key);
  }

  /** Makes a piece of filtered rows (`filtered`) and keeps it. */
  async make(key: string, rows: Uint8Array): Promise<Piece> {
    this.#made++;
    const making = pieceOf(rows);
    this.#underWay.set(key, making);
    try {
      const piece = await making;
      return this.#kept.keep(key, piece, piece.chunk.length + key.length + ASIDE);
    } finally {
      this.#underWay.delete(key);
    }
  }
}
