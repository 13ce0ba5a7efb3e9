import { z } from 'zod';
import { basisSchema, edgeSchema, hexSchema, mapSchemas, nameSchema } from '../../kit/hex/map-file.ts';
import { FORMAT, type Kinds } from './field.ts';
import { KINDS, LAST_TURN, SIDES } from './vocabulary.ts';

const hex = hexSchema(FORMAT.rules.grid);
const exit = z.strictObject({ name: nameSchema, edge: edgeSchema });

/** The shape of `assets/road-to-richmond/map.json`. */
export const mapFile = z.strictObject({
  ...mapSchemas<Kinds>(FORMAT),
  scale: z.strictObject({ kmPerHex: z.number().positive().max(100), gridUpCompassBearing: z.number().min(0).max(360) }),
  zones: z.strictObject({
    commandControl: z.array(hex).min(1),
    southOfChickahominy: z.array(hex).min(1),
    activationSouth: z.array(hex).min(1),
    activationNear: z.strictObject({ centres: z.array(hex).min(1), range: z.int().min(1).max(20) }),
  }),
  exits: z.strictObject({ '0117': exit, '1528': exit }),
  locEnds: z.tuple([z.literal('0117'), z.literal('1528')]),
  lastDitchRoads: z.array(hex).min(1),
  entries: z.strictObject({ union: z.array(hex), confederate: z.array(hex) }),
});
export type MapFile = z.infer<typeof mapFile>;

const unit = z.strictObject({
  id: z
    .string()
    .regex(
      /^[uc](-[a-z0-9]+)+$/,
      'an id is u or c, a hyphen, then words or numbers in lower case joined by hyphens, such as u-1-2-v',
    ),
  side: z.enum(SIDES),
  type: z.enum(KINDS),
  strength: z.int().min(1).max(20),
  designation: z.string().min(1).max(8),
  name: nameSchema,
  printed: nameSchema.optional(),
  setup: hex.optional(),
  printedSetup: hex.optional(),
  arrives: z.int().min(1).max(LAST_TURN).optional(),
  entry: z.array(hex).min(1).optional(),
  alternateEntry: z.strictObject({ hex, when: z.string() }).optional(),
  ruling: z
    .string()
    .regex(/^A-\d\d$/, 'a ruling is A and two digits, such as A-02')
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
  basis: basisSchema,
  /** Points with which the Union begins the short game [18.6]. */
  firstDayPoints: z.int().min(1).max(50).optional(),
  units: z.array(unit).min(1),
});
export type UnitsFile = z.infer<typeof unitsFile>;
export type UnitEntry = UnitsFile['units'][number];
