import type { Logger } from 'pino';
import type { Answer, Drawing } from '../host/index.ts';

/** Why a picture was not drawn: its member asked for another one, or too many others wait. */
export type Skipped = 'replaced' | 'crowded';

/** What became of an answer's picture. */
export interface Picture {
  /** Null: the answer has none, it was skipped, or it could not be drawn. */
  readonly map: Buffer | null;
  readonly skipped: Skipped | null;
  /** Is to be called once Discord has it, or will not get it. */
  over(): void;
}

export interface PictureLimits {
  /** Pictures of one member that are drawn or sent at the same time. */
  readonly ofMember: number;
  /** Members whose next picture waits. */
  readonly waiting: number;
  /** Bytes of all pictures that are drawn or sent at the same time. */
  readonly bytes: number;
}

/** 64 pictures at once, as they are reckoned. A hundred that wait are drawn in some ten seconds. */
const LIMITS: PictureLimits = { ofMember: 2, waiting: 100, bytes: 32_000_000 };
/** A picture that is not drawn yet is reckoned as the largest there is, with its scene. */
export const RESERVED = 500_000;

interface Waiting {
  /** Null: the picture is owed to a channel. */
  readonly member: string | null;
  readonly go: (skipped: Skipped | null) => void;
}

/**
 * Bounds the pictures on their way to Discord, from when they are asked for until they have arrived. A member has a few; of those that wait
 * for their turn only the newest. What a channel is owed is never skipped.
 */
export class PicturesInFlight {
  readonly #limits: PictureLimits;
  readonly #ofMember = new Map<string, number>();
  /** In the order of their turns. */
  #waiting: Waiting[] = [];
  #inHand = 0;
  #bytes = 0;

  constructor(limits: PictureLimits = LIMITS) {
    this.#limits = limits;
  }

  /** What is on its way now: drawn or sent, and waiting for that. */
  get pending(): { readonly inHand: number; readonly waiting: number; readonly bytes: number } {
    return { inHand: this.#inHand, waiting: this.#waiting.length, bytes: this.#bytes };
  }

  /**
   * Draws the picture of an answer in its turn. Never rejects.
   * @param asker the member who asked for it. Null: nobody did, a clock or a delivery brings it
   */
  async draw(answer: Answer, asker: string | null, log: Logger): Promise<Picture> {
    if (!answer.drawing) return { map: null, skipped: null, over: () => {} };
    const member = isOwed(answer) ? null : asker;
    const skipped = await this.#turn(member);
    if (skipped) return { map: null, skipped, over: () => {} };
    const map = await drawn(answer.drawing, log);
    const bytes = map?.length ?? 0;
    this.#bytes += bytes - RESERVED;
    this.#next();
    let over = false;
    return {
      map,
      skipped: null,
      over: () => {
        if (!over) this.#leave(member, bytes);
        over = true;
      },
    };
  }

  #turn(member: string | null): Promise<Skipped | null> {
    return new Promise((go) => {
      const mine = { member, go };
      const older = member === null ? -1 : this.#waiting.findIndex((one) => one.member === member);
      if (older >= 0) {
        // The newer picture has the older one's turn.
        this.#waiting[older]?.go('replaced');
        this.#waiting[older] = mine;
        return;
      }
      this.#waiting.push(mine);
      this.#next();
      const asked = this.#waiting.filter((one) => one.member !== null).length;
      if (asked <= this.#limits.waiting || !this.#waiting.includes(mine) || member === null) return;
      this.#waiting = this.#waiting.filter((one) => one !== mine);
      go('crowded');
    });
  }

  /** Begins as many of those that wait as there is room for. */
  #next(): void {
    const still: Waiting[] = [];
    for (const one of this.#waiting) {
      if (!this.#hasRoom(one.member)) {
        still.push(one);
        continue;
      }
      this.#inHand += 1;
      this.#bytes += RESERVED;
      if (one.member !== null) this.#ofMember.set(one.member, (this.#ofMember.get(one.member) ?? 0) + 1);
      one.go(null);
    }
    this.#waiting = still;
  }

  #hasRoom(member: string | null): boolean {
    // One alone has room, whatever it takes.
    if (this.#inHand > 0 && this.#bytes + RESERVED > this.#limits.bytes) return false;
    return member === null || (this.#ofMember.get(member) ?? 0) < this.#limits.ofMember;
  }

  #leave(member: string | null, bytes: number): void {
    this.#inHand -= 1;
    this.#bytes -= bytes;
    if (member !== null) {
      const left = (this.#ofMember.get(member) ?? 1) - 1;
      if (left > 0) this.#ofMember.set(member, left);
      else this.#ofMember.delete(member);
    }
    this.#next();
  }
}

/** With news in it, it is the map that the channel is owed. */
export function isOwed({ to, tells }: Answer): boolean {
  return to === 'channel' && tells.length > 0;
}

/** A drawing as a PNG. Null, with a line in the log, where it cannot be drawn. */
async function drawn(drawing: Drawing, log: Logger): Promise<Buffer | null> {
  try {
    return await drawing.png();
  } catch (error) {
    log.error({ err: error, point: drawing.point }, 'a map could not be drawn');
    return null;
  }
}
