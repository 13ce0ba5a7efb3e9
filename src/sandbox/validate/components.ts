import { z } from 'zod';
import type { FieldIssue } from '../errors.ts';
import { complaint, integer, lengthOf, list, mediaUrl, oneOf, snowflake, text, webUrl } from './fields.ts';

const id = integer(0, 0x7fffffff).nullish();
const customId = text(1, 100);

/** One Unicode emoji. Custom emoji are invalid, since the sandbox's servers have none. */
const emoji = z
  .object({ id: snowflake.nullish(), name: text(0, 32).nullish(), animated: z.boolean().nullish() })
  .superRefine((value, ctx) => {
    if (value.id || !isPictograph(value.name ?? '')) {
      ctx.addIssue(complaint('COMPONENT_INVALID_EMOJI', 'Invalid emoji', ['name']));
    }
  });

/** A string, since it needs the `v` flag, which the compiler's target does not support yet. */
const ONE_PICTOGRAPH = String.raw`^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$`;
const PICTOGRAPH = new RegExp(ONE_PICTOGRAPH, 'v');

function isPictograph(name: string): boolean {
  return PICTOGRAPH.test(name);
}

const LINK = 5;

const button = z
  .object({
    type: z.literal(2),
    id,
    style: oneOf([1, 2, 3, 4, LINK]),
    label: text(0, 80).nullish(),
    emoji: emoji.nullish(),
    custom_id: customId.nullish(),
    url: webUrl(512).nullish(),
    disabled: z.boolean().nullish(),
  })
  .superRefine((value, ctx) => {
    const link = value.style === LINK;
    if (value.custom_id && value.url) {
      const words = 'A custom id and url cannot both be specified';
      ctx.addIssue(complaint('BUTTON_COMPONENT_CUSTOM_ID_AND_URL', words));
    } else if (link && !value.url) {
      ctx.addIssue(complaint('BUTTON_COMPONENT_URL_REQUIRED', 'A url is required', ['url']));
    } else if (!link && !value.custom_id) {
      ctx.addIssue(complaint('BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', 'A custom id is required', ['custom_id']));
    }
    if (!value.label && !value.emoji) {
      ctx.addIssue(complaint('BUTTON_COMPONENT_LABEL_REQUIRED', 'A label or an emoji is required', ['label']));
    }
  });

const selectCommon = {
  id,
  custom_id: customId,
  placeholder: text(0, 150).nullish(),
  min_values: integer(0, 25).nullish(),
  max_values: integer(1, 25).nullish(),
  disabled: z.boolean().nullish(),
  required: z.boolean().nullish(),
};

type Range = { min_values?: number | null | undefined; max_values?: number | null | undefined };

function checkRange(value: Range, ctx: z.RefinementCtx): void {
  if ((value.min_values ?? 1) > (value.max_values ?? 1)) {
    const words = 'Minimum number of values must not be greater than the maximum';
    ctx.addIssue(complaint('SELECT_COMPONENT_MIN_GREATER_THAN_MAX', words, ['min_values']));
  }
}

const stringSelect = z
  .object({
    type: z.literal(3),
    ...selectCommon,
    options: list(
      z.object({
        label: text(1, 100),
        value: text(1, 100),
        description: text(0, 100).nullish(),
        emoji: emoji.nullish(),
        default: z.boolean().nullish(),
      }),
      1,
      25,
    ),
  })
  .superRefine((value, ctx) => {
    checkRange(value, ctx);
    const seen = new Set<string>();
    value.options.forEach((option, index) => {
      if (seen.has(option.value)) {
        const words = 'The specified option value is already used';
        ctx.addIssue(complaint('SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', words, ['options', index]));
      }
      seen.add(option.value);
    });
    const defaults = value.options.filter((option) => option.default).length;
    if (defaults > (value.max_values ?? 1)) {
      const words = 'The number of default options exceeds the maximum number of values';
      ctx.addIssue(complaint('SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS', words, ['options']));
    }
    if (value.options.length < (value.min_values ?? 1)) {
      const words = 'Fewer options than the minimum number of values';
      ctx.addIssue(complaint('SELECT_COMPONENT_TOO_FEW_OPTIONS', words, ['min_values']));
    }
  });

const defaultValues = z.array(z.object({ id: snowflake, type: z.string() })).nullish();

const entitySelect = <T extends 5 | 6 | 7 | 8>(type: T) =>
  z
    .object({
      type: z.literal(type),
      ...selectCommon,
      default_values: defaultValues,
      channel_types: z.array(z.int()).nullish(),
    })
    .superRefine(checkRange);

const selects = [stringSelect, entitySelect(5), entitySelect(6), entitySelect(7), entitySelect(8)] as const;

