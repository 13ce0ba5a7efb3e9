import type { DataFault, DataFiles } from '../../game/index.ts';
import { type Fault, faultsOfShape } from '../../kit/data-faults.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import { hexMapOf } from '../../kit/hex/map-file.ts';
import { checkMap, checkScenario } from './data-checks.ts';
import {
  letterOf,
  type MapFile,
  mapFileOf,
  type ScenarioFile,
  scenarioFile,
  type UnitsFile,
  unitsFile,
} from './data-file.ts';
import { type Block, type City, FORMATS, type GameId, type Kinds, type Theatre } from './theatre.ts';
import { SIDES } from './vocabulary.ts';

export const MAP = 'map.json';
export const UNITS = 'units.json';
export const SCENARIO = 'scenario.json';

/** Reads a game's files, or everything that is wrong with them. */
export function readTheatre(id: GameId, files: DataFiles): Theatre | readonly DataFault[] {
  const shapes = { [MAP]: mapFileOf(id), [UNITS]: unitsFile, [SCENARIO]: scenarioFile };
  const faults: DataFault[] = [];
  const add = (file: string, found: readonly Fault[]) => faults.push(...found.map((fault) => ({ file, ...fault })));
  for (const [file, shape] of Object.entries(shapes)) {
    const read = shape.safeParse(files[file] ?? null);
    if (!read.success) add(file, faultsOfShape(read.error, files[file] ?? null));
  }
  if (faults.length > 0) return faults;
  const map = shapes[MAP].parse(files[MAP]);
  const units = unitsFile.parse(files[UNITS]);
  const scenario = scenarioFile.parse(files[SCENARIO]);
  add(MAP, checkMap(id, map));
  // Where blocks stand cannot be judged on a map that is not sound.
  if (faults.length === 0) add(SCENARIO, checkScenario(scenario, units, map));
  return faults.length > 0 ? faults : theatreOf(id, map, units, scenario);
}

function theatreOf(id: GameId, map: MapFile, units: UnitsFile, scenario: ScenarioFile): Theatre {
  const hexMap = hexMapOf<Kinds>(FORMATS[id], map);
  const cities = map.cities.map((city): City => {
    const { hex, value, vp, source = null, fortress = false, port = false, commands = [] } = city;
    return { hex, name: map.hexes[hex]?.name ?? hex, value, points: vp, source, fortress, port, commands };
  });
  const cityHex = (name: string) => cities.find((city) => city.name === name)?.hex as HexId;
  const blocks = scenario.blocks.map((one, index): Block => {
    const { rating, speed } = units.types[one.type];
    const { id, side, type: kind, name, full, start, hex } = one;
    const from = start === 'map' ? (hex as HexId) : start;
    return { id, index, side, kind, name, full, letter: letterOf(rating), hits: Number(rating[1]), speed, start: from };
  });
  const georgia = new Set(map.georgia);
  const { bragg } = scenario;
  return {
    ...hexMap,
    id,
    home: new Map(SIDES.flatMap((side) => map.home[side].map((hex) => [hex, side] as const))),
    city: new Map(cities.map((city) => [city.hex, city])),
    behindRiver: new Set(map.eastOfMississippi.filter((hex) => !georgia.has(hex))),
    navigable: new Map(Object.entries(map.navigable)),
    bluffs: new Map(Object.entries(map.bluffs)),
    blocks,
    block: new Map(blocks.map((block) => [block.id, block])),
    scenario: {
      name: scenario.name,
      deck: scenario.deck,
      turnNames: scenario.turnNames,
      victory: scenario.victory,
      mississippi: (scenario.mississippiControl ?? []).map(cityHex),
      bragg: bragg ? { entry: bragg.entry.map(cityHex), points: bragg.points } : null,
    },
    rules: units.rules,
  };
}
