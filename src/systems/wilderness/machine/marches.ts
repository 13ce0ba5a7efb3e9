import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sum } from '../../../kit/subsets.ts';
import { boardOf, type Piece, pieceOf } from '../board.ts';
import { WildernessDryRun } from '../plans/wilderness-dry-run.ts';
import { commandedHexes } from '../rules/command.ts';
import { momentOf } from '../rules/legality.ts';
import { supplyIn } from '../rules/supply.ts';
import type { State } from '../state.ts';
import { apart, HEX_GRID, landDistance, type Theatre, unitOf } from '../theatre.ts';
import { view } from '../view.ts';
import { type Order, otherSide, type Side, type UnitId } from '../vocabulary.ts';
import { battleValueOf, WORTH_IT } from './battle-value.ts';
import { type Beliefs, beliefsOf } from './beliefs.ts';
import { type Objective, objectivesOf } from './objectives.ts';

/** No battle is worth more hexes of a way. */
const BATTLE = 14;
/** Cavalry looks ahead of so much infantry. */
const ARMY = 8;
/** As near as infantry must be for a probe to help it. */
const CLOSE = 5;
/** Hexes that a ride or a passage has to save, and around its end without an enemy. */
const SAVED = 8;
const QUIET = 6;

/** A ride to the enemy and a probe: what the army is about to meet. Empty: nothing is worth it. */
export function probing(theatre: Theatre, state: State, side: Side): readonly Order[] {
  const beliefs = beliefsOf(theatre, view(theatre, state, side), side);
  const board = boardOf(theatre, state);
  const foot = board.of(side).filter(({ kind }) => kind === 'infantry');
  const dark = beliefs.enemies
    .filter(({ down }) => down > 0)
    .map(({ hex }) => ({
      hex,
      army: sum(foot.map((one) => (HEX_GRID.distance(one.hex, hex) <= CLOSE ? one.strength : 0))),
    }))
    .filter(({ army }) => army >= ARMY)
    .sort((one, other) => other.army - one.army || (one.hex < other.hex ? -1 : 1));
  for (const { hex: target } of dark) {
    if (state.entrenched.includes(target) && board.at(target).some(({ up, kind }) => up && kind === 'cavalry'))
      continue;
    for (const rider of board.of(side).filter(({ kind, deeds }) => kind === 'cavalry' && !deeds.includes('probed'))) {
      const run = new WildernessDryRun(theatre, state, side);
      if (!rideBeside(run, rider, target)) continue;
      if (run.values({ verb: 'probe', unit: rider.id }).includes(target))
        return [...run.orders, { verb: 'probe', unit: rider.id, target }];
    }
  }
  return [];
}

/** Takes cavalry next to a hex, with friends where it can. */
function rideBeside(run: WildernessDryRun, { id, hex }: Piece, target: HexId): boolean {
  if (HEX_GRID.distance(hex, target) === 1) return true;
  const board = boardOf(run.theatre, run.state);
  const beside = run
    .values({ verb: 'move', from: hex, units: id })
    .filter((to) => HEX_GRID.distance(to, target) === 1)
    .sort(
      (one, other) => board.own(run.side, other).length - board.own(run.side, one).length || (one < other ? -1 : 1),
    );
  const [to] = beside;
  return to !== undefined && run.give({ verb: 'move', from: hex, units: id, to }) === null;
}

/** All marches of a side, then its entrenchments. */
export function marching(theatre: Theatre, state: State, side: Side): WildernessDryRun {
  const seen = view(theatre, state, side);
  const beliefs = beliefsOf(theatre, seen, side);
  const objectives = objectivesOf(theatre, seen, side, beliefs);
  const run = new WildernessDryRun(theatre, state, side);
  for (const { unit, aim } of assigned(theatre, state, side, objectives)) travel(run, beliefs, unit, aim);
  for (const leader of own(theatre, run.state, side, 'leader')) follow(run, leader);
  for (const { id, hex } of own(theatre, run.state, side, 'infantry'))
    if (beliefs.strengthNear(hex, QUIET) > 0 && !attacks(run, beliefs, hex)) run.give({ verb: 'entrench', unit: id });
  return run;
}

function own(theatre: Theatre, state: State, side: Side, kind: Piece['kind']): readonly Piece[] {
  return boardOf(theatre, state)
    .of(side)
    .filter((piece) => piece.kind === kind)
    .sort(
      (one, other) => other.strength - one.strength || unitOf(theatre, one.id).index - unitOf(theatre, other.id).index,
    );
}

/** Who goes where: the strongest first, each to what is worth most for the way; dummies go along as if they were an army. */
function assigned(theatre: Theatre, state: State, side: Side, objectives: readonly Objective[]) {
  const open = objectives.map((aim) => ({ ...aim }));
  const chosen: { readonly unit: UnitId; readonly aim: HexId }[] = [];
  const best = (piece: Piece, among: readonly Objective[]) => {
    const worth = ({ hex, value }: Objective) => value / (landDistance(theatre, hex, piece.hex) + 4);
    return among.reduce<Objective | null>((top, aim) => (top === null || worth(aim) > worth(top) ? aim : top), null);
  };
  for (const piece of own(theatre, state, side, 'infantry')) {
    if (piece.held) continue;
    const near = unitOf(theatre, piece.id).garrison ? (hex: HexId) => theatre.zones.command.has(hex) : () => true;
    const among = open.filter(({ hex }) => near(hex));
    const aim =
      best(
        piece,
        among.filter(({ need }) => need > 0),
      ) ?? best(piece, among);
    const taken = open.find((one) => one.hex === aim?.hex);
    if (!aim || !taken) continue;
    taken.need -= piece.strength;
    chosen.push({ unit: piece.id, aim: aim.hex });
  }
  for (const [at, piece] of own(theatre, state, side, 'dummy').entries()) {
    const aim = objectives[at % Math.max(1, objectives.length)];
    if (aim) chosen.push({ unit: piece.id, aim: aim.hex });
  }
  return chosen;
}

