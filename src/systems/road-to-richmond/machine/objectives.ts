import { oncePer } from '../../../kit/memo.ts';
import { MOVEMENT_ALLOWANCE, type Piece, strengthOf } from '../field.ts';
import { hasLine, lineOf } from '../rules/victory-points.ts';
import { isOnMap, type State, zoneOpens } from '../state.ts';
import { LAST_TURN, otherSide, type Side } from '../vocabulary.ts';
import { type MachineLink, type MachineMap, pointsTo } from './machine-map.ts';
import type { TrialPosition } from './trial-position.ts';
import { defenceLineOf } from './union-defence.ts';

/** Where a side wants its pieces: what it is worth to stand in a hex, in strength points, and to have left the map. */
export interface Objectives {
  stands(piece: Piece, hex: number): number;
  /** Null: it is not to leave by that exit. */
  leaves(piece: Piece, exit: '0117' | '1528'): number | null;
  /** Whether the Train can still get from a hex off the map in time. */
  inTime(hex: number): boolean;
  /** What the Train may risk to come on, in strength points that it is likely to cost. */
  readonly venture: number;
}

/** Points of movement in a turn of which a piece can make use, on its way over country it does not know. */
const STRIDE = 5;

export function objectivesOf(ground: MachineMap, state: State, position: TrialPosition, side: Side): Objectives {
  return side === 'union' ? unionObjectives(ground, state, position) : confederateObjectives(ground, state, position);
}

function placeOf(ground: MachineMap, hex: string): number {
  return ground.place.get(hex as never) as number;
}

function heldBy(ground: MachineMap, position: TrialPosition, side: Side): number[] {
  const hexes = ground.field.pieces.flatMap((piece) => {
    const hex = piece.side === side ? position.hexOf(piece) : null;
    return hex === null ? [] : [hex];
  });
  return [...new Set(hexes)];
}

/** Hexes that the enemy holds are fought for, those that he controls are entered once. */
function tollOf(position: TrialPosition, side: Side): (hex: number) => number {
  const enemy = otherSide(side);
  return (hex) => (position.holder(hex) === enemy ? 14 : position.controls(enemy, hex) ? 4 : 0);
}

/** They hunt the army in front of them, and go for the road to White Oak Bridge. */
function confederateObjectives(ground: MachineMap, state: State, position: TrialPosition): Objectives {
  const toll = tollOf(position, 'confederate');
  const enemies = heldBy(ground, position, 'union');
  const toEnemy = pointsTo(ground, enemies.length > 0 ? enemies : [placeOf(ground, '1528')]);
  const toExit = pointsTo(ground, [placeOf(ground, '1528')], toll);
  const left = LAST_TURN - state.turn;
  const line = lineOdds(ground, state);
  const each = state.trainLeft === null ? 1 : 2;
  const farms = farmsOf(ground, state);
  const rouses = state.alarm === null && !isMassed(ground, state, position);
  return {
    stands(piece, hex) {
      const guns = canHurt(ground, position, piece, hex);
      const early = rouses && ground.field.alarms.has(position.idOf(hex)) ? ROUSED : 0;
      const hunt = 0.16 * Math.min(40, Math.max(0, (toEnemy[hex] as number) - 1));
      const run = (left <= 5 ? 0.07 : 0.045) * Math.min(90, toExit[hex] as number);
      return (guns ? 1.5 : 0) - hunt + (farms?.(hex) ?? -run - early);
    },
    leaves(piece, exit) {
      if (exit !== '1528' || left > 2) return null;
      const points = each * piece.strength * line;
      return points >= 1 ? points : null;
    },
    inTime: () => false,
    venture: 0,
  };
}

/** In the short game, what it is worth to stand in a farm or near one [18.6]. Null: farms score nothing. */
function farmsOf(ground: MachineMap, state: State): ((hex: number) => number) | null {
  if (state.variant !== 'first-day') return null;
  const { scoring } = ground.field;
  const farms = scoring.farms.map((hex) => placeOf(ground, hex));
  const far = pointsTo(ground, farms);
  return (hex) => (farms.includes(hex) ? scoring.farmHeld : 0) - 0.3 * Math.min(30, far[hex] as number);
}

/** Whether guns in a hex could drive anybody back: below 1-3 there is nothing to be won [7.8]. */
function canHurt(ground: MachineMap, position: TrialPosition, { kind, side, strength }: Piece, hex: number): boolean {
  if (kind !== 'artillery') return false;
  return ground.targets(hex).some((at) => {
    const there = position.at(at);
    return there[0] !== undefined && there[0].side !== side && 3 * strength >= strengthOf(there);
  });
}

