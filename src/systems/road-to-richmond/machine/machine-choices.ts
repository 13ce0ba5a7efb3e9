import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { pieceOf } from '../board.ts';
import type { Field } from '../field.ts';
import { defaultOrderOf } from '../rules/combat/default-order.ts';
import { advances, retreats } from '../rules/combat/pending-choices.ts';
import type { Pending, State } from '../state.ts';
import { type Order, otherSide, type PieceId, type Side } from '../vocabulary.ts';
import { type Threat, threatOf } from './enemy-threat.ts';
import { machineMapOf } from './machine-map.ts';
import { type Objectives, objectivesOf } from './objectives.ts';
import { outlookOf } from './required-battles.ts';
import { TrialPosition } from './trial-position.ts';

/** A hex that is still to be attacked in this phase is no refuge [8.4]. */
const UNDER_FIRE = 4;
/** Somebody else has to make room. */
const IN_THE_WAY = 0.8;
/** The ground won is worth a little. */
const GROUND = 0.4;
/** How much a bad attack counts that a side has to make from there in its next turn, where others can come first. */
const LATER = 0.5;

/** What a side does that has to choose in the middle of a phase. */
export function choiceOf(field: Field, state: State, side: Side): Order | null {
  const [pending] = state.pending;
  if (!pending) return null;
  const eye = eyeOf(field, state, side);
  if (pending.kind === 'retreat') return retreat(field, state, pending, eye);
  if (pending.kind === 'advance') return advance(field, state, pending, eye);
  return defaultOrderOf(field, state) ?? null;
}

interface Eye {
  readonly position: TrialPosition;
  readonly objectives: Objectives;
  readonly threat: Threat;
}

function eyeOf(field: Field, state: State, side: Side): Eye {
  const ground = machineMapOf(field);
  const position = new TrialPosition(ground, state);
  return { position, objectives: objectivesOf(ground, state, position, side), threat: threatOf(ground, state, side) };
}

/** What it is worth for a piece to be in a hex with the units already there. */
function worth(field: Field, { position, objectives, threat }: Eye, id: PieceId, to: HexId): number {
  const piece = pieceOf(field, id);
  const hex = position.ground.place.get(to) as number;
  const there = position.at(hex).filter((one) => one !== piece && one.side === piece.side);
  const risk = threat.danger(position, hex, [...there, piece]) - threat.danger(position, hex, there);
  return objectives.stands(piece, hex) - risk;
}

function retreat(field: Field, state: State, pending: Extract<Pending, { kind: 'retreat' }>, eye: Eye): Order | null {
  const attacked = new Set(state.battles.flatMap(({ hexes }) => hexes));
  let best: { order: Order; value: number } | null = null;
  for (const [unit, ways] of retreats(field, state, pending)) {
    for (const { to, displacing } of ways) {
      const cost = (attacked.has(to) ? UNDER_FIRE : 0) + (displacing.length > 0 ? IN_THE_WAY : 0);
      const value = worth(field, eye, unit, to) - cost;
      if (best && value <= best.value + 1e-9) continue;
      const [room] = [...displacing].sort((a, b) => pieceOf(field, a).strength - pieceOf(field, b).strength);
      best = { order: { verb: 'retreat', unit, to, ...(room === undefined ? {} : { displacing: room }) }, value };
    }
  }
  return best?.order ?? null;
}

function advance(field: Field, state: State, pending: Extract<Pending, { kind: 'advance' }>, eye: Eye): Order {
  let best: { order: Order; value: number } = { order: { verb: 'advance', unit: 'none' }, value: -GROUND };
  for (const [unit, hexes] of advances(field, state, pending)) {
    const from = state.where[unit] as HexId;
    for (const to of hexes) {
      // Guns alone do not go where the enemy is beside them.
      const guns = pieceOf(field, unit).kind === 'artillery';
      if (guns && eye.position.controls(otherSide(pending.side), eye.position.ground.place.get(to) as number)) continue;
      const bound = mustAttack(field, eye, pending.side, unit, to) * (pending.side === state.side ? LATER : 1);
      const value = worth(field, eye, unit, to) - worth(field, eye, unit, from) + bound;
      if (value > best.value + 1e-9)
        best = { order: { verb: 'advance', unit, ...(hexes.length > 1 ? { to } : {}) }, value };
    }
  }
  return best.order;
}

/** What a piece that advances loses by the attack to which it is then bound, pinned by the enemy beside it [6.3, 7.1]; 0 or less. */
function mustAttack(field: Field, { position }: Eye, side: Side, id: PieceId, to: HexId): number {
  const piece = pieceOf(field, id);
  const from = position.hexOf(piece);
  const before = outlookOf(position, side).value;
  position.put(piece, position.ground.place.get(to) as number);
  const { value } = outlookOf(position, side);
  position.put(piece, from);
  return Math.min(0, value - before);
}
