import { FAR } from '../../../kit/hex/search.ts';
import { bestBy } from '../../../kit/machine-search.ts';
import { oncePer } from '../../../kit/memo.ts';
import { MOVEMENT_ALLOWANCE, type Piece, strengthOf } from '../field.ts';
import { communicationsLine, hasLine } from '../rules/victory-points.ts';
import { isOnMap, type State, zoneOpens } from '../state.ts';
import { type ExitId, otherSide, type Side, TRAIN_EXIT } from '../vocabulary.ts';
import type { MachineMap, MovementPoints, TrialPosition } from './position.ts';

/** The value to a side, in strength points, of a piece standing in a hex or leaving the map. */
export interface Objectives {
  stands(piece: Piece, hex: number): number;
  /** `null` if the piece should not leave by that exit. */
  leaves(piece: Piece, exit: ExitId): number | null;
  /** Whether the Train can still get from a hex off the map in time. */
  inTime(hex: number): boolean;
  /** The expected loss, in strength points, that the Train may risk when it enters. */
  readonly venture: number;
}

/** Movement points of a turn that count towards progress over unknown country. */
const STRIDE = 5;

export function objectivesOf(position: TrialPosition, side: Side): Objectives {
  return side === 'union' ? unionObjectives(position) : confederateObjectives(position);
}

/** Points added on the way through a hex: most for one that the enemy holds, some for one that it controls. */
function tollOf(position: TrialPosition, side: Side): (hex: number) => number {
  const enemy = otherSide(side);
  return (hex) => (position.holder(hex) === enemy ? 14 : position.controls(enemy, hex) ? 4 : 0);
}

/** The Confederates hunt the nearest army and make for the road to White Oak Bridge. */
function confederateObjectives(position: TrialPosition): Objectives {
  const { ground, state } = position;
  const toll = tollOf(position, 'confederate');
  const enemies = position.hexesOf('union');
  const exit = ground.placeOf(TRAIN_EXIT);
  const toEnemy = ground.pointsTo(enemies.length > 0 ? enemies : [exit]);
  const toExit = ground.pointsTo([exit], toll);
  const turnsLeft = ground.field.calendar.turns - state.turn;
  const lineChance = confederateLineChance(ground, state);
  const pointsEach = state.trainLeft === null ? 1 : 2;
  const farms = farmsOf(ground, state);
  const avoidsAlarm = state.alarm === null && !isMassed(position);
  return {
    stands(piece, hex) {
      const guns = canHurt(position, piece, hex) ? 1.5 : 0;
      const early = avoidsAlarm && ground.field.alarms.has(position.idOf(hex)) ? EARLY_ARRIVAL : 0;
      const hunt = 0.16 * Math.min(40, Math.max(0, toEnemy(hex) - 1));
      const run = (turnsLeft <= 5 ? 0.07 : 0.045) * Math.min(90, toExit(hex));
      return guns - hunt + (farms?.(hex) ?? -run - early);
    },
    leaves(piece, by) {
      if (by !== TRAIN_EXIT || turnsLeft > 2) return null;
      const points = pointsEach * piece.strength * lineChance;
      return points >= 1 ? points : null;
    },
    inTime: () => false,
    venture: 0,
  };
}

/** In the short game, the value of a hex in or near a farm [18.6]; `null` if farms do not score. */
function farmsOf(ground: MachineMap, state: State): ((hex: number) => number) | null {
  if (state.variant !== 'first-day') return null;
  const { scoring } = ground.field;
  const farms = scoring.farms.map((hex) => ground.placeOf(hex));
  const toFarm = ground.pointsTo(farms);
  return (hex) => (farms.includes(hex) ? scoring.farmHeld : 0) - 0.3 * Math.min(30, toFarm(hex));
}

/** Whether guns in a hex could force a retreat: below 1-3 none can [7.8]. */
function canHurt(position: TrialPosition, { kind, side, strength }: Piece, hex: number): boolean {
  if (kind !== 'artillery') return false;
  return position.ground.targets(hex).some((at) => {
    const there = position.at(at);
    return there[0] !== undefined && there[0].side !== side && 3 * strength >= strengthOf(there);
  });
}

