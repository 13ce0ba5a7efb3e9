import { HexGrid, type HexId } from '../../kit/hex/hex-grid.ts';
import type * as kit from '../../kit/hex/hex-map.ts';
import type { HexMap, MapKinds } from '../../kit/hex/hex-map.ts';
import type { MapFormat } from '../../kit/hex/map-file.ts';
import { type BlockId, type Card, type Kind, type Letter, type Side, TERRAINS, type Terrain } from './vocabulary.ts';

/** What a game of the system is played with: its map, its blocks, its scenario. It never changes. */
export interface Theatre extends HexMap<Kinds> {
  readonly id: GameId;
  readonly home: ReadonlyMap<HexId, Side>;
  readonly city: ReadonlyMap<HexId, City>;
  /** East of the Mississippi, and outside Georgia: where its control matters [11.2]. */
  readonly behindRiver: ReadonlySet<HexId>;
  /** Hexsides of each river that ships use [2.8]. */
  readonly navigable: ReadonlyMap<string, readonly string[]>;
  /** The high hex of a hexside [2.7]. */
  readonly bluffs: ReadonlyMap<string, HexId>;
  /** In the order of `scenario.json`. */
  readonly blocks: readonly Block[];
  readonly block: ReadonlyMap<BlockId, Block>;
  readonly scenario: Scenario;
  readonly rules: Rules;
}

/** Sam Grant is the West; Bobby Lee, the East, is a draft [13.1]. */
export const GAME_IDS = ['sam-grant', 'bobby-lee'] as const;
export type GameId = (typeof GAME_IDS)[number];

const RULES = { grid: '2.1', crossing: '2.6', works: '2.9' } as const;
const grids = { 'sam-grant': { columns: 28, rows: 20 }, 'bobby-lee': { columns: 19, rows: 20 } } as const;

function formatOf(id: GameId) {
  const { columns, rows } = grids[id];
  return {
    grid: new HexGrid({ columns, rowsOdd: rows, rowsEven: rows }),
    terrains: TERRAINS,
    waters: ['major', 'minor', 'sea'],
    barring: ['major', 'sea'],
    links: ['rail', 'pass'],
    places: ['town', 'place', 'farm', 'off'],
    rules: RULES,
  } as const satisfies MapFormat<MapKinds>;
}

/** What the maps are made of [2.1, 2.6]. */
export const FORMATS = { 'sam-grant': formatOf('sam-grant'), 'bobby-lee': formatOf('bobby-lee') };

export interface Kinds {
  readonly terrain: Terrain;
  readonly water: (typeof FORMATS)['sam-grant']['waters'][number];
  readonly link: (typeof FORMATS)['sam-grant']['links'][number];
  readonly place: (typeof FORMATS)['sam-grant']['places'][number];
}
export type TheatreHexside = kit.Hexside<Kinds>;

export interface City {
  readonly hex: HexId;
  readonly name: string;
  /** What it feeds, and from 1 on a place to build [5.7, 8.3]. */
  readonly value: number;
  readonly points: number;
  readonly source: Side | null;
  readonly fortress: boolean;
  readonly port: boolean;
  /** Rivers whose hexsides its guns close [2.8]. */
  readonly commands: readonly string[];
}

export interface Block {
  readonly id: BlockId;
  /** Its place in `scenario.json`. */
  readonly index: number;
  readonly side: Side;
  readonly kind: Kind;
  readonly name: string;
  readonly full: number;
  readonly letter: Letter;
  /** It hits on this or less [7.2]. */
  readonly hits: number;
  readonly speed: number;
  readonly start: HexId | 'pool' | 'gulf';
}

export interface Scenario {
  readonly name: string;
  readonly deck: { readonly [card in Card]: number };
  readonly turnNames: readonly string[];
  readonly victory: {
    readonly timePoints: number;
    readonly suddenDeath: { readonly usaMargin: number; readonly csaMargin: number };
    readonly levels: readonly { readonly usaMarginAtLeast: number; readonly result: string }[];
  };
  /** Who controls these controls the river; none: there is no such rule [11.1, 13.1]. */
  readonly mississippi: readonly HexId[];
  readonly bragg: { readonly entry: readonly HexId[]; readonly points: number } | null;
}

type Land = Exclude<Terrain, 'sea'>;

/** Numbers of the rules, out of `units.json`. */
export interface Rules {
  readonly hexsideLimit: { readonly [where in Land | 'river' | 'mountainByRailOrPass']: number };
  readonly moveCost: { readonly [where in Land | 'mountainByRailOrPass']: number };
  readonly winterMovePenalty: number;
  readonly battleRounds: number;
  readonly supplyStepsPerBlock: number;
  readonly overlandSupply: number;
  readonly forage: { readonly [terrain in Land]: number };
  readonly hqActivation: number;
  /** A forced march costs a step on this die or less [5.5]. */
  readonly forcedMarchLoss: number;
  /** Winners' reserves go home too when a battle ends in round 1 [A7]. */
  readonly reservesLeaveOnWin: boolean;
  /** Whom a fortress protects [A8]. */
  readonly fortressFor: 'player2' | 'defender';
}

export function blockOf({ block }: Pick<Theatre, 'block'>, id: BlockId): Block {
  const found = block.get(id);
  if (!found) throw new Error(`There is no block ${id}`);
  return found;
}
