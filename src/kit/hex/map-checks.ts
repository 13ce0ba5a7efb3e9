import type { Fault } from '../data-faults.ts';
import { endsOfSide, type HexId, sideKey } from './hex-grid.ts';
import type { MapKinds } from './hex-map.ts';
import { type MapFormat, type MapParts, watersOf } from './map-file.ts';

type Path = Fault['path'];

/** Checks every game's map file for faults that its schema does not find. */
export class MapChecks<K extends MapKinds> {
  readonly #format: MapFormat<K>;
  readonly #map: MapParts<K>;

  constructor(format: MapFormat<K>, map: MapParts<K>) {
    this.#format = format;
    this.#map = map;
  }

  all(): Fault[] {
    return [
      ...this.#hexes(),
      ...this.#sides(),
      ...this.#links(),
      ...this.#ways(),
      ...this.#undrawn(),
      ...this.#waters(),
      ...this.#works(),
      ...this.#map.places.flatMap(({ hex }, at) => this.onMap(['places', at, 'hex'], hex)),
    ];
  }

  onMap(path: Path, hex: string): Fault[] {
    const { grid, rules } = this.#format;
    return grid.has(hex) ? [] : [{ path, reason: `there is no hex ${hex} on the map [${rules.grid}]` }];
  }

  /** Checks that a list names hexes of the map, each once. */
  eachOnce(path: Path, hexes: readonly HexId[]): Fault[] {
    return hexes.flatMap((hex, at) => [
      ...this.onMap([...path, at], hex),
      ...(hexes.indexOf(hex) < at ? [{ path: [...path, at], reason: `${hex} is named twice` }] : []),
    ]);
  }

  /** Checks that a road or another way can leave the map at a hex. */
  leavesMap(path: Path, hex: HexId): Fault[] {
    const { grid, links } = this.#format;
    if (!grid.has(hex)) return this.onMap(path, hex);
    if (!grid.isAtEdge(hex)) return [{ path, reason: `${hex} is not at the edge of the map` }];
    const onWay = Object.keys(this.#map.links).some((key) => endsOfSide(key).includes(hex));
    return onWay ? [] : [{ path, reason: `no ${links.join(' or ')} leads to ${hex}` }];
  }

  #unpaired(path: Path, key: string): Fault[] {
    const [one, other] = endsOfSide(key);
    if (one < other && this.#format.grid.directionTo(one, other) >= 0) return [];
    return [{ path, reason: 'must name two adjacent hexes, lower number first' }];
  }

  #hexes(): Fault[] {
    const { hexes } = this.#map;
    const { grid, usual } = this.#format;
    const missing = usual === undefined ? grid.ids.filter((hex) => !(hex in hexes)) : [];
    return [
      ...missing.map((hex) => ({ path: ['hexes', hex], reason: 'is missing' })),
      ...Object.keys(hexes).flatMap((hex) => this.onMap(['hexes', hex], hex)),
    ];
  }

  #sides(): Fault[] {
    const { waters, barring, rules } = this.#format;
    return Object.entries(this.#map.sides).flatMap(([key, part]) => {
      const { water, crossing, crossingName, redoubt } = part;
      const path = ['sides', key];
      const faults = this.#unpaired(path, key);
      const here = watersOf(this.#format, part);
      if (here.length > 1)
        faults.push({ path, reason: `can be only one of ${waters.slice(0, -1).join(', ')} and ${waters.at(-1)}` });
      const isWater = here.length > 0;
      const hasName = water !== undefined;
      if (isWater !== hasName)
        faults.push({
          path,
          reason: isWater
            ? 'is a water hexside, so it needs “water”, the water’s name'
            : 'is not a water hexside, so it can’t have “water”',
        });
      if (crossing && !here.some((one) => barring.includes(one)))
        faults.push({
          path: [...path, 'crossing'],
          reason: `there is no ${barring.join(' or ')} here to cross`,
        });
      if (crossingName !== undefined && !crossing)
        faults.push({ path: [...path, 'crossingName'], reason: 'there is no crossing here to name' });
      if (redoubt && (redoubt.defended === redoubt.enemy || sideKey(redoubt.defended, redoubt.enemy) !== key))
        faults.push({
          path: [...path, 'redoubt'],
          reason: `must lie between the two hexes of its hexside [${rules.works}]`,
        });
      return faults;
    });
  }

  #links(): Fault[] {
    const { barring, rules } = this.#format;
    return Object.keys(this.#map.links).flatMap((key) => {
      const faults = this.#unpaired(['links', key], key);
      const part = this.#map.sides[key];
      if (watersOf(this.#format, part).some((one) => barring.includes(one)) && !part?.crossing)
        faults.push({
          path: ['links', key],
          reason: `runs through ${barring.map((one) => `a ${one}`).join(' or ')} without a bridge or ford [${rules.crossing}]`,
        });
      return faults;
    });
  }

  /** Checks that ways, which are drawn, match the links, by which the rules go. */
  #ways(): Fault[] {
    const { grid, links } = this.#format;
    return this.#map.ways.flatMap(({ kind, path, leaves = [] }, way) => {
      const at = (...rest: Path) => ['ways', way, ...rest];
      const steps = path.flatMap((hex, step): Fault[] => {
        const faults = this.onMap(at('path', step), hex);
        const before = path[step - 1];
        if (before === undefined) return faults;
        const link = this.#map.links[sideKey(before, hex)];
        // A way may follow a better one for some hexes, which is then drawn over it.
        if (link !== undefined && links.indexOf(link) <= links.indexOf(kind)) return faults;
        return [
          ...faults,
          { path: at('path', step), reason: `there is no ${kind} from ${before} to ${hex} in “links”` },
        ];
      });
      const ends = leaves.flatMap(([hex], end): Fault[] => {
        if (!path.includes(hex)) return [{ path: at('leaves', end), reason: 'is not on its path' }];
        return grid.isAtEdge(hex) ? [] : [{ path: at('leaves', end), reason: 'is not at the edge of the map' }];
      });
      return [...steps, ...ends];
    });
  }

  #undrawn(): Fault[] {
    const drawn = new Set(
      this.#map.ways.flatMap(({ path }) => path.slice(1).map((hex, step) => sideKey(path[step] as HexId, hex))),
    );
    return Object.keys(this.#map.links).flatMap((key) =>
      drawn.has(key) ? [] : [{ path: ['links', key], reason: 'is on no path, so the map would not show it' }],
    );
  }

  #waters(): Fault[] {
    return this.#map.waters.flatMap(({ kind, sides }, water) =>
      sides.flatMap((key, at) =>
        watersOf(this.#format, this.#map.sides[key]).includes(kind)
          ? []
          : [{ path: ['waters', water, 'sides', at], reason: `there is no ${kind} at this hexside in “sides”` }],
      ),
    );
  }

  #works(): Fault[] {
    return this.#map.works.flatMap(({ sides }, work) =>
      sides.flatMap((key, at) =>
        this.#map.sides[key]?.redoubt
          ? []
          : [{ path: ['works', work, 'sides', at], reason: 'there is no redoubt at this hexside in “sides”' }],
      ),
    );
  }
}
