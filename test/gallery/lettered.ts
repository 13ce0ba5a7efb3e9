import type { Group, Item, Lettering, Palette, Scene, Text } from '../../src/game/index.ts';
import { flatten, parsePath } from '../../src/render/path.ts';
import { type Bounds, boundsOf, landOf, within } from '../render/flat.ts';

/** A text of a scene, or letters along a path. */
export interface Words {
  readonly item: Text | Lettering;
  /** Where they are on the sheet, in pixels. */
  readonly bounds: Bounds;
  /** The words as an item of the sheet, out of all others. */
  readonly alone: Item;
  /** Something opaque lies over all of them: they are not there to be read. */
  readonly covered: boolean;
}

/** All words of a scene, those of its ground first. */
export function wordsOf({ width, height, ground, items }: Scene): readonly Words[] {
  const sheet = { left: 0, top: 0, right: width, bottom: height };
  const leaves = [...landLetters(ground, sheet), ...ground.items, ...items].flatMap((item) => leavesOf(item, []));
  const first = leaves.findIndex(({ item }) => item.kind === 'text' || item.kind === 'lettering');
  const plates = leaves.flatMap((leaf, order) => (order > first && isOpaque(leaf) ? [{ leaf, order }] : []));
  const boxes = plates.map(({ leaf: { item, groups } }) => boundsOf(wrapped(item, groups)));
  return leaves.flatMap(({ item, groups }, order): Words[] => {
    if (item.kind !== 'text' && item.kind !== 'lettering') return [];
    const alone = wrapped(item, groups);
    const bounds = boundsOf(alone);
    const covered = plates.some(
      (plate, index) => plate.order > order && within(bounds, boxes[index] as Bounds) && hides(plate.leaf, bounds),
    );
    return [{ item, bounds, alone, covered }];
  });
}

/** Words of the land that are whole in their tile and on the sheet. */
function landLetters(ground: Scene['ground'], sheet: Bounds): Item[] {
  return landOf(ground).flatMap(({ x, y, clip, items, ...group }) => {
    const { width = 0, height = 0 } = clip ?? {};
    const tile = { left: x, top: y, right: x + width, bottom: y + height };
    return items
      .filter((item) => leavesOf(item, []).some((leaf) => leaf.item.kind === 'text' || leaf.item.kind === 'lettering'))
      .map((item): Item => ({ ...group, x, y, items: [item] }))
      .filter((item) => within(boundsOf(item), tile) && within(boundsOf(item), sheet));
  });
}

/** Whether a leaf is a shape that lets nothing through. */
function isOpaque({ item, groups }: Leaf): boolean {
  if (item.kind !== 'rect' && item.kind !== 'path') return false;
  return item.fill?.length === OPAQUE && groups.every(({ opacity = 1 }) => opacity === 1);
}

/** Whether a shape whose box encloses some bounds does so itself. A path in a group is taken to enclose nothing. */
function hides({ item, groups }: Leaf, bounds: Bounds): boolean {
  return item.kind === 'rect' || (item.kind === 'path' && groups.length === 0 && encloses(item.d, bounds));
}

/** The letters of a colour without alpha. */
const OPAQUE = '#rrggbb'.length;

/** Whether a box lies within a closed path: its corners do, and no corner of the path lies in the box. */
function encloses(d: string, { left, top, right, bottom }: Bounds): boolean {
  const { points } = flatten(parsePath(d));
  if (points.some(({ x, y }) => x > left && x < right && y > top && y < bottom)) return false;
  return [left, right].every((x) => [top, bottom].every((y) => isInside(points, x, y)));
}

/** By the number of edges that a ray to the right crosses. */
function isInside(points: readonly { readonly x: number; readonly y: number }[], x: number, y: number): boolean {
  let inside = false;
  points.forEach((a, index) => {
    const b = points[(index + 1) % points.length] as typeof a;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  });
  return inside;
}

/** The scene with nothing of its words but their halos: what the letters stand on. */
export function withoutLetters(scene: Scene): Scene {
  const { ground } = scene;
  const key = `${ground.key} without letters`;
  const land = ground.land?.map((tile) => ({
    ...tile,
    key: `${tile.key} without letters`,
    items: () => [...tile.items()].flatMap(bare),
  }));
  const bareGround = { key, items: ground.items.flatMap(bare), ...(land ? { land } : {}) };
  return { ...scene, ground: bareGround, items: scene.items.flatMap(bare) };
}

/** The words alone, black on white: colour 1 of its palette on colour 0. */
export function lettersAlone({ width, height }: Pick<Scene, 'width' | 'height'>, words: readonly Words[]): Scene {
  return {
    width,
    height,
    palette: BLACK_ON_WHITE,
    ground: { key: 'a white sheet', items: [{ kind: 'rect', x: 0, y: 0, width, height, fill: '#ffffff' }] },
    items: words.map(({ alone }) => blackened(alone)),
  };
}

const BLACK_ON_WHITE: Palette = { inks: ['#ffffff', '#000000'], blends: [] };

interface Leaf {
  readonly item: Exclude<Item, Group>;
  /** The groups it stands in, outermost first. */
  readonly groups: readonly Group[];
}

function leavesOf(item: Item, groups: readonly Group[]): Leaf[] {
  if (item.kind !== 'group') return [{ item, groups }];
  return item.items.flatMap((one) => leavesOf(one, [...groups, item]));
}

function wrapped(item: Exclude<Item, Group>, groups: readonly Group[]): Item {
  return groups.reduceRight<Item>((inner, group) => ({ ...group, items: [inner] }), item);
}

function bare(item: Item): Item[] {
  if (item.kind === 'group') return [{ ...item, items: item.items.flatMap(bare) }];
  if (item.kind !== 'text' && item.kind !== 'lettering') return [item];
  return item.halo ? [{ ...item, fill: '#00000000' }] : [];
}

function blackened(item: Item): Item {
  if (item.kind === 'group') return { ...item, opacity: 1, items: item.items.map(blackened) };
  if (item.kind !== 'text' && item.kind !== 'lettering') return item;
  const { halo: _halo, ...plain } = item;
  return { ...plain, fill: '#000000' };
}
