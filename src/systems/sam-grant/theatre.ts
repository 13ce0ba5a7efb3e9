import type { DataReader } from '../../kit/data-faults.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import { type Hexside, sideBetween, sidesOf } from '../../kit/hex/hex-map.ts';
import { hexMapOf } from '../../kit/hex/map-file.ts';
import * as shape from './data-file.ts';
import { type BlockId, type EachSide, type Front, LETTERS, SIDES } from './vocabulary.ts';

export const MAP = 'map.json';
export const UNITS = 'units.json';
export const SCENARIO = 'scenario.json';

/** The data of a game, which never change: map, blocks, scenario. */
export type Theatre = ReturnType<typeof theatreOf>;
export type TheatreHexside = Hexside<shape.Kinds>;
export type City = ReturnType<typeof citiesOf>[number];
export type Block = ReturnType<typeof blocksOf>[number];

export interface TheatreData {
  readonly map: shape.MapFile;
  readonly units: shape.UnitsFile;
  readonly scenario: shape.ScenarioFile;
}

/**
 * Reads a game's data files. It returns `null` if any has a fault, which the reader has noted.
 * The scenario is checked against the map and the units, so only once these are sound.
 * @param from the folder of the files, if it is not the game's own
 */
export function readData(id: shape.GameId, reader: DataReader, from = ''): TheatreData | null {
  const map = reader.read(from + MAP, shape.MAP_FILES[id]());
  const units = reader.read(from + UNITS, shape.unitsFile);
  const scenario = reader.read(from + SCENARIO, map && units ? shape.scenarioFileFor(map)(units) : shape.scenarioShape);
  return map && units && scenario ? { map, units, scenario } : null;
}

function citiesOf({ cities, hexes }: shape.MapFile) {
  return cities.map(({ vp, ...city }) => ({ ...city, name: hexes[city.hex]?.name ?? city.hex, points: vp }) as const);
}

/** In the order of `scenario.json`. */
function blocksOf(blocks: shape.ScenarioFile['blocks'], { types }: shape.UnitsFile) {
  return blocks.map(({ id, side, type: kind, name, full, start, hex }, index) => {
    const { rating, speed } = types[kind];
    const letter = LETTERS.find((one) => rating.startsWith(one)) ?? 'C';
    const comes = typeof start === 'object' ? start : null;
    const from: HexId | 'pool' | 'gulf' | 'due' | 'away' =
      start === 'map' ? (hex as HexId) : typeof start === 'object' ? 'due' : start;
    // A die hits on `hits` or less [7.2].
    return { id, index, side, kind, name, full, letter, hits: Number(rating[1]), speed, start: from, comes } as const;
  });
}

/** How long a game lasts [19.1]. */
export type GameLength = 'year' | 'campaign';

/** @param format the grid and the kinds of the map; in a war of both theatres, those of their common sheet */
export function theatreOf(
  id: shape.GameId,
  { map, units, scenario }: TheatreData,
  length: GameLength,
  format: (typeof shape.FORMATS)[shape.GameId] = shape.FORMATS[id],
) {
  const cities = citiesOf(map);
  const cityHex = (name: string) => cities.find((city) => city.name === name)?.hex as HexId;
  const campaign = length === 'campaign' ? scenario.campaign : undefined;
  const blocks = blocksOf([...scenario.blocks, ...(campaign?.blocks ?? [])], units);
  const { deck, hand, cuts, turnNames, mississippiControl, bragg } = scenario;
  const { name, victory } = campaign ?? scenario;
  return {
    ...hexMapOf<shape.Kinds>(format, map),
    id,
    placeNames: new Set(Object.values(map.hexes).map(({ name: place }) => place)),
    home: new Map(SIDES.flatMap((side) => map.home[side].map((hex) => [hex, side] as const))),
    city: new Map(cities.map((city) => [city.hex, city])),
    /** East of the Mississippi, and outside Georgia: where its control matters [11.2]. */
    behindRiver: new Set(map.eastOfMississippi.filter((hex) => !map.georgia.includes(hex))),
    /** Hexsides of each river that ships use [2.8]. */
    navigable: new Map(Object.entries(map.navigable)),
    /** Waters from which ships sail into the rivers they meet [13.2]. */
    bays: new Set(map.bays),
    /** The high hex of a hexside [2.7]. */
    bluffs: new Map(Object.entries(map.bluffs)),
    blocks,
    block: new Map(blocks.map((block) => [block.id, block])) as ReadonlyMap<BlockId, Block>,
    scenario: {
      ...{ name, deck, hand, victory },
      /** The game-turns of a year [1.1]. */
      turnNames,
      /** The years of a campaign; empty for a year alone [19.1]. */
      years: campaign?.years ?? [],
      /** Cuts of the deck: how many cards go from the top to the bottom [3.2]. */
      cuts: Array.from({ length: cuts }, (_, at) => `${at + 1}`),
      /** Cities that win the game at once for the enemy [10.4]. */
      capitals: victory.suddenDeath.cities.map(cityHex),
      mississippi: mississippiControl.map(cityHex),
      bragg: bragg ? { entry: bragg.entry.map(cityHex), points: bragg.points } : null,
      /** Rail hexes of each side from which its blocks go to a hex of the other theatre [20.3]. */
      gateways: { usa: new Map(), csa: new Map() } as EachSide<ReadonlyMap<HexId, HexId>>,
      /** The theatre that this is in a war of both. Its game-turn ends only once the other has played it too [20.2]. */
      half: null as Front | null,
    },
    rules: units.rules,
    /** A host's name for their own numbers; null for the shipped ones. */
    basis: units.basis ?? null,
  } as const;
}

