import { InteractionContextType } from 'discord.js';

/** Where the commands of all games are: a server has those of its games for itself. */
export const DIRECT_MESSAGES = [InteractionContextType.BotDM];

/** Where a command that isn't a game's may be used: in servers, and in a DM with the bot. */
export const CONTEXTS = [InteractionContextType.Guild, InteractionContextType.BotDM];

/** Who may direct a game, as a command's description names them: those whom the host's `mayManageGame` lets through. */
export const MANAGERS = 'moderators or the member who started the game';
