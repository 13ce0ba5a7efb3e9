import type { Shortcut } from '../../../game/index.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import { reinforcing } from '../machine/index.ts';
import { type Losing, lose, losesFirst, strengthLeft } from '../rules/combat/aftermath.ts';
import { toDecide, WildernessDryRun } from '../rules/legality.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { Order, Side } from '../vocabulary.ts';
import { claimAll, entrenchAll, suggestedLoss, useAllPoints } from '../words/plan-words.ts';

export function shortcuts(theatre: Theatre, state: State, side: Side): readonly Shortcut[] {
  const [pending] = state.pending;
  const run = new WildernessDryRun(theatre, state, side);
  const texts: { readonly [id: string]: () => string } = {
    usual: () => (pending?.kind === 'lose' ? suggestedLoss(theatre, allLosses(theatre, state, pending)) : ''),
    claim: () => claimAll(run.values({ verb: 'claim' }).length),
    reinforce: () => useAllPoints(state.pool[side]),
    entrench: () => entrenchAll(unitsToEntrench(run).length),
  };
  return Object.entries(texts).flatMap(([id, text]) =>
    follow(theatre, state, side, id) ? [{ id, text: text() }] : [],
  );
}

/** Splits all remaining losses by the default: the points that each unit loses. */
export function allLosses(theatre: Theatre, state: State, losing: Losing) {
  let now = state;
  for (let lost = 0; lost < losing.points; lost++) now = lose(theatre, now, losesFirst(theatre, now, losing), 1, []);
  return losing.among
    .map((unit) => ({ unit, points: strengthLeft(theatre, state, unit) - strengthLeft(theatre, now, unit) }))
    .filter(({ points }) => points > 0);
}

/** The next order of a shortcut; `null` when it is finished. */
export function follow(theatre: Theatre, state: State, side: Side, shortcut: string): Order | null {
  if (!toDecide(state).includes(side)) return null;
  const run = new WildernessDryRun(theatre, state, side);
  const [pending] = state.pending;
  switch (shortcut) {
    case 'usual':
      return pending?.kind === 'lose' ? { verb: 'lose', unit: losesFirst(theatre, state, pending), points: '1' } : null;
    case 'claim': {
      const [hex] = run.values({ verb: 'claim' });
      return hex === undefined ? null : { verb: 'claim', hex };
    }
    case 'reinforce':
      reinforcing(run);
      return run.orders.find(({ verb }) => verb === 'reinforce') ?? null;
    case 'entrench': {
      const [unit] = unitsToEntrench(run);
      return unit === undefined ? null : { verb: 'entrench', unit };
    }
    default:
      return null;
  }
}

/** Infantry that stands next to the enemy and can entrench. */
function unitsToEntrench(run: WildernessDryRun): readonly string[] {
  const board = boardOf(run.theatre, run.state);
  return run.values({ verb: 'entrench' }).filter((id) => {
    const piece = board.piece(id);
    return piece?.kind === 'infantry' && enemyHexesBeside(board, run.side, piece.hex).length > 0;
  });
}