export function blockOf({ block }: Pick<Theatre, 'block'>, id: BlockId): Block {
  const found = block.get(id);
  if (!found) throw new Error(`There is no block ${id}`);
  return found;
}

/** The last game-turn, a Winter [1.1, 19.1]. */
export function lastTurnOf({ scenario }: Pick<Theatre, 'scenario'>): number {
  return scenario.turnNames.length * Math.max(1, scenario.years.length);
}

/** Whether a game-turn is the last of its year [4.41]. */
export function isWinter({ scenario }: Pick<Theatre, 'scenario'>, { turn }: { readonly turn: number }): boolean {
  return turn > 0 && turn % scenario.turnNames.length === 0;
}

/**
 * How many game-turns after this one a player plans for: to the end of the year, or at least three if the game is that
 * long.
 */
export function turnsAhead(theatre: Pick<Theatre, 'scenario'>, turn: number): number {
  const year = theatre.scenario.turnNames.length;
  const end = year * (yearOf(theatre, turn) + 1);
  return Math.max(0, Math.min(lastTurnOf(theatre), Math.max(end, turn + 3)) - turn);
}

/** The index in `scenario.years` of a game-turn's year [19.1]. */
export function yearOf({ scenario }: Pick<Theatre, 'scenario'>, turn: number): number {
  return Math.max(0, Math.ceil(turn / scenario.turnNames.length) - 1);
}

/** Movement points to enter a hex; `null` if groups can't march that way [2.6, 5.4, 13.1]. */
export function costOfStep(theatre: Theatre, side: TheatreHexside): number | null {
  return side.barred ? null : overlandCost(theatre, side);
}

/** Movement points to enter a hex, ignoring rivers, which supply lines cross freely [8.2]. */
export function overlandCost({ hex, rules }: Theatre, { to, link }: TheatreHexside): number | null {
  const terrain = hex.get(to)?.terrain ?? 'sea';
  if (terrain === 'sea') return null;
  return rules.moveCost[terrain === 'mountain' && link !== null ? 'mountainByRailOrPass' : terrain];
}

/** How many blocks may cross a hexside, into battle in a game-turn or back in a round [2.5]. */
export function hexsideLimit(theatre: Theatre, now: { readonly turn: number }, from: HexId, to: HexId): number {
  const side = sideBetween(theatre, from, to);
  const terrain = theatre.hex.get(to)?.terrain ?? 'sea';
  if (side === null || terrain === 'sea') return 0;
  const { hexsideLimit } = theatre.rules;
  const ofHex = hexsideLimit[terrain === 'mountain' && side.link !== null ? 'mountainByRailOrPass' : terrain];
  const fair = side.water === null ? ofHex : Math.min(ofHex, hexsideLimit.river);
  return isWinter(theatre, now) ? Math.max(1, Math.floor(fair / 2)) : fair;
}

/** Whether the hexside is a major river without a bridge [2.6]. */
export function isUnbridged(theatre: Theatre, from: HexId, to: HexId): boolean {
  return sideBetween(theatre, from, to)?.barred ?? true;
}

export function neighboursOf(theatre: Theatre, hex: HexId): readonly HexId[] {
  return sidesOf(theatre, hex).map(({ to }) => to);
}
