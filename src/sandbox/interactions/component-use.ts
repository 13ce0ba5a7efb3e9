import { fieldsOf, type Modal, type ModalField } from '../store/answer-schema.ts';
import type { Button, Select } from '../store/component-schema.ts';
import type { Json } from '../store/errors.ts';
import { lengthOf } from '../store/errors.ts';
import type { StoredMessage } from '../store/messages.ts';
import type { World } from '../world/world.ts';
import { ActRefused, Resolved } from './command-options.ts';
import type { Who } from './pending-interactions.ts';

/**
 * Discord's words when an edit has removed the component a member uses. Discord checks a press against the current message
 * (COMPONENT_VALIDATION_FAILED) and does not send it to the bot.
 */
const NOT_THERE = 'This interaction failed';
const NOT_OFFERED = 'This menu does not offer that.';

export function buttonsOf({ components }: Pick<StoredMessage, 'components'>): Button[] {
  return components.flatMap((row) => row.components.filter((each) => each.type === 2));
}

export function selectsOf({ components }: Pick<StoredMessage, 'components'>): Select[] {
  return components.flatMap((row) => row.components.filter((each) => each.type !== 2));
}

export interface ComponentUse {
  readonly label: string;
  readonly data: Json;
}

/** @throws {ActRefused} if the message has no such button, or it is disabled. */
export function pressing(message: StoredMessage, customId: string): ComponentUse {
  const button = buttonsOf(message).find((each) => each.custom_id === customId);
  if (button === undefined) throw new ActRefused(NOT_THERE);
  if (button.disabled) throw new ActRefused('This button is disabled.');
  return {
    label: button.label || button.emoji?.name || 'a button',
    data: { id: button.id, custom_id: customId, component_type: 2 },
  };
}

/** @throws {ActRefused} if the message has no such menu, or the menu does not offer the values. */
export function selecting(
  world: World,
  who: Who,
  message: StoredMessage,
  customId: string,
  values: readonly string[],
): ComponentUse {
  const select = selectsOf(message).find((each) => each.custom_id === customId);
  if (select === undefined) throw new ActRefused(NOT_THERE);
  if (select.disabled) throw new ActRefused('This menu is disabled.');
  const [min, max] = [select.min_values ?? 1, select.max_values ?? 1];
  if (values.length < min || values.length > max) {
    throw new ActRefused(min === max ? `Choose ${min}.` : `Choose ${min} to ${max}.`);
  }
  const data = { id: select.id, custom_id: customId, component_type: select.type, values: [...values] };
  const placeholder = select.placeholder || 'a menu';
  if (select.type !== 3) {
    return { label: placeholder, data: { ...data, resolved: resolve(new Resolved(world, who), select, values) } };
  }
  const labels = values.map((value) => select.options.find((option) => option.value === value)?.label);
  if (labels.includes(undefined)) throw new ActRefused(NOT_OFFERED);
  return { label: labels.join(', ') || placeholder, data };
}

const SelectType = { user: 5, role: 6, mentionable: 7, channel: 8 } as const;

function resolve(resolved: Resolved, { type }: Select, ids: readonly string[]): Json {
  const { user, role, mentionable, channel } = SelectType;
  for (const id of ids) {
    const found = [
      (type === user || type === mentionable) && resolved.user(id),
      (type === role || type === mentionable) && resolved.role(id),
      type === channel && resolved.channel(id),
    ].find(Boolean);
    if (found !== id) throw new ActRefused(NOT_OFFERED);
  }
  return resolved.found ?? {};
}

/**
 * The data of a submitted modal.
 * @throws {ActRefused} if a field is missing, too short or too long.
 */
export function submitting(modal: Modal, given: Readonly<Record<string, string>>): Json {
  const known = new Set(fieldsOf(modal).map((field) => field.custom_id));
  const strange = Object.keys(given).find((id) => !known.has(id));
  if (strange !== undefined) throw new ActRefused(`This form has no field "${strange}".`);
  const value = (field: ModalField): Json => ({
    type: field.type,
    id: field.id ?? 0,
    custom_id: field.custom_id,
    ...fieldValue(field, Object.hasOwn(given, field.custom_id) ? given[field.custom_id] : undefined),
  });
  return {
    custom_id: modal.custom_id,
    components: modal.components.map((row): Json => {
      const id = row.id ?? 0;
      if (row.type === 1) return { type: 1, id, components: row.components.map(value) };
      return { type: 18, id, component: value(row.component) };
    }),
  };
}

function fieldValue(field: ModalField, given: string | undefined): Json {
  const required = field.required ?? true;
  const value = given ?? field.value ?? '';
  const length = lengthOf(value);
  const min = required ? Math.max(1, field.min_length ?? 0) : length === 0 ? 0 : (field.min_length ?? 0);
  const max = field.max_length ?? 4000;
  if (length < min || length > max) {
    throw new ActRefused(length === 0 ? 'This field is required.' : `This field takes ${min} to ${max} characters.`);
  }
  return { value };
}
