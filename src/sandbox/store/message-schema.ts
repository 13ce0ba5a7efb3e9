import { MessageFlags } from 'discord.js';
import * as z from 'zod';
import { broken } from './errors.ts';
import * as schema from './field-schemas.ts';

const customId = schema.textField(1, 100);

/** A string, since it needs the `v` flag, which the compiler's target does not support yet. */
const ONE_PICTOGRAPH = String.raw`^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$`;
const PICTOGRAPH = new RegExp(ONE_PICTOGRAPH, 'v');

/** One Unicode emoji. Custom emoji are invalid, since the sandbox's servers have none. */
const emoji = schema
  .ruled(
    z.object({
      id: schema.snowflake.nullish(),
      name: schema.textField(0, 32).nullish(),
      animated: schema.optionalBoolean,
    }),
    ({ id, name }) => [(id || !PICTOGRAPH.test(name ?? '')) && broken('COMPONENT_INVALID_EMOJI', 'name')],
  )
  .nullish();

const LINK = 5;

const button = schema.ruled(
  z.object({
    type: z.literal(2),
    style: schema.oneOfNumbers([1, 2, 3, 4, LINK]),
    label: schema.textField(0, 80).nullish(),
    emoji,
    custom_id: customId.nullish(),
    url: schema.webUrl(512),
    disabled: schema.optionalBoolean,
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
  placeholder: schema.textField(0, 150).nullish(),
  min_values: schema.integer(0, 25).nullish(),
  max_values: schema.integer(1, 25).nullish(),
  disabled: schema.optionalBoolean,
};

const selectOption = z.object({
  label: schema.textField(1, 100),
  value: schema.textField(1, 100),
  description: schema.textField(0, 100).nullish(),
  emoji,
  default: schema.optionalBoolean,
});

const optionSelect = z.object({ type: z.literal(3), ...selectFields, options: schema.list(selectOption, 1, 25) });

const minAboveMax = ({ min_values, max_values }: Pick<z.infer<typeof optionSelect>, 'min_values' | 'max_values'>) =>
  (min_values ?? 1) > (max_values ?? 1) && broken('SELECT_COMPONENT_MIN_GREATER_THAN_MAX', 'min_values');

const stringSelect = schema.ruled(optionSelect, (select) => [
  minAboveMax(select),
  ...schema
    .repeats(select.options.map(({ value }) => value))
    .map((at) => broken('SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', 'options', at)),
  select.options.filter((option) => option.default).length > (select.max_values ?? 1) &&
    broken('SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS', 'options'),
  select.options.length < (select.min_values ?? 1) && broken('SELECT_COMPONENT_TOO_FEW_OPTIONS', 'min_values'),
]);

/** A menu of members (5) or roles (6). */
const entitySelect = <T extends 5 | 6>(type: T) =>
  schema.ruled(z.object({ type: z.literal(type), ...selectFields }), (select) => [minAboveMax(select)]);

const selects = [stringSelect, entitySelect(5), entitySelect(6)] as const;

/** A row has room for five buttons or one menu. */
const row = schema.ruled(
  z.object({ type: z.literal(1), components: schema.list(z.discriminatedUnion('type', [button, ...selects]), 1, 5) }),
  ({ components }) => {
    let width = 0;
    return components.map(({ type }, at) => {
      width += type === 2 ? 1 : 5;
      return width > 5 && broken('COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'components', at);
    });
  },
);

/** The rows of a message. A custom id may stand in them only once. */
const components = schema.ruled(schema.list(z.discriminatedUnion('type', [row]), 0, 5), (rows) => {
  const all = rows.flatMap(({ components }, row) => components.map(({ custom_id }, at) => ({ custom_id, row, at })));
  return all
    .filter(({ custom_id }, at) => custom_id && all.findIndex((each) => each.custom_id === custom_id) < at)
    .map(({ row, at }) => broken('COMPONENT_CUSTOM_ID_DUPLICATED', row, 'components', at, 'custom_id'));
});

export type Row = z.infer<typeof row>;
export type Button = z.infer<typeof button>;
export type Select = z.infer<(typeof selects)[number]>;

const MAX_EMBEDS_SIZE = 6000;

const icon = schema.mediaUrl(2048).nullish();
const media = z.object({ url: icon }).nullish();
const field = z.object({
  name: schema.textField(1, 256),
  value: schema.textField(1, 1024),
  inline: schema.optionalBoolean,
});

const embed = schema.ruled(
  z.object({
    title: schema.textField(0, 256).nullish(),
    description: schema.textField(0, 4096).nullish(),
    url: schema.webUrl(2048),
    timestamp: z.string().nullish(),
    color: schema.integer(0, 0xffffff).nullish(),
    author: z.object({ name: schema.textField(0, 256), url: schema.webUrl(2048), icon_url: icon }).nullish(),
    footer: z.object({ text: schema.textField(0, 2048), icon_url: icon }).nullish(),
    image: media,
    thumbnail: media,
    fields: schema.list(field, 0, 25).nullish(),
  }),
  ({ title, description, timestamp, author, footer, image, thumbnail, fields }) => [
    timestamp && Number.isNaN(Date.parse(timestamp)) && broken('DATE_TIME_TYPE_PARSE', 'timestamp'),
    ![title, description, author?.name, footer?.text, image?.url, thumbnail?.url, fields?.length].some(Boolean) &&
      broken('BASE_TYPE_REQUIRED', 'description'),
  ],
);

/** An embed as the bot sent it; URLs may still be `attachment://name`. */
export type Embed = z.infer<typeof embed>;

const embeds = schema.ruled(schema.list(embed, 0, 10), (all) => [
  all.reduce((sum, each) => sum + sizeOf(each), 0) > MAX_EMBEDS_SIZE && broken('MAX_EMBED_SIZE_EXCEEDED'),
]);

function sizeOf({ title, description, author, footer, fields }: Embed): number {
  const shown = [title, description, author?.name, footer?.text, ...(fields ?? []).flatMap((f) => [f.name, f.value])];
  return shown.reduce((sum, each) => sum + schema.lengthOf(each ?? ''), 0);
}

const mentioned = ['users', 'roles'] as const;

const allowedMentions = schema.ruled(
  z.object({
    parse: z.array(z.enum([...mentioned, 'everyone'])).nullish(),
    users: schema.list(schema.snowflake, 0, 100).nullish(),
    roles: schema.list(schema.snowflake, 0, 100).nullish(),
    replied_user: schema.optionalBoolean,
  }),
  (value) =>
    mentioned.map(
      (key) => value.parse?.includes(key) && value[key]?.length && broken('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE'),
    ),
);

/** Null or absent allows all mentions. */
export type AllowedMentions = z.infer<typeof allowedMentions>;

const attachment = z.object({
  id: schema.snowflake,
  filename: schema.textField(1, 1024).nullish(),
  description: schema.textField(0, 1024).nullish(),
});

const message = (allowedFlags: number) =>
  z.object({
    content: schema.textField(0, 2000).nullish(),
    embeds: embeds.nullish(),
    components: components.nullish(),
    attachments: schema.list(attachment, 0, 10).nullish(),
    allowed_mentions: allowedMentions.nullish(),
    flags: schema.flags(allowedFlags).nullish(),
    tts: schema.optionalBoolean,
  });

const { SuppressEmbeds, SuppressNotifications, Ephemeral } = MessageFlags;

/** The body of POST /channels/{id}/messages. */
export const channelMessage = message(SuppressEmbeds | SuppressNotifications).extend({
  nonce: z.union([schema.textField(0, 25), z.int()]).nullish(),
  enforce_nonce: schema.optionalBoolean,
  message_reference: z
    .object({
      type: z.literal(0).nullish(),
      message_id: schema.snowflake,
      channel_id: schema.snowflake.nullish(),
      guild_id: schema.snowflake.nullish(),
      fail_if_not_exists: schema.optionalBoolean,
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
  const { type, data } = schema.check(envelope, value);
  schema.check(schema.oneOfNumbers(allowed), type, ['type']);
  return { type, data };
}

export const deferral = z.object({ flags: schema.flags(Ephemeral | SuppressNotifications).nullish() }).nullish();

/** @param numeric whether the option takes numbers: then strings are refused, otherwise numbers. */
export function checkChoices(data: unknown, numeric: boolean): { name: string; value: string | number }[] {
  const value = numeric ? z.number() : schema.textField(1, 100);
  const choices = schema.list(z.object({ name: schema.textField(1, 100), value }), 0, 25).nullish();
  return schema.check(z.object({ choices }), data, ['data']).choices ?? [];
}

const textInput = schema.ruled(
  z.object({
    type: z.literal(4),
    custom_id: customId,
    style: schema.oneOfNumbers([1, 2]),
    value: schema.textField(0, 4000).nullish(),
    placeholder: schema.textField(0, 100).nullish(),
    required: schema.optionalBoolean,
    min_length: schema.integer(0, 4000).nullish(),
    max_length: schema.integer(1, 4000).nullish(),
  }),
  ({ min_length, max_length }) => [
    (min_length ?? 0) > (max_length ?? 4000) && broken('TEXT_INPUT_COMPONENT_MIN_GREATER_THAN_MAX', 'min_length'),
  ],
);

const title = schema.textField(1, 45);
const labelled = z.object({
  type: z.literal(18),
  label: title,
  description: schema.textField(0, 100).nullish(),
  component: z.discriminatedUnion('type', [textInput]),
});

/** Text inputs with their labels; the older ones in rows are left out. */
const fields = schema.ruled(schema.list(z.discriminatedUnion('type', [labelled]), 1, 5), (all) =>
  schema
    .repeats(all.map(({ component }) => component.custom_id))
    .map((at) => broken('COMPONENT_CUSTOM_ID_DUPLICATED', at, 'component', 'custom_id')),
);

export const modal = z.object({ custom_id: customId, title, components: fields });

export type Modal = z.infer<typeof modal>;
export type ModalField = z.infer<typeof textInput>;
