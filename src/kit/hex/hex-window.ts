import { around, type Box, centre, minus, plus } from '../draw/geometry.ts';
import type { HexGrid, HexId } from './hex-grid.ts';
import { extentOf, type HexPlot, type HexSize, hexPlot, isSeen, middle, plotFromCorner } from './hex-plot.ts';

/** In pixels. At half this size, as on a phone, letters are still eleven pixels high. */
export const CLOSE_UP = { width: 800, height: 856 } as const;

/** The shape of the window through which a close-up shows a part of a map. */
interface WindowShape {
  readonly grid: HexGrid;
  readonly size: HexSize;
  readonly view: Box;
  /** The scale of close-ups, 1 on the whole map. */
  readonly scale: number;
  /** The most pixels that are shown beyond the edge of the map. */
  readonly beyond: number;
  /** Pixels of a close-up between the hexes looked at and its edges, those of both edges together. */
  readonly margin: { readonly width: number; readonly height: number };
  /**
   * Whether the window is moved so that hexes at its edge are seen whole or less than half. Only for maps on which all
   * counters of a hex stay inside it.
   */
  readonly wholeHexes?: boolean;
}

/** The nearest to `place` of the points that are a whole number of steps away from `from`. */
function inStep(place: number, from: number, step: number): number {
  return Math.round(from + step * Math.round((place - from) / step));
}

/** A window and its map along one axis, in pixels of the picture. */
interface Axis {
  readonly window: number;
  readonly map: number;
  /** The most that is shown beyond the edge of the map. */
  readonly beyond: number;
}

function isWholeMapSeen({ window, map, beyond }: Axis): boolean {
  return map + 2 * beyond <= window;
}

/** The place of the map's corner, from the window's: negative if the window shows no edge of the map there. */
function cornerOfMap(middle: number, { window, map, beyond }: Axis): number {
  if (isWholeMapSeen({ window, map, beyond })) return (window - map) / 2;
  return Math.round(Math.min(beyond, Math.max(window - map - beyond, window / 2 - middle)));
}

/** Nearby places of the map's corner that are whole steps away from its greatest, and so recur. */
function cornersInSteps(corner: number, { window, map, beyond }: Axis, step: number): readonly number[] {
  if (isWholeMapSeen({ window, map, beyond })) return [corner];
  const steps = (beyond - corner) / step;
  return [Math.round(steps), Math.floor(steps), Math.ceil(steps)].map((count) =>
    // The land is drawn on whole pixels.
    Math.round(Math.max(window - map - beyond, beyond - count * step)),
  );
}

/**
 * Chooses the part of a map that a picture shows. The hexes looked at are in the middle, or as near to it as the edge
 * of the map allows.
 */
export class HexWindow {
  readonly #shape: WindowShape;
  readonly #whole: HexPlot;

  constructor(shape: WindowShape) {
    this.#shape = shape;
    this.#whole = plotFromCorner(shape);
  }

  plot(hexes: readonly HexId[], scale = this.#shape.scale): HexPlot {
    const { grid, size, view, beyond, wholeHexes = false } = this.#shape;
    const at = centre(this.boxAbout(hexes));
    const map = extentOf(this.#whole);
    const [x, y] = [
      cornerOfMap(at.x * scale, { window: view.width, map: map.width * scale, beyond }),
      cornerOfMap(at.y * scale, { window: view.height, map: map.height * scale, beyond }),
    ];
    if (!wholeHexes) return hexPlot(grid, size, scale, plus(view, { x, y }), view);
    const [column, row] = [size.radius * 1.5 * scale, size.half * 2 * scale];
    const firstColumn = (view.width % column) / 2 + column / 2 - size.radius * scale;
    // At the edge of the map, the window keeps its distance from the edge, so columns may be cut anywhere.
    const isAtEdge = x === beyond || x === Math.round(view.width - map.width * scale - beyond);
    // Every other column stands half a hex lower.
    const corner = { x: isAtEdge ? x : inStep(x, firstColumn, column), y: inStep(y, (view.height % row) / 2, row / 2) };
    return hexPlot(grid, size, scale, plus(view, corner), view);
  }

  /** A window around some hexes; around `home` alone if they don't fit. */
  plotRound(hexes: readonly HexId[], home: HexId, scale = this.#shape.scale): HexPlot {
    return this.plot(this.fits(hexes, scale) ? hexes : [home], scale);
  }

  /**
   * Like `plotRound`, but moved to the next step of so many hexes. Windows thus recur, and the land of each is drawn
   * once. Of the nearest ones it takes the one that shows most of the hexes, unless the unmoved one shows more.
   */
  plotInSteps(hexes: readonly HexId[], home: HexId, scale: number, step: number): HexPlot {
    const { beyond, view } = this.#shape;
    const best = this.plotRound(hexes, home, scale);
    const map = extentOf(best);
    const corner = minus(best, view);
    const across = { window: view.width, map: map.width, beyond };
    const down = { window: view.height, map: map.height, beyond };
    const plots = cornersInSteps(corner.x, across, best.radius * 1.5 * step).flatMap((x) =>
      cornersInSteps(corner.y, down, best.half * 2 * step).map((y): HexPlot => ({ ...best, ...plus(view, { x, y }) })),
    );
    plots.push(best);
    const shown = plots.map((plot) => hexes.filter((hex) => isSeen(plot, hex, plot.half)).length);
    return plots[shown.indexOf(Math.max(...shown))] as HexPlot;
  }

  /** Whether hexes fit in a window together, with a margin. */
  fits(hexes: readonly HexId[], scale = this.#shape.scale): boolean {
    const { view, margin, scale: usual } = this.#shape;
    const { width, height } = this.boxAbout(hexes);
    const part = scale / usual;
    return width * scale <= view.width - margin.width * part && height * scale <= view.height - margin.height * part;
  }

  /** The smallest box around the middles of hexes, in pixels of the whole map. */
  boxAbout(hexes: readonly HexId[]): Box {
    return around(hexes.map((hex) => middle(this.#whole, hex)));
  }

  /** The hex nearest to the middle of some hexes. */
  hexAmid(hexes: readonly HexId[]): HexId {
    const at = centre(this.boxAbout(hexes));
    let [best, least] = [this.#shape.grid.ids[0] as HexId, Number.POSITIVE_INFINITY];
    for (const hex of this.#shape.grid.ids) {
      const { x, y } = middle(this.#whole, hex);
      const far = (x - at.x) ** 2 + (y - at.y) ** 2;
      if (far < least) [best, least] = [hex, far];
    }
    return best;
  }
}
