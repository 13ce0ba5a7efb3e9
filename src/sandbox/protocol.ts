/**
 * What the sandbox's server and its page say to each other: one JSON object per WebSocket frame on `/page/socket`.
 * Types only, so that both halves can import it. Ids are Discord snowflakes in decimal.
 */

import type { FaultPlan, Happening, PermissionName } from './faults/fault-plan.ts';

export type { FaultPlan, Happening, PermissionName } from './faults/fault-plan.ts';

/** A person who may be spoken as in the page. `color` is a CSS colour; a `moderator` has Manage Channels. */
export interface PageMember {
  id: string;
  name: string;
  color: string;
  moderator: boolean;
}

/** A text channel of a guild, a thread of one, or, where `guildId` is null, the direct messages between the bot and the member `dmOf`. */
export interface PageChannel {
  id: string;
  name: string;
  guildId: string | null;
  /** A DM belongs to one member. */
  dmOf?: string;
  /** The channel that a thread is in. */
  parent?: string;
  /** Nothing happens in the thread any more, until somebody writes there. */
  archived?: boolean;
  /** Only moderators may write in the thread. */
  locked?: boolean;
  /** The names of the permissions that the bot has lost in it, if any. */
  denied?: PermissionName[];
}

/** Someone who is named in messages and may be chosen; those who may be spoken as are among them. */
export interface PagePerson {
  id: string;
  name: string;
  color: string;
}

/** A role of a guild; that of everyone has the guild's id. */
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
  /** Each followed by its threads. */
  channels: PageChannel[];
  /** Whether the bot is in it. */
  bot: boolean;
  /** Whether Discord can reach it. */
  available: boolean;
}

/** A fault plan that a page has started, and how often it has struck. */
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
  /** A deferred answer that is not there yet: "… is thinking". */
  loading: boolean;
  /** The member who alone sees this (an ephemeral answer), or null. */
  onlyFor: string | null;
  /** What this answers: "Ada used /attack". `label` is `/attack`, or of a button or menu the words on it. */
  interaction: { memberId: string; memberName: string; label: string } | null;
  /** As the bot sent them, in Discord's shapes. */
  embeds: unknown[];
  /** As the bot sent them, in Discord's shapes, containers of components v2 included. */
  components: unknown[];
  attachments: PageAttachment[];
  /** Discord's message flags, a bit field. */
  flags: number;
  /** The ids of the people it pings, by name, by a role they hold, or with everyone. */
  pinged: string[];
  /** The id of the message this one replies to. */
  replyTo: string | null;
  /** The id of the thread that hangs from it, or that it is about. */
  thread: string | null;
}

/** A registered command: Discord's application command object, global where `guildId` is null. */
export interface PageCommand {
  guildId: string | null;
  command: unknown;
}

/** An option as the member gave it; sub-commands are part of the command's name, so options are flat. */
export interface PageOption {
  name: string;
  value: string | number | boolean;
  focused?: boolean;
}

/** What the server tells the page. A `nonce` repeats that of the page's own message being answered. */
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
  /** All that the pages have set going wrong now. */
  | { t: 'plans'; plans: PagePlan[] }
  /** A channel or a thread was opened, has changed, or is gone; or the bot has come, gone, lost rights or got them back. */
  | { t: 'places'; guilds: PageGuild[] }
  /** Somebody was given a role or lost one. */
  | { t: 'members'; members: PageMember[] }
  /** All that are registered now, global and per guild. */
  | { t: 'commands'; commands: PageCommand[] }
  /** New, or changed where the id is known. */
  | { t: 'message'; message: PageMessage }
  | { t: 'deleted'; channelId: string; id: string }
  | { t: 'typing'; channelId: string }
  | { t: 'choices'; nonce: string; choices: { name: string; value: string | number }[] }
  /** In answer to a press, a select or a command; `interactionId` goes back with the fields. */
  | { t: 'modal'; nonce: string; interactionId: string; modal: unknown }
  /** The interaction was answered. */
  | { t: 'done'; nonce: string }
  /** A sentence, for example "The application did not respond". An empty nonce: what could not be read had none. */
  | { t: 'failed'; nonce: string; reason: string };

/** What the page tells the server. `as` is the member who acts. */
export type FromPage =
  /** Exactly one option has `focused: true`. `command` is the name, sub-commands as "name sub" or "name group sub". */
  | { t: 'autocomplete'; nonce: string; as: string; channelId: string; command: string; options: PageOption[] }
  | { t: 'command'; nonce: string; as: string; channelId: string; command: string; options: PageOption[] }
  | { t: 'press'; nonce: string; as: string; channelId: string; messageId: string; customId: string }
  | {
      t: 'select';
      nonce: string;
      as: string;
      channelId: string;
      messageId: string;
      customId: string;
      values: string[];
    }
  | {
      t: 'modal';
      nonce: string;
      as: string;
      channelId: string;
      interactionId: string;
      customId: string;
      /** By custom id; the values chosen, where the field is a menu. */
      fields: Record<string, string | string[]>;
    }
  | { t: 'say'; as: string; channelId: string; content: string }
  /** Something goes wrong from now on, in the place of what has that name; null ends it. */
  | { t: 'plan'; nonce: string; name: string; plan: FaultPlan | null }
  /** Something happens at once. */
  | { t: 'happen'; nonce: string; happening: Happening }
  /** Nothing goes wrong any more. */
  | { t: 'calm'; nonce: string };
