import type { Dice, Machine, MachineStyle } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { best, type Candidate, ROUNDING } from '../../../kit/machine-search.ts';
import { pieceOf } from '../board.ts';
import type { Field } from '../field.ts';
import { defaultOrderOf } from '../rules/asked.ts';
import { advances, retreats } from '../rules/combat/pending-choices.ts';
import type { PendingOf, State, View } from '../state.ts';
import { isSide, type Order, otherSide, type PieceId, type Side } from '../vocabulary.ts';
import { MACHINE_SUMMARY } from '../words/orders.ts';
import { planOf } from './battle-planning.ts';
import { outlookOf } from './battles.ts';
import { movementOf, type PlayingStyle } from './movement.ts';
import { objectivesOf } from './objectives.ts';
import { TrialPosition } from './position.ts';
import { Threat } from './threat.ts';

/** The first is the default. */
const STYLES: readonly (MachineStyle & PlayingStyle)[] = [
  { id: 'steady', name: 'Steady', summary: 'attacks at good odds and guards its flanks', nerve: 1.3, caution: 0.6 },
  { id: 'bold', name: 'Bold', summary: 'attacks at even odds and takes risks', nerve: 1.7, caution: 0.35 },
  { id: 'careful', name: 'Careful', summary: 'keeps its distance and attacks only when sure', nerve: 1, caution: 1 },
  { id: 'green', name: 'Green', summary: 'easy to beat: slow to attack, quick to give ground', nerve: 0.6, caution: 2 },
];

/** The bot player: it calculates battles exactly, considers the enemy's possible attacks, and knows its side's objectives. */
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
  const retreat =
    pending?.kind === 'retreat' ? best(ways(field, state, side, pending), undefined, ROUNDING)?.order : null;
  return retreat ?? defaultOrderOf(field, state) ?? null;
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

function* ways(field: Field, state: State, side: Side, pending: PendingOf<'retreat'>): Generator<Choice> {
  const attacked = new Set(state.battles.flatMap(({ hexes }) => hexes));
  const worth = worthIn(new TrialPosition(field, state), side);
  for (const [unit, open] of retreats(field, state, pending))
    for (const { to, displacing } of open) {
      const cost = (attacked.has(to) ? UNDER_FIRE : 0) + (displacing.length > 0 ? IN_THE_WAY : 0);
      const [room] = [...displacing].sort((a, b) => pieceOf(field, a).strength - pieceOf(field, b).strength);
      const order: Order = { verb: 'retreat', unit, to, ...(room === undefined ? {} : { displacing: room }) };
      yield { order, value: worth(unit, to) - cost };
    }
}

function advance(field: Field, state: State, side: Side, pending: PendingOf<'advance'>): Order {
  const position = new TrialPosition(field, state);
  const worth = worthIn(position, side);
  const choices = [...advances(field, state, pending)].flatMap(([unit, hexes]) => {
    const from = state.where[unit] as HexId;
    return hexes.flatMap((to): readonly Choice[] => {
      // Guns alone do not enter enemy control.
      const guns = pieceOf(field, unit).kind === 'artillery';
      if (guns && position.controls(otherSide(pending.side), position.ground.placeOf(to))) return [];
      const bound = mustAttack(position, pending.side, unit, to) * (pending.side === state.side ? LATER : 1);
      const order: Order = { verb: 'advance', unit, ...(hexes.length > 1 ? { to } : {}) };
      return [{ order, value: worth(unit, to) - worth(unit, from) + bound }];
    });
  });
  return best(choices, -GROUND, ROUNDING)?.order ?? { verb: 'advance', unit: 'none' };
}

/** An advancing piece may be pinned next to an enemy that it must then attack [6.3, 7.1]. The cost of that, 0 or less. */
function mustAttack(position: TrialPosition, side: Side, id: PieceId, to: HexId): number {
  const piece = pieceOf(position.ground.field, id);
  const from = position.hexOf(piece);
  const before = outlookOf(position, side).value;
  position.put(piece, position.ground.placeOf(to));
  const { value } = outlookOf(position, side);
  position.put(piece, from);
  return Math.min(0, value - before);
}
