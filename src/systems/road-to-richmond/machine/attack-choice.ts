import { type Piece, STACK_LIMIT } from '../field.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { holdingOn } from './battle-value.ts';
import type { Threat } from './enemy-threat.ts';
import type { MachineLink } from './machine-map.ts';
import type { Mover } from './machine-movers.ts';
import type { Objectives } from './objectives.ts';
import { outlookOf } from './required-battles.ts';
import type { TrialPosition } from './trial-position.ts';

/** A piece in its place for a battle. */
export interface Posting {
  readonly mover: Mover;
  readonly hex: number;
}

/** Pieces brought together against somebody. */
interface Assault {
  readonly postings: readonly Posting[];
  readonly gain: number;
}

/** Attackers tried one after the other without coming out better. */
const PATIENCE = 3;
const MOST = 8;
/** Strength points that one more has to add to the promise, also where it is bad still. */
const LEAST_HELP = 0.02;
/** Of those that could come to a hex, so many are tried. */
const TRIED = 3;

/** One more for an assault, with what it comes to then. */
interface Next extends Posting {
  readonly gain: number;
  /** What it gives up elsewhere. */
  readonly cost: number;
  readonly promise: number;
}

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

/** Chooses attacks worth making, and puts their pieces into place in the position. */
export function assaults(prospect: AssaultProspect, movers: readonly Mover[]): readonly Posting[] {
  const { position, side } = prospect;
  const enemy = otherSide(side);
  const enemies = [
    ...new Set(
      position.ground.field.pieces.flatMap((piece) => {
        const hex = piece.side === enemy ? position.hexOf(piece) : null;
        return hex === null ? [] : [hex];
      }),
    ),
  ];
  let free = [...movers];
  const first = enemies
    .map((hex) => ({ hex, gain: assaultOn(prospect, hex, free).gain }))
    .filter(({ gain }) => gain > prospect.least)
    .sort((a, b) => b.gain - a.gain || a.hex - b.hex);
  const made: Posting[] = [];
  for (const { hex } of first) {
    const { postings, gain } = assaultOn(prospect, hex, free);
    if (gain <= prospect.least) continue;
    for (const { mover, hex: to } of postings) position.put(mover.piece, to);
    made.push(...postings);
    const used = new Set(postings.map(({ mover }) => mover));
    free = free.filter((mover) => !used.has(mover));
  }
  return made;
}

/** The best that can be brought against a hex; the position is left as it was. */
function assaultOn(prospect: AssaultProspect, target: number, free: readonly Mover[]): Assault {
  const { position, side, nerve, objectives, threat, elsewhere } = prospect;
  const before = outlookOf(position, side).value;
  const near = (position.ground.links[target] as readonly MachineLink[]).map(({ to }) => to);
  const comers = near.map((hex) => ({ hex, movers: free.filter(({ reach }) => reach.has(position.idOf(hex))) }));
  const postings: Posting[] = [];
  let best: Assault = { postings: [], gain: 0 };
  let sacrifice = 0;
  let promised = 0;
  for (let tried = 0; tried < MOST; tried++) {
    const step = nextPosting(comers);
    if (!step) break;
    position.put(step.mover.piece, step.hex);
    postings.push(step);
    sacrifice += step.cost;
    promised = step.promise;
    if (step.gain > best.gain + 1e-9) best = { postings: [...postings], gain: step.gain };
    else if (tried - best.postings.length >= PATIENCE) break;
  }
  for (const { mover } of postings) position.put(mover.piece, null);
  return best;

  function nextPosting(open: readonly { readonly hex: number; readonly movers: readonly Mover[] }[]): Next | null {
    let found: Next | null = null;
    const placed = new Set(postings.map(({ mover }) => mover));
    for (const { hex, movers } of open) {
      if (position.at(hex).length >= STACK_LIMIT || position.holder(hex) === otherSide(side)) continue;
      const able = movers
        .filter(({ piece }) => piece.kind !== 'artillery' || position.at(hex).some(({ kind }) => kind !== 'artillery'))
        .filter((mover) => !placed.has(mover) && position.fights(mover.piece))
        .sort((a, b) => b.piece.strength - a.piece.strength || a.piece.index - b.piece.index);
      for (const mover of able.slice(0, TRIED)) {
        const better = objectives.stands(mover.piece, hex) - elsewhere(mover);
        position.put(mover.piece, hex);
        const { value, battles } = outlookOf(position, side);
        const promise = value - before;
        // A better place is worth something to who isn't driven out of it at once.
        const fought = battles.find(({ from }) => from.includes(hex));
        const cost = better > 0 && fought ? -better * holdingOn(fought.column) : -better;
        const exposed = exposure([...postings.map((one) => one.hex), hex]);
        position.put(mover.piece, null);
        const gain = nerve * promise - sacrifice - cost - exposed;
        // Nobody comes to a battle that does not need him.
        if (postings.length > 0 && promise < promised + LEAST_HELP) continue;
        if (!found || gain > found.gain + 1e-9) found = { mover, hex, gain, cost, promise };
      }
    }
    return found;
  }

  function exposure(hexes: readonly number[]): number {
    let total = 0;
    for (const hex of new Set(hexes)) total += threat.danger(position, hex, position.at(hex) as readonly Piece[]);
    return prospect.exposed * total;
  }
}
