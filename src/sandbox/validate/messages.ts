import { z } from 'zod';
import { components } from './components.ts';
import { embeds } from './embeds.ts';
import { complaint, integer, list, snowflake, text } from './fields.ts';

/** Discord's message flags that the sandbox knows. */
export const MessageFlag = {
  suppressEmbeds: 1 << 2,
  hasThread: 1 << 5,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
  componentsV2: 1 << 15,
} as const;

/** A bit field of which only the `allowed` bits may be set. */
export const flags = (allowed: number) =>
  integer(0, 0x7fffffff).superRefine((value, ctx) => {
    if ((value & ~allowed) !== 0) {
      ctx.addIssue(complaint('MESSAGE_FLAGS_INVALID', `The flags ${value & ~allowed} cannot be set here.`));
    }
  });

const allowedMentions = z
  .object({
    parse: z.array(z.enum(['users', 'roles', 'everyone'])).nullish(),
    users: list(snowflake, 0, 100).nullish(),
    roles: list(snowflake, 0, 100).nullish(),
    replied_user: z.boolean().nullish(),
  })
  .superRefine((value, ctx) => {
    for (const key of ['users', 'roles'] as const) {
      if (value.parse?.includes(key) && value[key]?.length) {
        const words = `parse:["${key}"] and ${key}: [ids...] are mutually exclusive.`;
        ctx.addIssue(complaint('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', words));
      }
    }
  });

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
    tts: z.boolean().nullish(),
  });

const { suppressEmbeds, suppressNotifications, ephemeral, componentsV2 } = MessageFlag;

/** The body of POST /channels/{id}/messages. */
export const channelMessage = message(suppressEmbeds | suppressNotifications | componentsV2).extend({
  nonce: z.union([text(0, 25), z.int()]).nullish(),
  enforce_nonce: z.boolean().nullish(),
  message_reference: z
    .object({
      type: z.literal(0).nullish(),
      message_id: snowflake,
      channel_id: snowflake.nullish(),
      guild_id: snowflake.nullish(),
      fail_if_not_exists: z.boolean().nullish(),
    })
    .nullish(),
});

/** A first answer to an interaction, or a follow-up. */
export const answerMessage = message(suppressEmbeds | suppressNotifications | ephemeral | componentsV2);

/** An edit, by channel or by interaction token. Absent fields stay as they are. */
export const messageEdit = message(suppressEmbeds | ephemeral | componentsV2);

export type MessageBody = z.infer<typeof answerMessage>;
