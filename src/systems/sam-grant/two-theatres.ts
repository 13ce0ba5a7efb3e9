import * as z from 'zod';
import type { DataFault, DataFiles } from '../../game/index.ts';
import { DataReader } from '../../kit/data-faults.ts';
import { type HexId, rowOf } from '../../kit/hex/hex-grid.ts';
import { nameSchema } from '../../kit/hex/map-file.ts';
import { nameKey } from '../../kit/typed-names.ts';
import { BOTH, ROWS_DOWN, sheetHex, victory } from './data-file.ts';
import { MAP, readData, SCENARIO, type Theatre, type TheatreData, theatreOf, UNITS } from './theatre.ts';
import { type EachSide, eachSide, FRONTS, type Front, SIDES } from './vocabulary.ts';

/** The West and the East as one game [20]. */

const WAR = 'war.json';
const [WEST, EAST] = ['../sam-grant/', '../bobby-lee/'];
export const WAR_FILES = [
  WAR,
  ...[WEST, EAST].flatMap((folder) => [MAP, UNITS, SCENARIO].map((file) => folder + file)),
];

const place = z.string();
const warFile = z.strictObject({
  name: nameSchema,
  victory,
  /** Railroads from one map to the other: a city of each, for one side [20.3]. */
  gateways: z.array(z.strictObject({ side: z.enum(SIDES), west: place, east: place })).min(1),
  /** Waters from which ships sail into the rivers they meet [13.2]. Wars begun earlier have none. */
  bays: z.array(nameSchema).default([]),
  /**
   * Reinforcements of the campaigns that stand for blocks of the other theatre. Here players send those themselves
   * [20.4].
   */
  leftOut: z.array(z.string()),
});
type WarFile = z.infer<typeof warFile>;

/** The data of both theatres. No hex and no name occurs twice. */
export interface TwoTheatres {
  /** Both maps on one sheet, with the blocks of both. Pictures are drawn from it, and names looked up. */
  readonly both: Theatre;
  readonly west: Theatre;
  readonly east: Theatre;
}

export function readTwoTheatres(files: DataFiles): TwoTheatres | readonly DataFault[] {
  const reader = new DataReader(files);
  const war = reader.read(WAR, warFile);
  const west = readData('sam-grant', reader, WEST);
  const east = readData('bobby-lee', reader, EAST);
  if (!war || !west || !east) return reader.faults;
  for (const [at, gateway] of war.gateways.entries())
    for (const front of FRONTS) {
      const { map } = front === 'west' ? west : east;
      const isCity = map.cities.some(({ hex }) => map.hexes[hex]?.name === gateway[front]);
      const path = ['gateways', at, front];
      const isTwice = war.gateways
        .slice(0, at)
        .some((one) => one.side === gateway.side && one[front] === gateway[front]);
      if (!isCity) reader.note(WAR, [{ path, reason: `there is no city ${gateway[front]}` }]);
      if (isTwice) reader.note(WAR, [{ path, reason: `${gateway[front]} is a gateway already` }]);
    }
  if (!west.scenario.campaign || !east.scenario.campaign)
    reader.note(`${west.scenario.campaign ? EAST : WEST}${SCENARIO}`, [{ path: ['campaign'], reason: 'is missing' }]);
  if (reader.faults.length > 0) return reader.faults;
  const sheet = theatreOf('sam-grant', joined(west, east, war), 'campaign', BOTH);
  const both = { ...sheet, scenario: { ...sheet.scenario, gateways: gatewaysFrom('west', sheet, war) } };
  return { both, west: halfOf(both, 'west', west, war), east: halfOf(both, 'east', east, war) };
}

export function frontOf(hex: HexId): Front {
  return rowOf(hex) > ROWS_DOWN ? 'east' : 'west';
}

