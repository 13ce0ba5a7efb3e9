import * as z from 'zod';
import { type Fault, faultIf, outOfOrder, sound } from '../../kit/data-faults.ts';
import { columnOf, endsOfSide, type GridSize, HexGrid, type HexId, hexId, rowOf } from '../../kit/hex/hex-grid.ts';
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
import { once, oncePer } from '../../kit/memo.ts';
import { nameKey } from '../../kit/typed-names.ts';
import { CARDS, KINDS, SIDES, TERRAINS } from './vocabulary.ts';

function formatOf(columns: number, rows: number, isBlank?: GridSize['isBlank']) {
  return {
    grid: new HexGrid({ columns, rowsOdd: rows, rowsEven: rows, ...(isBlank ? { isBlank } : {}) }),
    terrains: TERRAINS,
    waters: ['major', 'minor', 'sea'],
    barring: ['major', 'sea'],
    links: ['rail', 'pass'],
    places: ['town', 'place', 'farm', 'off'],
    rules: { grid: '2.1', crossing: '2.6', works: '2.9' },
  } as const satisfies MapFormat<MapKinds>;
}

/** The grids and kinds of the maps [2.1, 2.6]: the West, and the East [13.1]. */
export const FORMATS = { 'sam-grant': formatOf(28, 20), 'bobby-lee': formatOf(19, 20) };
export type GameId = keyof typeof FORMATS;

/** On the map of both theatres the East lies below the West: its hexes are so many rows farther down [20.1]. */
export const ROWS_DOWN = 22;
/** The number that a hex of the East has on the map of both theatres. */
export function sheetHex(hex: HexId): HexId {
  return hexId(columnOf(hex), rowOf(hex) + ROWS_DOWN);
}

/** The map of both theatres, blank between them and beside the narrower East. */
export const BOTH = formatOf(
  FORMATS['sam-grant'].grid.columns,
  ROWS_DOWN + FORMATS['bobby-lee'].grid.rowsIn(1),
  (column, row) =>
    row > FORMATS['sam-grant'].grid.rowsIn(column) && (row <= ROWS_DOWN || column > FORMATS['bobby-lee'].grid.columns),
);

export type Kinds = KindsOf<ReturnType<typeof formatOf>>;

const RESULTS = ['USA decisive', 'USA win', 'drawn', 'CSA win', 'CSA decisive'] as const;
const hex = hexSchema('2.1');
const sideName = z.string().regex(/^\d{4}\|\d{4}$/, 'a hexside is named by its two hexes, "a|b"');
const count = z.int().min(0).max(30);

const mapShapeOf = (id: GameId) =>
  z.strictObject({
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
    /** Navigable waters from which ships sail into the rivers they meet without a port [13.2]. */
    bays: z.array(nameSchema).default([]),
    bluffs: z.record(sideName, hex),
  });
export type MapFile = z.infer<ReturnType<typeof mapShapeOf>>;

function mapFile(id: GameId) {
  return sound(mapShapeOf(id), (map) => {
    const checks = new MapChecks<Kinds>(FORMATS[id], map);
    const { cities, home, navigable, bays, bluffs } = map;
    return [
      ...checks.all(),
      ...checks.eachOnce(
        ['cities'],
        cities.map((city) => city.hex),
      ),
      ...SIDES.flatMap((side) => checks.eachOnce(['home', side], home[side])),
      ...checks.eachOnce(['eastOfMississippi'], map.eastOfMississippi),
      ...checks.eachOnce(['georgia'], map.georgia),
      ...Object.entries(map.hexes).flatMap(([id, { t }]): Fault[] => {
        const isSea = t === 'sea';
        const homes = SIDES.filter((side) => home[side].includes(id)).length;
        const reason = `must be home to ${isSea ? 'no side, since it is sea' : 'one side'} [2.2]`;
        return faultIf(homes !== (isSea ? 0 : 1), ['hexes', id], reason);
      }),
      ...cities.flatMap((city, at): Fault[] => [
        ...faultIf(map.hexes[city.hex]?.name === undefined, ['cities', at, 'hex'], 'the hex has no name'),
        ...city.commands.flatMap((river, index) => {
          const path = ['cities', at, 'commands', index];
          return faultIf(!Object.hasOwn(navigable, river), path, `no ship sails on ${river} [2.8]`);
        }),
      ]),
      ...Object.entries(navigable).flatMap(([river, sides]) =>
        sides.flatMap((key, at) =>
          faultIf(!map.sides[key], ['navigable', river, at], '“sides” has no water at this hexside'),
        ),
      ),
      ...bays.flatMap((bay, at) =>
        faultIf(!Object.hasOwn(navigable, bay), ['bays', at], `no ship sails on ${bay} [2.8]`),
      ),
      ...Object.entries(bluffs).flatMap(([key, high]) => {
        const isBluff = map.sides[key]?.major && endsOfSide(key).includes(high);
        return faultIf(!isBluff, ['bluffs', key], 'must name the high hex of a major river hexside [2.7]');
      }),
    ];
  });
}

