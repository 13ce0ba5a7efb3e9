import {
  type ApplicationCommandDataResolvable,
  Client,
  type ClientOptions,
  Events,
  GatewayIntentBits,
  type Interaction,
  type SendableChannels,
} from 'discord.js';
import { expect, onTestFinished } from 'vitest';
import {
  type MemberSeat,
  manualClock,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../src/sandbox/sandbox.ts';
import type { ManualClock } from '../../src/time-source.ts';
import { inEveryServer } from '../in-every-server.ts';

/** Does not wait five seconds between two sessions, as Discord asks for and the sandbox does not. */
export const HASTY = { ws: { buildIdentifyThrottler: () => ({ waitForIdentify: () => Promise.resolve() }) } };

export interface BotOptions extends Omit<SandboxOptions, 'clock'> {
  readonly intents?: readonly GatewayIntentBits[];
  /** Replaces discord.js's pace. */
  readonly wire?: typeof HASTY;
  /** Global commands; a name stands for a command without options. */
  readonly commands?: readonly (string | ApplicationCommandDataResolvable)[];
  /** Answers interactions; what it throws fails the test. */
  readonly on?: (interaction: Interaction, sandbox: Sandbox) => Promise<unknown>;
}

/** A sandbox whose time stands still, with a bot that is logged in to it. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly client: Client<true>;
  readonly clock: ManualClock;
  /** An error of the client or of `on`; it fails the test unless it is taken out. */
  readonly errors: unknown[];
  /** Ada in the library. */
  readonly ada: MemberSeat;
  /** The bot's library. */
  readonly library: () => Promise<SendableChannels>;
}

/** `expect.poll`, as patient as a busy machine needs. */
export const eventually = <T>(look: () => T) => expect.poll(look, { interval: 10 });

/** A sandbox on any free port, closed when the test is over. Its time stands still, so that nothing is late. */
export async function freshSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, clock: manualClock(), ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A stock client with nothing changed but the address of the API. */
export function clientOf(sandbox: Sandbox, options: Partial<ClientOptions> = {}): Client {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], ...options, rest: { api: sandbox.apiUrl } });
  onTestFinished(() => client.destroy());
  return client;
}

export async function sandboxWithBot(options: BotOptions = {}): Promise<Scene> {
  const { intents, on, wire, commands = [], ...others } = options;
  const clock = manualClock();
  const sandbox = await freshSandbox({ ...others, clock });
  const client = clientOf(sandbox, { ...(intents && { intents }), ...wire });
  const errors: unknown[] = [];
  onTestFinished(() => {
    if (errors.length > 0) throw errors[0];
  });
  client.on(Events.Error, (error) => errors.push(error));
  client.on(Events.InteractionCreate, (interaction) => {
    on?.(interaction, sandbox).catch((error: unknown) => errors.push(error));
  });
  const online = await loggedIn(client, sandbox);
  const named = commands.map((each) => (typeof each === 'string' ? { name: each, description: each } : each));
  if (named.length > 0) await online.application.commands.set(named);
  const library = async () => {
    const channel = await online.channels.fetch(sandbox.world.channel('library').id);
    if (!channel?.isSendable()) throw new Error('The library takes no messages.');
    return channel;
  };
  return { sandbox, client: online, clock, errors, library, ada: sandbox.as('Ada').in('library') };
}

/** Logs a client in; resolves once it is ready and has its servers, of which it hears by the intent `Guilds`. */
export async function loggedIn(client: Client, sandbox: Sandbox): Promise<Client<true>> {
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(sandbox.token);
  const connected = await ready;
  if (connected.options.intents.has(GatewayIntentBits.Guilds)) await inEveryServer(connected, sandbox);
  return connected;
}

/** The code of the error that a request of discord.js fails with; 'done' if it succeeds. */
export const codeOf = (asked: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(asked).then(
    () => 'done',
    (error: { code: unknown }) => error.code,
  );

export interface RawAnswer {
  readonly status: number;
  readonly body: {
    readonly id?: string;
    readonly code?: number;
    readonly message?: string;
    readonly errors?: unknown;
    readonly retry_after?: number;
  };
  readonly headers: Headers;
}

/** One request to the REST API as the bot, past discord.js, which would refuse some of it itself. */
export async function rest(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const form = body instanceof FormData;
  const response = await fetch(`${sandbox.apiUrl}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${sandbox.token}`,
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: form ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const source = await response.text();
  const parsed = source.startsWith('{') || source.startsWith('[') ? JSON.parse(source) : {};
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Posts in a channel, by name or id, as the bot. */
export const post = (sandbox: Sandbox, body: unknown = { content: 'x' }, channel = 'library') =>
  rest(sandbox, 'POST', `/channels/${sandbox.world.channel(channel).id}/messages`, body);

/** The codes of a tree of errors as `path: CODE`, sorted. */
export function errorsOf(answer: RawAnswer): string[] {
  const found: string[] = [];
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === '_errors') for (const error of value as { code: string }[]) found.push(`${path}: ${error.code}`);
      else walk(value, path === '' ? key : `${path}.${key}`);
    }
  };
  walk(answer.body.errors, '');
  return found.sort();
}

/** A multipart body with files by the number of their part. */
export function form(payload: unknown, ...files: (readonly [name: string, bytes: Buffer, type?: string])[]): FormData {
  const body = new FormData();
  body.append('payload_json', JSON.stringify(payload));
  for (const [index, [name, bytes, type]] of files.entries()) {
    body.append(`files[${index}]`, new Blob([bytes], type === undefined ? {} : { type }), name);
  }
  return body;
}

/** The smallest PNG header with the given size; what follows is `fill` bytes of nothing. */
export function png(width: number, height: number, fill = 0): Buffer {
  const head = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head);
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, Buffer.alloc(fill)]);
}
