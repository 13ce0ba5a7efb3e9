import {
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  type ModalSubmitInteraction,
  TextInputStyle,
} from 'discord.js';
import { clipped, type Form } from '../../host/index.ts';
import { writeAsking } from './button-routes.ts';

const REASON_FIELD = 'reason';

export function modalOf({
  title,
  asks,
  label,
  value,
  most,
  example,
  isLong,
}: Form): APIModalInteractionResponseCallbackData {
  return {
    custom_id: writeAsking(asks),
    title: clipped(title, 45),
    components: [
      {
        type: ComponentType.Label,
        label: clipped(label, 45),
        component: {
          type: ComponentType.TextInput,
          custom_id: REASON_FIELD,
          style: isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
          ...(value === '' ? {} : { value: value.slice(0, most) }),
          ...(example === undefined ? {} : { placeholder: clipped(example, 100) }),
          max_length: most,
          // A reason that is emptied is deleted.
          required: asks.what !== 'reason',
        },
      },
    ],
  };
}

/** The text a member entered; null if the form is not the bot's. */
export function filledIn(interaction: ModalSubmitInteraction): string | null {
  const field = interaction.fields.fields.get(REASON_FIELD);
  return field?.type === ComponentType.TextInput ? field.value : null;
}
