import type { Choice } from '../../../game/index.ts';
import { MemoPer, oncePer } from '../../../kit/memo.ts';
import { type BattleAhead, checkOdds } from '../rules/attack-odds.ts';
import type { LeesAnswer } from '../rules/lee-reactions.ts';
import type { Scenario } from '../scenario.ts';
import { AREAS, type Area } from '../vocabulary.ts';
import { attackHint, leeHint, oddsHint } from './sentences.ts';

/** How orders are offered in a list. What a scenario can say of a march or a turn is written once, and not for each position. */
export interface Words {
  /** By where Grant goes, and what Lee does about it. */
  readonly marches: { readonly [area in Area]: { readonly [answer in Answer]: Choice } };
  readonly turns: { readonly [area in Area]: Choice };
}

type Answer = NonNullable<LeesAnswer> | 'stays';

export const wordsOf = oncePer((numbers: Scenario): Words => {
  const turning = oddsHint(checkOdds(numbers, 'grant'));
  return {
    marches: byArea((area) => {
      const march = (...lee: readonly string[]) => place(numbers, area, ['costs nothing', ...lee].join(', '));
      return {
        stays: march(),
        there: march(leeHint(numbers, 'there')),
        follows: march(leeHint(numbers, 'follows')),
        'may-come': march(leeHint(numbers, 'may-come')),
      };
    }),
    turns: byArea((area) => place(numbers, area, turning)),
  };
});

function byArea<Value>(of: (area: Area) => Value): { readonly [area in Area]: Value } {
  return Object.fromEntries(AREAS.map((area) => [area, of(area)])) as { [area in Area]: Value };
}

function place(numbers: Scenario, area: Area, hint: string): Choice {
  return { value: area, label: numbers.areas[area].name, hint };
}

/** How an attack is offered. Battles are kept by their scenario. */
export function attackChoice(numbers: Scenario, battle: BattleAhead): Choice {
  return attacks.get(battle, '', () => {
    const { attacker } = battle;
    return { value: attacker, label: numbers.leaders[attacker].name, hint: attackHint(numbers, battle) };
  });
}

const attacks = new MemoPer<BattleAhead, Choice>();
