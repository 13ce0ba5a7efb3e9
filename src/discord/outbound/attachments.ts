import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { Enclosure, Reply, TextFile } from '../../host/index.ts';
import type { Skipped } from './pictures-in-flight.ts';

/** The rendered map and files of a reply. */
export interface Attachments {
  /** `null` if the reply has no map, or it was skipped or could not be drawn. */
  readonly map: Buffer | null;
  /** Why a map that could be drawn was not; null if it was drawn or tried. */
  readonly skipped: Skipped | null;
  readonly files: readonly Attachment[];
  readonly failed: readonly string[];
  readonly tooLarge: readonly string[];
  /** Names of files that are compressed, as they are among `files`. */
  readonly compressed: readonly string[];
}

export interface Attachment extends Pick<Enclosure, 'file' | 'alt'> {
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

/** Discord's limit for all files of a message is 10 MiB: this leaves room for what else the request carries. */
const LARGEST = 10 * 1024 * 1024 - 64 * 1024;
/** Text that is larger than this is compressed, some tenfold. */
const LARGEST_TEXT = 8_000_000;
const MOST_FILES = 10;

const compressing = promisify<Buffer, Buffer>(gzip);

/**
 * Makes the files of an answer, one after the other, to go along with its map. Text that is very large, or that the message has no room
 * for as it is, is compressed. A file that cannot be made is logged and left out, and so are those for which there is no room even so.
 * Never rejects.
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
      const isPacked = isText(enclosure) && whole.length > Math.min(room, LARGEST_TEXT);
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

function isText(file: Enclosure): file is TextFile {
  return 'utf8' in file;
}

/** Sends a message. If Discord still finds it too large, sends it without its files, and the message says so. */
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

/** By Discord's code, or by the status of a server before it that knows no codes. */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, status } = error as { code?: unknown; status?: unknown };
  return code === RESTJSONErrorCodes.RequestEntityTooLarge || status === 413;
}
