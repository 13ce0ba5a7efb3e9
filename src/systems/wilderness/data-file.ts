import * as z from 'zod';
import { type Fault, faultIf, outOfOrder, repeated, sound } from '../../kit/data-faults.ts';
import { HexGrid, type HexId } from '../../kit/hex/hex-grid.ts';
import type { MapKinds } from '../../kit/hex/hex-map.ts';
import { MapChecks } from '../../kit/hex/map-checks.ts';
import {
  basisSchema,
  hexSchema,
  type KindsOf,
  type MapFormat,
  mapSchemas,
  nameSchema,
} from '../../kit/hex/map-file.ts';
import { KINDS, otherSide, SIDES, type Side, TERRAINS } from './vocabulary.ts';

/** Most counters of a side in a hex; dummies count as infantry, leaders are unlimited [1.7]. */
export const STACK_LIMITS = { infantry: 3, cavalry: 3 } as const;

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

export type Kinds = KindsOf<typeof FORMAT>;

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
const cost = z.int().min(0).max(12);

type Path = Fault['path'];

/** The fault of a hex in which no unit can stand [3.1]. */
function landFaults(map: MapFile, path: Path, hex: HexId): Fault[] {
  if (!FORMAT.grid.has(hex)) return [{ path, reason: `there is no hex ${hex} on the map [${FORMAT.rules.grid}]` }];
  const terrain = map.hexes[hex]?.t ?? FORMAT.usual;
  return faultIf(terrain !== 'clear' && terrain !== 'pass', path, `no unit can stand in ${hex} [3.1]`);
}

/** The faults of a list of hexes: those in which no unit can stand, and those named twice. */
function landListFaults(map: MapFile, path: Path, on: readonly HexId[]): Fault[] {
  return on.flatMap((hex, at) => [
    ...landFaults(map, [...path, at], hex),
    ...faultIf(on.indexOf(hex) < at, [...path, at], `${hex} is named twice`),
  ]);
}