const row = z
  .object({ type: z.literal(1), id, components: list(z.discriminatedUnion('type', [button, ...selects]), 1, 5) })
  .superRefine((value, ctx) => {
    let width = 0;
    value.components.forEach((component, index) => {
      width += component.type === 2 ? 1 : 5;
      if (width > 5) {
        const words = 'The specified component exceeds the maximum width';
        ctx.addIssue(complaint('COMPONENT_LAYOUT_WIDTH_EXCEEDED', words, ['components', index]));
      }
    });
  });

const textDisplay = z.object({ type: z.literal(10), id, content: text(1, 4000) });
const media = z.object({ url: mediaUrl(2048) });
const altText = text(1, 1024).nullish();
const spoiler = z.boolean().nullish();
const thumbnail = z.object({ type: z.literal(11), id, media, description: altText, spoiler });
const section = z.object({
  type: z.literal(9),
  id,
  components: list(textDisplay, 1, 3),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
});
const gallery = z.object({
  type: z.literal(12),
  id,
  items: list(z.object({ media, description: altText, spoiler }), 1, 10),
});
const file = z.object({
  type: z.literal(13),
  id,
  file: z.object({
    url: z.string().superRefine((value, ctx) => {
      if (!value.startsWith('attachment://')) {
        ctx.addIssue(complaint('URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('attachment')."));
      }
    }),
  }),
  spoiler,
});
const separator = z.object({
  type: z.literal(14),
  id,
  divider: z.boolean().nullish(),
  spacing: oneOf([1, 2]).nullish(),
});
const container = z.object({
  type: z.literal(17),
  id,
  components: list(z.discriminatedUnion('type', [row, section, textDisplay, gallery, file, separator]), 1, 40),
  accent_color: integer(0, 0xffffff).nullish(),
  spoiler,
});

const component = z.discriminatedUnion('type', [row, section, textDisplay, gallery, file, separator, container]);

/** The components of a message. Each is validated by itself; `componentIssues` validates the whole. */
export const components = list(component, 0, 40);

/** A component of a message, at the top level or nested in a row, section or container. */
export type Component = z.infer<typeof component>;
export type Button = z.infer<typeof button>;
export type StringSelect = z.infer<typeof stringSelect>;
export type EntitySelect = z.infer<ReturnType<typeof entitySelect<5 | 6 | 7 | 8>>>;
export type Thumbnail = z.infer<typeof thumbnail>;
export type AnyComponent = Component | Button | StringSelect | EntitySelect | Thumbnail;

type Path = readonly (string | number)[];

/** Every component of a tree with its path, parents first. */
export function* walk(all: readonly AnyComponent[], at: Path = []): Generator<readonly [AnyComponent, Path]> {
  for (const [index, each] of all.entries()) yield* walkOne(each, [...at, index]);
}

function* walkOne(each: AnyComponent, at: Path): Generator<readonly [AnyComponent, Path]> {
  yield [each, at];
  if ('components' in each) yield* walk(each.components, [...at, 'components']);
  if ('accessory' in each) yield* walkOne(each.accessory, [...at, 'accessory']);
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
  if (!v2) {
    if (all.length > MAX_ROWS) {
      const message = `Must be ${MAX_ROWS} or fewer in length.`;
      issues.push({ path: ['components'], code: 'BASE_TYPE_MAX_LENGTH', message });
    }
    all.forEach((each, index) => {
      if (each.type !== 1) {
        const message = 'Value of field "type" must be one of (1,).';
        issues.push({ path: ['components', index, 'type'], code: 'UNION_TYPE_CHOICES', message });
      }
    });
  }
  const customIds = new Set<string>();
  const ids = new Set<number>();
  let count = 0;
  let shown = 0;
  for (const [each, at] of walk(all)) {
    count++;
    if (each.type === 10) shown += lengthOf(each.content);
    const path = ['components', ...at];
    const used = 'custom_id' in each ? each.custom_id : undefined;
    if (used) {
      if (customIds.has(used)) {
        const message = 'Component custom id cannot be duplicated';
        issues.push({ path: [...path, 'custom_id'], code: 'COMPONENT_CUSTOM_ID_DUPLICATED', message });
      }
      customIds.add(used);
    }
    if (each.id) {
      if (ids.has(each.id)) {
        const message = 'Component id cannot be duplicated';
        issues.push({ path: [...path, 'id'], code: 'COMPONENT_ID_DUPLICATED', message });
      }
      ids.add(each.id);
    }
  }
  if (count > MAX_COMPONENTS) {
    const message = `The total number of components exceeds ${MAX_COMPONENTS}`;
    issues.push({ path: ['components'], code: 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', message });
  }
  if (shown > MAX_SHOWN_TEXT) {
    const message = `The total displayable text size exceeds ${MAX_SHOWN_TEXT}`;
    issues.push({ path: ['components'], code: 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message });
  }
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
