import {
  type ActionRowData,
  AttachmentBuilder,
  type ButtonComponentData,
  ButtonStyle,
  ComponentType,
  type StringSelectMenuComponentData,
} from 'discord.js';
import { type Answer, type Button, clipped, type Menu } from '../host/index.ts';
import { writeChoosing, writePress } from './custom-id.ts';

type Row = ActionRowData<ButtonComponentData> | ActionRowData<StringSelectMenuComponentData>;

/** A message as discord.js sends it. Nobody is ever pinged by it. */
export interface Payload {
  content: string;
  components: Row[];
  files: AttachmentBuilder[];
  allowedMentions: { parse: [] };
}

const STYLES = {
  attack: ButtonStyle.Danger,
  move: ButtonStyle.Primary,
  bold: ButtonStyle.Success,
  plain: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const satisfies { [tone in Button['tone']]: ButtonStyle };

/** The text of an answer alone: small enough to acknowledge with on a slow line, and what a phone's notification shows. */
export function textPayload({ text }: Answer): Payload {
  return { content: text, components: [], files: [], allowedMentions: { parse: [] } };
}

/** The whole of an answer, with its map if one was drawn. */
export function fullPayload(answer: Answer, png: Buffer | null): Payload {
  const { drawing, attachment, menu } = answer;
  const files: AttachmentBuilder[] = [];
  if (drawing && png)
    files.push(new AttachmentBuilder(png, { name: drawing.file, description: clipped(drawing.alt, 1024) }));
  if (attachment) files.push(new AttachmentBuilder(Buffer.from(attachment.text, 'utf8'), { name: attachment.file }));
  const components: Row[] = answer.rows.filter((row) => row.length > 0).map(buttonRow);
  if (menu) components.unshift(menuRow(menu));
  return { ...textPayload(answer), components, files };
}

/** An answer whose map could not be drawn says so, and says in words what the map would have shown. */
export function drawnPayload(answer: Answer, png: Buffer | null): Payload {
  if (png !== null || answer.drawing === null) return fullPayload(answer, png);
  const words = `${answer.text}\n\n-# The map could not be drawn. In words: ${answer.drawing.alt}`;
  return fullPayload({ ...answer, text: clipped(words, 2000) }, null);
}

function buttonRow(buttons: readonly Button[]): ActionRowData<ButtonComponentData> {
  return {
    type: ComponentType.ActionRow,
    components: buttons.map(({ label, tone, press }) => ({
      type: ComponentType.Button,
      style: STYLES[tone],
      label: clipped(label, 80),
      customId: writePress(press),
    })),
  };
}

function menuRow({ prompt, choosing, least, most, choices }: Menu): ActionRowData<StringSelectMenuComponentData> {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        customId: writeChoosing(choosing),
        placeholder: clipped(prompt, 150),
        minValues: least,
        maxValues: most,
        options: choices.map(({ value, label, hint }) => ({
          value,
          label: clipped(label, 100),
          ...(hint === undefined ? {} : { description: clipped(hint, 100) }),
        })),
      },
    ],
  };
}
