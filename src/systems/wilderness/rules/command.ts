import type { Dice } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexesWithin } from '../../../kit/hex/search.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { type Board, boardOf, infantryIn, type Piece } from '../board.ts';
import type { State } from '../state.ts';
import { HEX_GRID, isLand, type Theatre, unitOf } from '../theatre.ts';
import { type Event, FACES, otherSide, type Side, type UnitId } from '../vocabulary.ts';
import { type Reason, ROLLED_FOR, reason } from './moment.ts';
import { supplyIn } from './supply.ts';

const commanded = new MemoPer<Board, (hex: HexId) => boolean>();

/** Whether a side's infantry in a hex is in command: near a leader, or in an area where it needs none [7.2]. */
export function commandedHexes(theatre: Theatre, board: Board, side: Side): (hex: HexId) => boolean {
  return commanded.get(board, side, () => commandOf(theatre, board, side));
}

function commandOf(theatre: Theatre, board: Board, side: Side): (hex: HexId) => boolean {
  const enemy = otherSide(side);
  const near = new Set<HexId>();
  for (const piece of board.of(side)) {
    const range = unitOf(theatre, piece.unit).command;
    if (range === 0) continue;
    const isOpen = (hex: HexId) => isLand(theatre, hex) && board.own(enemy, hex).length === 0;
    const steps = (from: HexId) => HEX_GRID.neighbours(from).flatMap((to) => (isOpen(to) ? [{ to, cost: 1 }] : []));
    for (const hex of hexesWithin(piece.hex, range, steps).keys()) near.add(hex);
  }
  const { security, north, command } = theatre.zones;
  return (hex) => near.has(hex) || (side === 'union' ? security.has(hex) || north.has(hex) : command.has(hex));
}

type Standing = Pick<Piece, 'unit' | 'hex'>;

/** Whether a unit found in a hex frees the garrison, as Union infantry in the command area does [7.4]. */
export function freesGarrison(theatre: Theatre, { unit, hex }: Standing): boolean {
  const { side, kind } = unitOf(theatre, unit);
  return side === 'union' && kind === 'infantry' && theatre.zones.command.has(hex);
}

function isGarrisonFree(theatre: Theatre, { turn, garrisonFree, sightings }: State): boolean {
  if (turn >= theatre.points.garrisons.richmond.free) return true;
  if (theatre.rulings.garrisonStays) return garrisonFree;
  return sightings.some((one) => freesGarrison(theatre, one));
}

/** Why a unit of Richmond’s garrison may not end its move in a hex; its way there does not matter [7.4]. */
export function garrisonFault(theatre: Theatre, state: State, { unit, hex }: Standing, to: HexId): Reason | null {
  const { command } = theatre.zones;
  const leaves = unitOf(theatre, unit).garrison && command.has(hex) && !command.has(to);
  return leaves && !isGarrisonFree(theatre, state) ? reason('garrison', '7.4', { unit }) : null;
}

/** The infantry in a hex out of command may not march or attack on this roll or higher [7.3]. */
const HELD_FROM = 5;

/**
 * Fixes supply and command for the Movement Phase [2.1].
 * The dice for command stay sealed until the game ends. There are always as many as the side has infantry, so their
 * number doesn't reveal who is out of command.
 */
export function fixStatus(theatre: Theatre, state: State, dice: Dice): { state: State; event: Event } {
  const { side } = state;
  const board = boardOf(theatre, state);
  const isCommanded = commandedHexes(theatre, board, side);
  const foot = theatre.units.filter((unit) => unit.side === side && unit.kind === 'infantry');
  const faces = foot.map((_, at) => dice.shuffle(FACES, ROLLED_FOR.command(side, at + 1))[0] as number);
  const outside = [
    ...new Set(board.of(side).flatMap(({ kind, hex }) => (kind === 'infantry' && !isCommanded(hex) ? [hex] : []))),
  ];
  const held: UnitId[] = [];
  const free: UnitId[] = [];
  for (const [at, hex] of outside.entries()) {
    const units = infantryIn(board, side, hex).map(({ unit }) => unit);
    ((faces[at] as number) >= HELD_FROM ? held : free).push(...units);
  }
  const counters = state.counters.map((counter) => {
    const piece = board.piece(counter.unit);
    if (piece?.side !== side || piece.kind !== 'infantry') return counter;
    const halved = supplyIn(theatre, state, side, piece.hex) !== 'supplied';
    return { ...counter, halved, held: held.includes(counter.unit) };
  });
  return { state: { ...state, counters }, event: { type: 'commanded', side, held, free } };
}
