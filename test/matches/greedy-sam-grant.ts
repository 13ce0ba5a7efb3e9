import { type Order as AnyOrder, arranged } from '../../src/game/index.ts';
import type { HexId } from '../../src/kit/hex/hex-grid.ts';
import { goalsOf } from '../../src/systems/sam-grant/machine/campaign-value.ts';
import { actionsOf } from '../../src/systems/sam-grant/rules/cards.ts';
import { defaultOrder, legality } from '../../src/systems/sam-grant/rules/legality.ts';
import { startsOf, unmoved } from '../../src/systems/sam-grant/rules/movement/group-move.ts';
import { freeToLeave, reachOf, roomBy } from '../../src/systems/sam-grant/rules/movement/reach.ts';
import { buildable, sitesFor } from '../../src/systems/sam-grant/rules/supply/builds.ts';
import { blocksAt, controllerOf, hexesHeld, isHex, type State, stepsOf } from '../../src/systems/sam-grant/state.ts';
import type { Block } from '../../src/systems/sam-grant/theatre.ts';
import {
  type Card,
  isSide,
  isSupply,
  numberOf,
  type Order,
  otherSide,
  type Side,
} from '../../src/systems/sam-grant/vocabulary.ts';
import { west } from '../systems/sam-grant/data.ts';
import type { Player } from './match.ts';

/** Attacks are made with so many times the steps that the enemy's blocks usually have. */
const ODDS = 2;
/** Missing steps for which a Supply card is played. */
const MISSING = 6;

/**
 * A simple player of Sam Grant: it enters the best city within reach where it has twice the enemy's steps, as far as the backs of his blocks
 * tell, and otherwise marches the shortest way to the nearest; with nowhere to go it builds. It leaves a block in each city.
 */
export const greedySamGrant: Player = (given, seat) => {
  const state = given as State;
  if (!isSide(seat)) return [];
  switch (state.phase) {
    case 'cards':
      return [{ verb: 'card', card: cardFor(state, seat) }];
    case 'supply':
      return [supplyFor(state, seat)];
    case 'actions':
      return [state.used < actionsOf(state, seat) ? actionFor(state, seat) : { verb: 'done' }];
    default:
      return [defaultOrder(west, state, seat)];
  }
};

function cardFor(state: State, side: Side): Card {
  const missing = hexesHeld(west, state, side)
    .flatMap((hex) => blocksAt(west, state, hex, side))
    .reduce((sum, { id, full }) => sum + full - stepsOf(state, id), 0);
  const worth = (card: Card) => numberOf(card) + (isSupply(card) ? (missing < MISSING ? -9 : 9) : 0);
  return state.hands[side].reduce((best, card) => (worth(card) > worth(best) ? card : best));
}

function supplyFor(state: State, side: Side): Order {
  const open = legality(west).next(state, side, { verb: 'supply' });
  if (open.complete || open.question.slot !== 'steps') return { verb: 'done' };
  const { question } = open;
  const steps = question.choices.slice(0, question.several?.most ?? 1).map(({ value }) => value);
  return { verb: 'supply', steps };
}

function actionFor(state: State, side: Side): Order {
  const goals = goalsOf(west).filter(({ city }) => controllerOf(west, state, city.hex) !== side);
  let best: { readonly order: Order; readonly worth: number } | null = null;
  for (const from of state.built ? [] : startsOf(west, state, side)) {
    const movers = moversFrom(state, side, from);
    for (const [hex, { to, going }] of placesFrom(state, side, from, movers)) {
      const goal = goals.find(({ city }) => city.hex === hex);
      // A city comes before any march, and the nearest march before others.
      const worth = goal ? 100 + goal.city.points : nearer(state, goals, side, from, hex) * going.length;
      if (worth <= (best?.worth ?? 0)) continue;
      const sent = goal ? going.slice(0, enough(state, side, hex, going) ?? 0) : going;
      if (sent.length === 0) continue;
      const blocks = blocksAt(west, state, from, side).flatMap((block) => (sent.includes(block) ? [block.id] : []));
      best = { order: { verb: 'move', from, to, blocks }, worth };
    }
  }
  const order = best?.order ?? build(state, side) ?? { verb: 'done' };
  return arranged(legality(west), state, side, order as AnyOrder) as Order;
}

/** The strongest first; in a city with points the weakest stays. */
function moversFrom(state: State, side: Side, from: HexId): readonly Block[] {
  const all = unmoved(west, state, side, from).filter(({ kind }) => kind !== 'hq');
  const strong = all.sort((a, b) => stepsOf(state, b.id) - stepsOf(state, a.id));
  const stays = (west.city.get(from)?.points ?? 0) > 0 && blocksAt(west, state, from, side).length === all.length;
  return strong.slice(0, Math.min(freeToLeave(west, state, side, from), strong.length - (stays ? 1 : 0)));
}

/** Hexes that blocks can march to, each by the hexside with most room, and who can go. */
function placesFrom(state: State, side: Side, from: HexId, movers: readonly Block[]) {
  const places = new Map<HexId, { readonly to: string; readonly going: readonly Block[] }>();
  const values = new Map(
    movers.flatMap((block) => [...reachOf(west, state, block, from)].filter(([, { forced }]) => !forced)),
  );
  for (const [to, { hex, by }] of values) {
    const able = movers.filter((block) => reachOf(west, state, block, from).get(to)?.forced === false);
    const going = by === null ? able : able.slice(0, roomBy(west, state, side, hex, by));
    if (going.length > (places.get(hex)?.going.length ?? 0)) places.set(hex, { to, going });
  }
  return places;
}

/** Of a block that is set up on the map, on the average. */
function usualSteps(side: Side): number {
  const all = west.blocks.filter((block) => block.side === side && isHex(block.start));
  return all.reduce((sum, { full }) => sum + full, 0) / all.length;
}

/** How many blocks have the odds; null: all have not. */
function enough(state: State, side: Side, hex: HexId, going: readonly Block[]): number | null {
  const enemy = otherSide(side);
  const need = ODDS * blocksAt(west, state, hex, enemy).length * usualSteps(enemy);
  let steps = 0;
  for (const [at, { id }] of going.entries()) {
    steps += stepsOf(state, id);
    if (steps >= need) return at + 1;
  }
  return null;
}

/** What a march gains on the nearest city, more the nearer it is; none where it is no nearer or the enemy stands. */
function nearer(state: State, goals: ReturnType<typeof goalsOf>, side: Side, from: HexId, hex: HexId): number {
  if (blocksAt(west, state, hex, otherSide(side)).length > 0) return 0;
  const way = (at: HexId) => Math.min(...goals.map(({ costs }) => costs.get(at) ?? Number.POSITIVE_INFINITY));
  return way(hex) < way(from) ? 1 / (1 + way(hex)) : 0;
}

/** The largest block of the pool, in the city nearest to the enemy. */
function build(state: State, side: Side): Order | null {
  const enemies = hexesHeld(west, state, otherSide(side));
  const far = (hex: HexId) => Math.min(...enemies.map((enemy) => west.grid.distance(hex, enemy)));
  for (const block of [...buildable(west, state, side)].sort((a, b) => b.full - a.full)) {
    const [hex] = [...sitesFor(west, state, block)].sort((a, b) => far(a) - far(b));
    if (hex !== undefined) return { verb: 'build', block: block.id, hex };
  }
  return null;
}
