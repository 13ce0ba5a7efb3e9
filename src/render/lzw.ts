/**
 * Compresses colour indices for GIF: LZW with codes that grow to twelve bits; a full table is cleared (GIF89a, appendix F). Takes any
 * number of pieces, so that a large image can be done in slices.
 */
export interface Lzw {
  readonly common: number;
  /** Each index is below the number of colours. */
  write(indices: Uint8Array): void;
  /** Writes `count` times the common index, much faster than `write`. */
  skip(count: number): void;
  /** The compressed bytes, not split into blocks. Call it last. */
  end(): Uint8Array;
}

const MOST_BITS = 12;
const MOST_CODES = 1 << MOST_BITS;
/** Places of the hash table: four for each possible code, so that collisions are rare. */
const PLACES = MOST_CODES * 4;
const SPREAD = 0x9e3779b1 | 0;
const SHIFT = 32 - 14;

/**
 * @param bits of a colour index: 2 to 8
 * @param common an index expected in long runs, which are then fast. It does not change the compressed bytes.
 */
export function lzw(bits: number, common = 0): Lzw {
  const clear = 1 << bits;
  const end = clear + 1;
  /** Each entry packs a string's prefix code (12 bits), last index (8) and own code (12). 0 is empty: no string has the code 0. */
  const table = new Int32Array(PLACES);
  let bytes = new Uint8Array(1 << 14);
  let length = 0;
  let held = 0;
  let waiting = 0;
  let size = bits + 1;
  let next = end + 1;
  /** The code of the string read but not yet written; −1 before the first index. */
  let prefix = -1;
  /** The length of that string if it is all the common index; else 0. */
  let alike = 0;
  /** Codes of runs of the common index by length, up to `longest`. */
  const runs = new Uint16Array(MOST_CODES);
  runs[1] = common;
  let longest = 1;

  function put(code: number): void {
    held |= code << waiting;
    waiting += size;
    while (waiting >= 8) {
      bytes[length++] = held & 255;
      held >>>= 8;
      waiting -= 8;
    }
    if (length > bytes.length - 8) {
      const more = new Uint8Array(bytes.length * 2);
      more.set(bytes);
      bytes = more;
    }
  }

  /** Widens the codes. A decoder is one string behind the encoder, so the wider code comes after this one. */
  function grow(): void {
    if (next === 1 << size && size < MOST_BITS) size++;
  }

  function forget(): void {
    put(clear);
    table.fill(0);
    size = bits + 1;
    next = end + 1;
    longest = 1;
  }

  /** Extends a run of the common index. */
  function run(more: number): void {
    let left = more;
    for (;;) {
      const reached = Math.min(longest, alike + left);
      left -= reached - alike;
      alike = reached;
      if (left === 0) return;
      put(runs[longest] as number);
      if (next === MOST_CODES) {
        forget();
      } else {
        longest++;
        runs[longest] = next;
        grow();
        next++;
      }
      alike = 1;
      left--;
    }
  }

  function write(indices: Uint8Array): void {
    let at = 0;
    if (prefix < 0) {
      if (indices.length === 0) return;
      prefix = indices[0] as number;
      alike = prefix === common ? 1 : 0;
      at = 1;
    }
    let code = prefix;
    for (; at < indices.length; at++) {
      const index = indices[at] as number;
      if (alike > 0 && index === common) {
        const from = at;
        do at++;
        while (at < indices.length && indices[at] === common);
        run(at - from);
        code = runs[alike] as number;
        at--;
        continue;
      }
      const string = (code << 8) | index;
      let place = Math.imul(string, SPREAD) >>> SHIFT;
      let known = table[place] as number;
      while (known !== 0 && known >>> MOST_BITS !== string) {
        place = (place + 1) & (PLACES - 1);
        known = table[place] as number;
      }
      if (known !== 0) {
        code = known & (MOST_CODES - 1);
        alike = 0;
        continue;
      }
      put(code);
      code = index;
      alike = index === common ? 1 : 0;
      if (next === MOST_CODES) {
        forget();
      } else {
        table[place] = (string << MOST_BITS) | next;
        grow();
        next++;
      }
    }
    prefix = code;
  }

  const one = Uint8Array.of(common);

  put(clear);
  return {
    common,
    write,
    skip(count) {
      let left = count;
      // The pending string may still match with the common index after it.
      for (; left > 0 && alike === 0; left--) write(one);
      if (left === 0) return;
      run(left);
      prefix = runs[alike] as number;
    },
    end() {
      if (prefix >= 0) {
        put(prefix);
        grow();
      }
      put(end);
      if (waiting > 0) bytes[length++] = held & 255;
      return bytes.subarray(0, length);
    },
  };
}
