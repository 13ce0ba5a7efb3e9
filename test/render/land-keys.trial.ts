import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type DataFiles, isFaulty, type SystemModule, type Tile } from '../../src/game/index.ts';
import { systems } from '../../src/systems/index.ts';
import { readFiles } from '../games/files.ts';
import { LONG } from '../trials/long.ts';

const ASSETS = fileURLToPath(new URL('../../assets', import.meta.url));

/** The data that land is drawn from. Only with `LONG=yes` the rest is changed, too. */
const LAND_FILES = /(map|units|overland)\.json$/;

type Path = readonly string[];

/** Paths of all values in a game's data, by their names: those of hexes and units, which differ by digits, are alike. */
function pathsByName(data: unknown, at: Path = [], found = new Map<string, Path[]>()): Map<string, Path[]> {
  if (typeof data !== 'object' || data === null) return found;
  for (const [key, value] of Object.entries(data)) {
    const path = [...at, key];
    const name = path.map((part) => (/\d/.test(part) ? '*' : part)).join(' ');
    found.set(name, [...(found.get(name) ?? []), path]);
    pathsByName(value, path, found);
  }
  return found;
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce((at, key) => (at as Record<string, unknown>)[key], data);
}

/** The data with the value at a path left out, or replaced. It shares all other values with the original. */
function edited<T extends object>(data: T, [key = '', ...rest]: Path, value: unknown): T {
  const copy = (Array.isArray(data) ? [...data] : { ...data }) as T & Record<string, unknown>;
  if (rest.length > 0) Object.assign(copy, { [key]: edited(copy[key] as object, rest, value) });
  else if (value !== undefined) Object.assign(copy, { [key]: value });
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The items of tiles by their keys, of the first layout and the last; `null` if the data has faults. */
function landOf(module: SystemModule, files: DataFiles): Map<string, () => string> | null {
  const system = module.load(files);
  if (isFaulty(system)) return null;
  const lands = system.pictures.lands?.() ?? [];
  const tiles = [lands[0], lands.at(-1)].flatMap((land): readonly Pick<Tile, 'key' | 'items'>[] => {
    if (!land) return [];
    const { key, items, land: cut } = land.ground;
    return cut ?? [{ key, items: () => items }];
  });
  return new Map(tiles.map(({ key, items }) => [key, once(() => JSON.stringify([...items()]))]));
}

/** The land of the first edit at a path that the game accepts: the value left out, or another. */
function firstSound(module: SystemModule, files: DataFiles, path: Path): ReturnType<typeof landOf> {
  const value = valueAt(files, path);
  if (typeof value === 'object') return null;
  for (const other of [undefined, typeof value === 'number' ? value + 1 : `${value}x`]) {
    const land = landOf(module, edited(files, path, other));
    if (land !== null) return land;
  }
  return null;
}

/** The war of both theatres joins the maps of two other games, and is drawn by their functions. */
const tried = systems.filter(({ id }) => LONG || id !== 'grant-and-lee');

/** Drawn land is found by its keys in another process too, after an operator has changed the data. */
test.each(tried.map((module) => [module.id, module] as const))(
  'the keys of %s’s land change with whatever in its data changes what is drawn',
  (_id, module) => {
    const files = readFiles(ASSETS, module);
    const shipped = landOf(module, files);
    let accepted = 0;
    for (const paths of pathsByName(files).values()) {
      const path = paths[0] as Path;
      if (!LONG && !LAND_FILES.test(path[0] ?? '')) continue;
      const land = firstSound(module, files, path);
      if (land === null) continue;
      accepted++;
      for (const [key, items] of land) {
        const before = shipped?.get(key);
        if (before) expect(items() === before(), path.join(' ')).toBe(true);
      }
    }
    expect(accepted).toBeGreaterThan(5);
  },
);
