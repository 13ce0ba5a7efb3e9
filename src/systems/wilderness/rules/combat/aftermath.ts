import type { Applied } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { hexesWithin } from '../../../../kit/hex/search.ts';
import { sum } from '../../../../kit/subsets.ts';
import { type Board, boardOf, infantryIn, pieceOf } from '../../board.ts';
import { isOnMap, type Pending, type PendingOf, type State, withCounters } from '../../state.ts';
import { HEX_GRID, isLand, mayStack, STACK_LIMITS, scenarioOf, type Theatre, unitOf } from '../../theatre.ts';
import { type Event, otherSide, type Side, type UnitId } from '../../vocabulary.ts';
import { garrisonFault } from '../command.ts';
import { type Moment, pointsSlot, type Reason, type Rule, reason } from '../moment.ts';
import { upToDate } from '../reveal.ts';

export type Losing = PendingOf<'lose'>;

export function strengthLeft(theatre: Theatre, state: State, id: UnitId): number {
  if (theatre.fort.has(id)) return state.forts[id] ?? 0;
  const counter = state.counters.find(({ unit }) => unit === id);
  return counter && isOnMap(counter.hex) ? counter.strength : 0;
}

/** Victory points for `lost` infantry strength points of a side, after `before` were lost earlier [12.1, 12.2]. */
export function pointsForLoss(theatre: Theatre, scenario: string, side: Side, before: number, lost: number): number {
  const { unionLoss } = scenarioOf(theatre, scenario);
  const { strengthPoint } = theatre.points;
  if (side === 'confederate' || !unionLoss) return lost * strengthPoint;
  const cheap = Math.max(0, Math.min(lost, unionLoss.first - before));
  return cheap * unionLoss.each + (lost - cheap) * unionLoss.further;
}

export function scored(state: State, side: Side, points: number): State {
  return { ...state, points: { ...state.points, [side]: state.points[side] + points } };
}

/** Takes strength points off a unit or a fortification, and scores them [5.7, 5.9, 12.1]. */
export function lose(theatre: Theatre, state: State, id: UnitId, points: number, events: Event[]): State {
  const fort = theatre.fort.get(id);
  const left = strengthLeft(theatre, state, id) - points;
  if (fort) {
    events.push({ type: 'lost', side: fort.side, unit: id, points, left });
    const forts = { ...state.forts, [id]: left };
    return scored({ ...state, forts }, otherSide(fort.side), points * theatre.points.fortificationPoint);
  }
  const { side } = unitOf(theatre, id);
  events.push({ type: 'lost', side, unit: id, points, left });
  const hex = boardOf(theatre, state).piece(id)?.hex;
  // The zone of infantry eliminated in a Movement Phase lasts to the end of the phase [3.5].
  const ghosts = left === 0 && state.step === 'move' && hex ? [...state.ghosts, { side, hex }] : state.ghosts;
  const before = state.lost[side];
  const reduced = withCounters(state, [id], (counter) => ({
    ...counter,
    strength: left,
    ...(left === 0 ? { hex: 'lost' as const } : {}),
  }));
  return scored(
    { ...reduced, ghosts, lost: { ...state.lost, [side]: before + points } },
    otherSide(side),
    pointsForLoss(theatre, state.scenario, side, before, points),
  );
}

/** A cavalry unit is eliminated [6.1, 12.1]. */
export function loseCavalry(theatre: Theatre, state: State, id: UnitId, events: Event[]): State {
  const { side } = unitOf(theatre, id);
  events.push({ type: 'lost', side, unit: id, points: 1, left: 0 });
  const gone = withCounters(state, [id], (counter) => ({ ...counter, hex: 'lost' as const }));
  return scored(gone, otherSide(side), theatre.points.cavalryUnit);
}

/** The default for losses: a fortification first, then the largest unit [5.7]. */
export function losesFirst(theatre: Theatre, state: State, { among }: Losing): UnitId {
  const most = (id: UnitId) => {
    const left = strengthLeft(theatre, state, id);
    return left > 0 && theatre.fort.has(id) ? 1000 : left;
  };
  return [...among].sort((one, other) => most(other) - most(one))[0] as UnitId;
}

