import { setImmediate as breath } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Colour, Land, Tile } from '../game/index.ts';
import { type Table, tableOf } from './colour-table.ts';
import { drawApart } from './draw.ts';
import { flattenGroups } from './flatten-groups.ts';
import { registerFonts } from './fonts.ts';
import { inSlices } from './scheduling.ts';
import type { Sheet } from './stamps.ts';

const deflated = promisify(deflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

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
  dispose: (pixels) => dropped.push(pixels),
});
/** Buffers of dropped tiles, reused: left to V8, they cause a full collection every ten pictures. */
const dropped: Uint8Array[] = [];

/** Bytes of deflated tiles kept: those of all maps that ship take 13 MB. */
const KEPT = 16_000_000;
/** Callers that ask for a tile while it is being drawn share the drawing; after a failure the next call tries again. */
const tiles = new LRUCache<string, Buffer, Source>({
  maxSize: KEPT,
  sizeCalculation: ({ length }) => length,
  fetchMethod: async (_key, _stale, { context }) => deflated(await drawTile(context), { level: LEVEL }),
});

/** The tiles of a scene's ground, none over another; draws those that are not cached. Rejects if one cannot be drawn. */
export async function groundOf(scene: Land, table: Table): Promise<readonly PlacedTile[]> {
  const placed: PlacedTile[] = [];
  for (const tile of tilesOf(scene)) placed.push(await placedTile(tile, scene, table));
  return placed;
}

function tilesOf({ width, height, ground }: Land): readonly Tile[] {
  return ground.land ?? [{ key: ground.key, x: 0, y: 0, width, height, items: () => ground.items }];
}

async function placedTile(tile: Tile, { palette }: Land, table: Table): Promise<PlacedTile> {
  const { x, y, width, height } = tile;
  const key = `${table.number} ${width}x${height} ${tile.key}`;
  const paper = palette.inks[0] ?? '#ffffff';
  return { key, x, y, width, height, deflated: await tiles.forceFetch(key, { context: { tile, table, paper } }) };
}

/** Milliseconds of rest before the first tile drawn ahead, when a start has other work, and before each: together a tenth of a core for minutes. */
const FIRST = 10_000;
const REST = 150;

function idle(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Draws grounds before pictures need them, slowly, until the signal aborts. Rejects if one cannot be drawn.
 * @param games each with the grounds of its pictures
 */
export async function drawAhead(
  games: Iterable<() => readonly Land[]>,
  until: AbortSignal,
  [first, rest] = [FIRST, REST],
): Promise<void> {
  await idle(first);
  for (const lands of games) {
    for (const land of lands()) {
      for (const tile of tilesOf(land)) {
        await idle(rest);
        if (until.aborted) return;
        await placedTile(tile, land, tableOf(land.palette));
      }
    }
  }
}

/** The palette indices of a tile, row by row. */
async function drawTile({ tile, table, paper }: Source): Promise<Uint8Array> {
  registerFonts();
  // The first registration alone takes as long as a slice.
  await breath();
  const { width, height } = tile;
  const pixels = new Uint8Array(width * height);
  const take = (rgba: Uint8ClampedArray, top: number) => table.convert(rgba, pixels.subarray(top * width));
  await inSlices(drawApart(flattenGroups(tile.items()), { width, height, paper, isCut: true }, take));
  return pixels;
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
  const known = inflated.get(key);
  if (known) return known;
  const size = width * height;
  const at = dropped.findIndex(({ length }) => length === size);
  const pixels = dropped.splice(at, at < 0 ? 0 : 1)[0] ?? new Uint8Array(size);
  pixels.set(inflateRawSync(deflated, { chunkSize: Math.max(64, size) }));
  inflated.set(key, pixels);
  return pixels;
}
