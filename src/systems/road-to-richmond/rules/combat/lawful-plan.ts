import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { type Star, starCover } from '../../../../kit/star-cover.ts';
import { boardOf } from '../../board.ts';
import type { Field } from '../../field.ts';
import type { State } from '../../state.ts';
import type { Battle, PieceId } from '../../vocabulary.ts';
import { expectedSwing } from './battle-odds.ts';
import { battleOf, inOrderOfHexes, namedColumn } from './battle-plan.ts';
import { enemiesBeside, mayAttack, touches } from './contact.ts';
import { contactsOf } from './mandatory-attacks.ts';

/**
 * Plans with every mandatory attack [7.1]. Seen as a graph of own and enemy hexes that stand in each other's zones of control, a lawful plan
 * divides all of them into battles in which each attacker's hex is beside each hex attacked. Stars are such battles — one hex attacked
 * from several, or several from one — and a graph in which no hex stands alone always divides into stars. So there is always a
 * plan [7.5].
 */
export function lawfulPlan(field: Field, state: State, keep: readonly Battle[] = []): readonly Battle[] {
  return completed(field, state, keep) ?? fromScratch(field, state);
}

function fromScratch(field: Field, state: State): readonly Battle[] {
  const { enemies, own } = contactsOf(field, state);
  const stars = starCover(own, enemies);
  return inOrderOfHexes(improved(field, state, stars).map((star) => starBattle(field, state, star)));
}

function starBattle(field: Field, state: State, { targets, sources }: Star<HexId>): Battle {
  return battleOf(field, state, targets.toSorted(), piecesIn(field, state, sources));
}

function piecesIn(field: Field, state: State, hexes: readonly HexId[]): readonly PieceId[] {
  const board = boardOf(field, state);
  return hexes.flatMap((hex) => board.at(hex).flatMap(({ id }) => (mayAttack(field, state, id) ? [id] : [])));
}

/** Attackers of one hex go over to another hex that they are beside, as long as the plan promises more for it. */
function improved(field: Field, state: State, stars: readonly Star<HexId>[]): readonly Star<HexId>[] {
  const worth = (star: Star<HexId>) => expectedSwing(field, state, starBattle(field, state, star));
  let plan = stars.map(({ targets, sources }): Star<HexId> => ({ targets, sources }));
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

/** The battles to keep, joined by units that must attack and have nobody else, and new ones for the rest; null: no such plan exists. */
function completed(field: Field, state: State, keep: readonly Battle[]): readonly Battle[] | null {
  if (keep.length === 0) return null;
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
