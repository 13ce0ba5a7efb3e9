import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { ROUNDING } from '../../../../kit/machine-search.ts';
import { boardOf } from '../../board.ts';
import { type Field, idsOf } from '../../field.ts';
import type { State } from '../../state.ts';
import type { Battle, PieceId } from '../../vocabulary.ts';
import { expectedSwing } from './battle-odds.ts';
import { battleOf, inOrderOfHexes, namedColumn } from './battle-plan.ts';
import { contactsOf, enemiesBeside, mayAttack, touches } from './contact.ts';

/**
 * A plan with every mandatory attack [7.1]. It keeps the battles in `keep` if that is possible.
 *
 * All hexes of both sides in each other's zones of control make a graph. A legal plan divides it into battles in which
 * each attacking hex is adjacent to each target. A star is such a battle: one target attacked from several hexes, or
 * several targets attacked from one. A graph without isolated hexes always divides into stars.
 * So a legal plan always exists [7.5].
 */
export function lawfulPlan(field: Field, state: State, keep: readonly Battle[]): readonly Battle[] {
  return (completed(field, state, keep) ?? completed(field, state, [])) as readonly Battle[];
}

function starBattle(field: Field, state: State, { targets, sources }: Star): Battle {
  return battleOf(field, state, targets.toSorted(), piecesIn(field, state, sources));
}

function piecesIn(field: Field, state: State, hexes: readonly HexId[]): readonly PieceId[] {
  const board = boardOf(field, state);
  return hexes.flatMap((hex) => board.at(hex).flatMap(({ id }) => (mayAttack(field, state, id) ? [id] : [])));
}

/** The attackers of a hex change to another adjacent target while that improves the plan's expected result. */
function improved(field: Field, state: State, stars: readonly Star[]): readonly Star[] {
  const worth = (star: Star) => expectedSwing(field, state, starBattle(field, state, star));
  let plan = stars;
  for (let round = 0; round < ROUNDS; round++) {
    const better = firstBetter(field, plan, worth);
    if (better === null) break;
    plan = better;
  }
  return plan;
}

const ROUNDS = 12;

function firstBetter(field: Field, plan: readonly Star[], worth: (star: Star) => number): Star[] | null {
  for (const giver of plan) {
    if (giver.sources.length < 2) continue;
    for (const hex of giver.sources) {
      for (const taker of plan) {
        if (taker === giver || !taker.targets.every((one) => touches(field, hex, one))) continue;
        const poorer = { targets: giver.targets, sources: giver.sources.filter((one) => one !== hex) };
        const richer = { targets: taker.targets, sources: [...taker.sources, hex] };
        if (worth(poorer) + worth(richer) > worth(giver) + worth(taker) + ROUNDING)
          return plan.map((star) => (star === giver ? poorer : star === taker ? richer : star));
      }
    }
  }
  return null;
}

/**
 * The battles to keep, joined by units that must attack and have no other target, and new battles for all others.
 * It is `null` if there is no such plan, which can happen only if some battle is kept.
 */
function completed(field: Field, state: State, keep: readonly Battle[]): readonly Battle[] | null {
  const board = boardOf(field, state);
  const { enemies, own } = contactsOf(field, state);
  const attacked = new Set(keep.flatMap(({ hexes }) => hexes));
  const busy = new Set(keep.flatMap(({ attackers }) => attackers));
  const battles = [...keep];
  const join = (battle: Battle, pieces: readonly PieceId[]) => {
    const attackers = [...battle.attackers, ...pieces];
    battles[battles.indexOf(battle)] = battleOf(field, state, battle.hexes, attackers, namedColumn(battle));
  };
  const free = new Set<HexId>();
  for (const hex of own.keys()) {
    const stack = idsOf(board.at(hex));
    const idle = stack.filter((id) => !busy.has(id));
    if (idle.length === stack.length) free.add(hex);
    // Units in one hex attack the same target [7.3].
    else if (idle.length > 0)
      join(battles.find(({ attackers }) => stack.some((id) => attackers.includes(id))) as Battle, idle);
  }
  const openEnemies = new Map<HexId, readonly HexId[]>();
  for (const [hex, from] of enemies) {
    if (attacked.has(hex)) continue;
    const sources = from.filter((one) => free.has(one));
    if (sources.length === 0) return null;
    openEnemies.set(hex, sources);
  }
  const openOwn = new Map<HexId, readonly HexId[]>();
  for (const hex of free) {
    const against = (own.get(hex) ?? []).filter((one) => openEnemies.has(one));
    if (against.length > 0) {
      openOwn.set(hex, against);
      continue;
    }
    // Kept battles attack all its enemies. It joins one of them, or else attacks the Train, if that is near [15.2].
    const battle = battles.find(({ hexes }) => hexes.every((one) => touches(field, hex, one)));
    const train = enemiesBeside(field, state, hex).find((one) => !enemies.has(one) && !attacked.has(one));
    const pieces = piecesIn(field, state, [hex]);
    if (battle) join(battle, pieces);
    else if (train !== undefined) battles.push(battleOf(field, state, [train], pieces));
    else return null;
  }
  const stars = improved(field, state, starCover(openOwn, openEnemies));
  return inOrderOfHexes([...battles, ...stars.map((star) => starBattle(field, state, star))]);
}

/** One target with one or several sources, or one source with several targets. */
interface Star {
  readonly targets: HexId[];
  readonly sources: HexId[];
}

/** For each hex of one side, the adjacent hexes of the other. */
type Beside = ReadonlyMap<HexId, readonly HexId[]>;

/** Divides hexes, each of which has at least one adjacent hex of the other side, into stars. Each is in exactly one. */
export function starCover(sources: Beside, targets: Beside): Star[] {
  const starOf = new Map<HexId, Star>();
  const openStar = (target: HexId, source: HexId) => {
    const star = { targets: [target], sources: [source] };
    starOf.set(target, star).set(source, star);
  };
  const join = (list: HexId[], hex: HexId, star: Star) => {
    list.push(hex);
    starOf.set(hex, star);
  };
  const inNeed = [...targets].sort(([a, besideA], [b, besideB]) => besideA.length - besideB.length || (a < b ? -1 : 1));
  // Targets with the fewest neighbours go first; each gets a partner that is still free.
  for (const [target, from] of inNeed) {
    const partner = from.find((one) => !starOf.has(one));
    if (partner !== undefined) openStar(target, partner);
  }
  // A target whose neighbours all have a star joins the star of one of them.
  for (const [target, from] of inNeed) {
    const star = starOf.get(from[0] as HexId);
    if (star && !starOf.has(target)) join(star.targets, target, star);
  }
  for (const [source, against] of sources) {
    if (starOf.has(source)) continue;
    // A star with one target takes any number of sources.
    const star = against.map((one) => starOf.get(one) as Star).find((one) => one.targets.length === 1);
    if (star) join(star.sources, source, star);
    else {
      // If the source's only neighbours share a star with other targets, one target is split off for it.
      const target = against[0] as HexId;
      const list = (starOf.get(target) as Star).targets;
      list.splice(list.indexOf(target), 1);
      openStar(target, source);
    }
  }
  return [...new Set(starOf.values())];
}
