import { BoundedCache } from './bounded-cache.ts';
import { type Piece, pieceOf } from './encode/png.ts';

/** What a piece takes beside its bytes and its key. */
const ASIDE = 300;

/** Pieces of PNGs, cached by what they show: every picture with the same rows uses them again. */
export class BandCache {
  readonly #kept: BoundedCache<Piece>;
  /** Those that are being deflated. */
  readonly #underWay = new Map<string, Promise<Piece>>();
  #made = 0;

  /** @param most bytes kept */
  constructor(most: number) {
    this.#kept = new BoundedCache(most);
  }

  /** Bytes kept: no more than may be, but for a single piece that is larger. */
  get bytes(): number {
    return this.#kept.cost;
  }

  /** How many had to be made so far. */
  get made(): number {
    return this.#made;
  }

  /** A piece there is, or soon will be. */
  get(key: string): Piece | Promise<Piece> | undefined {
    return this.#kept.get(key) ?? this.#underWay.get(key);
  }

  /** Makes a piece of rows, each after the number of its filter, and keeps it. */
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