/** The Train waits for a safe road, and when time gets short takes one that it may be caught on: one time in three, at most. */
const SAFE = 0.8;
const BOLD = 6;
const LATE = 14;

/** Nobody stands where the Train is about to pass: it passes through nobody [15.4]. */
const IN_THE_WAY = 5;
/** When its road is cleared for it, and how far the Confederates have to be from it. */
const TRAIN = { from: 10, until: 17, points: 10 };

/** The hexes of the road that the Train has before it, while it is on it or about to be. */
function trainRoad(
  ground: MachineMap,
  state: State,
  position: TrialPosition,
  toSouth: Int16Array,
): ReadonlySet<number> {
  const train = ground.field.pieces.find(({ kind }) => kind === 'train');
  if (!train || state.turn < TRAIN.from) return new Set();
  const at = position.hexOf(train);
  const waits = state.where[train.id] === 'waiting' && state.turn <= TRAIN.until;
  if (at === null && !waits) return new Set();
  const road: number[] = [];
  for (let hex = at ?? placeOf(ground, train.entry[0] ?? '2426'); ; ) {
    const next = (ground.links[hex] as readonly MachineLink[])
      .filter(({ to, way }) => way && (toSouth[to] as number) < (toSouth[hex] as number))
      .sort((a, b) => (toSouth[a.to] as number) - (toSouth[b.to] as number))[0];
    if (!next) break;
    road.push(next.to);
    hex = next.to;
  }
  if (at === null) {
    const near = pointsTo(ground, road);
    const enemies = heldBy(ground, position, 'confederate');
    if (enemies.some((hex) => (near[hex] as number) <= TRAIN.points)) return new Set();
  }
  return new Set(road);
}

/** From this turn on so many hold White Oak Bridge, and so many more stand on the line of communications: it is the other side's as well. */
const GUARD = { from: 12, bridge: 2, line: 4 };
/** What it is worth to stand at the bridge. */
const HELD = 4;

/** Who guards the line of communications to the last; nobody once no Confederate can score by it any more. */
interface Guards {
  readonly bridge: ReadonlySet<string>;
  readonly line: ReadonlySet<string>;
}

function guardsOf(state: State, position: TrialPosition, toSouth: Int16Array, toLine: Int16Array): Guards {
  const { field } = position.ground;
  const threatens = field.pieces.some(({ id, side }) => side === 'confederate' && state.where[id] !== 'lost');
  const isOver = state.turn < GUARD.from || state.turn === LAST_TURN || !threatens;
  const there = field.pieces.filter(
    (piece) => piece.side === 'union' && piece.kind !== 'train' && position.hexOf(piece) !== null,
  );
  const nearest = (pieces: readonly Piece[], cost: (piece: Piece, hex: number) => number, count: number) =>
    new Set(
      pieces
        .map((piece) => ({ piece, cost: cost(piece, position.hexOf(piece) as number) }))
        .sort((a, b) => a.cost - b.cost || a.piece.index - b.piece.index)
        .slice(0, isOver ? 0 : count)
        .map(({ piece }) => piece.id),
    );
  // Strong units hold the bridge. Weak ones guard the line: any unit on the road bars it, and these cost least.
  const bridge = nearest(there, ({ strength }, hex) => (toSouth[hex] as number) - 1.5 * strength, GUARD.bridge);
  const others = there.filter(({ id }) => !bridge.has(id));
  return { bridge, line: nearest(others, ({ strength }, hex) => (toLine[hex] as number) + strength, GUARD.line) };
}

/** How the line of communications runs where nobody is in the way. */
const clearLine = oncePer((ground: MachineMap) =>
  (lineOf(ground.field, { where: {} }, 'union') ?? []).map((hex) => placeOf(ground, hex)),
);

/** What it is worth not to wake the Union corps that have still to come, for the sake of a piece or two. */
const ROUSED = 5;
/** So much strength near the crossings is worth it, and so late it does not matter any more. */
const MASS = { strength: 70, points: 10, turn: 11 };

function isMassed(ground: MachineMap, state: State, position: TrialPosition): boolean {
  if (state.turn >= MASS.turn) return true;
  const alarms = [...ground.field.alarms].map((hex) => placeOf(ground, hex));
  const near = pointsTo(ground, alarms);
  const there = ground.field.pieces.filter((piece) => {
    const hex = piece.side === 'confederate' ? position.hexOf(piece) : null;
    return hex !== null && (near[hex] as number) <= MASS.points;
  });
  return strengthOf(there) >= MASS.strength;
}

