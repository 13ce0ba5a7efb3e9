import { z } from 'zod';
import { HexGrid } from '../../kit/hex/hex-grid.ts';
import type { MapKinds } from '../../kit/hex/hex-map.ts';
import { basisSchema, hexSchema, type MapFormat, mapSchemas, nameSchema } from '../../kit/hex/map-file.ts';
import { CARDS, KINDS, LETTERS, SIDES, TERRAINS, type Terrain } from './vocabulary.ts';

function formatOf(columns: number, rows: number) {
  return {
    grid: new HexGrid({ columns, rowsOdd: rows, rowsEven: rows }),
    terrains: TERRAINS,
    waters: ['major', 'minor', 'sea'],
    barring: ['major', 'sea'],
    links: ['rail', 'pass'],
    places: ['town', 'place', 'farm', 'off'],
    rules: { grid: '2.1', crossing: '2.6', works: '2.9' },
  } as const satisfies MapFormat<MapKinds>;
}
type Format = ReturnType<typeof formatOf>;

/** What the maps are made of [2.1, 2.6]: the West, and the East, a draft [13.1]. */
export const FORMATS = { 'sam-grant': formatOf(28, 20), 'bobby-lee': formatOf(19, 20) };
export type GameId = keyof typeof FORMATS;

export interface Kinds {
  readonly terrain: Terrain;
  readonly water: Format['waters'][number];
  readonly link: Format['links'][number];
  readonly place: Format['places'][number];
}

const RESULTS = ['USA decisive', 'USA win', 'drawn', 'CSA win', 'CSA decisive'] as const;
const hex = hexSchema('2.1');
const sideName = z.string().regex(/^\d{4}\|\d{4}$/, 'a hexside is named by its two hexes, "a|b"');
const count = z.int().min(0).max(30);

/** The shape of `map.json`. */
export function mapFileOf(id: GameId) {
  return z.strictObject({
    ...mapSchemas<Kinds>(FORMATS[id]),
    cities: z.array(
      z.strictObject({
        hex,
        /** What it feeds, and from 1 on a place to build [5.7, 8.3]. */
        value: z.int().min(0).max(9),
        vp: z.int().min(0).max(20),
        source: z.enum(SIDES).optional(),
        fortress: z.literal(true).optional(),
        port: z.literal(true).optional(),
        gulf: z.literal(true).optional(),
        /** Rivers whose hexsides its guns close [2.8]. */
        commands: z.array(nameSchema).default([]),
      }),
    ),
    home: z.strictObject({ usa: z.array(hex), csa: z.array(hex) }),
    eastOfMississippi: z.array(hex),
    georgia: z.array(hex),
    navigable: z.record(nameSchema, z.array(sideName).min(1)),
    bluffs: z.record(sideName, hex),
  });
}
export type MapFile = z.infer<ReturnType<typeof mapFileOf>>;

const type = z.strictObject({
  rating: z.string().regex(/^[ABC][1-6]$/, 'a rating is a letter and a figure, "B2"'),
  speed: z.int().min(1).max(9),
  maxSteps: z.int().min(1).max(9),
  about: nameSchema,
});
const each = <Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, value])) as { [key in Key]: Value });
const LAND = ['clear', 'woods', 'swamp', 'mountain'] as const;

/** The shape of `units.json`. */
export const unitsFile = z.strictObject({
  about: z.string(),
  basis: basisSchema,
  types: each(KINDS, type),
  rules: z.strictObject({
    hexsideLimit: each([...LAND, 'river', 'mountainByRailOrPass'], z.int().min(1).max(9)),
    moveCost: each([...LAND, 'mountainByRailOrPass'], z.int().min(1).max(9)),
    winterMovePenalty: z.int().min(0).max(3),
    battleRounds: z.int().min(1).max(6),
    supplyStepsPerBlock: z.int().min(1).max(4),
    overlandSupply: z.int().min(1).max(9),
    forage: each(LAND, z.int().min(0).max(9)),
    hqActivation: z.int().min(1).max(3),
    /** A forced march costs a step on this die or less [5.5]. */
    forcedMarchLoss: z.int().min(0).max(6),
    /** Winners' reserves go home too when a battle ends in round 1 [A7]. */
    reservesLeaveOnWin: z.boolean(),
    /** Whom a fortress protects [A8]. */
    fortressFor: z.enum(['player2', 'defender']),
    /** A block that dies on a forced march counts against the limit of the hexside it came over; absent, as games began before: it does not [2.5]. */
    fallenCount: z.boolean().default(false),
  }),
});
export type UnitsFile = z.infer<typeof unitsFile>;

const block = z.strictObject({
  id: z
    .string()
    .regex(
      /^e?[uc](-[a-z0-9]+)+$/,
      'a block’s id is the letter of its side (u or c, in the East eu or ec), a hyphen, and a name in lower case: "u-mccook"',
    ),
  side: z.enum(SIDES),
  type: z.enum(KINDS),
  name: z.string().min(1).max(40),
  full: z.int().min(1).max(9),
  start: z.enum(['map', 'pool', 'gulf']),
  hex: hex.optional(),
  corps: nameSchema.optional(),
});

/** The shape of `scenario.json`. */
export const scenarioFile = z.strictObject({
  id: nameSchema,
  name: nameSchema,
  deck: each(CARDS, count),
  turnNames: z.array(nameSchema).length(6),
  victory: z.strictObject({
    timePoints: count,
    suddenDeath: z.strictObject({ usaMargin: z.int().min(1), csaMargin: z.int().min(1) }),
    levels: z.array(z.strictObject({ usaMarginAtLeast: z.int(), result: z.enum(RESULTS) })).min(1),
  }),
  /** Who controls these controls the river; none: there is no such rule [11.1, 13.1]. */
  mississippiControl: z.array(nameSchema).default([]),
  bragg: z
    .strictObject({ corps: nameSchema, entry: z.array(nameSchema).min(1), points: z.int().min(0).max(20) })
    .optional(),
  sources: z.array(z.string()).optional(),
  note: z.string(),
  blocks: z.array(block).min(2),
});
export type ScenarioFile = z.infer<typeof scenarioFile>;

export function letterOf(rating: string): (typeof LETTERS)[number] {
  return LETTERS.find((letter) => rating.startsWith(letter)) ?? 'C';
}
