import { z } from 'zod';
import { type Fault, outOfOrder } from '../../kit/data-faults.ts';
import { endsOfSide, HexGrid } from '../../kit/hex/hex-grid.ts';
import type { MapKinds } from '../../kit/hex/hex-map.ts';
import { MapChecks } from '../../kit/hex/map-checks.ts';
import { basisSchema, hexSchema, type MapFormat, mapSchemas, nameSchema } from '../../kit/hex/map-file.ts';
import { plainName } from '../../kit/typed-names.ts';
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

/** The grids and kinds of the maps [2.1, 2.6]: the West, and the East, a draft [13.1]. */
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
        /** Number of blocks it feeds; blocks can be built from value 1 on [5.7, 8.3]. */
        value: z.int().min(0).max(9),
        vp: z.int().min(0).max(20),
        source: z.enum(SIDES).optional(),
        fortress: z.literal(true).optional(),
        port: z.literal(true).optional(),
        gulf: z.literal(true).optional(),
        /** Rivers that its guns close, at its own hexsides [2.8]. */
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
    /** The side that a fortress protects [A8]. */
    fortressFor: z.enum(['player2', 'defender']),
    /** Whether a block that dies on a forced march uses up the limit of its hexside [2.5]. Games begun earlier lack this. */
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
  /** Cards that a side is dealt for the year, one a game-turn [3.2]. */
  hand: z.int().min(6).max(12).default(6),
  turnNames: z.array(nameSchema).length(6),
  victory: z.strictObject({
    timePoints: count,
    suddenDeath: z.strictObject({ usaMargin: z.int().min(1), csaMargin: z.int().min(1) }),
    levels: z.array(z.strictObject({ usaMarginAtLeast: z.int(), result: z.enum(RESULTS) })).min(1),
  }),
  /** The USA controls the Mississippi while it controls all of these; an empty list switches the rule off [11.1, 13.1]. */
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

/** Faults of a map that has the right shape. */
export function checkMap(id: GameId, map: MapFile): Fault[] {
  const checks = new MapChecks<Kinds>(FORMATS[id], map);
  const { cities, home, navigable, bluffs } = map;
  const faults = [
    ...checks.all(),
    ...checks.eachOnce(
      ['cities'],
      cities.map(({ hex }) => hex),
    ),
    ...SIDES.flatMap((side) => checks.eachOnce(['home', side], home[side])),
    ...checks.eachOnce(['eastOfMississippi'], map.eastOfMississippi),
    ...checks.eachOnce(['georgia'], map.georgia),
    ...Object.entries(map.hexes).flatMap(([hex, { t }]): Fault[] => {
      const homes = SIDES.filter((side) => home[side].includes(hex)).length;
      return homes === (t === 'sea' ? 0 : 1)
        ? []
        : [
            {
              path: ['hexes', hex],
              reason: `must be home to ${t === 'sea' ? 'no side, since it is sea' : 'one side'} [2.2]`,
            },
          ];
    }),
    ...cities.flatMap(({ hex, commands }, at): Fault[] => [
      ...(map.hexes[hex]?.name === undefined ? [{ path: ['cities', at, 'hex'], reason: 'the hex has no name' }] : []),
      ...commands.flatMap((river, index) =>
        Object.hasOwn(navigable, river)
          ? []
          : [{ path: ['cities', at, 'commands', index], reason: `no ship sails on ${river} [2.8]` }],
      ),
    ]),
    ...Object.entries(navigable).flatMap(([river, sides]) =>
      sides.flatMap((key, at) =>
        map.sides[key] ? [] : [{ path: ['navigable', river, at], reason: '“sides” has no water at this hexside' }],
      ),
    ),
    ...Object.entries(bluffs).flatMap(([key, hex]) =>
      map.sides[key]?.major && endsOfSide(key).includes(hex)
        ? []
        : [{ path: ['bluffs', key], reason: 'must name the high hex of a major river hexside [2.7]' }],
    ),
  ];
  return faults;
}

/** Faults of a scenario that has the right shape, on a map without faults. */
export function checkScenario(scenario: ScenarioFile, { types }: UnitsFile, map: MapFile): Fault[] {
  const { blocks, deck, hand, victory, mississippiControl, bragg } = scenario;
  const faults: Fault[] = [];
  const add = (path: Fault['path'], reason: string) => faults.push({ path, reason });
  const named = new Set(map.cities.map(({ hex }) => map.hexes[hex]?.name));
  if (Object.values(deck).reduce((sum, one) => sum + one, 0) < 2 * hand)
    add(['deck'], `must have at least ${2 * hand} cards: two hands of ${hand} [3.2]`);
  if ((victory.levels.at(-1)?.usaMarginAtLeast ?? 0) > -50)
    add(['victory', 'levels'], 'must have a result for every margin');
  const margins = victory.levels.map(({ usaMarginAtLeast }) => usaMarginAtLeast);
  faults.push(...outOfOrder(['victory', 'levels'], 'usaMarginAtLeast', margins, 'down'));
  mississippiControl.forEach((city, at) => {
    if (!named.has(city)) add(['mississippiControl', at], `there is no city ${city}`);
  });
  bragg?.entry.forEach((city, at) => {
    if (!named.has(city)) add(['bragg', 'entry', at], `there is no city ${city}`);
  });
  const placed = new Map<string, string>();
  for (const [at, { id, side, type, name, full, start, hex }] of blocks.entries()) {
    const path = ['blocks', at];
    if (blocks.findIndex((other) => other.id === id) < at) add([...path, 'id'], `${id} is named twice`);
    if (blocks.findIndex((other) => plainName(other.name) === plainName(name)) < at)
      add([...path, 'name'], `${name} is the name of another block`);
    if (full > types[type].maxSteps) add([...path, 'full'], `${type} has at most ${types[type].maxSteps} steps [1.3]`);
    if ((start === 'map') !== (hex !== undefined)) add(path, 'must name a hex if it starts on the map, and only then');
    if (start === 'gulf' && !bragg) add([...path, 'start'], 'this scenario has no corps in the Gulf [5.10]');
    if (hex === undefined) continue;
    const terrain = map.hexes[hex]?.t;
    if (terrain === undefined || terrain === 'sea') add([...path, 'hex'], `there is no land hex ${hex}`);
    else if ((placed.get(hex) ?? side) !== side) add([...path, 'hex'], `${hex} is held by the other side`);
    placed.set(hex, side);
  }
  for (const side of SIDES)
    if (blocks.filter((one) => one.side === side && one.type === 'hq').length !== 1)
      add(['blocks'], `${side} must have one Supreme HQ [1.2]`);
  return faults;
}
