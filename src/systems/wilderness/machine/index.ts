import type { Machine } from '../../../game/index.ts';
import { best, bestBy } from '../../../kit/machine-search.ts';
import { boardOf, pieceOf } from '../board.ts';
import { losesFirst } from '../rules/combat/aftermath.ts';
import { momentOf, WildernessDryRun } from '../rules/legality.ts';
import { supplyIn } from '../rules/supply.ts';
import { type Pending, withCounters } from '../state.ts';
import { apart, STACK_LIMITS, type Theatre, unitOf } from '../theatre.ts';
import { positionFromView, type View } from '../view.ts';
import { isSide, type Order } from '../vocabulary.ts';
import { MACHINE_SUMMARY } from '../words/orders.ts';
import { marching, probing } from './marches.ts';
import { Beliefs, battleValueOf, WORTH_IT } from './valuation.ts';

/** The bot as a player. It sees only its side's view and legal orders, and estimates what is face down. */
export function machineOf(theatre: Theatre): Machine<View, Order> {
  return {
    summary: MACHINE_SUMMARY,
    orders(view, seat) {
      if (!isSide(seat)) return [];
      const run = new WildernessDryRun(theatre, positionFromView(theatre, view, seat), seat);
      return orders(run, new Beliefs(theatre, view, seat));
    },
  };
}

const DONE: Order = { verb: 'done' };

function orders(run: WildernessDryRun, beliefs: Beliefs): readonly Order[] {
  const { pending, step } = run.state;
  if (pending[0]) return [choice(run, pending[0])];
  switch (step) {
    case 'setup':
    case 'probe':
      return [DONE];
    case 'reinforce':
      reinforcing(run);
      return ended(run);
    case 'move': {
      reinforcing(run);
      if (run.orders.length > 0) return run.orders;
      const probe = probing(run, beliefs);
      if (probe.length > 0) return probe;
      marching(run, beliefs);
      const attacked = hastyAttack(run, beliefs);
      return attacked ? [...run.orders, attacked] : ended(run);
    }
    case 'combat':
      return [attack(run, beliefs) ?? DONE];
    case 'claim':
      claim(run);
      return ended(run);
    default:
      return step satisfies never;
  }
}

/** Adds `done` unless the step has ended by itself. */
function ended({ orders: given, isOver }: WildernessDryRun): readonly Order[] {
  return isOver ? given : [...given, DONE];
}

function choice(run: WildernessDryRun, pending: Pending): Order {
  const { theatre, state, side } = run;
  if (pending.kind === 'lose') return { verb: 'lose', unit: losesFirst(theatre, state, pending), points: '1' };
  // An advancing unit can trace supply through the hex it enters [8.2].
  const entered = withCounters(state, pending.units.slice(0, 1), (counter) => ({ ...counter, hex: pending.hex }));
  if (supplyIn(theatre, entered, side, pending.hex) === 'isolated') return { verb: 'advance', with: [] };
  const board = boardOf(theatre, state);
  const all = run.values({ verb: 'advance' });
  const strongest = all
    .toSorted((one, other) => pieceOf(board, other).strength - pieceOf(board, one).strength)
    .slice(0, STACK_LIMITS.infantry);
  return { verb: 'advance', with: all.filter((id) => strongest.includes(id)) };
}

/** Places arriving units, and gives points to the units that have lost most. */
export function reinforcing(run: WildernessDryRun): void {
  for (const unit of run.values({ verb: 'place' })) {
    const [hex] = run.values({ verb: 'place', unit });
    if (hex !== undefined) run.give({ verb: 'place', unit, hex });
  }
  const lost = (id: string) => {
    const { original, strength } = pieceOf(boardOf(run.theatre, run.state), id);
    return original - strength;
  };
  for (;;) {
    const unit = bestBy(run.values({ verb: 'reinforce' }), lost);
    const points = unit === null ? undefined : run.values({ verb: 'reinforce', unit }).at(-1);
    if (unit === null || points === undefined || run.give({ verb: 'reinforce', unit, points }) !== null) break;
  }
}

/** The most promising attack; `null` if none is good enough. */
function attack(run: WildernessDryRun, beliefs: Beliefs): Order | null {
  const moment = momentOf(run.theatre, run.state, run.side);
  const ways = run.values({ verb: 'attack' }).map((target) => {
    const units = run.values({ verb: 'attack', target });
    const pieces = units.map((id) => pieceOf(moment.board, id));
    const order: Order = { verb: 'attack', target, with: units };
    return { order, value: battleValueOf(moment, beliefs, pieces, target) };
  });
  return best(ways, WORTH_IT)?.order ?? null;
}

function hastyAttack(run: WildernessDryRun, beliefs: Beliefs): Order | null {
  const moment = momentOf(run.theatre, run.state, run.side);
  const ways = run.values({ verb: 'hasty' }).flatMap((from) => {
    const [units = ''] = run.values({ verb: 'hasty', from });
    const pieces = apart(units).map((id) => pieceOf(moment.board, id));
    return run.values({ verb: 'hasty', from, units }).map((target) => {
      const order: Order = { verb: 'hasty', from, units, target };
      return { order, value: battleValueOf(moment, beliefs, pieces, target, 'hasty') };
    });
  });
  return best(ways, WORTH_IT)?.order ?? null;
}

/** Claims every hex it can, and shows infantry that may score. */
function claim(run: WildernessDryRun): void {
  const { theatre, side } = run;
  for (const hex of run.values({ verb: 'claim' })) run.give({ verb: 'claim', hex });
  for (const unit of run.values({ verb: 'show' })) {
    if (unitOf(theatre, unit).kind !== 'infantry') continue;
    const shown = boardOf(theatre, run.state)
      .of(side)
      .filter(({ up, kind, hex }) => up && kind === 'infantry' && theatre.zones.north.has(hex));
    if (side === 'confederate' && shown.length >= theatre.points.invasion.most) break;
    run.give({ verb: 'show', unit });
  }
}
