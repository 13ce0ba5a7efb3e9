import { z } from 'zod';
import type { FieldIssue } from './errors.ts';
import { broken, integer, list, oneOf, repeats, ruled, snowflake, text, webUrl, yes } from './errors.ts';

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
export const components = list(z.discriminatedUnion('type', [row]), 0, 5);

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
