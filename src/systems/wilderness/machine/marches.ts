import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { bestBy } from '../../../kit/machine-search.ts';
import { sum } from '../../../kit/subsets.ts';
import { boardOf, infantryIn, type Piece } from '../board.ts';
import { commandedHexes } from '../rules/command.ts';
import { momentOf, WildernessDryRun } from '../rules/legality.ts';
import { supplyIn } from '../rules/supply.ts';
import { HEX_GRID, landDistance, unitOf } from '../theatre.ts';
import { type Order, otherSide, type UnitId } from '../vocabulary.ts';
import { type Beliefs, battleValueOf, type Objective, objectivesOf, WORTH_IT } from './valuation.ts';

/** The most that a promising battle adds to the score of a march, in hexes of distance. */
const MOST_FOR_BATTLE = 14;
/** Least own infantry strength near a target for cavalry to scout it. */
const ARMY = 8;
/** Hexes from a target within which infantry counts as near. */
const CLOSE = 5;
/** How many hexes a move by rail or sea has to save. */
const SAVED = 8;
/** A hex is quiet if no enemy is within so many hexes. */
const QUIET = 6;

/** Orders for cavalry to ride up to the army's next opponent and probe it; empty if no target is worth it. */
export function probing({ theatre, state, side }: WildernessDryRun, beliefs: Beliefs): readonly Order[] {
  const board = boardOf(theatre, state);
  const foot = board.of(side).filter(({ kind }) => kind === 'infantry');
  const hidden = beliefs.enemies
    .filter(({ down }) => down > 0)
    .map(({ hex }) => ({
      hex,
      army: sum(foot.map((one) => (HEX_GRID.distance(one.hex, hex) <= CLOSE ? one.strength : 0))),
    }))
    .filter(({ army }) => army >= ARMY)
    .sort((one, other) => other.army - one.army || (one.hex < other.hex ? -1 : 1));
  for (const { hex: target } of hidden) {
    if (state.entrenched.includes(target) && board.at(target).some(({ up, kind }) => up && kind === 'cavalry'))
      continue;
    for (const rider of board.of(side).filter(({ kind, deeds }) => kind === 'cavalry' && !deeds.includes('probed'))) {
      const run = new WildernessDryRun(theatre, state, side);
      if (!rideBeside(run, rider, target)) continue;
      if (run.values({ verb: 'probe', unit: rider.unit }).includes(target))
        return [...run.orders, { verb: 'probe', unit: rider.unit, target }];
    }
  }
  return [];
}

/** Moves cavalry next to a hex, beside friends if possible. */
function rideBeside(run: WildernessDryRun, { unit, hex }: Piece, target: HexId): boolean {
  if (HEX_GRID.distance(hex, target) === 1) return true;
  const board = boardOf(run.theatre, run.state);
  const beside = run
    .values({ verb: 'move', from: hex, units: unit })
    .filter((to) => HEX_GRID.distance(to, target) === 1)
    .sort();
  const to = bestBy(beside, (one) => board.own(run.side, one).length);
  return to !== null && run.give({ verb: 'move', from: hex, units: unit, to }) === null;
}

/** All marches of a side, then its entrenchments. */
export function marching(run: WildernessDryRun, beliefs: Beliefs): void {
  for (const { unit, aim } of assigned(run, objectivesOf(beliefs))) travel(run, beliefs, unit, aim);
  for (const leader of ownPieces(run, 'leader')) follow(run, leader);
  for (const { unit, hex } of ownPieces(run, 'infantry'))
    if (beliefs.strengthNear(hex, QUIET) > 0 && !attacks(run, beliefs, hex)) run.give({ verb: 'entrench', unit });
}

function ownPieces({ theatre, state, side }: WildernessDryRun, kind: Piece['kind']): readonly Piece[] {
  return boardOf(theatre, state)
    .of(side)
    .filter((piece) => piece.kind === kind)
    .sort(
      (one, other) =>
        other.strength - one.strength || unitOf(theatre, one.unit).index - unitOf(theatre, other.unit).index,
    );
}

/**
 * Each unit's objective. Strong units choose first, by the value of an objective for its distance, among those that
 * still need strength. Dummies get objectives as if they were armies.
 */
