import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { subsets } from '../../../../kit/subsets.ts';
import { boardOf } from '../../board.ts';
import { type Field, type Piece, strengthOf } from '../../field.ts';
import type { State } from '../../state.ts';
import { type Battle, type PieceId, targetOf } from '../../vocabulary.ts';
import { battleOf, battleWith, strands } from './battle-plan.ts';
import {
  adjacentAttackers,
  canBombard,
  enemiesBeside,
  enemyHexes,
  gunsOf,
  gunsOn,
  mayAttack,
  ownHexes,
} from './contact.ts';
import { CRT } from './results-table.ts';

interface Targets {
  /** Targets of adjacent attacks: single hexes, then groups of hexes adjacent to one attacking hex [7.4]. */
  readonly attack: readonly (readonly HexId[])[];
  /** Hexes that guns can bombard [9.1]. */
  readonly bombard: readonly HexId[];
}

const known = new MemoPer<State, Targets>();

export function targetsOf(field: Field, state: State): Targets {
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

/**
 * Battles that can be planned, each with every unit that can join it. A group of hexes appears only if one of them cannot be attacked alone; a
 * bombardment only against a hex in none of these attacks.
 */
export function possibleBattles(field: Field, state: State): readonly Battle[] {
  const alone = new Set<HexId>();
  const targets = targetsOf(field, state);
  const attacks = targets.attack.flatMap((hexes) => {
    const [only, ...others] = hexes;
    if (only !== undefined && others.length === 0) alone.add(only);
    else if (hexes.every((hex) => alone.has(hex))) return [];
    const joined = [...adjacentAttackers(field, state, hexes), ...gunsOn(field, state, hexes)];
    return [battleOf(field, state, hexes, idsOf(joined))];
  });
  const near = new Set(attacks.flatMap(({ hexes }) => hexes));
  const far = targets.bombard.filter((hex) => !near.has(hex));
  return [...attacks, ...far.map((hex) => battleOf(field, state, [hex], idsOf(gunsOn(field, state, [hex]))))];
}

function idsOf(pieces: readonly Piece[]): readonly PieceId[] {
  return pieces.map(({ id }) => id);
}

/** Guns outside the plan that could force a retreat by a bombardment, which costs nothing [9.1]. */
export function idleGuns(field: Field, state: State): readonly PieceId[] {
  const idle = gunsOf(field, state).filter(({ id }) => battleWith(state, id) === undefined);
  const open = enemyHexes(field, state).filter((hex) => !state.battles.some(({ hexes }) => hexes.includes(hex)));
  const useful = new Set<PieceId>();
  for (const hex of open) {
    const able = idle.filter(({ id }) => canBombard(field, state, id, hex));
    // The defence is doubled, so that only bombardments certain to be worthwhile count.
    const defence = 2 * strengthOf(boardOf(field, state).at(hex));
    const column = CRT.oddsOf(strengthOf(able), defence);
    if (column !== '1-5' && column !== '1-4') for (const { id } of able) useful.add(id);
  }
  return idle.flatMap(({ id }) => (useful.has(id) ? [id] : []));
}
