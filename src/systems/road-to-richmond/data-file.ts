import { z } from 'zod';
import { KINDS, LAST_TURN, SIDES, TERRAINS } from './vocabulary.ts';

const hex = z.string().regex(/^\d{4}$/, 'a hex is named by four figures, column then row [1.2]');
const side = z.string().regex(/^\d{4}\|\d{4}$/, 'a hexside is named by its two hexes, "a|b"');
const name = z.string().min(1).max(60);
const link = z.enum(['road', 'trail']);
const edge = z.enum(['N', 'E', 'S', 'W']);

const hexside = z.strictObject({
  creek: z.literal(true).optional(),
  stream: z.literal(true).optional(),
  lake: z.literal(true).optional(),
  water: name.optional(),
  crossing: z.enum(['bridge', 'ford']).optional(),
  crossingName: name.optional(),
  redoubt: z.strictObject({ defended: hex, enemy: hex }).optional(),
});

/** The shape of `assets/road-to-richmond/map.json`. */
export const mapFile = z.strictObject({
  id: z.string(),
  title: name,
  grid: z.strictObject({
    columns: z.literal(24),
    rowsOdd: z.literal(28),
    rowsEven: z.literal(27),
    orientation: z.literal('flat-top'),
    evenColumns: z.literal('half a hex lower'),
    key: z.literal('CCRR'),
  }),
  scale: z.strictObject({ kmPerHex: z.number(), gridUpCompassBearing: z.number() }),
  terrainKinds: z.array(z.enum(TERRAINS)),
  origin: z.string(),
  hexes: z.record(hex, z.strictObject({ t: z.enum(TERRAINS), name: name.optional() })),
  sides: z.record(side, hexside),
  links: z.record(side, link),
  ways: z.array(
    z.strictObject({
      name,
      kind: link,
      rail: z.literal(true).optional(),
      path: z.array(hex).min(2),
      leaves: z.array(z.tuple([hex, edge])).optional(),
    }),
  ),
  waters: z.array(
    z.strictObject({
      name,
      kind: z.enum(['creek', 'stream', 'lake']),
      sides: z.array(side).min(1),
      width: z.number().positive(),
    }),
  ),
  works: z.array(z.strictObject({ name, sides: z.array(side).min(1) })),
  zones: z.strictObject({
    commandControl: z.array(hex).min(1),
    southOfChickahominy: z.array(hex).min(1),
    activationSouth: z.array(hex).min(1),
    activationNear: z.strictObject({ centres: z.array(hex).min(1), range: z.int().min(1).max(20) }),
  }),
  exits: z.strictObject({
    '0117': z.strictObject({ name, edge }),
    '1528': z.strictObject({ name, edge }),
  }),
  locEnds: z.tuple([z.literal('0117'), z.literal('1528')]),
  lastDitchRoads: z.array(hex).min(1),
  entries: z.strictObject({ union: z.array(hex), confederate: z.array(hex) }),
  places: z.array(z.strictObject({ hex, name, kind: z.enum(['town', 'place', 'farm', 'off']) })),
});
export type MapFile = z.infer<typeof mapFile>;

const unit = z.strictObject({
  id: z
    .string()
    .regex(/^[uc](-[a-z0-9]+)+$/, 'a piece is named in lower case after the letter of its side, with hyphens'),
  side: z.enum(SIDES),
  type: z.enum(KINDS),
  strength: z.int().min(1).max(20),
  designation: z.string().min(1).max(8),
  name,
  printed: name.optional(),
  setup: hex.optional(),
  printedSetup: hex.optional(),
  arrives: z.int().min(1).max(LAST_TURN).optional(),
  entry: z.array(hex).min(1).optional(),
  alternateEntry: z.strictObject({ hex, when: z.string() }).optional(),
  ruling: z
    .string()
    .regex(/^A-\d\d$/, 'a ruling is named A and two figures')
    .optional(),
});

/** The shape of `assets/road-to-richmond/units.json`. */
export const unitsFile = z.strictObject({
  game: z.literal('road-to-richmond'),
  source: z.string(),
  // Rules, not numbers: reach, columns and stacks are worked out for these [1.3, 5.1].
  movementAllowance: z.literal(6),
  stackLimit: z.literal(2),
  note: z.string(),
  units: z.array(unit).min(1),
});
export type UnitsFile = z.infer<typeof unitsFile>;
export type UnitEntry = UnitsFile['units'][number];
