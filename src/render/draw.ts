import { type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import type { Colour, Path, Rect, Stroke } from '../game/index.ts';
import type { FlatItem } from './flatten-groups.ts';
import { pathSteps } from './path.ts';
import { lettersIn, registerFonts } from './text.ts';

/**
 * Draws items on a canvas of their own, later over earlier. A step is an item, a letter or a piece of a long path, so
 * that long work can be interrupted. Throws if a path is malformed.
 * @param paper the colour under the items; `null` for none
 * @returns the pixels, row by row: blue, green, red and alpha from the lowest byte on, premultiplied
 */
export function* drawApart(
  items: Iterable<FlatItem>,
  width: number,
  height: number,
  paper: Colour | null,
): Generator<void, Uint32Array> {
  registerFonts();
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (paper !== null) {
    context.fillStyle = paper;
    context.fillRect(0, 0, width, height);
  }
  for (const flat of items) {
    yield* drawItem(context, flat);
    yield;
  }
  // `getImageData` takes twice as long: it divides colours by their alpha.
  const { buffer, byteOffset } = canvas.toBuffer('raw');
  return new Uint32Array(buffer, byteOffset, width * height);
}

function* drawItem(context: Context, { item, place, alpha, clips }: FlatItem): Generator<void, void> {
  context.save();
  for (const clip of clips) {
    context.setTransform(...clip.place);
    context.beginPath();
    context.rect(0, 0, clip.width, clip.height);
    context.clip();
  }
  context.setTransform(...place);
  context.globalAlpha = alpha;
  switch (item.kind) {
    case 'rect':
      traceRect(context, item);
      paint(context, item);
      break;
    case 'circle':
      context.beginPath();
      context.arc(item.x, item.y, item.radius, 0, Math.PI * 2);
      paint(context, item);
      break;
    case 'path':
      yield* tracePath(context, item);
      paint(context, item);
      break;
    case 'text':
    case 'lettering':
      yield* lettersIn(item, place)?.draw(context) ?? [];
      break;
    default:
      item satisfies never;
  }
  context.restore();
}

function traceRect(context: Context, { x, y, width, height, radius = 0 }: Rect): void {
  context.beginPath();
  if (radius === 0) context.rect(x, y, width, height);
  else context.roundRect(x, y, width, height, radius);
}

/** Path steps between two yields: at most half a millisecond of work. */
const AT_ONCE = 500;

function* tracePath(context: Context, { d }: Path): Generator<void, void> {
  context.beginPath();
  let traced = 0;
  let [x, y] = [0, 0];
  for (const { command, at } of pathSteps(d)) {
    const [a, b, c, e, f, g] = at as [number, number, number, number, number, number];
    if (command === 'M') context.moveTo(a, b);
    else if (command === 'L') context.lineTo(a, b);
    // As a cubic curve: node-canvas takes a quadratic one from 0, 0 for one without a beginning.
    else if (command === 'Q') context.bezierCurveTo(...twoThirds(x, y, a, b), ...twoThirds(c, e, a, b), c, e);
    else if (command === 'C') context.bezierCurveTo(a, b, c, e, f, g);
    else context.closePath();
    [x = x, y = y] = at.slice(-2);
    traced++;
    if (traced % AT_ONCE === 0) yield;
  }
}

/** The point two thirds of the way from one point to another. */
function twoThirds(x: number, y: number, toX: number, toY: number): [x: number, y: number] {
  return [x + (2 / 3) * (toX - x), y + (2 / 3) * (toY - y)];
}

function paint(context: Context, { fill, stroke }: { readonly fill?: string; readonly stroke?: Stroke }): void {
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill();
  }
  // Canvas ignores a width of 0 and would draw a line of 1.
  if (stroke !== undefined && stroke.width > 0) {
    context.strokeStyle = stroke.colour;
    context.lineWidth = stroke.width;
    context.lineCap = stroke.cap ?? 'butt';
    context.lineJoin = stroke.cap === 'round' ? 'round' : 'miter';
    context.setLineDash([...(stroke.dash ?? [])]);
    context.stroke();
  }
}
