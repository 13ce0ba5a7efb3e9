import type { Ground, Item, Tile } from '../../../../game/index.ts';

/** The ground of a picture as items, at another size. The land is laid out when it is drawn. */
export function scaledGround({ land = [], items }: Ground, scale: number): readonly Item[] {
  return [...land.map((tile) => scaledTile(tile, scale)), { kind: 'group', x: 0, y: 0, scale, items }];
}

/** Cut at whole pixels: half covered ones would show as a seam. */
function scaledTile(tile: Tile, scale: number): Item {
  const [left, top] = [Math.floor(tile.x * scale), Math.floor(tile.y * scale)];
  const [right, bottom] = [(tile.x + tile.width) * scale, (tile.y + tile.height) * scale];
  const land: Item = {
    kind: 'group',
    x: tile.x * scale - left,
    y: tile.y * scale - top,
    scale,
    get items(): readonly Item[] {
      return [...tile.items()];
    },
  };
  const clip = { width: Math.floor(right) - left, height: Math.floor(bottom) - top };
  return { kind: 'group', x: left, y: top, clip, items: [land] };
}
