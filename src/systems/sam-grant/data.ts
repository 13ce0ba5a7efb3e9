import type { DataFault, DataFiles } from '../../game/index.ts';
import { DataReader } from '../../kit/data-faults.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import { hexMapOf } from '../../kit/hex/map-file.ts';
import * as shape from './data-file.ts';
import type { Block, City, Theatre } from './theatre.ts';
import { SIDES } from './vocabulary.ts';

export const MAP = 'map.json';
export const UNITS = 'units.json';
export const SCENARIO = 'scenario.json';

/** Reads a game's data files; returns every fault if there are any. */
export function readTheatre(id: shape.GameId, files: DataFiles): Theatre | readonly DataFault[] {
  const reader = new DataReader(files);
  const { faults } = reader;
  const map = reader.read(MAP, shape.mapFileOf(id));
  const units = reader.read(UNITS, shape.unitsFile);
  const scenario = reader.read(SCENARIO, shape.scenarioFile);
  if (!map || !units || !scenario) return faults;
  reader.note(MAP, shape.checkMap(id, map));
  // Scenario checks need a map without faults.
  if (faults.length === 0) reader.note(SCENARIO, shape.checkScenario(scenario, units, map));
  return faults.length > 0 ? faults : theatreOf(id, map, units, scenario);
}

function theatreOf(
  id: shape.GameId,
  map: shape.MapFile,
  units: shape.UnitsFile,
  scenario: shape.ScenarioFile,
): Theatre {
  const cities = map.cities.map(({ vp, ...city }): City => {
    return { ...city, name: map.hexes[city.hex]?.name ?? city.hex, points: vp };
  });
  const cityHex = (name: string) => cities.find((city) => city.name === name)?.hex as HexId;
  const blocks = scenario.blocks.map((one, index): Block => {
    const { rating, speed } = units.types[one.type];
    const { id, side, type: kind, name, full, start, hex } = one;
    const from = start === 'map' ? (hex as HexId) : start;
    return {
      id,
      index,
      side,
      kind,
      name,
      full,
      letter: shape.letterOf(rating),
      hits: Number(rating[1]),
      speed,
      start: from,
    };
  });
  const georgia = new Set(map.georgia);
  const { name, deck, hand, turnNames, victory, mississippiControl, bragg } = scenario;
  return {
    ...hexMapOf<shape.Kinds>(shape.FORMATS[id], map),
    id,
    home: new Map(SIDES.flatMap((side) => map.home[side].map((hex) => [hex, side] as const))),
    city: new Map(cities.map((city) => [city.hex, city])),
    behindRiver: new Set(map.eastOfMississippi.filter((hex) => !georgia.has(hex))),
    navigable: new Map(Object.entries(map.navigable)),
    bluffs: new Map(Object.entries(map.bluffs)),
    blocks,
    block: new Map(blocks.map((block) => [block.id, block])),
    scenario: {
      ...{ name, deck, hand, turnNames, victory },
      mississippi: mississippiControl.map(cityHex),
      bragg: bragg ? { entry: bragg.entry.map(cityHex), points: bragg.points } : null,
    },
    rules: units.rules,
    basis: units.basis ?? null,
  };
}
