import type { Permission } from '../permissions.ts';

/**
 * Faults to inject, as plain data. Channels, threads and servers are given by name or id. A request or an event meets
 * only the first fault that strikes it; of two running plans, the older goes first.
 */
export interface FaultPlan {
  /** Seed of all chances: the same requests then meet the same faults. 1 by default. */
  readonly seed?: number | undefined;
  readonly rest?: readonly RestFault[] | undefined;
  /** Faults of gateway events. */
  readonly events?: readonly EventFault[] | undefined;
  /** Things that happen by themselves, at set times. */
  readonly happenings?: readonly Timed[] | undefined;
}

/** Selects which of the matching requests or events are struck. */
export interface Strikes {
  /** The name of its count; by default its list and index: `rest 0`, `events 2`. */
  readonly name?: string | undefined;
  /** Matches that pass before the first strike. 0 by default. */
  readonly skip?: number | undefined;
  /** The most strikes. Unlimited by default. */
  readonly times?: number | undefined;
  /** The chance of each match to be struck, 0 to 1. 1 by default. */
  readonly chance?: number | undefined;
}

/** A fault of the REST API. A field left out matches everything. */
export interface RestFault extends Strikes {
  /** For example `POST`. */
  readonly method?: string | undefined;
  /** The route's pattern as in `sandbox.requests()`, for example `/channels/:channel/messages`; a final `*` matches any continuation. */
  readonly route?: string | undefined;
  /** The channel in the path, or that of the interaction being answered. */
  readonly channel?: string | undefined;
  readonly does: RestTrouble;
}

/** The fault itself. Times are real time, like the waits of the bot's client. */
export type RestTrouble =
  /**
   * 429 with Discord's headers and body; the request is not carried out. `retryAfter` is in seconds. A `global` limit
   * holds for every route except those of interactions, as on Discord.
   */
  | { readonly kind: 'rateLimit'; readonly scope: 'user' | 'shared' | 'global'; readonly retryAfter: number }
  /** 5xx; with `carriedOut` the request is carried out anyway. */
  | { readonly kind: 'error'; readonly status: 500 | 502 | 503 | 504; readonly carriedOut?: boolean | undefined }
  /** The connection is reset once `afterBytes` of the request's body (or all of a shorter one) have arrived. Nothing is carried out. */
  | { readonly kind: 'resetUpload'; readonly afterBytes: number }
  /** The request is carried out, and the connection reset before the answer. */
  | { readonly kind: 'resetAnswer' }
  /** The answer comes `ms` milliseconds late. The request is carried out at once; with `before`, after the delay. */
  | { readonly kind: 'slow'; readonly ms: number; readonly before?: boolean | undefined }
  /** No answer comes; the connection stays open until the client gives up. */
  | { readonly kind: 'silence'; readonly carriedOut?: boolean | undefined }
  /** Refused with one of Discord's codes. Codes not in `errors.ts` need `status` and `message`. */
  | {
      readonly kind: 'refuse';
      readonly code: number;
      readonly status?: number | undefined;
      readonly message?: string | undefined;
    }
  /** Something happens just before the request is carried out; with `after`, between that and the answer. */
  | { readonly kind: 'happening'; readonly happening: Happening; readonly after?: boolean | undefined };

/** A fault of a gateway event. A field left out matches everything. */
export interface EventFault extends Strikes {
  /** For example `INTERACTION_CREATE`, `MESSAGE_CREATE`. */
  readonly event?: string | undefined;
  /** The channel that the event is about or in. */
  readonly channel?: string | undefined;
  readonly does: EventTrouble;
}

/** The fault itself. Times are by the sandbox's clock, like the deadlines of interactions. */
export type EventTrouble =
  /** The event comes twice, the second time after `after` milliseconds (0 by default). */
  | { readonly kind: 'twice'; readonly after?: number | undefined }
  /** The event comes `ms` milliseconds late; after 3000 an interaction's answer is refused with 10062. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The event comes after the next `events` others (1 by default): Discord promises no order. */
  | { readonly kind: 'behind'; readonly events?: number | undefined }
  /** The event never comes. */
  | { readonly kind: 'lost' };

