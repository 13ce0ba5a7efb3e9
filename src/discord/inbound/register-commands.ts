import { createHash } from 'node:crypto';
import {
  ApplicationCommandType,
  type Client,
  DiscordAPIError,
  InteractionContextType,
  type RESTGetAPIApplicationCommandsResult,
  Routes,
  ShardClientUtil,
} from 'discord.js';
import type { System } from '../../game/index.ts';
import type { HostPart } from '../../host/index.ts';
import { databaseTroubleOf } from '../../store/index.ts';
import { isOutage } from '../connection/cannot-connect.ts';
import { isFirst, type Memory, type Shards } from '../connection/shards.ts';
import type { BotContext } from '../outbound/context.ts';
import type { Command } from './command.ts';

/** `failed` is tried again later. */
export type Registered = { readonly how: 'already' | 'now' } | { readonly how: 'failed'; readonly error: unknown };

type Data = Command['data'];

interface RegistrationParts
  extends BotContext<HostPart<{ serverGames: 'of' | 'guildOf' | 'commands' | 'noteCommands' }>> {
  readonly memory: Memory;
  readonly commands: readonly Command[];
  readonly inServer: (games: readonly System[]) => readonly Data[];
  /** The one server with commands; null if they are everywhere. */
  readonly guild: string | null;
  readonly shards: Shards | null;
}

/** Doubled from one try to the next, up to a limit; during an outage always the first. */
const AGAIN_MS = { first: 60_000, longest: 60 * 60_000 };
/** All servers are looked at once a day: their games may have ended long enough ago. */
const DAY_MS = 24 * 60 * 60_000;
/** A list that a server was refused is tried again with the next day's look, which may come a little early. */
const REFUSED_MS = DAY_MS - 60 * 60_000;

/** The id of a server, or null for everywhere. */
type Scope = string | null;

/**
 * There is a list for everywhere and one for each server. They are registered one after another, so that members' requests never wait
 * behind many, and only if changed. Games go on meanwhile, with the commands that Discord has.
 */
export class CommandRegistration {
  readonly #parts: RegistrationParts;
  readonly #waiting = new Set<Scope>();
  readonly #failed = new Set<Scope>();
  /** Discord has forgotten the lists of these servers. */
  readonly #invited = new Set<string>();
  readonly #lists = new Map<string, { readonly body: readonly Data[]; readonly hash: string }>();
  #state: 'idle' | 'running' | 'not begun' | 'stopped' = 'not begun';
  /** Milliseconds to the next try; 0 if none has failed. */
  #wait = 0;
  /** The last try failed because Discord was out of order. */
  #isOut = false;
  /** All servers are looked at again at this time; milliseconds since 1970. */
  #daily = 0;
  #cancel = () => {};
  #started: { readonly scope: Scope; readonly tell: (registered: Registered | null) => void } | null = null;

  constructor(parts: RegistrationParts) {
    this.#parts = parts;
  }

