import type { Applied, Dice } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { boardOf, enemyHexesBeside, infantryIn, isRiver, type Piece, pieceOf } from '../../board.ts';
import { type Deed, type Pending, type State, withCounters } from '../../state.ts';
import { apart, HEX_GRID, inUnitOrder, type Theatre } from '../../theatre.ts';
import { type Event, type EventOf, otherSide, type Side, type UnitId } from '../../vocabulary.ts';
import {
  closedUnless,
  type Moment,
  type Reason,
  ROLLED_FOR,
  type Rule,
  reason,
  type Slot,
  unitFault,
} from '../moment.ts';
import { moveOver, stackSlot, zoneIn } from '../movement/march.ts';
import { reveal, revealHex } from '../reveal.ts';
import { supplyIn } from '../supply.ts';
import { defending, goOn, loseCavalry, offTheTrain } from './aftermath.ts';
import { lossesIn, lossesOfCharge, reckon, reckonCharge, WORST_CHARGE } from './odds.ts';

interface Attack {
  readonly theatre: Theatre;
  readonly side: Side;
  readonly target: HexId;
  readonly units: readonly UnitId[];
  readonly hasty: boolean;
}

function deed(state: State, units: readonly UnitId[], done: Deed): State {
  return withCounters(state, units, (one) => ({ ...one, deeds: [...one.deeds, done] }));
}

/** Turns both sides of an attack face up. `settle` and `calledOff` are for the rest of the attack. */
function opened(before: State, { theatre, side, target, units, hasty }: Attack) {
  const events: Event[] = [];
  const shown = reveal(theatre, before, units, events);
  const state = revealHex(theatre, shown, otherSide(side), target, events);
  const settle: Pending = { kind: 'settle', side, units, hex: target, hasty };
  const calledOff = (
    now: State,
    why: EventOf<'called-off'>['why'],
    pending: readonly Pending[] = now.pending,
  ): Applied<State, Event> => {
    events.push({ type: 'called-off', side, target, why });
    return goOn(theatre, { ...now, pending }, events);
  };
  return { state, board: boardOf(theatre, state), events, settle, calledOff };
}

/** An attack by infantry: both sides turn face up, then odds, die and losses follow [4.2, 5.1]. */
function fight(before: State, attack: Attack, dice: Dice): Applied<State, Event> {
  const { theatre, side, target, units, hasty } = attack;
  const enemy = otherSide(side);
  const { board, events, settle, calledOff, ...shown } = opened(before, attack);
  let { state } = shown;
  // An attack on nothing but dummies does not count [1.5, 4.2].
  if (!board.isHeld(enemy, target)) return calledOff(state, 'dummies');
  state = deed(state, units, hasty ? 'hasty' : 'attacked');
  if (!hasty) state = { ...state, fought: [...state.fought, target].sort() };
  if (infantryIn(board, enemy, target).length === 0 && board.fortOf(enemy, target) === 0)
    return calledOff(state, 'nobody', [settle]);
  const attackers = units.map((id) => pieceOf(board, id));
  const reckoning = reckon({ theatre, state, board }, attackers, target, hasty);
  if (reckoning.column === null && !hasty) return calledOff(state, 'odds');
  const die = reckoning.column === null ? null : dice.roll(6, ROLLED_FOR.attack(side, target));
  const losses = lossesIn(theatre, reckoning, die);
  const defenders = defending(theatre, board, enemy, target);
  events.push({ type: 'fought', side, hasty, target, attackers: units, defenders, reckoning, die, losses });
  state = offTheTrain(theatre, state, enemy, target, events);
  const losing = [
    { kind: 'lose', side: enemy, among: defenders, points: losses[1] },
    { kind: 'lose', side, among: units, points: losses[0] },
  ] as const;
  return goOn(theatre, { ...state, pending: [...losing.filter(({ points }) => points > 0), settle] }, events);
}

/** Why infantry can't attack in the Combat Phase, leaving aside whether an enemy is adjacent [5.1, 8.1]. */
function notAttacking({ theatre, state, side }: Moment, piece: Piece): Reason | null {
  const { unit } = piece;
  if (piece.kind !== 'infantry') return reason('infantry-only', '5.1', { unit });
  if (piece.entrained) return reason('entrained', '3.6', { unit });
  if (piece.held) return reason('out-of-command', '7.3', { unit });
  if (piece.deeds.includes('attacked')) return reason('attacked', '5.1', { unit });
  return supplyIn(theatre, state, side, piece.hex) === 'isolated' ? reason('isolated', '8.1', { unit }) : null;
}

/** The side's units of a kind that are next to a hex. */
function beside({ board, side }: Moment, kind: Piece['kind'], target: HexId): readonly Piece[] {
  return board.of(side).filter((piece) => piece.kind === kind && HEX_GRID.distance(piece.hex, target) === 1);
}

