import { EventEmitter } from 'node:events';
import { type Clock, systemClock } from '../../time-source.ts';
import { type ExtraMember, freshWorld } from '../world/servers.ts';
import { snowflakeSource } from '../world/snowflake.ts';
import type { World, WorldGuild } from '../world/world.ts';
import { type CommandStore, createCommandStore } from './commands.ts';
import type { JsonObject } from './errors.ts';
import { createFileStore, type FileStore } from './files.ts';
import { createMessageStore, type MessageStore, type StoredMessage } from './messages.ts';

const FILE_BYTES = 256 * 1024 * 1024;

/** The sandbox's logger; a pino logger fits. */
interface SandboxLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Writes only bugs of the sandbox itself, to the console. */
const quietLog: SandboxLog = {
  debug: () => {},
  warn: () => {},
  error: (details, message) => console.error(message, details),
};

/** Changes, told to the gateway, to pages and to tests. */
interface Events {
  created: [StoredMessage];
  edited: [StoredMessage];
  deleted: [StoredMessage];
  /** Anything else that pages show: the bot's presence and commands, channels, roles, memberships, trouble. */
  changed: [];
  /** An event of the gateway, for sessions with this intent. */
  dispatch: [event: string, intent: number, data: JsonObject];
}

export interface DiscordOptions {
  readonly log?: SandboxLog;
  readonly clock?: Clock | undefined;
  /** Members in addition to the three of the page: a number, or a list. They join every server. */
  readonly extraMembers?: number | readonly ExtraMember[];
  readonly extraServers?: number | undefined;
}

/** The servers, channels, messages, files and commands: all that the practice Discord knows, in memory. */
export class Discord extends EventEmitter<Events> {
  readonly world: World;
  readonly clock: Clock;
  readonly log: SandboxLog;
  readonly nextId: () => string;
  readonly files: FileStore;
  readonly messages: MessageStore;
  readonly commands: CommandStore;
  /** The address on loopback, without a slash at the end. */
  origin = '';
  /** Whether an event of a server, or with `null` of direct messages, would reach the bot, now or after a resume. */
  reaches: (guild: WorldGuild | null) => boolean = () => false;

  constructor({ clock = systemClock, log = quietLog, extraMembers = 0, extraServers = 0 }: DiscordOptions) {
    super();
    this.setMaxListeners(0);
    this.clock = clock;
    this.log = log;
    this.world = freshWorld(extraMembers, extraServers);
    this.nextId = snowflakeSource(clock);
    this.files = createFileStore(this.nextId, FILE_BYTES);
    this.messages = createMessageStore(this, (event, message) => this.emit(event, message));
    this.commands = createCommandStore(this.nextId, () => this.emit('changed'));
  }

  /** Tells the bot of something in a server that it is in, or in direct messages. */
  tell(event: string, intent: number, guild: WorldGuild | null, data: JsonObject): void {
    if (guild?.botPresent !== false) this.emit('dispatch', event, intent, data);
  }
}