/** The loss that the Train may risk when it enters: little at first, more from game-turn `LATE` on. */
const SAFE = 0.8;
const BOLD = 6;
const LATE = 14;

/** Cost of standing where the Train is about to pass, as it passes through no piece [15.4]. */
const IN_THE_WAY = 5;
/** The turns in which the road is cleared for a Train that waits, and how far away the Confederates must be. */
const TRAIN = { from: 10, until: 17, points: 10 };

/** The rest of the Train's road, while it is on it or about to be. */
function trainRoad(position: TrialPosition, toSouth: MovementPoints): ReadonlySet<number> {
  const { ground, state } = position;
  const { train } = ground.field;
  if (state.turn < TRAIN.from) return new Set();
  const at = position.hexOf(train);
  const waits = state.where[train.id] === 'waiting' && state.turn <= TRAIN.until;
  if (at === null && !waits) return new Set();
  const road: number[] = [];
  for (let hex = at ?? ground.placeOf(train.entry[0] ?? '2426'); ; ) {
    const onward = ground.links(hex).filter(({ to, way }) => way && toSouth(to) < toSouth(hex));
    const next = bestBy(onward, ({ to }) => -toSouth(to));
    if (!next) break;
    road.push(next.to);
    hex = next.to;
  }
  if (at === null) {
    const near = ground.pointsTo(road);
    const enemies = position.hexesOf('confederate');
    if (enemies.some((hex) => near(hex) <= TRAIN.points)) return new Set();
  }
  return new Set(road);
}

/** From which turn on how many pieces hold White Oak Bridge, and how many the line of communications. */
const GUARD = { from: 12, bridge: 2, line: 4 };
/** Value of standing at the bridge. */
const AT_BRIDGE = 4;