/** The side's units of a kind that can attack a hex, next to it and without a reason against them. */
function ableToAttack(moment: Moment, kind: Piece['kind'], target: HexId, not: typeof notAttacking) {
  const able = beside(moment, kind, target).filter((piece) => not(moment, piece) === null);
  return inUnitOrder(
    moment.theatre,
    able.map(({ unit }) => unit),
  );
}

function attackersOn(moment: Moment, target: HexId): readonly UnitId[] {
  return ableToAttack(moment, 'infantry', target, notAttacking);
}

function targetsOf({ board, side }: Moment): readonly HexId[] {
  return [...new Set(board.hexesOf(side).flatMap((hex) => enemyHexesBeside(board, side, hex)))].sort();
}

/** The slot of the attacking units, at least `least` of them. */
function withSlot(
  rule: string,
  on: (moment: Moment, target: HexId) => readonly UnitId[],
  not: typeof notAttacking,
  least: (moment: Moment, target: HexId) => number,
): Slot {
  return {
    slot: 'with',
    candidates: (moment, { target }) => on(moment, target as HexId),
    fault: (moment, { target }, id) => {
      const fault = unitFault(moment, id) ?? not(moment, pieceOf(moment.board, id));
      if (fault) return fault;
      const { hex } = pieceOf(moment.board, id);
      return HEX_GRID.distance(hex, target as HexId) === 1 ? null : reason('not-adjacent', rule, { unit: id });
    },
    several: (moment, { target }, choices) => ({ least: least(moment, target as HexId), most: choices }),
  };
}

/** Infantry of any number of hexes attacks one hex, in the Combat Phase [5]. */
export const attack: Rule<'attack'> = {
  verb: 'attack',
  closed: closedUnless('combat'),
  slots: [
    {
      slot: 'target',
      candidates: targetsOf,
      fault: (moment, _draft, target) => {
        const { board, side, state } = moment;
        if (!board.isHeld(otherSide(side), target)) return reason('no-enemy', '5.1', { hex: target });
        if (state.fought.includes(target)) return reason('fought', '5.1', { hex: target });
        if (attackersOn(moment, target).length > 0) return null;
        const [first] = beside(moment, 'infantry', target);
        return (first && notAttacking(moment, first)) ?? reason('no-attackers', '5.1', { hex: target });
      },
    },
    withSlot('5.1', attackersOn, notAttacking, () => 1),
  ],
  carry: ({ theatre, state, side }, order, dice) =>
    fight(state, { theatre, side, target: order.target, units: order.with, hasty: false }, dice),
};

/** Why infantry can't make a hasty attack on an adjacent hex [4.1, 4.2]. */
function notHasty({ board }: Moment, piece: Piece): Reason | null {
  const { unit, kind, deeds, hex } = piece;
  if (kind !== 'infantry') return reason('infantry-only', '4.1', { unit });
  if (piece.entrained) return reason('entrained', '3.6', { unit });
  if (piece.held) return reason('out-of-command', '7.3', { unit });
  if (deeds.includes('hasty')) return reason('hasty-once', '4.2', { unit });
  const over = moveOver(piece);
  if (over) return over;
  return deeds.includes('marched') && board.isInZone(otherSide(piece.side), hex)
    ? null
    : reason('not-entered', '4.2', { unit });
}

function notHastyOn({ theatre, board, side }: Moment, hex: HexId, target: HexId): Reason | null {
  if (!board.isHeld(otherSide(side), target)) return reason('no-enemy', '4.2', { hex: target });
  if (HEX_GRID.distance(hex, target) !== 1) return reason('not-beside', '4.2', { hex: target, from: hex });
  if (isRiver(theatre, hex, target)) return reason('hasty-river', '4.1', { hex: target });
  return zoneIn(board, target) ? null : reason('no-zone', '4.2', { hex: target });
}

export const hastyIn = (moment: Moment, hex: HexId) =>
  moment.board.own(moment.side, hex).filter((piece) => notHasty(moment, piece) === null);
const hastyTargets = (moment: Moment, hex: HexId) =>
  HEX_GRID.neighbours(hex).filter((to) => notHastyOn(moment, hex, to) === null);

/** A stack that has marched into an enemy's zone attacks it in the Movement Phase [4]. */
export const hasty: Rule<'hasty'> = {
  verb: 'hasty',
  closed: closedUnless('move'),
  slots: [
    {
      slot: 'from',
      candidates: ({ board, side }) => board.hexesOf(side),
      fault: (moment, _draft, hex, order) => {
        const own = moment.board.own(moment.side, hex);
        const [anyone] = own;
        if (!anyone) return reason('nobody-there', '4.2', { hex });
        const named = own.find(({ unit }) => typeof order?.units === 'string' && apart(order.units).includes(unit));
        if (hastyIn(moment, hex).length === 0) return notHasty(moment, named ?? own.find(isFoot) ?? anyone);
        if (hastyTargets(moment, hex).length > 0) return null;
        const enemies = enemyHexesBeside(moment.board, moment.side, hex);
        const [first] = enemies;
        if (first === undefined) return reason('nobody-beside', '4.2', { hex });
        return notHastyOn(moment, hex, enemies.find((target) => target === order?.target) ?? first);
      },
    },
    stackSlot('4.2', hastyIn, (moment, pieces) => pieces.map((piece) => notHasty(moment, piece)).find(Boolean) ?? null),
    {
      slot: 'target',
      candidates: (moment, { from }) => hastyTargets(moment, from as HexId),
      fault: (moment, { from }, target) => notHastyOn(moment, from as HexId, target),
    },
  ],
  carry: ({ theatre, state, side }, order, dice) =>
    fight(state, { theatre, side, target: order.target, units: apart(order.units), hasty: true }, dice),
};

