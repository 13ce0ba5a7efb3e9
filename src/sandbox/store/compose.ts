import { type FieldIssue, refuse } from '../errors.ts';
import type { WorldUser } from '../people.ts';
import type { Upload } from '../rest/body.ts';
import { type Component, componentIssues, walk, withIds } from '../validate/components.ts';
import type { Embed } from '../validate/embeds.ts';
import { type MessageBody, MessageFlag } from '../validate/messages.ts';
import type { World, WorldChannel } from '../world.ts';
import { type FileStore, type StoredFile, safeName } from './files.ts';
import { pingsOf } from './mentions.ts';
import type { MessageParts, StoredMessage } from './messages.ts';

type Path = readonly (string | number)[];

/** A client's input for a message; `path` is the body's path within the request. */
export interface Sent {
  readonly body: MessageBody;
  readonly uploads: readonly Upload[];
  readonly path: Path;
}

export interface Stores {
  readonly world: World;
  readonly files: FileStore;
}

const MAX_FILES = 10;

/**
 * The parts of a new message.
 * @throws {ApiError} 50006 if it is empty, 50035 if it breaks a rule.
 */
export function composeNew(
  stores: Stores,
  from: { author: WorldUser; channel: WorldChannel },
  sent: Sent,
  repliedTo: WorldUser | null = null,
): MessageParts {
  const { body } = sent;
  const planned = planFiles([], sent);
  const draft = {
    content: body.content ?? '',
    embeds: body.embeds ?? [],
    components: withIds(body.components ?? []),
    flags: body.flags ?? 0,
  };
  checkWhole(draft, planned, sent.path);
  const pings = pingsOf(stores.world, from, textOf(draft), body.allowed_mentions, repliedTo);
  return { ...draft, pings, files: keepFiles(stores.files, from.channel, planned) };
}

/**
 * The parts of a message after an edit: fields left out stay, null clears. Flags can be added, but components v2 cannot
 * be turned off.
 * @throws {ApiError} 50006 if nothing would be left, 50035 if it breaks a rule.
 */
export function composeEdit(stores: Stores, old: StoredMessage, sent: Sent): MessageParts {
  const { body } = sent;
  const planned = planFiles(old.files, sent);
  const changeable = MessageFlag.suppressEmbeds | MessageFlag.componentsV2;
  const wanted = body.flags == null ? old.flags : (old.flags & ~changeable) | (body.flags & changeable);
  const draft = {
    content: body.content === undefined ? old.content : (body.content ?? ''),
    embeds: body.embeds === undefined ? old.embeds : (body.embeds ?? []),
    components: body.components === undefined ? old.components : withIds(body.components ?? []),
    flags: (wanted | (old.flags & MessageFlag.componentsV2)) & ~MessageFlag.loading,
  };
  checkWhole(draft, planned, sent.path);
  // Mentions are computed anew only if the edit touches the text or the allowed mentions.
  const v2 = (draft.flags & MessageFlag.componentsV2) !== 0;
  const touched =
    body.content !== undefined || body.allowed_mentions !== undefined || (v2 && body.components !== undefined);
  const pings = touched ? pingsOf(stores.world, old, textOf(draft), body.allowed_mentions) : old.pings;
  return { ...draft, pings, files: keepFiles(stores.files, old.channel, planned) };
}

interface Draft {
  readonly content: string;
  readonly embeds: readonly Embed[];
  readonly components: readonly Component[];
  readonly flags: number;
}

/** All text that can mention someone. */
function textOf(draft: Draft): string {
  const shown = [...walk(draft.components)].flatMap(([each]) => (each.type === 10 ? [each.content] : []));
  return [draft.content, ...shown].join('\n');
}

function checkWhole(draft: Draft, files: readonly Planned[], path: Path): void {
  const v2 = (draft.flags & MessageFlag.componentsV2) !== 0;
  const issues: FieldIssue[] = componentIssues(draft.components, v2);
  const names = new Set(files.map((each) => each.filename));
  if (v2) {
    for (const field of ['content', 'embeds'] as const) {
      if (draft[field].length > 0) {
        const message = `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`;
        issues.push({ path: [field], code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2', message });
      }
    }
    for (const [url, at] of mediaOf(draft.components)) {
      const name = attachedName(url);
      if (name !== null && !names.has(name)) {
        const code = 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND';
        issues.push({ path: at, code, message: `The referenced attachment "${name}" was not found` });
      }
    }
  }
  if (issues.length > 0) {
    throw refuse.invalidForm(issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
  }
  const empty =
    draft.content.trim() === '' && draft.embeds.length === 0 && draft.components.length === 0 && files.length === 0;
  if (empty) throw refuse.emptyMessage();
}

function* mediaOf(components: readonly Component[]): Generator<readonly [string, Path]> {
  for (const [each, at] of walk(components)) {
    const path = ['components', ...at];
    if (each.type === 11) yield [each.media.url, [...path, 'media', 'url']];
    if (each.type === 13) yield [each.file.url, [...path, 'file', 'url']];
    if (each.type === 12) {
      for (const [index, item] of each.items.entries()) yield [item.media.url, [...path, 'items', index, 'media']];
    }
  }
}

/** The name in `attachment://name`, or null. */
export function attachedName(url: string): string | null {
  return url.startsWith('attachment://') ? url.slice('attachment://'.length) : null;
}

type Planned =
  | { kind: 'kept'; filename: string; file: StoredFile }
  | { kind: 'new'; filename: string; upload: Upload; description: string | null; title: string | null };

/**
 * The files of the message. A list of `attachments` names all of them: old ones by id, new ones by the number of their
 * part. Without a list the old ones stay and the new ones are added.
 */
function planFiles(old: readonly StoredFile[], sent: Sent): Planned[] {
  const { uploads, body } = sent;
  const fresh = (upload: Upload, entry?: NonNullable<MessageBody['attachments']>[number]): Planned => ({
    kind: 'new',
    filename: safeName(entry?.filename ?? upload.filename),
    upload,
    description: entry?.description || null,
    title: entry?.title || null,
  });
  const planned: Planned[] = [];
  if (body.attachments === undefined) {
    planned.push(...old.map((file): Planned => ({ kind: 'kept', filename: file.filename, file })));
  }
  for (const [index, entry] of (body.attachments ?? []).entries()) {
    const kept = old.find((file) => file.id === entry.id);
    const upload = uploads.find((each) => String(each.index) === entry.id);
    if (kept !== undefined) {
      const description = entry.description === undefined ? kept.description : entry.description || null;
      planned.push({ kind: 'kept', filename: kept.filename, file: { ...kept, description } });
    } else if (upload !== undefined) {
      planned.push(fresh(upload, entry));
    } else {
      const path = [...sent.path, 'attachments', index];
      throw refuse.invalidField(path, 'MESSAGE_ATTACHMENT_NOT_FOUND', 'Attachment data not found');
    }
  }
  for (const upload of uploads) {
    if (!planned.some((each) => each.kind === 'new' && each.upload === upload)) planned.push(fresh(upload));
  }
  if (planned.length > MAX_FILES) {
    const message = `Must be ${MAX_FILES} or fewer in length.`;
    throw refuse.invalidField([...sent.path, 'attachments'], 'BASE_TYPE_MAX_LENGTH', message);
  }
  return planned;
}

function keepFiles(store: FileStore, channel: WorldChannel, planned: readonly Planned[]): StoredFile[] {
  return planned.map((each) => {
    if (each.kind === 'kept') return each.file;
    const { description, title, upload, filename } = each;
    return store.add(channel.id, { ...upload, filename }, { description, title });
  });
}
