import type { Roll } from '../../../game/index.ts';
import { battleOdds, checkOdds, faceNeeded, type Odds } from '../rules/attack-odds.ts';
import type { Scenario } from '../scenario.ts';
import { type CheckFor, type Event, type Leader, US_LEADERS } from '../vocabulary.ts';

/** An order's dice in the order thrown: one for each battle and each Leadership Check. */
export function rolls(numbers: Scenario, events: readonly Event[]): Roll[] {
  const whose = (leader: Leader) => (US_LEADERS.some((us) => us === leader) ? null : numbers.leaders[leader].name);
  return events.flatMap((event): Roll[] => {
    if (event.type === 'battle') {
      const carried = event.result === 'retreat';
      return [
        {
          whose: whose(event.attacker),
          needs: needs(battleOdds(numbers, event)),
          outcome: carried ? 'succeeds' : 'fails',
          carried,
        },
      ];
    }
    if (event.type !== 'check') return [];
    const [passed, failed] = CHECKS[event.for];
    return [
      {
        whose: whose(event.leader),
        needs: needs(checkOdds(numbers, event.leader)),
        outcome: event.passed ? passed : failed,
        carried: event.passed,
      },
    ];
  });
}

const CHECKS: { readonly [why in CheckFor]: readonly [passed: string, failed: string] } = {
  tma: ['succeeds', 'fails'],
  cross: ['gets across', 'fails'],
  counterattack: ['attacks', 'stays'],
  intercept: ['blocks', 'too late'],
};

/** A check is shown by the faces that pass it, as on the sheet. */
function needs(odds: Odds): string {
  const face = faceNeeded(odds);
  if (face === null) return 'can’t win';
  return odds.kind === 'check' && odds.faces > 1 ? `needs 1–${odds.faces}` : `needs ${face}`;
}
