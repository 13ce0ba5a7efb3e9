import { ask, type Draft, type Next, type OpenSlot, type SeatId } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { FAR } from '../../../kit/hex/search.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import type { State } from '../state.ts';
import { HEX_GRID, scenarioOf, type Theatre } from '../theatre.ts';
import { isSide, otherSide, type Side } from '../vocabulary.ts';
import { next } from './legality.ts';

/** Lists longer than this begin with useful hexes. */
const LONG = 12;

/** The next slot; a long list of hexes begins with useful ones. */
export function nextUsefulFirst(theatre: Theatre, state: State, seat: SeatId, draft: Draft): Next {
  const asked = next(theatre, state, seat, draft);
  if (asked.complete || !isSide(seat) || !isLong(theatre, asked.question)) return asked;
  return ask({ ...asked.question, choices: usefulFirst(theatre, state, seat, asked.question.choices) });
}

export function isLong({ hex }: Theatre, { slot, choices }: OpenSlot): boolean {
  return ['to', 'hex'].includes(slot) && choices.length > LONG && choices.every(({ value }) => hex.has(value));
}

export type HexUse = 'scores' | 'besideEnemy' | 'withYours';

/** Uses of hexes, most important first, from public facts and own counters. In set-up nothing is known of the enemy. */
function usesOf(theatre: Theatre, state: State, side: Side): { readonly [use in HexUse]: (hex: HexId) => boolean } {
  const board = boardOf(theatre, state);
  const scoring = new Set(scenarioOf(theatre, state.scenario).held.flatMap(({ hexes }) => hexes));
  const isEnemySeen = state.step !== 'setup' && board.of(otherSide(side)).length > 0;
  return {
    scores: (hex) => scoring.has(hex),
    besideEnemy: (hex) => isEnemySeen && enemyHexesBeside(board, side, hex).length > 0,
    withYours: (hex) => board.own(side, hex).length > 0,
  };
}

export function hexUse(theatre: Theatre, state: State, side: Side): (hex: HexId) => HexUse | null {
  const uses = Object.entries(usesOf(theatre, state, side));
  return (hex) => (uses.find(([, has]) => has(hex))?.[0] ?? null) as HexUse | null;
}

/** Most hexes of one use at the beginning of a list; others follow at its end. */
const SHARE = 7;

/**
 * Sorts hexes: first all that score, then some of each other use, some named ones, and the rest by distance to the
 * enemy.
 */
export function usefulFirst<C extends { readonly value: HexId }>(
  theatre: Theatre,
  state: State,
  side: Side,
  choices: readonly C[],
): readonly C[] {
  const enemies = state.step === 'setup' ? [] : boardOf(theatre, state).hexesOf(otherSide(side));
  const { scores, besideEnemy, withYours } = usesOf(theatre, state, side);
  const named = new Set([
    ...theatre.places.map(({ hex }) => hex),
    ...theatre.lines.flatMap(({ stations }) => stations),
  ]);
  const toEnemy = new Map(
    choices.map(({ value }) => [value, Math.min(FAR, ...enemies.map((hex) => HEX_GRID.distance(hex, value)))]),
  );
  const nearest = [...choices].sort((one, other) => (toEnemy.get(one.value) ?? 0) - (toEnemy.get(other.value) ?? 0));
  return [
    ...new Set([
      ...nearest.filter(({ value }) => scores(value)),
      ...choices.filter(({ value }) => besideEnemy(value)).slice(0, SHARE),
      ...choices.filter(({ value }) => withYours(value)).slice(0, SHARE),
      ...nearest.filter(({ value }) => named.has(value)).slice(0, SHARE),
      ...nearest,
    ]),
  ];
}
