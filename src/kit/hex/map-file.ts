import * as z from 'zod';
import { LazyMap } from '../memo.ts';
import { columnOf, DIRECTIONS, type HexGrid, type HexId, rowOf, sideKey } from './hex-grid.ts';
import { CROSSINGS, EDGES, type Edge, type Hex, type HexMap, type Hexside, type MapKinds } from './hex-map.ts';

export interface MapFormat<K extends MapKinds> {
  readonly grid: HexGrid;
  readonly terrains: readonly K['terrain'][];
  /** The terrain of hexes that the file leaves out. If absent, it must have all. */
  readonly usual?: K['terrain'];
  readonly waters: readonly K['water'][];
  /** The waters that can be crossed by bridges and fords only. */
  readonly barring: readonly K['water'][];
  /** Ways from hex to hex, the best first. */
  readonly links: readonly K['link'][];
  readonly places: readonly K['place'][];
  /** The paragraphs of the game's rules that faults cite: on the numbers of hexes, on crossing water, on redoubts. */
  readonly rules: { readonly grid: string; readonly crossing: string; readonly works: string };
}

/** The words that a format lists. */
export type KindsOf<F extends MapFormat<MapKinds>> = {
  readonly terrain: F['terrains'][number];
  readonly water: F['waters'][number];
  readonly link: F['links'][number];
  readonly place: F['places'][number];
};

/** The parts of every map file, to which a game adds its own. */
export interface MapParts<K extends MapKinds> {
  readonly title: string;
  readonly hexes: { readonly [hex: HexId]: { readonly t: K['terrain']; readonly name?: string | undefined } };
  readonly sides: { readonly [key: string]: SidePart<K> };
  readonly links: { readonly [key: string]: K['link'] };
  readonly ways: readonly {
    readonly name: string;
    readonly kind: K['link'];
    readonly rail?: true | undefined;
    readonly path: readonly HexId[];
    readonly leaves?: readonly (readonly [HexId, Edge])[] | undefined;
  }[];
  readonly waters: readonly {
    readonly name: string;
    readonly kind: K['water'];
    readonly sides: readonly string[];
    readonly width: number;
  }[];
  readonly works: readonly { readonly name: string; readonly sides: readonly string[] }[];
  readonly places: readonly { readonly hex: HexId; readonly name: string; readonly kind: K['place'] }[];
}

/** A hexside. Its water has a kind and a name: `{ "creek": true, "water": "Beaver Dam Creek" }`. */
type SidePart<K extends MapKinds> = { readonly [water in K['water']]?: true | undefined } & {
  readonly water?: string | undefined;
  readonly crossing?: (typeof CROSSINGS)[number] | undefined;
  readonly crossingName?: string | undefined;
  readonly redoubt?: { readonly defended: HexId; readonly enemy: HexId } | undefined;
};

export const nameSchema = z.string().min(1).max(60);
/** The author's name for changed figures; absent for the project's own. */
export const basisSchema = nameSchema.optional();
export const edgeSchema = z.enum(EDGES);
const side = z.string().regex(/^\d{4}\|\d{4}$/, 'a hexside is named by its two hexes, "a|b"');

export function hexSchema(rule: string) {
  return z.string().regex(/^\d{4}$/, `a hex is named by four figures, column then row [${rule}]`);
}

