import { z } from 'zod';
import { NO_RESPONSE, TOKEN_LIVES_MS } from './interactions/pending-interactions.ts';
import type { Modal } from './store/answer-schema.ts';
import type { Discord } from './store/discord.ts';
import { filePath, type StoredFile } from './store/files.ts';
import { MessageFlag } from './store/message-schema.ts';
import type { StoredMessage } from './store/messages.ts';
import { embedObjects, looseFiles, threadOf } from './store/objects.ts';
import type { World, WorldChannel } from './world/world.ts';

/**
 * The messages between the sandbox's server and its page: one JSON object per WebSocket frame on `/page/socket`.
 * The page imports only the types. Ids are Discord snowflakes in decimal, colours are CSS's.
 */

export type PageMember = PageState['members'][number];
export type PageCommand = PageState['commands'][number];
export type PageAttachment = PageMessage['attachments'][number];

/** Messages from the server. A `nonce` is that of the page's message being answered. */
export type ToPage =
  /** All but the messages: at first, and after each change. `messages` are there at first. */
  | { t: 'state'; state: PageState; messages?: PageMessage[] }
  /** A new message, or an edit if the id is known. */
  | { t: 'message'; message: PageMessage }
  | { t: 'deleted'; channelId: string; id: string }
  | { t: 'choices'; nonce: string; choices: { name: string; value: string | number }[] }
  /** Answers a press, a select or a command; `interactionId` is sent back with the fields. */
  | { t: 'modal'; nonce: string; interactionId: string; modal: Modal }
  /** The interaction was answered. */
  | { t: 'done'; nonce: string }
  /**
   * `reason` is a sentence, for example "The application did not respond"; `option` the option of a command that it is about. The nonce is
   * empty if a frame was unreadable.
   */
  | { t: 'failed'; nonce: string; reason: string; option?: string };

const nonce = z.string().max(100);
const id = z.string().max(30);
const customId = z.string().max(110);
/** `as` is the id of the acting member. */
const who = { as: id, channelId: id };
const option = z.object({
  name: z.string().max(40),
  value: z.union([z.string().max(6100), z.number(), z.boolean()]),
  focused: z.boolean().optional(),
});
/** `command` is the name, sub-commands as "name sub" or "name group sub". */
const typed = { nonce, ...who, command: z.string().max(120), options: z.array(option).max(25) };
const component = { nonce, ...who, messageId: id, customId };

const fromPage = z.discriminatedUnion('t', [
  // Exactly one option has `focused: true`.
  z.object({ t: z.literal('autocomplete'), ...typed }),
  z.object({ t: z.literal('command'), ...typed }),
  z.object({ t: z.literal('press'), ...component }),
  z.object({ t: z.literal('select'), ...component, values: z.array(customId).max(25) }),
  z.object({
    t: z.literal('modal'),
    nonce,
    ...who,
    interactionId: id,
    customId,
    /** By custom id. */
    fields: z.record(customId, z.string().max(4100)),
  }),
  z.object({ t: z.literal('say'), nonce, ...who, content: z.string().max(10_000) }),
  // A trouble is named by its label; `on` is for switches.
  z.object({ t: z.literal('trouble'), nonce, channelId: id, label: z.string().max(100), on: z.boolean() }),
  // Ends all trouble.
  z.object({ t: z.literal('calm'), nonce }),
]);

/** An option as typed. Sub-commands are part of the command's name, so options are flat. */
export type PageOption = z.infer<typeof option>;
export type FromPage = z.infer<typeof fromPage>;

/** The message in a page's frame; of an unreadable one, its nonce, if any. */
export function readFrame(source: string): FromPage | { readonly t: null; readonly nonce: string } {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    // Not JSON: no message can be read from it.
  }
  return fromPage.safeParse(value).data ?? { t: null, nonce: '', ...z.object({ nonce }).safeParse(value).data };
}

/** A file of a message. `url` is a path on this server; `size` in bytes; `width` and `height` in pixels, of images only; `description` is alt text. */
export function pageAttachment(file: StoredFile, base = '') {
  const { id, filename, contentType, size, width, height, description } = file;
  return { id, filename, url: base + filePath(file), contentType, size, width, height, description };
}

/**
 * A message as a member sees it at the time `now` (milliseconds since 1970), by which a deferred answer may have become
 * impossible. With an empty `base`, file URLs are paths on the sandbox's server.
 */
