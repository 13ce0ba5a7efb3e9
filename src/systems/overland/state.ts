import type { Scenario } from './scenario.ts';
import { type Area, CSA_LEADERS, type CsaLeader, type UsLeader } from './vocabulary.ts';

/** Contested areas and the victory in the Valley are not stored: they follow from where the leaders stand. */
export interface State {
  readonly version: 1;
  readonly variant: string;
  /** US Action Points left [IX]. */
  readonly points: number;
  readonly us: { readonly [leader in UsLeader]: Area };
  /** `null` once out of the game [XII.B]. */
  readonly csa: { readonly [leader in CsaLeader]: Area | null };
  /** Grant has earned a Turning Movement Attempt and has neither used nor lost it [XI]. */
  readonly turning: boolean;
  readonly over: CampaignEnd | null;
}

/** The ending [III]. */
export type CampaignEnd =
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

/** The CSA leader who defends `area`; `null` if nobody does. Two in Richmond: the better rated defends (ruling 2). */
export function defenderOf(numbers: Scenario, { csa }: Pick<State, 'csa'>, area: Area): CsaLeader | null {
  let best: CsaLeader | null = null;
  for (const leader of CSA_LEADERS)
    if (csa[leader] === area && (best === null || numbers.leaders[leader].rating > numbers.leaders[best].rating))
      best = leader;
  return best;
}

/** Both sides are in the area [I.e]. */
export function contested({ us, csa }: Pick<State, 'us' | 'csa'>, area: Area): boolean {
  // No list is built here, as the rules call this most often.
  if (csa.lee !== area && csa.beauregard !== area && csa.breckinridge !== area) return false;
  return us.grant === area || us.butler === area || us.sigel === area;
}
