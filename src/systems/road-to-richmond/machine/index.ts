import type { Dice, Machine, MachineStyle } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { best, bestBy, type Candidate, ROUNDING } from '../../../kit/machine-search.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { pieceOf } from '../board.ts';
import { type Field, idsOf, inOrder, type Piece } from '../field.ts';
import { CRT, expectedSwing, reckon } from '../rules/combat/battle-odds.ts';
import { gunsOf, gunsOn, inControl } from '../rules/combat/contact.ts';
import { advances, retreats } from '../rules/combat/pending-choices.ts';
import { defaultOrderOf, RichmondDryRun, retreatOrder } from '../rules/legality.ts';
import type { PendingOf, State, View } from '../state.ts';
import { type Column, isSide, type Order, otherSide, type PieceId, type Side, targetOf } from '../vocabulary.ts';
import { MACHINE_SUMMARY } from '../words/orders.ts';
import { atBestColumn, type Intended, outlookOf, Threat } from './battles.ts';
import { movementOf, type PlayingStyle } from './movement.ts';
import { objectivesOf } from './objectives.ts';
import { TrialPosition } from './position.ts';

/** The first is the default. */
const STYLES: readonly (MachineStyle & PlayingStyle)[] = [
  { id: 'steady', name: 'Steady', summary: 'attacks at good odds and guards its flanks', nerve: 1.3, caution: 0.6 },
  { id: 'bold', name: 'Bold', summary: 'attacks at even odds and takes risks', nerve: 1.7, caution: 0.35 },
  { id: 'careful', name: 'Careful', summary: 'keeps its distance and attacks only when sure', nerve: 1, caution: 1 },
  { id: 'green', name: 'Green', summary: 'easy to beat: slow to attack, quick to give ground', nerve: 0.6, caution: 2 },
];

/**
 * The bot player: it calculates battles exactly, considers the enemy's possible attacks, and knows its side's
 * objectives.
 */
export function machineOf(field: Field): Machine<View, Order> {
  return {
    summary: MACHINE_SUMMARY,
    styles: STYLES,
    orders: (view, seat, dice, style) => (isSide(seat) ? orders(field, view, seat, dice, style) : []),
  };
}

function orders(field: Field, state: State, side: Side, dice: Dice, style?: string): readonly Order[] {
  if (state.pending.length === 0 && state.step === 'plan') return planOf(field, state, side);
  if (state.pending.length === 0 && state.step === 'move') return movementOf(field, state, side, styleOf(style, dice));
  const order = choiceOf(field, state, side);
  if (!order) throw new Error('Nothing is left to be done');
  return [order];
}

/** The style for one phase, varied by a factor of 0.9 to 1.15 so that it is less predictable. */
function styleOf(style: string | undefined, dice: Dice): PlayingStyle {
  const { nerve, caution } = STYLES.find(({ id }) => id === style) ?? (STYLES[0] as PlayingStyle);
  return { nerve: nerve * (0.85 + 0.05 * dice.roll(6, 'how bold the bot is')), caution };
}

/** Cost of a retreat into a hex that will still be attacked this phase: it adds no defence there [8.4]. */
const UNDER_FIRE = 4;
/** Cost of displacing another piece. */
const IN_THE_WAY = 0.8;
/** Value of the ground won by an advance. */
const GROUND = 0.4;
/** Weight of a bad mandatory attack in the side's next turn, by when others can have come to help. */
const LATER = 0.5;

/** The order for a side that must choose in the middle of a phase, or has only one sensible order. */
export function choiceOf(field: Field, state: State, side: Side): Order | null {
  const [pending] = state.pending;
  if (pending?.kind === 'advance') return advance(field, state, side, pending);
  if (pending?.kind === 'retreat') {
    const retreat = best(retreatChoices(field, state, side, pending), undefined, ROUNDING);
    if (retreat) return retreat.order;
  }
  return defaultOrderOf(field, state) ?? null;
}

interface Choice extends Candidate {
  readonly order: Order;
}

/** The value of a piece in a hex that others already hold. */
function worthIn(position: TrialPosition, side: Side): (id: PieceId, to: HexId) => number {
  const { ground, state } = position;
  const objectives = objectivesOf(position, side);
  const threat = new Threat(ground, state, side);
  return (id, to) => {
    const piece = pieceOf(ground.field, id);
    const hex = ground.placeOf(to);
    const there = position.at(hex).filter((one) => one !== piece && one.side === piece.side);
    return objectives.stands(piece, hex) - threat.added(position, hex, there, piece);
  };
}

function* retreatChoices(field: Field, state: State, side: Side, pending: PendingOf<'retreat'>): Generator<Choice> {
  const attacked = new Set(state.battles.flatMap(({ hexes }) => hexes));
  const worth = worthIn(new TrialPosition(field, state), side);
  for (const [unit, open] of retreats(field, state, pending))
    for (const way of open) {
      const cost = (attacked.has(way.to) ? UNDER_FIRE : 0) + (way.displacing.length > 0 ? IN_THE_WAY : 0);
      yield { order: retreatOrder(field, unit, way), value: worth(unit, way.to) - cost };
    }
}

function advance(field: Field, state: State, side: Side, pending: PendingOf<'advance'>): Order {
  const position = new TrialPosition(field, state);
  const worth = worthIn(position, side);
  const choices = [...advances(field, state, pending)].flatMap(([unit, hexes]) => {
    const from = state.where[unit] as HexId;
    return hexes.flatMap((to): readonly Choice[] => {
      // Guns alone do not enter enemy control.
      const isArtillery = pieceOf(field, unit).kind === 'artillery';
      if (isArtillery && position.controls(otherSide(pending.side), position.ground.placeOf(to))) return [];
      const duty = dutyAfter(position, pending.side, unit, to) * (pending.side === state.side ? LATER : 1);
      const order: Order = { verb: 'advance', unit, ...(hexes.length > 1 ? { to } : {}) };
      return [{ order, value: worth(unit, to) - worth(unit, from) + duty }];
    });
  });
  return best(choices, -GROUND, ROUNDING)?.order ?? { verb: 'advance', unit: 'none' };
}

