import { LRUCache } from 'lru-cache';
import type { Scene } from '../game/index.ts';
import { type Table, tableInSteps } from './colour-table.ts';
import { layGround } from './ground.ts';
import { contentIds, type MeasuredItem, measuredItem } from './measured-items.ts';
import { joinPieces, type PngPiece, pngPieceOf } from './png.ts';
import { inSlices, roundRobin } from './scheduling.ts';
import { drawMeasured, type Sheet } from './stamps.ts';

/** Rows of a band, which take a millisecond. Lower bands make a picture larger, but are reused more often. */
export const BAND_ROWS = 32;

/** A scene cut in bands of rows over its full width, ready to be drawn. */
export interface Planned {
  readonly table: Table;
  /** Items on the sheet, lowest first. */
  readonly measured: readonly MeasuredItem[];
  /** Of each band, from the top. Equal keys mean equal pixels. */
  readonly keys: readonly string[];
}

/** Cuts a scene in bands. Rejects as `renderScene`. */
export async function planned(scene: Scene): Promise<Planned> {
  const { width, height } = scene;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 1) throw new Error(`Not a size in pixels: ${width} × ${height}`);
  }
  const table = (await inSlices(tableInSteps(scene.palette))) as Table;
  return (await inSlices(cut(scene, table))) as Planned;
}

/** Characters of the forms remembered: thousands of sheets. */
const MOST_CHARACTERS = 300_000;
const sheetOf = contentIds(MOST_CHARACTERS);

/** The last step is the result. A key holds an id for the scene's size, palette and ground. */
function* cut(scene: Scene, table: Table): Generator<Planned | null, void> {
  const { width, height, ground } = scene;
  const sheet = sheetOf(`${table.number} ${width} ${height} ${ground.key}`);
  const keys = Array.from({ length: Math.ceil(height / BAND_ROWS) }, (_, index) => `${sheet}:${index}`);
  const measured: MeasuredItem[] = [];
  for (const item of scene.items) {
    const found = measuredItem(item);
    const { number, x, y, box } = found;
    const first = Math.max(0, Math.floor((y + box.top) / BAND_ROWS));
    const last = Math.min(keys.length, Math.ceil((y + box.bottom) / BAND_ROWS)) - 1;
    if (x + box.left >= width || x + box.right <= 0 || first > last) continue;
    measured.push(found);
    for (let band = first; band <= last; band++) keys[band] += ` ${number},${x},${y}`;
    yield null;
  }
  yield { table, measured, keys };
}

/**
 * Draws some bands of a scene.
 * @param bands their numbers, from the top
 * @param stride bytes from one row of `pixels` to the next
 */
export async function drawBands(
  scene: Scene,
  plan: Planned,
  bands: readonly number[],
  pixels: Uint8Array,
  stride = scene.width,
): Promise<void> {
  const { width, height } = scene;
  const wanted = new Uint8Array(height);
  for (const band of bands) wanted.fill(1, band * BAND_ROWS, (band + 1) * BAND_ROWS);
  const sheet: Sheet = { width, height, pixels, stride, wanted };
  await layGround(scene, plan.table, sheet);
  await inSlices(drawItems(plan, sheet));
}

/** Draws the items that touch a wanted row. */
function* drawItems({ table, measured }: Planned, sheet: Sheet): Generator<void, void> {
  for (const item of measured) {
    const [top, bottom] = [item.y + item.box.top, item.y + item.box.bottom];
    if (!sheet.wanted.subarray(Math.max(0, top), Math.max(0, bottom)).includes(1)) continue;
    yield* drawMeasured(table, item, sheet);
    yield;
  }
}

/** Bytes of cached pieces: enough for some eighty pictures with nothing in common. */
const MOST_BYTES = 8_000_000;
/** Estimated bytes of a cache entry beside its data and its key. */
const OVERHEAD = 300;

/** Caches pieces of PNGs by content, so that pictures with the same rows share them. */
const pieceCache = new LRUCache<string, PngPiece>({
  maxSize: MOST_BYTES,
  sizeCalculation: ({ chunk }, key) => chunk.length + key.length + OVERHEAD,
});

/** zlib's level for a band: lower for close-ups, which are small and have few bands in common with other pictures. */
const levelOf = ({ height, ground }: Scene) => (ground.land && height <= 1000 ? 4 : 6);

/**
 * Renders a scene in the colours of its palette, on its first ink, as a PNG, a few milliseconds of the event loop at a
 * time. Bands that an earlier picture had are not drawn again. One picture is made at a time. Rejects if the typefaces
 * are not installed, the size is not in whole pixels, a path is malformed, a group's scale is not above 0, or the
 * palette is invalid (`coloursOf`).
 * @param whose owner of the request: owners take turns, so a member who asks for many pictures delays nobody else
 */
export function renderScene(scene: Scene, whose?: string): Promise<Buffer> {
  return inTurn(() => rendered(scene), whose);
}

const inTurn = roundRobin();

async function rendered(scene: Scene): Promise<Buffer> {
  const { width, height } = scene;
  const plan = await planned(scene);
  const pieces = plan.keys.map((key) => pieceCache.get(key));
  const missing = [...pieces.keys()].filter((band) => pieces[band] === undefined);
  // Each row is preceded by the number of its filter: always 0 (none), as indices near in value are not near in colour.
  const stride = width + 1;
  if (missing.length > 0) {
    if (rows.length < stride * height) rows = new Uint8Array(stride * height);
    for (let row = 0; row < height; row++) rows[row * stride] = 0;
    await drawBands(scene, plan, missing, rows.subarray(1), stride);
    await inSlices(deflate());
  }
  return joinPieces({ width, height, palette: plan.table.palette }, pieces as PngPiece[]);

  function* deflate(): Generator<void, void> {
    for (const band of missing) {
      const [from, to] = [band * BAND_ROWS, Math.min(height, (band + 1) * BAND_ROWS)];
      const piece = pngPieceOf(rows.subarray(from * stride, to * stride), levelOf(scene));
      pieceCache.set(plan.keys[band] as string, piece);
      pieces[band] = piece;
      yield;
    }
  }
}

/** The rows of the picture that is being made. Memory used again saves V8 garbage collections. */
let rows = new Uint8Array(0);
