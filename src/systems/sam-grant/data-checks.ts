import { type Fault, outOfOrder } from '../../kit/data-faults.ts';
import { endsOfSide } from '../../kit/hex/hex-grid.ts';
import { MapChecks } from '../../kit/hex/map-checks.ts';
import { plainName } from '../../kit/typed-names.ts';
import { FORMATS, type GameId, type Kinds, type MapFile, type ScenarioFile, type UnitsFile } from './data-file.ts';
import { HAND_SIZE } from './rules/cards.ts';
import { SIDES } from './vocabulary.ts';

/** What is wrong with a map of the right shape. */
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

/** What is wrong with a scenario of the right shape, on a map that is sound. */
export function checkScenario(scenario: ScenarioFile, { types }: UnitsFile, map: MapFile): Fault[] {
  const { blocks, deck, victory, mississippiControl, bragg } = scenario;
  const faults: Fault[] = [];
  const add = (path: Fault['path'], reason: string) => faults.push({ path, reason });
  const named = new Set(map.cities.map(({ hex }) => map.hexes[hex]?.name));
  if (Object.values(deck).reduce((sum, one) => sum + one, 0) < 2 * HAND_SIZE)
    add(['deck'], `must have at least ${2 * HAND_SIZE} cards: two hands of ${HAND_SIZE} [3.2]`);
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
