import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer, once, oncePer } from '../../../../kit/memo.ts';
import { sum } from '../../../../kit/subsets.ts';
import { Board, boardOf, infantryIn, isRiver, type Piece } from '../../board.ts';
import type { Counter, State } from '../../state.ts';
import { apart, STACK_LIMITS, scenarioOf, type Theatre, type Unit, unitOf } from '../../theatre.ts';
import { positionFromView, type View, view } from '../../view.ts';
import {
  COMBAT_COLUMNS,
  type EventOf,
  FACES,
  isSide,
  type Order,
  otherSide,
  type Side,
  type UnitId,
} from '../../vocabulary.ts';
import { supplyIn } from '../supply.ts';
import { lossesIn, lossesOfCharge, reckon, reckonCharge, WORST_CHARGE } from './odds.ts';

export type AttackOrder = Extract<Order, { readonly verb: 'attack' | 'hasty' | 'charge' }>;

/** The odds and results of an attack on one possible set of defenders. */
export interface Fight {
  /** In strength points, or cavalry units. */
  readonly attack: number;
  readonly defence: number;
  /** The combat results table used; `null` for cavalry's. */
  readonly table: string | null;
  /** The column of the table; `null` for odds below 1-2, without a die. */
  readonly column: string | null;
  readonly modifier: 0 | 1;
  /** Losses for each face of the die, limited to the strength there is; a single pair if no die is rolled. */
  readonly losses: readonly (readonly [attacker: number, defender: number])[];
  /** The attacker’s losses count double [5.5]. */
  readonly doubled: boolean;
  /** Losses that empty the hex of infantry and fortifications, or of cavalry. */
  readonly toEmpty: number;
}

export type NoFight = EventOf<'called-off'>['why'];

/** An attack as far as the attacker can know it beforehand. */
export type AttackForecast = NonNullable<ReturnType<typeof attackForecast>>;

const views = new MemoPer<State, View>();
const forecasts = new MemoPer<View, AttackForecast | null>(200);

/** Forecasts an attack for the side to move, from its own view. */
export function forecastFor(
  { theatre, state, side }: { readonly theatre: Theatre; readonly state: State; readonly side: Side },
  order: AttackOrder,
): AttackForecast | null {
  const seen = views.get(state, side, () => view(theatre, state, side));
  return forecasts.get(seen, JSON.stringify(order), () => attackForecast(theatre, seen, order));
}

/** Positions that agree with a side's view. */
const guesses = oncePer((theatre: Theatre) =>
  oncePer((view: View) => positionFromView(theatre, view, view.viewer as Side)),
);

/**
 * Forecasts an attack from its side's view alone; `null` for any other viewer.
 * Each possible set of face-down defenders is resolved by the rules of the attack itself.
 */
export function attackForecast(theatre: Theatre, view: View, order: AttackOrder) {
  const { viewer } = view;
  if (!isSide(viewer)) return null;
  const guess = guesses(theatre)(view);
  const target = order.target;
  const enemy = otherSide(viewer);
  const board = boardOf(theatre, guess);
  const units = order.verb === 'hasty' ? apart(order.units) : order.with;
  const attackers = units.flatMap((id) => board.piece(id) ?? []);
  if (attackers.length === 0 || attackers.some(({ side }) => side !== viewer)) return null;
  const there = board.own(enemy, target);
  const seen = there.filter(({ up }) => up);
  const hidden = there.filter(({ up }) => !up);
  const turnedUp = {
    free: once(() => withInfantry(theatre, guess, hidden, { entrained: false })),
    entrained: once(() => withInfantry(theatre, guess, hidden, { entrained: true })),
    none: once(() => withInfantry(theatre, guess, hidden, null)),
  };
  const fort = board.fortOf(enemy, target);
  const across = attackers.every(({ hex }) => isRiver(theatre, hex, target));
  const outcomes = [
    ...new Set(
      order.verb === 'charge'
        ? charges(theatre, view, attackers.length, { seen, hidden, target, across })
        : attacks(theatre, view, turnedUp, attackers, { seen, hidden, target, fort, hasty: order.verb === 'hasty' }),
    ),
  ];
  const likely = turnedUp[hidden[0]?.entrained ? 'entrained' : 'free']();
  const supplyOf = ({ side, hex }: Piece) => supplyIn(theatre, likely, side, hex);
  return {
    order,
    side: viewer,
    /** Enemy counters in the hex that are face down. Without any there is one fight, or one reason for none. */
    down: hidden.length,
    fights: outcomes.filter((one) => typeof one !== 'string'),
    /** Why there may be no fight. */
    calledOff: outcomes.filter((one) => typeof one === 'string'),
    // Modifiers of strengths, die and losses [5.4, 5.5].
    unsupplied: attackers.filter((piece) => supplyOf(piece) !== 'supplied').map(({ unit }) => unit),
    fort,
    pass: theatre.hex.get(target)?.terrain === 'pass',
    isolated: there.length > 0 && supplyIn(theatre, likely, enemy, target) === 'isolated',
    entrained: there.some(({ entrained }) => entrained),
    entrenched: guess.entrenched.includes(target),
    across,
  };
}

