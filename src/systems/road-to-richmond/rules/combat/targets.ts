import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { subsets } from '../../../../kit/subsets.ts';
import { boardOf } from '../../board.ts';
import { type Field, strengthOf } from '../../field.ts';
import type { State } from '../../state.ts';
import { type PieceId, targetOf } from '../../vocabulary.ts';
import { battleWith, strands } from './battle-plan.ts';
import { canBombard, enemiesBeside, enemyHexes, gunsOf, mayAttack, ownHexes } from './contact.ts';
import { CRT } from './results-table.ts';

/** What may be attacked from beside it: single hexes first, then groups of hexes that one own hex is adjacent to [7.4]. */
export function attackTargets(field: Field, state: State): readonly (readonly HexId[])[] {
  return targetsOf(field, state).attack;
}

/** Hexes that guns can bombard [9.1]. */
export function bombardTargets(field: Field, state: State): readonly HexId[] {
  return targetsOf(field, state).bombard;
}

interface Targets {
  readonly attack: readonly (readonly HexId[])[];
  readonly bombard: readonly HexId[];
}

const known = new MemoPer<State, Targets>();

function targetsOf(field: Field, state: State): Targets {
  return known.get(state, '', () => {
    const guns = gunsOf(field, state);
    const bombard = enemyHexes(field, state).filter((hex) => guns.some(({ id }) => canBombard(field, state, id, hex)));
    return { attack: attackable(field, state), bombard };
  });
}

function attackable(field: Field, state: State): readonly (readonly HexId[])[] {
  const board = boardOf(field, state);
  const found = new Map<string, readonly HexId[]>();
  for (const hex of ownHexes(field, state)) {
    if (!board.at(hex).some(({ id }) => mayAttack(field, state, id))) continue;
    for (const hexes of subsets(enemiesBeside(field, state, hex)))
      if (strands(field, state, hexes).length === 0) found.set(targetOf(hexes), hexes);
  }
  return [...found.values()].sort((a, b) => a.length - b.length || (targetOf(a) < targetOf(b) ? -1 : 1));
}

/** Guns that have no part in the plan though a bombardment, which costs nothing, could drive somebody back [9.1]. */
export function idleGuns(field: Field, state: State): readonly PieceId[] {
  const idle = gunsOf(field, state).filter(({ id }) => battleWith(state, id) === undefined);
  const open = enemyHexes(field, state).filter((hex) => !state.battles.some(({ hexes }) => hexes.includes(hex)));
  const useful = new Set<PieceId>();
  for (const hex of open) {
    const able = idle.filter(({ id }) => canBombard(field, state, id, hex));
    // Twice their strength, as if they were doubled: what is certain to be worth it.
    const defence = 2 * strengthOf(boardOf(field, state).at(hex));
    const column = CRT.oddsOf(strengthOf(able), defence);
    if (column !== '1-5' && column !== '1-4') for (const { id } of able) useful.add(id);
  }
  return idle.flatMap(({ id }) => (useful.has(id) ? [id] : []));
}
