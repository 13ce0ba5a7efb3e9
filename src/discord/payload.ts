import {
  type ActionRowData,
  type APIEmbed,
  AttachmentBuilder,
  type ButtonComponentData,
  ButtonStyle,
  ComponentType,
  type RoleSelectMenuComponentData,
  type StringSelectMenuComponentData,
  type UserSelectMenuComponentData,
} from 'discord.js';
import { type Answer, type Button, type Card, clipped, type Face, type Menu } from '../host/index.ts';
import { writeChoosing, writePress } from './custom-id.ts';

type MenuRow = ActionRowData<StringSelectMenuComponentData | UserSelectMenuComponentData | RoleSelectMenuComponentData>;
type Row = ActionRowData<ButtonComponentData> | MenuRow;

/** What of a message can change while its text and its map stay. */
export interface FacePayload {
  embeds: APIEmbed[];
  components: Row[];
  /** Nobody is pinged but these. */
  allowedMentions: { parse: []; roles: string[]; users: string[]; repliedUser: false };
}

/** A message as discord.js sends it. */
export interface Payload extends FacePayload {
  content: string;
  files: AttachmentBuilder[];
}

const STYLES = {
  attack: ButtonStyle.Danger,
  move: ButtonStyle.Primary,
  bold: ButtonStyle.Success,
  plain: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const satisfies { [tone in Button['tone']]: ButtonStyle };

/** Ink on old paper: a ballot does not shout beside the map. */
const CARD_COLOUR = 0x8c7a5b;
/** Discord's limits for a message's embeds: how many, and the characters of all together. */
const MOST_CARDS = 10;
const ALL_CARDS = 6000;

/** The text of an answer alone: small enough to acknowledge with on a slow line, and what a phone's notification shows. */
export function textPayload({ text, pings }: Answer): Payload {
  const allowedMentions = {
    parse: [] as [],
    roles: [...pings.roles],
    users: [...pings.users],
    repliedUser: false as const,
  };
  return { content: text, embeds: [], components: [], files: [], allowedMentions };
}

const NO_EMBEDS =
  '-# The count and the reasons cannot be shown here: the bot needs the right Embed Links in this channel. The buttons count on.';

/** The whole of an answer, with its map if one was drawn. `embeds`: whether the channel shows them. */
export function fullPayload(answer: Answer, png: Buffer | null, embeds = true): Payload {
  const { drawing, attachment } = answer;
  const files: AttachmentBuilder[] = [];
  if (drawing && png)
    files.push(new AttachmentBuilder(png, { name: drawing.file, description: clipped(drawing.alt, 1024) }));
  if (attachment) files.push(new AttachmentBuilder(Buffer.from(attachment.text, 'utf8'), { name: attachment.file }));
  const whole = { ...textPayload(answer), embeds: cardEmbeds(answer.cards), components: rowsOf(answer), files };
  if (embeds || answer.cards.length === 0) return whole;
  return { ...whole, content: `${clipped(answer.text, 2000 - NO_EMBEDS.length - 1)}\n${NO_EMBEDS}`, embeds: [] };
}

/** What an edit of a message carries whose ballot has changed, or has left it: its text and its map stay as they are. */
export function facePayload(face: Face): FacePayload {
  const allowedMentions = { parse: [] as [], roles: [], users: [], repliedUser: false as const };
  const note = face.note === null ? [] : [{ description: clipped(face.note, 4000), color: CARD_COLOUR }];
  return {
    embeds: [...cardEmbeds(face.cards), ...note].slice(0, MOST_CARDS),
    components: rowsOf(face),
    allowedMentions,
  };
}

/** An answer whose map could not be drawn says so, and says in words what the map would have shown. */
export function drawnPayload(answer: Answer, png: Buffer | null, embeds = true): Payload {
  if (png !== null || answer.drawing === null) return fullPayload(answer, png, embeds);
  const words = `${answer.text}\n\n-# The map could not be drawn. In words: ${answer.drawing.alt}`;
  return fullPayload({ ...answer, text: clipped(words, 2000) }, null, embeds);
}

function cardEmbeds(cards: readonly Card[]): APIEmbed[] {
  const shown = cards.slice(0, MOST_CARDS);
  const share = Math.floor(ALL_CARDS / Math.max(shown.length, 1));
  return shown.map(({ title, text, foot }) => {
    const heading = clipped(title, 256);
    const footer = clipped(foot, 300);
    const room = Math.max(share - heading.length - footer.length, 1);
    return {
      title: heading,
      description: clipped(text, Math.min(4000, room)),
      color: CARD_COLOUR,
      ...(footer === '' ? {} : { footer: { text: footer } }),
    };
  });
}

function rowsOf({ rows, menu }: Pick<Answer, 'rows' | 'menu'>): Row[] {
  const components: Row[] = rows.filter((row) => row.length > 0).map(buttonRow);
  if (menu) components.unshift(menuRow(menu));
  return components;
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

function menuRow({ prompt, choosing, least, most, from, choices }: Menu): MenuRow {
  const menu = {
    customId: writeChoosing(choosing),
    placeholder: clipped(prompt, 150),
    minValues: least,
    maxValues: most,
  };
  if (from !== undefined) {
    const type = from === 'members' ? ComponentType.UserSelect : ComponentType.RoleSelect;
    return { type: ComponentType.ActionRow, components: [{ ...menu, type }] };
  }
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        ...menu,
        type: ComponentType.StringSelect,
        options: choices.map(({ value, label, hint }) => ({
          value,
          label: clipped(label, 100),
          ...(hint === undefined ? {} : { description: clipped(hint, 100) }),
        })),
      },
    ],
  };
}
