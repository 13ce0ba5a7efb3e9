import * as z from 'zod';
import type { DataFault, DataFiles } from '../../game/index.ts';
import { DataReader, type Fault, faultIf, repeated, sound } from '../../kit/data-faults.ts';
import { HexGrid, type HexId } from '../../kit/hex/hex-grid.ts';
import type * as kit from '../../kit/hex/hex-map.ts';
import type { MapKinds } from '../../kit/hex/hex-map.ts';
import { MapChecks } from '../../kit/hex/map-checks.ts';
import {
  basisSchema,
  edgeSchema,
  hexMapOf,
  hexSchema,
  type KindsOf,
  type MapFormat,
  mapSchemas,
  nameSchema,
} from '../../kit/hex/map-file.ts';
import { grouped } from '../../kit/plain-english.ts';
import { KINDS, type PieceId, SIDES, type Side, TERRAINS } from './vocabulary.ts';

/** The field and the pieces never change; they come from `map.json` and `units.json`. */
export const MAP = 'map.json';
export const UNITS = 'units.json';

/** Columns and rows of the field [1.2]. */
export const HEX_GRID = new HexGrid({ columns: 24, rowsOdd: 28, rowsEven: 27 });

/** The parts of the map [1.2, 4]. */
const FORMAT = {
  grid: HEX_GRID,
  terrains: TERRAINS,
  waters: ['creek', 'stream', 'lake'],
  barring: ['creek', 'lake'],
  links: ['road', 'trail'],
  places: ['town', 'place', 'farm', 'off'],
  rules: { grid: '1.2', crossing: '4', works: '4.3' },
} as const satisfies MapFormat<MapKinds>;

type Kinds = KindsOf<typeof FORMAT>;
export type FieldHexside = kit.Hexside<Kinds>;

/** The movement points of each piece [1.3]. */
export const MOVEMENT_ALLOWANCE = 6;
/** The most pieces in a hex at the end of a phase [5.1]. */
export const STACK_LIMIT = 2;

const hex = hexSchema(FORMAT.rules.grid);
const exit = z.strictObject({ name: nameSchema, edge: edgeSchema });
const points = z.int().min(0).max(50);

/** Game-turns that the data may have, at most. */
const MOST_TURNS = 20;
const turn = z.int().min(1).max(MOST_TURNS);

const mapShape = z.strictObject({
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
type MapFile = z.infer<typeof mapShape>;

const mapFile = sound(mapShape, (map) => {
  const { zones, exits, lastDitchRoads, entries } = map;
  const checks = new MapChecks<Kinds>(FORMAT, map);
  return [
    ...checks.all(),
    ...checks.eachOnce(['zones', 'commandControl'], zones.commandControl),
    ...checks.eachOnce(['zones', 'southOfChickahominy'], zones.southOfChickahominy),
    ...checks.eachOnce(['zones', 'activationSouth'], zones.activationSouth),
    ...checks.eachOnce(['zones', 'activationNear', 'centres'], zones.activationNear.centres),
    ...Object.keys(exits).flatMap((hex) => checks.leavesMap(['exits', hex], hex)),
    ...lastDitchRoads.flatMap((hex, at) => checks.leavesMap(['lastDitchRoads', at], hex)),
    ...Object.entries(entries).flatMap(([side, listed]) =>
      listed.flatMap((hex, at) => checks.onMap(['entries', side, at], hex)),
    ),
  ];
});

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
  /** The name of its commander or corps: "Buchanan", "V Corps artillery". */
  name: nameSchema,
  printed: nameSchema.optional(),
  /** The hex it starts in; absent if it arrives later. */
  setup: hex.optional(),
  printedSetup: hex.optional(),
  /** The game-turn it arrives in; absent if it starts on the map. */
  arrives: turn.optional(),
  entry: z.array(hex).min(1).optional(),
  /** Used if `entry` is closed to it [12.7]. */
  alternateEntry: z.strictObject({ hex, when: z.string() }).optional(),
  ruling: z
    .string()
    .regex(/^A-\d\d$/, 'a ruling is A and two digits, such as A-02')
    .optional(),
});
type Unit = z.infer<typeof unit>;

