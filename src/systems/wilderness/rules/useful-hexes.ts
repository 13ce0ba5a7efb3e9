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

/** So many hexes of a use are listed before those of the next; the others after them all. */
const SHARE = 7;

/**
 * Hexes that score, then some next to the enemy, some with friends and some with a name; then the others, the nearest to the enemy first.
 * Each hint says the use. It rests on what lies open and on the side's own counters: in set-up nothing is known of the enemy.
 */
export function usefulFirst(theatre: Theatre, state: State, side: Side, choices: readonly Choice[]): readonly Choice[] {
  const board = boardOf(theatre, state);
  const enemies = state.step === 'setup' ? [] : board.hexesOf(otherSide(side));
  const scoring = new Set(scenarioOf(theatre, state.scenario).held.flatMap(({ hexes }) => hexes));
  const named = new Set([
    ...theatre.places.map(({ hex }) => hex),
    ...theatre.lines.flatMap(({ stations }) => stations),
  ]);
  const beside = (hex: HexId) => enemies.length > 0 && enemyHexesBeside(board, side, hex).length > 0;
  const far = new Map(
    choices.map(({ value }) => [value, Math.min(...enemies.map((enemy) => HEX_GRID.distance(enemy, value)))]),
  );
  const nearest = [...choices].sort((one, other) => nearer(far.get(one.value), far.get(other.value)));
  const uses: readonly Use[] = [
    { words: HINTS.scores, hexes: nearest.filter(({ value }) => scoring.has(value)), most: choices.length },
    { words: HINTS.besideEnemy, hexes: choices.filter(({ value }) => beside(value)), most: SHARE },
    { words: HINTS.withYours, hexes: choices.filter(({ value }) => board.own(side, value).length > 0), most: SHARE },
    { words: null, hexes: nearest.filter(({ value }) => named.has(value)), most: SHARE },
  ];
  const listed = new Set([...uses.flatMap(({ hexes, most }) => hexes.slice(0, most)), ...nearest]);
  return [...listed].map((choice) => {
    const words = uses.find(({ hexes }) => hexes.includes(choice))?.words ?? null;
    return words === null ? choice : { ...choice, hint: [choice.hint ?? [], words].flat().join(', ') };
  });
}

interface Use {
  readonly words: string | null;
  readonly hexes: readonly Choice[];
  /** Of these, so many come first. */
  readonly most: number;
}

/** Without an enemy all are as far. */
function nearer(one = 0, other = 0): number {
  return one === other ? 0 : one - other;
}
