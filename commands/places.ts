import { InteractionContextType } from 'discord.js';

/** Where every command may be used: in servers, and in a DM with the bot. */
export const PLACES = [InteractionContextType.Guild, InteractionContextType.BotDM];
