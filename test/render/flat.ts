import { createCanvas } from 'canvas';
import type { Group, Item, Lettering, Scene, Text } from '../../src/game/index.ts';
import { flattenGroups, type Matrix } from '../../src/render/flatten-groups.ts';
import { parsePath } from '../../src/render/path.ts';
import { fontOf, lettersOf, placeLetters, registerFonts } from '../../src/render/text.ts';

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An item of a scene out of its groups: where its outermost edges are on the sheet, in pixels. */
export interface Placed<I extends Item = Item> {
  readonly item: I;
  readonly bounds: Bounds;
}

/** Every item of a scene but the groups themselves, ground first. */
export function flat({ ground, items }: Scene): readonly Placed[] {
  return [...landOf(ground), ...ground.items, ...items].flatMap(onSheet);
}

/** The land that a picture shows, a group for each tile. */
export function landOf({ land = [] }: Scene['ground']): Group[] {
  return land.map(({ x, y, width, height, items }) => ({
    ...{ kind: 'group', x, y },
    clip: { width, height },
    items: [...items()],
  }));
}

/** Items of a ground are in many scenes: where they are is found once. */
const found = new WeakMap<Item, readonly Placed[]>();

function onSheet(item: Item): readonly Placed[] {
  const known = found.get(item) ?? placed(item);
  found.set(item, known);
  return known;
}

export function texts(scene: Scene): readonly Placed<Text>[] {
  return flat(scene).flatMap(({ item, bounds }) => (item.kind === 'text' ? [{ item, bounds }] : []));
}

/** The bounds of one item that stands in no group, or of a whole group. */
export function boundsOf(item: Item): Bounds {
  return around(
    onSheet(item).flatMap(({ bounds: { left, top, right, bottom } }) => [
      [left, top],
      [right, bottom],
    ]),
  );
}

function placed(whole: Item): Placed[] {
  return [...flattenGroups([whole])].map(({ item, place }) => ({
    item,
    bounds: around(corners(item).map(([x, y]) => apply(place, x, y))),
  }));
}

function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

function around(points: readonly (readonly number[])[]): Bounds {
  const xs = points.map(([x]) => x as number);
  const ys = points.map(([, y]) => y as number);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Of curves, the points that pull them: never inside the curve's own edges. */
function corners(item: Exclude<Item, { kind: 'group' }>): [number, number][] {
  if (item.kind === 'text') return textCorners(item);
  if (item.kind === 'lettering') return letteringCorners(item);
  const edge = (item.stroke?.width ?? 0) / 2;
  const points: [number, number][] = [];
  if (item.kind === 'rect') points.push([item.x, item.y], [item.x + item.width, item.y + item.height]);
  else if (item.kind === 'circle') {
    points.push([item.x - item.radius, item.y - item.radius], [item.x + item.radius, item.y + item.radius]);
  } else {
    for (const { at } of parsePath(item.d)) {
      for (let index = 0; index < at.length; index += 2) points.push([at[index] as number, at[index + 1] as number]);
    }
  }
  const { left, top, right, bottom } = around(points);
  return [
    [left - edge, top - edge],
    [right + edge, top - edge],
    [left - edge, bottom + edge],
    [right + edge, bottom + edge],
  ];
}

function textCorners({ x, y, text, face, size, align = 'left', spacing = 0, maxWidth }: Text): [number, number][] {
  const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = measured(fontOf(face, size), text);
  const whole = Math.min(
    width + spacing * Math.max(0, lettersOf({ text, face, size }).length - 1),
    maxWidth ?? Number.POSITIVE_INFINITY,
  );
  const left = x - whole * { left: 0, center: 0.5, right: 1 }[align];
  return [
    [left, y - up],
    [left + whole, y - up],
    [left, y + down],
    [left + whole, y + down],
  ];
}

/** The corners of every letter's box, as it stands on its path. */
function letteringCorners(item: Lettering): [number, number][] {
  return placeLetters(item).flatMap(({ letter, x, y, angle, width }) => {
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = measured(
      fontOf(item.face, item.size),
      letter,
    );
    const at: Matrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), x, y];
    return [-up, down].flatMap((dy) => [apply(at, -width / 2, dy), apply(at, width / 2, dy)]);
  });
}

const measures = new Map<string, TextMetrics>();
type TextMetrics = { width: number; actualBoundingBoxAscent: number; actualBoundingBoxDescent: number };

function measured(font: string, text: string): TextMetrics {
  const key = `${font} ${text}`;
  const known = measures.get(key);
  if (known) return known;
  registerFonts();
  const context = createCanvas(1, 1).getContext('2d');
  context.font = font;
  const metrics = context.measureText(text);
  measures.set(key, metrics);
  return metrics;
}

export function overlap(a: Bounds, b: Bounds): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** `inner` within `outer`, but for `slack` pixels. */
export function within(inner: Bounds, outer: Bounds, slack = 0): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.top >= outer.top - slack &&
    inner.right <= outer.right + slack &&
    inner.bottom <= outer.bottom + slack
  );
}
