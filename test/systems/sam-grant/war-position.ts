import { type Applied, isRefusal } from '../../../src/game/index.ts';
import { applyWar, startWar, type War } from '../../../src/systems/sam-grant/rules/two-theatre-war.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import type { Event, Front, Order, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { theatres } from './data.ts';
import { falling } from './position.ts';

export function given(war: War, side: Side, order: Order): Applied<War, Event> {
  const done = applyWar(theatres, war, side, order, falling(), (ids) => ids);
  if (isRefusal(done)) throw new Error(`${JSON.stringify(order)}: ${done.code} ${JSON.stringify(done.facts)}`);
  return done;
}

/** Both sides cut their deck in the theatre that is played. */
export function cut(war: War): War {
  return given(given(war, 'usa', { verb: 'cut', cards: '3' }).state, 'csa', { verb: 'cut', cards: '4' }).state;
}

/** Both theatres set up, the West’s cards dealt. */
export const dealt = cut(startWar(theatres).state);

/** A game-turn at its actions, with a 3 for each side; the Union, Player 1, acts. */
export function acting(war: War, front: Front, turn: number, more: Partial<State> = {}): War {
  const played = { usa: ['3'], csa: ['3'] } as const;
  const now = { ...war[front], turn, phase: 'actions', active: 'usa', first: 'usa', played, ...more } as const;
  return { ...war, now: front, [front]: now };
}

/** Both sides end their actions. */
export function ended(war: War): Applied<War, Event> {
  return given(given(war, 'usa', { verb: 'done' }).state, 'csa', { verb: 'done' });
}
