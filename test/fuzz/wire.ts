import type { EventEmitter } from 'node:events';
import { type ClientOptions, InteractionResponseType, type WebSocketOptions } from 'discord.js';
import { UNREADABLE } from '../../src/discord/outbound/post-words.ts';
import { ApiError, apiError } from '../../src/sandbox/store/errors.ts';
import { check } from '../../src/sandbox/store/field-schemas.ts';
import {
  answerMessage,
  channelMessage,
  checkCallback,
  checkChoices,
  type MessageBody,
  messageEdit,
  modal,
  type Row,
} from '../../src/sandbox/store/message-schema.ts';
import type { Json } from './world.ts';
import { APPLICATION, BOT, GUILDS, PLACES, type Place, placeJson, READY } from './world.ts';

type Gateway = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];
type Rest = NonNullable<ClientOptions['rest']>;
type Reply = Awaited<ReturnType<NonNullable<Rest['makeRequest']>>>;

/** A message that the bot has sent, as a member's client has it. */
export interface Shown {
  readonly id: string;
  readonly channel: string;
  readonly flags: number;
  readonly components: readonly Row[];
}

/** A form that the bot has opened. */
export interface Opened {
  readonly channel: string;
  readonly customId: string;
}

/** The interaction that a token was made for. */
interface Asked {
  readonly channel: string;
  /** The message whose component was used. */
  readonly from: string | null;
  /** Types of first answers that Discord takes. */
  readonly allowed: readonly number[];
}

/** Messages and forms kept to be pressed, of each channel. */
const KEPT = 12;
const KEPT_VALUES = 100;

/**
 * A Discord in this process, at the two seams of discord.js: what requests are made with, and what the gateway is heard through. It
 * refuses what the sandbox refuses, and notes it.
 */
export class Wire {
  readonly shown = new Map<string, Shown[]>();
  readonly opened: Opened[] = [];
  /** Requests that Discord would have refused. */
  readonly refused: string[] = [];
  /** Channels that were posted to without an interaction. */
  readonly posted: string[] = [];
  /** Interactions that were answered. */
  readonly answered = new Set<string>();
  /** Values of completions. */
  readonly completed: string[] = [];
  /** Threads that the bot has opened. */
  readonly threads: Place[] = [];
  requests = 0;
  readonly #tokens = new Map<string, Asked>();
  readonly #originals = new Map<string, string>();
  #gateway: Gateway | null = null;
  #messages = 940_000_000_000_000_000n;

  get options(): Pick<ClientOptions, 'rest' | 'ws'> {
    return {
      rest: {
        makeRequest: async (url, init) => this.#request(url, init),
        globalRequestsPerSecond: 1_000_000_000,
        retries: 0,
      },
      ws: {
        buildStrategy: (gateway) => {
          this.#gateway = gateway;
          return {
            spawn() {},
            connect: () => void setImmediate(() => this.#begin()),
            destroy() {},
            send() {},
            fetchStatus: () => Promise.reject(new Error('There are no shards')),
          };
        },
      },
    };
  }

  #begin(): void {
    this.#emit('ready', READY);
    this.dispatch('READY', READY);
    for (const guild of GUILDS) this.dispatch('GUILD_CREATE', guild);
  }

  /** Sends an event to the bot, as the gateway would; what it throws is thrown here. */
  dispatch(event: string, data: unknown): void {
    this.#emit('dispatch', { op: 0, s: 1, t: event, d: data });
  }

