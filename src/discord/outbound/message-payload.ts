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
import { LONGEST_ALT, LONGEST_CHOICE, LONGEST_LABEL, LONGEST_TEXT } from '../../game/index.ts';
import {
  type BallotCard,
  type BallotMessage,
  clipped,
  type Drawing,
  type Enclosure,
  type Menu,
  type Reply,
  type ReplyButton,
} from '../../host/index.ts';
import { type Attachments, NO_ATTACHMENTS } from './attachments.ts';
import { writeChoosing, writePress } from './button-routes.ts';
import { filesInWords, mapNotDrawn, POST } from './post-words.ts';

type MenuRow = ActionRowData<StringSelectMenuComponentData | UserSelectMenuComponentData | RoleSelectMenuComponentData>;
type Row = ActionRowData<ButtonComponentData> | MenuRow;

/** The parts of a message that an edit can change without touching its text and map. */
interface FacePayload {
  embeds: APIEmbed[];
  components: Row[];
  /** Nobody is pinged but these. */
  allowedMentions: { parse: []; roles: string[]; users: string[]; repliedUser: false };
}

interface Payload extends FacePayload {
  content: string;
  files: AttachmentBuilder[];
}

const STYLES = {
  attack: ButtonStyle.Danger,
  move: ButtonStyle.Primary,
  bold: ButtonStyle.Success,
  plain: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const satisfies { [tone in ReplyButton['tone']]: ButtonStyle };

/** Ink on old paper: a ballot does not shout beside the map. */
const BALLOT_COLOUR = 0x8c7a5b;
/** Discord's limits for a message's embeds: how many, and the characters of all together. */
const MOST_CARDS = 10;
const ALL_CARDS = 6000;

/** The text of an answer alone: small enough to acknowledge with on a slow line, and what a phone's notification shows. */
export function textPayload({ text, pings }: Reply): Payload {
  const allowedMentions = {
    parse: [] as [],
    roles: [...pings.roles],
    users: [...pings.users],
    repliedUser: false as const,
  };
  return { content: text, embeds: [], components: [], files: [], allowedMentions };
}

/**
 * A complete reply with its map and files. A map that could not be drawn is told in words; a line names anything else missing. `embeds`:
 * whether the channel shows them.
 */
export function fullPayload(answer: Reply, made: Attachments = NO_ATTACHMENTS, embeds = true): Payload {
  const { drawing, cards } = answer;
  const { map } = made;
  const drawn = drawing && map ? [attached(drawing, map)] : [];
  const inWords = drawing && !map ? `${answer.text}\n\n-# ${withoutMap(drawing, made)}` : answer.text;
  const hidden = !embeds && cards.length > 0;
  return {
    ...textPayload({ ...answer, text: noted(inWords, [...(hidden ? [POST.noEmbeds] : []), ...filesInWords(made)]) }),
    embeds: hidden ? [] : cardEmbeds(cards),
    components: rowsOf(answer),
    files: [...drawn, ...made.files.map((file) => attached(file, file.bytes))],
  };
}

function withoutMap(drawing: Drawing, { skipped }: Attachments): string {
  switch (skipped) {
    case 'replaced':
      return POST.replaced;
    case 'crowded':
      return POST.crowded;
    case null:
      return mapNotDrawn(described(drawing));
    default:
      return skipped satisfies never;
  }
}

/** Alt text of a drawing; null if the picture failed, which the log explains. */
function described(drawing: Drawing): string | null {
  try {
    return drawing.alt;
  } catch {
    return null;
  }
}

function attached({ file, alt }: Pick<Enclosure, 'file' | 'alt'>, bytes: Buffer): AttachmentBuilder {
  return new AttachmentBuilder(bytes, {
    name: file,
    ...(alt === null ? {} : { description: clipped(alt, LONGEST_ALT) }),
  });
}

/** A text with notes under it, cut where both do not fit. */
function noted(text: string, notes: readonly string[]): string {
  const below = notes.map((note) => `\n${note}`).join('');
  return `${clipped(text, LONGEST_TEXT - below.length)}${below}`;
}

/** Payload of an edit after a ballot changed or closed; text and map stay. */
export function facePayload(face: BallotMessage): FacePayload {
  const allowedMentions = { parse: [] as [], roles: [], users: [], repliedUser: false as const };
  const note = face.note === null ? [] : [{ description: clipped(face.note, 4000), color: BALLOT_COLOUR }];
  return {
    embeds: [...cardEmbeds(face.cards), ...note].slice(0, MOST_CARDS),
    components: rowsOf(face),
    allowedMentions,
  };
}

function cardEmbeds(cards: readonly BallotCard[]): APIEmbed[] {
  const shown = cards.slice(0, MOST_CARDS);
  const share = Math.floor(ALL_CARDS / Math.max(shown.length, 1));
  return shown.map(({ title, text, foot }) => {
    const heading = clipped(title, 256);
    const footer = clipped(foot, 300);
    const room = Math.max(share - heading.length - footer.length, 1);
    return {
      title: heading,
      description: clipped(text, Math.min(4000, room)),
      color: BALLOT_COLOUR,
      ...(footer === '' ? {} : { footer: { text: footer } }),
    };
  });
}

function rowsOf({ rows, menu }: Pick<Reply, 'rows' | 'menu'>): Row[] {
  const components: Row[] = rows.filter((row) => row.length > 0).map(buttonRow);
  if (menu) components.unshift(menuRow(menu));
  return components;
}

function buttonRow(buttons: readonly ReplyButton[]): ActionRowData<ButtonComponentData> {
  return {
    type: ComponentType.ActionRow,
    components: buttons.map(({ label, tone, press }) => ({
      type: ComponentType.Button,
      style: STYLES[tone],
      label: clipped(label, LONGEST_LABEL),
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
        options: choices.map(({ value, label, hint, marked }) => ({
          value,
          label: clipped(label, LONGEST_CHOICE),
          ...(hint === undefined ? {} : { description: clipped(hint, LONGEST_CHOICE) }),
          ...(marked ? { default: true } : {}),
        })),
      },
    ],
  };
}