/**
 * The value, 0 or less, of the attacks that an advance forces on a side: a piece may be pinned next to an enemy, which
 * must then be attacked [6.3, 7.1].
 */
function dutyAfter(position: TrialPosition, side: Side, id: PieceId, to: HexId): number {
  const piece = pieceOf(position.ground.field, id);
  const from = position.hexOf(piece);
  const before = outlookOf(position, side).value;
  position.put(piece, position.ground.placeOf(to));
  const { value } = outlookOf(position, side);
  position.put(piece, from);
  return Math.min(0, value - before);
}

const MOST_ORDERS = 120;
/** Strength points that guns have to add to a battle that they support. */
const LEAST_SUPPORT = 0.05;
/** Columns on which no roll makes a bombardment succeed. */
const USELESS: readonly Column[] = ['1-5', '1-4'];

/** The orders of a plan; ending the planning comes last [7.5]. */
function planOf(field: Field, state: State, side: Side): readonly Order[] {
  const run = new RichmondDryRun(field, state, side);
  const couldGive = (order: Order | undefined) => order !== undefined && run.give(order) === null;
  // Planned battles are cancelled, so that the plan starts afresh.
  for (const { hexes } of state.battles) run.give({ verb: 'cancel', target: targetOf(hexes) });
  const position = new TrialPosition(field, run.state);
  const guns = gunStacks(position);
  for (const battle of supported(position, side, guns)) run.give(attack(field, run.state, position, battle));
  for (const order of bombardments(field, run.state, position, guns)) run.give(order);
  while (run.orders.length < MOST_ORDERS && !couldGive({ verb: 'done' }) && !couldGive({ verb: 'done', sure: 'yes' }))
    if (!couldGive(defaultOrderOf(field, run.state))) break;
  return run.orders;
}

/** Guns that can bombard, by hex; those of one hex share a target [9.1]. */
function gunStacks(position: TrialPosition): Map<number, readonly Piece[]> {
  const { field } = position.ground;
  const free = gunsOf(field, position.state).filter(
    (gun) => position.hexOf(gun) !== null && !inControl(field, position.state, gun),
  );
  return new Map(grouped(free, (gun) => String(position.hexOf(gun))).map(([hex, guns]) => [Number(hex), guns]));
}

/** Battles with the guns that help them most; these guns are removed from `guns`. */
function supported(position: TrialPosition, side: Side, guns: Map<number, readonly Piece[]>): readonly Intended[] {
  const battles = [...outlookOf(position, side).battles];
  for (const [hex, pieces] of [...guns]) {
    const inRange = position.ground.targets(hex);
    const helped = battles.flatMap((battle, at): readonly (Candidate & { at: number; battle: Intended })[] => {
      if (!battle.targets.some((target) => inRange.includes(target))) return [];
      const withGuns = atBestColumn(position, side, { ...battle, guns: [...battle.guns, ...pieces] });
      return [{ at, battle: withGuns, value: withGuns.value - battle.value }];
    });
    const most = best(helped, LEAST_SUPPORT);
    if (!most) continue;
    battles[most.at] = most.battle;
    guns.delete(hex);
  }
  return battles;
}

function attack(field: Field, state: State, position: TrialPosition, intended: Intended): Order {
  const { targets, beside, guns, column } = intended;
  const hexes = targets.map((hex) => position.idOf(hex)).sort();
  const { odds } = reckon(field, state, { hexes, attackers: idsOf(inOrder([...beside, ...guns])) });
  const isAskedForGuns = gunsOn(field, state, hexes).length > 0;
  return {
    verb: 'attack',
    target: targetOf(hexes),
    with: idsOf(inOrder(beside)),
    ...(isAskedForGuns ? { guns: idsOf(inOrder(guns)) } : {}),
    column: CRT.columnsFrom(odds).includes(column) ? column : odds,
  } as Order;
}

/** Guns that support no attack bombard the hex they harm most, since it costs nothing. */
function bombardments(
  field: Field,
  state: State,
  position: TrialPosition,
  guns: ReadonlyMap<number, readonly Piece[]>,
): readonly Order[] {
  const taken = new Set(state.battles.flatMap(({ hexes }) => hexes));
  const gunsFor = new Map<string, readonly Piece[]>();
  for (const [hex, pieces] of guns) {
    const together = (target: string) => [...(gunsFor.get(target) ?? []), ...pieces];
    const targets = position.ground
      .targets(hex)
      .filter((at) => position.holder(at) === otherSide(state.side))
      .map((at) => position.idOf(at))
      .filter((id) => !taken.has(id))
      .sort();
    const target = bestBy(targets, (id) =>
      expectedSwing(field, state, { hexes: [id], attackers: idsOf(together(id)) }),
    );
    if (target !== null) gunsFor.set(target, together(target));
  }
  return [...gunsFor].flatMap(([hex, pieces]): readonly Order[] => {
    const { odds } = reckon(field, state, { hexes: [hex], attackers: idsOf(inOrder(pieces)) });
    return USELESS.includes(odds) ? [] : [{ verb: 'bombard', target: hex, with: idsOf(inOrder(pieces)), column: odds }];
  });
}
