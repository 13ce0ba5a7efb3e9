/** `CCRR`: two digits for the column and two for the row, each counted from 01 at the upper left. */
export type HexId = string;

/** The size of a grid of flat-topped hexes in columns. Even columns lie half a hex lower. */
export interface GridSize {
  readonly columns: number;
  readonly rowsOdd: number;
  readonly rowsEven: number;
  /** Whether the grid has no hex at a place. If absent, it has one everywhere. */
  readonly isBlank?: (column: number, row: number) => boolean;
}

/** The directions: 0 north, 1 north-east, 2 south-east, 3 south, 4 south-west, 5 north-west. */
export const DIRECTIONS = [0, 1, 2, 3, 4, 5] as const;

/** Axial coordinates: steps along two of the three axes of a grid of hexes. */
export interface Axial {
  readonly q: number;
  readonly r: number;
}

const STEPS: readonly Axial[] = [
  { q: 0, r: -1 },
  { q: 1, r: -1 },
  { q: 1, r: 0 },
  { q: 0, r: 1 },
  { q: -1, r: 1 },
  { q: -1, r: 0 },
];

export class HexGrid {
  readonly columns: number;
  /** All hexes, column by column from the left, and each column from the top. */
  readonly ids: readonly HexId[];
  readonly index: ReadonlyMap<HexId, number>;
  readonly #size: GridSize;
  /**
   * By hex: the hexes in each direction, and those of them that are on the grid. Filled as needed, since the bot needs
   * few at its start.
   */
  readonly #known = new Map<HexId, readonly [all: readonly (HexId | null)[], onGrid: readonly HexId[]]>();

  constructor(size: GridSize) {
    this.#size = size;
    this.columns = size.columns;
    const ids: HexId[] = [];
    for (let column = 1; column <= size.columns; column++)
      for (let row = 1; row <= this.rowsIn(column); row++)
        if (!size.isBlank?.(column, row)) ids.push(hexId(column, row));
    this.ids = ids;
    this.index = new Map(ids.map((id, at) => [id, at]));
  }

  #neighboursOf(hex: HexId) {
    let known = this.#known.get(hex);
    if (!known) {
      if (!this.has(hex)) return [[], []] as const;
      const { q, r } = this.axial(hex);
      const all = STEPS.map((step) => this.at({ q: q + step.q, r: r + step.r }));
      const onGrid = all.filter((one) => one !== null);
      // Within the map both lists are equal, and one serves for both.
      known = [onGrid.length === all.length ? onGrid : all, onGrid];
      this.#known.set(hex, known);
    }
    return known;
  }

  rowsIn(column: number): number {
    return column % 2 === 1 ? this.#size.rowsOdd : this.#size.rowsEven;
  }

  has(id: string): boolean {
    return this.index.has(id);
  }

  /** Whether a column lies half a hex lower than those beside it. */
  isLower(column: number): boolean {
    return column % 2 === 0;
  }

  /** Half hexes from the grid's top to the hex's middle: 1 in the first row, 2 if the column lies lower. */
  halvesDown(hex: HexId): number {
    return 2 * rowOf(hex) - (this.isLower(columnOf(hex)) ? 0 : 1);
  }

  neighbour(hex: HexId, direction: number): HexId | null {
    return this.#neighboursOf(hex)[0][direction] ?? null;
  }

  /** The neighbours on the grid, clockwise from the north. */
  neighbours(hex: HexId): readonly HexId[] {
    return this.#neighboursOf(hex)[1];
  }

  /** The direction of a neighbour; −1 if the hexes are not adjacent. */
  directionTo(from: HexId, to: HexId): number {
    return this.#neighboursOf(from)[0].indexOf(to);
  }

  isAtEdge(hex: HexId): boolean {
    return this.#neighboursOf(hex)[0].includes(null);
  }

  /** The distance of two hexes: 1 if they are adjacent. */
  distance(one: HexId, other: HexId): number {
    const [from, to] = [columnOf(one) - 1, columnOf(other) - 1];
    const across = from - to;
    const along = rowOf(one) - rowOf(other) - Math.floor(from / 2) + Math.floor(to / 2);
    return Math.max(Math.abs(across), Math.abs(along), Math.abs(across + along));
  }

  /** The nearest of some hexes, the first of equals; null if there are none. */
  nearest(from: HexId, to: readonly HexId[]): HexId | null {
    let [nearest, least]: [HexId | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const hex of to) {
      const far = this.distance(from, hex);
      if (far < least) [nearest, least] = [hex, far];
    }
    return nearest;
  }

  /** The hexes within a distance of a hex, itself included. */
  within(hex: HexId, range: number): readonly HexId[] {
    return this.ids.filter((id) => this.distance(hex, id) <= range);
  }

  axial(hex: HexId): Axial {
    const q = columnOf(hex) - 1;
    return { q, r: rowOf(hex) - 1 - Math.floor(q / 2) };
  }

  /** The hex at axial coordinates; null off the grid. */
  at({ q, r }: Axial): HexId | null {
    const column = q + 1;
    const row = r + 1 + Math.floor(q / 2);
    if (column < 1 || column > this.columns || row < 1 || row > this.rowsIn(column)) return null;
    // The grid's own string is returned, since thousands of hexes would each keep copies of their neighbours' ids.
    return this.ids[this.index.get(hexId(column, row)) ?? -1] ?? null;
  }

  /** The middle of a hex, in units of its radius (from the middle to a corner), from the grid's upper left corner. */
  centre(hex: HexId): { readonly x: number; readonly y: number } {
    return { x: 1 + 1.5 * (columnOf(hex) - 1), y: (Math.sqrt(3) / 2) * this.halvesDown(hex) };
  }
}

export function hexId(column: number, row: number): HexId {
  return `${String(column).padStart(2, '0')}${String(row).padStart(2, '0')}`;
}

// Reads the digits one by one, because nothing is called as often.
const TWO_ZEROS = '0'.charCodeAt(0) * 11;
export function columnOf(hex: HexId): number {
  return hex.charCodeAt(0) * 10 + hex.charCodeAt(1) - TWO_ZEROS;
}
export function rowOf(hex: HexId): number {
  return hex.charCodeAt(2) * 10 + hex.charCodeAt(3) - TWO_ZEROS;
}

/** The key of a hexside in a map file: `a|b`, the smaller id first. */
export function sideKey(one: HexId, other: HexId): string {
  return one < other ? `${one}|${other}` : `${other}|${one}`;
}

/** The two hexes of a hexside. */
export function endsOfSide(key: string): readonly [HexId, HexId] {
  return key.split('|') as [HexId, HexId];
}
