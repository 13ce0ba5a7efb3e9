/** Discord's gateway intents for which the sandbox has events. */
export const Intent = {
  guilds: 1 << 0,
  guildMembers: 1 << 1,
  guildPresences: 1 << 8,
  guildMessages: 1 << 9,
  directMessages: 1 << 12,
  messageContent: 1 << 15,
} as const;

/** Intents that an application must be granted before it may request them. */
export const PRIVILEGED = Intent.guildMembers | Intent.guildPresences | Intent.messageContent;

/** Every intent that Discord knows: bits 0 to 16, 20, 21, 24 and 25. */
const KNOWN = 0x1ffff | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

export function areIntents(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && (value & ~KNOWN) === 0;
}