/** Points beyond the strength of eliminated pieces [18]. Games that began before these were data have the defaults. */
const scoring = z.strictObject({
  /** For destroying the Train, beyond its strength [18.1]. */
  trainDestroyed: points.default(10),
  /** For getting the Train off the map at 1528 [18.2]. */
  trainSaved: points.default(5),
  /** A piece so many hexes off a road is not cut off yet [18.4]. */
  trace: z.int().min(0).max(30).default(10),
  /** Farms that score at the end of the short game [18.6]: Watt, McGehee, Adams. */
  farms: z.array(hex).default(['1107', '1408', '1310']),
  /** For holding one of them. */
  farmHeld: points.default(5),
});

const calendar = z.strictObject({
  /** How many game-turns there are [1.1]. */
  turns: turn.default(20),
  /** How many the short game has [18.6]. */
  firstDay: turn.default(5),
  /** The turns that are nights: each ends a day [2.2]. */
  nights: z.tuple([turn, turn]).default([5, 13]),
});
const entering = z.record(z.enum(TERRAINS), z.int().min(1).max(MOVEMENT_ALLOWANCE));

const unitsShape = z.strictObject({
  game: z.literal('road-to-richmond'),
  source: z.string(),
  // These are rules and not numbers, so an owner cannot change them.
  movementAllowance: z.literal(MOVEMENT_ALLOWANCE),
  stackLimit: z.literal(STACK_LIMIT),
  note: z.string(),
  basis: basisSchema,
  /** The Union's points at the start of the short game [18.6]. */
  firstDayPoints: z.int().min(1).max(50).optional(),
  scoring: scoring.prefault({}),
  /** Turns from the start of early arrival until a group may come, by the group's printed turn [13.3]. */
  earlyArrival: z.record(z.string().regex(/^\d+$/), turn).default({ 13: 1, 14: 2, 15: 3, 18: 6 }),
  calendar: calendar.prefault({}),
  /** Points to enter a hex of each terrain, and along a trail; a road costs 1 in all [3.4, 3.5, 4]. */
  toEnter: entering.default({ clear: 1, town: 1, forest: 3, rough: 3, forest_rough: 6 }),
  toEnterByTrail: entering.default({ clear: 1, town: 1, forest: 2, rough: 2, forest_rough: 2 }),
  units: z.array(unit).min(1),
});

/** The file `units.json`, checked against a sound map. */
function unitsFile(map: MapFile) {
  return sound(unitsShape, ({ units, calendar: { nights } }) => {
    const trains = units.flatMap(({ type }, at) => (type === 'train' ? [at] : []));
    const designations = units.map(({ designation }) => designation.toLowerCase());
    return [
      ...repeated(
        ['units'],
        'id',
        units.map(({ id }) => id),
      ),
      ...units.flatMap(({ id, side }, at) =>
        faultIf(id[0] !== side[0], ['units', at, 'id'], `the id of a ${side} piece must begin with ${side[0]}`),
      ),
      ...units.flatMap(({ designation }, at) =>
        faultIf(
          designations.indexOf(designation.toLowerCase()) < at,
          ['units', at, 'designation'],
          `${designation} is the designation of another piece`,
        ),
      ),
      ...units.flatMap((one, at) => placeFaults(one, ['units', at], map)),
      ...faultIf(trains.length !== 1, ['units'], `there must be one Train [1.5], not ${trains.length}`),
      ...trains.flatMap((at) =>
        faultIf(units[at]?.side !== 'union', ['units', at, 'side'], 'the Train must be Union [1.5]'),
      ),
      ...stackingFaults(units),
      ...faultIf(nights[0] >= nights[1], ['calendar', 'nights'], 'must name the earlier night first'),
    ];
  });
}