/** The position after losses that leave no choice; `null` if the side has to choose. */
function takeLosses(theatre: Theatre, state: State, losing: Losing, events: Event[]): State | null {
  const among = losing.among.filter((id) => strengthLeft(theatre, state, id) > 0);
  const all = sum(among.map((id) => strengthLeft(theatre, state, id)));
  // Losses beyond the strength there is are ignored [5.7].
  if (losing.points >= all)
    return among.reduce((now, id) => lose(theatre, now, id, strengthLeft(theatre, now, id), events), state);
  const [only] = among;
  return among.length === 1 && only !== undefined ? lose(theatre, state, only, losing.points, events) : null;
}

/** Defending units and fortifications that share the losses [5.7]. */
export function defending(theatre: Theatre, board: Board, side: Side, hex: HexId): readonly UnitId[] {
  const fort = theatre.fortIn.get(hex);
  const units = infantryIn(board, side, hex).map(({ unit }) => unit);
  return fort && board.fortOf(side, hex) > 0 ? [fort.id, ...units] : units;
}

/** The most hexes that cavalry and leaders fall back [5.10]. */
const MOST_DRIVEN = 3;
/** The turns after which a leader returns who found no hex to fall back to [5.10]. */
const TURNS_AWAY = 2;

/** Goes on with an attack, to the next choice of a side or to its end. */
export function goOn(theatre: Theatre, state: State, events: Event[]): Applied<State, Event> {
  let now = state;
  for (let [pending] = now.pending; pending && pending.kind !== 'advance'; [pending] = now.pending) {
    const before: State = { ...now, pending: now.pending.slice(1) };
    const next =
      pending.kind === 'lose'
        ? takeLosses(theatre, before, pending, events)
        : settled(theatre, before, pending, events);
    if (next === null) break;
    now = next;
  }
  return { state: upToDate(theatre, now), events };
}

/**
 * Settles the attacked hex once losses are taken. If it is empty, its cavalry and leaders fall back [5.10], and
 * attackers may advance [5.8]. If it is not, a hasty attack ends the attackers' movement [4.2].
 */
function settled(
  theatre: Theatre,
  state: State,
  { side, units, hex, hasty }: PendingOf<'settle'>,
  events: Event[],
): State {
  const enemy = otherSide(side);
  const board = boardOf(theatre, state);
  if (infantryIn(board, enemy, hex).length > 0 || board.fortOf(enemy, hex) > 0)
    return hasty ? withCounters(state, units, (one) => ({ ...one, deeds: [...one.deeds, 'repulsed'] })) : state;
  const emptied = upToDate(theatre, drivenFrom(theatre, state, enemy, hex, events));
  const survivors = units.filter((id) => boardOf(theatre, emptied).piece(id));
  if (survivors.every((id) => notAdvancing(theatre, emptied, id, hex))) return emptied;
  return { ...emptied, pending: [{ kind: 'advance', side, units: survivors, hex, hasty }, ...emptied.pending] };
}

/** Why a unit may not advance into the hex it attacked. */
function notAdvancing(theatre: Theatre, state: State, id: UnitId, hex: HexId): Reason | null {
  return theatre.rulings.garrisonStays
    ? garrisonFault(theatre, state, pieceOf(boardOf(theatre, state), id), hex)
    : null;
}

/**
 * Attacked units leave their train at no cost, even next to an enemy [3.6]. In this attack they still defend entrained
 * [5.4].
 */
export function offTheTrain(theatre: Theatre, state: State, side: Side, hex: HexId, events: Event[]): State {
  const entrained = boardOf(theatre, state)
    .own(side, hex)
    .filter((piece) => piece.entrained);
  events.push(...entrained.map(({ unit }): Event => ({ type: 'detrained', side, unit, hex })));
  return withCounters(
    state,
    entrained.map(({ unit }) => unit),
    (one) => ({ ...one, entrained: false }),
  );
}

