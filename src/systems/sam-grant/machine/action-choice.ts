import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type ActionSeries, best, bestBy, type Candidate, climb } from '../../../kit/machine-search.ts';
import { actionsOf } from '../rules/cards.ts';
import { inListOrder, SamGrantDryRun } from '../rules/legality.ts';
import { movingInto, startsOf, unmoved } from '../rules/movement/group-move.ts';
import { freeToLeave, type Leg, reachOf, readDestination, roomBy, withLegs } from '../rules/movement/reach.ts';
import { hqOf, modesOpen, startsBy, targetsOf } from '../rules/movement/strategic-move.ts';
import { buildable, builtSteps, sitesFor } from '../rules/supply/builds.ts';
import { controllerOf, isHeldBy, placing, type State, stepsOf } from '../state.ts';
import { type Block, blockOf, type Theatre } from '../theatre.ts';
import { type BlockId, type Destination, LEGS, type Order, otherSide, type Side } from '../vocabulary.ts';
import { forecastAt } from './battle-forecast.ts';
import { outposts, positionWorth, stepWorth } from './position-value.ts';

/** By how many victory points a step of the Supreme HQ is worth more than any other step. */
const HQ_STEP = 0.12;
/** The least gain that is worth an action. */
const LEAST = 0.01;
/** The share of a new block's steps that doesn't count, because it could be built later. */
const BUILT = 0.5;
/** Chance of winning from which an attack on a city gets no more blocks. */
const SURE = 0.75;
/** From how many hexes a march to several places is tried. */
const STARTS = 4;
/** How many blocks of the pool are considered for a build. */
const BUILDS = 3;

/** A side's actions, best first, then `done` [5.1]. They break off after a forced march, whose dice are unknown. */
export function actionsFor(theatre: Theatre, guess: State, side: Side): readonly Order[] {
  const run = new SamGrantDryRun(theatre, guess, side);
  for (;;) {
    const left = actionsOf(run.state, side) - run.state.used;
    const chosen = left > 0 ? best(candidates(situationOf(theatre, run.state, side), left), LEAST) : null;
    for (const wanted of chosen?.orders ?? []) {
      const refused = run.give(inListOrder(theatre, run.state, side, wanted));
      if (run.isOver) return run.orders;
      if (refused) return [...run.orders, { verb: 'done' }];
    }
    if (!chosen) return [...run.orders, { verb: 'done' }];
  }
}

/** Orders given together; their value is the gain of each. */
interface Actions extends Candidate {
  readonly orders: readonly Order[];
}

/** A group move under construction. Each leg counts as an action here, though one action pays for all legs. */
interface March extends ActionSeries {
  readonly from: HexId;
  readonly legs: readonly Leg[];
  readonly after: State;
}

function* candidates(now: Situation, left: number): Generator<Actions> {
  if (!now.state.built) {
    yield* moves(now, left);
    yield* sendings(now);
  }
  yield* builds(now);
}

/** A position, the side that acts, and the position's value to that side. */
interface Situation {
  readonly theatre: Theatre;
  readonly state: State;
  readonly side: Side;
  readonly worth: number;
}

function situationOf(theatre: Theatre, state: State, side: Side): Situation {
  return { theatre, state, side, worth: positionWorth(theatre, state, side) };
}

function gainOf({ theatre, state, side, worth }: Situation, after: State): number {
  return positionWorth(theatre, after, side, state) - worth;
}

/** Group moves out of one hex, and attacks on one hex from several. */
function* moves(now: Situation, left: number): Generator<Actions> {
  const attacks = new Map<HexId, March[]>();
  const starts = startsOf(now.theatre, now.state, now.side);
  const firsts = starts.flatMap((from) => {
    const marches = [...withOneMoreLeg(now, emptyMarch(now, from))];
    for (const march of marches) {
      const { hex, by } = readDestination((march.legs[0] as Leg).to);
      if (by !== null) attacks.set(hex, [...(attacks.get(hex) ?? []), march]);
    }
    return bestBy(marches, ({ gain }) => gain) ?? [];
  });
  for (const march of firsts.sort((a, b) => b.gain - a.gain).slice(0, STARTS)) yield withOthers(now, march);
  for (const from of starts) for (const march of fanOut(now, from)) yield withOthers(now, march);
  if (left > 1) for (const all of attacks.values()) yield* jointAttacks(now, all, left);
}