/** A piece either starts on the map or arrives by entry hexes of its side. */
function placeFaults(
  { side, setup, arrives, entry, alternateEntry }: Unit,
  path: Fault['path'],
  map: MapFile,
): Fault[] {
  if ((setup === undefined) === (arrives === undefined))
    return [{ path, reason: 'needs either "setup", the hex it starts in, or "arrives", the turn it comes in' }];
  const checks = new MapChecks<Kinds>(FORMAT, map);
  if (setup !== undefined) return checks.onMap([...path, 'setup'], setup);
  if (entry === undefined) return [{ path: [...path, 'entry'], reason: 'is missing' }];
  const entryFaults = (at: Fault['path'], hex: string): Fault[] => {
    if (!FORMAT.grid.has(hex)) return checks.onMap(at, hex);
    return faultIf(!map.entries[side].includes(hex), at, `${hex} isn’t an entry hex of the ${side} side`);
  };
  return [
    ...entry.flatMap((hex, at) => entryFaults([...path, 'entry', at], hex)),
    ...(alternateEntry ? entryFaults([...path, 'alternateEntry', 'hex'], alternateEntry.hex) : []),
  ];
}

/** The stacking limit also applies to the start [5]. */
function stackingFaults(units: readonly Unit[]): Fault[] {
  return units.flatMap(({ setup, side, type }, at) => {
    if (setup === undefined) return [];
    const path = ['units', at, 'setup'];
    const before = units.slice(0, at).filter((other) => other.setup === setup);
    if (before.some((other) => other.side !== side)) return [{ path, reason: `${setup} is held by the other side` }];
    if (before.length >= STACK_LIMIT) return [{ path, reason: `${setup} is full: two pieces to a hex [5.1]` }];
    if (before.length > 0 && [...before, { type }].some((one) => one.type === 'train'))
      return [{ path, reason: 'the Train must stand alone [5.2]' }];
    return [];
  });
}

/** Reads the map and the units into the field, or returns every fault. */
export function readField(files: DataFiles): Field | readonly DataFault[] {
  const reader = new DataReader(files);
  const map = reader.read(MAP, mapFile);
  // Positions are checked only on a sound map.
  const units = reader.read(UNITS, map ? unitsFile(map) : unitsShape);
  return map && units ? fieldOf(map, units) : reader.faults;
}

export type Field = ReturnType<typeof fieldOf>;
export type Piece = ReturnType<typeof pieceFrom>;

function fieldOf(map: MapFile, file: z.infer<typeof unitsShape>) {
  /** In the order of `units.json`. */
  const pieces: readonly Piece[] = file.units.map((unit, index) => pieceFrom(unit, index, file.earlyArrival));
  const { commandControl, activationSouth, activationNear } = map.zones;
  const near = activationNear.centres.flatMap((hex) => HEX_GRID.within(hex, activationNear.range));
  return {
    ...hexMapOf<Kinds>(FORMAT, map),
    exits: map.exits,
    commandZone: new Set(commandControl) as ReadonlySet<HexId>,
    southZone: new Set(activationSouth) as ReadonlySet<HexId>,
    /**
     * Hexes in which a Confederate piece triggers early arrival: the south zone, and those near the eastern roads
     * [13.1].
     */
    alarms: new Set([...activationSouth, ...near].sort()) as ReadonlySet<HexId>,
    /** Roads that lead off the map for 18.4. */
    escapeHexes: map.lastDitchRoads as readonly HexId[],
    pieces,
    /** There is exactly one [1.5]. */
    train: pieces.find(({ kind }) => kind === 'train') as Piece,
    piece: new Map(pieces.map((one) => [one.id, one])) as ReadonlyMap<PieceId, Piece>,
    firstDayPoints: file.firstDayPoints ?? 0,
    scoring: file.scoring as Readonly<typeof file.scoring>,
    earlyArrival: file.earlyArrival as { readonly [printed: string]: number },
    calendar: file.calendar as Readonly<typeof file.calendar>,
    toEnter: file.toEnter as Readonly<typeof file.toEnter>,
    toEnterByTrail: file.toEnterByTrail as Readonly<typeof file.toEnterByTrail>,
    /** The name an owner gave to changed numbers; `null` for the original ones. */
    basis: file.basis ?? null,
  };
}

