import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Colour, Land, Tile } from '../game/index.ts';
import { type Table, tableOf } from './colour-table.ts';
import { drawApart } from './draw.ts';
import { flattenGroups } from './flatten-groups.ts';
import { crc32 } from './png.ts';
import { inSlices } from './scheduling.ts';
import type { Sheet } from './stamps.ts';

const deflate = promisify(deflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

/** Level 1 makes tiles a quarter larger, and saves an eighth of the time in which they are drawn. */
const LEVEL = 6;

/** A drawn tile at its place in a picture. */
export interface PlacedTile extends Omit<Tile, 'items'> {
  /** Deflated palette indices, row by row. */
  readonly deflated: Buffer;
}

interface Source {
  readonly tile: Tile;
  readonly table: Table;
  readonly paper: Colour;
}

/** Bytes of inflated tiles kept: the close-ups of some four tables. */
const INFLATED = 8_000_000;
const inflated = new LRUCache<string, Uint8Array>({
  maxSize: INFLATED,
  sizeCalculation: ({ length }) => length,
});

/** Bytes of deflated tiles kept: of some four maps at a scale each, or all of an edited map, which no folder has. */
const DEFLATED = 8_000_000;
/** Callers that ask for a tile while it is being drawn share the drawing; after a failure the next call tries again. */
const deflated = new LRUCache<string, Buffer, Source>({
  maxSize: DEFLATED,
  sizeCalculation: ({ length }) => length,
  fetchMethod: async (_key, _stale, { context }) => (folder && readTile(fileOf(context, folder))) || drawTile(context),
});

let folder: string | null = null;

/** From now on, tiles that `drawLand` has drawn into a folder are read from there. The folder need not exist. */
export function readLandFrom(path: string): void {
  folder = path;
}

/** Draws the land that a folder lacks, and writes it there. Rejects if a tile can't be drawn or written. */
export async function drawLand(lands: readonly Land[], into: string): Promise<void> {
  for (const land of lands) {
    for (const tile of tilesOf(land)) {
      const source = sourceOf(tile, land, tableOf(land.palette));
      const file = fileOf(source, into);
      if (readTile(file) === null) writeTile(file, await drawTile(source));
    }
  }
}

function sourceOf(tile: Tile, { palette }: Land, table: Table): Source {
  return { tile, table, paper: palette.inks[0] ?? '#ffffff' };
}

/** It is named by the key and all else that a tile's pixels depend on, except for the code that draws. */
function fileOf({ tile, table }: Source, within: string): string {
  const hash = createHash('sha256').update(table.palette).update(` ${tile.width}x${tile.height} ${tile.key}`);
  return join(within, hash.digest('base64url'));
}

/** `null` if the file is missing or damaged: it begins with the checksum of the rest. */
function readTile(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    return bytes.readUInt32BE(0) === crc32(bytes.subarray(4)) ? bytes.subarray(4) : null;
  } catch {
    return null;
  }
}

function writeTile(file: string, bytes: Buffer): void {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  const unfinished = `${file}.${process.pid}`;
  try {
    // The bot may read the file at any moment.
    writeFileSync(unfinished, Buffer.concat([checksum, bytes]));
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** The tiles of a scene's ground, none over another; draws those that are not cached. Rejects if one cannot be drawn. */
export async function groundOf(scene: Land, table: Table): Promise<readonly PlacedTile[]> {
  const placed: PlacedTile[] = [];
  for (const tile of tilesOf(scene)) {
    const { x, y, width, height } = tile;
    const key = `${table.number} ${width}x${height} ${tile.key}`;
    const bytes = deflated.get(key) ?? (await deflated.forceFetch(key, { context: sourceOf(tile, scene, table) }));
    placed.push({ key, x, y, width, height, deflated: bytes });
  }
  return placed;
}

function tilesOf({ width, height, ground }: Land): readonly Tile[] {
  return ground.land ?? [{ key: ground.key, x: 0, y: 0, width, height, items: () => ground.items }];
}

/** Pixels converted at a time: less than a millisecond of work. */
const AT_ONCE = 100_000;

/** The deflated palette indices of a tile, row by row. */
async function drawTile({ tile, table, paper }: Source): Promise<Buffer> {
  const { width, height } = tile;
  const indices = new Uint8Array(width * height);
  await inSlices(draw());
  return deflate(indices, { level: LEVEL });

  function* draw(): Generator<void, void> {
    const pixels = yield* drawApart(flattenGroups(tile.items()), width, height, paper);
    for (let at = 0; at < pixels.length; at += AT_ONCE) {
      table.convert(pixels, at, Math.min(AT_ONCE, pixels.length - at), indices, at);
      yield;
    }
  }
}

/** Rows of a sheet laid at a time. */
const ROWS = 128;

/** Lays a ground under a sheet, in steps. The first ink of a palette has the index 0. */
export function* layGround(tiles: readonly PlacedTile[], sheet: Sheet): Generator<void, void> {
  const { width, height, stride, pixels, wanted } = sheet;
  for (let y = 0; y < height; y++) {
    if (wanted[y]) pixels.fill(0, y * stride, y * stride + width);
    if (y % ROWS === 0) yield;
  }
  for (const tile of tiles) {
    const [left, right] = [Math.max(0, tile.x), Math.min(width, tile.x + tile.width)];
    const [first, last] = [Math.max(0, tile.y), Math.min(height, tile.y + tile.height)];
    if (left >= right || first >= last) continue;
    const from = pixelsOf(tile);
    for (let y = first; y < last; y++) {
      const start = (y - tile.y) * tile.width - tile.x;
      if (wanted[y]) pixels.set(from.subarray(start + left, start + right), y * stride + left);
      if (y % ROWS === 0) yield;
    }
    yield;
  }
}

function pixelsOf({ key, width, height, deflated }: PlacedTile): Uint8Array {
  const pixels = inflated.get(key) ?? inflateRawSync(deflated, { chunkSize: Math.max(64, width * height) });
  inflated.set(key, pixels);
  return pixels;
}
