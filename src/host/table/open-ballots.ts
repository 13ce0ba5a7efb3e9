import { isSecret, type Order, type SeatId, type System } from '../../game/index.ts';
import type { BallotRecord, GameRecord, VoteRecord } from '../../store/index.ts';

/** A ballot with every press that has been made in it. */
export interface OpenBallot extends BallotRecord {
  readonly votes: readonly VoteRecord[];
  /** Where only those in command vote, on the council: how many they are. Null: the rules say who votes. */
  readonly electors: number | null;
}

interface WithBallots {
  readonly ballots: readonly OpenBallot[];
}

/** The open ballots on the next order, one a seat at most. */
export function orderBallots({ ballots }: WithBallots): OpenBallot[] {
  return ballots.filter(({ subject }) => subject.kind === 'order');
}

/** The open ballot on a seat's next order. */
export function orderBallot(table: WithBallots, seat: SeatId | null): OpenBallot | undefined {
  return orderBallots(table).find((ballot) => ballot.seat === seat);
}

/**
 * Whether only the members of its side see what a ballot is about: others see that it is open, and in the end what everybody may know of
 * what it decided. In a game that hides orders every ballot on them has this rule from its opening.
 */
export function isSecretBallot(
  { game, system }: { readonly game: GameRecord; readonly system: System },
  { rules, subject }: Pick<BallotRecord, 'rules' | 'subject'>,
): boolean {
  return game.ended === null && rules.secret && subject.kind === 'order' && system.seats.length > 1;
}

/** Whether an order is still its side's own. So is its reason, which would give it away: both are told once the game is over. */
export function isStillSecret(
  { game, system }: { readonly game: GameRecord; readonly system: System },
  order: Order,
): boolean {
  return game.ended === null && isSecret(system, order);
}
