import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { PROJECT_ROOT } from '../../project-root.ts';
import type { FileStore } from '../store/files.ts';

const ROOT = join(PROJECT_ROOT, 'src', 'sandbox', 'page');
/** The one file that the page takes from a package. */
const LIBRARY = '/node_modules/htm/preact/standalone.module.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

const PAGE_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob: https:",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Content types that a browser may show; it downloads all others. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp)|text\/plain)(?=$|;)/;

/** Headers that forbid other sites to embed a file and browsers to guess another type. */
const ALONE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** Answers with a file of the page, or 404. Only the page's folder and its library can be reached; nothing is cached. */
export async function servePage(response: ServerResponse, pathname: string): Promise<void> {
  const wanted = pathname === '/' ? 'index.html' : decoded(pathname).slice(1);
  const path = pathname === LIBRARY ? join(PROJECT_ROOT, LIBRARY) : join(ROOT, wanted);
  const type = TYPES[extname(path)];
  const hidden = wanted.includes('\0') || wanted.split(/[/\\]/).some((part) => part.startsWith('.'));
  const inside = path.startsWith(ROOT + sep) || pathname === LIBRARY;
  const bytes = type === undefined || hidden || !inside ? null : await readFile(path).catch(() => null);
  if (type === undefined || bytes === null) {
    plain(response, 404, 'There is no such page.');
    return;
  }
  response
    .writeHead(200, {
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': PAGE_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      ...ALONE,
    })
    .end(bytes);
}

/** Answers with a message's file: `/attachments/<channel>/<id>/<name>`. */
export function serveAttachment(response: ServerResponse, files: FileStore, pathname: string): void {
  const [, , channelId, id] = pathname.split('/');
  const found = files.find(channelId ?? '', id ?? '');
  if (found === undefined) {
    plain(response, 404, 'This file is no longer there.');
    return;
  }
  const { file, bytes } = found;
  const shown = SHOWN.exec(file.contentType)?.[0];
  response
    .writeHead(200, {
      'content-type': shown === 'text/plain' ? 'text/plain; charset=utf-8' : (shown ?? 'application/octet-stream'),
      'content-length': bytes.length,
      'content-disposition': `${shown ? 'inline' : 'attachment'}; filename="${file.filename}"`,
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      ...ALONE,
    })
    .end(bytes);
}

export function plain(response: ServerResponse, status: number, words: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...ALONE })
    .end(words);
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '\0';
  }
}
