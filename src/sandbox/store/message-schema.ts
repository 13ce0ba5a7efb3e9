import { z } from 'zod';
import {
  broken,
  type FieldIssue,
  flags,
  integer,
  lengthOf,
  list,
  mediaUrl,
  oneOf,
  repeats,
  ruled,
  snowflake,
  text,
  webUrl,
  yes,
} from './errors.ts';

/** A component's number within its message or form. */
export const id = integer(0, 0x7fffffff).nullish();
export const customId = text(1, 100);

/** A string, since it needs the `v` flag, which the compiler's target does not support yet. */
const ONE_PICTOGRAPH = String.raw`^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$`;
const PICTOGRAPH = new RegExp(ONE_PICTOGRAPH, 'v');

/** One Unicode emoji. Custom emoji are invalid, since the sandbox's servers have none. */
const emoji = ruled(
  z.object({ id: snowflake.nullish(), name: text(0, 32).nullish(), animated: yes }),
  ({ id, name }) => [
    (id || !PICTOGRAPH.test(name ?? '')) && broken('COMPONENT_INVALID_EMOJI', 'Invalid emoji', 'name'),
  ],
).nullish();

const LINK = 5;

const button = ruled(
  z.object({
    type: z.literal(2),
    id,
    style: oneOf([1, 2, 3, 4, LINK]),
    label: text(0, 80).nullish(),
    emoji,
    custom_id: customId.nullish(),
    url: webUrl(512),
    disabled: yes,
  }),
  ({ style, custom_id, url, label, emoji }) => [
    custom_id && url
      ? broken('BUTTON_COMPONENT_CUSTOM_ID_AND_URL', 'A custom id and url cannot both be specified')
      : style === LINK
        ? !url && broken('BUTTON_COMPONENT_URL_REQUIRED', 'A url is required', 'url')
        : !custom_id && broken('BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', 'A custom id is required', 'custom_id'),
    !label && !emoji && broken('BUTTON_COMPONENT_LABEL_REQUIRED', 'A label or an emoji is required', 'label'),
  ],
);

const selectFields = {
  id,
  custom_id: customId,
  placeholder: text(0, 150).nullish(),
  min_values: integer(0, 25).nullish(),
  max_values: integer(1, 25).nullish(),
  disabled: yes,
};

const selectOption = z.object({
  label: text(1, 100),
  value: text(1, 100),
  description: text(0, 100).nullish(),
  emoji,
  default: yes,
});

const optionSelect = z.object({ type: z.literal(3), ...selectFields, options: list(selectOption, 1, 25) });

const minAboveMax = ({ min_values, max_values }: Pick<z.infer<typeof optionSelect>, 'min_values' | 'max_values'>) =>
  (min_values ?? 1) > (max_values ?? 1) &&
  broken(
    'SELECT_COMPONENT_MIN_GREATER_THAN_MAX',
    'Minimum number of values must not be greater than the maximum',
    'min_values',
  );

const stringSelect = ruled(optionSelect, (select) => [
  minAboveMax(select),
  ...repeats(select.options.map(({ value }) => value)).map((at) =>
    broken('SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', 'The specified option value is already used', 'options', at),
  ),
  select.options.filter((option) => option.default).length > (select.max_values ?? 1) &&
    broken(
      'SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS',
      'The number of default options exceeds the maximum number of values',
      'options',
    ),
  select.options.length < (select.min_values ?? 1) &&
    broken('SELECT_COMPONENT_TOO_FEW_OPTIONS', 'Fewer options than the minimum number of values', 'min_values'),
]);

const entitySelect = <T extends 5 | 6 | 7 | 8>(type: T) =>
  ruled(
    z.object({
      type: z.literal(type),
      ...selectFields,
      default_values: z.array(z.object({ id: snowflake, type: z.string() })).nullish(),
      channel_types: z.array(z.int()).nullish(),
    }),
    (select) => [minAboveMax(select)],
  );

const selects = [stringSelect, entitySelect(5), entitySelect(6), entitySelect(7), entitySelect(8)] as const;

/** A row has room for five buttons or one menu. */
const row = ruled(
  z.object({ type: z.literal(1), id, components: list(z.discriminatedUnion('type', [button, ...selects]), 1, 5) }),
  ({ components }) => {
    const widths = components.map(({ type }) => (type === 2 ? 1 : 5));
    return components.map((_, at) => {
      const tooWide = widths.slice(0, at + 1).reduce((sum, width) => sum + width, 0) > 5;
      const words = 'The specified component exceeds the maximum width';
      return tooWide && broken('COMPONENT_LAYOUT_WIDTH_EXCEEDED', words, 'components', at);
    });
  },
);

/** The components of a message: rows. Each is validated by itself; `componentIssues` validates the whole. */
const components = list(z.discriminatedUnion('type', [row]), 0, 5);

export type Row = z.infer<typeof row>;
export type Button = z.infer<typeof button>;
export type Select = z.infer<(typeof selects)[number]>;

/** The buttons and menus of a message, with the path of each. */
const partsOf = (rows: readonly Row[]): (readonly [Button | Select, FieldIssue['path']])[] =>
  rows.flatMap(({ components }, at) => components.map((each, index) => [each, [at, 'components', index]] as const));

/** Errors of a message's components as a whole: repeated ids. */
export function componentIssues(rows: readonly Row[]): FieldIssue[] {
  const parts = partsOf(rows);
  const repeated = (field: 'custom_id' | 'id', all: readonly (readonly [object, FieldIssue['path']])[]) =>
    repeats(all.map(([each]) => (each as Partial<Record<typeof field, unknown>>)[field])).map((at) => ({
      code: `COMPONENT_${field.toUpperCase()}_DUPLICATED`,
      message: `Component ${field.replace('_', ' ')} cannot be duplicated`,
      path: ['components', ...(all[at]?.[1] ?? []), field],
    }));
  const all = [...rows.map((row, at) => [row, [at]] as const), ...parts];
  return [...repeated('custom_id', parts), ...repeated('id', all)];
}

/** Gives ids from 1 on to components without one, as Discord does. */
export function withIds(rows: readonly Row[]): Row[] {
  const copy = structuredClone(rows) as Row[];
  const all = copy.flatMap((row): { id?: number | null | undefined }[] => [row, ...row.components]);
  const taken = new Set(all.map(({ id }) => id).filter(Boolean));
  let next = 1;
  for (const each of all) {
    if (each.id) continue;
    while (taken.has(next)) next++;
    each.id = next++;
  }
  return copy;
}

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
