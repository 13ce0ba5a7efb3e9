import { type State, setUp } from '../../../src/systems/overland/state.ts';
import type { Area } from '../../../src/systems/overland/vocabulary.ts';
import { frozen } from '../../conformance/plain.ts';
import { numbers } from './data.ts';

/** What is different from the starting position. `gone`: out of the game. */
export interface Setting {
  readonly variant?: string;
  readonly points?: number;
  readonly grant?: Area;
  readonly lee?: Area;
  readonly beauregard?: Area;
  readonly breckinridge?: Area | 'gone';
  /** Grant has earned a Turning Movement Attempt. */
  readonly turning?: boolean;
}

/** The starting position [II] with a few things changed: `position({ grant: 'ashland', lee: 'richmond', points: 3 })`. */
export function position(setting: Setting = {}): State {
  const start = setUp(numbers(setting.variant));
  const breckinridge = setting.breckinridge ?? start.csa.breckinridge;
  return frozen({
    ...start,
    points: setting.points ?? start.points,
    us: { ...start.us, grant: setting.grant ?? start.us.grant },
    csa: {
      lee: setting.lee ?? start.csa.lee,
      beauregard: setting.beauregard ?? start.csa.beauregard,
      breckinridge: breckinridge === 'gone' ? null : breckinridge,
    },
    turning: setting.turning ?? false,
  });
}
