import type { Permission } from '../permissions.ts';

/**
 * What is to go wrong, as plain data. Channels, threads and servers are named or given by id. Of the faults that fit a
 * request or an event only the first that strikes does; of two plans that run, the older goes first.
 */
export interface FaultPlan {
  /** Of all that is left to chance: the same seed and the same requests make the same faults strike. 1 by default. */
  readonly seed?: number | undefined;
  /** Faults of the REST API. */
  readonly rest?: readonly RestFault[] | undefined;
  /** Faults of what the gateway sends. */
  readonly events?: readonly EventFault[] | undefined;
  /** What happens by itself. */
  readonly happenings?: readonly Timed[] | undefined;
}

/** Which of the requests or events that fit are struck. */
export interface Strikes {
  /** What its count is kept under; by default its list and place in it, from 0: `rest 0`, `events 2`. */
  readonly name?: string | undefined;
  /** So many that fit pass first. 0 by default. */
  readonly skip?: number | undefined;
  /** It strikes so often and no more. Without end by default. */
  readonly times?: number | undefined;
  /** The chance of each that fits to be struck, 0 to 1. 1 by default. */
  readonly chance?: number | undefined;
}

/** A fault of the REST API. What is left out fits everything. */
export interface RestFault extends Strikes {
  /** For example `POST`. */
  readonly method?: string | undefined;
  /** The route's pattern as in `sandbox.requests()`, for example `/channels/:channel/messages`; a `*` at its end fits all that begin so. */
  readonly route?: string | undefined;
  /** The channel of the path, or of the interaction that is answered. */
  readonly channel?: string | undefined;
  readonly does: RestTrouble;
}

/** What befalls a request. Its times are the machine's, by which the bot's client waits as well. */
export type RestTrouble =
  /**
   * 429 with Discord's headers and body, and the request is not carried out. `retryAfter` is in seconds; while a `global`
   * one lasts, every route gets it but those of interactions, which Discord excepts.
   */
  | { readonly kind: 'rateLimit'; readonly scope: 'user' | 'shared' | 'global'; readonly retryAfter: number }
  /** 5xx; with `carriedOut` the request is carried out anyway. */
  | { readonly kind: 'error'; readonly status: 500 | 502 | 503 | 504; readonly carriedOut?: boolean | undefined }
  /** The connection is reset once `afterBytes` of the request's body have arrived (or all, where it has fewer). Nothing is carried out. */
  | { readonly kind: 'resetUpload'; readonly afterBytes: number }
  /** The request is carried out, and the connection reset before a word of the answer. */
  | { readonly kind: 'resetAnswer' }
  /** The request is carried out at once (`before`: only then) and answered after so many milliseconds. */
  | { readonly kind: 'slow'; readonly ms: number; readonly before?: boolean | undefined }
  /** No answer ever; the connection stays open until the client gives up. */
  | { readonly kind: 'silence'; readonly carriedOut?: boolean | undefined }
  /** Refused with a code of Discord's: its status and words are known for those of `errors.ts`; otherwise give them. */
  | {
      readonly kind: 'refuse';
      readonly code: number;
      readonly status?: number | undefined;
      readonly message?: string | undefined;
    }
  /** Something happens just before the request is carried out (`after`: just after, before the answer), which then goes on. */
  | { readonly kind: 'happening'; readonly happening: Happening; readonly after?: boolean | undefined };

/** A fault of what the gateway sends. What is left out fits everything. */
export interface EventFault extends Strikes {
  /** For example `INTERACTION_CREATE`, `MESSAGE_CREATE`. */
  readonly event?: string | undefined;
  /** The channel that it tells of, or in which it is. */
  readonly channel?: string | undefined;
  readonly does: EventTrouble;
}

/** What befalls an event. Its times are those of the sandbox's clock, by which interactions are late. */
export type EventTrouble =
  /** It comes twice: the second `after` so many milliseconds, or at once. */
  | { readonly kind: 'twice'; readonly after?: number | undefined }
  /** It comes so many milliseconds late; after 3000 an interaction's answer is refused with 10062. */
  | { readonly kind: 'late'; readonly ms: number }
  /** It comes after the next `events` others (1 by default), as Discord promises no order. */
  | { readonly kind: 'behind'; readonly events?: number | undefined }
  /** It never comes. */
  | { readonly kind: 'lost' };

