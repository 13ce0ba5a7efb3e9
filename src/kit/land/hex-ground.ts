import type { Ground, Item, Land, Palette, Scene, Tile } from '../../game/index.ts';
import { type Box, overlap } from '../draw/geometry.ts';
import type { HexMap } from '../hex/hex-map.ts';
import { extentOf, type HexPlot } from '../hex/hex-plot.ts';
import { MemoPer, oncePer } from '../memo.ts';

/** The side of a tile in pixels. A close-up needs six or nine tiles, and few hexes are laid out for two of them. */
const TILE = 512;

/** In parts of a hex's radius. Ends of roads, rings and edges of woods are drawn beyond the outer hexes. */
const BEYOND = 1;

/** Whole pixels. */
export type PictureSize = Pick<Scene, 'width' | 'height'>;

/** Lays out the part of the land in a plot's view. It must look the same in all plots of a scale. */
type LandLayout = (plot: HexPlot) => Iterable<Item>;

/** At each scale, a map's land is cut into tiles, which all windows of that scale share. */
export class HexGrounds<Map extends HexMap> {
  /** The ground of each window. It is made once, since the renderer draws equal objects faster. */
  readonly #known = new MemoPer<Map, Ground>(40);
  readonly #game: string;
  readonly #contentId: (map: Map) => string;

  /**
   * @param contents everything that a map's ground depends on: maps with different contents must have different keys
   */
  constructor(game: string, contents: (map: Map) => unknown) {
    this.#game = game;
    this.#contentId = oncePer((map: Map) => hashOf(JSON.stringify(contents(map))));
  }

  /**
   * @param style the name of the layout, such as `whole`
   * @param plot has whole pixels
   */
  get(map: Map, style: string, plot: HexPlot, size: PictureSize, layout: LandLayout): Ground {
    const { radius, x, y } = plot;
    const window = `at ${x}, ${y} of ${size.width} × ${size.height}`;
    return this.#known.get(map, `${style} ${radius} ${window}`, () => {
      const sheet = `${this.#game} ${this.#contentId(map)} ${style} ${radius}`;
      const land = tilesOf(plot, size).map((box) => tileAt(sheet, plot, box, layout));
      return { key: `${sheet} ${window}`, land, items: [] };
    });
  }
}

/** The land of a whole map at a plot's scale, with its margin. */
export function wholeLand(plot: HexPlot, palette: Palette, ground: (plot: HexPlot, size: PictureSize) => Ground): Land {
  const beyond = Math.ceil(BEYOND * plot.radius);
  const { width, height } = extentOf(plot);
  const size = { width: Math.ceil(width) + 2 * beyond, height: Math.ceil(height) + 2 * beyond };
  return { ...size, palette, ground: ground({ ...plot, x: beyond, y: beyond }, size) };
}

/** The tiles of a map that are in a picture, at their places there. */
function tilesOf(plot: HexPlot, { width, height }: PictureSize): Box[] {
  const beyond = BEYOND * plot.radius;
  const whole = extentOf(plot);
  const map = {
    x: plot.x - beyond,
    y: plot.y - beyond,
    width: whole.width + 2 * beyond,
    height: whole.height + 2 * beyond,
  };
  const starts = (corner: number, side: number) => {
    const first = corner - Math.ceil(corner / TILE) * TILE;
    return Array.from({ length: Math.ceil((side - first) / TILE) }, (_, at) => first + at * TILE);
  };
  const boxes = starts(plot.y, height).flatMap((y) =>
    starts(plot.x, width).map((x) => ({ x, y, width: TILE, height: TILE })),
  );
  return boxes.filter((box) => overlap(box, map));
}

function tileAt(sheet: string, plot: HexPlot, box: Box, layout: LandLayout): Tile {
  const corner = { x: plot.x - box.x, y: plot.y - box.y };
  const view = { x: 0, y: 0, width: TILE, height: TILE };
  return { ...box, key: `${sheet} from ${-corner.x}, ${-corner.y}`, items: () => layout({ ...plot, ...corner, view }) };
}

/** 64 bits, by two ways of mixing: drawn land is kept on the disk under this hash. */
function hashOf(text: string): string {
  let [one, two] = [0x811c9dc5, 0x811c9dc5];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(((two << 13) | (two >>> 19)) ^ unit, 0x9e3779b1);
  }
  return `${(one >>> 0).toString(36)}-${(two >>> 0).toString(36)}`;
}
