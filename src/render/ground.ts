import { setImmediate as breath } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Colour, LandNumbers, Scene, Tile } from '../game/index.ts';
import type { Table } from './colour-table.ts';
import { drawApart } from './draw.ts';
import { flattenGroups } from './flatten-groups.ts';
import { registerFonts, settingOf } from './fonts.ts';
import { inSlices } from './scheduling.ts';
import { pressStamp, type Sheet, stampOf } from './stamps.ts';

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
export function* layGround({ tiles, numbers }: DrawnGround, table: Table, sheet: Sheet): Generator<void, void> {
  const { width, height, stride, pixels, wants } = sheet;
  for (let y = 0; y < height; y++) {
    if (wants(y)) pixels.fill(0, y * stride, y * stride + width);
    if (y % ROWS === 0) yield;
  }
  for (const tile of tiles) {
    const [left, right] = [Math.max(0, tile.x), Math.min(width, tile.x + tile.width)];
    const [first, last] = [Math.max(0, tile.y), Math.min(height, tile.y + tile.height)];
    if (left >= right || first >= last) continue;
    const from = pixelsOf(tile);
    for (let y = first; y < last; y++) {
      const start = (y - tile.y) * tile.width - tile.x;
      if (wants(y)) pixels.set(from.subarray(start + left, start + right), y * stride + left);
      if (y % ROWS === 0) yield;
    }
    yield;
  }
  if (numbers) yield* drawNumbers(numbers, table, sheet);
}

function pixelsOf({ key, width, height, deflated }: PlacedTile): Uint8Array {
  let pixels = inflated.get(key);
  if (pixels === undefined) {
    pixels = inflateRawSync(deflated, { chunkSize: Math.max(64, width * height) });
    inflated.set(key, pixels);
  }
  return pixels;
}

/** Pixels that a figure may reach beyond its advance. */
const MARGIN = 2;

/** Draws numbers on a sheet, figure by figure. */
function* drawNumbers({ face, size, fill, at }: LandNumbers, table: Table, sheet: Sheet): Generator<void, void> {
  // Figures of old style reach below their baseline.
  const [top, bottom] = [-Math.ceil(size), Math.ceil(size * 0.4)];
  for (const { text, x, y } of at) {
    if (y + bottom <= 0 || y + top >= sheet.height || x >= sheet.width) continue;
    for (const { letter, x: from, width } of settingOf(face, size, text).letters) {
      const box = { left: -MARGIN, top, right: Math.ceil(width) + MARGIN, bottom };
      const item = { kind: 'text', text: letter, x: 0, y: 0, face, size, fill } as const;
      const stamp = yield* stampOf(table, `number ${face} ${size} ${fill} ${letter}`, item, box);
      yield* pressStamp(table, stamp, x + Math.round(from), y, sheet);
    }
    yield;
  }
}
