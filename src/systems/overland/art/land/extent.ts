import type { Circle, Group, Item, Path, Rect } from '../../../../game/index.ts';
import type { Point } from '../../../../kit/draw/geometry.ts';
import { around, corners, type Edges, enclosing, grown, overlap } from './edges.ts';
import { letteringEdges, textEdges } from './letters.ts';
import { outlines, pulls } from './outline.ts';

/** Where an item lies on the sheet: its outermost edges. A group is the box about all it holds. */
export function edgesOf(item: Item): Edges {
  switch (item.kind) {
    case 'rect':
      return grown(boxOf(item), lineOf(item));
    case 'path':
      return grown(around(pulls(item.d)), lineOf(item));
    case 'circle':
      return grown({ left: item.x, top: item.y, right: item.x, bottom: item.y }, item.radius + lineOf(item));
    case 'text':
      return textEdges(item);
    case 'lettering':
      return enclosing(letteringEdges(item));
    case 'group':
      return groupEdges(item);
  }
}

/** Whether an item touches a box, as it is painted: only along its outline where it has no fill. */
export function touching(item: Item): (box: Edges) => boolean {
  switch (item.kind) {
    case 'rect':
      return rectTouching(item);
    case 'path':
      return pathTouching(item);
    case 'circle':
      return (box) => inCircle(item, box);
    default: {
      const boxes = boxesOf(item);
      return (box) => boxes.some((one) => overlap(one, box));
    }
  }
}

/** The boxes that stand for an item: of letters along a path many, of all else one. */
export function boxesOf(item: Item): Edges[] {
  return item.kind === 'lettering' ? letteringEdges(item) : [edgesOf(item)];
}

/** Half the line along its outline. */
function lineOf({ stroke }: Rect | Circle | Path): number {
  return (stroke?.width ?? 0) / 2;
}

function boxOf({ x, y, width, height }: Rect): Edges {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function rectTouching(rect: Rect): (box: Edges) => boolean {
  const outer = edgesOf(rect);
  if (rect.fill !== undefined) return (box) => overlap(outer, box);
  const inner = grown(boxOf(rect), -lineOf(rect));
  return (box) => overlap(outer, box) && !within(box, inner);
}

function within({ left, top, right, bottom }: Edges, room: Edges): boolean {
  return left >= room.left && top >= room.top && right <= room.right && bottom <= room.bottom;
}

function inCircle(circle: Circle, { left, top, right, bottom }: Edges): boolean {
  const across = Math.max(left - circle.x, 0, circle.x - right);
  const down = Math.max(top - circle.y, 0, circle.y - bottom);
  return across ** 2 + down ** 2 < (circle.radius + lineOf(circle)) ** 2;
}

/** What a group holds, about its own origin. Small drawings stand in many groups. */
const held = new WeakMap<Group['items'], Edges>();

function groupEdges({ x, y, turn = 0, scale = 1, items }: Group): Edges {
  if (items.length === 0) return around([]);
  let edges = held.get(items);
  if (!edges) {
    edges = enclosing(items.map(edgesOf));
    held.set(items, edges);
  }
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return around(corners(edges).map((at) => ({ x: x + cos * at.x - sin * at.y, y: y + sin * at.x + cos * at.y })));
}

function pathTouching({ d, fill, stroke }: Path): (box: Edges) => boolean {
  const line = (stroke?.width ?? 0) / 2;
  const pieces = outlines(d);
  return (box) => {
    const room = grown(box, line);
    const corner = { x: box.left, y: box.top };
    return pieces.some(
      (piece) =>
        piece.some((to, index) => index > 0 && crosses(piece[index - 1] as Point, to, room)) ||
        (fill !== undefined && encloses(piece, corner)),
    );
  };
}

/** Whether a straight piece enters a box (Liang–Barsky). */
function crosses(from: Point, to: Point, { left, top, right, bottom }: Edges): boolean {
  const [across, down] = [to.x - from.x, to.y - from.y];
  let [enters, leaves] = [0, 1];
  for (const [run, room] of [
    [-across, from.x - left],
    [across, right - from.x],
    [-down, from.y - top],
    [down, bottom - from.y],
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