/** The fields of a map file's schema. A game spreads them into a strict object with its own. */
export function mapSchemas<K extends MapKinds>(format: MapFormat<K>) {
  const { grid, terrains, waters, links, places, rules } = format;
  const hex = hexSchema(rules.grid);
  const parts = {
    title: nameSchema,
    hexes: z.record(hex, z.strictObject({ t: z.enum(terrains), name: nameSchema.optional() })),
    sides: z.record(
      side,
      z.strictObject({
        ...Object.fromEntries(waters.map((water) => [water, z.literal(true).optional()])),
        water: nameSchema.optional(),
        crossing: z.enum(CROSSINGS).optional(),
        crossingName: nameSchema.optional(),
        redoubt: z.strictObject({ defended: hex, enemy: hex }).optional(),
      }),
    ),
    links: z.record(side, z.enum(links)),
    ways: z.array(
      z.strictObject({
        name: nameSchema,
        kind: z.enum(links),
        rail: z.literal(true).optional(),
        path: z.array(hex).min(2),
        leaves: z.array(z.tuple([hex, edgeSchema])).optional(),
      }),
    ),
    waters: z.array(
      z.strictObject({
        name: nameSchema,
        kind: z.enum(waters),
        sides: z.array(side).min(1),
        width: z.number().positive().max(20),
      }),
    ),
    works: z.array(z.strictObject({ name: nameSchema, sides: z.array(side).min(1) })),
    places: z.array(z.strictObject({ hex, name: nameSchema, kind: z.enum(places) })),
  };
  return {
    // Zod cannot infer a type from word lists given at run time; the parsed value has this type.
    ...(parts as unknown as { readonly [part in keyof MapParts<K>]: z.ZodType<MapParts<K>[part]> }),
    id: z.string(),
    grid: z.strictObject({
      columns: z.literal(grid.columns),
      rowsOdd: z.literal(grid.rowsIn(1)),
      rowsEven: z.literal(grid.rowsIn(2)),
      orientation: z.literal('flat-top'),
      evenColumns: z.literal('half a hex lower'),
      key: z.literal('CCRR'),
    }),
    terrainKinds: z.array(z.enum(terrains)),
    origin: z.string(),
  };
}

export function hexMapOf<K extends MapKinds>(format: MapFormat<K>, parts: MapParts<K>): HexMap<K> {
  const { grid } = format;
  return {
    title: parts.title,
    grid,
    hexes: grid.ids,
    hex: new LazyMap(grid.index, (id) => hexOf(format, parts, id)),
    places: parts.places,
    ways: parts.ways.map(({ rail = false, leaves = [], ...way }) => ({ ...way, rail, leaves })),
    waters: parts.waters.map(({ name, kind, sides }) => ({ name, kind, sides })),
    works: parts.works,
  };
}

function hexOf<K extends MapKinds>(format: MapFormat<K>, parts: MapParts<K>, id: HexId): Hex<K> {
  const { t, name = null } = parts.hexes[id] ?? { t: format.usual as K['terrain'] };
  const sides = DIRECTIONS.flatMap((direction) => {
    const to = format.grid.neighbour(id, direction);
    return to === null ? [] : [hexsideOf(format, parts, id, to, direction)];
  });
  return {
    id,
    column: columnOf(id),
    row: rowOf(id),
    terrain: t,
    name,
    sides,
    hasWay: sides.some(({ link }) => link !== null),
  };
}

function hexsideOf<K extends MapKinds>(
  format: MapFormat<K>,
  parts: MapParts<K>,
  from: HexId,
  to: HexId,
  direction: number,
): Hexside<K> {
  const key = sideKey(from, to);
  const part: SidePart<K> | undefined = parts.sides[key];
  const water = watersOf(format, part)[0] ?? null;
  return {
    to,
    direction,
    water,
    waterName: part?.water ?? null,
    crossing: part?.crossing ?? null,
    crossingName: part?.crossingName ?? null,
    link: parts.links[key] ?? null,
    redoubt: part?.redoubt ? (part.redoubt.defended === from ? 'out' : 'in') : null,
    barred: water !== null && format.barring.includes(water) && part?.crossing === undefined,
  };
}

/** The kinds of water on a hexside. A valid file has at most one. */
export function watersOf<K extends MapKinds>(
  { waters }: MapFormat<K>,
  part: SidePart<K> | undefined,
): readonly K['water'][] {
  return waters.filter((water: K['water']) => part?.[water]);
}
