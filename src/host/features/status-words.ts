import { DAY, discordTime, durationInWords } from '../../council/index.ts';
import type { Census, DatabaseTrouble } from '../../store/index.ts';
import { countIfAny } from '../base/common-words.ts';

interface ShardHealth {
  readonly id: number;
  readonly open: boolean;
  /** Milliseconds from its last heartbeat to the acknowledgement; null before the first. */
  readonly delay: number | null;
}

export interface ConnectionHealth {
  /** When the program started, milliseconds since 1970. */
  readonly started: number;
  readonly connected: boolean;
  /** Gateway connections, one for each shard. */
  readonly connections: { readonly open: number; readonly all: number };
  readonly shards: readonly ShardHealth[];
  /** The delay of the slowest shard in milliseconds; null before the first heartbeat. */
  readonly delay: number | null;
  /** Milliseconds since the last heartbeat of the shard that has waited longest; null before the first. */
  readonly heard: number | null;
}

export interface BotHealth extends ConnectionHealth {
  readonly version: string;
  /** Discord ids. */
  readonly servers: readonly string[];
  /** Counts since the start. */
  readonly mishaps: Readonly<Record<'bug' | 'database' | 'undelivered' | 'disconnected' | 'limited', number>>;
  readonly database: DatabaseTrouble | null;
}

export interface StoredHealth {
  readonly census: Census;
  /** The time of the last backup, milliseconds since 1970; null if none is known. */
  readonly backup: number | null;
  /** How often the bot makes one by itself, in milliseconds; null for never. */
  readonly backupEvery: number | null;
  /** Discord's error code, if it refused this server the commands of its games. */
  readonly refused: number | null;
}

const OLD_BACKUP_MS = 7 * DAY;

const WELL = 'Council of War is running normally.';
const UNWELL = 'Council of War is running, but not working properly.';

const DATABASE: { readonly [trouble in DatabaseTrouble]: string } = {
  full: 'the disk is full',
  'read-only': 'the file can’t be written to',
  locked: 'another program is using the file',
  damaged: 'the file is damaged',
  disk: 'the disk isn’t responding properly',
};

/** For members. */
export function inShort(health: BotHealth | null, stored: StoredHealth | null): string {
  return isWell(health, stored)
    ? WELL
    : `${UNWELL} Tell the person who runs the bot: its own log says why. Confirmed orders are safe.`;
}

/** For moderators. Of other servers, it has only numbers. */
export function inFull(health: BotHealth | null, stored: StoredHealth | null, now: number): string {
  const lines = [
    ...(health ? [`Up since ${discordTime(health.started)}, version ${health.version}`, gateway(health)] : []),
    ...database(health, stored, now),
    ...(stored?.refused ? [commandsRefused(stored.refused)] : []),
    ...(health ? [mishaps(health)] : []),
  ];
  return [`**${isWell(health, stored) ? WELL : UNWELL}**`, ...lines.map((line) => `- ${line}`)].join('\n');
}

function isWell(health: BotHealth | null, stored: StoredHealth | null): boolean {
  return stored !== null && health?.connected !== false && (health?.database ?? null) === null;
}

function gateway({ connections: { open, all }, delay }: BotHealth): string {
  if (open === 0) return 'Gateway not connected; the bot keeps trying';
  const time = delay === null ? 'not measured yet' : `${delay} ms`;
  if (all === 1) return `Gateway delay: ${time}`;
  if (open === all) return `Gateway delay: ${time}, the longest of ${all} connections`;
  return `${open} of ${all} gateway connections ${open === 1 ? 'is' : 'are'} up; servers on the others wait until they’re back. Gateway delay: ${time}`;
}

function database(health: BotHealth | null, stored: StoredHealth | null, now: number): string[] {
  const trouble = health?.database ?? null;
  const file = trouble === null ? [] : [`The database can’t be written to: ${DATABASE[trouble]}`];
  if (stored === null) return [...file, 'The database can’t be read'];
  const { running, undelivered, oldestUndelivered, bytes } = stored.census;
  return [
    ...file,
    `Games being played: ${running.here} in this server, ${running.all} in all`,
    undelivered.all === 0
      ? 'Every post has been delivered'
      : `Maps and messages to be delivered: ${undelivered.here} in this server, ${undelivered.all} in all; the oldest has waited ${durationInWords(now - (oldestUndelivered ?? now))}`,
    backup(stored, now),
    `Size of the database: ${size(bytes)}`,
  ];
}

function backup({ backup: at, backupEvery: every }: StoredHealth, now: number): string {
  const self = every === null ? '' : `. The bot makes one every ${durationInWords(every).replace(/^1 (\w+)$/, '$1')}`;
  if (at === null) return `No backup yet. \`npm run backup\` makes one while the bot runs${self}`;
  const last = `Last backup: ${discordTime(at)}`;
  if (every === null) return now - at > OLD_BACKUP_MS ? `${last}. Time for a new one: \`npm run backup\`` : last;
  const failing = now - at > 2 * every ? ', but the last failed: its own log says why' : '';
  return `${last}${self}${failing}`;
}

/** No commands in this server (https://docs.discord.com/developers/topics/opcodes-and-status-codes). */
const MISSING_ACCESS = 50001;

function commandsRefused(code: number): string {
  const why =
    code === MISSING_ACCESS
      ? 'the bot was invited without them. Open its invite link once more'
      : 'the bot tries again every day';
  return `Discord refuses the slash commands of the games in this server (error ${code}): ${why}. Buttons, forms and \`/plan\` work meanwhile`;
}

function mishaps({ mishaps: { bug, database: trouble, undelivered, disconnected, limited } }: BotHealth): string {
  const told = [
    ...countIfAny(bug, 'error in the bot’s own log', 'errors in the bot’s own log'),
    ...countIfAny(trouble, 'request the database couldn’t handle', 'requests the database couldn’t handle'),
    ...countIfAny(undelivered, 'reply not delivered', 'replies not delivered'),
    ...countIfAny(disconnected, 'lost connection, restored', 'lost connections, restored'),
    ...countIfAny(limited, 'request rate-limited by Discord', 'requests rate-limited by Discord'),
  ];
  return `Trouble since the start: ${told.join('; ') || 'none'}`;
}

function size(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.ceil(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
