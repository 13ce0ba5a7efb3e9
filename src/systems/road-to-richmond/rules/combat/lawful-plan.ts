import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { boardOf } from '../../board.ts';
import type { Field } from '../../field.ts';
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
export function lawfulPlan(field: Field, state: State, keep: readonly Battle[] = []): readonly Battle[] {
  return (completed(field, state, keep) ?? completed(field, state, [])) as readonly Battle[];
}

function starBattle(field: Field, state: State, { targets, sources }: Star<HexId>): Battle {
  return battleOf(field, state, targets.toSorted(), piecesIn(field, state, sources));
}

function piecesIn(field: Field, state: State, hexes: readonly HexId[]): readonly PieceId[] {
  const board = boardOf(field, state);
  return hexes.flatMap((hex) => board.at(hex).flatMap(({ id }) => (mayAttack(field, state, id) ? [id] : [])));
}

/** The attackers of a hex change to another adjacent target while that improves the plan's expected result. */
function improved(field: Field, state: State, stars: readonly Star<HexId>[]): readonly Star<HexId>[] {
  const worth = (star: Star<HexId>) => expectedSwing(field, state, starBattle(field, state, star));
  let plan = stars;
  for (let round = 0; round < ROUNDS; round++) {
    const better = firstBetter(field, plan, worth);
    if (better === null) break;
    plan = better;
  }
  return plan;
}

const ROUNDS = 12;

function firstBetter(
  field: Field,
  plan: readonly Star<HexId>[],
  worth: (star: Star<HexId>) => number,
): Star<HexId>[] | null {
  for (const giver of plan) {
    if (giver.sources.length < 2) continue;
    for (const hex of giver.sources) {
      for (const taker of plan) {
        if (taker === giver || !taker.targets.every((one) => touches(field, hex, one))) continue;
        const poorer = { targets: giver.targets, sources: giver.sources.filter((one) => one !== hex) };
        const richer = { targets: taker.targets, sources: [...taker.sources, hex] };
        if (worth(poorer) + worth(richer) > worth(giver) + worth(taker) + 1e-9)
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
  const join = (at: number, pieces: readonly PieceId[]) => {
    const battle = battles[at] as Battle;
    battles[at] = battleOf(field, state, battle.hexes, [...battle.attackers, ...pieces], namedColumn(battle));
  };
  const free = new Set<HexId>();
  for (const hex of own.keys()) {
    const idle = board.at(hex).flatMap(({ id }) => (busy.has(id) ? [] : [id]));
    if (idle.length === 0) continue;
    if (idle.length === board.at(hex).length) {
      free.add(hex);
      continue;
    }
    // Units in one hex attack the same target [7.3].
    join(
      battles.findIndex(({ attackers }) => board.at(hex).some(({ id }) => attackers.includes(id))),
      idle,
    );
  }
  const openEnemies = new Map<HexId, readonly HexId[]>();
  for (const [hex, from] of enemies)
    if (!attacked.has(hex))
      openEnemies.set(
        hex,
        from.filter((one) => free.has(one)),
      );
  if ([...openEnemies.values()].some((from) => from.length === 0)) return null;
  const openOwn = new Map<HexId, readonly HexId[]>();
  for (const hex of free) {
    const against = (own.get(hex) ?? []).filter((one) => openEnemies.has(one));
    if (against.length > 0) openOwn.set(hex, against);
    else {
      const at = battles.findIndex(({ hexes }) => hexes.every((one) => touches(field, hex, one)));
      // A unit whose other neighbours are all attacked from elsewhere may still attack the Train [15.2].
      const train = enemiesBeside(field, state, hex).find((one) => !enemies.has(one) && !attacked.has(one));
      if (at >= 0) join(at, piecesIn(field, state, [hex]));
      else if (train !== undefined) battles.push(battleOf(field, state, [train], piecesIn(field, state, [hex])));
      else return null;
    }
  }
  const stars = improved(field, state, starCover(openOwn, openEnemies));
  return inOrderOfHexes([...battles, ...stars.map((star) => starBattle(field, state, star))]);
}

/** One target with one or several sources, or one source with several targets. */
interface Star<Node> {
  readonly targets: Node[];
  readonly sources: Node[];
}

/** The adjacent nodes of the other side, for each node. */
type Beside<Node> = ReadonlyMap<Node, readonly Node[]>;

/**
 * Divides a graph of sources and targets into stars. Each node has at least one neighbour and gets into exactly one
 * star, in which all sources are adjacent to all targets.
 */
export function starCover<Node extends string>(sources: Beside<Node>, targets: Beside<Node>): Star<Node>[] {
  const starOf = new Map<Node, Star<Node>>();
  const open = (target: Node, source: Node) => {
    const star = { targets: [target], sources: [source] };
    starOf.set(target, star).set(source, star);
  };
  const join = (list: Node[], node: Node, star: Star<Node>) => {
    list.push(node);
    starOf.set(node, star);
  };
  const inNeed = [...targets].sort(byNeed);
  // Nodes with the fewest neighbours go first; each gets a partner that is still free.
  for (const [target, from] of inNeed) {
    const partner = from.find((one) => !starOf.has(one));
    if (partner !== undefined) open(target, partner);
  }
  // A target whose neighbours all have a star joins the star of one of them.
  for (const [target, from] of inNeed) {
    const star = starOf.get(from[0] as Node);
    if (star && !starOf.has(target)) join(star.targets, target, star);
  }
  for (const [source, against] of sources) {
    if (starOf.has(source)) continue;
    // A star with one target takes any number of sources.
    const star = against.map((one) => starOf.get(one) as Star<Node>).find((one) => one.targets.length === 1);
    if (star) join(star.sources, source, star);
    else {
      // If the source's only neighbours share a star with other targets, one target is split off for it.
      const target = against[0] as Node;
      const list = (starOf.get(target) as Star<Node>).targets;
      list.splice(list.indexOf(target), 1);
      open(target, source);
    }
  }
  return [...new Set(starOf.values())];
}

function byNeed<Node>(
  [a, one]: readonly [Node, readonly Node[]],
  [b, other]: readonly [Node, readonly Node[]],
): number {
  return one.length - other.length || (a < b ? -1 : 1);
}
