import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { climb, ROUNDING, type Series } from '../../../kit/machine-search.ts';
import { type Piece, STACK_LIMIT } from '../field.ts';
import type { Reach } from '../rules/movement/movement-costs.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { holdingOn, outlookOf } from './battles.ts';
import type { Objectives } from './objectives.ts';
import type { TrialPosition } from './position.ts';
import type { Threat } from './threat.ts';

/** A piece that can move, with every place it can reach. */
export interface Mover {
  readonly piece: Piece;
  readonly reach: Reach;
  /** `null` while it waits to enter. */
  readonly from: HexId | null;
  /** Its position in the column that enters, counted from 1; 0 on the map. */
  readonly turn: number;
}

/** A piece and the hex it goes to for a battle. */
export interface Posting {
  readonly mover: Mover;
  readonly hex: number;
}

/** Attackers tried in a row without improvement, and in all. */
const PATIENCE = 3;
const MOST = 8;
/** Strength points by which one more attacker must improve the expected result, even of a bad attack. */
const LEAST_HELP = 0.02;
/** Pieces tried for each hex, of all that could come there. */
const TRIED = 3;

export interface Boldness {
  /** Eagerness to attack, about 1. */
  readonly nerve: number;
  /** The least value for which an assault is made. */
  readonly least: number;
  /** Weight of the danger to the attackers' hexes; below 1, as their battle comes before the enemy's turn. */
  readonly exposed: number;
}

export interface AssaultProspect extends Boldness {
  readonly position: TrialPosition;
  readonly side: Side;
  readonly objectives: Objectives;
  readonly threat: Threat;
  /** The value of a piece in the place it would take if it did not attack. */
  elsewhere(mover: Mover): number;
}

/** Pieces brought together against an enemy hex, one after the other. */
interface Assault extends Series {
  readonly postings: readonly Posting[];
  /** The value given up elsewhere, and the expected result of the battles. */
  readonly sacrifice: number;
  readonly promise: number;
}

/** Chooses attacks worth making and puts their pieces into place in the position. */
export function assaults(prospect: AssaultProspect, movers: readonly Mover[]): readonly Posting[] {
  const { position, side, least } = prospect;
  let free = movers;
  const worthIt = position
    .hexesOf(otherSide(side))
    .map((hex) => ({ hex, gain: assaultOn(prospect, hex, free).value }))
    .filter(({ gain }) => gain > least)
    .sort((a, b) => b.gain - a.gain || a.hex - b.hex);
  return worthIt.flatMap(({ hex }) => {
    const { postings, value } = assaultOn(prospect, hex, free);
    if (value <= least) return [];
    for (const { mover, hex: to } of postings) position.put(mover.piece, to);
    free = free.filter((mover) => postings.every((one) => one.mover !== mover));
    return postings;
  });
}

/** The best assault found on a hex; the position is left unchanged. */
function assaultOn(prospect: AssaultProspect, target: number, free: readonly Mover[]): Assault {
  const { position, side } = prospect;
  const before = outlookOf(position, side).value;
  const near = position.ground.links(target).map(({ to }) => to);
  const comers = near.map((hex) => ({ hex, movers: free.filter(({ reach }) => reach.has(position.idOf(hex))) }));
  let tried: Assault = { postings: [], value: 0, gain: 0, actions: 0, sacrifice: 0, promise: 0 };
  const limits = { budget: MOST, patience: PATIENCE, margin: ROUNDING };
  const assault = climb(
    tried,
    (made) => {
      tried = made;
      const last = made.postings.at(-1);
      if (last) position.put(last.mover.piece, last.hex);
      return comers.flatMap(({ hex, movers }) => joinedAt(prospect, made, before, hex, movers));
    },
    limits,
  );
  for (const { mover } of tried.postings) position.put(mover.piece, null);
  return assault;
}

/** The assault with one more piece in a hex; none if the battle gains nothing from it. */
function joinedAt(
  { position, side, nerve, objectives, threat, elsewhere, exposed }: AssaultProspect,
  made: Assault,
  before: number,
  hex: number,
  movers: readonly Mover[],
): readonly Assault[] {
  const { postings, actions, sacrifice, promise: promised } = made;
  if (position.at(hex).length >= STACK_LIMIT || position.holder(hex) === otherSide(side)) return [];
  const led = position.at(hex).some(({ kind }) => kind !== 'artillery');
  const able = movers
    .filter(({ piece }) => (piece.kind !== 'artillery' || led) && position.fights(piece))
    .filter((mover) => postings.every((one) => one.mover !== mover))
    .sort((a, b) => b.piece.strength - a.piece.strength || a.piece.index - b.piece.index);
  return able.slice(0, TRIED).flatMap((mover) => {
    const better = objectives.stands(mover.piece, hex) - elsewhere(mover);
    position.put(mover.piece, hex);
    const outlook = outlookOf(position, side);
    const promise = outlook.value - before;
    const fought = outlook.battles.find(({ from }) => from.includes(hex));
    // A better place counts only as far as the piece is likely to hold it after the battle.
    const cost = sacrifice - better * (better > 0 && fought ? holdingOn(fought.column) : 1);
    const hexes = new Set([...postings.map((one) => one.hex), hex]);
    let danger = 0;
    for (const one of hexes) danger += threat.danger(position, one, position.at(one));
    position.put(mover.piece, null);
    if (postings.length > 0 && promise < promised + LEAST_HELP) return [];
    const value = nerve * promise - cost - exposed * danger;
    const more = { value, gain: value - made.value, actions: actions + 1, sacrifice: cost, promise };
    return [{ postings: [...postings, { mover, hex }], ...more }];
  });
}
