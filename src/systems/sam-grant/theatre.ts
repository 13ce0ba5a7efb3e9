import type { HexId } from '../../kit/hex/hex-grid.ts';
import type * as kit from '../../kit/hex/hex-map.ts';
import type { GameId, Kinds, MapFile, ScenarioFile, UnitsFile } from './data-file.ts';
import type { BlockId, Kind, Letter, Side } from './vocabulary.ts';

/** The data of a game: its map, its blocks, its scenario. It never changes. */
export interface Theatre extends kit.HexMap<Kinds> {
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
  readonly rules: Readonly<UnitsFile['rules']>;
  /** A host's name for their own numbers; null for the shipped ones. */
  readonly basis: string | null;
}

export type { GameId };
export type TheatreHexside = kit.Hexside<Kinds>;

export type City = Readonly<Omit<MapFile['cities'][number], 'vp'>> & { readonly name: string; readonly points: number };

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

export type Scenario = Readonly<Pick<ScenarioFile, 'name' | 'deck' | 'hand' | 'turnNames' | 'victory'>> & {
  readonly mississippi: readonly HexId[];
  readonly bragg: { readonly entry: readonly HexId[]; readonly points: number } | null;
};

export function blockOf({ block }: Pick<Theatre, 'block'>, id: BlockId): Block {
  const found = block.get(id);
  if (!found) throw new Error(`There is no block ${id}`);
  return found;
}
