import { setImmediate as breath } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { CanvasRenderingContext2D as Context } from 'canvas';
import { LRUCache } from 'lru-cache';
import type { Colour, LandNumbers, Scene, Tile } from '../game/index.ts';
import { clearCanvas, OPAQUE, returnCanvas, takeCanvas } from './canvas-pool.ts';
import type { Table } from './colour-table.ts';
import { drawItems } from './draw.ts';
import { flattenGroups } from './flatten-groups.ts';
import { registerFonts } from './fonts.ts';
import { drawNumbers } from './numbers.ts';
import { inSlices } from './scheduling.ts';

const deflated = promisify(deflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

/** The fastest level; slower ones save a tenth. */
const LEVEL = 1;

/** A drawn tile at its place in a picture. */
interface PlacedTile extends Omit<Tile, 'items'> {
  /** Deflated palette indices, row by row. */
  readonly deflated: Buffer;
}

/** The drawn background of a scene: tiles, none over another, and the numbers on them. */
export interface DrawnGround {
  readonly tiles: readonly PlacedTile[];
  readonly numbers: LandNumbers | undefined;
}

interface Source {
  readonly tile: Tile;
  readonly table: Table;
  readonly paper: Colour;
}

/** Bytes of inflated tiles kept: the close-ups of some four tables. */
const INFLATED = 8_000_000;
const inflated = new LRUCache<string, Uint8Array>({ maxSize: INFLATED, sizeCalculation: ({ length }) => length });

/** Bytes of deflated tiles kept: the whole of some three maps at the scale of close-ups. */
const KEPT = 10_000_000;
/** Callers that ask for a tile while it is being drawn share the drawing; after a failure the next call tries again. */
const tiles = new LRUCache<string, Buffer, Source>({
  maxSize: KEPT,
  sizeCalculation: ({ length }) => length,
  fetchMethod: async (key, _stale, { context }) => {
    const pixels = await drawTile(context);
    inflated.set(key, pixels);
    return deflated(pixels, { level: LEVEL });
  },
});

/** A scene's ground; draws the tiles that are not cached. Rejects if one cannot be drawn. */
export async function groundOf(scene: Scene, table: Table): Promise<DrawnGround> {
  const { width, height, ground } = scene;
  const paper = scene.palette.inks[0] ?? '#ffffff';
  const whole = { key: ground.key, x: 0, y: 0, width, height, items: () => ground.items };
  const placed: PlacedTile[] = [];
  for (const tile of ground.land ?? [whole]) {
    const key = `${table.number} ${tile.width}x${tile.height} ${tile.key}`;
    const drawn = await tiles.forceFetch(key, { context: { tile, table, paper } });
    const { x, y, width, height } = tile;
    placed.push({ key, x, y, width, height, deflated: drawn });
  }
  return { tiles: placed, numbers: ground.numbers };
}

/** Rows of a large tile converted at a time: about a millisecond of work. */
const ROWS = 128;

/** The palette indices of a tile, row by row. */
async function drawTile({ tile, table, paper }: Source): Promise<Uint8Array> {
  registerFonts();
  // The first registration alone takes as long as a slice.
  await breath();
  const sheet = takeCanvas(tile);
  const context = sheet.getContext('2d', OPAQUE);
  await inSlices(clearCanvas(context, paper));
  await inSlices(drawItems(context, flattenGroups(tile.items())));
  const pixels = new Uint8Array(tile.width * tile.height);
  await inSlices(converted(context, table, pixels));
  returnCanvas(sheet);
  return pixels;
}

function* converted(context: Context, table: Table, pixels: Uint8Array): Generator<void, void> {
  const { width, height } = context.canvas;
  for (let top = 0; top < height; top += ROWS) {
    const { data } = context.getImageData(0, top, width, Math.min(ROWS, height - top));
    table.convert(data, pixels.subarray(top * width, (top + ROWS) * width));
    yield;
  }
}

/** The ground of a band as palette indices, row by row. The first ink of a palette has the index 0. */
export function groundRows(
  { tiles, numbers }: DrawnGround,
  table: Table,
  width: number,
  top: number,
  rows: number,
): Uint8Array {
  const pixels = new Uint8Array(width * rows);
  for (const tile of tiles) {
    const [left, right] = [Math.max(0, tile.x), Math.min(width, tile.x + tile.width)];
    const [first, last] = [Math.max(top, tile.y), Math.min(top + rows, tile.y + tile.height)];
    if (left >= right || first >= last) continue;
    const from = pixelsOf(tile);
    for (let y = first; y < last; y++) {
      const start = (y - tile.y) * tile.width - tile.x;
      pixels.set(from.subarray(start + left, start + right), (y - top) * width + left);
    }
  }
  if (numbers) drawNumbers(numbers, table, pixels, width, top);
  return pixels;
}

function pixelsOf({ key, width, height, deflated }: PlacedTile): Uint8Array {
  let pixels = inflated.get(key);
  if (pixels === undefined) {
    pixels = inflateRawSync(deflated, { chunkSize: Math.max(64, width * height) });
    inflated.set(key, pixels);
  }
  return pixels;
}