function assigned(run: WildernessDryRun, objectives: readonly Objective[]) {
  const { theatre } = run;
  const need = new Map(objectives.map((aim) => [aim, aim.need]));
  const chosen: { readonly unit: UnitId; readonly aim: HexId }[] = [];
  for (const { unit, held, hex, strength } of ownPieces(run, 'infantry')) {
    if (held) continue;
    const { garrison } = unitOf(theatre, unit);
    const open = objectives.filter((aim) => !garrison || theatre.zones.command.has(aim.hex));
    const inNeed = open.filter((aim) => (need.get(aim) as number) > 0);
    const worth = (aim: Objective) => aim.value / (landDistance(theatre, aim.hex, hex) + 4);
    const aim = bestBy(inNeed, worth) ?? bestBy(open, worth);
    if (!aim) continue;
    need.set(aim, (need.get(aim) as number) - strength);
    chosen.push({ unit, aim: aim.hex });
  }
  for (const [at, { unit }] of ownPieces(run, 'dummy').entries()) {
    const aim = objectives[at % Math.max(1, objectives.length)];
    if (aim) chosen.push({ unit, aim: aim.hex });
  }
  return chosen;
}

/** Goes by rail or sea if that is much shorter and no enemy is near, then marches. */
function travel(run: WildernessDryRun, beliefs: Beliefs, unit: UnitId, aim: HexId): void {
  const from = boardOf(run.theatre, run.state).piece(unit)?.hex;
  if (from === undefined) return;
  const distance = (to: HexId) => landDistance(run.theatre, aim, to);
  for (const verb of ['rail', 'sea'] as const) {
    const quiet = run.values({ verb, unit }).filter((to) => beliefs.strengthNear(to, QUIET) === 0);
    const to = bestBy(quiet, (one) => distance(from) - distance(one), SAVED - 1);
    if (to !== null && run.give({ verb, unit, to }) === null) break;
  }
  if (run.values({ verb: 'detrain' }).includes(unit)) run.give({ verb: 'detrain', unit });
  const piece = boardOf(run.theatre, run.state).piece(unit);
  if (piece) march(run, piece, (to) => outlook(run, beliefs, piece, aim, to));
}

function march(run: WildernessDryRun, { unit, hex }: Piece, worth: (to: HexId) => number): void {
  const to = bestBy([hex, ...run.values({ verb: 'move', from: hex, units: unit })], worth);
  if (to !== null && to !== hex) run.give({ verb: 'move', from: hex, units: unit, to });
}

/** The value of a hex as the end of a march: nearness to the aim, attacks from there, dangers, supply and command. */
function outlook(run: WildernessDryRun, beliefs: Beliefs, piece: Piece, aim: HexId, to: HexId): number {
  const { theatre, state, side } = run;
  const moment = momentOf(theatre, state, side);
  const { board } = moment;
  const isInfantry = piece.kind === 'infantry';
  const company = infantryIn(board, side, to).filter(({ unit }) => unit !== piece.unit);
  const strength = piece.strength + sum(company.map((one) => one.strength));
  let score = -landDistance(theatre, aim, to);
  for (const beside of HEX_GRID.neighbours(to)) {
    if (!board.isHeld(otherSide(side), beside)) continue;
    if (!isInfantry) {
      score -= 6;
      continue;
    }
    const attackers = footBeside(run, beside).filter(({ unit }) => unit !== piece.unit);
    const battle = battleValueOf(moment, beliefs, [...attackers, { ...piece, hex: to }], beside);
    const enemy = beliefs.strengthIn(beside);
    if (battle > WORTH_IT) score += Math.min(MOST_FOR_BATTLE, 4 + 2 * battle);
    else if (enemy > strength) score -= Math.min(6, (enemy - strength) / 2);
  }
  if (!isInfantry) return score;
  const supply = supplyIn(theatre, state, side, to);
  if (supply !== 'supplied') score -= supply === 'isolated' ? 6 : 2;
  return commandedHexes(theatre, board, side)(to) ? score : score - 1.5;
}

function footBeside({ theatre, state, side }: WildernessDryRun, hex: HexId): readonly Piece[] {
  const beside = (one: Piece) => one.kind === 'infantry' && HEX_GRID.distance(one.hex, hex) === 1;
  return boardOf(theatre, state).of(side).filter(beside);
}

/** Moves a leader to the hex that puts most of the army in command. */
function follow(run: WildernessDryRun, leader: Piece): void {
  const { theatre, state, side } = run;
  const { command } = unitOf(theatre, leader.unit);
  const foot = boardOf(theatre, state)
    .of(side)
    .filter(({ kind }) => kind === 'infantry');
  march(run, leader, (to) => {
    const commanded = sum(foot.map((one) => (HEX_GRID.distance(one.hex, to) <= command ? one.strength : 0)));
    return commanded + (foot.some((one) => one.hex === to) ? 3 : 0);
  });
}

/** Whether an attack on a neighbour of the hex is worth making. */
function attacks(run: WildernessDryRun, beliefs: Beliefs, hex: HexId): boolean {
  const moment = momentOf(run.theatre, run.state, run.side);
  return HEX_GRID.neighbours(hex).some(
    (target) =>
      moment.board.isHeld(otherSide(run.side), target) &&
      battleValueOf(moment, beliefs, footBeside(run, target), target) > WORTH_IT,
  );
}
