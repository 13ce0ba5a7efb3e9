import type { IncomingMessage } from 'node:http';
import { refuse } from '../store/errors.ts';
import type { Body, Upload } from '../store/files.ts';

const MiB = 1024 * 1024;
/** Discord's limit for a file in a server without boosts. */
const MAX_FILE_BYTES = 10 * MiB;
const MAX_JSON_BYTES = 4 * MiB;
const MAX_FILES = 10;
const MAX_MULTIPART_BYTES = MAX_FILES * MAX_FILE_BYTES + MAX_JSON_BYTES;

/**
 * Reads a request's body, JSON or multipart (`payload_json` and `files[n]`).
 * @throws {ApiError} 40005 if a file or the whole is too large, 50109 for malformed JSON, 50035 for malformed multipart.
 */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  const multipart = /^multipart\/form-data\b/i.test(type);
  const bytes = await readAll(request, multipart ? MAX_MULTIPART_BYTES : MAX_JSON_BYTES);
  if (multipart) return readMultipart(bytes, type);
  if (bytes.length === 0) return { json: undefined, uploads: [] };
  if (!/^application\/json\b/i.test(type)) {
    throw refuse.invalidField([], 'CONTENT_TYPE_INVALID', 'Expected "Content-Type" to be application/json.');
  }
  return { json: parseJson(bytes.toString('utf8')), uploads: [] };
}

/** Reads on past the limit and discards the rest: a client hears the answer only after it has sent everything. */
async function readAll(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > limit) throw refuse.entityTooLarge();
  return Buffer.concat(chunks);
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw refuse.badJson();
  }
}

async function readMultipart(bytes: Buffer, type: string): Promise<Body> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null);
  if (form === null) {
    throw refuse.invalidField([], 'MULTIPART_INVALID', 'The multipart body could not be read.');
  }
  const payload = form.get('payload_json');
  const uploads: Upload[] = [];
  for (const [name, value] of form) {
    const index = /^files\[(\d+)\]$/.exec(name)?.[1];
    if (index === undefined || typeof value === 'string') continue;
    if (value.size > MAX_FILE_BYTES) throw refuse.entityTooLarge();
    uploads.push({
      index: Number(index),
      filename: value.name,
      contentType: value.type || 'application/octet-stream',
      bytes: Buffer.from(await value.arrayBuffer()),
    });
  }
  if (uploads.length > MAX_FILES) {
    throw refuse.invalidField(['files'], 'BASE_TYPE_MAX_LENGTH', `Must be ${MAX_FILES} or fewer in length.`);
  }
  return { json: typeof payload === 'string' ? parseJson(payload) : undefined, uploads };
}
