import { type Client, Events, type Guild } from 'discord.js';
import type { Logger } from 'pino';
import type { Announcement, HostPart } from '../../host/index.ts';
import { databaseTroubleOf } from '../../store/index.ts';
import type { Clock } from '../../time-source.ts';
import { rolesOf } from './caller-of.ts';

/** Notices that roles were deleted which games use: as it happens, and in a server that the bot comes to, or back to. */
export class DeletedRoles {
  readonly #client: Client;
  readonly #host: HostPart<{ lostRoles: 'look' }>;
  readonly #clock: Clock;
  readonly #log: Logger;
  /** Also has done what is due at once. */
  readonly #tell: (announcements: readonly Announcement[]) => void;

  constructor(
    client: Client,
    host: HostPart<{ lostRoles: 'look' }>,
    clock: Clock,
    log: Logger,
    tell: (announcements: readonly Announcement[]) => void,
  ) {
    this.#client = client;
    this.#host = host;
    this.#clock = clock;
    this.#log = log;
    this.#tell = tell;
  }

  /** Looks in every server, and from then on whenever a role is deleted. */
  start(): void {
    this.looksIn(...this.#client.guilds.cache.values());
    this.#client.on(Events.GuildRoleDelete, ({ guild }) => this.looksIn(guild));
  }

  /** Never throws. */
  looksIn(...guilds: readonly Guild[]): void {
    // Of a server that is unavailable no role is known.
    const there = guilds.filter(({ available }) => available);
    this.#tell(there.flatMap((guild) => this.#lookIn(guild)));
  }

  #lookIn(guild: Guild): Announcement[] {
    try {
      return this.#host.lostRoles.look(guild.id, rolesOf(guild), this.#clock.now());
    } catch (error) {
      // The trouble that keeps the database from being used is logged elsewhere.
      const level = databaseTroubleOf(error) ? 'debug' : 'error';
      this.#log[level]({ err: error, guild: guild.id }, 'could not look for deleted roles');
      return [];
    }
  }
}