/** Something that happens at a time. `after` and `every` (a repeat) are milliseconds of the sandbox's clock. */
export interface Timed {
  readonly name?: string | undefined;
  readonly after: number;
  readonly every?: number | undefined;
  readonly does: Happening;
}

/** The name of a permission, for example `sendMessages`. */
export type PermissionName = keyof typeof Permission;

/** The shard whose connection is meant, by number; all by default. */
interface OfShard {
  readonly shard?: number | undefined;
}

/** How a network fails. */
export type NetworkFailure = 'refused' | 'reset' | 'silent';

/** Something that happens to the bot's connections, servers or channels. A state that is there already causes no event. */
export type Happening =
  /** The connection breaks, or Discord asks for a new one (op 7). Both can be resumed. */
  | ({ readonly kind: 'cut' } & OfShard)
  | ({ readonly kind: 'reconnect' } & OfShard)
  /** Op 9. Unless `resumable`, the session ends, and events that the bot misses are lost. */
  | ({ readonly kind: 'invalidate'; readonly resumable?: boolean | undefined } & OfShard)
  /** Discord closes the connection with a code, for example 4000. After 4004 and 4010 to 4014 no client reconnects. */
  | ({ readonly kind: 'close'; readonly code: number } & OfShard)
  /** The next `beats` heartbeats (1 by default) are not acknowledged. */
  | ({ readonly kind: 'deaf'; readonly beats?: number | undefined } & OfShard)
  /** Every gateway connection breaks, and none is accepted for `ms` milliseconds of real time. */
  | { readonly kind: 'unreachable'; readonly ms: number }
  /**
   * The network fails for `ms` milliseconds of real time, for the REST API and the gateway. Every connection breaks; new ones are refused,
   * reset once open, or never answered (`silent`).
   */
  | { readonly kind: 'network'; readonly fails: NetworkFailure; readonly ms: number }
  /** The next gateway connection gets its hello (op 10) `ms` milliseconds of real time late. */
  | { readonly kind: 'slowHello'; readonly ms: number }
  /** The next `times` identifies are answered with op 9, like those beyond Discord's limits. */
  | { readonly kind: 'refuseIdentify'; readonly times: number }
  /** The newest interaction, or the one with this id, is sent once more. */
  | { readonly kind: 'redeliver'; readonly interaction?: string | undefined }
  /** Someone deletes a channel with its threads. Requests for it then get 10003. */
  | { readonly kind: 'deleteChannel'; readonly channel: string }
  /** Someone opens a channel in a server. */
  | {
      readonly kind: 'openChannel';
      readonly guild: string;
      readonly name: string;
      readonly forum?: true | undefined;
    }
  /** Someone deletes a message: the bot's newest in the channel, or the one with this id. Requests for it then get 10008. */
  | { readonly kind: 'deleteMessage'; readonly channel: string; readonly message?: string | undefined }
  | {
      readonly kind: 'setThread';
      readonly thread: string;
      readonly archived?: boolean | undefined;
      readonly locked?: boolean | undefined;
    }
  | { readonly kind: 'deleteThread'; readonly thread: string }
  /** The bot loses exactly these permissions in a channel, or in all of a server; `[]` restores all. */
  | {
      readonly kind: 'denyBot';
      readonly channel?: string | undefined;
      readonly guild?: string | undefined;
      readonly permissions: readonly PermissionName[];
    }
  /** The bot is removed from a server; its requests there then get 50001. */
  | { readonly kind: 'throwOut'; readonly guild: string }
  | { readonly kind: 'invite'; readonly guild: string }
  /** A server is unavailable (GUILD_DELETE with `unavailable`) for `ms` milliseconds of the sandbox's clock or until `outageOver`. */
  | { readonly kind: 'outage'; readonly guild: string; readonly ms?: number | undefined }
  | { readonly kind: 'outageOver'; readonly guild: string };

/** The number of strikes of one fault of a plan. */
export interface Count {
  readonly name: string;
  readonly struck: number;
}

export interface RunningPlan {
  /** Counts of all faults and happenings, in the order of the plan. */
  readonly counts: readonly Count[];
  /** The strikes of the fault with this name, or of all together. Throws if the plan has no such fault. */
  struck(name?: string): number;
  /** Ends the plan. Events that it held back are sent; delayed answers still come at their time. */
  stop(): void;
}
