import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas, createImageData } from 'canvas';
import type { Circle, Group, Item, Lettering, Palette, Path, Rect, Scene, Stroke, Text } from '../../src/game/index.ts';
import { type Table, tableOf } from '../../src/render/colour-table.ts';
import type { Matrix } from '../../src/render/flatten-groups.ts';
import { parsePath } from '../../src/render/path.ts';
import { lettersIn, registerFonts } from '../../src/render/text.ts';
import { boundsOf } from './flat.ts';

/**
 * A scene drawn as it is told, item by item over the colours of the palette, with canvas's own groups: nothing is cut, left out or taken
 * from another picture. One byte a pixel, row by row.
 */
export function drawPlainly({ width, height, palette, ground, items }: Scene): Uint8Array {
  registerFonts();
  const context = createCanvas(width, height).getContext('2d', { alpha: false });
  const key = `${width} ${height} ${palette.inks[0]} ${ground.key}`;
  const under = grounds.get(key) ?? createCanvas(width, height);
  if (!grounds.has(key)) {
    const land = under.getContext('2d', { alpha: false });
    const paper = palette.inks[0] ?? '#ffffff';
    drawGround(land, paper, ground.land ? [] : ground.items);
    for (const { x, y, width, height, items } of ground.land ?? []) {
      const tile = createCanvas(width, height);
      drawGround(tile.getContext('2d', { alpha: false }), paper, [...items()]);
      land.drawImage(tile, x, y);
    }
  }
  grounds.set(key, under);
  context.drawImage(under, 0, 0);
  for (const item of items) laid(context, item, palette);
  return indicesOf(context.canvas, palette);
}

/** Draws an item by itself and lays it over a sheet, on which only colours of the palette are left where it is. */
function laid(context: Context, item: Item, palette: Palette): void {
  const { x, y, width, height } = roomOf(context.canvas, item);
  if (width <= 0 || height <= 0) return;
  const apart = createCanvas(width, height).getContext('2d');
  apart.translate(-x, -y);
  draw(apart, item);
  const table = tableOf(palette);
  const known = createImageData(width, height);
  for (const [at, index] of indicesIn(table, context.getImageData(x, y, width, height).data).entries())
    known.data.set([...table.palette.subarray(index * 3, index * 3 + 3), 255], at * 4);
  context.putImageData(known, x, y);
  context.drawImage(apart.canvas, x, y);
}

/** Pixels around what an item's corners say: halos, mitres and shadows. */
const AROUND = 60;

/** The part of a sheet that an item can touch: all of a small one. */
function roomOf(sheet: Canvas, item: Item): { x: number; y: number; width: number; height: number } {
  if (sheet.width * sheet.height < 100_000) return { x: 0, y: 0, width: sheet.width, height: sheet.height };
  const bounds = boundsOf(item);
  const [x, y] = [Math.max(0, Math.floor(bounds.left) - AROUND), Math.max(0, Math.floor(bounds.top) - AROUND)];
  const right = Math.min(sheet.width, Math.ceil(bounds.right) + AROUND);
  const bottom = Math.min(sheet.height, Math.ceil(bounds.bottom) + AROUND);
  return { x, y, width: right - x, height: bottom - y };
}

function indicesOf(canvas: Canvas, palette: Palette): Uint8Array {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return indicesIn(tableOf(palette), data);
}

/** The indices of pixels as canvas gives them: r, g, b and alpha, a byte each. */
export function indicesIn(table: Table, rgba: Uint8ClampedArray): Uint8Array {
  const indices = new Uint8Array(rgba.length / 4);
  const bytes = Buffer.from(rgba.buffer, rgba.byteOffset);
  const pixels = Uint32Array.from(indices, (_, at) => bytes.readUIntBE(at * 4, 3));
  table.convert(pixels, 0, pixels.length, indices, 0);
  return indices;
}

const grounds = new Map<string, Canvas>();

function drawGround(context: Context, paper: string, items: readonly Item[]): void {
  context.fillStyle = paper;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  for (const item of items) draw(context, item);
}

function draw(context: Context, item: Item): void {
  if (item.kind === 'group') drawGroup(context, item);
  else if (item.kind === 'text' || item.kind === 'lettering') drawLetters(context, item);
  else drawShape(context, item);
}

function drawLetters(context: Context, item: Text | Lettering): void {
  context.save();
  for (const _ of lettersIn(item, placeOf(context))?.draw(context) ?? []);
  context.restore();
}

function drawShape(context: Context, item: Rect | Circle | Path): void {
  context.beginPath();
  if (item.kind === 'rect') traceRect(context, item);
  else if (item.kind === 'circle') context.arc(item.x, item.y, item.radius, 0, Math.PI * 2);
  else tracePath(context, item);
  paint(context, item);
}

function placeOf(context: Context): Matrix {
  const { a, b, c, d, e, f } = context.getTransform();
  return [a, b, c, d, e, f];
}

function drawGroup(context: Context, { x, y, turn = 0, scale = 1, opacity = 1, clip, items }: Group): void {
  context.save();
  context.translate(x, y);
  context.rotate((turn * Math.PI) / 180);
  context.scale(scale, scale);
  context.globalAlpha *= opacity;
  if (clip !== undefined) {
    context.beginPath();
    context.rect(0, 0, clip.width, clip.height);
    context.clip();
  }
  for (const item of items) draw(context, item);
  context.restore();
}

function traceRect(context: Context, { x, y, width, height, radius = 0 }: Rect): void {
  if (radius === 0) context.rect(x, y, width, height);
  else context.roundRect(x, y, width, height, radius);
}

function tracePath(context: Context, { d }: Path): void {
  let [x, y] = [0, 0];
  for (const { command, at } of parsePath(d)) {
    const [a, b, c, e, f, g] = at as [number, number, number, number, number, number];
    if (command === 'M') context.moveTo(a, b);
    else if (command === 'L') context.lineTo(a, b);
    else if (command === 'Q') {
      // As a cubic curve, since node-canvas's quadratic ones are others where they begin at 0, 0.
      const near = [
        x + (2 / 3) * (a - x),
        y + (2 / 3) * (b - y),
        c + (2 / 3) * (a - c),
        e + (2 / 3) * (b - e),
      ] as const;
      context.bezierCurveTo(...near, c, e);
    } else if (command === 'C') context.bezierCurveTo(a, b, c, e, f, g);
    else context.closePath();
    [x = x, y = y] = at.slice(-2);
  }
}

function paint(context: Context, { fill, stroke }: { readonly fill?: string; readonly stroke?: Stroke }): void {
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill();
  }
  if (stroke === undefined || stroke.width <= 0) return;
  context.strokeStyle = stroke.colour;
  context.lineWidth = stroke.width;
  context.lineCap = stroke.cap ?? 'butt';
  context.lineJoin = stroke.cap === 'round' ? 'round' : 'miter';
  context.setLineDash([...(stroke.dash ?? [])]);
  context.stroke();
}
