import { DAY, durationInWords } from '../../council/index.ts';
import type { DatabaseTrouble } from '../../store/index.ts';
import type { BotHealth, StoredHealth } from './bot-health.ts';

/** A backup older than this is worth a word. */
const OLD_BACKUP_MS = 7 * DAY;

const WELL = 'Council of War is well.';
const UNWELL = 'Council of War is up, and something keeps it from its work.';

const DATABASE: { readonly [trouble in DatabaseTrouble]: string } = {
  full: 'the disk is full',
  'read-only': 'the file may not be written',
  locked: 'another program holds the file',
  damaged: 'the file is damaged',
  disk: 'the disk does not answer as it should',
};

/** For members: a word. */
export function inShort(health: BotHealth | null, kept: StoredHealth | null): string {
  return isWell(health, kept)
    ? WELL
    : `${UNWELL} Whoever runs it finds the reason in its log. What was confirmed is kept.`;
}

/** For moderators: all of it, of other servers in numbers only. `now` in milliseconds since 1970. */
export function inFull(health: BotHealth | null, kept: StoredHealth | null, now: number): string {
  const lines = [
    ...(health ? program(health) : []),
    ...database(health, kept, now),
    ...(health ? [mishaps(health)] : []),
  ];
  return [`**${isWell(health, kept) ? WELL : UNWELL}**`, ...lines.map((line) => `- ${line}`)].join('\n');
}

function isWell(health: BotHealth | null, kept: StoredHealth | null): boolean {
  return kept !== null && health?.connected !== false && (health?.database ?? null) === null;
}

function program({ version, started, connections, delay }: BotHealth): string[] {
  return [`Up since ${moment(started)}, version ${version}`, gateway(connections, delay)];
}

function gateway({ open, all }: BotHealth['connections'], delay: number | null): string {
  if (open === 0) return 'The gateway is not connected; it is being tried again and again';
  const time = delay === null ? 'not measured yet' : `${delay} ms`;
  if (all === 1) return `Gateway delay: ${time}`;
  if (open === all) return `Gateway delay: ${time}, the longest of ${all} connections`;
  return `${open} of ${all} connections to the gateway are there; the servers of the others wait until that is mended. Gateway delay: ${time}`;
}

function database(health: BotHealth | null, kept: StoredHealth | null, now: number): string[] {
  const trouble = health?.database ?? null;
  const file = trouble === null ? [] : [`The file that the games are kept in cannot be written: ${DATABASE[trouble]}`];
  if (kept === null) return [...file, 'The file that the games are kept in cannot be read'];
  const { running, owed, oldestOwed, bytes } = kept.census;
  return [
    ...file,
    `Campaigns being played: ${running.here} in this server, ${running.all} in all`,
    owed.all === 0
      ? 'Nothing is owed to any channel'
      : `Maps and messages that are owed: ${owed.here} in this server, ${owed.all} in all, the oldest for ${durationInWords(now - (oldestOwed ?? now))}`,
    backup(kept.backup, now),
    `Size of the database: ${size(bytes)}`,
  ];
}

function backup(at: number | null, now: number): string {
  if (at === null) return 'No backup has been made yet. `npm run backup` makes one while the bot runs';
  const old = now - at > OLD_BACKUP_MS ? '. It is time for another: `npm run backup`' : '';
  return `Last backup: ${moment(at)}${old}`;
}

function mishaps({ mishaps: { bug, database: trouble, undelivered, disconnected, limited } }: BotHealth): string {
  const told = [
    ...some(bug, 'error in the log', 'errors in the log'),
    ...some(trouble, 'request that the database could not take', 'requests that the database could not take'),
    ...some(undelivered, 'answer that did not arrive', 'answers that did not arrive'),
    ...some(disconnected, 'break of the connection, mended', 'breaks of the connection, mended'),
    ...some(limited, 'request that met a rate limit of Discord', 'requests that met a rate limit of Discord'),
  ];
  return `Trouble since the start: ${told.join('; ') || 'none'}`;
}

function some(count: number, one: string, several: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
}

function moment(at: number): string {
  const seconds = Math.floor(at / 1000);
  return `<t:${seconds}:f> (<t:${seconds}:R>)`;
}

function size(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.ceil(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
