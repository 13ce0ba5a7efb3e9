import type { BallotClosing } from './ballot-closing.ts';
import type { GameTransactions } from './game-transactions.ts';
import type { OrderExecution, ShortcutsUnderWay } from './order-execution.ts';
import type { SidePings } from './side-pings.ts';
import type { VoteCasting } from './vote-casting.ts';

export interface Actions {
  readonly transactions: GameTransactions;
  readonly orders: OrderExecution;
  readonly closing: BallotClosing;
  readonly votes: VoteCasting;
  readonly turns: SidePings;
  readonly shortcuts: ShortcutsUnderWay;
}