/** The file `map.json` of each theatre. zod compiles a schema when it is first used, so each is made once. */
export const MAP_FILES = {
  'sam-grant': once(() => mapFile('sam-grant')),
  'bobby-lee': once(() => mapFile('bobby-lee')),
} satisfies Record<GameId, unknown>;

const type = z.strictObject({
  rating: z.string().regex(/^[ABC][1-6]$/, 'a rating is a letter and a figure, "B2"'),
  speed: z.int().min(1).max(9),
  maxSteps: z.int().min(1).max(9),
  about: nameSchema,
});
const LAND = ['clear', 'woods', 'swamp', 'mountain'] as const;

export const unitsFile = z.strictObject({
  about: z.string(),
  basis: basisSchema,
  types: z.record(z.enum(KINDS), type),
  rules: z.strictObject({
    hexsideLimit: z.record(z.enum([...LAND, 'river', 'mountainByRailOrPass']), z.int().min(1).max(9)),
    moveCost: z.record(z.enum([...LAND, 'mountainByRailOrPass']), z.int().min(1).max(9)),
    winterMovePenalty: z.int().min(0).max(3),
    battleRounds: z.int().min(1).max(6),
    supplyStepsPerBlock: z.int().min(1).max(4),
    overlandSupply: z.int().min(1).max(9),
    forage: z.record(z.enum(LAND), z.int().min(0).max(9)),
    hqActivation: z.int().min(1).max(3),
    /** A forced march costs a step on this die or less [5.5]. */
    forcedMarchLoss: z.int().min(0).max(6),
    /** Whether the winner's reserves, too, have to go home when a battle ends in round 1 [A7]. */
    reservesLeaveOnWin: z.boolean(),
    /** The side that a fortress protects [A8]. */
    fortressFor: z.enum(['player2', 'defender']),
    /**
     * Whether a block that dies on a forced march uses up the limit of its hexside [2.5]. Games begun earlier lack
     * this.
     */
    fallenCount: z.boolean().default(false),
    /**
     * Whether a plan names only hexes that one of the side's blocks can retreat to [R10]. Games begun earlier lack
     * this.
     */
    openRetreats: z.boolean().default(false),
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
  /** A reinforcement has the game-turn and the hex in which it comes in [5.11]. */
  start: z.union([z.enum(['map', 'pool', 'gulf']), z.strictObject({ turn: z.int().min(2).max(48), hex })]),
  hex: hex.optional(),
  corps: nameSchema.optional(),
});

export const victory = z.strictObject({
  timePoints: count,
  suddenDeath: z.strictObject({
    usaMargin: z.int().min(1),
    csaMargin: z.int().min(1),
    /** Cities that win at once for the side that holds them and is not at home there [10.4]. */
    cities: z.array(nameSchema).default([]),
  }),
  levels: z.array(z.strictObject({ usaMarginAtLeast: z.int(), result: z.enum(RESULTS) })).min(1),
});

export const scenarioShape = z.strictObject({
  id: nameSchema,
  name: nameSchema,
  deck: z.record(z.enum(CARDS), count),
  /** Cards that a side is dealt for the year, one a game-turn [3.2]. */
  hand: z.int().min(6).max(12).default(6),
  /** Cards that a side may cut off the deck, at most [3.2]. */
  cuts: z.int().min(2).max(60).default(24),
  /** The game-turns; the last is Winter [1.1]. */
  turnNames: z.array(nameSchema).min(2).max(12),
  victory,
  /** The war of several years on this map; without it only the year is offered [19]. */
  campaign: z
    .strictObject({
      name: nameSchema,
      years: z.array(nameSchema).min(2).max(4),
      victory,
      /** Reinforcements of the later years. */
      blocks: z.array(block).default([]),
    })
    .optional(),
  /**
   * The USA controls the Mississippi while it controls all of these. An empty list switches the rule off [11.1, 13.1].
   */
  mississippiControl: z.array(nameSchema).default([]),
  bragg: z
    .strictObject({ corps: nameSchema, entry: z.array(nameSchema).min(1), points: z.int().min(0).max(20) })
    .optional(),
  sources: z.array(z.string()).optional(),
  note: z.string(),
  blocks: z.array(block).min(2),
});
export type ScenarioFile = z.infer<typeof scenarioShape>;

function levelFaults(path: Fault['path'], { levels }: z.infer<typeof victory>): readonly Fault[] {
  const margins = levels.map(({ usaMarginAtLeast }) => usaMarginAtLeast);
  return [
    ...faultIf((margins.at(-1) ?? 0) > -50, path, 'must have a result for every margin'),
    ...outOfOrder(path, 'usaMarginAtLeast', margins, 'down'),
  ];
}

/** The file `scenario.json`, for a map without faults. */
export const scenarioFileFor = oncePer((map: MapFile) => oncePer((units: UnitsFile) => scenarioFile(units, map)));

function scenarioFile({ types }: UnitsFile, map: MapFile) {
  const named = new Set(map.cities.map((city) => map.hexes[city.hex]?.name));
  const unknown = (path: Fault['path'], cities: readonly string[]) =>
    cities.flatMap((city, at) => faultIf(!named.has(city), [...path, at], `there is no city ${city}`));
  return sound(scenarioShape, ({ blocks, deck, hand, turnNames, victory, campaign, mississippiControl, bragg }) => {
    const all = [...blocks, ...(campaign?.blocks ?? [])];
    const ids = all.map(({ id }) => id);
    const names = all.map(({ name }) => nameKey(name));
    const placed = new Map<string, string>();
    return [
      ...faultIf(
        Object.values(deck).reduce((sum, one) => sum + one, 0) < 2 * hand,
        ['deck'],
        `must have at least ${2 * hand} cards: two hands of ${hand} [3.2]`,
      ),
      ...faultIf(turnNames.length > hand, ['turnNames'], `a hand of ${hand} has no card for so many game-turns [3.2]`),
      ...levelFaults(['victory', 'levels'], victory),
      ...(campaign ? levelFaults(['campaign', 'victory', 'levels'], campaign.victory) : []),
      ...unknown(['victory', 'suddenDeath', 'cities'], victory.suddenDeath.cities),
      ...unknown(['campaign', 'victory', 'suddenDeath', 'cities'], campaign?.victory.suddenDeath.cities ?? []),
      ...unknown(['mississippiControl'], mississippiControl),
      ...unknown(['bragg', 'entry'], bragg?.entry ?? []),
      ...all.flatMap(({ id, side, type, name, full, start, hex }, at): Fault[] => {
        const later = at - blocks.length;
        const path = later < 0 ? ['blocks', at] : ['campaign', 'blocks', later];
        const fault = (isWrong: boolean, keys: readonly string[], reason: string) =>
          faultIf(isWrong, [...path, ...keys], reason);
        const turns = turnNames.length * (later < 0 ? 1 : (campaign?.years.length ?? 1));
        const { maxSteps } = types[type];
        const holder = placed.get(hex ?? '') ?? side;
        if (hex !== undefined) placed.set(hex, side);
        const comes = typeof start === 'object' ? start : null;
        const place = comes?.hex ?? hex;
        const isAtSea = place !== undefined && (map.hexes[place]?.t ?? 'sea') === 'sea';
        const isTwin = names.indexOf(nameKey(name)) < at;
        const isEarly = later >= 0 && (comes === null || comes.turn <= turnNames.length);
        return [
          ...fault(ids.indexOf(id) < at, ['id'], `${id} is named twice`),
          ...fault(isTwin, ['name'], `${name} is the name of another block`),
          ...fault(full > maxSteps, ['full'], `${type} has at most ${maxSteps} steps [1.3]`),
          ...fault(
            (start === 'map') === (hex === undefined),
            [],
            'must name a hex if it starts on the map, and only then',
          ),
          ...fault(start === 'gulf' && !bragg, ['start'], 'this scenario has no corps in the Gulf [5.10]'),
          ...fault(
            comes !== null && comes.turn > turns,
            ['start', 'turn'],
            `there are only ${turns} game-turns [5.11]`,
          ),
          ...fault(isEarly, ['start'], 'must come in after the first year [19.3]'),
          ...fault(isAtSea, [hex === undefined ? 'start' : 'hex'], `there is no land hex ${place}`),
          ...fault(!isAtSea && holder !== side, ['hex'], `${hex} is held by the other side`),
        ];
      }),
      ...SIDES.flatMap((side) => {
        const headquarters = blocks.filter((one) => one.side === side && one.type === 'hq');
        return faultIf(headquarters.length !== 1, ['blocks'], `${side} must have one Supreme HQ [1.2]`);
      }),
    ];
  });
}
