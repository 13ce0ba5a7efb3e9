import type { Group, Item, Path, Rect } from '../../../../game/index.ts';
import type { Point } from '../../curve.ts';
import { around, corners, type Edges, grown, overlap } from './edges.ts';
import { letteringEdges, textEdges } from './letters.ts';
import { outlines, pulls } from './outline.ts';

/** Where an item lies on the sheet: its outermost edges, and whether it touches a box that lies about or within them. */
export interface Extent {
  readonly edges: Edges;
  readonly touches: (box: Edges) => boolean;
}

/** An item as it is painted: only along its outline where it has no fill. A group is the box about all it holds. */
export function extentOf(item: Item): Extent {
  switch (item.kind) {
    case 'rect':
      return rectExtent(item);
    case 'path':
      return pathExtent(item);
    case 'circle': {
      const { x, y, radius, stroke } = item;
      const reach = radius + (stroke?.width ?? 0) / 2;
      const edges = grown({ left: x, top: y, right: x, bottom: y }, reach);
      const away = (at: number, low: number, high: number) => Math.max(low - at, 0, at - high);
      return {
        edges,
        touches: ({ left, top, right, bottom }) => away(x, left, right) ** 2 + away(y, top, bottom) ** 2 < reach ** 2,
      };
    }
    case 'text':
      return boxExtent([textEdges(item)]);
    case 'lettering':
      return boxExtent(letteringEdges(item));
    case 'group':
      return boxExtent(item.items.length === 0 ? [] : [groupEdges(item)]);
  }
}

/** The boxes that stand for an item: of letters along a path many, of all else one. */
export function boxesOf(item: Item): Edges[] {
  return item.kind === 'lettering' ? letteringEdges(item) : [extentOf(item).edges];
}

function boxExtent(boxes: readonly Edges[]): Extent {
  return { edges: around(boxes.flatMap(corners)), touches: (box) => boxes.some((one) => overlap(one, box)) };
}

function rectExtent({ x, y, width, height, fill, stroke }: Rect): Extent {
  const box = { left: x, top: y, right: x + width, bottom: y + height };
  const line = (stroke?.width ?? 0) / 2;
  const outer = grown(box, line);
  if (fill !== undefined) return boxExtent([outer]);
  const inner = grown(box, -line);
  const within = ({ left, top, right, bottom }: Edges) =>
    left >= inner.left && top >= inner.top && right <= inner.right && bottom <= inner.bottom;
  return { edges: outer, touches: (other) => overlap(outer, other) && !within(other) };
}

function groupEdges({ x, y, turn = 0, scale = 1, items }: Group): Edges {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const held = around(items.flatMap((item) => corners(extentOf(item).edges)));
  return around(corners(held).map((at) => ({ x: x + cos * at.x - sin * at.y, y: y + sin * at.x + cos * at.y })));
}

function pathExtent({ d, fill, stroke }: Path): Extent {
  const line = (stroke?.width ?? 0) / 2;
  let pieces: readonly (readonly Point[])[] | undefined;
  return {
    edges: grown(around(pulls(d)), line),
    touches: (box) => {
      const room = grown(box, line);
      const corner = { x: box.left, y: box.top };
      pieces ??= outlines(d);
      return pieces.some(
        (piece) =>
          piece.some((to, index) => index > 0 && crosses(piece[index - 1] as Point, to, room)) ||
          (fill !== undefined && encloses(piece, corner)),
      );
    },
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
