export const Permission = {
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  manageGuild: 1n << 5n,
  addReactions: 1n << 6n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  manageMessages: 1n << 13n,
  embedLinks: 1n << 14n,
  attachFiles: 1n << 15n,
  readMessageHistory: 1n << 16n,
  mentionEveryone: 1n << 17n,
  useExternalEmojis: 1n << 18n,
  changeNickname: 1n << 26n,
  useApplicationCommands: 1n << 31n,
  manageThreads: 1n << 34n,
  createPublicThreads: 1n << 35n,
  sendMessagesInThreads: 1n << 38n,
  moderateMembers: 1n << 40n,
} as const;

export type PermissionName = keyof typeof Permission;

export const bitsOf = (names: readonly PermissionName[]): bigint =>
  names.reduce((sum, name) => sum | Permission[name], 0n);

/** Every bit, as an administrator has them. */
export const ALL_PERMISSIONS = (1n << 53n) - 1n;

/** Granted to both sides of a direct conversation. */
export const DM_PERMISSIONS =
  Permission.viewChannel |
  Permission.sendMessages |
  Permission.embedLinks |
  Permission.attachFiles |
  Permission.readMessageHistory |
  Permission.addReactions |
  Permission.useApplicationCommands;

export const EVERYONE_PERMISSIONS =
  DM_PERMISSIONS | Permission.changeNickname | Permission.createPublicThreads | Permission.sendMessagesInThreads;

/** Granted to a moderator in addition to everyone's. */
export const MODERATOR_PERMISSIONS =
  Permission.manageChannels |
  Permission.manageMessages |
  Permission.manageThreads |
  Permission.mentionEveryone |
  Permission.moderateMembers;

export function may(permissions: bigint, needed: bigint): boolean {
  return (permissions & Permission.administrator) !== 0n || (permissions & needed) === needed;
}

/** The fields of a registered command that decide where and by whom it can be used. */
interface Restricted {
  readonly contexts?: readonly number[] | null | undefined;
  readonly dm_permission?: boolean | null | undefined;
  readonly default_member_permissions?: string | null | undefined;
}

/** Whether a command is meant for servers, or with `dm` for direct messages. */
export const fitsPlace = ({ contexts, dm_permission }: Restricted, dm: boolean): boolean =>
  contexts ? contexts.includes(dm ? 1 : 0) : !dm || dm_permission !== false;

/** Whether a member with these permissions may use a command in a server; "0" leaves it to administrators. */
export function mayUse({ default_member_permissions: needed }: Restricted, permissions: bigint): boolean {
  return needed == null || may(permissions, needed === '0' ? Permission.administrator : BigInt(needed));
}
