import { createHash } from 'node:crypto';
import { DiscordAPIError, type REST, type RESTGetAPIApplicationCommandsResult, Routes } from 'discord.js';
import type { Command } from '../inbound/command.ts';

/** Where the last registration is remembered. */
export interface Memory {
  setting(key: string): string | null;
  set(key: string, value: string): void;
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
  const body = commands.map(({ data }) => data);
  const route = guild ? Routes.applicationGuildCommands(application, guild) : Routes.applicationCommands(application);
  const key = `commands:${application}:${guild ?? 'everywhere'}`;
  await withdraw(rest, application, guild, memory);
  const held = (await rest.get(route)) as RESTGetAPIApplicationCommandsResult;
  if (memory.setting(key) === mark(body, held)) return false;
  const registered = (await rest.put(route, { body })) as RESTGetAPIApplicationCommandsResult;
  memory.set(key, mark(body, registered));
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