  #emit(event: string, data: unknown): void {
    const gateway = this.#gateway as unknown as EventEmitter | null;
    gateway?.emit(event, { data, shardId: 0 });
  }

  /** An interaction is about to be sent. */
  expect(token: string, asked: Asked): void {
    this.#tokens.set(token, asked);
  }

  /** The last messages with components in a channel, the newest last. */
  in(channel: string): readonly Shown[] {
    return this.shown.get(channel) ?? [];
  }

  #request(url: string, { method = 'GET', body }: Parameters<NonNullable<Rest['makeRequest']>>[1]): Reply {
    this.requests += 1;
    const [path = ''] = url.slice(url.indexOf('/v10') + 4).split('?');
    const sent = parsed(body);
    try {
      return reply(200, this.#answer(method, path.split('/').slice(1).map(decodeURIComponent), sent));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // An interaction that comes twice is answered twice: the first one counts.
      if (error.status === 400 && error.body.code !== apiError.alreadyAcknowledged().body.code)
        this.refused.push(`${method} ${path}: ${JSON.stringify(error.body)} ${JSON.stringify(sent).slice(0, 3000)}`);
      return reply(error.status, error.body);
    }
  }

  #answer(method: string, path: readonly string[], body: unknown): unknown {
    const [root, first = '', second = '', third = ''] = path;
    if (root === 'gateway') return GATEWAY;
    if (root === 'applications') return method === 'GET' ? [] : COMMANDS;
    if (root === 'interactions') return this.#callback(first, second, body);
    if (root === 'webhooks') return this.#original(second, method, body);
    if (root === 'channels' && second === 'messages') return this.#message(method, first, third, body, path);
    throw root === 'channels' ? apiError.unknownChannel() : apiError.notFound();
  }

  #callback(id: string, token: string, body: unknown): unknown {
    const { channel, from, allowed } = this.#tokens.get(token) ?? { channel: '0', from: null, allowed: [] };
    if (this.answered.has(id)) throw apiError.alreadyAcknowledged();
    // A kind of interaction that was bent on the way is none that Discord has sent, and nobody waits for its answer.
    if (isApology(body) && !allowed.includes((body as { readonly type: number }).type))
      throw apiError.unknownInteraction();
    const { type, data } = checkCallback(body, allowed);
    this.answered.add(id);
    if (type === InteractionResponseType.ApplicationCommandAutocompleteResult) {
      const values = checkChoices(data, false).map(({ value }) => String(value));
      this.completed.push(...values);
      this.completed.splice(0, this.completed.length - KEPT_VALUES);
    }
    if (type === InteractionResponseType.Modal) {
      this.opened.push({ channel, customId: check(modal, data).custom_id });
      if (this.opened.length > KEPT) this.opened.shift();
    }
    if (type === InteractionResponseType.ChannelMessageWithSource) {
      const message = this.#show(channel, this.#nextId(), checked(check(answerMessage, data, ['data'])));
      this.#originals.set(token, message.id);
    }
    if (type === InteractionResponseType.UpdateMessage) {
      this.#show(channel, from ?? this.#nextId(), checked(check(messageEdit, data, ['data'])));
      this.#originals.set(token, from ?? '0');
    }
    return {};
  }

  #original(token: string, method: string, body: unknown): unknown {
    const { channel } = this.#tokens.get(token) ?? { channel: '0' };
    const id = this.#originals.get(token) ?? this.#nextId();
    if (method === 'PATCH') return messageJson(this.#show(channel, id, checked(check(messageEdit, body))));
    return messageJson(this.in(channel).find((one) => one.id === id) ?? { id, channel, flags: 0, components: [] });
  }

  #message(method: string, channel: string, message: string, body: unknown, path: readonly string[]): unknown {
    // The bot looks after a minute whether messages are still there, which on a slow machine is within a run.
    if (method === 'GET') return this.#looked(channel, message);
    // An old board loses its buttons up to a minute after the new one is there, whatever else goes on.
    if (!isRetiring(method, body)) this.posted.push(channel);
    // A thread has the id of the message it hangs from, and its parent is where that is.
    if (path[4] === 'threads') return this.#open(channel, message);
    if (method === 'POST')
      return messageJson(this.#show(channel, this.#nextId(), checked(check(channelMessage, body))));
    return messageJson(this.#show(channel, message, checked(check(messageEdit, body))));
  }

  /** None was deleted, however long ago it was shown; of those that may have been lost on the way none came. */
  #looked(channel: string, id: string): Json | Json[] {
    if (id === '') return [];
    return messageJson(this.in(channel).find((one) => one.id === id) ?? { id, channel, flags: 0, components: [] });
  }

  #open(channel: string, message: string): Json {
    const guild = PLACES.find(({ id }) => id === channel)?.guild ?? null;
    const thread: Place = { id: message, guild, type: 11, parent: channel };
    if (this.threads.some(({ id }) => id === message)) throw apiError.threadExists();
    this.threads.push(thread);
    return placeJson(thread);
  }

  #show(channel: string, id: string, { components, flags }: MessageBody): Shown {
    const here = this.shown.get(channel) ?? [];
    const before = here.findIndex((one) => one.id === id);
    const now = { id, channel, flags: flags ?? 0, components: components ?? here[before]?.components ?? [] };
    if (before >= 0) here.splice(before, 1);
    here.push(now);
    if (here.length > KEPT) here.shift();
    this.shown.set(channel, here);
    return now;
  }

  #nextId(): string {
    this.#messages += 1n;
    return String(this.#messages);
  }
}

/** A message that pings nobody it does not name. */
function checked<Body extends Pick<MessageBody, 'allowed_mentions' | 'content'>>(body: Body): Body {
  const { parse } = body.allowed_mentions ?? {};
  if (body.content && (parse === undefined || parse === null || parse.length > 0))
    throw new ApiError(400, 50035, 'pings whoever is named');
  return body;
}

export function messageJson({ id, channel, flags, components }: Shown): Json {
  return {
    id,
    channel_id: channel,
    type: 0,
    content: '',
    author: { id: BOT, username: 'Council of War', discriminator: '0042', avatar: null, bot: true },
    application_id: APPLICATION,
    components: components as unknown as Json[],
    embeds: [],
    attachments: [],
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    flags,
    timestamp: '2026-01-01T00:00:00.000000+00:00',
    edited_timestamp: null,
  };
}

function parsed(body: unknown): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  if (body instanceof FormData) return JSON.parse(String(body.get('payload_json') ?? '{}'));
  return body ?? null;
}

const JSON_HEADERS = new Headers({ 'content-type': 'application/json' });

function reply(status: number, value: unknown): Reply {
  const ok = status < 300;
  const given = {
    body: null,
    bodyUsed: false,
    headers: JSON_HEADERS,
    ok,
    status,
    statusText: ok ? 'OK' : 'Bad Request',
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
    json: () => Promise.resolve(value),
    text: () => Promise.resolve(JSON.stringify(value)),
  };
  return given as unknown as Reply;
}

const COMMANDS: readonly Json[] = [];
const GATEWAY: Json = {
  url: 'wss://gateway.invalid',
  shards: 1,
  session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 },
};

/** An edit that only takes the buttons away. */
function isRetiring(method: string, body: unknown): boolean {
  const { components, content } = body as { readonly components?: unknown; readonly content?: unknown };
  return method === 'PATCH' && content === undefined && Array.isArray(components) && components.length === 0;
}

/** Whether this is the answer to an interaction that cannot be read. */
function isApology(body: unknown): boolean {
  const { data } = body as { readonly data?: { readonly content?: unknown; readonly choices?: unknown } };
  return data?.content === UNREADABLE || (Array.isArray(data?.choices) && data.choices.length === 0);
}
