import type { Applied, Draft } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { many, one } from '../../../../kit/order-rules.ts';
import { idsOf, type Piece, strengthOf, strengthOfIds } from '../../field.ts';
import type { Pending, PendingOf, State } from '../../state.ts';
import type { Event, PieceId } from '../../vocabulary.ts';
import {
  choiceFirst,
  type Moment,
  NOT_LISTED,
  type Reason,
  type RuleOf,
  reason,
  type Slot,
  wrongPhase,
} from '../moment.ts';
import { afterRetreats, goOn } from './fight.ts';
import {
  advances,
  CombatProgress,
  fewest,
  losable,
  type RetreatWay,
  retreatPiece,
  retreats,
  sharers,
} from './pending-choices.ts';

/** Orders for the choices that a battle, or the start of a combat phase, leaves to a side. */

function pendingOf<Kind extends Pending['kind']>({ pending: [first] }: State, kind: Kind): PendingOf<Kind> | null {
  return first?.kind === kind ? (first as PendingOf<Kind>) : null;
}

function closedUnlessPending(kind: Pending['kind']): (moment: Moment) => Reason | null {
  return (moment) => choiceFirst(moment, kind) ?? (pendingOf(moment.state, kind) ? null : wrongPhase(moment, kind));
}

/** Continues after a choice. Before a phase's battles there are only retreats to choose. */
function afterChoice(course: CombatProgress): Applied<State, Event> {
  return course.state.step === 'fight' ? goOn(course) : afterRetreats(course);
}

const knownWays = new MemoPer<State, ReadonlyMap<PieceId, readonly RetreatWay[]>>();

/** The pieces that may retreat and their hexes: those that must, or guns that may share an attack's retreat [9.1]. */
function waysBack({ field, state }: Moment): ReadonlyMap<PieceId, readonly RetreatWay[]> {
  return knownWays.get(state, '', () => {
    const pending = pendingOf(state, 'retreat');
    return pending ? retreats(field, state, pending) : sharers(field, state);
  });
}

function waysOf(moment: Moment, draft: Draft): readonly RetreatWay[] {
  return waysBack(moment).get(one(draft.unit)) ?? [];
}

function displaceable(moment: Moment, draft: Draft): readonly PieceId[] {
  return waysOf(moment, draft).find(({ to }) => to === draft.to)?.displacing ?? [];
}

const goingBack: Slot = {
  slot: 'unit',
  candidates: (moment) => [...waysBack(moment).keys()],
  fault: (moment, _draft, unit) => (waysBack(moment).has(unit) ? null : reason('not-retreating', '8.1', { unit })),
};

const backTo: Slot = {
  slot: 'to',
  candidates: (moment, draft) => waysOf(moment, draft).map(({ to }) => to),
  fault: (moment, draft, to) =>
    waysOf(moment, draft).some((way) => way.to === to)
      ? null
      : reason('no-retreat', '8.1', { unit: one(draft.unit), to }),
};

/** The piece that makes room in a full hex [8.2]. */
const displacing: Slot = {
  slot: 'displacing',
  isAsked: (moment, draft) => displaceable(moment, draft).length > 0,
  candidates: displaceable,
  fault: (moment, draft, unit) =>
    displaceable(moment, draft).includes(unit) ? null : reason('cannot-displace', '8.2', { unit, hex: one(draft.to) }),
};

export const retreat: RuleOf<'retreat'> = {
  verb: 'retreat',
  // In a fight guns may share an attack's retreat although no retreat is pending [9.1].
  closed: (moment) =>
    moment.state.step === 'fight' ? choiceFirst(moment, 'retreat') : closedUnlessPending('retreat')(moment),
  slots: [goingBack, backTo, displacing],
  otherwise(moment, order) {
    const isMissing = order.displacing === undefined && displaceable(moment, order).length > 0;
    return isMissing ? reason('must-displace', '8.2', { to: one(order.to) }) : NOT_LISTED;
  },
  carry({ field, state }, { unit, to, displacing: room = null }) {
    const course = new CombatProgress(field, state);
    const pending = pendingOf(state, 'retreat');
    if (pending) retreatPiece(course, pending, unit, to, room);
    else {
      course.set({ mayShare: state.mayShare.filter((other) => other !== unit) });
      course.goBack(unit, to, room, 'shared', []);
    }
    return afterChoice(course);
  },
};