/** One theatre of the sheet, with its own cities, scenario and gateways. Blocks of the other theatre are `away`. */
function halfOf(both: Theatre, front: Front, { scenario }: TheatreData, war: WarFile): Theatre {
  const id = front === 'west' ? 'sam-grant' : 'bobby-lee';
  const isOwn = (block: string) => front === (block.startsWith('e') ? 'east' : 'west');
  const blocks = both.blocks.map((block) =>
    isOwn(block.id) ? block : ({ ...block, start: 'away', comes: null } as const),
  );
  // Own blocks come first, so that `hqOf` finds the theatre's own Supreme HQ.
  const ownFirst = [...blocks].sort((a, b) => Number(isOwn(b.id)) - Number(isOwn(a.id)));
  return {
    ...both,
    id,
    city: new Map([...both.city].filter(([hex]) => frontOf(hex) === front)),
    blocks: ownFirst,
    block: new Map(ownFirst.map((block) => [block.id, block])),
    scenario: {
      ...both.scenario,
      capitals: both.scenario.capitals.filter((hex) => frontOf(hex) === front),
      mississippi: scenario.mississippiControl.map((name) => cityHex(both, name)),
      bragg: front === 'west' ? both.scenario.bragg : null,
      gateways: gatewaysFrom(front, both, war),
      half: front,
    },
  };
}

/** Each side's gateways in a theatre, with the hexes of the other theatre to which they lead [20.3]. */
function gatewaysFrom(front: Front, both: Theatre, { gateways }: WarFile): EachSide<ReadonlyMap<HexId, HexId>> {
  return eachSide((side) => {
    const own = gateways.filter((one) => one.side === side);
    const pairs = own.map(({ west, east }) => [cityHex(both, west), cityHex(both, east)] as const);
    return new Map(front === 'west' ? pairs : pairs.map(([west, east]) => [east, west]));
  });
}

function cityHex({ city }: Theatre, name: string): HexId {
  return [...city.values()].find((one) => one.name === name)?.hex as HexId;
}

/** The data of both theatres as one. A block of the East that has the name of one of the West gets "(East)" added. */
function joined(
  { map: west, units, scenario }: TheatreData,
  { map: there, scenario: eastern }: TheatreData,
  { name, victory, bays, leftOut }: WarFile,
): TheatreData {
  const east = movedDown(there);
  const later = scenario.campaign?.blocks ?? [];
  const taken = new Set([...scenario.blocks, ...later].map((block) => nameKey(block.name)));
  const sent = <Some extends { readonly id: string }>(blocks: readonly Some[]) =>
    blocks.filter(({ id }) => !leftOut.includes(id));
  const ofEast = (blocks: typeof later) =>
    sent(movedDown(blocks)).map((block) =>
      taken.has(nameKey(block.name)) ? { ...block, name: `${block.name} (East)` } : block,
    );
  return {
    units,
    map: { ...merged(west, east), title: name, bays },
    scenario: {
      ...scenario,
      blocks: [...sent(scenario.blocks), ...ofEast(eastern.blocks)],
      campaign: {
        name,
        years: scenario.campaign?.years ?? [],
        victory,
        blocks: [...sent(later), ...ofEast(eastern.campaign?.blocks ?? [])],
      },
    },
  };
}

/** Joins two files of one form: it concatenates lists, merges objects, and keeps the first of two single values. */
function merged<Data>(one: Data, other: Data): Data {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other] as Data;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one ?? other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Data>;
  return Object.fromEntries([...keys].map((key) => [key, merged(one[key], other[key])])) as Data;
}

/** Data of the East in which each hex and each hexside has its number on the sheet. */
function movedDown<Data>(data: Data): Data {
  const named = (text: string) => (/^\d{4}(\|\d{4})?$/.test(text) ? text.replace(/\d{4}/g, sheetHex) : text);
  if (typeof data === 'string') return named(data) as Data;
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((one) => movedDown(one)) as Data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [named(key), movedDown(value)])) as Data;
}
