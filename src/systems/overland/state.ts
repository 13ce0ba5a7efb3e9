import type { Scenario } from './scenario.ts';
import type { Area, CsaLeader, UsLeader } from './vocabulary.ts';
import { CSA_LEADERS, US_LEADERS } from './vocabulary.ts';

/** A position. What can be told from it (contested areas, whether the Valley was won) is told from it, and not kept. */
export interface State {
  readonly version: 1;
  readonly variant: string;
  /** US Action Points left [IX]. */
  readonly points: number;
  readonly us: { readonly [leader in UsLeader]: Area };
  /** Null: out of the game [XII.B]. */
  readonly csa: { readonly [leader in CsaLeader]: Area | null };
  /** Grant has earned a Turning Movement Attempt and not yet used or lost it [XI]. */
  readonly turning: boolean;
  readonly over: Ending | null;
}

/** How it ended [III]. */
export type Ending =
  | { readonly won: true; readonly how: 'richmond' | 'james'; readonly leader: UsLeader }
  | { readonly won: false };

/** The starting positions [II]. */
export function setUp(numbers: Scenario): State {
  const start = (leader: keyof Scenario['leaders']) => numbers.leaders[leader].start;
  return {
    version: 1,
    variant: numbers.variant.id,
    points: numbers.actionPoints.start,
    us: { grant: start('grant'), butler: start('butler'), sigel: start('sigel') },
    csa: { lee: start('lee'), beauregard: start('beauregard'), breckinridge: start('breckinridge') },
    turning: false,
    over: null,
  };
}

function usLeaderIn(state: State, area: Area): UsLeader | null {
  return US_LEADERS.find((leader) => state.us[leader] === area) ?? null;
}

/** The CSA leader who defends `area`: in Richmond the better rated of those there (ruling 2). Null: nobody stands there. */
export function defenderOf(numbers: Scenario, state: State, area: Area): CsaLeader | null {
  const there = CSA_LEADERS.filter((leader) => state.csa[leader] === area);
  return there.sort((a, b) => numbers.leaders[b].rating - numbers.leaders[a].rating)[0] ?? null;
}

/** Both sides are in it [I.e]. */
export function contested(state: State, area: Area): boolean {
  return usLeaderIn(state, area) !== null && CSA_LEADERS.some((leader) => state.csa[leader] === area);
}
