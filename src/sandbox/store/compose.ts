import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { may } from '../world/permissions.ts';
import type { Pings, WorldChannel, WorldUser } from '../world/world.ts';
import type { Discord } from './discord.ts';
import { apiError, type FieldIssue } from './errors.ts';
import { type StoredFile, safeName, type Upload } from './files.ts';
import type { AllowedMentions, MessageBody } from './message-schema.ts';
import type { MessageParts, StoredMessage } from './messages.ts';

/** A client's input for a message; `path` is the body's path within the request. */
export interface Sent {
  readonly body: MessageBody;
  readonly uploads: readonly Upload[];
  readonly path: FieldIssue['path'];
}

type From = Pick<StoredMessage, 'author' | 'channel'>;
type Draft = Pick<MessageParts, 'content' | 'embeds' | 'components' | 'flags'>;

const MAX_FILES = 10;

/**
 * The parts of a new message.
 * @throws {ApiError} 50006 if it is empty, 50035 if it breaks a rule.
 */
export function composeNew(discord: Discord, from: From, sent: Sent, repliedTo?: WorldUser): MessageParts {
  const draft = draftOf(sent, EMPTY, sent.body.flags ?? 0);
  const files = filesOf(discord, from.channel, draft, [], sent);
  return { ...draft, pings: pingsOf(discord, from, draft.content, sent.body.allowed_mentions, repliedTo), files };
}

/**
 * The parts of a message after an edit: fields left out stay, null clears.
 * @throws {ApiError} 50006 if nothing would be left, 50035 if it breaks a rule.
 */
export function composeEdit(discord: Discord, old: StoredMessage, sent: Sent): MessageParts {
  const { content, flags, allowed_mentions } = sent.body;
  const { Loading, SuppressEmbeds } = MessageFlags;
  const before = old.flags & ~Loading;
  // An edit can change no other flag.
  const after = flags == null ? before : (before & ~SuppressEmbeds) | (flags & SuppressEmbeds);
  const draft = draftOf(sent, old, after);
  const files = filesOf(discord, old.channel, draft, old.files, sent);
  // Mentions are computed anew only if the edit touches the text or the allowed mentions.
  const touched = content !== undefined || allowed_mentions !== undefined;
  return { ...draft, pings: touched ? pingsOf(discord, old, draft.content, allowed_mentions) : old.pings, files };
}

const EMPTY = { content: '', embeds: [], components: [] };

/** A field left out is the old one. */
function draftOf({ body }: Sent, old: Omit<Draft, 'flags'>, flags: number): Draft {
  const { content = old.content, embeds = old.embeds, components = old.components } = body;
  return { content: content ?? '', embeds: embeds ?? [], components: components ?? [], flags };
}

/** Checks a message as a whole, then stores its new files. */
function filesOf(discord: Discord, channel: WorldChannel, draft: Draft, old: readonly StoredFile[], sent: Sent) {
  const planned = planFiles(old, sent);
  if (draft.content.trim() === '' && ![draft.embeds, draft.components, planned].some(({ length }) => length > 0)) {
    throw apiError.emptyMessage();
  }
  return planned.map((each): StoredFile => {
    if ('id' in each) return each;
    const { upload, filename, description } = each;
    return discord.files.add(channel.id, { ...upload, filename }, description);
  });
}

interface NewFile extends Pick<StoredFile, 'filename' | 'description'> {
  readonly upload: Upload;
}

type Planned = StoredFile | NewFile;

/**
 * The files of the message. A list of `attachments` names all of them: old ones by id, new ones by the number of their
 * part. Without a list the old ones stay and the new ones are added.
 */
function planFiles(old: readonly StoredFile[], { uploads, body, path }: Sent): Planned[] {
  const fresh = (upload: Upload, entry?: NonNullable<MessageBody['attachments']>[number]): NewFile => ({
    filename: safeName(entry?.filename ?? upload.filename),
    upload,
    description: entry?.description || null,
  });
  const listed = (body.attachments ?? []).map((entry, index): Planned => {
    const stored = old.find(({ id }) => id === entry.id);
    const { description } = entry;
    if (stored) return { ...stored, description: description === undefined ? stored.description : description || null };
    const upload = uploads.find((each) => String(each.index) === entry.id);
    if (upload) return fresh(upload, entry);
    throw apiError.invalidField('MESSAGE_ATTACHMENT_NOT_FOUND', ...path, 'attachments', index);
  });
  const unlisted = uploads.filter((upload) => !listed.some((each) => 'upload' in each && each.upload === upload));
  const planned = [...(body.attachments === undefined ? old : listed), ...unlisted.map((upload) => fresh(upload))];
  if (planned.length > MAX_FILES) {
    throw apiError.invalidField('BASE_TYPE_MAX_LENGTH', ...path, 'attachments');
  }
  return planned;
}

/**
 * The users and roles that a text pings: those mentioned, filtered by `allowed`. Without `allowed` everyone mentioned
 * and the author of the message replied to are pinged.
 */
export function pingsOf(
  { world }: Discord,
  { author, channel }: From,
  text: string,
  allowed?: AllowedMentions | null,
  repliedTo?: WorldUser,
): Pings {
  // Mentions in code do not ping.
  const visible = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, ' ');
  const mentioned = (pattern: RegExp) => [...visible.matchAll(pattern)].flatMap((match) => match[1] ?? []);
  const mayAll = may(world.permissions(author.id, channel), PermissionFlagsBits.MentionEveryone);
  const allows = (kind: 'users' | 'roles', id: string) =>
    !allowed || allowed.parse?.includes(kind) || allowed[kind]?.includes(id);

  const users = mentioned(/<@!?(\d+)>/g).filter(
    (id) => allows('users', id) && world.users.some((user) => user.id === id),
  );
  if (repliedTo && repliedTo !== author && (!allowed || allowed.replied_user)) users.push(repliedTo.id);
  const guild = world.guildOf(channel);
  const mayPing = (id: string) =>
    guild?.roles.some((role) => role.id === id && id !== guild.id && (mayAll || role.mentionable));
  const roles = mentioned(/<@&(\d+)>/g).filter((id) => mayPing(id) && allows('roles', id));
  const toAll = mayAll && /@(?:everyone|here)\b/.test(visible);
  const everyone = toAll && (!allowed || (allowed.parse?.includes('everyone') ?? false));
  return { users: [...new Set(users)], roles: [...new Set(roles)], everyone };
}