/** What happens `after` so many milliseconds of the sandbox's clock, and then, with `every`, again and again. */
export interface Timed {
  readonly name?: string | undefined;
  readonly after: number;
  readonly every?: number | undefined;
  readonly does: Happening;
}

/** The name of a permission, for example `sendMessages`. */
export type PermissionName = keyof typeof Permission;

/** Which of the bot's connections: that of a shard, by its number; all by default. */
interface OfShard {
  readonly shard?: number | undefined;
}

/** How a network fails. */
export type NetworkFailure = 'refused' | 'reset' | 'silent';

/** Something that happens to the bot's connections or to its places. What is so already happens to nobody. */
export type Happening =
  /** The connection is torn, or Discord asks for a new one (op 7): both can be resumed. */
  | ({ readonly kind: 'cut' } & OfShard)
  | ({ readonly kind: 'reconnect' } & OfShard)
  /** Op 9. Unless `resumable`, the session is over and what the bot misses is lost. */
  | ({ readonly kind: 'invalidate'; readonly resumable?: boolean | undefined } & OfShard)
  /** Discord closes the connection with a code, for example 4000, 4004 or 4014; after 4004 and 4010 to 4014 no client comes back. */
  | ({ readonly kind: 'close'; readonly code: number } & OfShard)
  /** So many heartbeats (1 by default) are not acknowledged. */
  | ({ readonly kind: 'deaf'; readonly beats?: number | undefined } & OfShard)
  /** Every connection is torn and none is taken for so many milliseconds of the machine's time. */
  | { readonly kind: 'unreachable'; readonly ms: number }
  /**
   * The network fails for so many milliseconds of the machine's time, for the REST API as for the gateway: every connection is torn, and new
   * ones are refused, or reset once they are open, or open and never answered.
   */
  | { readonly kind: 'network'; readonly fails: NetworkFailure; readonly ms: number }
  /** The next connection to the gateway is greeted (op 10) so many milliseconds of the machine's time late. */
  | { readonly kind: 'slowHello'; readonly ms: number }
  /** So many identifies are answered with op 9, as those beyond Discord's limits are. */
  | { readonly kind: 'refuseIdentify'; readonly times: number }
  /** The newest interaction, or that with this id, is sent once more. */
  | { readonly kind: 'redeliver'; readonly interaction?: string | undefined }
  /** Somebody deletes a channel with its threads, for good. Asking for it gives 10003. */
  | { readonly kind: 'deleteChannel'; readonly channel: string }
  /** Somebody opens a channel in a server. */
  | {
      readonly kind: 'openChannel';
      readonly guild: string;
      readonly name: string;
      readonly forum?: true | undefined;
    }
  /** Somebody deletes a message: the bot's newest of the channel, or that with this id. Asking for it gives 10008. */
  | { readonly kind: 'deleteMessage'; readonly channel: string; readonly message?: string | undefined }
  | {
      readonly kind: 'setThread';
      readonly thread: string;
      readonly archived?: boolean | undefined;
      readonly locked?: boolean | undefined;
    }
  | { readonly kind: 'deleteThread'; readonly thread: string }
  /** The bot has these permissions taken in a channel, or in all of a server; the others are given back, with `[]` all. */
  | {
      readonly kind: 'denyBot';
      readonly channel?: string | undefined;
      readonly guild?: string | undefined;
      readonly permissions: readonly PermissionName[];
    }
  /** The bot is removed from a server; its requests there give 50001. */
  | { readonly kind: 'throwOut'; readonly guild: string }
  | { readonly kind: 'invite'; readonly guild: string }
  /** A server is unavailable (GUILD_DELETE that says so), for so many milliseconds of the sandbox's clock or until `outageOver`. */
  | { readonly kind: 'outage'; readonly guild: string; readonly ms?: number | undefined }
  | { readonly kind: 'outageOver'; readonly guild: string };

/** How often one fault of a plan has struck. */
export interface Count {
  readonly name: string;
  readonly struck: number;
}

/** A plan under way. */
export interface RunningPlan {
  /** Of each fault and happening, in the order of the plan. */
  readonly counts: readonly Count[];
  /** How often the fault of this name has struck; without a name all together. Throws where the plan has none such. */
  struck(name?: string): number;
  /** Ends it. Events that it held back are sent; requests that it let wait are answered in their time. */
  stop(): void;
}
