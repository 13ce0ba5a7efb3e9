import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Path, Rect, Stroke } from '../game/index.ts';
import type { FlatItem } from './flatten-groups.ts';
import { stepsOf } from './path.ts';
import { placeLettering, placeText, type SetLetters, setLetters } from './text.ts';

/** An item's letters with their positions; `null` if none are visible. Throws if the path of a lettering is malformed. */
export function lettersOf({ item, place }: FlatItem): SetLetters | null {
  if (item.kind === 'text') return placeText(item, place);
  return item.kind === 'lettering' ? placeLettering(item, place) : null;
}

/**
 * Draws items one by one, later over earlier. A step is an item, a separately drawn letter or a piece of a long path, so that long work
 * can be interrupted. Throws if a path is malformed.
 */
export function* drawItems(context: Context, items: Iterable<FlatItem>): Generator<void, void> {
  for (const flat of items) {
    yield* drawItem(context, flat, lettersOf(flat));
    yield;
  }
}

/** Draws an item whose letters, if any, are known. */
export function* drawItem(
  context: Context,
  { item, place, alpha, clips }: FlatItem,
  letters: SetLetters | null,
): Generator<void, void> {
  if (clips.length > 0) context.save();
  for (const clip of clips) {
    context.setTransform(...clip.place);
    context.beginPath();
    context.rect(0, 0, clip.width, clip.height);
    context.clip();
  }
  context.globalAlpha = alpha;
  switch (item.kind) {
    case 'rect':
      context.setTransform(...place);
      traceRect(context, item);
      paint(context, item);
      break;
    case 'circle':
      context.setTransform(...place);
      context.beginPath();
      context.arc(item.x, item.y, item.radius, 0, Math.PI * 2);
      paint(context, item);
      break;
    case 'path':
      context.setTransform(...place);
      yield* tracePath(context, item);
      paint(context, item);
      break;
    case 'text':
    case 'lettering':
      if (letters) yield* setLetters(context, letters);
      break;
    default:
      item satisfies never;
  }
  if (clips.length > 0) context.restore();
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
  for (const { command, at } of stepsOf(d)) {
    const [a, b, c, e, f, g] = at as [number, number, number, number, number, number];
    if (command === 'M') context.moveTo(a, b);
    else if (command === 'L') context.lineTo(a, b);
    else if (command === 'Q') context.quadraticCurveTo(a, b, c, e);
    else if (command === 'C') context.bezierCurveTo(a, b, c, e, f, g);
    else context.closePath();
    traced++;
    if (traced % AT_ONCE === 0) yield;
  }
}

function paint(context: Context, { fill, stroke }: { readonly fill?: string; readonly stroke?: Stroke }): void {
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill();
  }
  // Canvas ignores a width of 0 and would keep that of the line before.
  if (stroke !== undefined && stroke.width > 0) {
    context.strokeStyle = stroke.colour;
    context.lineWidth = stroke.width;
    context.lineCap = stroke.cap ?? 'butt';
    context.lineJoin = stroke.cap === 'round' ? 'round' : 'miter';
    context.setLineDash([...(stroke.dash ?? [])]);
    context.stroke();
  }
}
