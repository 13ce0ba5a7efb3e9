import type { Logger } from 'pino';
import type { Reply } from '../../host/index.ts';

/** Why a picture was not drawn: its member asked for another, or too many others wait. */
export type Skipped = 'replaced' | 'crowded';

export interface PictureInFlight {
  /** `null` if there is no map, or it was not drawn. */
  readonly map: Buffer | null;
  readonly skipped: Skipped | null;
  /** Must be called once Discord has the picture, or will not get it. */
  over(): void;
}

interface Asker {
  /** The server, or the channel of a DM. Servers take turns. */
  readonly server: string;
  /** Discord's id; null if no member asked for the picture. */
  readonly member: string | null;
}

interface PictureLimits {
  readonly drawing: number;
  /** Pictures of one member that are drawn or sent at the same time. */
  readonly ofMember: number;
  /** Members of one server whose picture waits. */
  readonly waiting: number;
  /** Bytes of all pictures that are drawn or sent at the same time. */
  readonly bytes: number;
}

/** `src/render` draws one picture while it compresses another. Two more are queued there, so that it never waits. */
const LIMITS: PictureLimits = { drawing: 4, ofMember: 2, waiting: 50, bytes: 32_000_000 };
/** Bytes that a picture counts before it is drawn: those of the largest one, with its scene. */
export const RESERVED = 500_000;

interface Waiting {
  /** `null` if the picture is for a channel. */
  readonly member: string | null;
  readonly go: (skipped: Skipped | null) => void;
}

export type PicturesInFlight = ReturnType<typeof createPicturesInFlight>;

/**
 * Limits the pictures that are on their way to Discord. Of a member's pictures that still wait in a server, only the
 * newest is drawn.
 */
export function createPicturesInFlight(limits: PictureLimits = LIMITS) {
  const ofMember = new Map<string, number>();
  /** The waiting pictures of each server. The server that was served last is the last key. */
  const lines = new Map<string, Waiting[]>();
  let drawingNow = 0;
  let inHand = 0;
  let bytesNow = 0;

  async function draw(answer: Reply, asker: Asker, log: Logger): Promise<PictureInFlight> {
    if (!answer.drawing) return { map: null, skipped: null, over: () => {} };
    const member = hasNews(answer) ? null : asker.member;
    const skipped = await inTurn({ ...asker, member });
    if (skipped) return { map: null, skipped, over: () => {} };
    const { drawing } = answer;
    const map = await drawing.png().catch((error) => {
      log.error({ err: error, point: drawing.point }, 'a map could not be drawn');
      return null;
    });
    const bytes = map?.length ?? 0;
    drawingNow -= 1;
    bytesNow += bytes - RESERVED;
    beginNext();
    let over = false;
    return {
      map,
      skipped: null,
      over: () => {
        if (!over) leave(member, bytes);
        over = true;
      },
    };
  }

  function inTurn({ server, member }: Asker): Promise<Skipped | null> {
    return new Promise((go) => {
      const line = lines.get(server) ?? [];
      const older = member === null ? -1 : line.findIndex((one) => one.member === member);
      if (older >= 0) {
        // The newer picture takes the older one's place in the line.
        line[older]?.go('replaced');
        line[older] = { member, go };
        return;
      }
      lines.set(server, [...line, { member, go }]);
      beginNext();
      const ofMembers = (lines.get(server) ?? []).filter((one) => one.member !== null);
      const stillWaits = ofMembers.at(-1)?.go === go;
      if (stillWaits && ofMembers.length > limits.waiting) {
        remove(server, go);
        go('crowded');
      }
    });
  }

  function beginNext(): void {
    while (hasRoom()) {
      const next = firstInTurn();
      if (!next) return;
      const { server, member, go } = next;
      remove(server, go);
      const line = lines.get(server);
      if (line) {
        lines.delete(server);
        lines.set(server, line);
      }
      drawingNow += 1;
      inHand += 1;
      bytesNow += RESERVED;
      if (member !== null) ofMember.set(member, (ofMember.get(member) ?? 0) + 1);
      go(null);
    }
  }

  function hasRoom(): boolean {
    if (drawingNow >= limits.drawing) return false;
    // A single picture always has room.
    return inHand === 0 || bytesNow + RESERVED <= limits.bytes;
  }

  function firstInTurn(): (Waiting & { readonly server: string }) | null {
    for (const [server, line] of lines) {
      const one = line.find(({ member }) => member === null || (ofMember.get(member) ?? 0) < limits.ofMember);
      if (one) return { ...one, server };
    }
    return null;
  }

  function remove(server: string, go: Waiting['go']): void {
    const others = (lines.get(server) ?? []).filter((one) => one.go !== go);
    if (others.length > 0) lines.set(server, others);
    else lines.delete(server);
  }

  function leave(member: string | null, bytes: number): void {
    inHand -= 1;
    bytesNow -= bytes;
    if (member !== null) {
      const remaining = (ofMember.get(member) ?? 1) - 1;
      if (remaining > 0) ofMember.set(member, remaining);
      else ofMember.delete(member);
    }
    beginNext();
  }

  return {
    draw,
    get pending(): { readonly inHand: number; readonly waiting: number; readonly bytes: number } {
      const waiting = [...lines.values()].reduce((sum, line) => sum + line.length, 0);
      return { inHand, waiting, bytes: bytesNow };
    },
  };
}

/** Whether a reply tells its channel of new entries of the log. A map with news is never skipped. */
export function hasNews({ to, tells }: Reply): boolean {
  return to === 'channel' && tells.length > 0;
}
