import { InteractionContextType } from 'discord.js';

/** The verbs of all games are for direct messages alone: each server has a list of its own games' verbs. */
export const DIRECT_MESSAGES = [InteractionContextType.BotDM];

/** Table commands may be used in servers, and in a DM with the bot. */
export const CONTEXTS = [InteractionContextType.Guild, InteractionContextType.BotDM];

/** Who may direct a game, as a command's description names them: those whom the host's `mayManageGame` lets through. */
export const MANAGERS = 'moderators or the member who started the game';