function losers({ field, state }: Moment): readonly Piece[] {
  const pending = pendingOf(state, 'lose');
  return pending ? losable(field, state, pending) : [];
}

function needOf({ state }: Moment): number {
  return pendingOf(state, 'lose')?.need ?? 0;
}

/** The pieces lost in an exchange; if they are not enough, the rest is asked for next [7.9]. */
const lost: Slot = {
  slot: 'units',
  candidates: (moment) => idsOf(losers(moment)),
  fault: (moment, _draft, unit) =>
    losers(moment).some(({ id }) => id === unit) ? null : reason('cannot-lose', '7.9', { unit, units: unit }),
  several: (moment, _draft, choices) => ({ least: fewest(losers(moment), needOf(moment)), most: choices }),
};

export const lose: RuleOf<'lose'> = {
  verb: 'lose',
  closed: closedUnlessPending('lose'),
  slots: [lost],
  otherwise(moment, { units }) {
    const [need, given] = [needOf(moment), strengthOfIds(moment.field, many(units))];
    return given < need ? reason('lose-more', '7.9', { need, given }) : NOT_LISTED;
  },
  carry(moment, { units }) {
    const { field, state } = moment;
    const course = new CombatProgress(field, state);
    const pending = pendingOf(state, 'lose') as PendingOf<'lose'>;
    const pieces = losers(moment).filter(({ id }) => units.includes(id));
    const among = pending.among.filter((id) => !units.includes(id));
    // The exchange stays a pending choice until its need is met.
    course.instead({ ...pending, among, need: pending.need - strengthOf(pieces) });
    course.eliminate(pieces, 'exchange');
    return afterChoice(course);
  },
};

function advancesOf({ field, state }: Moment): ReadonlyMap<PieceId, readonly HexId[]> {
  const pending = pendingOf(state, 'advance');
  return pending ? advances(field, state, pending) : new Map();
}

const advancing: Slot = {
  slot: 'unit',
  candidates: (moment) => [...advancesOf(moment).keys(), 'none'],
  fault(moment, _draft, unit, order) {
    if (unit === 'none' || advancesOf(moment).has(unit)) return null;
    return reason('no-advance', '8.5', order?.to === undefined ? { unit } : { unit, to: one(order.to) });
  },
};

const advancedTo: Slot = {
  slot: 'to',
  isAsked: (moment, draft) => (advancesOf(moment).get(one(draft.unit)) ?? []).length > 1,
  candidates: (moment, draft) => advancesOf(moment).get(one(draft.unit)) ?? [],
  fault(moment, { unit }, to) {
    const isOpen = unit === 'none' || advancesOf(moment).get(one(unit))?.includes(to);
    return isOpen ? null : reason('no-advance', '8.5', { unit: one(unit), to });
  },
};

/** A piece advances into a vacated hex; `none` declines [8.5]. */
export const advance: RuleOf<'advance'> = {
  verb: 'advance',
  closed: closedUnlessPending('advance'),
  slots: [advancing, advancedTo],
  carry(moment, { unit, to }) {
    const { field, state } = moment;
    const course = new CombatProgress(field, state);
    const { side } = pendingOf(state, 'advance') as PendingOf<'advance'>;
    const into = to ?? advancesOf(moment).get(unit)?.[0];
    course.answered();
    if (unit === 'none' || into === undefined) course.tell({ type: 'held', side });
    else course.advance(unit, into);
    return afterChoice(course);
  },
};
