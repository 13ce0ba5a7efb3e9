import type { SystemModule } from '../../src/game/index.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { changed, laterVersion } from '../changed-system.ts';

/** Overland, with a count of how often it was begun, for a log is played from its start, and of how often it was gone on with. */
export function counting(): { readonly module: SystemModule; begun(): number; applied(): number } {
  let [begun, applied] = [0, 0];
  const module = laterVersion(overland, (system) => {
    const { start, apply } = system.rules;
    return changed(system, {
      rules: {
        start(...terms) {
          begun += 1;
          return start(...terms);
        },
        apply(...terms) {
          applied += 1;
          return apply(...terms);
        },
      },
    });
  });
  return { module, begun: () => begun, applied: () => applied };
}
