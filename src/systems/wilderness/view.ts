import { asView, type Viewer } from '../../game/index.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import { picking } from '../../kit/shared-vocabulary.ts';
import { type Board, boardOf, type Piece } from './board.ts';
import { commandedHexes } from './rules/command.ts';
import { pointsLeft } from './rules/movement/march.ts';
import { railLeft, seaLeft } from './rules/movement/transport.ts';
import { parOf } from './rules/scoring.ts';
import { supplyIn } from './rules/supply.ts';
import { type Counter, isOnMap, newCounter, type State } from './state.ts';
import { inUnitOrder, scenarioOf, type Theatre, unitOf } from './theatre.ts';
import { type Event, eachSide, SIDES, type Side, type UnitId } from './vocabulary.ts';

/** A counter that is the viewer's own or face up. */
export type UnitView = ReturnType<typeof unitView>;
/** A counter of the viewer's own side [14]. */
export type OwnUnit = ReturnType<typeof ownUnit>;
/** Counters in a hex. How many are face down is public; what they are is not. */
export type StackView = ReturnType<typeof stackOf>;
/** Facts for a side itself and the referee only [14]. */
export type OwnView = ReturnType<typeof ownOf>;
/** The part of a position that a viewer may know. Pictures and texts are made from this, never from the state. */
export type View = ReturnType<typeof view>;

/** The fields of a position that everybody may know. */
const publicPart = picking<State>()(
  ...(['scenario', 'turn', 'side', 'step', 'over', 'ready', 'entrenched', 'control', 'points', 'lost'] as const),
  ...(['fought', 'garrisonFree', 'ghosts', 'shut'] as const),
);

/** Whether a viewer sees where a side's counters are. In set-up only the side itself does [2.4]. */
function isVisible({ step }: State, viewer: Viewer, side: Side): boolean {
  return step !== 'setup' || maySee(viewer, side);
}

export function hexesWithCounters(theatre: Theatre, state: State, viewer: Viewer): readonly HexId[] {
  return state.counters.flatMap(({ unit, hex }) =>
    isOnMap(hex) && isVisible(state, viewer, unitOf(theatre, unit).side) ? [hex] : [],
  );
}

/** The only way from the state to what a viewer sees. */
export function view(theatre: Theatre, state: State, viewer: Viewer) {
  const board = boardOf(theatre, state);
  const faceUp = new Set(board.pieces.flatMap((piece) => (piece.up ? [piece.unit] : [])));
  const gone = state.counters.flatMap((counter) => (counter.hex === 'lost' && counter.up ? [counter.unit] : []));
  return asView({
    ...publicPart(state),
    viewer,
    /** In the order of their hexes. */
    stacks: SIDES.filter((side) => isVisible(state, viewer, side))
      .flatMap((side) => board.hexesOf(side).map((hex) => stackOf(theatre, state, board, viewer, side, hex)))
      .sort((one, other) => (one.hex < other.hex ? -1 : 1)),
    forts: theatre.forts.flatMap(({ id, side, hex }) => {
      const strength = state.forts[id] ?? 0;
      return strength > 0 ? [{ id, side, hex, strength }] : [];
    }),
    /** Added to the Union's points before the comparison [12.3]. */
    par: parOf(theatre, state.scenario),
    /** Units that have left the map for good, face up. */
    gone: inUnitOrder(theatre, gone),
    /** The hex in which they were last seen. */
    fell: state.sightings.filter(({ unit }) => gone.includes(unit)),
    sightings: state.sightings.filter(({ unit }) => !faceUp.has(unit) && !gone.includes(unit)),
    pending: state.pending[0] ?? null,
    /** A side's entry is `null` if it is hidden from this viewer. */
    own: eachSide((side) => (maySee(viewer, side) ? ownOf(theatre, state, side) : null)),
  });
}

/** Counts events that show something hidden: counters turned face up, and the end of set-up [2.4]. */
export function reveals(events: readonly Event[]): number {
  return events.filter(({ type }) => type === 'revealed' || type === 'opened').length;
}

export function maySee(viewer: Viewer, side: Side): boolean {
  return viewer === side || viewer === 'referee';
}

