import { DAY, discordTime, durationInWords } from '../../council/index.ts';
import type { DatabaseTrouble } from '../../store/index.ts';
import type { BotHealth, StoredHealth } from './bot-health.ts';

/** A backup older than this is worth a word. */
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

/** For members: a word. */
export function inShort(health: BotHealth | null, kept: StoredHealth | null): string {
  return isWell(health, kept)
    ? WELL
    : `${UNWELL} Tell the person who runs the bot: its own log says why. Confirmed orders are safe.`;
}

/** For moderators: all of it, of other servers in numbers only. `now` in milliseconds since 1970. */
export function inFull(health: BotHealth | null, kept: StoredHealth | null, now: number): string {
  const lines = [
    ...(health ? program(health) : []),
    ...database(health, kept, now),
    ...(kept?.refused ? [commandsRefused(kept.refused)] : []),
    ...(health ? [mishaps(health)] : []),
  ];
  return [`**${isWell(health, kept) ? WELL : UNWELL}**`, ...lines.map((line) => `- ${line}`)].join('\n');
}

function isWell(health: BotHealth | null, kept: StoredHealth | null): boolean {
  return kept !== null && health?.connected !== false && (health?.database ?? null) === null;
}

function program({ version, started, connections, delay }: BotHealth): string[] {
  return [`Up since ${discordTime(started)}, version ${version}`, gateway(connections, delay)];
}

function gateway({ open, all }: BotHealth['connections'], delay: number | null): string {
  if (open === 0) return 'Gateway not connected; the bot keeps trying';
  const time = delay === null ? 'not measured yet' : `${delay} ms`;
  if (all === 1) return `Gateway delay: ${time}`;
  if (open === all) return `Gateway delay: ${time}, the longest of ${all} connections`;
  return `${open} of ${all} gateway connections ${open === 1 ? 'is' : 'are'} up; servers on the others wait until they’re back. Gateway delay: ${time}`;
}

function database(health: BotHealth | null, kept: StoredHealth | null, now: number): string[] {
  const trouble = health?.database ?? null;
  const file = trouble === null ? [] : [`The database can’t be written to: ${DATABASE[trouble]}`];
  if (kept === null) return [...file, 'The database can’t be read'];
  const { running, undelivered, oldestUndelivered, bytes } = kept.census;
  return [
    ...file,
    `Games being played: ${running.here} in this server, ${running.all} in all`,
    undelivered.all === 0
      ? 'Every post has been delivered'
      : `Maps and messages to be delivered: ${undelivered.here} in this server, ${undelivered.all} in all; the oldest has waited ${durationInWords(now - (oldestUndelivered ?? now))}`,
    backup(kept.backup, now),
    `Size of the database: ${size(bytes)}`,
  ];
}

function backup(at: number | null, now: number): string {
  if (at === null) return 'No backup yet. `npm run backup` makes one while the bot runs';
  const old = now - at > OLD_BACKUP_MS ? '. Time for a new one: `npm run backup`' : '';
  return `Last backup: ${discordTime(at)}${old}`;
}

/** Of an app that may not have commands in a server (https://docs.discord.com/developers/topics/opcodes-and-status-codes). */
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
    ...some(bug, 'error in the bot’s own log', 'errors in the bot’s own log'),
    ...some(trouble, 'request the database couldn’t handle', 'requests the database couldn’t handle'),
    ...some(undelivered, 'reply not delivered', 'replies not delivered'),
    ...some(disconnected, 'lost connection, restored', 'lost connections, restored'),
    ...some(limited, 'request rate-limited by Discord', 'requests rate-limited by Discord'),
  ];
  return `Trouble since the start: ${told.join('; ') || 'none'}`;
}

function some(count: number, one: string, several: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
}

function size(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.ceil(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
