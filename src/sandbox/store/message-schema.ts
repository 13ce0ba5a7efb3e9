import { z } from 'zod';
import { components } from './component-schema.ts';
import { broken, flags, integer, lengthOf, list, mediaUrl, ruled, snowflake, text, webUrl, yes } from './errors.ts';

/** Discord's message flags that the sandbox knows. */
export const MessageFlag = {
  suppressEmbeds: 1 << 2,
  hasThread: 1 << 5,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
} as const;

const MAX_EMBEDS_SIZE = 6000;

const icon = mediaUrl(2048).nullish();
const media = z.object({ url: icon }).nullish();
const field = z.object({ name: text(1, 256), value: text(1, 1024), inline: yes });

const embed = ruled(
  z.object({
    title: text(0, 256).nullish(),
    description: text(0, 4096).nullish(),
    url: webUrl(2048),
    timestamp: z.string().nullish(),
    color: integer(0, 0xffffff).nullish(),
    author: z.object({ name: text(0, 256), url: webUrl(2048), icon_url: icon }).nullish(),
    footer: z.object({ text: text(0, 2048), icon_url: icon }).nullish(),
    image: media,
    thumbnail: media,
    fields: list(field, 0, 25).nullish(),
  }),
  ({ title, description, timestamp, author, footer, image, thumbnail, fields }) => [
    timestamp &&
      Number.isNaN(Date.parse(timestamp)) &&
      broken('DATE_TIME_TYPE_PARSE', `Could not parse "${timestamp}". Should be ISO8601.`, 'timestamp'),
    ![title, description, author?.name, footer?.text, image?.url, thumbnail?.url, fields?.length].some(Boolean) &&
      broken('BASE_TYPE_REQUIRED', 'This field is required', 'description'),
  ],
);

/** An embed as the bot sent it; URLs may still be `attachment://name`. */
export type Embed = z.infer<typeof embed>;

const embeds = ruled(list(embed, 0, 10), (all) => [
  all.reduce((sum, each) => sum + sizeOf(each), 0) > MAX_EMBEDS_SIZE &&
    broken('MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${MAX_EMBEDS_SIZE}`),
]);

function sizeOf({ title, description, author, footer, fields }: Embed): number {
  const shown = [title, description, author?.name, footer?.text, ...(fields ?? []).flatMap((f) => [f.name, f.value])];
  return shown.reduce((sum, each) => sum + lengthOf(each ?? ''), 0);
}

const mentioned = ['users', 'roles'] as const;

const allowedMentions = ruled(
  z.object({
    parse: z.array(z.enum([...mentioned, 'everyone'])).nullish(),
    users: list(snowflake, 0, 100).nullish(),
    roles: list(snowflake, 0, 100).nullish(),
    replied_user: yes,
  }),
  (value) =>
    mentioned.map((key) => {
      const words = `parse:["${key}"] and ${key}: [ids...] are mutually exclusive.`;
      const both = value.parse?.includes(key) && value[key]?.length;
      return both && broken('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', words);
    }),
);

/** Null or absent allows all mentions. */
export type AllowedMentions = z.infer<typeof allowedMentions>;

const attachment = z.object({
  id: snowflake,
  filename: text(1, 1024).nullish(),
  description: text(0, 1024).nullish(),
  title: text(0, 1024).nullish(),
});

const message = (allowedFlags: number) =>
  z.object({
    content: text(0, 2000).nullish(),
    embeds: embeds.nullish(),
    components: components.nullish(),
    attachments: list(attachment, 0, 10).nullish(),
    allowed_mentions: allowedMentions.nullish(),
    flags: flags(allowedFlags).nullish(),
    tts: yes,
  });

const { suppressEmbeds, suppressNotifications, ephemeral } = MessageFlag;

/** The body of POST /channels/{id}/messages. */
export const channelMessage = message(suppressEmbeds | suppressNotifications).extend({
  nonce: z.union([text(0, 25), z.int()]).nullish(),
  enforce_nonce: yes,
  message_reference: z
    .object({
      type: z.literal(0).nullish(),
      message_id: snowflake,
      channel_id: snowflake.nullish(),
      guild_id: snowflake.nullish(),
      fail_if_not_exists: yes,
    })
    .nullish(),
});

/** A first answer to an interaction, or a follow-up. */
export const answerMessage = message(suppressEmbeds | suppressNotifications | ephemeral);

/** An edit, by channel or by interaction token. Absent fields stay as they are. */
export const messageEdit = message(suppressEmbeds | ephemeral);

export type MessageBody = z.infer<typeof answerMessage>;