function stackOf(theatre: Theatre, state: State, board: Board, viewer: Viewer, side: Side, hex: HexId) {
  const pieces = [...board.own(side, hex)].sort(
    (one, other) => unitOf(theatre, one.unit).index - unitOf(theatre, other.unit).index,
  );
  return {
    hex,
    side,
    down: pieces.filter((piece) => !piece.up).length,
    entrained: pieces.filter(({ entrained }) => entrained).length,
    up: pieces.filter((piece) => piece.up).map(unitView),
    /** All of them, for their own side and the referee; `null` for other viewers. */
    own: maySee(viewer, side) ? pieces.map((piece) => ownUnit(theatre, state, board, piece)) : null,
  };
}

function unitView({ unit, kind, strength, up, entrained }: Piece) {
  return { unit, kind, strength, up, entrained };
}

function ownUnit(theatre: Theatre, state: State, board: Board, piece: Piece) {
  const isInfantry = piece.kind === 'infantry';
  const { original, held, halved, spent, deeds } = piece;
  return {
    ...unitView(piece),
    ...{ original, held, halved, spent, deeds },
    /** `null` for units that need no supply [8.4]. */
    supply: isInfantry ? supplyIn(theatre, state, piece.side, piece.hex) : null,
    /** Whether it is in command now. Out of command, a die of 5 or 6 holds it for the turn [7.3]. */
    commanded: !isInfantry || commandedHexes(theatre, board, piece.side)(piece.hex),
    /** Movement points. */
    left: pointsLeft(theatre, piece),
  };
}

function ownOf(theatre: Theatre, state: State, side: Side) {
  return {
    pool: state.pool[side],
    rail: railLeft({ theatre, state, side }),
    sea: side === 'union' ? seaLeft({ theatre, state }) : 0,
    /** Units that may be placed now, or come later. */
    coming: state.counters.flatMap(({ unit, hex, due, strength }) =>
      hex === 'coming' && unitOf(theatre, unit).side === side ? [{ unit, due, strength }] : [],
    ),
  };
}

/**
 * A position that agrees with a view. Known counters are as they are; each face-down one is any unit of its side.
 * Legal orders, zones of control and supply never depend on the invented part.
 */
export function positionFromView(theatre: Theatre, view: View, side: Side): State {
  const hidden = view.stacks.filter((stack) => stack.own === null);
  const counters = [
    ...view.stacks.flatMap(({ hex, own, up }) =>
      (own ?? up).map((unit) => ({ ...newCounter(unit.unit, hex, { strength: unit.strength }), ...unit })),
    ),
    ...(view.own[side]?.coming ?? []).map(({ unit, due, strength }) => newCounter(unit, 'coming', { strength, due })),
    ...SIDES.flatMap((one) =>
      faceDownCounters(
        theatre,
        view,
        one,
        hidden.filter((stack) => stack.side === one),
      ),
    ),
    ...view.gone.map((unit) => newCounter(unit, 'lost', { strength: 0, up: true })),
  ];
  return {
    version: 1,
    ...publicPart(view),
    sightings: view.sightings,
    counters,
    forts: Object.fromEntries(view.forts.map(({ id, strength }) => [id, strength])),
    pool: eachSide((one) => view.own[one]?.pool ?? 0),
    pending: view.pending ? [view.pending] : [],
  };
}

/** A side's face-down counters in some stacks, invented from its units that are not face up. */
function faceDownCounters(theatre: Theatre, view: View, side: Side, stacks: readonly StackView[]): readonly Counter[] {
  const seen = new Set<UnitId>([...stacks.flatMap(({ up }) => up.map(({ unit }) => unit)), ...view.gone]);
  const units = scenarioOf(theatre, view.scenario).groups.flatMap((group) => (group.side === side ? group.units : []));
  const arriving = theatre.reinforcements.units.filter(({ unit }) => unitOf(theatre, unit).side === side);
  const unseen = [...units, ...arriving].filter(({ unit }) => !seen.has(unit));
  let at = 0;
  return stacks.flatMap(({ hex, down, entrained, up }) => {
    // `entrained` counts the whole stack, including face-up units.
    const onTrain = entrained - up.filter((unit) => unit.entrained).length;
    return Array.from({ length: down }, (_, index): Counter => {
      const { unit, strength } = unseen[at++ % unseen.length] as (typeof unseen)[number];
      return newCounter(unit, hex, { strength, entrained: index < onTrain });
    });
  });
}
