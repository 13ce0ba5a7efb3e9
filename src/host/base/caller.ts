import type { GameRecord } from '../../store/index.ts';

/** Who asks for something, where and when: all the host knows of Discord. */
export interface Caller {
  readonly channel: string;
  /** Null: a DM with the bot. */
  readonly guild: string | null;
  readonly member: { readonly discordId: string; readonly name: string };
  /** Whether they manage this channel; in their own DM everybody does. */
  readonly isModerator: boolean;
  /** Ids of their roles in the server. */
  readonly roles: readonly string[];
  /** Ids of all roles that the server has; not there: it is not known. */
  readonly serverRoles?: ReadonlySet<string>;
  /** When they joined the server, milliseconds since 1970; null: Discord does not say. */
  readonly joinedAt: number | null;
  /** When their account was made, milliseconds since 1970. */
  readonly accountSince: number;
  /** The role that everybody in the server has; null: a DM with the bot. */
  readonly everyone: string | null;
  readonly threads: ThreadSupport;
  /** Whether they press something that they alone see. */
  readonly inPrivate: boolean;
  /** Discord's id of the interaction: what it causes is done once, however often it arrives. */
  readonly interaction: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What there is of threads where somebody asks. */
export type ThreadSupport =
  /**
   * A channel that threads may be opened in. `mayOpen`: the member has the right to; `lacks`: what the bot would need for it and does
   * not have, as Discord calls it.
   */
  | { readonly kind: 'channel'; readonly mayOpen: boolean; readonly lacks: readonly string[] }
  /** A thread or forum post of the channel `of`. */
  | { readonly kind: 'thread'; readonly of: string; readonly openedBy: 'caller' | 'bot' | 'another' }
  /** A DM, or a place that has none. */
  | { readonly kind: 'none' };

/** Moderators start games, the member who started the latest one here does, and everyone does in a thread they opened. */
export function mayStartGame(caller: Caller, latest: GameRecord | null): boolean {
  return opened(caller, 'caller') || mayManageGame(caller, latest);
}

/** Whether a caller acts in a thread that was opened by them, or by the bot. */
export function opened({ threads }: Pick<Caller, 'threads'>, by: 'caller' | 'bot'): boolean {
  return threads.kind === 'thread' && threads.openedBy === by;
}

/** Abandoning, taking back and overruling the vote is for moderators and the member who started the game. */
export function mayManageGame(caller: Caller, game: GameRecord | null): boolean {
  return caller.isModerator || (game !== null && game.starter.discordId === caller.member.discordId);
}
