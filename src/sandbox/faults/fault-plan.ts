import { z } from 'zod';
import { Permission, type PermissionName } from '../world/permissions.ts';

/**
 * Faults to inject, as plain data. Channels, threads and servers are given by name or id. A request or an event meets
 * only the first fault that strikes it; of two running plans, the older goes first.
 */

const TEN_MINUTES = 600_000;
const MOST = 20;

const name = z.string().min(1).max(100);
const ms = z.number().min(0).max(TEN_MINUTES);
const count = z.int().min(0).max(1_000_000);
const yes = z.boolean().optional();

const permission = z.enum(Object.keys(Permission) as [PermissionName, ...PermissionName[]]);

/** The shard whose connection is meant, by number; all by default. */
const shard = count.optional();
/** Codes that a WebSocket server may close with, Discord's own included. */
const closeCode = z.union([z.literal([1000, 1001]), z.int().min(4000).max(4999)]);
const networkFailure = z.enum(['refused', 'reset', 'silent']);

export const happening = z.discriminatedUnion('kind', [
  // The connection breaks, or Discord asks for a new one (op 7). Both can be resumed.
  z.object({ kind: z.enum(['cut', 'reconnect']), shard }),
  // Op 9. Unless `resumable`, the session ends, and events that the bot misses are lost.
  z.object({ kind: z.literal('invalidate'), resumable: yes, shard }),
  // Discord closes the connection with a code, for example 4000. After 4004 and 4010 to 4014 no client reconnects.
  z.object({ kind: z.literal('close'), code: closeCode, shard }),
  // The next `beats` heartbeats (1 by default) are not acknowledged.
  z.object({ kind: z.literal('deaf'), beats: count.optional(), shard }),
  // Every gateway connection breaks, and none is accepted for `ms` milliseconds of real time.
  z.object({ kind: z.literal('unreachable'), ms }),
  // The network fails for `ms` milliseconds of real time, for the REST API and the gateway. Every connection breaks; new ones are
  // refused, reset once open, or never answered (`silent`).
  z.object({ kind: z.literal('network'), fails: networkFailure, ms }),
  // The next gateway connection gets its hello (op 10) `ms` milliseconds of real time late.
  z.object({ kind: z.literal('slowHello'), ms }),
  // The next `times` identifies are answered with op 9, like those beyond Discord's limits.
  z.object({ kind: z.literal('refuseIdentify'), times: count }),
  // The newest interaction, or the one with this id, is sent once more.
  z.object({ kind: z.literal('redeliver'), interaction: name.optional() }),
  // Someone deletes a channel with its threads. Requests for it then get 10003.
  z.object({ kind: z.literal('deleteChannel'), channel: name }),
  // Someone opens a channel in a server.
  z.object({ kind: z.literal('openChannel'), guild: name, name, forum: z.literal(true).optional() }),
  // Someone deletes a message: the bot's newest in the channel, or the one with this id. Requests for it then get 10008.
  z.object({ kind: z.literal('deleteMessage'), channel: name, message: name.optional() }),
  z.object({ kind: z.literal('setThread'), thread: name, archived: yes, locked: yes }),
  z.object({ kind: z.literal('deleteThread'), thread: name }),
  // The bot loses exactly these permissions in a channel, or in all of a server; `[]` restores all.
  z.object({
    kind: z.literal('denyBot'),
    channel: name.optional(),
    guild: name.optional(),
    permissions: z.array(permission).max(50).readonly(),
  }),
  // The bot is removed from a server (its requests there then get 50001), or invited; or an outage of a server ends.
  z.object({ kind: z.enum(['throwOut', 'invite', 'outageOver']), guild: name }),
  // A server is unavailable (GUILD_DELETE with `unavailable`) for `ms` milliseconds of the sandbox's clock or until `outageOver`.
  z.object({ kind: z.literal('outage'), guild: name, ms: ms.optional() }),
]);

