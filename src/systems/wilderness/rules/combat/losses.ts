import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sum } from '../../../../kit/subsets.ts';
import { type Board, boardOf } from '../../board.ts';
import { isOnMap, type Pending, type State, withCounters } from '../../state.ts';
import { scenarioOf, type Theatre, unitOf } from '../../theatre.ts';
import { type Event, otherSide, type Side, type UnitId } from '../../vocabulary.ts';

export type Losing = Extract<Pending, { readonly kind: 'lose' }>;

/** Strength points left in a unit or fortification. */
export function strengthLeft(theatre: Theatre, state: State, id: UnitId): number {
  if (theatre.fort.has(id)) return state.forts[id] ?? 0;
  const counter = state.counters.find(({ unit }) => unit === id);
  return counter && isOnMap(counter.hex) ? counter.strength : 0;
}

/** Victory points for `lost` infantry strength points, after `before` were lost earlier [12.1, 12.2]. */
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

/** The default for losses: a defender's fortification first, then the largest unit [5.7]. */
export function losesFirst(theatre: Theatre, state: State, { among }: Losing): UnitId {
  const most = (id: UnitId) => {
    const left = strengthLeft(theatre, state, id);
    return left > 0 && theatre.fort.has(id) ? 1000 : left;
  };
  return [...among].sort((one, other) => most(other) - most(one))[0] as UnitId;
}

/** Takes losses that leave no choice; `null` if the side has to choose. */
export function takeLosses(theatre: Theatre, state: State, losing: Losing, events: Event[]): State | null {
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
  const units = board.own(side, hex).flatMap(({ id, kind }) => (kind === 'infantry' ? [id] : []));
  return fort && board.fortOf(side, hex) > 0 ? [fort.id, ...units] : units;
}
