import type { Choice, Next } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import type { State } from '../state.ts';
import { HEX_GRID, scenarioOf, type Theatre } from '../theatre.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { HINTS } from '../words/prompts.ts';

/** Lists that are longer begin with the useful hexes. */
const LONG = 12;

/** The same question, with the hexes of a long list in the order of their use. */
export function withUsefulFirst(theatre: Theatre, state: State, side: Side, asked: Next): Next {
  if (asked.complete || !['to', 'hex'].includes(asked.question.slot) || asked.question.choices.length <= LONG)
    return asked;
  if (!asked.question.choices.every(({ value }) => theatre.hex.has(value))) return asked;
  return {
    ...asked,
    question: { ...asked.question, choices: usefulFirst(theatre, state, side, asked.question.choices) },
  };
}

/**
 * Hexes that score, then those next to the enemy, with friends, on a station or with a name; then the others, the nearest to the enemy
 * first. Each hint says the use. It rests on what lies open and on the side's own counters: in set-up nothing is known of the enemy.
 */
export function usefulFirst(theatre: Theatre, state: State, side: Side, choices: readonly Choice[]): readonly Choice[] {
  const board = boardOf(theatre, state);
  const enemies = state.step === 'setup' ? [] : board.hexesOf(otherSide(side));
  const scoring = new Set(scenarioOf(theatre, state.scenario).held.flatMap(({ hexes }) => hexes));
  const named = new Set([
    ...theatre.places.map(({ hex }) => hex),
    ...theatre.lines.flatMap(({ stations }) => stations),
  ]);
  const useOf = (hex: HexId) => {
    if (scoring.has(hex)) return { rank: 0, words: HINTS.scores };
    if (enemies.length > 0 && enemyHexesBeside(board, side, hex).length > 0)
      return { rank: 1, words: HINTS.besideEnemy };
    if (board.own(side, hex).length > 0) return { rank: 2, words: HINTS.withYours };
    return { rank: named.has(hex) ? 3 : 4, words: null };
  };
  return choices
    .map((choice, at) => ({
      choice,
      at,
      use: useOf(choice.value),
      far: Math.min(...enemies.map((enemy) => HEX_GRID.distance(enemy, choice.value))),
    }))
    .sort(
      (one, other) =>
        one.use.rank - other.use.rank || (one.far === other.far ? 0 : one.far - other.far) || one.at - other.at,
    )
    .map(({ choice, use }) =>
      use.words === null ? choice : { ...choice, hint: [choice.hint ?? [], use.words].flat().join(', ') },
    );
}
