import { type Board, boardOf, sidesOf } from '../board.ts';
import type { Field } from '../field.ts';
import type { State } from '../state.ts';
import { type HexId, otherSide, type Side } from '../vocabulary.ts';
import { gridOf } from './grid.ts';
import { type Ground, groundOf } from './ground.ts';

/** How many hexes it is from each, by place in `Grid.ids`, to the nearest enemy of a side, whatever lies between; 99 where there is none. */
export type Front = Uint8Array;

const NONE = 99;
/** The enemy stands still while a side moves: a ground has one. */
const known = new WeakMap<Ground, Front>();

/** The front of the side to move. */
function frontOf(field: Field, state: State): Front {
  const ground = groundOf(field, state, false);
  let front = known.get(ground);
  if (!front) {
    front = measured(field, boardOf(field, state), otherSide(state.side));
    known.set(ground, front);
  }
  return front;
}

/** How far a hex is from the enemy. */
export function toFront(field: Field, state: State, hex: HexId): number {
  return frontOf(field, state)[gridOf(field).index.get(hex) ?? -1] ?? NONE;
}

function measured(field: Field, board: Board, enemy: Side): Front {
  const { ids, index } = gridOf(field);
  const far = new Uint8Array(ids.length).fill(NONE);
  const reached = ids.filter((hex) => board.holder(hex) === enemy);
  for (const hex of reached) far[index.get(hex) as number] = 0;
  // The list grows as it is gone through, the nearest first.
  for (const hex of reached) {
    const next = (far[index.get(hex) as number] as number) + 1;
    for (const { to } of sidesOf(field, hex)) {
      const at = index.get(to) as number;
      if ((far[at] as number) <= next) continue;
      far[at] = next;
      reached.push(to);
    }
  }
  return far;
}
