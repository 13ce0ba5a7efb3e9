import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import * as z from 'zod';
import { NO_RESPONSE, TOKEN_LIVES_MS } from './interactions/interactions.ts';
import { act, buttonsOf, id, selectsOf } from './interactions/members.ts';
import type { Discord } from './store/discord.ts';
import type { StoredFile } from './store/files.ts';
import type { Embed, Modal } from './store/message-schema.ts';
import type { StoredMessage } from './store/messages.ts';
import { embedObjects, looseFiles, threadOf } from './store/objects.ts';
import { fitsDms, fitsServers, may, mayUse } from './world/permissions.ts';
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
  /** Everything but messages, at first and after each change. The first one has all `messages`, too. */
  | { t: 'state'; state: PageState; messages?: PageMessage[] }
  /** A new message, or an edit if the id is known. */
  | { t: 'message'; message: PageMessage }
  | { t: 'deleted'; channelId: string; id: string }
  | { t: 'choices'; nonce: string; choices: { name: string; value: string | number }[] }
  /** Answers a press, a select or a command; `interactionId` is sent back with the fields. */
  | { t: 'modal'; nonce: string; interactionId: string; modal: Modal }
  | { t: 'done'; nonce: string }
  /** `reason` is a sentence. The nonce is empty if a frame was unreadable. */
  | { t: 'failed'; nonce: string; reason: string };

const nonce = z.string().max(100);
/** `as` is the id of the acting member. */
const who = { nonce, as: id, channelId: id };

const fromPage = z.union([
  act.and(z.object(who)),
  z.object({ t: z.literal('say'), ...who, content: z.string().max(10_000) }),
  // A trouble is named by its label; `on` is for switches.
  z.object({ t: z.literal('trouble'), nonce, channelId: id, label: z.string().max(100), on: z.boolean() }),
  // Ends all trouble.
  z.object({ t: z.literal('calm'), nonce }),
]);

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

export type PageMessage = Readonly<ReturnType<typeof seenMessage>>;

/**
 * A message as a member sees it now. If a deferred answer never came, it says so once its token has expired.
 * With an empty `base`, URLs of files are paths on the sandbox's server.
 */
export function seenMessage({ world, clock }: Discord, message: StoredMessage, base = '') {
  const { id, channel, author, interaction, createdAt, editedAt, flags, onlyFor, replyTo, pings } = message;
  const thinking = (flags & MessageFlags.Loading) !== 0;
  const expired = thinking && clock.now() - createdAt >= TOKEN_LIVES_MS;
  const content = expired ? NO_RESPONSE : message.content;
  const embeds = embedObjects(message, base);
  const attachments = (files: readonly StoredFile[]) =>
    files.map(({ channelId, path, ...file }) => ({ ...file, url: base + path }));
  return {
    id,
    channelId: channel.id,
    author: { id: author.id, name: author.name, bot: author.bot, color: author.color },
    at: new Date(createdAt).toISOString(),
    editedAt: editedAt === null ? null : new Date(editedAt).toISOString(),
    content,
    /** All its text in reading order: content, embeds. */
    text: textOf(content, embeds),
    /** A pending deferred answer: "… is thinking". */
    loading: thinking && !expired,
    onlyFor,
    ephemeral: onlyFor !== null,
    /** For "Ada used /attack"; `label` is `/attack`, or the label of a button or menu. */
    interaction: interaction && {
      memberId: interaction.user.id,
      memberName: interaction.user.name,
      label: interaction.label,
    },
    // In Discord's shapes, with URLs in place of the names of files.
    embeds,
    components: message.components,
    /** A link has a `url` instead of a `customId`. Styles: 1 primary, 2 secondary, 3 success, 4 danger, 5 link. */
    buttons: buttonsOf(message).map(({ custom_id, label, emoji, style, disabled, url }) => ({
      ...{ customId: custom_id ?? null, label: label || emoji?.name || '', style },
      ...{ disabled: disabled ?? false, url: url ?? null },
    })),
    selects: selectsOf(message).map((select) => ({
      ...{ customId: select.custom_id, placeholder: select.placeholder ?? '', disabled: select.disabled ?? false },
      options: (select.type === 3 ? select.options : []).map(({ label, value, description }) => {
        return { label, value, description: description ?? '' };
      }),
    })),
    /** Every file; `attachments` has only those that no embed shows. */
    files: attachments(message.files),
    attachments: attachments(looseFiles(message)),
    flags,
    /** The ids of the people it pings, by user mention, role or @everyone. */
    pinged: world.pinged(channel, pings),
    mentions: pings.users,
    mentionedRoles: pings.roles,
    mentionsEveryone: pings.everyone,
    replyTo,
    /** The id of the thread started from it, or announced by it. */
    thread: message.announces ?? threadOf(world, message)?.id ?? null,
  };
}

function textOf(content: string, embeds: readonly Embed[]): string {
  const parts = embeds.flatMap(({ author, title, description, fields, footer }) => {
    return [
      author?.name,
      title,
      description,
      ...(fields ?? []).flatMap((each) => [each.name, each.value]),
      footer?.text,
    ];
  });
  return [content, ...parts].filter(Boolean).join('\n');
}

const pagePerson = ({ id, name, color }: World['users'][number]) => ({ id, name, color });

export type PageChannel = WorldChannel;
export type PageState = ReturnType<typeof pageState>;

/** All that a page shows but the messages. `troubles` are the labels of the trouble that is on everywhere. */
export function pageState({ world, commands }: Discord, online: boolean, troubles: readonly string[]) {
  const { bot, dms, guilds, players, users } = world;
  const [home] = guilds;
  const granted = ({ id }: World['users'][number]) => (home ? world.granted(home, id) : 0n);
  return {
    bot: { id: bot.id, name: bot.name, online },
    guilds: guilds.map((guild) => ({
      id: guild.id,
      name: guild.name,
      // @everyone has the guild's id.
      roles: guild.roles.map(({ id, name }) => ({ id, name })),
      // Each channel is followed by its threads.
      channels: world.channelsOf(guild).flatMap((channel) => [channel, ...world.threadsOf(channel)]),
    })),
    dms: dms.filter(({ dmOf }) => players.some(({ id }) => id === dmOf)).map((dm) => ({ ...dm, name: bot.name })),
    /** The members whom the page's user can act as. A `moderator` has Manage Channels. */
    members: players.map((member) => {
      return { ...pagePerson(member), moderator: may(granted(member), PermissionFlagsBits.ManageChannels) };
    }),
    /** All who can be mentioned and chosen in selects, except the bot. */
    people: users.filter((user) => !user.bot).map(pagePerson),
    /** The registered slash commands, as Discord's objects; global if `guildId` is null. */
    commands: commands
      .all()
      .filter(({ body: { type } }) => (type ?? 1) === 1)
      .map(({ guildId, body }) => ({
        ...{ guildId, command: body, inDms: fitsDms(body) },
        /** The ids of the members who may use it in servers. */
        usableBy: fitsServers(body) ? players.filter((each) => mayUse(body, granted(each))).map(({ id }) => id) : [],
      })),
    troubles,
  };
}
