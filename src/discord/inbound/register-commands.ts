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
import type { Command } from './command-contract.ts';

/** The result of registering a list of commands. A failed one is tried again later. */
export type Registered = { readonly how: 'already' | 'now' } | { readonly how: 'failed'; readonly error: unknown };

type Data = Command['data'];

interface RegistrationParts
  extends BotContext<HostPart<{ serverGames: 'of' | 'guildOf' | 'commands' | 'noteCommands' }>> {
  readonly memory: Memory;
  readonly commands: readonly Command[];
  readonly inServer: (games: readonly System[]) => readonly Data[];
  /** The only server that gets commands; null if all do. */
  readonly guild: string | null;
  readonly shards: Shards | null;
}

/** The wait after a failure, which doubles each time. During an outage it stays the first. */
const AGAIN_MS = { first: 60_000, longest: 60 * 60_000 };
/** All servers are checked once a day, because a server loses the commands of games that ended some time before. */
const DAY_MS = 24 * 60 * 60_000;
/** A list that Discord refused for a server is tried again at the next daily check, which may come a little early. */
const REFUSED_MS = DAY_MS - 60 * 60_000;

/** The id of a server; null for the global commands. */
type Scope = string | null;

/**
 * Registers the global commands and those of each server, if they have changed. One list follows another, so that
 * members' requests don't wait.
 */
