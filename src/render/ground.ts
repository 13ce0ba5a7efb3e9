import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, type InputType, inflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Land, Tile } from '../game/index.ts';
import { type Table, tableOf } from './colour-table.ts';
import { drawApart } from './draw.ts';
import { flattenGroups } from './flatten-groups.ts';
import { inSlices } from './scheduling.ts';
import type { Sheet } from './stamps.ts';

const deflated: (bytes: InputType) => Promise<Buffer> = promisify(deflate);

/** Bytes of tiles kept as they are laid: the close-ups of some four games. */
const MOST_LAID = 8_000_000;
/** Palette indices of tiles, row by row. */
const laidTiles = new LRUCache<string, Uint8Array>({
  maxSize: MOST_LAID,
  sizeCalculation: ({ length }) => length,
  dispose: (pixels) => {
    spareBuffers.push(pixels);
    if (spareBuffers.length > MOST_SPARE) spareBuffers.shift();
  },
});
/** Memory of tiles no longer kept, used again: left to V8, it makes a picture a tenth to a fifth dearer. */
const spareBuffers: Uint8Array[] = [];
const MOST_SPARE = 4;

/** Bytes of deflated tiles that were drawn here and are kept: all maps that ship take 16 MB. */
const MOST_DRAWN = 16_000_000;
/** Callers that ask for a tile while it is being drawn share the drawing; after a failure the next call tries again. */
const drawnTiles = new LRUCache<string, Buffer, { readonly tile: Tile; readonly land: Land }>({
  maxSize: MOST_DRAWN,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_key, _stale, { context }) => drawTile(context.tile, context.land),
});

/** Bytes of deflated tiles that were read and are kept: those of some four maps at a scale each. */
const MOST_READ = 4_000_000;
const readTiles = new LRUCache<string, Buffer>({ maxSize: MOST_READ, sizeCalculation: ({ length }) => length });

let folder: string | null = null;

/** From now on, tiles that `drawLand` has drawn into a folder are read from there. The folder need not exist. */
export function readLandFrom(path: string): void {
  folder = path;
}

/** Draws the land that a folder lacks, and writes it there. Rejects if a tile can't be drawn or written. */
export async function drawLand(lands: readonly Land[], into: string): Promise<void> {
  for (const land of lands) {
    for (const tile of tilesOf(land)) {
      const file = join(into, fileOf(tile, tableOf(land.palette)));
      if (readTile(file, tile) === null) writeTile(file, await drawTile(tile, land));
    }
  }
}

/** The name of a tile's file: its key and all else that its pixels depend on, except for the code that draws. */
function fileOf({ width, height, key }: Tile, { palette }: Table): string {
  return createHash('sha256').update(palette).update(` ${width}x${height} ${key}`).digest('base64url');
}

function inflated(bytes: Buffer, { width, height }: Tile): Uint8Array {
  const size = width * height;
  const spare = spareBuffers.findIndex(({ length }) => length === size);
  const pixels = spare < 0 ? new Uint8Array(size) : (spareBuffers.splice(spare, 1)[0] as Uint8Array);
  pixels.set(inflateSync(bytes, { chunkSize: Math.max(64, size) }));
  return pixels;
}

/** `null` if the file is missing or damaged: zlib checks what it inflates. */
function readTile(file: string, tile: Tile): { readonly bytes: Buffer; readonly pixels: Uint8Array } | null {
  try {
    const bytes = readFileSync(file);
    return { bytes, pixels: inflated(bytes, tile) };
  } catch {
    return null;
  }
}

function writeTile(file: string, bytes: Buffer): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    // The bot may read the file at any moment.
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Lays a scene's ground under a sheet, and draws the tiles that it lacks. Rejects if one cannot be drawn. */
export async function layGround(land: Land, table: Table, sheet: Sheet): Promise<void> {
  const { width, height, stride, pixels, wanted } = sheet;
  // The first ink of a palette has the index 0.
  for (let y = 0; y < height; y++) if (wanted[y]) pixels.fill(0, y * stride, y * stride + width);
  for (const tile of tilesOf(land)) {
    if (!wanted.subarray(Math.max(0, tile.y), Math.max(0, tile.y + tile.height)).includes(1)) continue;
    const key = `${table.number} ${tile.width}x${tile.height} ${tile.key}`;
    const tilePixels = laidTiles.get(key) ?? (await pixelsOf(key, tile, land, table));
    laidTiles.set(key, tilePixels);
    // At once: by the next turn, another tile may have been written over these pixels.
    layTile(tile, tilePixels, sheet);
    await inSlices([tile]);
  }
}

async function pixelsOf(key: string, tile: Tile, land: Land, table: Table): Promise<Uint8Array> {
  const known = readTiles.get(key);
  if (known) return inflated(known, tile);
  const found = folder === null || drawnTiles.has(key) ? null : readTile(join(folder, fileOf(tile, table)), tile);
  if (!found) return inflated(await drawnTiles.forceFetch(key, { context: { tile, land } }), tile);
  readTiles.set(key, found.bytes);
  return found.pixels;
}

function layTile(tile: Tile, tilePixels: Uint8Array, { width, height, stride, pixels, wanted }: Sheet): void {
  const [left, right] = [Math.max(0, tile.x), Math.min(width, tile.x + tile.width)];
  if (left >= right) return;
  for (let y = Math.max(0, tile.y); y < Math.min(height, tile.y + tile.height); y++) {
    const start = (y - tile.y) * tile.width - tile.x;
    if (wanted[y]) pixels.set(tilePixels.subarray(start + left, start + right), y * stride + left);
  }
}

function tilesOf({ width, height, ground }: Land): readonly Tile[] {
  return ground.land ?? [{ key: ground.key, x: 0, y: 0, width, height, items: () => ground.items }];
}

/** Pixels converted at a time: less than a millisecond of work. */
const AT_ONCE = 100_000;

/** The deflated palette indices of a tile, row by row. */
async function drawTile(tile: Tile, { palette }: Land): Promise<Buffer> {
  const { width, height } = tile;
  const table = tableOf(palette);
  const indices = new Uint8Array(width * height);
  await inSlices(draw());
  return deflated(indices);

  function* draw(): Generator<void, void> {
    const pixels = yield* drawApart(flattenGroups(tile.items()), width, height, palette.inks[0] ?? null);
    for (let at = 0; at < pixels.length; at += AT_ONCE) {
      table.convert(pixels, at, Math.min(AT_ONCE, pixels.length - at), indices, at);
      yield;
    }
  }
}