/** Adds legs for other blocks of the hex while each raises the value [5.2]. */
function withOthers(now: Situation, first: March): Actions {
  const { from, legs, value } = climb(first, (march) => withOneMoreLeg(now, march), {
    budget: LEGS.length,
    least: LEAST,
  });
  return { orders: [withLegs({ verb: 'move', from }, legs)], value: value - now.worth };
}

function emptyMarch({ state: after, worth: value }: Situation, from: HexId): March {
  return { from, legs: [], after, value, gain: 0, actions: 0 };
}

function* withOneMoreLeg(now: Situation, march: March): Generator<March> {
  for (const [to, { able, room }] of placesFrom(now, march.after, march.from)) {
    if (march.legs.some((leg) => leg.to === to)) continue;
    for (const blocks of selections(march.after, able, room)) yield withLeg(now, march, { to, blocks });
  }
}

function withLeg({ theatre, state, side }: Situation, march: March, leg: Leg): March {
  const after = marched(theatre, march.after, march.from, leg);
  const value = positionWorth(theatre, after, side, state);
  return { ...march, legs: [...march.legs, leg], after, value, gain: value - march.value, actions: march.actions + 1 };
}

/**
 * The position after a leg. A forced march costs each block its expected half step, and a whole one if it has to fight
 * [5.5].
 */
function marched(theatre: Theatre, state: State, from: HexId, { to, blocks }: Leg): State {
  const { hex, by } = readDestination(to);
  const tired = blocks.filter((id) => reachOf(theatre, state, blockOf(theatre, id), from).get(to)?.forced);
  const loss = by !== null ? 1 : theatre.rules.forcedMarchLoss / 6;
  return placing(
    movingInto(state, blocks, hex, by),
    tired.map((id) => [id, { steps: stepsOf(state, id) - loss }]),
  );
}

/**
 * Destinations from a hex, each with the blocks that can go there and the room for them.
 * Blocks march by force only to cities that the side does not control, and only with more than one step [5.5].
 */
function placesFrom(now: Situation, state: State, from: HexId) {
  const { theatre, side } = now;
  const free = freeToLeave(theatre, state, side, from);
  const places = new Map<Destination, { readonly able: Block[]; readonly room: number }>();
  for (const block of unmoved(theatre, state, side, from)) {
    if (block.kind === 'hq') continue;
    for (const [to, { hex, by, forced }] of reachOf(theatre, state, block, from)) {
      if (forced && (stepsOf(state, block.id) <= 1 || pointsOf(now, state, hex) === 0)) continue;
      const room = by === null ? free : Math.min(free, roomBy(theatre, state, side, hex, by));
      const place = places.get(to) ?? { able: [], room };
      place.able.push(block);
      places.set(to, place);
    }
  }
  return places;
}

/** A city's points if the side does not control it, else 0. */
function pointsOf({ theatre, side }: Situation, state: State, hex: HexId): number {
  return controllerOf(theatre, state, hex) === side ? 0 : (theatre.city.get(hex)?.points ?? 0);
}

/** Splits a hex's blocks between the two, three and four richest cities in reach, with just enough blocks for each. */
function* fanOut(now: Situation, from: HexId): Generator<March> {
  const { theatre, state } = now;
  const near = [...theatre.city.values()].filter(
    ({ hex }) => pointsOf(now, state, hex) > 0 && theatre.grid.distance(from, hex) <= 4,
  );
  let march = emptyMarch(now, from);
  for (const { hex } of near.sort((a, b) => b.points - a.points)) {
    const leg = march.legs.length < LEGS.length ? fewestFor(now, march.after, from, hex) : null;
    if (!leg) continue;
    march = withLeg(now, march, leg);
    if (march.legs.length > 1) yield march;
  }
}

