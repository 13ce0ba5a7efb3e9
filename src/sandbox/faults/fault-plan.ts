import { PermissionsBitField, type PermissionsString } from 'discord.js';
import type { Gateway } from '../gateway/gateway.ts';
import type { Interactions } from '../interactions/interactions.ts';
import { addChannel, changeThread, deleteChannel, denyBot } from '../store/channels.ts';
import type { Discord } from '../store/discord.ts';
import type { StoredMessage } from '../store/messages.ts';
import type { WorldChannel } from '../world/world.ts';

/**
 * Faults to inject, as plain data. Channels, threads and servers are given by name or id. A request or an event meets
 * only the first fault that strikes it; of two running plans, the older goes first. `ms` are milliseconds.
 */

/** `shard` is the shard whose connection is meant, by number; all by default. */
export type Happening =
  /** The connection breaks, or Discord asks for a new one (op 7). The bot can resume after both. */
  | { kind: 'cut' | 'reconnect'; shard?: number }
  /** Op 9. Unless `resumable`, the session ends, and events that the bot misses are lost. */
  | { kind: 'invalidate'; resumable?: boolean; shard?: number }
  /** Discord closes the connection with a code, for example 4000. After 4004 and 4010 to 4014 no client reconnects. */
  | { kind: 'close'; code: number; shard?: number }
  /** The next `beats` heartbeats (1 by default) are not acknowledged. */
  | { kind: 'deaf'; beats?: number; shard?: number }
  /** Every gateway connection breaks, and none is accepted for `ms` of real time. */
  | { kind: 'unreachable'; ms: number }
  /** REST API and gateway fail for `ms` of real time. New connections are refused, reset or never answered. */
  | { kind: 'network'; fails: NetworkFailure; ms: number }
  /** The next gateway connection gets its hello (op 10) `ms` of real time late. */
  | { kind: 'slowHello'; ms: number }
  /** The next `times` identifies are answered with op 9, like those beyond Discord's limits. */
  | { kind: 'refuseIdentify'; times: number }
  /** The newest interaction, or the one with this id, is sent once more. */
  | { kind: 'redeliver'; interaction?: string }
  /** Someone deletes a channel with its threads, or a thread. Requests for it then get 10003. */
  | { kind: 'deleteChannel'; channel: string }
  /** Someone opens a channel in a server. */
  | { kind: 'openChannel'; guild: string; name: string; forum?: true }
  /** Someone deletes the bot's newest message in a channel, or the one with this id. Requests for it then get 10008. */
  | { kind: 'deleteMessage'; channel: string; message?: string | undefined }
  /** `tags`: the ids of a forum post's. */
  | { kind: 'setThread'; thread: string; archived?: boolean; locked?: boolean; tags?: readonly string[] }
  /** The bot loses exactly these permissions in a channel, or in all of a server; `[]` restores all. */
  | { kind: 'denyBot'; channel?: string; guild?: string; permissions: readonly PermissionsString[] }
  /** The bot is removed from a server, where its requests then get 50001, or invited. Or a server's outage ends. */
  | { kind: 'throwOut' | 'invite' | 'outageOver'; guild: string }
  /** GUILD_DELETE with `unavailable`: an outage of a server, for `ms` of the sandbox's clock or until `outageOver`. */
  | { kind: 'outage'; guild: string; ms?: number };

export type NetworkFailure = 'refused' | 'reset' | 'silent';

/** Times are real time, like the waits of the bot's client. */
export type RestTrouble =
  /** 429; nothing is carried out. `retryAfter` is in seconds. A `global` limit does not bind interactions' routes. */
  | { kind: 'rateLimit'; scope: 'user' | 'shared' | 'global'; retryAfter: number }
  /** 5xx; with `carriedOut` the request is carried out anyway. */
  | { kind: 'error'; status: 500 | 502 | 503 | 504; carriedOut?: boolean }
  /** The connection is reset once `afterBytes` of the request's body, or all of it, came. Nothing is carried out. */
  | { kind: 'resetUpload'; afterBytes: number }
  /** The request is carried out, and the connection reset before the answer. */
  | { kind: 'resetAnswer' }
  /** The answer comes `ms` late. The request is carried out at once; with `before`, after the delay. */
  | { kind: 'slow'; ms: number; before?: boolean }
  /** No answer comes; the connection stays open until the client gives up. */
  | { kind: 'silence'; carriedOut?: boolean }
  /** Refused with one of Discord's codes. Codes not in `errors.ts` need `status` and `message`. */
  | { kind: 'refuse'; code: number; status?: number; message?: string }
  /** Something happens just before the request is carried out; with `after`, between that and the answer. */
  | { kind: 'happening'; happening: Happening; after?: boolean };

/** Times are by the sandbox's clock, like the deadlines of interactions. */
type EventTrouble =
  /** The event comes twice, the second time after `after` milliseconds (0 by default). */
  | { kind: 'twice'; after?: number }
  /** The event comes `ms` late; after 3000 an interaction's answer is refused with 10062. */
  | { kind: 'late'; ms: number }
  /** The event comes after the next `events` others (1 by default): Discord promises no order. */
  | { kind: 'behind'; events?: number }
  /** The event never comes. */
  | { kind: 'lost' };

