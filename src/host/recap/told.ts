import type { Course, Move, Solution } from '../../advisor/index.ts';
import { oddsOf } from '../../council/index.ts';
import { councilOf } from '../fold.ts';
import { orderBallots, type Table } from '../table.ts';
import type { Campaign } from './campaign.ts';

/**
 * How much of what orders were worth a recap may tell: all of a campaign that is over. Of one that is being played what its table is
 * told: `decided` is without the dice of the last order, which say what the present position is worth.
 */
export type Told = 'all' | 'decided' | 'nothing';

export function toldOf(table: Table): Told {
  const { game, system, position } = table;
  const seat = system.solvable?.seat;
  if (game.ended) return 'all';
  if (seat === undefined || orderBallots(table).some(({ rules }) => rules.sealed)) return 'nothing';
  switch (oddsOf(councilOf(position, seat))) {
    case 'off':
      return 'nothing';
    case 'after':
      return 'decided';
    case 'always':
      return 'all';
  }
}

/** A campaign's course as far as it may be told: the last move ends where its order was given, as if its dice were still in the air. */
export function withoutLastDice(campaign: Campaign): Campaign {
  const { course } = campaign;
  const last = course?.moves.at(-1);
  if (!course || !last) return { ...campaign, course: null };
  const decided: Move = { ...last, after: last.chosen };
  const cut: Course = { ...course, moves: [...course.moves.slice(0, -1), decided], end: last.chosen };
  return { ...campaign, course: cut };
}

/** The solution of a game's rules data and variant; null: it cannot be solved. May take a moment where nobody has asked for it before. */
export type SolutionOf = (table: Pick<Table, 'game' | 'system'>) => Solution | null;
