import { createHash } from 'node:crypto';
import {
  ApplicationCommandType,
  DiscordAPIError,
  type REST,
  type RESTGetAPIApplicationCommandsResult,
  Routes,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../time-source.ts';
import type { Command } from '../inbound/command.ts';
import { isOutage } from './network-errors.ts';

/** Where the last registration is remembered. */
export interface Memory {
  setting(key: string): string | null;
  set(key: string, value: string): void;
}

/** The result of registering the commands: `failed` is tried again later. */
export type Registered = { readonly how: 'already' | 'now' } | { readonly how: 'failed'; readonly error: unknown };

/** Between two tries to register the commands: doubled, up to a limit. */
const AGAIN_MS = { first: 60_000, whileOut: 60_000, longest: 60 * 60_000 };

/** Registers the commands, and tries again for as long as that fails. Games are played meanwhile, with the commands that Discord has. */
export class CommandRegistration {
  readonly #register: () => Promise<boolean>;
  readonly #clock: Clock;
  readonly #log: Logger;
  /** Milliseconds to the next try; 0: none has failed. */
  #wait = 0;
  /** Whether Discord being out of order is why the last try failed. */
  #isOut = false;
  /** Calls the next try off; null: there is none to come, or it is under way. */
  #cancel: (() => void) | null = null;
  #stopped = false;

  /** @param register resolves to whether anything was registered */
  constructor(register: () => Promise<boolean>, clock: Clock, log: Logger) {
    this.#register = register;
    this.#clock = clock;
    this.#log = log;
  }

  /** Never rejects. */
  async begin(): Promise<Registered> {
    try {
      const how = (await this.#register()) ? 'now' : 'already';
      if (this.#wait > 0) this.#log.info('the commands are registered');
      this.#wait = 0;
      return { how };
    } catch (error) {
      if (this.#wait === 0) this.#log.warn({ err: error }, 'the commands could not be registered; trying later');
      this.#isOut = isOutage(error);
      const longest = this.#isOut ? AGAIN_MS.whileOut : AGAIN_MS.longest;
      this.#wait = Math.min(Math.max(AGAIN_MS.first, this.#wait * 2), longest);
      if (!this.#stopped) this.#cancel = this.#clock.after(this.#wait, () => this.#tryNow());
      return { how: 'failed', error };
    }
  }

  /** Registers them again at once if that failed while Discord was out of order. */
  wellAgain(): void {
    if (this.#isOut) this.#tryNow();
  }

  /** The bot is in one more server: perhaps the one that the commands are for. */
  invited(): void {
    this.#tryNow();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
    this.#cancel = null;
  }

  #tryNow(): void {
    if (!this.#cancel) return;
    this.#cancel();
    this.#cancel = null;
    void this.begin();
  }
}

/**
 * Tells Discord the commands if they have changed, or if Discord does not hold what it was told last. With a guild they appear there
 * at once; without, everywhere. A guild that had them to itself before loses them, where they would be shown twice.
 * @returns whether anything was registered
 */
export async function register(
  rest: REST,
  application: string,
  guild: string | null,
  commands: readonly Command[],
  memory: Memory,
): Promise<boolean> {
  const route = guild ? Routes.applicationGuildCommands(application, guild) : Routes.applicationCommands(application);
  const key = `commands:${application}:${guild ?? 'everywhere'}`;
  await withdraw(rest, application, guild, memory);
  const query = new URLSearchParams({ with_localizations: 'true' });
  const held = (await rest.get(route, { query })) as RESTGetAPIApplicationCommandsResult;
  // Discord's own command, which starts an activity, is not ours to remove: without it the list is refused (50240).
  const discords = held.filter(({ type }) => type === ApplicationCommandType.PrimaryEntryPoint);
  const ours = commands.map(({ data }) => data);
  if (memory.setting(key) === mark(ours, held)) return false;
  const body = [...ours, ...discords];
  const registered = (await rest.put(route, { body })) as RESTGetAPIApplicationCommandsResult;
  memory.set(key, mark(ours, registered));
  return true;
}

async function withdraw(rest: REST, application: string, guild: string | null, memory: Memory): Promise<void> {
  const key = `commands:${application}:guild`;
  const before = memory.setting(key) ?? '';
  if (before !== '' && before !== guild) {
    try {
      await rest.put(Routes.applicationGuildCommands(application, before), { body: [] });
    } catch (error) {
      // A guild that the bot has left shows them to nobody.
      if (!(error instanceof DiscordAPIError)) throw error;
    }
  }
  if (before !== (guild ?? '')) memory.set(key, guild ?? '');
}

/** What was sent, and the versions Discord gave it. */
function mark(body: readonly unknown[], held: RESTGetAPIApplicationCommandsResult): string {
  const versions = held.map(({ id, version }) => `${id}@${version}`).sort();
  return createHash('sha256')
    .update(JSON.stringify([body, versions]))
    .digest('hex');
}
