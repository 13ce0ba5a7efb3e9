import type { Census, DatabaseTrouble } from '../../store/index.ts';

/** How the connections to Discord are. */
export interface ConnectionHealth {
  /** When the program started, milliseconds since 1970. */
  readonly started: number;
  /** Whether all of them are there. */
  readonly connected: boolean;
  /** How many there are and should be: one for each of the bot’s shards. */
  readonly connections: { readonly open: number; readonly all: number };
  /** Milliseconds from the last heartbeat to its acknowledgement, of the slowest; null: none has been acknowledged yet. */
  readonly delay: number | null;
  /** Milliseconds since a heartbeat was acknowledged, where that is longest ago; null: none has been yet. */
  readonly heard: number | null;
}

/** What the host cannot know by itself: how the program that it is part of fares. */
export interface BotHealth extends ConnectionHealth {
  readonly version: string;
  /** Servers that the bot is in, by Discord's ids. */
  readonly servers: readonly string[];
  /** How often something went wrong since the start. */
  readonly mishaps: Readonly<Record<'bug' | 'database' | 'undelivered' | 'disconnected' | 'limited', number>>;
  /** What keeps the database from being written, as of the last time it was tried; null: nothing does. */
  readonly database: DatabaseTrouble | null;
}

/** When a copy of the database was last made, and what is in it; null: it cannot be read. */
export interface StoredHealth {
  readonly census: Census;
  /** Milliseconds since 1970; null: no backup is known of. */
  readonly backup: number | null;
  /** Discord's code, where it has refused this server the commands of its games; null: it has not. */
  readonly refused: number | null;
}
