import { z } from 'zod';
import type { FieldIssue } from '../errors.ts';
import { refuse } from '../errors.ts';
import { check, complaint, integer, list, oneOf, text } from './fields.ts';
import { flags, MessageFlag } from './messages.ts';

/** Discord's interaction callback types. */
export const CallbackType = {
  message: 4,
  deferredMessage: 5,
  deferredUpdate: 6,
  update: 7,
  choices: 8,
  modal: 9,
} as const;

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

const deferral = z.object({ flags: flags(MessageFlag.ephemeral | MessageFlag.suppressNotifications).nullish() });

export function checkDeferral(data: unknown): number {
  return check(deferral.nullish(), data, ['data'])?.flags ?? 0;
}

const choices = z.object({
  choices: list(z.object({ name: text(1, 100), value: z.union([text(1, 100), z.number()]) }), 0, 25).nullish(),
});

/** @param numeric whether the option takes numbers: then strings are refused, otherwise numbers. */
export function checkChoices(data: unknown, numeric: boolean): { name: string; value: string | number }[] {
  const found = check(choices, data, ['data']).choices ?? [];
  const issues = found.flatMap(({ value }, index): FieldIssue[] => {
    if ((typeof value === 'number') === numeric) return [];
    const message = `Could not interpret ${JSON.stringify(value)} as ${numeric ? 'number' : 'string'}.`;
    const code = numeric ? 'NUMBER_TYPE_COERCE' : 'STRING_TYPE_CONVERT';
    return [{ path: ['data', 'choices', index, 'value'], code, message }];
  });
  if (issues.length > 0) throw refuse.invalidForm(issues);
  return found;
}

const id = integer(0, 0x7fffffff).nullish();

const textInput = {
  type: z.literal(4),
  id,
  custom_id: text(1, 100),
  style: oneOf([1, 2]),
  value: text(0, 4000).nullish(),
  placeholder: text(0, 100).nullish(),
  required: z.boolean().nullish(),
  min_length: integer(0, 4000).nullish(),
  max_length: integer(1, 4000).nullish(),
};

function checkLengths(
  input: { min_length?: number | null | undefined; max_length?: number | null | undefined },
  ctx: z.RefinementCtx,
) {
  if ((input.min_length ?? 0) > (input.max_length ?? 4000)) {
    const words = 'min_length must not be greater than max_length';
    ctx.addIssue(complaint('TEXT_INPUT_COMPONENT_MIN_GREATER_THAN_MAX', words, ['min_length']));
  }
}

const rowInput = z.object({ ...textInput, label: text(1, 45) }).superRefine(checkLengths);
const labelInput = z.object(textInput).superRefine(checkLengths);

const select = z.object({
  type: z.literal(3),
  id,
  custom_id: text(1, 100),
  placeholder: text(0, 150).nullish(),
  min_values: integer(0, 25).nullish(),
  max_values: integer(1, 25).nullish(),
  required: z.boolean().nullish(),
  options: list(
    z.object({
      label: text(1, 100),
      value: text(1, 100),
      description: text(0, 100).nullish(),
      default: z.boolean().nullish(),
    }),
    1,
    25,
  ),
});

const modal = z.object({
  custom_id: text(1, 100),
  title: text(1, 45),
  components: list(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal(1), id, components: list(rowInput, 1, 1) }),
      z.object({
        type: z.literal(18),
        id,
        label: text(1, 45),
        description: text(0, 100).nullish(),
        component: z.discriminatedUnion('type', [labelInput, select]),
      }),
      z.object({ type: z.literal(10), id, content: text(1, 4000) }),
    ]),
    1,
    5,
  ).superRefine((rows, ctx) => {
    const seen = new Set<string>();
    rows.forEach((row, index) => {
      const field = row.type === 1 ? row.components[0] : row.type === 18 ? row.component : undefined;
      if (field !== undefined && seen.has(field.custom_id)) {
        const words = 'Component custom id cannot be duplicated';
        const at = row.type === 1 ? ['components', 0, 'custom_id'] : ['component', 'custom_id'];
        ctx.addIssue(complaint('COMPONENT_CUSTOM_ID_DUPLICATED', words, [index, ...at]));
      }
      if (field !== undefined) seen.add(field.custom_id);
    });
  }),
});

export type Modal = z.infer<typeof modal>;
/** A text input or a select. */
export type ModalField = z.infer<typeof rowInput> | z.infer<typeof labelInput> | z.infer<typeof select>;

export function checkModal(data: unknown): Modal {
  return check(modal, data, ['data']);
}

/** The fields of a modal, top to bottom. */
export function fieldsOf(shown: Modal): ModalField[] {
  return shown.components.flatMap((row) => (row.type === 1 ? row.components : row.type === 18 ? [row.component] : []));
}