function pieceFrom(
  { type, setup, arrives, entry, alternateEntry, ...unit }: Unit,
  index: number,
  earlyArrival: { readonly [printed: string]: number },
) {
  const { id, side, strength, designation, name } = unit;
  return {
    id,
    index,
    side,
    kind: type,
    strength,
    designation,
    name,
    setup: setup ?? null,
    arrives: arrives ?? null,
    /** Turns from the start of early arrival until it may come; `null` if it never comes early [13.3]. */
    early: earlyArrival[arrives ?? ''] ?? null,
    entry: (entry ?? []) as readonly HexId[],
    otherEntry: alternateEntry?.hex ?? null,
  } as const;
}

/** The pieces with these ids; unknown ids are skipped. */
export function piecesNamed(field: Pick<Field, 'piece'>, ids: readonly PieceId[]): readonly Piece[] {
  return ids.flatMap((id) => field.piece.get(id) ?? []);
}

export function idsOf(pieces: readonly Piece[]): readonly PieceId[] {
  return pieces.map(({ id }) => id);
}

/** In the order of `units.json`. */
export function inOrder(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.toSorted((a, b) => a.index - b.index);
}

export function strengthOf(pieces: readonly Piece[]): number {
  let total = 0;
  for (const { strength } of pieces) total += strength;
  return total;
}

export function strengthOfIds(field: Pick<Field, 'piece'>, ids: readonly PieceId[]): number {
  return strengthOf(piecesNamed(field, ids));
}

/** Confederate counters do not print their divisions; Union ones do. */
const DIVISIONS: readonly (readonly [name: string, pieces: readonly PieceId[]])[] = [
  ['D.H. Hill’s division', ['c-rodes', 'c-gb-and', 'c-garland', 'c-colquit', 'c-ripley']],
  ['Longstreet’s division', ['c-kemper', 'c-rh-and', 'c-pickett', 'c-wilcox', 'c-pryor', 'c-fthrstn']],
  ['A.P. Hill’s division', ['c-field', 'c-gregg', 'c-jr-and', 'c-branch', 'c-archer', 'c-pender']],
  ['Jackson’s division', ['c-winder', 'c-cnngham', 'c-flkrsn', 'c-lawton']],
  ['Ewell’s division', ['c-elzey', 'c-trimble', 'c-taylor', 'c-johnson']],
  ['Whiting’s division', ['c-hood', 'c-law']],
  ['Magruder’s division', ['c-cobb', 'c-griffth']],
  ['D.R. Jones’s division', ['c-toombs', 'c-gt-and']],
  ['McLaws’s division', ['c-semmes', 'c-kershaw']],
  ['Huger’s division', ['c-mahone', 'c-wright', 'c-armstd']],
];

const OTHERS: { readonly [kind in Piece['kind']]: string } = {
  infantry: 'Other infantry',
  artillery: 'Artillery',
  cavalry: 'Cavalry',
  train: 'Train',
};

/** "V Corps"; "2/V" is its second division. `null` for a piece outside the divisions. */
export function divisionOf({ side, kind, designation }: Piece): Record<'corps' | 'division', string> | null {
  const [, division, corps] = /^\d+\/(\d+)\/([IVX]+)$/.exec(designation) ?? [];
  if (side !== 'union' || kind !== 'infantry' || division === undefined || corps === undefined) return null;
  return { corps: `${corps} Corps`, division: `${division}/${corps}` };
}

/** A piece's corps or division, or else its branch. */
function formationOf(piece: Piece): string {
  const corps = divisionOf(piece)?.corps ?? (/^[IVX]+ Corps/.exec(piece.name) ?? [])[0];
  if (corps !== undefined) return corps;
  return DIVISIONS.find(([, pieces]) => pieces.includes(piece.id))?.[0] ?? OTHERS[piece.kind];
}

/**
 * The formations of a side in the order in which they first arrive, each with its pieces in the order of `units.json`.
 * They are used only to list units; no rule depends on them.
 */
export function formationsOf(field: Field, side: Side) {
  const ofSide = field.pieces.filter((piece) => piece.side === side);
  return grouped(ofSide, formationOf).map(([name, pieces]) => ({ name, side, pieces }));
}