/** How likely the Confederates are to have the line of communications at the end, as it looks now. */
function lineOdds(ground: MachineMap, state: State): number {
  if (hasLine(ground.field, state, 'confederate')) return 0.5;
  return state.turn === LAST_TURN ? 0.05 : 0.15;
}

/** How near Confederates have to be to the line of communications to cut it, and how many times as strong the Union is that guards it. */
const CUT = { points: 18, times: 3 };

/** How likely the Union is to have the line at the end: it moves last, and before that only where it is much the stronger there. */
function unionLineOdds(ground: MachineMap, state: State, toLine: Int16Array): number {
  if (!hasLine(ground.field, state, 'union')) return 0;
  if (state.turn === LAST_TURN) return 1;
  const near = (side: Side) =>
    strengthOf(
      ground.field.pieces.filter(({ id, side: of }) => {
        const where = state.where[id];
        if (of !== side || !isOnMap(where)) return of === side && side === 'confederate' && where === 'waiting';
        return (toLine[placeOf(ground, where)] as number) <= CUT.points;
      }),
    );
  return CUT.times * near('confederate') <= near('union') ? 0.5 : 0;
}

/** They hold the crossings while there is time, then leave by White Oak Bridge, or by Seven Pines where that is open. */
function unionObjectives(ground: MachineMap, state: State, position: TrialPosition): Objectives {
  const toll = tollOf(position, 'union');
  const toSouth = pointsTo(ground, [placeOf(ground, '1528')], toll);
  const toWest = pointsTo(ground, [placeOf(ground, '0117')], toll);
  const posts = defenceLineOf(ground, state, position);
  const farms = farmsOf(ground, state);
  const opens = zoneOpens(state);
  const toLine = pointsTo(ground, clearLine(ground));
  const mayGo = opens !== null && opens <= LAST_TURN && state.trainLeft !== null;
  const west = mayGo ? unionLineOdds(ground, state, toLine) : 0;
  const left = LAST_TURN - state.turn + 1;
  const quiet = ground.field.pieces.filter(({ id, side }) => side === 'confederate' && isOnMap(state.where[id]));
  const enemy = strengthOf(quiet);
  const road = trainRoad(ground, state, position, toSouth);
  const guards = guardsOf(state, position, toSouth, toLine);
  const bridge = placeOf(ground, '1528');
  const goesWest = (piece: Piece, hex: number) =>
    west >= 0.4 && piece.strength * west > 2 && (toWest[hex] as number) < left * STRIDE;
  /** Whether it is time to go, for a piece in a hex. */
  const isTime = (piece: Piece, hex: number) => {
    const turns = Math.ceil(((toSouth[hex] as number) + 1) / STRIDE);
    const early = piece.kind === 'artillery' && piece.strength <= 1 && state.turn >= 10 ? 3 : 0;
    return turns + 2 + early >= left || (state.turn >= 16 && enemy === 0);
  };
  return {
    stands(piece, hex) {
      if (piece.kind === 'train') return -0.8 * Math.min(60, toSouth[hex] as number);
      const from = position.hexOf(piece) ?? hex;
      const inTheWay = road.has(hex) ? IN_THE_WAY : 0;
      if (guards.bridge.has(piece.id)) return (hex === bridge ? HELD : 0) - 0.4 * (toSouth[hex] as number) - inTheWay;
      if (guards.line.has(piece.id)) return -0.3 * Math.min(40, toLine[hex] as number) - inTheWay;
      if (goesWest(piece, from)) return -0.4 * (toWest[hex] as number) - inTheWay;
      if (isTime(piece, from)) return -0.4 * Math.min(90, toSouth[hex] as number) - inTheWay;
      const guns =
        piece.kind === 'artillery' && ground.targets(hex).some((at) => position.holder(at) === 'confederate');
      return (guns ? 1.2 : 0) + (farms?.(hex) ?? posts.worth(piece, hex)) - inTheWay;
    },
    leaves(piece, exit) {
      if (piece.kind === 'train') return exit === '1528' ? 30 : null;
      const from = position.hexOf(piece) ?? placeOf(ground, exit);
      if (guards.bridge.has(piece.id) || guards.line.has(piece.id)) return null;
      if (exit === '0117') return goesWest(piece, from) ? 3 + piece.strength * west : null;
      return isTime(piece, from) && !goesWest(piece, from) ? 4 : null;
    },
    inTime: (hex) => (toSouth[hex] as number) + 1 <= MOVEMENT_ALLOWANCE * (left - 1),
    venture: state.turn < LATE ? SAFE : BOLD,
  };
}
