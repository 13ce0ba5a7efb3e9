import { MessageFlags } from 'discord.js';
import { z } from 'zod';
import {
  broken,
  check,
  flags,
  integer,
  lengthOf,
  list,
  mediaUrl,
  oneOf,
  optionalBoolean,
  repeats,
  ruled,
  snowflake,
  text,
  webUrl,
} from './errors.ts';

const customId = text(1, 100);

/** A string, since it needs the `v` flag, which the compiler's target does not support yet. */
const ONE_PICTOGRAPH = String.raw`^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$`;
const PICTOGRAPH = new RegExp(ONE_PICTOGRAPH, 'v');

/** One Unicode emoji. Custom emoji are invalid, since the sandbox's servers have none. */
const emoji = ruled(
  z.object({ id: snowflake.nullish(), name: text(0, 32).nullish(), animated: optionalBoolean }),
  ({ id, name }) => [(id || !PICTOGRAPH.test(name ?? '')) && broken('COMPONENT_INVALID_EMOJI', 'name')],
).nullish();

const LINK = 5;

const button = ruled(
  z.object({
    type: z.literal(2),
    style: oneOf([1, 2, 3, 4, LINK]),
    label: text(0, 80).nullish(),
    emoji,
    custom_id: customId.nullish(),
    url: webUrl(512),
    disabled: optionalBoolean,
  }),
  ({ style, custom_id, url, label, emoji }) => [
    custom_id && url
      ? broken('BUTTON_COMPONENT_CUSTOM_ID_AND_URL')
      : style === LINK
        ? !url && broken('BUTTON_COMPONENT_URL_REQUIRED', 'url')
        : !custom_id && broken('BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', 'custom_id'),
    !label && !emoji && broken('BUTTON_COMPONENT_LABEL_REQUIRED', 'label'),
  ],
);

const selectFields = {
  custom_id: customId,
  placeholder: text(0, 150).nullish(),
  min_values: integer(0, 25).nullish(),
  max_values: integer(1, 25).nullish(),
  disabled: optionalBoolean,
};

const selectOption = z.object({
  label: text(1, 100),
  value: text(1, 100),
  description: text(0, 100).nullish(),
  emoji,
  default: optionalBoolean,
});

const optionSelect = z.object({ type: z.literal(3), ...selectFields, options: list(selectOption, 1, 25) });

const minAboveMax = ({ min_values, max_values }: Pick<z.infer<typeof optionSelect>, 'min_values' | 'max_values'>) =>
  (min_values ?? 1) > (max_values ?? 1) && broken('SELECT_COMPONENT_MIN_GREATER_THAN_MAX', 'min_values');

const stringSelect = ruled(optionSelect, (select) => [
  minAboveMax(select),
  ...repeats(select.options.map(({ value }) => value)).map((at) =>
    broken('SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', 'options', at),
  ),
  select.options.filter((option) => option.default).length > (select.max_values ?? 1) &&
    broken('SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS', 'options'),
  select.options.length < (select.min_values ?? 1) && broken('SELECT_COMPONENT_TOO_FEW_OPTIONS', 'min_values'),
]);

/** A menu of members (5) or roles (6). */
const entitySelect = <T extends 5 | 6>(type: T) =>
  ruled(z.object({ type: z.literal(type), ...selectFields }), (select) => [minAboveMax(select)]);

const selects = [stringSelect, entitySelect(5), entitySelect(6)] as const;

/** A row has room for five buttons or one menu. */
const row = ruled(
  z.object({ type: z.literal(1), components: list(z.discriminatedUnion('type', [button, ...selects]), 1, 5) }),
  ({ components }) => {
    let width = 0;
    return components.map(({ type }, at) => {
      width += type === 2 ? 1 : 5;
      return width > 5 && broken('COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'components', at);
    });
  },
);

/** The rows of a message. A custom id may stand in them only once. */
const components = ruled(list(z.discriminatedUnion('type', [row]), 0, 5), (rows) => {
  const all = rows.flatMap(({ components }, row) => components.map(({ custom_id }, at) => ({ custom_id, row, at })));
  return all
    .filter(({ custom_id }, at) => custom_id && all.findIndex((each) => each.custom_id === custom_id) < at)
    .map(({ row, at }) => broken('COMPONENT_CUSTOM_ID_DUPLICATED', row, 'components', at, 'custom_id'));
});

export type Row = z.infer<typeof row>;
export type Button = z.infer<typeof button>;
export type Select = z.infer<(typeof selects)[number]>;

const MAX_EMBEDS_SIZE = 6000;

const icon = mediaUrl(2048).nullish();
const media = z.object({ url: icon }).nullish();
const field = z.object({ name: text(1, 256), value: text(1, 1024), inline: optionalBoolean });

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
    timestamp && Number.isNaN(Date.parse(timestamp)) && broken('DATE_TIME_TYPE_PARSE', 'timestamp'),
    ![title, description, author?.name, footer?.text, image?.url, thumbnail?.url, fields?.length].some(Boolean) &&
      broken('BASE_TYPE_REQUIRED', 'description'),
  ],
);

