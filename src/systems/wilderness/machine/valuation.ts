import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sum } from '../../../kit/subsets.ts';
import { isRiver, type Piece } from '../board.ts';
import { combatTableFor, lossesOf } from '../rules/combat/odds.ts';
import type { Moment } from '../rules/moment.ts';
import { supplyIn } from '../rules/supply.ts';
import { HEX_GRID, isLand, isSameLine, scenarioOf, type Theatre } from '../theatre.ts';
import type { StackView, View } from '../view.ts';
import { FACES, otherSide, type Side } from '../vocabulary.ts';

/** Sightings older than so many turns are ignored. */
const FRESH = 1;
/** How many hexes infantry marches in a turn. */
const MARCH = 6;
/** From so many hexes away infantry is no threat. */
const FAR_OFF = 18;

/** Estimates the strength in enemy hexes from a side's view alone. */
export class Beliefs {
  readonly theatre: Theatre;
  readonly view: View;
  readonly side: Side;
  readonly enemies: readonly StackView[];
  /** The strength that a face-down counter has on average. */
  readonly #average: number;
  readonly #at: ReadonlyMap<HexId, StackView>;

  constructor(theatre: Theatre, view: View, side: Side) {
    const enemy = otherSide(side);
    this.theatre = theatre;
    this.view = view;
    this.side = side;
    this.enemies = view.stacks.filter((stack) => stack.side === enemy);
    this.#at = new Map(this.enemies.map((stack) => [stack.hex, stack]));
    const units = scenarioOf(theatre, view.scenario).groups.flatMap((group) =>
      group.side === enemy ? group.units : [],
    );
    const arrived = [...theatre.reinforcements[enemy]].flatMap(([turn, points]) => (turn <= view.turn ? [points] : []));
    const shown = sum(this.enemies.flatMap(({ up }) => up.map(({ strength }) => strength)));
    const whole = sum(units.map(({ strength }) => strength)) + sum(arrived) - view.lost[enemy];
    const faceDown = sum(this.enemies.map((stack) => stack.down));
    this.#average = faceDown === 0 ? 0 : Math.max(1, (whole - shown) / faceDown);
  }

  strengthIn(hex: HexId): number {
    const stack = this.#at.get(hex);
    if (!stack) return 0;
    const shown = sum(stack.up.map(({ strength }) => strength));
    const sighted = this.view.sightings.filter((one) => one.hex === hex && this.view.turn - one.turn <= FRESH);
    const known = sighted.slice(0, stack.down);
    return shown + sum(known.map(({ strength }) => strength)) + (stack.down - known.length) * this.#average;
  }

  strengthNear(hex: HexId, range: number): number {
    return this.#weighed((stack) => (HEX_GRID.distance(hex, stack) <= range ? 1 : 0));
  }

  /** Enemy strength that threatens a hex: all of it within a turn's march, fading out beyond. */
  threatTo(hex: HexId): number {
    return this.#weighed((stack) => Math.min(1, (FAR_OFF - HEX_GRID.distance(hex, stack)) / (FAR_OFF - MARCH)));
  }

  #weighed(share: (hex: HexId) => number): number {
    return sum(this.enemies.map(({ hex }) => Math.max(0, share(hex)) * this.strengthIn(hex)));
  }

  hasFaceDown(hex: HexId): boolean {
    return (this.#at.get(hex)?.down ?? 0) > 0;
  }
}

/** Least value of an attack that is made, or marched towards. */
export const WORTH_IT = 0.25;

/** Safety factor for face-down strength. */
const DOUBT = 1.25;

/** The share of a place's value that counts if its defence is only worn down. */
const WORN = 0.4;
/** The share that counts if it is taken. */
const TAKEN = 0.8;

/**
 * The expected value of an attack in strength points: enemy losses minus own losses, plus the value of the hex.
 * Its victory points are converted at what a strength point scores [12.1].
 */