/** Cavalry and leaders leave a lost hex for the nearest friendly or empty land hex outside enemy zones [5.10]. */
function drivenFrom(theatre: Theatre, state: State, side: Side, hex: HexId, events: Event[]): State {
  let now = state;
  const before = boardOf(theatre, state);
  // They go around mountains, estuaries and the enemy [3.9]; zones on the way don't stop them [3.5].
  const isOpen = (to: HexId) => isLand(theatre, to) && !before.isHeld(otherSide(side), to);
  const ways = hexesWithin(hex, MOST_DRIVEN, (from) =>
    HEX_GRID.neighbours(from).flatMap((to) => (!theatre.rulings.drivenByLand || isOpen(to) ? [{ to, cost: 1 }] : [])),
  );
  const nearest = [...ways]
    .filter(([to]) => to !== hex && isOpen(to))
    .sort(([one, { cost }], [other, { cost: more }]) => cost - more || (one < other ? -1 : 1))
    .map(([to]) => to);
  for (const { unit, kind } of before.own(side, hex)) {
    const board = boardOf(theatre, now);
    const piece = pieceOf(board, unit);
    const to = nearest.find(
      (one) => !board.isInZone(otherSide(side), one) && mayStack([...board.own(side, one), piece]),
    );
    events.push({ type: 'driven', side, unit, from: hex, to: to ?? null });
    if (to !== undefined) now = withCounters(now, [unit], (one) => ({ ...one, hex: to, entrained: false }));
    else if (kind === 'cavalry') now = loseCavalry(theatre, now, unit, events);
    else
      now = withCounters(now, [unit], (one) => ({
        ...one,
        hex: 'coming',
        up: false,
        entrained: false,
        due: state.turn + TURNS_AWAY,
      }));
  }
  return now;
}

/** Whether a side has a choice of a kind to make now. */
function isAsked({ state: { pending }, side }: Moment, kind: Pending['kind']): boolean {
  return pending[0]?.kind === kind && pending[0].side === side;
}

const advancing = (state: State) => state.pending[0] as PendingOf<'advance'>;

/** Any attackers may enter the emptied hex within stacking limits, even across a river; none has to [5.8]. */
export const advance: Rule<'advance'> = {
  verb: 'advance',
  closed: (moment) => (isAsked(moment, 'advance') ? null : reason('no-advance', '5.8')),
  slots: [
    {
      slot: 'with',
      candidates: ({ state }) => advancing(state).units,
      fault: ({ theatre, state }, _draft, id) => {
        const { units, hex } = advancing(state);
        return units.includes(id) ? notAdvancing(theatre, state, id, hex) : reason('no-part', '5.8', { unit: id });
      },
      several: (_moment, _draft, choices) => ({ least: 0, most: Math.min(choices, STACK_LIMITS.infantry) }),
    },
  ],
  carry: ({ theatre, state, side }, { with: units }) => {
    const { hex } = advancing(state);
    const events: Event[] = [{ type: 'advanced', side, units, hex }];
    const entered = withCounters(state, units, (one) => ({ ...one, hex }));
    return goOn(theatre, { ...entered, pending: state.pending.slice(1) }, events);
  },
};

const losingOf = (state: State) => state.pending[0] as Losing;

export const loseOrder: Rule<'lose'> = {
  verb: 'lose',
  closed: (moment) => (isAsked(moment, 'lose') ? null : reason('no-losses', '5.7')),
  slots: [
    {
      slot: 'unit',
      candidates: ({ state }) => losingOf(state).among,
      fault: ({ theatre, state }, _draft, id) =>
        losingOf(state).among.includes(id) && strengthLeft(theatre, state, id) > 0
          ? null
          : reason('no-part', '5.7', { unit: id }),
    },
    pointsSlot(
      ({ theatre, state }, { unit }) => Math.min(losingOf(state).points, strengthLeft(theatre, state, unit as UnitId)),
      ({ unit }, most) => reason('too-many', '5.7', { unit: unit as UnitId, most }),
    ),
  ],
  carry: ({ theatre, state }, { unit, points }) => {
    const events: Event[] = [];
    const losing = losingOf(state);
    const rest = state.pending.slice(1);
    const due = losing.points - Number(points);
    const now = lose(theatre, state, unit, Number(points), events);
    const pending = due > 0 ? [{ ...losing, points: due }, ...rest] : rest;
    return goOn(theatre, { ...now, pending }, events);
  },
};
