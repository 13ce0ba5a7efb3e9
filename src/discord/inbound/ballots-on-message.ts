import { ComponentType, type Message, MessageFlags } from 'discord.js';
import { readPress } from './button-routes.ts';

/** The ballots that a message shows to its channel, as its own buttons tell. */
export function ballotsOn({ components, flags }: Pick<Message, 'components' | 'flags'>): number[] {
  if (flags.has(MessageFlags.Ephemeral)) return [];
  const buttons = components.flatMap((row) => (row.type === ComponentType.ActionRow ? [...row.components] : []));
  const ballots = buttons.flatMap((button) => {
    // A message out of the gateway is less well formed than its type says.
    const press = 'customId' in button && typeof button.customId === 'string' ? readPress(button.customId) : null;
    return press?.do === 'mine' ? press.ballot : [];
  });
  return [...new Set(ballots)];
}