  /** Never rejects. Resolves to null if another process registers the list for everywhere, or servers come first. */
  begin(): Promise<Registered | null> {
    const { guild, shards, clock } = this.#parts;
    const registers = guild === null ? isFirst(shards) : this.#serves(guild);
    const others = [...this.#waiting];
    this.#waiting.clear();
    if (registers) this.#waiting.add(guild);
    for (const scope of others) this.#waiting.add(scope);
    this.#addServers();
    this.#daily = clock.now() + DAY_MS;
    this.#state = 'idle';
    const started = registers
      ? new Promise<Registered | null>((tell) => {
          this.#started = { scope: guild, tell };
        })
      : Promise.resolve(null);
    void this.#run();
    return started;
  }

  /** Tries again at once after an outage. */
  wellAgain(): void {
    if (this.#isOut) void this.#run();
  }

  /** The first game of its kind brings its server new commands. Never throws. */
  began(game: string): void {
    try {
      const guild = this.#parts.host.serverGames.guildOf(game);
      if (guild !== null) this.look(guild);
    } catch (error) {
      this.#parts.log.warn({ err: error, game }, 'the server of a new game could not be read; its commands come later');
    }
  }

  look(guild: string): void {
    this.#waiting.add(guild);
    void this.#run();
  }

  invited(guild: string): void {
    this.#invited.add(guild);
    this.look(guild);
  }

  stop(): void {
    this.#state = 'stopped';
    this.#cancel();
  }

  #serves(guild: string): boolean {
    const { ws, options } = this.#parts.client;
    return ws.shards.has(ShardClientUtil.shardIdForGuildId(guild, options.shardCount ?? 1));
  }

  #addServers(): void {
    for (const guild of this.#parts.client.guilds.cache.keys()) this.#waiting.add(guild);
  }

  async #run(): Promise<void> {
    if (this.#state !== 'idle') return;
    this.#state = 'running';
    this.#cancel();
    this.#isOut = false;
    this.#failed.clear();
    // The loop also takes what is added meanwhile.
    for (const scope of this.#waiting) {
      this.#waiting.delete(scope);
      try {
        const registered = scope === null ? await this.#registerEverywhere() : await this.#registerIn(scope);
        if (scope === this.#started?.scope) this.#started.tell(registered);
      } catch (error) {
        this.#fail(scope, error);
        // The other lists would fail now, too.
        if (this.#isOut || databaseTroubleOf(error)) break;
      }
      if (this.#isStopped()) return;
    }
    if (this.#isStopped()) return;
    // Others go first the next time, so that none keeps them waiting for ever.
    for (const scope of this.#failed) this.#waiting.add(scope);
    this.#state = 'idle';
    this.#arm();
  }

  #isStopped(): boolean {
    return this.#state === 'stopped';
  }

  #fail(scope: Scope, error: unknown): void {
    if (this.#isStopped()) return;
    const where = scope === null ? {} : { guild: scope };
    if (this.#wait === 0 && this.#failed.size === 0)
      this.#parts.log.warn({ err: error, ...where }, 'the commands could not be registered; trying later');
    this.#failed.add(scope);
    this.#isOut = isOutage(error);
    if (scope === this.#started?.scope) this.#started.tell({ how: 'failed', error });
  }

  /** There is one timer, for failed lists or else for the next day. */
  #arm(): void {
    const { clock, log } = this.#parts;
    if (this.#waiting.size > 0) {
      const longest = this.#isOut ? AGAIN_MS.first : AGAIN_MS.longest;
      this.#wait = Math.min(Math.max(AGAIN_MS.first, this.#wait * 2), longest);
    } else {
      if (this.#wait > 0) log.info('the commands are registered');
      this.#wait = 0;
    }
    const daily = Math.max(0, Math.min(this.#daily - clock.now(), DAY_MS));
    this.#cancel = clock.after(this.#wait > 0 ? Math.min(this.#wait, daily) : daily, () => {
      if (clock.now() >= this.#daily) {
        this.#daily = clock.now() + DAY_MS;
        this.#addServers();
      }
      void this.#run();
    });
  }

  /** Resolves to null if servers come first. */
  async #registerEverywhere(): Promise<Registered | null> {
    const { client, commands, memory } = this.#parts;
    const { rest, application } = client as Client<true>;
    const route = Routes.applicationCommands(application.id);
    const key = `commands:${application.id}:everywhere`;
    const query = new URLSearchParams({ with_localizations: 'true' });
    const held = (await rest.get(route, { query })) as RESTGetAPIApplicationCommandsResult;
    // Discord's own command, which starts an activity, is not ours to remove: without it the list is refused (50240).
    const discords = held.filter(({ type }) => type === ApplicationCommandType.PrimaryEntryPoint);
    const ours = commands.map(({ data }) => data);
    if (memory.setting(key) === markOf(ours, versions(held))) return { how: 'already' };
    // Servers get their own lists before this one takes commands from them.
    if (takesFromServers(held, ours) && this.#waiting.size + this.#failed.size > 0) {
      (this.#waiting.size > 0 ? this.#waiting : this.#failed).add(null);
      return null;
    }
    const registered = (await rest.put(route, { body: [...ours, ...discords] })) as RESTGetAPIApplicationCommandsResult;
    memory.set(key, markOf(ours, versions(registered)));
    return { how: 'now' };
  }

  async #registerIn(guild: string): Promise<Registered> {
    const { client, host, guild: only, clock, log } = this.#parts;
    const { rest, application } = client as Client<true>;
    const there = client.guilds.cache.get(guild);
    if (guild !== only && !there?.available) return { how: 'already' };
    const now = clock.now();
    const { body, hash } = this.#listFor(guild, now);
    // Discord forgets the list of a server that removes the bot, even while no process runs.
    const mark = markOf(application.id, there?.joinedTimestamp ?? null, hash);
    const before = this.#invited.has(guild) ? null : host.serverGames.commands(guild);
    const refused = before?.refused ?? null;
    const since = refused === null || guild === only ? Number.NaN : now - refused.at;
    if (before?.mark === mark && (refused === null || (since >= 0 && since < REFUSED_MS))) return { how: 'already' };
    if (before === null && body.length === 0) return { how: 'already' };
    try {
      await rest.put(Routes.applicationGuildCommands(application.id, guild), { body });
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || isOutage(error)) throw error;
      const code = Number(error.code);
      host.serverGames.noteCommands(guild, { mark, refused: { code, at: now } });
      this.#invited.delete(guild);
      if (refused?.code !== code) log.warn({ err: error, guild }, 'a server is refused its commands; trying every day');
      return { how: 'failed', error };
    }
    host.serverGames.noteCommands(guild, { mark, refused: null });
    this.#invited.delete(guild);
    if (refused !== null) log.info({ guild }, 'a server that was refused its commands has them');
    return { how: 'now' };
  }

  /** The one server with commands has all of them. */
  #listFor(guild: string, now: number) {
    const { host, inServer, commands, guild: only } = this.#parts;
    const games = only === null || guild === only ? host.serverGames.of(guild, now) : [];
    const key = `${only === guild} ${games.map(({ id }) => id).join()}`;
    const known = this.#lists.get(key);
    if (known) return known;
    const tables = commands.flatMap(({ data: { contexts, ...data } }) =>
      only === guild && isInServers({ contexts }) ? [data] : [],
    );
    const body = [...tables, ...(games.length > 0 ? inServer(games) : [])];
    const list = { body, hash: markOf(body) };
    this.#lists.set(key, list);
    return list;
  }
}

function takesFromServers(held: RESTGetAPIApplicationCommandsResult, ours: readonly Data[]): boolean {
  const kept = new Set(ours.filter(isInServers).map(({ name }) => name));
  return held.some((one) => one.type === ApplicationCommandType.ChatInput && isInServers(one) && !kept.has(one.name));
}

function isInServers({ contexts }: { readonly contexts?: readonly InteractionContextType[] | null | undefined }) {
  return contexts?.includes(InteractionContextType.Guild) ?? true;
}

function versions(held: RESTGetAPIApplicationCommandsResult): readonly string[] {
  return held.map(({ id, version }) => `${id}@${version}`).sort();
}

function markOf(...facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
