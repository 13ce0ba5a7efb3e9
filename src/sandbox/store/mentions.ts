import type { WorldUser } from '../people.ts';
import { may, Permission } from '../permissions.ts';
import type { AllowedMentions } from '../validate/messages.ts';
import type { Pings, World, WorldChannel } from '../world.ts';
export const NO_PINGS: Pings = { users: [], roles: [], everyone: false };

/**
 * The users and roles that a text pings: those mentioned, filtered by `allowed`. Without `allowed` everyone mentioned
 * and the author of the message replied to are pinged.
 */
export function pingsOf(
  world: World,
  from: { author: WorldUser; channel: WorldChannel },
  text: string,
  allowed: AllowedMentions | null | undefined,
  repliedTo: WorldUser | null = null,
): Pings {
  const visible = withoutCode(text);
  const guild = world.guildOf(from.channel);
  const permissions = world.permissions(from.author.id, from.channel);
  const mayAll = may(permissions, Permission.mentionEveryone);

  const allows = (kind: 'users' | 'roles', id: string): boolean =>
    !allowed || (allowed.parse?.includes(kind) ?? false) || (allowed[kind]?.includes(id) ?? false);

  const users = new Set(
    matches(visible, /<@!?(\d+)>/g).filter((id) => world.userById(id) !== undefined && allows('users', id)),
  );
  if (repliedTo !== null && repliedTo.id !== from.author.id && (!allowed || allowed.replied_user)) {
    users.add(repliedTo.id);
  }
  const roles = matches(visible, /<@&(\d+)>/g).filter(
    (id) =>
      guild?.roles.some((role) => role.id === id && id !== guild.id && (mayAll || role.mentionable)) &&
      allows('roles', id),
  );
  const everyone =
    mayAll && /@(?:everyone|here)\b/.test(visible) && (!allowed || (allowed.parse?.includes('everyone') ?? false));
  return { users: [...users], roles: [...new Set(roles)], everyone };
}

/** Mentions in code do not ping. */
function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, ' ');
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}