export function pageMessage(world: World, message: StoredMessage, now: number, base = '') {
  const { id, channel, author, interaction, createdAt, editedAt, flags, onlyFor, replyTo } = message;
  const thinking = (flags & MessageFlag.loading) !== 0;
  const gone = thinking && now - createdAt >= TOKEN_LIVES_MS;
  return {
    id,
    channelId: channel.id,
    author: { id: author.id, name: author.name, bot: author.bot, color: author.color },
    /** ISO time. */
    at: new Date(createdAt).toISOString(),
    editedAt: editedAt === null ? null : new Date(editedAt).toISOString(),
    /** Discord markdown. */
    content: gone ? NO_RESPONSE : message.content,
    /** All its text in reading order: content, embeds. */
    text: textOf(message),
    /** A pending deferred answer: "… is thinking". */
    loading: thinking && !gone,
    /** The only member who sees an ephemeral answer. */
    onlyFor,
    /** For "Ada used /attack"; `label` is `/attack`, or the label of a button or menu. */
    interaction: interaction && {
      memberId: interaction.user.id,
      memberName: interaction.user.name,
      label: interaction.label,
    },
    // As the bot sent them, in Discord's shapes, with URLs in place of the names of files.
    embeds: flags & MessageFlag.suppressEmbeds ? [] : embedObjects(message, base),
    components: message.components,
    attachments: looseFiles(message).map((file) => pageAttachment(file, base)),
    flags,
    /** The ids of the people it pings, by user mention, role or @everyone. */
    pinged: world.pinged(channel, message.pings),
    /** The id of the message replied to. */
    replyTo,
    /** The id of the thread started from it, or announced by it. */
    thread: message.announces ?? threadOf(world, message)?.id ?? null,
  };
}

function textOf(message: StoredMessage): string {
  const embeds = message.embeds.flatMap((embed) => [
    embed.author?.name,
    embed.title,
    embed.description,
    ...(embed.fields ?? []).flatMap((field) => [field.name, field.value]),
    embed.footer?.text,
  ]);
  return [message.content, ...embeds].filter(Boolean).join('\n');
}

/** A guild's text channel or thread, or, with `guildId` null, the direct messages between the bot and the member `dmOf`. */
export interface PageChannel {
  readonly id: string;
  readonly name: string;
  readonly guildId: string | null;
  /** Discord's channel type: 0 text, 1 direct messages, 11 a thread, 15 a forum. */
  readonly type: number;
  readonly dmOf?: string;
  /** The channel of a thread. */
  readonly parent?: string;
  /** An archived thread opens again when somebody writes in it; in a locked one only moderators may. */
  readonly archived?: boolean;
  readonly locked?: boolean;
}

function pageChannel({ id, name, guildId, thread, forum }: WorldChannel): PageChannel {
  if (thread === null) return { id, name, guildId, type: forum ? 15 : 0 };
  const { parentId: parent, archived, locked } = thread;
  return { id, name, guildId, type: 11, parent, archived, locked };
}

const pagePerson = ({ id, name, color }: World['users'][number]) => ({ id, name, color });

export type PageMessage = ReturnType<typeof pageMessage>;
export type PageState = ReturnType<typeof pageState>;

/** All that a page shows but the messages. `plans` are the labels of the trouble that is on everywhere. */
export function pageState({ world, commands }: Discord, online: boolean, plans: readonly string[]) {
  const { bot, dms, guilds, players, users } = world;
  return {
    bot: { id: bot.id, name: bot.name, online },
    // Each channel is followed by its threads.
    guilds: guilds.map(({ id, name, roles, channels }) => ({
      id,
      name,
      // @everyone has the guild's id.
      roles: roles.map((role) => ({ id: role.id, name: role.name })),
      channels: channels.flatMap((channel) => [channel, ...world.threadsOf(channel)]).map(pageChannel),
    })),
    dms: players.map(({ id: dmOf }): PageChannel => {
      const id = dms.find((dm) => dm.dmOf === dmOf)?.id ?? '';
      return { id, name: bot.name, guildId: null, type: 1, dmOf };
    }),
    /** The members whom the page's user can act as. A `moderator` has Manage Channels. */
    members: players.map((member) => ({ ...pagePerson(member), moderator: world.isModerator(member) })),
    /** All who can be mentioned and chosen in selects, except the bot. */
    people: users.filter((user) => !user.bot).map(pagePerson),
    /** The registered commands, as Discord's objects; global if `guildId` is null. */
    commands: commands.all.map(({ guildId, body }) => ({ guildId, command: body })),
    plans,
  };
}
