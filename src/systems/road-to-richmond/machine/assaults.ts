import { climb, ROUNDING, type Series } from '../../../kit/machine-search.ts';
import { STACK_LIMIT } from '../field.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { holdingOn, outlookOf } from './battles.ts';
import type { Mover } from './movers.ts';
import type { Objectives } from './objectives.ts';
import type { TrialPosition } from './position.ts';
import type { Threat } from './threat.ts';

/** A piece in its place for a battle. */
export interface Posting {
  readonly mover: Mover;
  readonly hex: number;
}

/** Attackers tried one after the other without coming out better, and in all. */
const PATIENCE = 3;
const MOST = 8;
/** Strength points that one more has to add to the promise, also where it is bad still. */
const LEAST_HELP = 0.02;
/** Of those that could come to a hex, so many are tried. */
const TRIED = 3;

export interface Boldness {
  /** How gladly a side attacks: about 1. */
  readonly nerve: number;
  /** So much an assault has to promise. */
  readonly least: number;
  /** What the attackers' own danger counts while they fight: the battle decides about it first. */
  readonly exposed: number;
}

/** What the choice of attacks goes by. */
export interface AssaultProspect extends Boldness {
  readonly position: TrialPosition;
  readonly side: Side;
  readonly objectives: Objectives;
  readonly threat: Threat;
  /** What a piece is worth where it would go if it did not attack. */
  elsewhere(mover: Mover): number;
}

/** Pieces brought together against somebody, one after the other. */
interface Assault extends Series {
  readonly postings: readonly Posting[];
  /** What they give up elsewhere, and what their battles promise. */
  readonly sacrifice: number;
  readonly promise: number;
}

/** Chooses attacks worth making, and puts their pieces into place in the position. */
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

/** The best that can be brought against a hex; the position is left as it was. */
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

/** An assault with one more in a hex. Nobody comes to a battle that does not need him. */
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
    // A better place is worth something to who isn't driven out of it at once.
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
