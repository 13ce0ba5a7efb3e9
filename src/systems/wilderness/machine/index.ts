import type { Machine } from '../../../game/index.ts';
import { boardOf, pieceOf } from '../board.ts';
import { WildernessDryRun } from '../plans/wilderness-dry-run.ts';
import { positionFromView } from '../position-from-view.ts';
import { losesFirst } from '../rules/combat/losses.ts';
import { momentOf } from '../rules/legality.ts';
import { supplyIn } from '../rules/supply.ts';
import { type Pending, type State, withCounters } from '../state.ts';
import { type Theatre, unitOf } from '../theatre.ts';
import { type View, view } from '../view.ts';
import { isSide, type Order, type Side } from '../vocabulary.ts';
import { MACHINE_SUMMARY } from '../words/command-words.ts';
import { battleValueOf, WORTH_IT } from './battle-value.ts';
import { beliefsOf } from './beliefs.ts';
import { hastyAttack, marching, probing } from './marches.ts';

/** A player without a member. It asks its side's view and the list of what is legal, which rests on nothing else; what is face down it estimates. */
export function machineOf(theatre: Theatre): Machine<View, Order> {
  return {
    summary: MACHINE_SUMMARY,
    orders: (seen, seat) => (isSide(seat) ? orders(theatre, positionFromView(theatre, seen, seat), seat) : []),
  };
}

const DONE: Order = { verb: 'done' };

function orders(theatre: Theatre, state: State, side: Side): readonly Order[] {
  const [pending] = state.pending;
  if (pending) return [choice(theatre, state, side, pending)];
  switch (state.step) {
    case 'setup':
    case 'probe':
      return [DONE];
    case 'reinforce':
      return ended(reinforcing(theatre, state, side));
    case 'move': {
      const { orders: points } = reinforcing(theatre, state, side);
      if (points.length > 0) return points;
      const probe = probing(theatre, state, side);
      if (probe.length > 0) return probe;
      const run = marching(theatre, state, side);
      const attacked = hastyAttack(run, beliefsOf(theatre, view(theatre, state, side), side));
      return attacked ? [...run.orders, attacked] : ended(run);
    }
    case 'combat':
      return [attack(theatre, state, side) ?? DONE];
    case 'claim':
      return ended(claiming(theatre, state, side));
    default:
      return state.step satisfies never;
  }
}

/** Orders of a step, and its end, unless the step ends by itself. */
function ended({ orders: given, isOver }: WildernessDryRun): readonly Order[] {
  return isOver ? given : [...given, DONE];
}

function choice(theatre: Theatre, state: State, side: Side, pending: Pending): Order {
  if (pending.kind === 'lose') return { verb: 'lose', unit: losesFirst(theatre, state, pending), points: '1' };
  const run = new WildernessDryRun(theatre, state, side);
  // A unit that enters the hex has supply through it [8.2].
  const entered = withCounters(state, pending.units.slice(0, 1), (counter) => ({ ...counter, hex: pending.hex }));
  if (pending.kind === 'settle' || supplyIn(theatre, entered, side, pending.hex) === 'isolated')
    return { verb: 'advance', with: [] };
  const board = boardOf(theatre, state);
  const all = run.values({ verb: 'advance' });
  const strongest = [...all]
    .sort((one, other) => pieceOf(board, other).strength - pieceOf(board, one).strength)
    .slice(0, 3);
  return { verb: 'advance', with: all.filter((id) => strongest.includes(id)) };
}

/** Units that arrive are placed; points go to those that lack most. */
export function reinforcing(theatre: Theatre, state: State, side: Side): WildernessDryRun {
  const run = new WildernessDryRun(theatre, state, side);
  for (const unit of run.values({ verb: 'place' })) {
    const [hex] = run.values({ verb: 'place', unit });
    if (hex !== undefined) run.give({ verb: 'place', unit, hex });
  }
  for (;;) {
    const lacks = (id: string) => {
      const counter = run.state.counters.find(({ unit }) => unit === id);
      return (counter?.original ?? 0) - (counter?.strength ?? 0);
    };
    const [unit] = [...run.values({ verb: 'reinforce' })].sort((one, other) => lacks(other) - lacks(one));
    const points = unit === undefined ? undefined : run.values({ verb: 'reinforce', unit }).at(-1);
    if (unit === undefined || points === undefined || run.give({ verb: 'reinforce', unit, points }) !== null) break;
  }
  return run;
}

/** The attack that promises most. */
function attack(theatre: Theatre, state: State, side: Side): Order | null {
  const run = new WildernessDryRun(theatre, state, side);
  const beliefs = beliefsOf(theatre, view(theatre, state, side), side);
  const moment = momentOf(theatre, state, side);
  const ways = run.values({ verb: 'attack' }).map((target) => {
    const units = run.values({ verb: 'attack', target });
    const pieces = units.map((id) => pieceOf(moment.board, id));
    return { target, units, promise: battleValueOf(moment, beliefs, pieces, target) };
  });
  const [best] = ways.sort((one, other) => other.promise - one.promise);
  return best && best.promise > WORTH_IT ? { verb: 'attack', target: best.target, with: best.units } : null;
}

/** Everything that can be claimed, and counters shown where that scores. */
function claiming(theatre: Theatre, state: State, side: Side): WildernessDryRun {
  const run = new WildernessDryRun(theatre, state, side);
  for (const hex of run.values({ verb: 'claim' })) run.give({ verb: 'claim', hex });
  const { north } = theatre.zones;
  for (const unit of run.values({ verb: 'show' })) {
    if (unitOf(theatre, unit).kind !== 'infantry') continue;
    const shown = boardOf(theatre, run.state)
      .of(side)
      .filter(({ up, kind, hex }) => up && kind === 'infantry' && north.has(hex));
    if (side === 'confederate' && shown.length >= theatre.points.invasion.most) break;
    run.give({ verb: 'show', unit });
  }
  return run;
}
