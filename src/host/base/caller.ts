import type { GameRecord } from '../../store/index.ts';

/** The member who asks, with place and time: all that the host knows of Discord. */
export interface Caller {
  readonly channel: string;
  /** Null in a DM. */
  readonly guild: string | null;
  readonly member: { readonly discordId: string; readonly name: string };
  /** Manages this channel; true for everyone in their own DM. */
  readonly isModerator: boolean;
  readonly roles: readonly string[];
  /** All roles of the server, if known. */
  readonly serverRoles?: ReadonlySet<string>;
  /** Milliseconds since 1970; null if Discord does not say. */
  readonly joinedAt: number | null;
  /** Milliseconds since 1970. */
  readonly accountSince: number;
  /** The id of @everyone; null in a DM. */
  readonly everyone: string | null;
  readonly threads: ThreadSupport;
  /** Whether everybody who reads this channel can read another of the server; absent: none is known to be. */
  readonly isReadHere?: (channel: string) => boolean;
  /** The press is on an ephemeral message. */
  readonly inPrivate: boolean;
  /** Discord's id of the interaction; repeating it has no effect. */
  readonly interaction: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type ThreadSupport =
  /** `mayOpen`: the member may open threads. `lacks`: the bot's missing permissions, by Discord's names. */
  | { readonly kind: 'channel'; readonly mayOpen: boolean; readonly lacks: readonly string[] }
  | { readonly kind: 'thread'; readonly of: string; readonly openedBy: 'caller' | 'bot' | 'another' }
  | { readonly kind: 'none' };

/** Moderators, the starter of the latest game here, and the opener of a thread. */
export function mayStartGame(caller: Caller, latest: GameRecord | null): boolean {
  return isThreadOpenedBy(caller, 'caller') || mayManageGame(caller, latest);
}

/** Whether a caller acts in a thread that was opened by them, or by the bot. */
export function isThreadOpenedBy({ threads }: Pick<Caller, 'threads'>, by: 'caller' | 'bot'): boolean {
  return threads.kind === 'thread' && threads.openedBy === by;
}

/** Moderators and the member who started the game. */
export function mayManageGame(caller: Caller, game: GameRecord | null): boolean {
  return caller.isModerator || (game !== null && game.starter.discordId === caller.member.discordId);
}