/** The last guards of the bridge and of the line of communications; none once no Confederate can score by the line. */
function guardsOf(position: TrialPosition, toSouth: MovementPoints, toLine: MovementPoints) {
  const { state, pieces: all } = position;
  const threatens = all.some(({ id, side }) => side === 'confederate' && state.where[id] !== 'lost');
  const isOver = state.turn < GUARD.from || state.turn === position.ground.field.calendar.turns || !threatens;
  const there = all.filter(
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
  // Strong units hold the bridge. Weak ones guard the line, where any unit blocks the road.
  const bridge = nearest(there, ({ strength }, hex) => toSouth(hex) - 1.5 * strength, GUARD.bridge);
  const others = there.filter(({ id }) => !bridge.has(id));
  return { bridge, line: nearest(others, ({ strength }, hex) => toLine(hex) + strength, GUARD.line) };
}

/** The course of the line of communications if no piece blocks it. */
const clearLine = oncePer((ground: MachineMap) =>
  (communicationsLine(ground.field, { where: {} }, 'union') ?? []).map((hex) => ground.placeOf(hex)),
);

/** Cost of triggering early arrival with just a piece or two. */
const EARLY_ARRIVAL = 5;
/**
 * With so much strength within so many points of the hexes that trigger it, early arrival is worthwhile. From this turn
 * on it no longer matters.
 */
const MASS = { strength: 70, points: 10, turn: 11 };

function isMassed(position: TrialPosition): boolean {
  const { ground, state } = position;
  if (state.turn >= MASS.turn) return true;
  const alarms = [...ground.field.alarms].map((hex) => ground.placeOf(hex));
  const near = ground.pointsTo(alarms);
  const there = position.hexesOf('confederate').filter((hex) => near(hex) <= MASS.points);
  return strengthOf(there.flatMap((hex) => position.at(hex))) >= MASS.strength;
}

/** The Confederates' chance of having the line of communications at the end. */
function confederateLineChance(ground: MachineMap, state: State): number {
  if (hasLine(ground.field, state, 'confederate')) return 0.5;
  return state.turn === ground.field.calendar.turns ? 0.05 : 0.15;
}

/** Confederates within so many points of the line can cut it, unless Union units there are so many times as strong. */
const CUT = { points: 18, times: 3 };

/**
 * The Union's chance of having the line at the end. It moves last; before that, it needs great superiority near the
 * line.
 */
function unionLineChance(ground: MachineMap, state: State, toLine: MovementPoints): number {
  if (!hasLine(ground.field, state, 'union')) return 0;
  if (state.turn === ground.field.calendar.turns) return 1;
  const strengthNear = (side: Side) =>
    strengthOf(
      ground.field.pieces.filter((piece) => {
        const where = state.where[piece.id];
        if (piece.side !== side) return false;
        if (isOnMap(where)) return toLine(ground.placeOf(where)) <= CUT.points;
        // Confederates still to come could enter near the line.
        return side === 'confederate' && where === 'waiting';
      }),
    );
  return CUT.times * strengthNear('confederate') <= strengthNear('union') ? 0.5 : 0;
}

/**
 * The Union holds the crossings while there is time, then leaves by White Oak Bridge, or by Seven Pines if that is
 * open.
 */
function unionObjectives(position: TrialPosition): Objectives {
  const { ground, state } = position;
  const toll = tollOf(position, 'union');
  const bridge = ground.placeOf(TRAIN_EXIT);
  const toSouth = ground.pointsTo([bridge], toll);
  const toWest = ground.pointsTo([ground.placeOf('0117')], toll);
  const posts = defenceLineOf(position);
  const farms = farmsOf(ground, state);
  const opens = zoneOpens(state);
  const toLine = ground.pointsTo(clearLine(ground));
  const mayGoWest = opens !== null && opens <= ground.field.calendar.turns && state.trainLeft !== null;
  const lineChance = mayGoWest ? unionLineChance(ground, state, toLine) : 0;
  const turnsLeft = ground.field.calendar.turns - state.turn + 1;
  const hasEnemy = position.hexesOf('confederate').length > 0;
  const road = trainRoad(position, toSouth);
  const guards = guardsOf(position, toSouth, toLine);
  const goesWest = (piece: Piece, hex: number) =>
    lineChance >= 0.4 && piece.strength * lineChance > 2 && toWest(hex) < turnsLeft * STRIDE;
  /** Whether a piece in a hex must start for its exit now. */
  const isTime = (piece: Piece, hex: number) => {
    const turns = Math.ceil((toSouth(hex) + 1) / STRIDE);
    const early = piece.kind === 'artillery' && piece.strength <= 1 && state.turn >= 10 ? 3 : 0;
    return turns + 2 + early >= turnsLeft || (state.turn >= 16 && !hasEnemy);
  };
  return {
    stands(piece, hex) {
      if (piece.kind === 'train') return -0.8 * Math.min(60, toSouth(hex));
      const from = position.hexOf(piece) ?? hex;
      const inTheWay = road.has(hex) ? IN_THE_WAY : 0;
      if (guards.bridge.has(piece.id)) return (hex === bridge ? AT_BRIDGE : 0) - 0.4 * toSouth(hex) - inTheWay;
      if (guards.line.has(piece.id)) return -0.3 * Math.min(40, toLine(hex)) - inTheWay;
      if (goesWest(piece, from)) return -0.4 * toWest(hex) - inTheWay;
      if (isTime(piece, from)) return -0.4 * Math.min(90, toSouth(hex)) - inTheWay;
      const hasTarget =
        piece.kind === 'artillery' && ground.targets(hex).some((at) => position.holder(at) === 'confederate');
      return (hasTarget ? 1.2 : 0) + (farms?.(hex) ?? posts(piece, hex)) - inTheWay;
    },
    leaves(piece, exit) {
      if (piece.kind === 'train') return exit === TRAIN_EXIT ? 30 : null;
      const from = position.hexOf(piece) ?? ground.placeOf(exit);
      if (guards.bridge.has(piece.id) || guards.line.has(piece.id)) return null;
      if (exit === '0117') return goesWest(piece, from) ? 3 + piece.strength * lineChance : null;
      return isTime(piece, from) && !goesWest(piece, from) ? 4 : null;
    },
    inTime: (hex) => toSouth(hex) + 1 <= MOVEMENT_ALLOWANCE * (turnsLeft - 1),
    venture: state.turn < LATE ? SAFE : BOLD,
  };
}

/** The near ends of the crossings, also of those with redoubts, and the road behind them. */
const LINE = ['0608', '0810', '1012', '1114', '1418', '1623', '1726', '0409', '0510', '0411', '1528'];

/** Behind the line, close to all of it. */
const RESERVE = '0819';

interface Post {
  readonly hex: number;
  /** Movement points from the nearest Confederate. */
  readonly fromEnemy: number;
}

/**
 * The value of each hex to a piece of the Union line that keeps the Confederates off its road. Its posts have one or
 * two pieces.
 */
function defenceLineOf(position: TrialPosition): (piece: Piece, hex: number) => number {
  const { ground } = position;
  const enemies = position.hexesOf('confederate');
  const fromEnemy = ground.pointsFrom(enemies);
  const toSouth = ground.pointsTo([ground.placeOf(TRAIN_EXIT)]);
  const foremost = Math.min(FAR, ...enemies.map(toSouth));
  const posts = [...LINE.map((hex) => ground.placeOf(hex)), ...screen(ground, enemies, toSouth)]
    .map((hex): Post => ({ hex, fromEnemy: fromEnemy(hex) }))
    // A post stops no Confederate who is already past it.
    .filter(({ hex }) => toSouth(hex) <= foremost + 14 && position.holder(hex) !== 'confederate')
    .sort((a, b) => a.fromEnemy - b.fromEnemy || a.hex - b.hex);
  const toPostOf = assigned(position, posts);
  const toReserve = ground.pointsTo([ground.placeOf(RESERVE)]);
  return (piece, hex) => {
    const toPost = toPostOf.get(piece.id)?.(hex);
    if (toPost === undefined) return -0.06 * Math.min(40, toReserve(hex));
    return (toPost === 0 ? 2.5 : 0) - 0.3 * Math.min(40, toPost);
  };
}

/** The fourth and the seventh hex ahead of the Confederates nearest to the exit. */
function screen(ground: MachineMap, enemies: readonly number[], toSouth: MovementPoints): readonly number[] {
  const nearest = bestBy(enemies, (hex) => -toSouth(hex), -31);
  if (nearest === null) return [];
  const way: number[] = [];
  for (let hex = nearest; toSouth(hex) > 0 && way.length < 40; ) {
    const next = ground.links(hex).find(({ to, cost }) => toSouth(to) + cost === toSouth(hex));
    if (!next) break;
    way.push(next.to);
    hex = next.to;
  }
  return [way[3], way[6]].filter((hex) => hex !== undefined);
}

/**
 * The distance of the strongest nearby pieces to their posts: two to a post with Confederates at hand, one elsewhere.
 */
function assigned(position: TrialPosition, posts: readonly Post[]): ReadonlyMap<string, MovementPoints> {
  const toPostOf = new Map<string, MovementPoints>();
  const free = position.pieces.filter(
    ({ id, side, kind }) => side === 'union' && kind !== 'train' && isOnMap(position.state.where[id]),
  );
  for (const { hex, fromEnemy } of posts) {
    if (fromEnemy > 40) continue;
    const toPost = position.ground.pointsTo([hex]);
    const cost = (piece: Piece) => toPost(position.hexOf(piece) as number) - 1.2 * piece.strength;
    const fittest = free
      .filter(({ id, strength }) => !toPostOf.has(id) && strength >= 3)
      .sort((a, b) => cost(a) - cost(b) || a.index - b.index);
    for (const piece of fittest.slice(0, fromEnemy <= 18 ? 2 : 1)) toPostOf.set(piece.id, toPost);
  }
  return toPostOf;
}
