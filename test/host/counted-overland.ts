import { isFaulty, type SystemModule } from '../../src/game/index.ts';
import { overland } from '../../src/systems/overland/index.ts';

/** Overland, with a count of how often it was begun, for a log is played from its start, and of how often it was gone on with. */
export function counting(): { readonly module: SystemModule; begun(): number; applied(): number } {
  let [begun, applied] = [0, 0];
  const module: SystemModule = {
    ...overland,
    load(files) {
      const system = overland.load(files);
      if (isFaulty(system)) return system;
      return {
        ...system,
        rules: {
          ...system.rules,
          start(...terms: Parameters<typeof system.rules.start>) {
            begun += 1;
            return system.rules.start(...terms);
          },
          apply(...terms: Parameters<typeof system.rules.apply>) {
            applied += 1;
            return system.rules.apply(...terms);
          },
        },
      };
    },
  };
  return { module, begun: () => begun, applied: () => applied };
}