/** Decides which of the matching requests or events a fault strikes. A field that is left out matches everything. */
export interface Strikes {
  /** The name of its count; by default its list and index: `rest 0`, `events 2`. */
  readonly name?: string;
  /** Matches that pass before the first strike. 0 by default. */
  readonly skip?: number;
  /** The most strikes. Unlimited by default. */
  readonly times?: number;
  /** The chance of each match to be struck, 0 to 1. 1 by default. */
  readonly chance?: number;
  /** The channel that a request or event is about or in, or that of the interaction being answered. */
  readonly channel?: string;
}

/** `route` is a pattern of `sandbox.requests()`: `/channels/:channel/messages`. A final `*` matches any rest. */
export type RestFault = Strikes & { readonly method?: string; readonly route?: string; readonly does: RestTrouble };
export type EventFault = Strikes & { readonly event?: string; readonly does: EventTrouble };

/** `after` and `every` (a repeat) are milliseconds of the sandbox's clock. */
export interface Timed {
  readonly name?: string;
  readonly after: number;
  readonly every?: number;
  readonly does: Happening;
}

export interface FaultPlan {
  /** Seed of all chances: the same requests then meet the same faults. 1 by default. */
  readonly seed?: number;
  readonly rest?: readonly RestFault[];
  readonly events?: readonly EventFault[];
  /** Things that happen by themselves, at set times. */
  readonly happenings?: readonly Timed[];
}

export interface RunningPlan {
  /** The strikes of each fault and happening, in the order of the plan. */
  readonly counts: readonly { readonly name: string; readonly struck: number }[];
  /** The strikes of the fault with this name, or of all together. Throws if the plan has no such fault. */
  struck(name?: string): number;
  /** Ends the plan. Events that it held back are sent; delayed answers still come at their time. */
  stop(): void;
}

export interface HappeningParts {
  readonly discord: Discord;
  readonly gateway: Gateway;
  readonly interactions: Interactions;
  readonly breakNetwork: (how: NetworkFailure, ms: number) => void;
}

/** A change to the present state causes no event. */
const ACTS: { readonly [K in Happening['kind']]: (it: Happening & { kind: K }, parts: HappeningParts) => void } = {
  cut: ({ shard }, { gateway }) => gateway.drop('cut', shard),
  reconnect: ({ shard }, { gateway }) => gateway.drop('reconnect', shard),
  invalidate: ({ resumable, shard }, { gateway }) =>
    gateway.drop(resumable ? 'invalidateResumable' : 'invalidate', shard),
  close: ({ code, shard }, { gateway }) => gateway.closeWith(code, shard),
  deaf: ({ beats = 1, shard }, { gateway }) => gateway.ignoreHeartbeats(beats, shard),
  unreachable: ({ ms }, { gateway }) => gateway.awayFor(ms),
  network: ({ fails, ms }, { breakNetwork }) => breakNetwork(fails, ms),
  slowHello({ ms }, { gateway }) {
    gateway.ahead.helloAfter = ms;
  },
  refuseIdentify({ times }, { gateway }) {
    gateway.ahead.identifiesRefused = times;
  },
  redeliver: ({ interaction }, { interactions }) => interactions.redeliver(interaction),
  deleteChannel: ({ channel }, { discord }) => deleteChannel(discord, discord.world.channel(channel)),
  openChannel: ({ guild, name, forum }, { discord }) =>
    void addChannel(discord, discord.world.guild(guild), name, forum && {}),
  deleteMessage: ({ channel, message }, { discord }) =>
    discord.messages.delete(messageOf(discord, discord.world.channel(channel), message)),
  setThread: ({ kind, thread, ...change }, { discord }) => changeThread(discord, discord.world.channel(thread), change),
  denyBot({ channel: name, guild, permissions }, { discord }) {
    const { world } = discord;
    const channel = name === undefined ? null : world.channel(name);
    // A thread has its channel's permissions.
    const named = channel && world.channel(channel.parent_id ?? channel.id);
    const all = guild === undefined ? [] : world.channelsOf(world.guild(guild));
    for (const each of named ? [named, ...all] : all) denyBot(discord, each, PermissionsBitField.resolve(permissions));
  },
  throwOut: ({ guild }, { discord, gateway }) => gateway.setPresent(discord.world.guild(guild), false),
  invite: ({ guild }, { discord, gateway }) => gateway.setPresent(discord.world.guild(guild), true),
  outage({ guild: name, ms }, { discord, gateway }) {
    const guild = discord.world.guild(name);
    gateway.setAvailable(guild, false);
    if (ms !== undefined) discord.clock.after(ms, () => gateway.setAvailable(guild, true));
  },
  outageOver: ({ guild }, { discord, gateway }) => gateway.setAvailable(discord.world.guild(guild), true),
};

/** Makes something happen at once. @throws {Error} if it names a server, channel or message that does not exist. */
export function happen(happening: Happening, parts: HappeningParts): void {
  const act = ACTS[happening.kind] as (happening: Happening, parts: HappeningParts) => void;
  act(happening, parts);
}

/** The message with this id, or the bot's newest in the channel. */
function messageOf({ messages }: Discord, { id, name }: WorldChannel, messageId: string | undefined): StoredMessage {
  const found =
    messageId === undefined
      ? messages.in(id).findLast(({ author, onlyFor }) => author.bot && onlyFor === null)
      : messages.find(id, messageId);
  if (found === undefined) throw new Error(`There is no such message in ${name}.`);
  return found;
}
