import { setImmediate as breath } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Scene } from '../game/index.ts';
import { BAND, type Band, bandsOf, type Cut, cut } from './bands.ts';
import { type Table, tableOf } from './colour-table.ts';
import { registerFonts } from './fonts.ts';
import { groundOf, layGround, type PlacedTile } from './ground.ts';
import { type Frame, joined, type Piece, pieceOf, WHOLE_LEVEL } from './png.ts';
import { inSlices, roundRobin } from './scheduling.ts';
import { drawMeasured, type Sheet } from './stamps.ts';

/** A scene ready to be drawn. */
export interface Planned extends Cut {
  readonly table: Table;
}

/** Cuts a scene in bands. Rejects as `drawFrame`, except for faults of the ground, which it does not read. */
export async function planned(scene: Scene): Promise<Planned> {
  const { width, height } = scene;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 1) throw new Error(`Not a size in pixels: ${width} × ${height}`);
  }
  registerFonts();
  const table = tableOf(scene.palette);
  // The first picture of a palette takes some milliseconds to mix its colours.
  await breath();
  return { table, ...((await inSlices(cut(scene, table))) as Cut) };
}

/** Draws some bands of a scene. @param stride bytes from one row of `pixels` to the next */
export function drawBands(
  scene: Scene,
  plan: Planned,
  bands: readonly Band[],
  pixels: Uint8Array,
  stride = scene.width,
): Promise<void> {
  const wanted = new Set(bands.map(({ index }) => index));
  const wants = (row: number) => wanted.has(Math.floor(row / BAND));
  const sheet = { width: scene.width, height: scene.height, pixels, stride, wants };
  return drawn(async () => {
    await inSlices(laid(await groundOf(scene, plan.table), plan, sheet));
  });
}

/** The ground, then the items that touch a row that is wanted. */
function* laid(tiles: readonly PlacedTile[], { table, measured }: Planned, sheet: Sheet): Generator<void, void> {
  yield* layGround(tiles, sheet);
  for (const one of measured) {
    const { first, last } = bandsOf(one);
    let isWanted = false;
    for (let band = Math.max(0, first); band <= last && band * BAND < sheet.height; band++)
      isWanted ||= sheet.wants(band * BAND);
    if (!isWanted) continue;
    yield* drawMeasured(table, one, sheet);
    yield;
  }
}

/** One picture is drawn at a time, so that each pause goes to the rest of the process and not to the next picture. */
const drawn = roundRobin();

/**
 * Draws a scene in the colours of its palette, on the palette's first ink. Rejects if the typefaces are not installed, the size is not
 * in whole pixels, a path is malformed, a group's scale is not above 0, or the palette is invalid (`coloursOf`).
 */
export async function drawFrame(scene: Scene): Promise<Frame> {
  const plan = await planned(scene);
  const { width, height } = scene;
  const pixels = new Uint8Array(width * height);
  await drawBands(scene, plan, plan.bands, pixels);
  return { width, height, palette: plan.table.palette, pixels };
}

/** Bytes kept: enough for some sixty pictures with nothing in common. */
const KEPT = 8_000_000;
/** Estimated bytes of a cache entry beside its data and its key. */
const ASIDE = 300;

/** Caches pieces of PNGs by content, so that pictures with the same rows share them. */
const kept = new LRUCache<string, Piece>({
  maxSize: KEPT,
  sizeCalculation: ({ chunk }, key) => chunk.length + key.length + ASIDE,
});
/** Pieces that are being deflated. */
const underWay = new Map<string, Promise<Piece>>();

/** Makes a piece of a band's rows and keeps it. */
async function makePiece(key: string, rows: Uint8Array): Promise<Piece> {
  const making = pieceOf(rows);
  underWay.set(key, making);
  try {
    const piece = await making;
    kept.set(key, piece);
    return piece;
  } finally {
    underWay.delete(key);
  }
}

/**
 * A scene as a PNG. Draws only the bands that no recent picture had. Drawing takes a few milliseconds of the event loop at a time,
 * joining the PNG less than one, deflating none. Two pictures are made at a time. Rejects as `drawFrame` does, but not for faults of a
 * ground that is not drawn.
 * @param whose owner of the request: owners take turns, so a member who asks for many pictures delays nobody else
 */
export function renderScene(scene: Scene, whose?: string): Promise<Buffer> {
  return made(() => rendered(scene), whose);
}

/** Two, so that one is drawn while the other is deflated. */
const made = roundRobin(2);

async function rendered(scene: Scene): Promise<Buffer> {
  const { width, height } = scene;
  const plan = await planned(scene);
  const frame = { width, height, palette: plan.table.palette };
  // Windows of a larger map have few rows in common.
  if (scene.ground.land) {
    const bytes = await drawnRows(scene, plan, plan.bands);
    const piece = await pieceOf(bytes.subarray(0, (width + 1) * height), WHOLE_LEVEL);
    spare.push(bytes);
    return joined(frame, [piece]);
  }
  const found = plan.bands.map(({ key }) => kept.get(key) ?? underWay.get(key));
  const missing = plan.bands.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) {
    const bytes = await drawnRows(scene, plan, missing);
    const rows = BAND * (width + 1);
    for (const { key, index } of missing)
      found[index] = makePiece(key, bytes.subarray(index * rows, Math.min(height * (width + 1), (index + 1) * rows)));
    await Promise.all(found);
    spare.push(bytes);
  }
  return joined(frame, await Promise.all(found as (Piece | Promise<Piece>)[]));
}

/**
 * Rows of a picture at their places in a buffer that may be longer; put it back into `spare`. Each row is preceded by the number of its
 * filter: always 0 (none), as indices near in value are not near in colour.
 */
async function drawnRows(scene: Scene, plan: Planned, bands: readonly Band[]): Promise<Uint8Array> {
  const { width, height } = scene;
  const stride = width + 1;
  const bytes = takeBytes(stride * height);
  for (let row = 0; row < height; row++) bytes[row * stride] = 0;
  await drawBands(scene, plan, bands, bytes.subarray(1), stride);
  return bytes;
}

/** Buffers for the next pictures: the more memory is new, the more often V8 collects garbage. */
const spare: Uint8Array[] = [];

function takeBytes(length: number): Uint8Array {
  const bytes = spare.pop();
  return bytes && bytes.length >= length ? bytes : new Uint8Array(length);
}
