import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Group, Item, Path, Rect, Stroke } from '../game/index.ts';
import { drawLettering } from './lettering.ts';
import { drawLetters } from './letters.ts';
import { parsePath } from './path.ts';

/**
 * Draws items one by one, later over earlier, in steps: one for each letter that is drawn by itself, and for each other item that is
 * not a group. So long work can be done in pieces.
 */
export function* drawItems(context: Context, items: readonly Item[]): Generator<void, void> {
  for (const item of items) {
    yield* drawItem(context, item);
    if (item.kind !== 'group') yield;
  }
}

function* drawItem(context: Context, item: Item): Generator<void, void> {
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
      tracePath(context, item);
      paint(context, item);
      break;
    case 'text':
      yield* drawLetters(context, item);
      break;
    case 'lettering':
      yield* drawLettering(context, item);
      break;
    case 'group':
      yield* drawGroup(context, item);
      break;
    default:
      item satisfies never;
  }
}

/** A group is drawn item by item: where items of a faint group overlap, the lower shows through the upper. */
function* drawGroup(context: Context, group: Group): Generator<void, void> {
  // Canvas would take it in silence, and from then on draw nothing on this sheet at all.
  if (!isScale(group.scale ?? 1)) throw new Error(`Not a scale: ${group.scale}`);
  context.save();
  context.translate(group.x, group.y);
  if (group.turn !== undefined) context.rotate((group.turn * Math.PI) / 180);
  if (group.scale !== undefined) context.scale(group.scale, group.scale);
  if (group.opacity !== undefined) context.globalAlpha *= group.opacity;
  if (group.clip !== undefined) {
    context.beginPath();
    context.rect(0, 0, group.clip.width, group.clip.height);
    context.clip();
  }
  yield* drawItems(context, group.items);
  context.restore();
}

/** Above 0, and such that areas are too: a sheet is scaled both ways. */
function isScale(scale: number): boolean {
  return scale > 0 && scale ** 2 > 0 && Number.isFinite(scale ** 2);
}

function traceRect(context: Context, { x, y, width, height, radius = 0 }: Rect): void {
  context.beginPath();
  if (radius === 0) context.rect(x, y, width, height);
  else context.roundRect(x, y, width, height, radius);
}

function tracePath(context: Context, { d }: Path): void {
  context.beginPath();
  for (const { command, at } of parsePath(d)) {
    const [a, b, c, e, f, g] = at as [number, number, number, number, number, number];
    if (command === 'M') context.moveTo(a, b);
    else if (command === 'L') context.lineTo(a, b);
    else if (command === 'Q') context.quadraticCurveTo(a, b, c, e);
    else if (command === 'C') context.bezierCurveTo(a, b, c, e, f, g);
    else context.closePath();
  }
}

function paint(context: Context, { fill, stroke }: { readonly fill?: string; readonly stroke?: Stroke }): void {
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill();
  }
  // Canvas would keep the width of the line before it.
  if (stroke !== undefined && stroke.width > 0) {
    context.strokeStyle = stroke.colour;
    context.lineWidth = stroke.width;
    context.lineCap = stroke.cap ?? 'butt';
    context.lineJoin = stroke.cap === 'round' ? 'round' : 'miter';
    context.setLineDash([...(stroke.dash ?? [])]);
    context.stroke();
  }
}