/** An embed as the bot sent it; URLs may still be `attachment://name`. */
export type Embed = z.infer<typeof embed>;

const embeds = ruled(list(embed, 0, 10), (all) => [
  all.reduce((sum, each) => sum + sizeOf(each), 0) > MAX_EMBEDS_SIZE && broken('MAX_EMBED_SIZE_EXCEEDED'),
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
    replied_user: optionalBoolean,
  }),
  (value) =>
    mentioned.map(
      (key) => value.parse?.includes(key) && value[key]?.length && broken('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE'),
    ),
);

/** Null or absent allows all mentions. */
export type AllowedMentions = z.infer<typeof allowedMentions>;

const attachment = z.object({
  id: snowflake,
  filename: text(1, 1024).nullish(),
  description: text(0, 1024).nullish(),
});

const message = (allowedFlags: number) =>
  z.object({
    content: text(0, 2000).nullish(),
    embeds: embeds.nullish(),
    components: components.nullish(),
    attachments: list(attachment, 0, 10).nullish(),
    allowed_mentions: allowedMentions.nullish(),
    flags: flags(allowedFlags).nullish(),
    tts: optionalBoolean,
  });

const { SuppressEmbeds, SuppressNotifications, Ephemeral } = MessageFlags;

/** The body of POST /channels/{id}/messages. */
export const channelMessage = message(SuppressEmbeds | SuppressNotifications).extend({
  nonce: z.union([text(0, 25), z.int()]).nullish(),
  enforce_nonce: optionalBoolean,
  message_reference: z
    .object({
      type: z.literal(0).nullish(),
      message_id: snowflake,
      channel_id: snowflake.nullish(),
      guild_id: snowflake.nullish(),
      fail_if_not_exists: optionalBoolean,
    })
    .nullish(),
});

/** A first answer to an interaction, or a follow-up. */
export const answerMessage = message(SuppressEmbeds | SuppressNotifications | Ephemeral);

/** An edit, by channel or by interaction token. Absent fields stay as they are. */
export const messageEdit = message(SuppressEmbeds | Ephemeral);

export type MessageBody = z.infer<typeof answerMessage>;

const envelope = z.object({ type: z.int(), data: z.unknown().optional() });

/**
 * The type and data of a first answer.
 * @throws {ApiError} 50035 if the type is not `allowed`.
 */
export function checkCallback(value: unknown, allowed: readonly number[]): { type: number; data: unknown } {
  const { type, data } = check(envelope, value);
  check(oneOf(allowed), type, ['type']);
  return { type, data };
}

export const deferral = z.object({ flags: flags(Ephemeral | SuppressNotifications).nullish() }).nullish();

/** @param numeric whether the option takes numbers: then strings are refused, otherwise numbers. */
export function checkChoices(data: unknown, numeric: boolean): { name: string; value: string | number }[] {
  const value = numeric ? z.number() : text(1, 100);
  const choices = list(z.object({ name: text(1, 100), value }), 0, 25).nullish();
  return check(z.object({ choices }), data, ['data']).choices ?? [];
}

const textInput = ruled(
  z.object({
    type: z.literal(4),
    custom_id: customId,
    style: oneOf([1, 2]),
    value: text(0, 4000).nullish(),
    placeholder: text(0, 100).nullish(),
    required: optionalBoolean,
    min_length: integer(0, 4000).nullish(),
    max_length: integer(1, 4000).nullish(),
  }),
  ({ min_length, max_length }) => [
    (min_length ?? 0) > (max_length ?? 4000) && broken('TEXT_INPUT_COMPONENT_MIN_GREATER_THAN_MAX', 'min_length'),
  ],
);

const title = text(1, 45);
const labelled = z.object({
  type: z.literal(18),
  label: title,
  description: text(0, 100).nullish(),
  component: z.discriminatedUnion('type', [textInput]),
});

/** Text inputs with their labels; the older ones in rows are left out. */
const fields = ruled(list(z.discriminatedUnion('type', [labelled]), 1, 5), (all) =>
  repeats(all.map(({ component }) => component.custom_id)).map((at) =>
    broken('COMPONENT_CUSTOM_ID_DUPLICATED', at, 'component', 'custom_id'),
  ),
);

export const modal = z.object({ custom_id: customId, title, components: fields });

export type Modal = z.infer<typeof modal>;
export type ModalField = z.infer<typeof textInput>;
