import { OPEN_COUNCIL } from '../../council/index.ts';
import { isSecret, type SeatId, type State, type System } from '../../game/index.ts';
import type { LogPoint } from '../base/reply.ts';
import { councilOf } from './game-position.ts';
import type { GameSources, GameTable } from './game-tables.ts';

/**
 * Whether what was on the table at a point still is for a seat: nothing has happened since but secret orders of other seats, any orders
 * of seats that decide in a phase at the same time as it, their ballots, and changes of how the table decides that leave its mode as it was. Of a log no more is read than until something else has happened.
 */
export function isCurrent(
  { store, tables }: GameSources,
  table: GameTable,
  seat: SeatId | null,
  { seq }: LogPoint,
): boolean {
  const { game, system, position } = table;
  if (seq >= position.seq) return seq === position.seq;
  const changed = { council: false, state: false, openly: false };
  for (const entry of store.entriesAfter(game.id, seq)) {
    // Another seat's decision is followed by the order that it decided.
    if (entry.kind === 'ballot' && entry.seat !== seat) continue;
    if (entry.kind === 'council') changed.council ||= entry.seat === seat;
    else if (entry.kind === 'order' && entry.seat !== seat) {
      changed.state = true;
      changed.openly ||= !isSecret(system, entry.order);
    } else return false;
  }
  // A button that cast a vote gives no order once the table votes no more, nor the other way round.
  if (changed.council && seat !== null) {
    const { mode } = store.councilAt(game.id, seat, seq) ?? OPEN_COUNCIL;
    if (mode !== councilOf(position, seat).mode) return false;
  }
  if (!changed.state) return true;
  const before = tables.stateAfter(table, seq);
  if (changed.openly && !decideAtOnce(system, before, position.state)) return false;
  const asked = (state: State) => JSON.stringify(system.asked(state).filter((one) => one.seat === seat));
  return asked(before) === asked(position.state);
}

/** Whether a phase goes on in which seats decided at once: then what one has ordered changes nothing for another. */
function decideAtOnce({ asked, phase }: System, before: State, now: State): boolean {
  return phase !== undefined && asked(before).length > 1 && phase(before).key === phase(now).key;
}
