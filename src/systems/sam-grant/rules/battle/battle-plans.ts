import type { Choice, Question } from '../../../../game/index.ts';
import type { DraftStep } from '../../../../kit/draft-steps.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { blocksAt, placing, stepsOf } from '../../board.ts';
import { type Battle, newBattle, type State } from '../../state.ts';
import type { Theatre } from '../../theatre.ts';
import { type BattlePlan, otherSide, type Side } from '../../vocabulary.ts';
import { ANSWERS, blockChoice, HINTS, hexChoice, QUESTIONS, stanceChoice, stancesUpTo } from '../../words/questions.ts';
import { entriesInto, regroupReach } from '../movement/reach.ts';
import { waysBack } from './retreats.ts';

/** A battle as it opens: the sides make their plans [14.5]. */
export function openBattle(theatre: Theatre, state: State, hex: HexId): State {
  const sides = [state.first, otherSide(state.first)] as const;
  // The side that moved in attacks; where both did, Player 1 [6.1].
  const attacker = sides.find(
    (side) => entriesInto(theatre, state, hex, side).size > 0 && movedIn(theatre, state, hex, side),
  );
  const by = attacker ?? state.first;
  const entries = [...entriesInto(theatre, state, hex, by).keys()];
  return { ...state, battle: newBattle(hex, by, entries) };
}

/** All of a side's blocks there came in against the enemy: it did not stand there before. */
function movedIn(theatre: Theatre, state: State, hex: HexId, side: Side): boolean {
  return blocksAt(theatre, state, hex, side).every(({ id }) => state.entered[id] !== undefined);
}

/** The most of a side's steps at which it can be told to retreat. */
const MOST_STEPS = 12;

/** The slots of a plan, as far as there is something to choose. */
export function planSteps(theatre: Theatre, state: State, battle: Battle, side: Side): readonly DraftStep[] {
  const own = blocksAt(theatre, state, battle.hex, side);
  const total = own.reduce((sum, { id }) => sum + stepsOf(state, id), 0);
  const question = (slot: string, prompt: string, choices: readonly Choice[], several?: Question['several']) =>
    several ? { slot, prompt, choices, several } : { slot, prompt, choices };
  return [
    () => {
      const entries = side === battle.attacker ? mainAttacks(theatre, state, battle) : [];
      const choices = entries.map(([hex, blocks, steps]) => {
        return { ...hexChoice(theatre, hex), hint: HINTS.attack(blocks, steps) };
      });
      return choices.length > 1 ? question('main', QUESTIONS.main, choices) : null;
    },
    () => question('stance', QUESTIONS.stance, stancesUpTo(Math.min(MOST_STEPS, total)).map(stanceChoice)),
    () => {
      const ways = [...waysBack(theatre, state, battle, side).keys()].sort();
      if (ways.length < 2) return null;
      return question('retreat', QUESTIONS.retreat, [ANSWERS.any, ...ways.map((hex) => hexChoice(theatre, hex))]);
    },
    () => {
      if (own.length < 2) return null;
      const choices = own.map((block) => blockChoice(block, stepsOf(state, block.id), false));
      return question('spare', QUESTIONS.spare, choices, { least: 0, most: own.length });
    },
    () => {
      const places = regroupPlaces(theatre, state, battle, side);
      if (places.length === 0) return null;
      const first = [ANSWERS.stay, ANSWERS.ask];
      return question('regroup', QUESTIONS.regroup, [...first, ...places.map((hex) => hexChoice(theatre, hex))]);
    },
  ];
}

/** Hexsides from which the attack came: most blocks first, then most steps, then the first that was entered [14.7]. */
export function mainAttacks(
  theatre: Theatre,
  state: State,
  { hex, attacker }: Battle,
): readonly (readonly [HexId, number, number])[] {
  const blocks = blocksAt(theatre, state, hex, attacker);
  const order = Object.values(state.entered);
  const entries = [...entriesInto(theatre, state, hex, attacker)].map(([from, count]) => {
    const steps = blocks.reduce((sum, { id }) => sum + (state.entered[id] === from ? stepsOf(state, id) : 0), 0);
    return [from, count, steps] as const;
  });
  return entries.sort(
    ([a, countA, stepsA], [b, countB, stepsB]) =>
      countB - countA || stepsB - stepsA || order.indexOf(a) - order.indexOf(b),
  );
}

/** Hexes that some of a side's blocks could regroup to, were the enemy gone. */
function regroupPlaces(theatre: Theatre, state: State, { hex }: Battle, side: Side): readonly HexId[] {
  const enemies = blocksAt(theatre, state, hex, otherSide(side));
  const alone = placing(
    state,
    enemies.map(({ id }) => [id, { at: 'pool' }]),
  );
  const places = blocksAt(theatre, state, hex, side).flatMap((block) => [
    ...regroupReach(theatre, alone, block, hex).keys(),
  ]);
  return [...new Set(places)].sort();
}

/** What a side that says nothing does: the first of what it is asked, but for whom to spare [14.7]. */
export function defaultPlan(theatre: Theatre, state: State, battle: Battle, side: Side): BattlePlan {
  const plan: { [slot: string]: string | readonly string[] } = {};
  for (const step of planSteps(theatre, state, battle, side)) {
    const question = step(plan);
    if (question) plan[question.slot] = question.several ? [] : (question.choices[0]?.value ?? '');
  }
  return plan as unknown as BattlePlan;
}
