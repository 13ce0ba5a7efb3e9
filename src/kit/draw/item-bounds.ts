import type { Circle, Group, Item, Path, Rect } from '../../game/index.ts';
import { oncePer } from '../memo.ts';
import { around, type Box, contains, cornersOf, enclosing, grown, overlap, type Point } from './geometry.ts';
import { outlines, pointsIn } from './lines.ts';
import { letteringBounds, textBounds } from './text-layout.ts';

/** The box around an item. Letters count at their greatest width. */
export function boundsOf(item: Item): Box {
  switch (item.kind) {
    case 'rect':
      return grown(item, lineOf(item));
    case 'path':
      return grown(around(pointsIn(item.d)), lineOf(item));
    case 'circle':
      return grown({ x: item.x, y: item.y, width: 0, height: 0 }, item.radius + lineOf(item));
    case 'text':
      return textBounds(item);
    case 'lettering':
      return enclosing(letteringBounds(item));
    case 'group':
      return groupBounds(item);
  }
}

/** The boxes of an item: many for letters along a path, one for any other item. */
export function itemBoxes(item: Item): Box[] {
  return item.kind === 'lettering' ? letteringBounds(item) : [boundsOf(item)];
}

/** Says whether the painted part of an item touches a box. Without a fill, that is only its outline. */
export function touching(item: Item): (box: Box) => boolean {
  switch (item.kind) {
    case 'rect':
      return rectTouching(item);
    case 'path':
      return pathTouching(item);
    case 'circle':
      return (box) => circleTouches(item, box);
    default: {
      const boxes = itemBoxes(item);
      return (box) => boxes.some((one) => overlap(one, box));
    }
  }
}

/** Pixels by which the line along an item's outline reaches out. */
function lineOf({ stroke }: Rect | Circle | Path): number {
  return (stroke?.width ?? 0) / 2;
}

function rectTouching(rect: Rect): (box: Box) => boolean {
  const outer = boundsOf(rect);
  if (rect.fill !== undefined) return (box) => overlap(outer, box);
  const inner = grown(rect, -lineOf(rect));
  return (box) => overlap(outer, box) && !contains(inner, box);
}

function circleTouches(circle: Circle, { x, y, width, height }: Box): boolean {
  const across = Math.max(x - circle.x, 0, circle.x - x - width);
  const down = Math.max(y - circle.y, 0, circle.y - y - height);
  return across ** 2 + down ** 2 < (circle.radius + lineOf(circle)) ** 2;
}

/** The bounds of a group's items, from the group's own origin. Cached, since many groups have the same items. */
const boundsOfAll = oncePer((items: Group['items']): Box => enclosing(items.map(boundsOf)));

function groupBounds({ x, y, turn = 0, scale = 1, items }: Group): Box {
  if (items.length === 0) return around([]);
  const box = boundsOfAll(items);
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return around(cornersOf(box).map((at) => ({ x: x + cos * at.x - sin * at.y, y: y + sin * at.x + cos * at.y })));
}

function pathTouching(path: Path): (box: Box) => boolean {
  const pieces = outlines(path.d);
  return (box) => {
    const room = grown(box, lineOf(path));
    return pieces.some(
      (piece) =>
        piece.some((to, index) => index > 0 && crosses(piece[index - 1] as Point, to, room)) ||
        (path.fill !== undefined && encloses(piece, box)),
    );
  };
}

/** Whether a straight piece enters a box (Liang–Barsky). */
function crosses(from: Point, to: Point, { x, y, width, height }: Box): boolean {
  const [across, down] = [to.x - from.x, to.y - from.y];
  let [enters, leaves] = [0, 1];
  for (const [run, room] of [
    [-across, from.x - x],
    [across, x + width - from.x],
    [-down, from.y - y],
    [down, y + height - from.y],
  ] as const) {
    if (run === 0) {
      if (room < 0) return false;
    } else if (run < 0) enters = Math.max(enters, room / run);
    else leaves = Math.min(leaves, room / run);
  }
  return enters <= leaves;
}

/** Whether a point lies within an outline: a ray to the right crosses it an odd number of times. */
function encloses(outline: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  outline.forEach((a, index) => {
    const b = outline[(index + 1) % outline.length] as Point;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  });
  return inside;
}