/**
 * The position once the face-down counters of a hex have turned face up: with one infantry unit in their place, or with
 * none. Without infantry the hex's entrenchment is gone. If nothing was face down, the position stays.
 */
function withInfantry(
  theatre: Theatre,
  guess: State,
  hidden: readonly Piece[],
  infantry: Pick<Counter, 'entrained'> | null,
): State {
  const [first] = hidden;
  if (!first) return guess;
  const others = guess.counters.filter(({ hex, up }) => hex !== first.hex || up);
  if (infantry) {
    const unit: Counter = { ...first, unit: infantryOf(theatre, first.side), up: true, ...infantry };
    return { ...guess, counters: [...others, unit] };
  }
  const isEntrenched = others.some(({ hex, unit }) => hex === first.hex && unitOf(theatre, unit).kind === 'infantry');
  const entrenched = isEntrenched ? guess.entrenched : guess.entrenched.filter((hex) => hex !== first.hex);
  return { ...guess, counters: others, entrenched };
}

/** Any infantry unit of a side: which one does not matter to the odds. */
function infantryOf(theatre: Theatre, enemy: Side): UnitId {
  return (theatre.units.find(({ side, kind }) => side === enemy && kind === 'infantry') as Unit).id;
}

/** The enemy's units that a view does not show: the strengths of infantry, and how many others. */
const unseenBy = oncePer((theatre: Theatre) =>
  oncePer((view: View) => {
    const enemy = otherSide(view.viewer as Side);
    const shown = new Set([...view.gone, ...view.stacks.flatMap(({ up }) => up.map(({ unit }) => unit))]);
    const { groups } = scenarioOf(theatre, view.scenario);
    const start = groups.flatMap(({ side, units }) => (side === enemy ? units : []));
    const later = theatre.reinforcements.units.filter(({ turn }) => turn <= view.turn);
    const strengths = new Map([...later, ...start].map(({ unit, strength }) => [unit, strength]));
    const hidden = [...strengths].filter(([unit]) => !shown.has(unit) && unitOf(theatre, unit).side === enemy);
    const kinds = hidden.map(([unit]) => unitOf(theatre, unit).kind);
    return {
      /** Starting strengths, largest first. */
      infantry: hidden
        .flatMap(([unit, strength]) => (unitOf(theatre, unit).kind === 'infantry' ? [strength] : []))
        .sort((one, other) => other - one),
      cavalry: kinds.filter((kind) => kind === 'cavalry').length,
      /** Cavalry, leaders and dummies. */
      others: kinds.filter((kind) => kind !== 'infantry').length,
    };
  }),
);

/**
 * The greatest strength that so many unseen units can have. Some may have been built up to their side's limit [10.3].
 */
function mostOf(theatre: Theatre, enemy: Side, infantry: readonly number[], units: number): number {
  const cap = Math.max(theatre.caps[enemy], infantry[0] ?? 0);
  const builtUp = Math.min(units, theatre.caps.units);
  const sums = Array.from({ length: builtUp + 1 }, (_, at) => at * cap + sum(infantry.slice(0, units - at)));
  return units === 0 ? 0 : Math.max(...sums);
}

interface Target {
  readonly seen: readonly Piece[];
  readonly hidden: readonly Piece[];
  readonly target: HexId;
}

/**
 * The possible fights of infantry, for everything that could be face down in the hex. Of the face-down counters
 * `entrained` ones are infantry on a train and `free` ones other infantry. All of each kind count as one unit, since
 * only their total strength matters.
 */
