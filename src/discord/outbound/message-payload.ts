import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  type ActionRowData,
  type APIEmbed,
  type APIModalInteractionResponseCallbackData,
  AttachmentBuilder,
  type ButtonComponentData,
  ButtonStyle,
  ComponentType,
  type ModalSubmitInteraction,
  RESTJSONErrorCodes,
  type RoleSelectMenuComponentData,
  type StringSelectMenuComponentData,
  TextInputStyle,
  type UserSelectMenuComponentData,
} from 'discord.js';
import type { Logger } from 'pino';
import { LONGEST_ALT, LONGEST_CHOICE, LONGEST_LABEL, LONGEST_TEXT } from '../../game/index.ts';
import {
  type BallotCard,
  type BallotMessage,
  clipped,
  type Drawing,
  type Enclosure,
  type Form,
  type Menu,
  type Reply,
  type ReplyButton,
} from '../../host/index.ts';
import { writeAsking, writeChoosing, writePress } from './button-routes.ts';
import type { Skipped } from './pictures-in-flight.ts';
import { filesInWords, mapNotDrawn, POST } from './post-words.ts';

export interface Attachments {
  readonly map: Buffer | null;
  /** The reason why no map was drawn, although there is one. */
  readonly skipped: Skipped | null;
  readonly files: readonly Attachment[];
  readonly failed: readonly string[];
  readonly tooLarge: readonly string[];
  /** The names of compressed files, as they are in `files`. */
  readonly compressed: readonly string[];
}

interface Attachment extends Pick<Enclosure, 'file' | 'alt'> {
  readonly bytes: Buffer;
}

export const NO_ATTACHMENTS: Attachments = {
  map: null,
  skipped: null,
  files: [],
  failed: [],
  tooLarge: [],
  compressed: [],
};

/** Discord's limit for all files of a message is 10 MiB. Some room is left for the rest of the request. */
const LARGEST = 10 * 1024 * 1024 - 64 * 1024;
/** Larger text is compressed, to about a tenth. */
const LARGEST_TEXT = 8_000_000;
const MOST_FILES = 10;

const compressing = promisify<Buffer, Buffer>(gzip);

/**
 * Makes the files of an answer. Large text is compressed. A file that can't be made or is too large is logged and left
 * out. Never rejects.
 */
export async function makeAttachments(
  { files }: Reply,
  { map, skipped }: Pick<Attachments, 'map' | 'skipped'>,
  log: Logger,
): Promise<Attachments> {
  const made: Attachment[] = [];
  const failed: string[] = [];
  const tooLarge: string[] = [];
  const compressed: string[] = [];
  let room = LARGEST - (map?.length ?? 0);
  let places = MOST_FILES - (map ? 1 : 0);
  for (const enclosure of files) {
    const { file } = enclosure;
    try {
      const whole = await enclosure.bytes();
      const isPacked = 'utf8' in enclosure && whole.length > Math.min(room, LARGEST_TEXT);
      const content = isPacked ? await compressing(whole) : whole;
      if (content.length > room || places === 0) {
        log.warn({ file, bytes: content.length }, 'a file does not fit into its message');
        tooLarge.push(file);
      } else {
        const name = isPacked ? `${file}.gz` : file;
        // `alt` is known only after `bytes()` has resolved.
        made.push({ file: name, alt: enclosure.alt, bytes: content });
        if (isPacked) compressed.push(name);
        room -= content.length;
        places -= 1;
      }
    } catch (error) {
      log.error({ err: error, file }, 'a file could not be made');
      failed.push(file);
    }
  }
  return { map, skipped, files: made, failed, tooLarge, compressed };
}

/** Sends a message. If Discord finds it too large, sends it again without its files, and says so in the text. */
export async function sendFitting<Sent>(made: Attachments, send: (made: Attachments) => Promise<Sent>): Promise<Sent> {
  try {
    return await send(made);
  } catch (error) {
    if (made.files.length === 0 || !isTooLarge(error)) throw error;
    return await send({
      ...made,
      files: [],
      compressed: [],
      tooLarge: [...made.tooLarge, ...made.files.map(({ file }) => file)],
    });
  }
}

/** Discord gives a code, and a proxy before it only a status. */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, status } = error as { code?: unknown; status?: unknown };
  return code === RESTJSONErrorCodes.RequestEntityTooLarge || status === 413;
}

type MenuRow = ActionRowData<StringSelectMenuComponentData | UserSelectMenuComponentData | RoleSelectMenuComponentData>;
type Row = ActionRowData<ButtonComponentData> | MenuRow;

/** The parts of a message that an edit of a ballot changes. Text and map stay. */
interface FacePayload {
  embeds: APIEmbed[];
  components: Row[];
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

/** A quiet brown, so that a ballot doesn't outshine the map. */
const BALLOT_COLOUR = 0x8c7a5b;
/** Discord's limits for the embeds of a message: their number, and the characters of all together. */
const MOST_CARDS = 10;
const ALL_CARDS = 6000;

/** The text alone, which is small enough for an acknowledgement on a slow connection. */
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
 * The complete message. Missing maps and files are replaced by words.
 * @param embeds whether the channel shows embeds
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

/** The alt text of a drawing; null if making it failed, as the log says. */
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

/** A text with notes below. If both don't fit, the text is cut. */
function noted(text: string, notes: readonly string[]): string {
  const below = notes.map((note) => `\n${note}`).join('');
  return `${clipped(text, LONGEST_TEXT - below.length)}${below}`;
}

/** An edit of a ballot's message pings nobody. */
export function facePayload(face: BallotMessage): FacePayload {
  const note = face.note === null ? [] : [{ description: clipped(face.note, 4000), color: BALLOT_COLOUR }];
  return {
    embeds: [...cardEmbeds(face.cards), ...note].slice(0, MOST_CARDS),
    components: rowsOf(face),
    allowedMentions: { parse: [], roles: [], users: [], repliedUser: false },
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
  const components = rows.filter((row) => row.length > 0).map(buttonRow);
  return menu ? [menuRow(menu), ...components] : components;
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

/** The one field of each form, named by the first. */
const FORM_FIELD = 'reason';

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
          custom_id: FORM_FIELD,
          style: isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
          ...(value === '' ? {} : { value: value.slice(0, most) }),
          ...(example === undefined ? {} : { placeholder: clipped(example, 100) }),
          max_length: most,
          // An empty reason deletes the earlier one.
          required: asks.what !== 'reason',
        },
      },
    ],
  };
}

/** The text that a member entered; null if the form is not the bot's. */
export function filledIn(interaction: ModalSubmitInteraction): string | null {
  const field = interaction.fields.fields.get(FORM_FIELD);
  return field?.type === ComponentType.TextInput ? field.value : null;
}
