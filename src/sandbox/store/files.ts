import { LRUCache } from 'lru-cache';

/** A file of a multipart body, from its part `files[index]`. */
export interface Upload {
  readonly index: number;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Body {
  /** Undefined if there was no JSON. */
  readonly json: unknown;
  readonly uploads: readonly Upload[];
}

/** A file of a message. `size` is in bytes, `width` and `height` in pixels (of images only). */
export interface StoredFile {
  readonly id: string;
  readonly channelId: string;
  readonly filename: string;
  /** The path on the sandbox's server. */
  readonly path: string;
  readonly contentType: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  /** Alt text. */
  description: string | null;
}

export type FileStore = ReturnType<typeof createFileStore>;

/** The files of all messages, in memory: at most `capacity` bytes; the oldest are dropped first. */
export function createFileStore(nextId: () => string, capacity: number) {
  const stored = new LRUCache<string, { file: StoredFile; bytes: Buffer }>({
    maxSize: capacity,
    // Even a file beyond the capacity stays until the next one.
    sizeCalculation: ({ bytes }) => Math.max(1, Math.min(bytes.length, capacity)),
  });

  function add(channelId: string, upload: Upload, description: string | null): StoredFile {
    const [id, filename, size] = [nextId(), safeName(upload.filename), upload.bytes.length];
    const path = `/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
    const image = imageSize(upload.bytes) ?? { width: null, height: null };
    const contentType = contentTypeOf(upload);
    const file: StoredFile = { id, channelId, filename, path, contentType, size, ...image, description };
    stored.set(file.id, { file, bytes: upload.bytes });
    return file;
  }

  function find(channelId: string, id: string): { file: StoredFile; bytes: Buffer } | undefined {
    const found = stored.peek(id);
    return found?.file.channelId === channelId ? found : undefined;
  }

  return { add, find, remove: (id: string) => void stored.delete(id) };
}

/** An uploaded file's name: blanks become underscores, characters unsafe in a URL go. */
export function safeName(filename: string): string {
  const base = filename.split(/[/\\]/).at(-1) ?? '';
  const safe = base.replace(/\s+/g, '_').replace(/[^\w.()-]/g, '');
  return /\w/.test(safe) ? safe.slice(-120) : 'file';
}

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
};

/** The client's content type, or, if that is generic, the one of the file's extension. */
function contentTypeOf(upload: Upload): string {
  const extension = upload.filename.split('.').at(-1)?.toLowerCase() ?? '';
  return upload.contentType === 'application/octet-stream'
    ? (TYPES[extension] ?? upload.contentType)
    : upload.contentType;
}

/** The name in `attachment://name`, or null. */
export function attachedName(url: string): string | null {
  return url.startsWith('attachment://') ? url.slice('attachment://'.length) : null;
}

/** The size in pixels from the header of a PNG or GIF; `null` for other files. */
function imageSize(bytes: Buffer): { width: number; height: number } | null {
  const signature = bytes.toString('latin1', 0, 8);
  if (bytes.length >= 24 && signature === '\x89PNG\r\n\x1a\n') {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length >= 10 && /^GIF8[79]a/.test(signature)) {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  return null;
}