/** Times are real time, like the waits of the bot's client. */
const restTrouble = z.discriminatedUnion('kind', [
  // 429 with Discord's headers and body; the request is not carried out. `retryAfter` is in seconds. A `global` limit holds for
  // every route except those of interactions, as on Discord.
  z.object({
    kind: z.literal('rateLimit'),
    scope: z.enum(['user', 'shared', 'global']),
    retryAfter: ms.max(TEN_MINUTES / 1000),
  }),
  // 5xx; with `carriedOut` the request is carried out anyway.
  z.object({ kind: z.literal('error'), status: z.literal([500, 502, 503, 504]), carriedOut: yes }),
  // The connection is reset once `afterBytes` of the request's body (or all of a shorter one) have arrived. Nothing is carried out.
  z.object({ kind: z.literal('resetUpload'), afterBytes: z.int().min(0) }),
  // The request is carried out, and the connection reset before the answer.
  z.object({ kind: z.literal('resetAnswer') }),
  // The answer comes `ms` milliseconds late. The request is carried out at once; with `before`, after the delay.
  z.object({ kind: z.literal('slow'), ms, before: yes }),
  // No answer comes; the connection stays open until the client gives up.
  z.object({ kind: z.literal('silence'), carriedOut: yes }),
  // Refused with one of Discord's codes. Codes not in `errors.ts` need `status` and `message`.
  z.object({
    kind: z.literal('refuse'),
    code: count,
    status: z.int().min(400).max(499).optional(),
    message: z.string().max(200).optional(),
  }),
  // Something happens just before the request is carried out; with `after`, between that and the answer.
  z.object({ kind: z.literal('happening'), happening, after: yes }),
]);

/** Times are by the sandbox's clock, like the deadlines of interactions. */
const eventTrouble = z.discriminatedUnion('kind', [
  // The event comes twice, the second time after `after` milliseconds (0 by default).
  z.object({ kind: z.literal('twice'), after: ms.optional() }),
  // The event comes `ms` milliseconds late; after 3000 an interaction's answer is refused with 10062.
  z.object({ kind: z.literal('late'), ms }),
  // The event comes after the next `events` others (1 by default): Discord promises no order.
  z.object({ kind: z.literal('behind'), events: z.int().min(1).max(1000).optional() }),
  // The event never comes.
  z.object({ kind: z.literal('lost') }),
]);

/** Which of the matching requests or events are struck. A field of a fault that is left out matches everything. */
const strikes = {
  /** The name of its count; by default its list and index: `rest 0`, `events 2`. */
  name: name.optional(),
  /** Matches that pass before the first strike. 0 by default. */
  skip: count.optional(),
  /** The most strikes. Unlimited by default. */
  times: count.optional(),
  /** The chance of each match to be struck, 0 to 1. 1 by default. */
  chance: z.number().min(0).max(1).optional(),
  /** The channel that a request or event is about or in, or that of the interaction being answered. */
  channel: name.optional(),
};

/** `route` is a pattern as in `sandbox.requests()`, for example `/channels/:channel/messages`; a final `*` matches any continuation. */
const restFault = z.object({ ...strikes, method: name.optional(), route: name.optional(), does: restTrouble });
const eventFault = z.object({ ...strikes, event: name.optional(), does: eventTrouble });

/** `after` and `every` (a repeat, at most four times a second) are milliseconds of the sandbox's clock. */
const timed = z.object({ name: name.optional(), after: ms, every: ms.min(250).optional(), does: happening });

export const faultPlan = z.object({
  /** Seed of all chances: the same requests then meet the same faults. 1 by default. */
  seed: z.int().optional(),
  rest: z.array(restFault).max(MOST).readonly().optional(),
  events: z.array(eventFault).max(MOST).readonly().optional(),
  /** Things that happen by themselves, at set times. */
  happenings: z.array(timed).max(MOST).readonly().optional(),
});

export type FaultPlan = z.infer<typeof faultPlan>;
export type RestFault = z.infer<typeof restFault>;
export type RestTrouble = z.infer<typeof restTrouble>;
export type EventFault = z.infer<typeof eventFault>;
export type Timed = z.infer<typeof timed>;
export type Happening = z.infer<typeof happening>;
export type NetworkFailure = z.infer<typeof networkFailure>;

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
