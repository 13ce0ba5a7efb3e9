import { PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { inviteLink } from '../../src/discord/outbound/bot-permissions.ts';

test('the invite link asks for a bot with commands, and for exactly what it needs', () => {
  const link = new URL(inviteLink('4711'));
  expect(link.origin + link.pathname).toBe('https://discord.com/oauth2/authorize');
  expect(Object.fromEntries(link.searchParams)).toEqual({
    client_id: '4711',
    scope: 'bot applications.commands',
    permissions: String(
      PermissionFlagsBits.ViewChannel |
        PermissionFlagsBits.SendMessages |
        PermissionFlagsBits.CreatePublicThreads |
        PermissionFlagsBits.SendMessagesInThreads |
        PermissionFlagsBits.AttachFiles |
        PermissionFlagsBits.EmbedLinks |
        PermissionFlagsBits.ReadMessageHistory,
    ),
  });
});
