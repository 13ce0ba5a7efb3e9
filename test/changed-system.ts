import { isFaulty, type System, type SystemModule } from '../src/game/index.ts';

/** Members of the facets of a game that are to be replaced. */
export type SystemChanges = { readonly [facet in Exclude<keyof System, 'id'>]?: Partial<NonNullable<System[facet]>> };

/** A game with other members in some of its facets. */
export function changed(system: System, changes: SystemChanges): System {
  const facets = Object.entries(changes).map(([facet, members]) => [
    facet,
    { ...system[facet as keyof SystemChanges], ...members },
  ]);
  return { ...system, ...Object.fromEntries(facets) };
}

/** A later version of a game, another in some way. */
export function laterVersion(module: SystemModule, change: (system: System) => System): SystemModule {
  return {
    ...module,
    load(files) {
      const system = module.load(files);
      return isFaulty(system) ? system : change(system);
    },
  };
}