export function createCommandRegistration(parts: RegistrationParts) {
  const { shards, clock, log, client, commands, memory, host, inServer } = parts;
  const waiting = new Set<Scope>();
  const failedLists = new Set<Scope>();
  /** Servers that have just invited the bot, so Discord has no list for them. */
  const newServers = new Set<string>();
  const lists = new Map<string, { readonly body: readonly Data[]; readonly hash: string }>();
  let state: 'idle' | 'running' | 'not begun' | 'stopped' = 'not begun';
  /** Milliseconds until the next try; 0 if none has failed. */
  let waitMs = 0;
  /** Whether the last try failed because of an outage. */
  let isOut = false;
  /** When all servers are checked again, milliseconds since 1970. */
  let nextDaily = 0;
  let cancel = () => {};
  let firstList: { readonly scope: Scope; readonly tell: (registered: Registered | null) => void } | null = null;

  /**
   * Registers the commands at a start. Resolves to null if another process registers the global ones, or they must wait
   * for those of servers. Never rejects.
   */
  function begin(): Promise<Registered | null> {
    const { guild } = parts;
    const registers = guild === null ? isFirst(shards) : serves(guild);
    // The list that the start waits for comes first.
    const others = [...waiting];
    waiting.clear();
    if (registers) waiting.add(guild);
    for (const scope of others) waiting.add(scope);
    addServers();
    nextDaily = clock.now() + DAY_MS;
    state = 'idle';
    const started = registers
      ? new Promise<Registered | null>((tell) => {
          firstList = { scope: guild, tell };
        })
      : Promise.resolve(null);
    void run();
    return started;
  }

  function retryAfterOutage(): void {
    if (isOut) void run();
  }

  /** Checks the server of a new game, which may bring it new commands. Never throws. */
  function gameBegan(game: string): void {
    try {
      const guild = host.serverGames.guildOf(game);
      if (guild !== null) check(guild);
    } catch (error) {
      log.warn({ err: error, game }, 'the server of a new game could not be read; its commands come later');
    }
  }

  function check(guild: string): void {
    waiting.add(guild);
    void run();
  }

  function invited(guild: string): void {
    newServers.add(guild);
    check(guild);
  }

  function stop(): void {
    state = 'stopped';
    cancel();
  }

  function serves(guild: string): boolean {
    const { ws, options } = client;
    return ws.shards.has(ShardClientUtil.shardIdForGuildId(guild, options.shardCount ?? 1));
  }

  function addServers(): void {
    for (const guild of client.guilds.cache.keys()) waiting.add(guild);
  }

  async function run(): Promise<void> {
    if (state !== 'idle') return;
    state = 'running';
    cancel();
    isOut = false;
    failedLists.clear();
    // Lists that are added during the loop are registered, too.
    for (const scope of waiting) {
      waiting.delete(scope);
      try {
        const registered = scope === null ? await registerEverywhere() : await registerIn(scope);
        if (scope === firstList?.scope) firstList.tell(registered);
      } catch (error) {
        fail(scope, error);
        // The other lists would fail, too.
        if (isOut || databaseTroubleOf(error)) break;
      }
      if (isStopped()) return;
    }
    if (isStopped()) return;
    // Failed lists go last next time, so that none keeps the others waiting for ever.
    for (const scope of failedLists) waiting.add(scope);
    state = 'idle';
    arm();
  }

  function isStopped(): boolean {
    return state === 'stopped';
  }

  function fail(scope: Scope, error: unknown): void {
    if (isStopped()) return;
    const where = scope === null ? {} : { guild: scope };
    if (waitMs === 0 && failedLists.size === 0)
      log.warn({ err: error, ...where }, 'the commands could not be registered; trying later');
    failedLists.add(scope);
    isOut = isOutage(error);
    if (scope === firstList?.scope) firstList.tell({ how: 'failed', error });
  }

  function arm(): void {
    if (waiting.size > 0) {
      const longest = isOut ? AGAIN_MS.first : AGAIN_MS.longest;
      waitMs = Math.min(Math.max(AGAIN_MS.first, waitMs * 2), longest);
    } else {
      if (waitMs > 0) log.info('the commands are registered');
      waitMs = 0;
    }
    const daily = Math.max(0, Math.min(nextDaily - clock.now(), DAY_MS));
    cancel = clock.after(waitMs > 0 ? Math.min(waitMs, daily) : daily, () => {
      if (clock.now() >= nextDaily) {
        nextDaily = clock.now() + DAY_MS;
        addServers();
      }
      void run();
    });
  }

  /** Resolves to null if the lists of servers must be registered first. */
  async function registerEverywhere(): Promise<Registered | null> {
    const { rest, application } = client as Client<true>;
    const route = Routes.applicationCommands(application.id);
    const key = `commands:${application.id}:everywhere`;
    const query = new URLSearchParams({ with_localizations: 'true' });
    const held = (await rest.get(route, { query })) as RESTGetAPIApplicationCommandsResult;
    // Discord adds a command for activities, which must stay in the list: without it, Discord refuses the list (50240).
    const discords = held.filter(({ type }) => type === ApplicationCommandType.PrimaryEntryPoint);
    const ours = commands.map(({ data }) => data);
    if (memory.setting(key) === markOf(ours, versions(held))) return { how: 'already' };
    // A command that moves from the global list to servers must be there first, so that it is never missing.
    if (takesFromServers(held, ours) && waiting.size + failedLists.size > 0) {
      (waiting.size > 0 ? waiting : failedLists).add(null);
      return null;
    }
    const registered = (await rest.put(route, { body: [...ours, ...discords] })) as RESTGetAPIApplicationCommandsResult;
    memory.set(key, markOf(ours, versions(registered)));
    return { how: 'now' };
  }

  async function registerIn(guild: string): Promise<Registered> {
    const { guild: only } = parts;
    const { rest, application } = client as Client<true>;
    const server = client.guilds.cache.get(guild);
    if (guild !== only && !server?.available) return { how: 'already' };
    const now = clock.now();
    const { body, hash } = listFor(guild, now);
    // Discord forgets the list of a server that removes the bot. The time of joining shows that, even if no process ran
    // meanwhile.
    const mark = markOf(application.id, server?.joinedTimestamp ?? null, hash);
    const stored = newServers.has(guild) ? null : host.serverGames.commands(guild);
    const refused = stored?.refused ?? null;
    const since = refused === null ? 0 : now - refused.at;
    const isUpToDate = refused === null || (guild !== only && since >= 0 && since < REFUSED_MS);
    if (stored?.mark === mark && isUpToDate) return { how: 'already' };
    if (stored === null && body.length === 0) return { how: 'already' };
    try {
      await rest.put(Routes.applicationGuildCommands(application.id, guild), { body });
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || isOutage(error)) throw error;
      const code = Number(error.code);
      host.serverGames.noteCommands(guild, { mark, refused: { code, at: now } });
      newServers.delete(guild);
      if (refused?.code !== code) log.warn({ err: error, guild }, 'a server is refused its commands; trying every day');
      return { how: 'failed', error };
    }
    host.serverGames.noteCommands(guild, { mark, refused: null });
    newServers.delete(guild);
    if (refused !== null) log.info({ guild }, 'a server that was refused its commands has them');
    return { how: 'now' };
  }

  /** A server that is the only one with commands gets all of them. */
  function listFor(guild: string, now: number) {
    const { guild: only } = parts;
    const games = only === null || guild === only ? host.serverGames.of(guild, now) : [];
    const key = `${only === guild} ${games.map(({ id }) => id).join()}`;
    const known = lists.get(key);
    if (known) return known;
    const globals = commands.flatMap(({ data: { contexts, ...data } }) =>
      only === guild && isInServers({ contexts }) ? [data] : [],
    );
    const body = [...globals, ...(games.length > 0 ? inServer(games) : [])];
    const list = { body, hash: markOf(body) };
    lists.set(key, list);
    return list;
  }

  return { begin, retryAfterOutage, gameBegan, check, invited, stop };
}

/** Whether our list lacks a command of Discord's list that servers have now. */
function takesFromServers(held: RESTGetAPIApplicationCommandsResult, ours: readonly Data[]): boolean {
  const ourNames = new Set(ours.filter(isInServers).map(({ name }) => name));
  return held.some(
    (one) => one.type === ApplicationCommandType.ChatInput && isInServers(one) && !ourNames.has(one.name),
  );
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
