import { z } from 'zod';
import { HexGrid } from '../../kit/hex/hex-grid.ts';
import type { MapKinds } from '../../kit/hex/hex-map.ts';
import { basisSchema, hexSchema, type MapFormat, mapSchemas, nameSchema } from '../../kit/hex/map-file.ts';
import { CAVALRY_COLUMNS, COMBAT_COLUMNS, KINDS, SIDES, TERRAINS, type Terrain } from './vocabulary.ts';

/** 4.5 km to the hex [1.1]. */
export const HEX_GRID = new HexGrid({ columns: 61, rowsOdd: 68, rowsEven: 68 });

/** Terrains, waters, links and places of the map [3.1]. */
export const FORMAT = {
  grid: HEX_GRID,
  terrains: TERRAINS,
  usual: 'clear',
  waters: ['river'],
  barring: [],
  links: ['rail'],
  places: ['city', 'town', 'station', 'site', 'pass'],
  rules: { grid: '1.1', crossing: '3.1', works: '9.1' },
} as const satisfies MapFormat<MapKinds>;

export interface Kinds {
  readonly terrain: Terrain;
  readonly water: 'river';
  readonly link: 'rail';
  readonly place: (typeof FORMAT.places)[number];
}

const hex = hexSchema(FORMAT.rules.grid);
const hexes = z.array(hex);
const eachSide = <T extends z.ZodType>(of: T) => z.strictObject({ union: of, confederate: of });
const unitId = z
  .string()
  .regex(
    /^[ucf](-[a-z0-9]+)+$/,
    'an id is u, c or f, then words in lower case or numbers, all joined by hyphens, such as u-cav-1',
  );
/** A name for sentences, if the usual form of the unit's name does not fit: "the Valley division". */
const inSentences = z.string().min(1).max(40);
const strength = z.int().min(1).max(20);
const turn = z.int().min(1).max(30);
const number = z.int().min(0).max(1000);

/** The shape of `assets/wilderness/map.json`. */
export const mapFile = z.strictObject({
  ...mapSchemas<Kinds>(FORMAT),
  lines: z.array(z.strictObject({ id: z.string(), way: nameSchema, stations: hexes })).min(1),
  ports: hexes.min(1),
  exits: hexes,
  zones: z.strictObject({
    security: hexes.min(1),
    command: hexes.min(1),
    valley: hexes.min(1),
    valleySource: hexes.min(1),
    north: hexes.min(1),
  }),
  sources: eachSide(hexes.min(1)),
  control: eachSide(hexes),
});
export type MapFile = z.infer<typeof mapFile>;

/** The shape of `assets/wilderness/units.json`. */
export const unitsFile = z.strictObject({
  note: z.string(),
  basis: basisSchema,
  movement: z.strictObject({
    infantry: z.literal(6),
    cavalry: z.literal(12),
    leader: z.literal(12),
    dummy: z.literal(6),
  }),
  /** `units`: so many of a side are built up; `raise`: points that a unit takes from the pool in a turn [10.2, 10.3]. */
  caps: z.strictObject({ union: strength, confederate: strength, units: number, raise: number.default(2) }),
  /** Counters that a side sends in a turn, leaders aside: by rail, and the Union by sea [3.6, 3.8]. */
  transport: z
    .strictObject({ rail: eachSide(number), sea: number })
    .default({ rail: { union: 1, confederate: 2 }, sea: 2 }),
  units: z
    .array(
      z.strictObject({
        id: unitId,
        side: z.enum(SIDES),
        kind: z.enum(KINDS),
        name: z.string().min(1).max(12),
        inSentences: inSentences.optional(),
        /** Hexes within which a leader commands [7.2]; 0 of all others. */
        command: z.int().min(1).max(12).default(0),
        /** It may not leave the command area early [7.4]. */
        garrison: z.boolean().default(false),
      }),
    )
    .min(1),
  fortifications: z.array(
    z.strictObject({
      id: unitId,
      side: z.enum(SIDES),
      name: nameSchema,
      inSentences: inSentences.optional(),
      hex,
      strength,
    }),
  ),
});
export type UnitsFile = z.infer<typeof unitsFile>;