function isFoot({ kind }: Piece): boolean {
  return kind === 'infantry';
}

function notCharging(_moment: Moment, { unit, kind, deeds }: Piece): Reason | null {
  if (kind !== 'cavalry') return reason('cavalry-only', '6.1', { unit });
  return deeds.includes('attacked') ? reason('attacked', '6.1', { unit }) : null;
}

function chargersOn(moment: Moment, target: HexId): readonly UnitId[] {
  return ableToAttack(moment, 'cavalry', target, notCharging);
}

/** Cavalry units that defend a hex, doubled in a pass. */
function defenceIn({ theatre, board, side }: Moment, target: HexId): number {
  const cavalry = board.own(otherSide(side), target).filter(({ up, kind }) => up && kind === 'cavalry');
  return cavalry.length * (theatre.hex.get(target)?.terrain === 'pass' ? 2 : 1);
}

/** How many cavalry units it takes to charge the face-up cavalry in a hex. */
function fewest(moment: Moment, target: HexId): number {
  return Math.max(1, Math.ceil(defenceIn(moment, target) / WORST_CHARGE));
}

function notCharged(moment: Moment, target: HexId): Reason | null {
  const { board, side, state } = moment;
  const enemy = otherSide(side);
  if (board.own(enemy, target).length === 0 && board.fortOf(enemy, target) === 0)
    return reason('no-enemy', '6.1', { hex: target });
  if (state.fought.includes(target)) return reason('fought', '5.1', { hex: target });
  const isBarred = board.own(enemy, target).some(({ up, kind }) => up && kind === 'infantry');
  if (isBarred || board.fortOf(enemy, target) > 0) return reason('infantry-there', '6.1', { hex: target });
  const chargers = chargersOn(moment, target).length;
  if (chargers === 0) return reason('no-attackers', '6.1', { hex: target });
  return chargers < fewest(moment, target) ? reason('cavalry-odds', '6.1', { hex: target }) : null;
}

/** Cavalry against cavalry, in the Combat Phase [6.1]. */
export const charge: Rule<'charge'> = {
  verb: 'charge',
  closed: closedUnless('combat'),
  slots: [
    {
      slot: 'target',
      candidates: targetsOf,
      fault: (moment, _draft, target) => notCharged(moment, target),
    },
    withSlot('6.1', chargersOn, notCharging, fewest),
  ],
  carry: (moment, { target, with: units }, dice) => {
    const { theatre, side } = moment;
    const enemy = otherSide(side);
    const attacked = opened(moment.state, { theatre, side, target, units, hasty: false });
    const { board, events, settle, calledOff } = attacked;
    if (board.own(enemy, target).length === 0) return calledOff(attacked.state, 'dummies');
    let state = deed(attacked.state, units, 'attacked');
    state = { ...state, fought: [...state.fought, target].sort() };
    if (infantryIn(board, enemy, target).length > 0) return calledOff(state, 'infantry');
    const defence = defenceIn({ ...moment, state, board }, target);
    if (defence > units.length * WORST_CHARGE) return calledOff(state, 'odds');
    if (defence === 0) return calledOff(state, 'nobody', [settle]);
    const isAcross = units.every((id) => isRiver(theatre, pieceOf(board, id).hex, target));
    const reckoning = reckonCharge(theatre, units.length, defence, isAcross || state.entrenched.includes(target));
    const { column, modifier } = reckoning;
    const die = dice.roll(6, ROLLED_FOR.charge(side, target));
    const losses = lossesOfCharge(theatre, reckoning, die);
    const defenders = board.own(enemy, target).flatMap(({ unit, kind }) => (kind === 'cavalry' ? [unit] : []));
    events.push({ type: 'charged', side, target, attackers: units, defenders, column, die, modifier, losses });
    state = offTheTrain(theatre, state, enemy, target, events);
    for (const id of [...units.slice(0, losses[0]), ...defenders.slice(0, losses[1])])
      state = loseCavalry(theatre, state, id, events);
    // Remaining cavalry holds the hex.
    const isHeld = defenders.length > losses[1];
    return goOn(theatre, isHeld ? state : { ...state, pending: [settle] }, events);
  },
};