export function battleValueOf(
  { theatre, state, board, side }: Moment,
  beliefs: Beliefs,
  attackers: readonly Piece[],
  target: HexId,
  how: 'hasty' | 'prepared' = 'prepared',
): number {
  const fort = board.fortOf(otherSide(side), target);
  const foot = beliefs.strengthIn(target) * (beliefs.hasFaceDown(target) ? DOUBT : 1);
  const isDoubled = fort > 0 || theatre.hex.get(target)?.terrain === 'pass';
  const defence = foot * (isDoubled ? 2 : 1) + fort;
  const isFull = ({ hex }: Piece) => how === 'prepared' && supplyIn(theatre, state, side, hex) === 'supplied';
  const attack = sum(attackers.map((one) => one.strength * (isFull(one) ? 1 : 0.5)));
  const prize = prizeOf(beliefs, state.control, target) / theatre.points.strengthPoint;
  // Only cavalry and leaders are there: they fall back, and the hex is the only gain.
  if (defence < 0.5) return attack > 0 ? prize * TAKEN : 0;
  if (attack * 2 < defence) return -1;
  const strength = foot + fort;
  const { table } = combatTableFor(theatre, strength);
  const column = table.oddsOf(attack, defence);
  const isEntrenched = state.entrenched.includes(target);
  const modifier = isEntrenched || attackers.every(({ hex }) => isRiver(theatre, hex, target)) ? 1 : 0;
  const swings = FACES.map((face) => {
    const [ownLoss, enemyLoss] = lossesOf(table.resultOf(column, face + modifier));
    const inflicted = Math.min(enemyLoss, strength);
    const gain = prize * (inflicted >= strength ? TAKEN : (WORN * inflicted) / strength);
    // A point of a fortification scores half of what one of infantry does.
    return inflicted - Math.min(fort, inflicted) / 2 - ownLoss * (isEntrenched ? 2 : 1) + gain;
  });
  return sum(swings) / FACES.length;
}

export interface Objective {
  readonly hex: HexId;
  /** Victory points until the end of the game. */
  readonly value: number;
  /** The strength that has to be sent. */
  readonly need: number;
}

/** Hexes around a place within which enemies count against taking it. */
const ABOUT = 2;
/** Share of the threatening strength that is needed to hold a place. */
const TO_HOLD = 0.4;
/** The strength that every objective needs, even without an enemy. */
const LEAST = 3;
/** Most turns that points are counted for. */
const AHEAD = 8;

function turnsAhead({ theatre, view }: Beliefs): number {
  const [, last] = scenarioOf(theatre, view.scenario).turns;
  return Math.min(AHEAD, last - view.turn + 1);
}

/** Places that score each turn, with the swing in points to the end of the game for the side that takes them. */
function prizes(beliefs: Beliefs): readonly (readonly [HexId, number])[] {
  const turns = turnsAhead(beliefs);
  return scenarioOf(beliefs.theatre, beliefs.view.scenario).held.flatMap(({ hexes, union, confederate }) =>
    hexes.map((hex) => [hex, ((union + confederate) * turns) / hexes.length] as const),
  );
}

function prizeOf(beliefs: Beliefs, control: View['control'], taken: HexId): number {
  if (control[taken] === beliefs.side) return 0;
  return sum(prizes(beliefs).map(([hex, points]) => (hex === taken ? points : 0)));
}

/**
 * A side's objectives, the most valuable first: places to take or defend; for the Union railroads to cut, for the
 * Confederates the North.
 */
export function objectivesOf(beliefs: Beliefs): readonly Objective[] {
  const { theatre, view, side } = beliefs;
  const { invasion, lines } = theatre.points;
  const turns = turnsAhead(beliefs);
  const fortIn = (whose: Side, hex: HexId) =>
    sum(view.forts.map((fort) => (fort.hex === hex && fort.side === whose ? fort.strength : 0)));
  const taking = (hex: HexId, value: number, superiority: number): Objective => {
    const need = LEAST + superiority * (beliefs.strengthNear(hex, ABOUT) + fortIn(otherSide(side), hex));
    return { hex, value, need };
  };
  const held = prizes(beliefs).flatMap(([hex, value]): readonly Objective[] => {
    if (view.control[hex] !== side) return [taking(hex, value, 1.5)];
    const threat = beliefs.threatTo(hex);
    return threat === 0 ? [] : [{ hex, value, need: LEAST + threat * TO_HOLD - fortIn(side, hex) }];
  });
  const railroads = () =>
    lines.flatMap(({ name, union }) => {
      const line = theatre.lines.find((one) => isSameLine(one.name, name));
      const stations = (line?.stations ?? []).filter((hex) => isLand(theatre, hex));
      const isCut = stations.some((hex) => view.control[hex] === 'union');
      return isCut ? [] : stations.map((hex) => taking(hex, union * turns, 1.5));
    });
  // A division that shows itself in the North scores.
  const north = () => nearestNorth(beliefs).map((hex) => taking(hex, invasion.each * turns * 12, 1.2));
  return [...held, ...(side === 'union' ? railroads() : north())].sort((one, other) => other.value - one.value);
}

function nearestNorth({ theatre, view }: Beliefs): readonly HexId[] {
  const own = view.stacks.flatMap(({ side, hex }) => (side === 'confederate' ? [hex] : []));
  return [...theatre.zones.north]
    .filter((hex) => isLand(theatre, hex) && !theatre.fortIn.has(hex))
    .map((hex) => ({ hex, distance: Math.min(...own.map((from) => HEX_GRID.distance(from, hex))) }))
    .sort((one, other) => one.distance - other.distance || (one.hex < other.hex ? -1 : 1))
    .slice(0, 4)
    .map(({ hex }) => hex);
}
