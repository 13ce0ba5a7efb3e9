import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, type InputType, inflate, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Colour, Land, Tile } from '../game/index.ts';
import { type Table, tableOf } from './colour-table.ts';
import { drawApart } from './draw.ts';
import { flattenGroups } from './flatten-groups.ts';
import { inSlices } from './scheduling.ts';
import type { Sheet } from './stamps.ts';

const deflated: (bytes: InputType) => Promise<Buffer> = promisify(deflate);
const inflateAsync: (bytes: InputType, options: ZlibOptions) => Promise<Buffer> = promisify(inflate);

/** A drawn tile at its place in a picture. */
interface PlacedTile extends Omit<Tile, 'key' | 'items'> {
  /** Palette indices, row by row. */
  readonly pixels: Uint8Array;
}

interface Source {
  readonly tile: Tile;
  readonly table: Table;
  readonly paper: Colour;
}

/** Bytes of tiles kept as they are laid: the close-ups of some four tables. */
const LAID = 8_000_000;
const laid = new LRUCache<string, Uint8Array>({ maxSize: LAID, sizeCalculation: ({ length }) => length });

/** Bytes of deflated tiles that were drawn here and are kept: all maps that ship take 16 MB. */
const DRAWN = 16_000_000;
/** Callers that ask for a tile while it is being drawn share the drawing; after a failure the next call tries again. */
const drawn = new LRUCache<string, Buffer, Source>({
  maxSize: DRAWN,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_key, _stale, { context }) => drawTile(context),
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
      if ((await readTile(file, tile)) === null) writeTile(file, await drawTile(source));
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

/** In one chunk: each takes a turn of zlib's threads. */
function inflated(bytes: Buffer, { width, height }: Tile): Promise<Buffer> {
  return inflateAsync(bytes, { chunkSize: Math.max(64, width * height) });
}

/** `null` if the file is missing or damaged: zlib checks what it inflates. */
async function readTile(file: string, tile: Tile): Promise<Buffer | null> {
  try {
    return await inflated(readFileSync(file), tile);
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

/** The tiles of a scene's ground, none over another; draws those that are not cached. Rejects if one cannot be drawn. */
export async function groundOf(scene: Land, table: Table): Promise<readonly PlacedTile[]> {
  const placed: PlacedTile[] = [];
  for (const tile of tilesOf(scene)) {
    const { x, y, width, height } = tile;
    const key = `${table.number} ${width}x${height} ${tile.key}`;
    const pixels = laid.get(key) ?? (await pixelsOf(key, sourceOf(tile, scene, table)));
    laid.set(key, pixels);
    placed.push({ x, y, width, height, pixels });
  }
  return placed;
}

async function pixelsOf(key: string, source: Source): Promise<Uint8Array> {
  const read = folder === null || drawn.has(key) ? null : await readTile(fileOf(source, folder), source.tile);
  return read ?? inflated(await drawn.forceFetch(key, { context: source }), source.tile);
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
  return deflated(indices);

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
    for (let y = first; y < last; y++) {
      const start = (y - tile.y) * tile.width - tile.x;
      if (wanted[y]) pixels.set(tile.pixels.subarray(start + left, start + right), y * stride + left);
      if (y % ROWS === 0) yield;
    }
    yield;
  }
}
