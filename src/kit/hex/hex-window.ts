import { around, type Box, centre, plus } from '../draw/geometry.ts';
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
   * Whether the window is moved so that hexes at its edge are seen whole or less than half. No counters of a hex in
   * view must then be moved.
   */
  readonly wholeHexes?: boolean;
}

/** The nearest to `place` of the points that are whole steps away from another. */
function inStep(place: number, from: number, step: number): number {
  return Math.round(from + step * Math.round((place - from) / step));
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
    const whole = extentOf(this.#whole);
    const offset = (wanted: number, seen: number, all: number) => {
      if (all + 2 * beyond <= seen) return (seen - all) / 2;
      return Math.round(Math.min(beyond, Math.max(seen - all - beyond, seen / 2 - wanted)));
    };
    const [x, y] = [
      offset(at.x * scale, view.width, whole.width * scale),
      offset(at.y * scale, view.height, whole.height * scale),
    ];
    if (!wholeHexes) return hexPlot(grid, size, scale, plus(view, { x, y }), view);
    const [column, row] = [size.radius * 1.5 * scale, size.half * 2 * scale];
    const left = (view.width % column) / 2 + column / 2 - size.radius * scale;
    // At the edge of the map, the window keeps its distance from the edge, and columns are where they are.
    const atEdge = x === beyond || x === Math.round(view.width - whole.width * scale - beyond);
    // Every other column stands half a hex lower.
    const corner = { x: atEdge ? x : inStep(x, left, column), y: inStep(y, (view.height % row) / 2, row / 2) };
    return hexPlot(grid, size, scale, plus(view, corner), view);
  }

  /** A window around some hexes; around `home` alone if they don't fit. */
  plotRound(hexes: readonly HexId[], home: HexId, scale = this.#shape.scale): HexPlot {
    return this.plot(this.fits(hexes, scale) ? hexes : [home], scale);
  }

  /**
   * Like `plotRound`, but moved to steps of so many hexes, so that few windows with cached land are needed. Of the
   * nearest ones it takes the one that shows most of the hexes, unless the unmoved one shows more.
   */
  plotInSteps(hexes: readonly HexId[], home: HexId, scale: number, step: number): HexPlot {
    const { beyond, view } = this.#shape;
    const best = this.plotRound(hexes, home, scale);
    const whole = extentOf(best);
    const places = (at: number, from: number, seen: number, all: number, hex: number) => {
      if (all + 2 * beyond <= seen) return [at];
      const steps = (from + beyond - at) / (hex * step);
      return [Math.round(steps), Math.floor(steps), Math.ceil(steps)].map((count) =>
        // The land is drawn on whole pixels.
        Math.round(Math.max(from + seen - all - beyond, from + beyond - count * hex * step)),
      );
    };
    const plots = places(best.x, view.x, view.width, whole.width, best.radius * 1.5).flatMap((x) =>
      places(best.y, view.y, view.height, whole.height, best.half * 2).map((y): HexPlot => ({ ...best, x, y })),
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
