/**
 * The messages between the sandbox's server and its page: one JSON object per WebSocket frame on `/page/socket`.
 * Types only, so that both halves can import it. Ids are Discord snowflakes in decimal.
 */

import type { PermissionName } from './faults/fault-plan.ts';

export type { FaultPlan, Happening, PermissionName } from './faults/fault-plan.ts';
/** Messages from the page. */
export type { FromPage, PageOption } from './web/from-page.ts';

/** A member whom the page's user can act as. `color` is a CSS colour; a `moderator` has Manage Channels. */
export interface PageMember {
  id: string;
  name: string;
  color: string;
  moderator: boolean;
}

/** A guild's text channel or thread, or, with `guildId` null, the direct messages between the bot and the member `dmOf`. */
export interface PageChannel {
  id: string;
  name: string;
  guildId: string | null;
  /** The member whose direct messages these are. */
  dmOf?: string;
  /** The channel of a thread. */
  parent?: string;
  forum?: true;
  /** An archived thread opens again when somebody writes in it. */
  archived?: boolean;
  /** Only moderators may write in a locked thread. */
  locked?: boolean;
  /** The permissions denied to the bot in it. */
  denied?: PermissionName[];
}

/** Someone who can be mentioned and chosen in selects, members included. */
export interface PagePerson {
  id: string;
  name: string;
  color: string;
}

/** A role of a guild; @everyone has the guild's id. */
export interface PageRole {
  id: string;
  name: string;
  /** 0xRRGGBB; 0 for none. */
  color: number;
}

export interface PageGuild {
  id: string;
  name: string;
  roles: PageRole[];
  /** Each channel is followed by its threads. */
  channels: PageChannel[];
  /** Whether the bot is in it. */
  bot: boolean;
  /** False in an outage. */
  available: boolean;
}

/** A fault plan that a page has started, with its number of strikes. */
export interface PagePlan {
  name: string;
  struck: number;
}

/** A file of a message. `url` is a path on this server; `size` in bytes; `width` and `height` in pixels, of images only. */
export interface PageAttachment {
  id: string;
  filename: string;
  url: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Alt text. */
  description: string | null;
}

export interface PageMessage {
  id: string;
  channelId: string;
  author: { id: string; name: string; bot: boolean; color: string };
  /** ISO time. */
  at: string;
  editedAt: string | null;
  /** Discord markdown. */
  content: string;
  /** A pending deferred answer: "… is thinking". */
  loading: boolean;
  /** The only member who sees an ephemeral answer. */
  onlyFor: string | null;
  /** For "Ada used /attack"; `label` is `/attack`, or the label of a button or menu. */
  interaction: { memberId: string; memberName: string; label: string } | null;
  /** As the bot sent them, in Discord's shapes. */
  embeds: unknown[];
  /** As the bot sent them, in Discord's shapes; may have components v2. */
  components: unknown[];
  attachments: PageAttachment[];
  /** Discord's message flags, a bit field. */
  flags: number;
  /** The ids of the people it pings, by user mention, role or @everyone. */
  pinged: string[];
  /** The id of the message replied to. */
  replyTo: string | null;
  /** The id of the thread started from it, or announced by it. */
  thread: string | null;
}

/** A registered command: Discord's application command object; global if `guildId` is null. */
export interface PageCommand {
  guildId: string | null;
  command: unknown;
}

/** Messages from the server. A `nonce` is that of the page's message being answered. */
export type ToPage =
  | {
      t: 'hello';
      you: { defaultMember: string };
      guilds: PageGuild[];
      dms: PageChannel[];
      members: PageMember[];
      people: PagePerson[];
      bot: { id: string; name: string; online: boolean };
      commands: PageCommand[];
      messages: PageMessage[];
      plans: PagePlan[];
    }
  | { t: 'bot'; online: boolean }
  /** All plans that pages have started and that still run. */
  | { t: 'plans'; plans: PagePlan[] }
  /** A channel or thread was opened, changed or deleted, or the bot's membership, availability or permissions changed. */
  | { t: 'places'; guilds: PageGuild[] }
  /** A role was given or taken. */
  | { t: 'members'; members: PageMember[] }
  /** All registered commands, global and per guild. */
  | { t: 'commands'; commands: PageCommand[] }
  /** A new message, or an edit if the id is known. */
  | { t: 'message'; message: PageMessage }
  | { t: 'deleted'; channelId: string; id: string }
  | { t: 'typing'; channelId: string }
  | { t: 'choices'; nonce: string; choices: { name: string; value: string | number }[] }
  /** Answers a press, a select or a command; `interactionId` is sent back with the fields. */
  | { t: 'modal'; nonce: string; interactionId: string; modal: unknown }
  /** The interaction was answered. */
  | { t: 'done'; nonce: string }
  /** `reason` is a sentence, for example "The application did not respond". The nonce is empty if a frame was unreadable. */
  | { t: 'failed'; nonce: string; reason: string };
