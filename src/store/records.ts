import type { Order, SeatId, Throw } from '../game/index.ts';

/** A game as it is stored. Times are milliseconds since 1970. */
export interface GameRecord {
  readonly id: string;
  readonly channel: string;
  /** Null: a DM with the bot. */
  readonly guild: string | null;
  readonly system: string;
  readonly variant: string;
  /** Hash of the rules data it began with. */
  readonly dataset: string;
  /** SHA-256 of the secret's bytes, hex. */
  readonly seal: string;
  /** 32 bytes, hex. Leaves the process only once the game has ended. */
  readonly secret: string;
  readonly starter: MemberRecord;
  readonly startedAt: number;
  readonly ended: { readonly at: number; readonly how: 'finished' | 'abandoned' } | null;
}

export interface MemberRecord {
  readonly id: number;
  /** Null once the member has had their name removed. */
  readonly discordId: string | null;
  readonly name: string;
}

/** One line of a game's log. */
export type EntryRecord = {
  readonly game: string;
  readonly seq: number;
  readonly member: MemberRecord;
  readonly at: number;
} & EntryBody;

export type EntryBody =
  | { readonly kind: 'start'; readonly throws: readonly Throw[] }
  | { readonly kind: 'order'; readonly seat: SeatId; readonly order: Order; readonly throws: readonly Throw[] }
  | { readonly kind: 'undo'; readonly takesBack: number }
  | { readonly kind: 'abandon' };

/** A map a channel has not seen yet. */
export interface OwedRecord {
  readonly game: string;
  readonly seq: number;
  readonly channel: string;
  /** Since when the channel has been owed one. */
  readonly since: number;
}

export interface DatasetRecord {
  readonly hash: string;
  readonly system: string;
  /** JSON: file name to content. */
  readonly files: string;
}
