import { partsOf } from '../../../kit/plans/plan-text.ts';
import type { Field } from '../field.ts';
import { obstaclesOf } from '../rules/movement/barriers-and-stops.ts';
import { isOnMap, type State } from '../state.ts';
import type { PieceId } from '../vocabulary.ts';

/** How near an enemy halts a standing march, in hexes. */
const NEAR = 3;
/** Before a part of a plan that goes on in later turns. */
export const ON = 'on:';

/** Who marches on, by where they go. */
export type StandingMarches = Iterable<readonly [to: string, ids: readonly PieceId[]]>;

/** Standing marches as the store keeps them. `moved`: units whose older marches have ended, since the plan moves them. */
export function standingText(begun: StandingMarches, older: StandingMarches, moved: readonly PieceId[]): string {
  const going = new Map(begun);
  for (const [to, ids] of older) {
    const still = ids.filter((id) => !moved.includes(id));
    if (still.length > 0) going.set(to, [...(going.get(to) ?? []), ...still]);
  }
  return [...going].map(([to, ids]) => `${ON} ${ids.join(', ')} to ${to.replace('-', ' ')}`).join('; ');
}

/** What `standingText` has written. */
export function standingMarches(text: string): readonly (readonly [to: string, ids: readonly PieceId[]])[] {
  return partsOf(text).flatMap((part) => {
    const [, ids, to] = /^on: (.+) to (.+)$/.exec(part) ?? [];
    return ids === undefined || to === undefined ? [] : [[to.replace(' ', '-'), ids.split(', ')] as const];
  });
}

/** The units that are still on their way to a place, and whether an enemy nearby halts them. */
export function goingOn(
  field: Field,
  state: State,
  ids: readonly PieceId[],
  to: string,
): readonly { readonly id: PieceId; readonly halted: boolean }[] {
  const front = obstaclesOf(field, state, false).front();
  return ids.flatMap((id) => {
    const where = state.where[id];
    if (where === to || !isOnMap(where) || id in state.moved) return [];
    return [{ id, halted: (front.get(where)?.steps ?? NEAR + 1) <= NEAR }];
  });
}