/** Units that set up in the same hexes. */
const group = z.strictObject({
  side: z.enum(SIDES),
  where: nameSchema.or(z.string().min(1).max(100)),
  /** Empty: the hexes of any other group of the side [2.4]. */
  hexes,
  /** `strength` is for infantry; 0 for all others. */
  units: z.array(z.strictObject({ unit: unitId, strength: strength.default(0) })).min(1),
});
export type GroupEntry = z.infer<typeof group>;

const held = z.array(z.strictObject({ name: nameSchema, hexes: hexes.min(1), union: number, confederate: number }));
/** The winner has the higher total, or goes by the grade of the margin [12.3]. */
const decides = z.enum(['total', 'graded']);

const scenario = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'an id has lower-case letters, digits and hyphens, such as may-week'),
  name: z.string().min(1).max(80),
  summary: z.string().min(1).max(100),
  /** Playable in one evening. */
  short: z.literal(true).optional(),
  /** Unused; the data of games begun before scenarios had their own par contain it [12.3]. */
  favours: z.enum(SIDES).optional(),
  /** Another scenario whose entries hold wherever this one has none. */
  base: z.string().optional(),
  turns: z.tuple([turn, turn]).optional(),
  /** Added to the Union's margin [12.3]. */
  par: z.int().min(-1000).max(1000).optional(),
  groups: z.array(group).optional(),
  without: z.array(unitId).optional(),
  strengths: z.array(z.strictObject({ unit: unitId, strength })).optional(),
  /** Ports the Union controls in addition to the map's. */
  ports: hexes.optional(),
  points: eachSide(number).optional(),
  /** Places that score at the end of a turn, instead of the usual ones. */
  held: held.optional(),
  decides: decides.optional(),
  /** Points to the Confederates per Union strength point lost: `each` for the `first` so many, then `further` [12.2]. */
  unionLoss: z.strictObject({ first: number, each: number, further: number }).optional(),
  /** Multiplies the Confederates' scheduled points. */
  confederateReinforcements: z.int().min(1).max(5).optional(),
});
export type ScenarioEntry = z.infer<typeof scenario>;

const track = z.array(z.strictObject({ turn, points: z.int().min(1).max(20) }));
const garrison = z.strictObject({ least: number, points: number });

/** Rulings made after some games had begun. Those games lack the entry in their data, so they keep the old ruling [R23]. */
const rulings = z.strictObject({
  /** Richmond’s garrison doesn’t advance out of its area, and is free for good once Union infantry has been found there [7.4]. */
  garrisonStays: z.boolean().default(false),
  /** Cavalry and leaders that are driven out go by land, not past the enemy [3.9, 5.10]. */
  drivenByLand: z.boolean().default(false),
});

/** The shape of `assets/wilderness/scenarios.json`. */
export const scenariosFile = z.strictObject({
  decides,
  rulings: rulings.prefault({}),
  scenarios: z.array(scenario).min(1).max(25),
  reinforcements: z.strictObject({
    union: track,
    confederate: track,
    units: z.array(z.strictObject({ turn, unit: unitId, strength, hexes: hexes.min(1) })),
  }),
  points: z.strictObject({
    strengthPoint: number,
    fortificationPoint: number,
    cavalryUnit: number,
    held,
    lines: z.array(z.strictObject({ name: nameSchema, from: hexes.min(1), to: hexes.min(1), union: number })),
    invasion: z.strictObject({ each: number, most: number }),
    garrisons: z.strictObject({ washington: garrison, richmond: garrison }),
    grades: z
      .array(
        z.strictObject({
          least: z.int(),
          grade: z.enum(['Union decisive', 'Union marginal', 'draw', 'Confederate marginal', 'Confederate decisive']),
        }),
      )
      .min(1),
  }),
});
export type ScenariosFile = z.infer<typeof scenariosFile>;

const result = z.string().regex(/^\d\/\d$/, 'must be the attacker’s losses, a slash and the defender’s, such as 1/2');
const columns = <C extends string>(names: readonly C[], rows: number) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, z.array(result).length(rows)])) as Record<
      C,
      z.ZodArray<typeof result>
    >,
  );

/** The shape of `assets/wilderness/charts.json`. */
export const chartsFile = z.strictObject({
  note: z.string(),
  combat: z
    .array(z.strictObject({ name: nameSchema, atMost: z.int().min(1), columns: columns(COMBAT_COLUMNS, 7) }))
    .min(1),
  cavalry: columns(CAVALRY_COLUMNS, 6),
});
export type ChartsFile = z.infer<typeof chartsFile>;