/** By rail or by sea where that brings a unit much nearer to its aim and no enemy is about; the rest of the way on foot. */
function travel(run: WildernessDryRun, beliefs: Beliefs, unit: UnitId, aim: HexId): void {
  const from = boardOf(run.theatre, run.state).piece(unit)?.hex;
  if (from === undefined) return;
  const far = (to: HexId) => landDistance(run.theatre, aim, to);
  for (const verb of ['rail', 'sea'] as const) {
    const quiet = run.values({ verb, unit }).filter((to) => beliefs.strengthNear(to, QUIET) === 0);
    const to = quiet.reduce((best, one) => (far(one) < far(best) ? one : best), from);
    if (far(from) - far(to) >= SAVED && run.give({ verb, unit, to }) === null) break;
  }
  if (run.values({ verb: 'detrain' }).includes(unit)) run.give({ verb: 'detrain', unit });
  march(run, beliefs, unit, aim);
}

/** The best hasty attack of a stack that has marched up to the enemy; null: none promises enough. */
export function hastyAttack(run: WildernessDryRun, beliefs: Beliefs): Order | null {
  const moment = momentOf(run.theatre, run.state, run.side);
  const ways = run.values({ verb: 'hasty' }).flatMap((from) => {
    const [units = ''] = run.values({ verb: 'hasty', from });
    const pieces = apart(units).map((id) => pieceOf(moment.board, id));
    return run.values({ verb: 'hasty', from, units }).map((target) => ({
      order: { verb: 'hasty', from, units, target } as const,
      promise: battleValueOf(moment, beliefs, pieces, target, 'hasty'),
    }));
  });
  const [best] = ways.sort((one, other) => other.promise - one.promise);
  return best && best.promise > WORTH_IT ? best.order : null;
}

/** One march towards an aim, to the hex that looks best of all within reach. */
function march(run: WildernessDryRun, beliefs: Beliefs, unit: UnitId, aim: HexId): void {
  const piece = boardOf(run.theatre, run.state).piece(unit);
  if (!piece) return;
  const scored = [piece.hex, ...run.values({ verb: 'move', from: piece.hex, units: unit })].map((to) => ({
    to,
    score: outlook(run, beliefs, piece, aim, to),
  }));
  const best = scored.reduce((top, one) => (one.score > top.score + 0.01 ? one : top));
  if (best.to !== piece.hex) run.give({ verb: 'move', from: piece.hex, units: unit, to: best.to });
}

/** How good it is for a unit to stand in a hex. */
function outlook(
  { theatre, state, side }: WildernessDryRun,
  beliefs: Beliefs,
  piece: Piece,
  aim: HexId,
  to: HexId,
): number {
  const moment = momentOf(theatre, state, side);
  const { board } = moment;
  const far = landDistance(theatre, aim, to);
  const foot = piece.kind === 'infantry';
  const company = board.own(side, to).filter((one) => one.kind === 'infantry' && one.id !== piece.id);
  const strength = piece.strength + sum(company.map((one) => one.strength));
  let score = -far;
  for (const beside of HEX_GRID.neighbours(to)) {
    if (!board.isHeld(otherSide(side), beside)) continue;
    if (!foot) score -= 6;
    else {
      const attackers = board
        .of(side)
        .filter((one) => one.kind === 'infantry' && one.id !== piece.id && HEX_GRID.distance(one.hex, beside) === 1);
      const promise = battleValueOf(moment, beliefs, [...attackers, { ...piece, hex: to }], beside);
      score += promise > WORTH_IT ? Math.min(BATTLE, 4 + 2 * promise) : 0;
      const enemy = beliefs.strengthIn(beside);
      if (promise <= WORTH_IT && enemy > strength) score -= Math.min(6, (enemy - strength) / 2);
    }
  }
  if (!foot) return score;
  const supply = supplyIn(theatre, state, side, to);
  if (supply !== 'supplied') score -= supply === 'isolated' ? 6 : 2;
  if (!commandedHexes(theatre, board, side)(to)) score -= 1.5;
  return score;
}

/** A leader goes to where most of his army is within his reach. */
function follow(run: WildernessDryRun, { id, hex }: Piece): void {
  const { theatre, side } = run;
  const board = boardOf(theatre, run.state);
  const { command } = unitOf(theatre, id);
  const foot = board.of(side).filter(({ kind }) => kind === 'infantry');
  const worth = (to: HexId) => {
    const led = sum(foot.map((one) => (HEX_GRID.distance(one.hex, to) <= command ? one.strength : 0)));
    return led + (foot.some((one) => one.hex === to) ? 3 : 0);
  };
  const best = [hex, ...run.values({ verb: 'move', from: hex, units: id })].reduce((top, to) =>
    worth(to) > worth(top) ? to : top,
  );
  if (best !== hex) run.give({ verb: 'move', from: hex, units: id, to: best });
}

/** Whether infantry in a hex is about to attack something beside it. */
function attacks({ theatre, state, side }: WildernessDryRun, beliefs: Beliefs, hex: HexId): boolean {
  const moment = momentOf(theatre, state, side);
  return HEX_GRID.neighbours(hex).some((target) => {
    if (!moment.board.isHeld(otherSide(side), target)) return false;
    const attackers = moment.board
      .of(side)
      .filter((one) => one.kind === 'infantry' && HEX_GRID.distance(one.hex, target) === 1);
    return battleValueOf(moment, beliefs, attackers, target) > WORTH_IT;
  });
}
