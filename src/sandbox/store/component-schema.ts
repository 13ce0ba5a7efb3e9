import { z } from 'zod';
import type { FieldIssue } from './errors.ts';
import {
  attachmentUrl,
  broken,
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
  required: yes,
};

const selectOption = z.object({
  label: text(1, 100),
  value: text(1, 100),
  description: text(0, 100).nullish(),
  emoji,
  default: yes,
});

/** A menu of given options, as a form takes it; a message's has further rules. */
export const formSelect = z.object({ type: z.literal(3), ...selectFields, options: list(selectOption, 1, 25) });

const minAboveMax = ({ min_values, max_values }: Pick<z.infer<typeof formSelect>, 'min_values' | 'max_values'>) =>
  (min_values ?? 1) > (max_values ?? 1) &&
  broken(
    'SELECT_COMPONENT_MIN_GREATER_THAN_MAX',
    'Minimum number of values must not be greater than the maximum',
    'min_values',
  );

const stringSelect = ruled(formSelect, (select) => [
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

export const textDisplay = z.object({ type: z.literal(10), id, content: text(1, 4000) });
const picture = { media: z.object({ url: mediaUrl(2048) }), description: text(1, 1024).nullish(), spoiler: yes };
const thumbnail = z.object({ type: z.literal(11), id, ...picture });
const section = z.object({
  type: z.literal(9),
  id,
  components: list(textDisplay, 1, 3),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
});
const gallery = z.object({ type: z.literal(12), id, items: list(z.object(picture), 1, 10) });
const file = z.object({ type: z.literal(13), id, file: z.object({ url: attachmentUrl }), spoiler: yes });
const separator = z.object({ type: z.literal(14), id, divider: yes, spacing: oneOf([1, 2]).nullish() });
const inContainer = [row, section, textDisplay, gallery, file, separator] as const;
const container = z.object({
  type: z.literal(17),
  id,
  components: list(z.discriminatedUnion('type', inContainer), 1, 40),
  accent_color: integer(0, 0xffffff).nullish(),
  spoiler: yes,
});

const component = z.discriminatedUnion('type', [...inContainer, container]);

/** The components of a message. Each is validated by itself; `componentIssues` validates the whole. */
export const components = list(component, 0, 40);

/** A component of a message, at the top level or nested in a row, section or container. */
export type Component = z.infer<typeof component>;
export type Button = z.infer<typeof button>;
export type Select = z.infer<(typeof selects)[number]>;
export type AnyComponent = Component | Button | Select | z.infer<typeof thumbnail>;

type Path = FieldIssue['path'];

/** Every component of a tree with its path, parents first. */
export function* walk(all: readonly AnyComponent[], at: Path = []): Generator<readonly [AnyComponent, Path]> {
  for (const [index, each] of all.entries()) {
    const path = [...at, index];
    yield [each, path];
    if ('components' in each) yield* walk(each.components, [...path, 'components']);
    if ('accessory' in each) yield [each.accessory, [...path, 'accessory']];
  }
}

/** The URLs of a component's pictures and files, with the path from it to each. */
export function mediaOf(each: AnyComponent): (readonly [url: string, path: Path])[] {
  if (each.type === 11) return [[each.media.url, ['media', 'url']]];
  if (each.type === 13) return [[each.file.url, ['file', 'url']]];
  return each.type === 12 ? each.items.map(({ media }, at) => [media.url, ['items', at, 'media']] as const) : [];
}

/** The name in `attachment://name`, or null. */
export function attachedName(url: string): string | null {
  return url.startsWith('attachment://') ? url.slice('attachment://'.length) : null;
}

const MAX_COMPONENTS = 40;
const MAX_ROWS = 5;
const MAX_SHOWN_TEXT = 4000;

/**
 * Errors of a message's components as a whole: too many rows or components, repeated ids, and types that need the flag
 * of components v2.
 */
export function componentIssues(all: readonly Component[], v2: boolean): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const note = (code: string, message: string, ...path: Path) =>
    issues.push({ code, message, path: ['components', ...path] });
  if (!v2) {
    if (all.length > MAX_ROWS) note('BASE_TYPE_MAX_LENGTH', `Must be ${MAX_ROWS} or fewer in length.`);
    for (const [index, { type }] of all.entries()) {
      if (type !== 1) note('UNION_TYPE_CHOICES', 'Value of field "type" must be one of (1,).', index, 'type');
    }
  }
  const found = [...walk(all)];
  const noteRepeated = (field: 'custom_id' | 'id', code: string, words: string) => {
    const values = found.map(([each]) =>
      field in each ? (each as Partial<Record<typeof field, unknown>>)[field] : null,
    );
    for (const at of repeats(values)) note(code, words, ...(found[at]?.[1] ?? []), field);
  };
  noteRepeated('custom_id', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
  noteRepeated('id', 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated');
  const shown = found.reduce((sum, [each]) => sum + (each.type === 10 ? lengthOf(each.content) : 0), 0);
  const [tooMany, tooMuch] = ['COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED'];
  if (found.length > MAX_COMPONENTS) note(tooMany, `The total number of components exceeds ${MAX_COMPONENTS}`);
  if (shown > MAX_SHOWN_TEXT) note(tooMuch, `The total displayable text size exceeds ${MAX_SHOWN_TEXT}`);
  return issues;
}

/** Gives ids from 1 on to components without one, as Discord does. */
export function withIds(all: readonly Component[]): Component[] {
  const copy = structuredClone(all) as Component[];
  const taken = new Set([...walk(copy)].map(([each]) => each.id).filter(Boolean));
  let next = 1;
  for (const [each] of walk(copy)) {
    if (each.id) continue;
    while (taken.has(next)) next++;
    each.id = next++;
  }
  return copy;
}