/** The leg with the fewest blocks that surely take a city; `null` if none does. */
function fewestFor(now: Situation, state: State, from: HexId, goal: HexId): Leg | null {
  const { theatre, side } = now;
  const enemy = isHeldBy(theatre, state, goal, otherSide(side));
  const isSure = (leg: Leg) =>
    !enemy || forecastAt(theatre, marched(theatre, state, from, leg), goal, side, side).chance >= SURE;
  const legs = [...placesFrom(now, state, from)].flatMap(([to, { able, room }]) => {
    if (readDestination(to).hex !== goal) return [];
    const order = strongestFirst(state, able);
    if (!enemy) order.reverse();
    const sizes = order
      .slice(0, Math.max(0, room))
      .map((_, at) => ({ to, blocks: listed(able, order.slice(0, at + 1)) }));
    return sizes.find(isSure) ?? [];
  });
  return bestBy(legs, ({ blocks }) => -blocks.length);
}

/** Joins attacks on one hex from several, the largest first, each over another hexside. */
function* jointAttacks(now: Situation, attacks: readonly March[], left: number): Generator<Actions> {
  const size = ({ legs: [leg] }: March) => leg?.blocks.length ?? 0;
  const chosen: { readonly from: HexId; readonly leg: Leg }[] = [];
  const { theatre } = now;
  let after = now.state;
  for (const { from, legs } of [...attacks].sort((a, b) => size(b) - size(a))) {
    const leg = legs[0] as Leg;
    const { by } = readDestination(leg.to);
    if (chosen.some((one) => one.from === from || readDestination(one.leg.to).by === by)) continue;
    chosen.push({ from, leg });
    after = marched(theatre, after, from, leg);
    const orders = chosen.map((one) => withLegs({ verb: 'move', from: one.from }, [one.leg]));
    if (orders.length > 1) yield { orders, value: gainOf(now, after) / orders.length };
    if (orders.length === left) return;
  }
}

/** Strategic moves of all blocks of a hex, to hexes worth taking or guarding [5.6]. */
function* sendings(now: Situation): Generator<Actions> {
  const { theatre, state, side } = now;
  const hq = hqOf(theatre, side);
  if (!hq) return;
  const paid = placing(state, [[hq.id, { steps: stepsOf(state, hq.id) - theatre.rules.hqActivation }]]);
  const bases = outposts(theatre, state, side);
  for (const mode of modesOpen(theatre, state, side))
    for (const from of startsBy(theatre, state, side, mode)) {
      const movers = unmoved(theatre, state, side, from).filter(({ kind }) => kind !== 'hq');
      for (const [to, room] of targetsOf(theatre, state, side, mode, from)) {
        if (mode !== 'crossing' && !bases.has(to)) continue;
        const [blocks] = selections(state, movers, room);
        if (!blocks) continue;
        const by = isHeldBy(theatre, state, to, otherSide(side)) ? from : null;
        const value = gainOf(now, movingInto(paid, blocks, to, by)) - HQ_STEP;
        yield { orders: [{ verb: 'strategic', mode, from, to, blocks }], value };
      }
    }
}

function* builds(now: Situation): Generator<Actions> {
  const { theatre, state, side } = now;
  const pool = [...buildable(theatre, state, side)].sort((a, b) => b.full * b.hits - a.full * a.hits);
  for (const block of pool.slice(0, BUILDS))
    for (const hex of sitesFor(theatre, state, block)) {
      const steps = builtSteps(theatre, state, block, hex);
      const gain = gainOf(now, placing(state, [[block.id, { at: hex, steps }]]));
      yield {
        orders: [{ verb: 'build', block: block.id, hex }],
        value: gain - BUILT * stepWorth(theatre, state) * steps,
      };
    }
}

/** The groups that are tried: the strongest that fit, one fewer if all fit, and the weakest alone. */
function selections(state: State, able: readonly Block[], most: number): readonly (readonly BlockId[])[] {
  const room = Math.min(most, able.length);
  if (room < 1) return [];
  const strong = strongestFirst(state, able);
  return [
    listed(able, strong.slice(0, room)),
    ...(room > 1 && room === able.length ? [listed(able, strong.slice(0, room - 1))] : []),
    ...(able.length > 1 ? [listed(able, strong.slice(-1))] : []),
  ];
}

function strongestFirst(state: State, blocks: readonly Block[]): Block[] {
  return [...blocks].sort((a, b) => stepsOf(state, b.id) * b.hits - stepsOf(state, a.id) * a.hits);
}

/** Some blocks in the order of all, as orders list them. */
function listed(all: readonly Block[], some: readonly Block[]): readonly BlockId[] {
  return all.filter((block) => some.includes(block)).map(({ id }) => id);
}
