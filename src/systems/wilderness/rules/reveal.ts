import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { boardOf } from '../board.ts';
import { type Counter, isOnMap, type Sighting, type State, withCounters } from '../state.ts';
import { HEX_GRID, type Theatre, unitOf } from '../theatre.ts';
import { type Event, otherSide, type Side, type UnitId } from '../vocabulary.ts';
import { freesGarrison } from './command.ts';

/** Turns counters face up, hex by hex, and removes dummies among them for good [1.5]. */
export function reveal(theatre: Theatre, state: State, units: readonly UnitId[], events: Event[]): State {
  const down = state.counters.filter(({ unit, up, hex }) => units.includes(unit) && !up && isOnMap(hex));
  return grouped(down, ({ hex }) => hex).reduce(
    (now, [hex, some]) => (isOnMap(hex) ? revealIn(theatre, now, hex, some, events) : now),
    state,
  );
}

function revealIn(theatre: Theatre, state: State, hex: HexId, down: readonly Counter[], events: Event[]): State {
  const { side } = unitOf(theatre, (down[0] as Counter).unit);
  const dummies = down.flatMap(({ unit }) => (unitOf(theatre, unit).kind === 'dummy' ? [unit] : []));
  const shown = down.filter(({ unit }) => !dummies.includes(unit)).map(({ unit, strength }) => ({ unit, strength }));
  events.push({ type: 'revealed', side, hex, units: shown, dummies });
  let now = withCounters(state, dummies, (counter) => ({ ...counter, up: true, hex: 'lost' }));
  now = withCounters(
    now,
    shown.map(({ unit }) => unit),
    (counter) => ({ ...counter, up: true }),
  );
  // A revealed dummy still closes its port for the phase [3.8].
  const shut = dummies.length > 0 && side === 'confederate' ? [...now.shut, hex] : now.shut;
  return upToDate(theatre, { ...now, shut });
}

export function revealHex(theatre: Theatre, state: State, side: Side, hex: HexId, events: Event[]): State {
  const units = boardOf(theatre, state)
    .own(side, hex)
    .map(({ unit }) => unit);
  return reveal(theatre, state, units, events);
}

/**
 * Brings a position up to date after counters have moved, turned up or gone. Entrenchments without infantry or dummies
 * go [3.10], and face-up counters are recorded as sighted [7.4, 14].
 */
export function upToDate(theatre: Theatre, state: State): State {
  const board = boardOf(theatre, state);
  const entrenched = state.entrenched.filter((hex) =>
    board.at(hex).some(({ kind }) => kind === 'infantry' || kind === 'dummy'),
  );
  const faceUp = board.pieces.filter(({ up }) => up);
  const lastSeen = new Map(state.sightings.map((one): [UnitId, Sighting] => [one.unit, one]));
  for (const { unit, hex, strength } of faceUp) lastSeen.set(unit, { unit, hex, turn: state.turn, strength });
  const sightings = theatre.units.flatMap(({ id }) => lastSeen.get(id) ?? []);
  const garrisonFree = state.garrisonFree || faceUp.some((piece) => freesGarrison(theatre, piece));
  return { ...state, entrenched, sightings, garrisonFree };
}

/** Turns a side's face-up counters face down where no enemy counter is adjacent [1.6]. */
export function turnedDown(theatre: Theatre, state: State, side: Side, events: Event[]): State {
  const board = boardOf(theatre, state);
  const enemy = otherSide(side);
  const isNear = (hex: HexId) => HEX_GRID.neighbours(hex).some((to) => board.own(enemy, to).length > 0);
  const away = board.of(side).filter(({ up, hex }) => up && !isNear(hex));
  if (away.length === 0) return state;
  events.push({ type: 'hid', side, hexes: away.map(({ hex }) => hex).sort() });
  return withCounters(
    // Records where they are seen last.
    upToDate(theatre, state),
    away.map(({ unit }) => unit),
    (counter) => ({ ...counter, up: false }),
  );
}