function* attacks(
  theatre: Theatre,
  view: View,
  turnedUp: { readonly [infantry in 'free' | 'entrained' | 'none']: () => State },
  attackers: readonly Piece[],
  { seen, hidden, target, fort, hasty }: Target & { readonly fort: number; readonly hasty: boolean },
): Generator<Fight | NoFight> {
  const enemy = otherSide(view.viewer as Side);
  const unseen = unseenBy(theatre)(view);
  const foot = seen.filter(({ kind }) => kind === 'infantry');
  const mostInfantry = Math.max(0, Math.min(STACK_LIMITS.infantry - foot.length, unseen.infantry.length));
  const leastInfantry = hidden.length - unseen.others;
  const onTrain = hidden.filter(({ entrained }) => entrained).length;
  const ownStrength = sum(attackers.map(({ strength }) => strength));
  for (let free = 0; free <= Math.min(hidden.length - onTrain, mostInfantry); free++)
    for (let entrained = 0; entrained <= Math.min(onTrain, mostInfantry - free); entrained++) {
      if (free + entrained < leastInfantry) continue;
      if (foot.length + free + entrained === 0 && fort === 0) {
        if (hidden.length > 0 && seen.length === 0) yield 'dummies';
        if (seen.length > 0 || (hidden.length > 0 && unseen.others > 0)) yield 'nobody';
        continue;
      }
      const state = turnedUp[free > 0 ? 'free' : entrained > 0 ? 'entrained' : 'none']();
      for (const freeStrength of strengths(free, mostOf(theatre, enemy, unseen.infantry, free)))
        for (const trainStrength of strengths(entrained, mostOf(theatre, enemy, unseen.infantry, entrained))) {
          const infantry = { unit: infantryOf(theatre, enemy), up: true };
          const guessed = [
            { strength: freeStrength, entrained: false },
            { strength: trainStrength, entrained: true },
          ].flatMap((one): Counter[] => (hidden[0] && one.strength > 0 ? [{ ...hidden[0], ...infantry, ...one }] : []));
          const board = new Board(theatre, { counters: [...foot, ...guessed], forts: state.forts, ghosts: [] });
          const reckoning = reckon({ theatre, state, board }, attackers, target, hasty);
          const { attack, defence, table, column, modifier } = reckoning;
          if (column === null && !hasty) {
            yield 'odds';
            continue;
          }
          const toEmpty = sum(infantryIn(board, enemy, target).map(({ strength }) => strength)) + fort;
          const dice = column === null ? [null] : FACES;
          const losses = dice.map((die) => {
            const [own, theirs] = lossesIn(theatre, reckoning, die);
            return [Math.min(own, ownStrength), Math.min(theirs, toEmpty)] as const;
          });
          yield { attack, defence, table, column, modifier, losses, doubled: reckoning.entrenched, toEmpty };
        }
    }
}

/** All strengths that so many infantry units can have together. */
function strengths(units: number, most: number): readonly number[] {
  return units === 0 ? [0] : Array.from({ length: Math.max(1, most - units + 1) }, (_, at) => units + at);
}

/** The possible fights of cavalry, for everything that could be face down in the hex. */
function* charges(
  theatre: Theatre,
  view: View,
  chargers: number,
  { seen, hidden, target, across }: Target & { readonly across: boolean },
): Generator<Fight | NoFight> {
  const unseen = unseenBy(theatre)(view);
  const horse = seen.filter(({ kind }) => kind === 'cavalry').length;
  if (hidden.length > 0 && unseen.infantry.length > 0) yield 'infantry';
  const mustHaveInfantry = hidden.length > unseen.others;
  if (mustHaveInfantry) return;
  const mostHidden = Math.max(0, Math.min(hidden.length, unseen.cavalry, STACK_LIMITS.cavalry - horse));
  const factor = theatre.hex.get(target)?.terrain === 'pass' ? 2 : 1;
  for (let cavalry = horse; cavalry <= horse + mostHidden; cavalry++) {
    const defence = cavalry * factor;
    if (defence === 0) {
      if (hidden.length > 0 && seen.length === 0) yield 'dummies';
      if (seen.length > 0 || hidden.length > 0) yield 'nobody';
    } else if (defence > chargers * WORST_CHARGE) yield 'odds';
    else {
      const reckoning = reckonCharge(theatre, chargers, defence, across);
      const losses = FACES.map((die) => {
        const [own, theirs] = lossesOfCharge(theatre, reckoning, die);
        return [Math.min(own, chargers), Math.min(theirs, cavalry)] as const;
      });
      yield { attack: chargers, defence, table: null, ...reckoning, losses, doubled: false, toEmpty: cavalry };
    }
  }
}

/** Odds columns below an infantry fight's own, best first, each with the least strength that still reaches it. */
export function lowerColumns(theatre: Theatre, { defence, table, column, modifier, doubled, toEmpty }: Fight) {
  const columns: readonly (string | null)[] = COMBAT_COLUMNS;
  const below = COMBAT_COLUMNS.slice(0, Math.max(0, columns.indexOf(column))).toReversed();
  return below.map((one) => {
    const [first = 1, second = 1] = one.split('-').map(Number);
    const reckoning = { attack: 0, defence, table: table ?? '', column: one, modifier, entrenched: doubled };
    const losses = FACES.map((die) => {
      const [own, theirs] = lossesIn(theatre, reckoning, die);
      return [own, Math.min(theirs, toEmpty)] as const;
    });
    return { column: one, from: (Math.max(defence, 1) * first) / second, losses };
  });
}
