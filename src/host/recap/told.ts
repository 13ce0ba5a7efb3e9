import type { Solution } from '../../advisor/index.ts';
import { isSealed, ruleAt } from '../advice/visibility.ts';
import type { Campaign } from '../campaign.ts';
import type { Table } from '../table.ts';

/**
 * How much a recap may tell of what orders were worth: all of it once a campaign is over. While it is being played, what its table is
 * told: `decided` is all but the dice of the last order, for with them it would tell what the present position is worth.
 */
export type Told = 'all' | 'decided' | 'nothing';

export function toldOf(table: Table): Told {
  if (table.game.ended) return 'all';
  if (isSealed(table)) return 'nothing';
  const rule = ruleAt(table);
  return rule === 'always' ? 'all' : rule === 'after' ? 'decided' : 'nothing';
}

/** The solution that a campaign is told by; null: nothing is told of what its orders were worth. */
export function solutionFor(table: Table): Solution | null {
  return toldOf(table) === 'nothing' ? null : table.solution();
}

/**
 * A campaign as far as its decisions go: its last move ends where the order was given, its dice still in the air. Where the present
 * position has been on the table before, what that was worth would tell it, and nothing is told.
 */
export function withoutLastDice(campaign: Campaign): Campaign {
  const { course, states, system } = campaign;
  const last = course?.moves.at(-1);
  const keys = states.map((state) => system.solvable?.key(state));
  if (!course || !last || keys.indexOf(keys.at(-1)) < keys.length - 1) return { ...campaign, course: null };
  const moves = [...course.moves.slice(0, -1), { ...last, after: last.chosen }];
  return { ...campaign, course: { ...course, moves, end: last.chosen } };
}
