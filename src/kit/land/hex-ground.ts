import type { Ground, Item, Scene, Tile } from '../../game/index.ts';
import { type Box, overlap } from '../draw/geometry.ts';
import type { HexMap } from '../hex/hex-map.ts';
import { extentOf, type HexPlot } from '../hex/hex-plot.ts';
import { MemoPer, oncePer } from '../memo.ts';
import { hexNumbers } from './hex-numbers.ts';

/** Pixels of a tile's side: a close-up takes six or nine tiles, and few hexes are laid out for two. */
const TILE = 512;

/** How far a map reaches beyond the outer hexes, in parts of a hex's radius: ends of roads, rings, edges of woods. */
const BEYOND = 1;

/** How the land of a picture is laid out. */
interface LandLayout {
  /** The land without its words, the part of it that a plot shows. It looks the same in every plot of a scale. */
  land(plot: HexPlot): Iterable<Item>;
  /** Words whose places depend on the part that is seen. Equal windows of a style have equal words. */
  readonly words?: () => readonly Item[];
  /** Whether hexes have their numbers. */
  readonly numbered?: boolean;
}

/** Grounds of a game. The land of a map is cut into tiles at each scale, which all windows of that scale share. */
export class HexGrounds<Map extends HexMap> {
  /** Laid out once for each window, since equal objects are drawn faster. */
  readonly #known = new MemoPer<Map, Ground>(40);
  readonly #game: string;
  readonly #contentId: (map: Map) => string;

  /** @param contents all that a ground is made from: its key must not stand for another map's */
  constructor(game: string, contents: (map: Map) => unknown) {
    this.#game = game;
    this.#contentId = oncePer((map: Map) => hashOf(JSON.stringify(contents(map))));
  }

  /**
   * @param style the name of the layout: `whole`
   * @param plot at whole pixels
   */
  get(map: Map, style: string, plot: HexPlot, size: Pick<Scene, 'width' | 'height'>, layout: LandLayout): Ground {
    const { radius, x, y } = plot;
    const window = `at ${x}, ${y}${layout.numbered ? ', numbered' : ''}`;
    return this.#known.get(map, `${style} ${radius} ${window}`, () => {
      const sheet = `${this.#game} ${this.#contentId(map)} ${style} ${radius}`;
      return {
        key: `${sheet} ${window}`,
        land: tilesOf(plot, size).map((box) => tileAt(sheet, plot, box, layout)),
        items: layout.words?.() ?? [],
        ...(layout.numbered ? { numbers: hexNumbers(plot) } : {}),
      };
    });
  }
}

/** The tiles of a map that a picture shows, at their places in the picture. */
function tilesOf(plot: HexPlot, { width, height }: Pick<Scene, 'width' | 'height'>): Box[] {
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

function tileAt(sheet: string, plot: HexPlot, box: Box, { land }: LandLayout): Tile {
  const corner = { x: plot.x - box.x, y: plot.y - box.y };
  const view = { x: 0, y: 0, width: TILE, height: TILE };
  return { ...box, key: `${sheet} from ${-corner.x}, ${-corner.y}`, items: () => land({ ...plot, ...corner, view }) };
}

function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
