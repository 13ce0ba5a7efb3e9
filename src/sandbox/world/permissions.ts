import { PermissionFlagsBits, PermissionsBitField } from 'discord.js';

/** Granted to both sides of a direct conversation. */
export const DM_PERMISSIONS = PermissionsBitField.resolve([
  ...(['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles', 'ReadMessageHistory', 'AddReactions'] as const),
  'UseApplicationCommands',
]);

export const EVERYONE_PERMISSIONS =
  DM_PERMISSIONS | PermissionsBitField.resolve(['ChangeNickname', 'CreatePublicThreads', 'SendMessagesInThreads']);

export const MODERATOR_PERMISSIONS =
  EVERYONE_PERMISSIONS |
  PermissionsBitField.resolve([
    ...(['ManageChannels', 'ManageMessages', 'ManageThreads', 'MentionEveryone', 'ModerateMembers'] as const),
  ]);

export const may = (permissions: bigint, needed: bigint): boolean => new PermissionsBitField(permissions).has(needed);

/** The places and members that a registered command serves. `contexts`: 0 servers, 1 direct messages. */
interface Restricted {
  readonly contexts?: readonly number[] | null | undefined;
  readonly dm_permission?: boolean | null | undefined;
  readonly default_member_permissions?: string | null | undefined;
}

export const fitsServers = ({ contexts }: Restricted): boolean => contexts?.includes(0) ?? true;
export const fitsDms = ({ contexts, dm_permission }: Restricted): boolean =>
  contexts?.includes(1) ?? dm_permission !== false;

/** Whether a member with these permissions may use a command in a server; "0" leaves it to administrators. */
export function mayUse({ default_member_permissions: needed }: Restricted, permissions: bigint): boolean {
  return needed == null || may(permissions, needed === '0' ? PermissionFlagsBits.Administrator : BigInt(needed));
}