const mapShape = z.strictObject({
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
export type MapFile = z.infer<typeof mapShape>;

export const mapFile = sound(mapShape, (map) => {
  const checks = new MapChecks<Kinds>(FORMAT, map);
  const land = (path: Path, on: readonly HexId[]) => landListFaults(map, path, on);
  const ways = map.ways.map(({ name }) => name);
  return [
    ...checks.all(),
    ...repeated(['ways'], 'name', ways),
    ...map.lines.flatMap(({ way, stations }, at) => {
      const path = map.ways.find(({ name }) => name === way)?.path;
      if (!path) return [{ path: ['lines', at, 'way'], reason: `no railroad is called ${way}` }];
      return stations.flatMap((hex, station) =>
        faultIf(!path.includes(hex), ['lines', at, 'stations', station], `${way} does not pass through ${hex}`),
      );
    }),
    ...land(['ports'], map.ports),
    ...land(['exits'], map.exits),
    ...Object.entries(map.zones).flatMap(([zone, on]) => checks.eachOnce(['zones', zone], on)),
    ...SIDES.flatMap((side) => land(['sources', side], map.sources[side])),
    ...SIDES.flatMap((side) => checks.eachOnce(['control', side], map.control[side])),
    ...map.control.union.flatMap((hex, at) =>
      faultIf(map.control.confederate.includes(hex), ['control', 'union', at], `${hex} is controlled by both sides`),
    ),
  ];
});

export const unitsShape = z.strictObject({
  note: z.string(),
  basis: basisSchema,
  movement: z.strictObject({
    infantry: z.literal(6),
    cavalry: z.literal(12),
    leader: z.literal(12),
    dummy: z.literal(6),
  }),
  /**
   * Each side's limit of strength for built-up units, how many `units` of a side may be built up [10.3],
   * and how many points a unit may take from the pool in a turn, `raise` [10.2].
   */
  caps: z.strictObject({ union: strength, confederate: strength, units: number, raise: number.default(2) }),
  /** Counters that a side sends in a turn, leaders aside: by rail, and the Union by sea [3.6, 3.8]. */
  transport: z
    .strictObject({ rail: eachSide(number), sea: number })
    .default({ rail: { union: 1, confederate: 2 }, sea: 2 }),
  /** Movement points to enter a hex, and those added by a river and by enemy zones of control [3.1]. */
  costs: z
    .strictObject({ clear: cost, pass: cost, estuary: cost, river: cost, enterZone: cost, leaveZone: cost })
    .default({ clear: 1, pass: 1, estuary: 4, river: 1, enterZone: 2, leaveZone: 1 }),
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
export type UnitsFile = z.infer<typeof unitsShape>;

/** The file `assets/wilderness/units.json`, for a sound map. */
export function unitsFile(map: MapFile) {
  return sound(unitsShape, ({ units, fortifications }) => {
    const ids = [...units, ...fortifications].map(({ id }) => id);
    const names = units.map(({ name }) => name.toLowerCase());
    return [
      ...units.flatMap(({ id, name, side, kind, command }, at): Fault[] => [
        ...faultIf(ids.indexOf(id) < at, ['units', at, 'id'], `${id} is named twice`),
        ...faultIf(
          names.indexOf(name.toLowerCase()) < at,
          ['units', at, 'name'],
          `${name} is the name of another unit`,
        ),
        ...faultIf(id[0] !== side[0], ['units', at, 'id'], `must begin with ${side[0]} on the ${side} side`),
        ...faultIf(
          kind === 'leader' ? command === 0 : command > 0,
          ['units', at],
          'every leader needs “command”, and no other unit can have it [7.2]',
        ),
      ]),
      ...fortifications.flatMap(({ id, hex: on }, at): Fault[] => [
        ...faultIf(ids.indexOf(id) < units.length + at, ['fortifications', at, 'id'], `${id} is named twice`),
        ...faultIf(
          fortifications.findIndex((one) => one.hex === on) < at,
          ['fortifications', at, 'hex'],
          'another fortification is in this hex: only one fits [1.7]',
        ),
        ...landFaults(map, ['fortifications', at, 'hex'], on),
      ]),
    ];
  });
}

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
/** Whether the winner is the side with the higher total, or is given by the grade of the margin [12.3]. */
const decides = z.enum(['total', 'graded']);

const scenario = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'an id has lower-case letters, digits and hyphens, such as may-week'),
  name: z.string().min(1).max(80),
  summary: z.string().min(1).max(100),
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
  /** The Confederates' points for the Union's losses: `each` for the `first` strength points, then `further` [12.2]. */
  unionLoss: z.strictObject({ first: number, each: number, further: number }).optional(),
  /** Multiplies the Confederates' scheduled points. */
  confederateReinforcements: z.int().min(1).max(5).optional(),
});
export type ScenarioEntry = z.infer<typeof scenario>;

const track = z.array(z.strictObject({ turn, points: z.int().min(1).max(20) }));
const garrison = z.strictObject({ least: number, points: number });
/** `free`: the turn from which its units move freely [7.4]. */
const richmond = garrison.extend({ free: turn.default(5) });

/**
 * Rulings made after some games had begun. Those games lack the entry in their data, so they keep the old ruling [R23].
 */
const rulings = z.strictObject({
  /**
   * Richmond’s garrison doesn’t advance out of its area. Once Union infantry has been found in the area, the garrison
   * may leave it for good [7.4].
   */
  garrisonStays: z.boolean().default(false),
  /** Cavalry and leaders that are driven out fall back by land, and not through the enemy [3.9, 5.10]. */
  drivenByLand: z.boolean().default(false),
});

export const scenariosShape = z.strictObject({
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
    garrisons: z.strictObject({ washington: garrison, richmond }),
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
export type ScenariosFile = z.infer<typeof scenariosShape>;

/** The file `assets/wilderness/scenarios.json`, for units and a map without faults. */
export function scenariosFile({ units, fortifications }: UnitsFile, map: MapFile) {
  const known = new Map(units.map((unit) => [unit.id, unit]));
  const land = (path: Path, on: readonly HexId[]) => landListFaults(map, path, on);
  const unknown = (path: Path, id: string) => faultIf(!known.has(id), path, `there is no unit ${id}`);
  const ofScenario = (all: readonly ScenarioEntry[], at: number): Fault[] => {
    const {
      id,
      base,
      turns,
      par,
      groups = [],
      without = [],
      strengths = [],
      points,
      ports = [],
      held: places = [],
    } = all[at] as ScenarioEntry;
    const path = ['scenarios', at];
    const before = all.slice(0, at).map((one) => one.id);
    return [
      ...faultIf(before.includes(id), [...path, 'id'], `${id} is named twice`),
      ...faultIf(
        base !== undefined && !before.includes(base),
        [...path, 'base'],
        `no earlier scenario is called ${base}`,
      ),
      ...faultIf(
        base === undefined && !(turns && par !== undefined && groups.length > 0 && points),
        path,
        'needs turns, par, groups and points, or a base that has them',
      ),
      ...faultIf(turns !== undefined && turns[0] > turns[1], [...path, 'turns'], 'ends before it begins'),
      ...land([...path, 'ports'], ports),
      ...places.flatMap(({ hexes: on }, index) => land([...path, 'held', index, 'hexes'], on)),
      ...without.flatMap((unit, index) => unknown([...path, 'without', index], unit)),
      ...strengths.flatMap(({ unit }, index) => unknown([...path, 'strengths', index, 'unit'], unit)),
      ...groups.flatMap(({ side, hexes: on, units: named }, index) => [
        ...land([...path, 'groups', index, 'hexes'], on),
        ...named.flatMap(({ unit, strength }, place) => {
          const to = [...path, 'groups', index, 'units', place];
          const { side: own, kind } = known.get(unit) ?? {};
          if (own === undefined) return unknown([...to, 'unit'], unit);
          if (own !== side) return [{ path: to, reason: `${unit} belongs to the other side` }];
          const reason = 'infantry needs “strength”, and no other unit can have it [1.2]';
          return faultIf(kind === 'infantry' ? strength === 0 : strength > 0, to, reason);
        }),
      ]),
    ];
  };
  return sound(scenariosShape, ({ scenarios, reinforcements, points }) => {
    const grades = points.grades.map(({ least }) => least);
    const faults: Fault[] = [
      ...scenarios.flatMap((_, at) => ofScenario(scenarios, at)),
      ...outOfOrder(['points', 'grades'], 'least', grades, 'down'),
      ...reinforcements.units.flatMap(({ unit, hexes: on }, at) => [
        ...unknown(['reinforcements', 'units', at, 'unit'], unit),
        ...land(['reinforcements', 'units', at, 'hexes'], on),
      ]),
      ...points.held.flatMap(({ hexes: on }, at) => land(['points', 'held', at, 'hexes'], on)),
      ...points.lines.flatMap(({ from, to }, at) => [
        ...land(['points', 'lines', at, 'from'], from),
        ...land(['points', 'lines', at, 'to'], to),
      ]),
    ];
    if (faults.length > 0) return faults;
    return scenarios.flatMap((one, at) =>
      setUpFaults(groupsOf(scenarios, one), known, fortifications).map((reason) => ({
        path: ['scenarios', at],
        reason,
      })),
    );
  });
}

/** The groups of a scenario: its base's with its changes, then its own. */
export function groupsOf(all: readonly ScenarioEntry[], scenario: ScenarioEntry): readonly GroupEntry[] {
  const { base, without = [], strengths = [], groups = [] } = scenario;
  const before = base === undefined ? undefined : all.find(({ id }) => id === base);
  const inherited = (before ? groupsOf(all, before) : []).map((group) => ({
    ...group,
    units: group.units
      .filter(({ unit }) => !without.includes(unit))
      .map((one) => strengths.find(({ unit }) => unit === one.unit) ?? one),
  }));
  return [...inherited, ...groups].filter(({ units }) => units.length > 0);
}

/** Each unit once, every group with room for its units, no hex for both sides [1.7, 2.4]. */
function setUpFaults(
  groups: readonly GroupEntry[],
  known: ReadonlyMap<string, Pick<UnitsFile['units'][number], 'kind'>>,
  forts: UnitsFile['fortifications'],
): string[] {
  const placed = groups.flatMap(({ units }) => units.map(({ unit }) => unit));
  const twice = placed.find((unit, at) => placed.indexOf(unit) < at);
  if (twice !== undefined) return [`${twice} is set up twice`];
  const ofSide = (side: Side) => new Set(groups.flatMap((group) => (group.side === side ? group.hexes : [])));
  const hexesOf = { union: ofSide('union'), confederate: ofSide('confederate') };
  const shared = [...hexesOf.union].find((hex) => hexesOf.confederate.has(hex));
  if (shared !== undefined) return [`both sides could set up in ${shared} [2.4]`];
  const foreign = forts.find(({ side, hex: on }) => hexesOf[otherSide(side)].has(on));
  if (foreign !== undefined) return [`a side could set up in the enemy fortification at ${foreign.hex}`];
  return groups.flatMap(({ side, hexes: own, units, where }) => {
    const room = own.length || hexesOf[side].size;
    const kinds = units.map(({ unit }) => known.get(unit)?.kind);
    const cavalry = kinds.filter((kind) => kind === 'cavalry').length;
    const infantry = kinds.filter((kind) => kind === 'infantry' || kind === 'dummy').length;
    const hasRoom = infantry <= STACK_LIMITS.infantry * room && cavalry <= STACK_LIMITS.cavalry * room && room > 0;
    return hasRoom ? [] : [`there isn’t room for all units of the group “${where}”`];
  });
}
