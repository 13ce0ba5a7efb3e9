import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import type { Group, Item, Path, Rect, Scene, Stroke } from '../game/index.ts';
import { registerFonts } from './fonts.ts';
import { drawLettering } from './lettering.ts';
import { drawLetters } from './letters.ts';
import { parsePath } from './path.ts';

/** Ground layers kept: a few systems with a few variants each. One of 1200 × 900 pixels takes 4 MB. */
const GROUNDS_KEPT = 8;
const grounds = new Map<string, Canvas>();

/** Draws a scene on a new canvas of its size. Its ground is drawn the first time its key is seen, and copied after that. */
export function drawScene(scene: Scene): Canvas {
  registerFonts();
  const canvas = createCanvas(scene.width, scene.height);
  const context = canvas.getContext('2d');
  context.drawImage(groundOf(scene), 0, 0);
  drawItems(context, scene.items);
  return canvas;
}

function groundOf({ width, height, ground }: Scene): Canvas {
  const key = `${width}x${height} ${ground.key}`;
  const kept = grounds.get(key);
  const canvas = kept ?? createCanvas(width, height);
  if (!kept) drawItems(canvas.getContext('2d'), ground.items);
  // Taken out and put back: the map's order is then the order of last use.
  grounds.delete(key);
  grounds.set(key, canvas);
  for (const oldest of grounds.keys()) {
    if (grounds.size <= GROUNDS_KEPT) break;
    grounds.delete(oldest);
  }
  return canvas;
}

function drawItems(context: Context, items: readonly Item[]): void {
  for (const item of items) drawItem(context, item);
}

function drawItem(context: Context, item: Item): void {
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
      drawLetters(context, item);
      break;
    case 'lettering':
      drawLettering(context, item);
      break;
    case 'group':
      drawGroup(context, item);
      break;
    default:
      item satisfies never;
  }
}

/** A group is drawn item by item: where items of a faint group overlap, the lower shows through the upper. */
function drawGroup(context: Context, group: Group): void {
  context.save();
  context.translate(group.x, group.y);
  if (group.turn !== undefined) context.rotate((group.turn * Math.PI) / 180);
  if (group.scale !== undefined) context.scale(group.scale, group.scale);
  if (group.opacity !== undefined) context.globalAlpha *= group.opacity;
  drawItems(context, group.items);
  context.restore();
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
  if (stroke !== undefined) {
    context.strokeStyle = stroke.colour;
    context.lineWidth = stroke.width;
    context.lineCap = stroke.cap ?? 'butt';
    context.lineJoin = stroke.cap === 'round' ? 'round' : 'miter';
    context.setLineDash([...(stroke.dash ?? [])]);
    context.stroke();
  }
}
