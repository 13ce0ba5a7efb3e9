import { sum } from '../../../kit/subsets.ts';
import { combatResult, type Scenario } from '../scenario.ts';
import { contested, defenderOf, type State } from '../state.ts';
import type { Area, Leader, Modifier, Result, UsLeader } from '../vocabulary.ts';

/** A battle before its die, with the modifiers that will be added to it [VII.D.3]. */
export interface BattleAhead {
  readonly attacker: Leader;
  readonly defender: Leader | null;
  readonly area: Area;
  /** The same area, or the other end of the arrow into Richmond. */
  readonly from: Area;
  readonly modifiers: readonly Modifier[];
}

/** How many of a die's six faces succeed: the high ones in a battle, the low ones in a Leadership Check. */
export interface Odds {
  readonly kind: 'battle' | 'check';
  /** 0–6. */
  readonly faces: number;
}

export const FACES = [1, 2, 3, 4, 5, 6] as const;

/**
 * The attack of a leader from where he stands. He attacks the enemy who contests his area. If none does, he attacks
 * Richmond by the area's arrow (ruling 1).
 */
export function attackBy(numbers: Scenario, state: State, attacker: UsLeader): BattleAhead {
  const from = state.us[attacker];
  const area = contested(state, from) ? from : 'richmond';
  const defender = defenderOf(numbers, state, area);
  const defense: Modifier =
    area === from ? areaDefense(numbers, area) : { why: 'richmond', value: numbers.areas[from].richmond ?? 0, from };
  return { attacker, defender, area, from, modifiers: modifiersOf(numbers, attacker, defender, defense) };
}

/** A counterattack is fought where the CSA leader arrives, so Area Defense counts and no arrow does [XII.A.5]. */
export function counterattackBy(numbers: Scenario, attacker: Leader, defender: UsLeader, area: Area): BattleAhead {
  const modifiers = modifiersOf(numbers, attacker, defender, areaDefense(numbers, area));
  return { attacker, defender, area, from: 'richmond', modifiers };
}

function areaDefense(numbers: Scenario, area: Area): Modifier {
  return { why: 'area', value: numbers.areas[area].defense, area };
}

/** The difference of the ratings and the defense, without those that are zero. */
function modifiersOf(
  numbers: Scenario,
  attacker: Leader,
  defender: Leader | null,
  defense: Modifier,
): readonly Modifier[] {
  const ours = numbers.leaders[attacker].rating;
  const theirs = defender === null ? 0 : numbers.leaders[defender].rating;
  const ratings: Modifier = { why: 'ratings', value: ours - theirs, attacker: ours, defender: theirs };
  return [ratings, defense].filter(({ value }) => value !== 0);
}

export function modifierTotal(modifiers: readonly Modifier[]): number {
  return sum(modifiers.map(({ value }) => value));
}

/** The result of each face of the die in a battle [VII.D.3–4]. */
export function resultsOf(numbers: Scenario, { modifiers }: BattleAhead): (die: number) => Result {
  const modifier = modifierTotal(modifiers);
  return (die) => combatResult(numbers, die + modifier);
}

/** The faces that make the defender of a battle retreat. */
export function battleOdds(numbers: Scenario, battle: BattleAhead): Odds {
  const result = resultsOf(numbers, battle);
  return { kind: 'battle', faces: FACES.filter((face) => result(face) === 'retreat').length };
}

/** The least modified die that makes a defender retreat [VIII]; `null` if no die does, or every die. */
export function totalNeeded({ combatResults }: Scenario): number | null {
  const row = combatResults.findIndex(({ result }) => result === 'retreat');
  const below = combatResults[row - 1]?.upTo ?? null;
  return below === null ? null : below + 1;
}

/** A Leadership Check succeeds at or below the rating [VI]. */
export function passes(numbers: Scenario, leader: Leader, die: number): boolean {
  return die <= numbers.leaders[leader].rating;
}

/** The faces that pass a Leadership Check. */
export function checkOdds(numbers: Scenario, leader: Leader): Odds {
  return { kind: 'check', faces: FACES.filter((face) => passes(numbers, leader, face)).length };
}

/** The faces of the die that succeed: `5+`, `6`, `3 or less`; `null` if none does. */
export function faceNeeded({ kind, faces }: Odds): string | null {
  if (faces === 0) return null;
  if (kind === 'check') return faces === 1 ? '1' : `${faces} or less`;
  return faces === 1 ? '6' : `${FACES.length + 1 - faces}+`;
}
