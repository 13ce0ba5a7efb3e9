import { inCommand } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { MemberRecord, Store } from '../../store/index.ts';
import { councilOf } from '../fold.ts';
import type { Bare } from '../table.ts';

/** Whom to call for a seat. */
export interface Callees {
  readonly members: readonly MemberRecord[];
  /** Discord's id of a role that is called in their place; null: they are called. */
  readonly role: string | null;
}

/** Whoever gives the orders of a seat now: those in command, or all of its members. */
export function calleesOf(store: Store, { game, position }: Pick<Bare, 'game' | 'position'>, seat: SeatId): Callees {
  const council = councilOf(position, seat);
  if (council.mode === 'commander') {
    const holders = inCommand(council).flatMap((member) => store.memberById(member) ?? []);
    return { members: holders.filter(({ discordId }) => discordId !== null), role: null };
  }
  return { members: store.membersAt(game.id, seat), role: store.roleOf(game.id, seat) };
}
