import { z } from 'zod';
import { broken, check, flags, integer, list, oneOf, repeats, ruled, text, yes } from './errors.ts';
import { customId, id, MessageFlag } from './message-schema.ts';

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

const deferralFlags = flags(MessageFlag.ephemeral | MessageFlag.suppressNotifications);
export const deferral = z.object({ flags: deferralFlags.nullish() }).nullish();

const choices = z.object({
  choices: list(z.object({ name: text(1, 100), value: z.union([text(1, 100), z.number()]) }), 0, 25).nullish(),
});

/** @param numeric whether the option takes numbers: then strings are refused, otherwise numbers. */
export function checkChoices(data: unknown, numeric: boolean): { name: string; value: string | number }[] {
  const [code, kind] = numeric ? ['NUMBER_TYPE_COERCE', 'number'] : ['STRING_TYPE_CONVERT', 'string'];
  const fitting = ruled(choices, ({ choices }) =>
    (choices ?? []).map(({ value }, at) => {
      const words = `Could not interpret ${JSON.stringify(value)} as ${kind}.`;
      return (typeof value === 'number') !== numeric && broken(code, words, 'choices', at, 'value');
    }),
  );
  return check(fitting, data, ['data']).choices ?? [];
}

const textInput = {
  type: z.literal(4),
  id,
  custom_id: customId,
  style: oneOf([1, 2]),
  value: text(0, 4000).nullish(),
  placeholder: text(0, 100).nullish(),
  required: yes,
  min_length: integer(0, 4000).nullish(),
  max_length: integer(1, 4000).nullish(),
};

type Lengths = { min_length?: number | null | undefined; max_length?: number | null | undefined };

const withLengths = <T extends z.ZodType<Lengths>>(input: T) =>
  ruled(input, ({ min_length, max_length }) => [
    (min_length ?? 0) > (max_length ?? 4000) &&
      broken(
        'TEXT_INPUT_COMPONENT_MIN_GREATER_THAN_MAX',
        'min_length must not be greater than max_length',
        'min_length',
      ),
  ]);

const title = text(1, 45);
const labelled = z.object({
  type: z.literal(18),
  id,
  label: title,
  description: text(0, 100).nullish(),
  component: z.discriminatedUnion('type', [withLengths(z.object(textInput))]),
});
const inputRow = z.object({
  type: z.literal(1),
  id,
  components: list(withLengths(z.object({ ...textInput, label: title })), 1, 1),
});

const rows = ruled(list(z.discriminatedUnion('type', [inputRow, labelled]), 1, 5), (all) =>
  repeats(all.map((row) => fieldsOf({ components: [row] })[0]?.custom_id)).map((at) => {
    const path = all[at]?.type === 1 ? ['components', 0] : ['component'];
    const words = 'Component custom id cannot be duplicated';
    return broken('COMPONENT_CUSTOM_ID_DUPLICATED', words, at, ...path, 'custom_id');
  }),
);

export const modal = z.object({ custom_id: customId, title, components: rows });

export type Modal = z.infer<typeof modal>;
type ModalRow = z.infer<typeof inputRow | typeof labelled>;
/** A text input. */
export type ModalField = z.infer<typeof labelled>['component'];

/** The fields of a modal, top to bottom. */
export function fieldsOf({ components }: { readonly components: readonly ModalRow[] }): ModalField[] {
  return components.flatMap((row) => (row.type === 1 ? row.components : [row.component]));
}
