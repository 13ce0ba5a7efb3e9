import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { oncePer } from '../../../kit/memo.ts';
import { blocksAt, controllerOf, hexesHeld, isHeldBy, stepsOf } from '../board.ts';
import { hqOf } from '../rules/movement/strategic-move.ts';
import { forageOf } from '../rules/supply/attrition.ts';
import { openWaters } from '../rules/supply/open-water.ts';
import { isSupplied } from '../rules/supply/supply-lines.ts';
import { costOfStep } from '../rules/terrain-effects.ts';
import type { State } from '../state.ts';
import type { City, Theatre } from '../theatre.ts';
import { isSupply, isWinter, numberOf, otherSide, type Side, WINTER } from '../vocabulary.ts';
import { forceOf, forecastAt } from './forecast.ts';

/** What things are worth, in victory points. */
const HUNGRY = 0.3;
/** Part of a city's points that counts for each turn on the way there, and where the way is open. */
const SOONER = 0.75;
const DRAW = 0.9;
/** Part of a city's points that is at risk where it lies open to the enemy. */
const THREAT = 0.2;
/** Marching points of a block in a turn; those within which blocks bear on a city; and the longest way that is looked at. */
const SPEED = 2;
const NEAR = 3;
const TURNS = 3;
const FAR = 9;

/** What a step is worth: less and less as the year goes by. */
export function stepWorth({ turn }: Pick<State, 'turn'>): number {
  return 0.02 + 0.012 * turnsLeft({ turn });
}

function turnsLeft({ turn }: Pick<State, 'turn'>): number {
  return Math.max(0, WINTER - turn);
}

/** Marching points from each hex to each city with points, by the hexes about it. */
const waysTo = oncePer((theatre: Theatre) => {
  const cities = [...theatre.city.values()].filter(({ points }) => points > 0);
  return cities.map((city) => ({ city, costs: costsTo(theatre, city.hex) }));
});

function costsTo(theatre: Theatre, goal: HexId): ReadonlyMap<HexId, number> {
  const costs = new Map<HexId, number>([[goal, 0]]);
  // A map is walked in the order of what is put into it; what is found cheaper later is put in again.
  for (const hex of costs.keys()) {
    const cost = costs.get(hex) as number;
    if (cost >= FAR) continue;
    for (const side of sidesOf(theatre, hex)) {
      const back = sidesOf(theatre, side.to).find(({ to }) => to === hex);
      const step = back ? costOfStep(theatre, back) : null;
      if (step === null || cost + step >= (costs.get(side.to) ?? Number.POSITIVE_INFINITY)) continue;
      costs.delete(side.to);
      costs.set(side.to, cost + step);
    }
  }
  return costs;
}

/** Marching points to each city with points from the waters that ships have open: they land at any hex beside it that no enemy holds [5.6]. */
const landingsOn = oncePer((theatre: Theatre) =>
  oncePer((blocks: State['blocks']) =>
    openWaters(theatre, { blocks }).map((water) => {
      const shores = [...water].filter((hex) => !isHeldBy(theatre, { blocks }, hex, 'csa'));
      const least = ({ city, costs }: Goal) =>
        [city.hex, Math.min(...shores.map((hex) => costs.get(hex) ?? FAR))] as const;
      return { water, costs: new Map(waysTo(theatre).map(least)) };
    }),
  ),
);

/** Hexes from which a city of the other side's is within reach. */
export function outposts(theatre: Theatre, state: State, side: Side): ReadonlySet<HexId> {
  const found = new Set<HexId>();
  for (const { city, costs } of waysTo(theatre))
    if (controllerOf(theatre, state, city.hex) !== side) for (const [hex, cost] of costs) if (cost <= 2) found.add(hex);
  return found;
}

/**
 * What a position is worth to a side, as far as it sees: cities that it has or likely wins, those that its blocks can go to in turns to come,
 * and its steps. `lines`: a position whose supply lines are taken for those of this one.
 */
export function worthOf(theatre: Theatre, state: State, side: Side, lines: Pick<State, 'blocks'> = state): number {
  const enemy = otherSide(side);
  const step = stepWorth(state);
  let worth = 0;
  const chances = new Map<HexId, number>();
  const stacks: Stack[] = [];
  for (const hex of hexesHeld(theatre, state, side)) {
    const blocks = blocksAt(theatre, state, hex, side);
    const steps = blocks.reduce((sum, { id }) => sum + stepsOf(state, id), 0);
    worth += step * steps - hunger(theatre, state, lines, side, hex);
    if (!isHeldBy(theatre, state, hex, enemy)) {
      const marching = blocks.filter(({ kind, speed }) => kind !== 'hq' && speed > 1).length;
      stacks.push({ hex, steps, free: marching, blocks: blocks.length });
      continue;
    }
    const attacks = blocks.some(({ id }) => state.entered[id] !== undefined);
    const { chance, attackers, defenders } = forecastAt(theatre, state, hex, attacks ? side : enemy, side);
    chances.set(hex, attacks ? chance : 1 - chance);
    worth += step * (attacks ? defenders - attackers : attackers - defenders);
  }
  const goals: Goal[] = [];
  for (const { city, costs } of waysTo(theatre)) {
    const { hex, points } = city;
    const chance = chances.get(hex);
    // Points count where a side has a city of the other's home [10.1]: both ways the swing is the same.
    if (chance !== undefined) worth += points * chance;
    else if (controllerOf(theatre, state, hex) !== side) goals.push({ city, costs });
    else worth += points - risk(theatre, state, side, city, costs, stacks);
  }
  return worth + promise(theatre, state, side, goals, stacks, lines);
}

/** Blocks of a side in a hex, and how many of them can still be sent somewhere. */
interface Stack {
  readonly hex: HexId;
  readonly steps: number;
  readonly blocks: number;
  free: number;
}
interface Goal {
  readonly city: City;
  readonly costs: ReadonlyMap<HexId, number>;
}

/** What may be lost of a city's points; a block that guards it stays. */
function risk(
  theatre: Theatre,
  state: State,
  side: Side,
  { hex, points }: City,
  costs: ReadonlyMap<HexId, number>,
  stacks: readonly Stack[],
): number {
  const guard = stacks.find((stack) => stack.hex === hex);
  const enemy = otherSide(side);
  const away = theatre.home.get(hex) !== side;
  let threat = 0;
  if (turnsLeft(state) > 0 || state.active === state.first)
    for (const from of hexesHeld(theatre, state, enemy)) {
      const cost = costs.get(from) ?? FAR;
      if (cost <= NEAR) threat += blocksAt(theatre, state, from, enemy).length / Math.max(1, cost - 1);
    }
  if (guard && guard.free > 0 && guard.free === guard.blocks && (away || threat > 0)) guard.free -= 1;
  return points * THREAT * Math.min(1, threat) * Math.max(0, 1 - (guard?.steps ?? 0) / (2 + 2 * threat));
}

/**
 * Cities that blocks can go to, each block to one, with the actions that the hand still gives: those first whose blocks win most for each
 * action. All blocks of a hex go by the same actions [5.2].
 */
function promise(
  theatre: Theatre,
  state: State,
  side: Side,
  goals: readonly Goal[],
  stacks: readonly Stack[],
  lines: Pick<State, 'blocks'>,
): number {
  const left = turnsLeft(state);
  let actions = state.hands[side].reduce((sum, card) => sum + (isSupply(card) ? 0 : numberOf(card)), 0);
  if (left < 1 || actions === 0) return 0;
  const hq = side === 'usa' ? hqOf(theatre, side) : undefined;
  const sails = hq !== undefined && stepsOf(state, hq.id) > theatre.rules.hqActivation;
  const landings = sails ? landingsOn(theatre)(lines.blocks) : [];
  const enemy = otherSide(side);
  const ways = new Map<Stack, Way[]>(stacks.flatMap((stack) => (stack.free > 0 ? [[stack, []]] : [])));
  const sailings = new Map(
    [...ways.keys()].map((stack) => [stack, landings.filter(({ water }) => water.has(stack.hex))]),
  );
  for (const goal of goals) {
    const { hex, points } = goal.city;
    const guards = blocksAt(theatre, state, hex, enemy);
    const { steps: resistance } = forceOf(theatre, state, guards, side);
    const need = Math.max(1, Math.ceil(resistance / 2));
    for (const [stack, found] of ways) {
      const cost = goal.costs.get(stack.hex) ?? FAR;
      // In Winter a block goes less far [9.1].
      let turns = cost > SPEED * left - 1 ? FAR : Math.max(1, Math.ceil(cost / SPEED));
      for (const { costs } of sailings.get(stack) ?? [])
        turns = Math.min(turns, 1 + Math.ceil((costs.get(hex) ?? FAR) / SPEED));
      if (turns > left) continue;
      const open = guards.length === 0 ? 1 : Math.min(1, (stack.steps / (1.5 * resistance)) ** 2);
      found.push({ goal, turns, need, worth: points * DRAW * SOONER ** turns * open });
    }
  }
  for (const found of ways.values()) found.sort((a, b) => b.worth - a.worth);
  const taken = new Set<Goal>();
  let worth = 0;
  while (actions > 0) {
    let best: Campaign | null = null;
    for (const [stack, found] of ways)
      for (let turns = 1; turns <= Math.min(left, actions, TURNS); turns++) {
        const campaign = campaignOf(stack, found, turns, taken);
        if (campaign.worth * (best?.turns ?? 1) > (best?.worth ?? 0) * turns) best = campaign;
      }
    if (!best) break;
    for (const goal of best.goals) taken.add(goal);
    ways.delete(best.stack);
    actions -= best.turns;
    worth += best.worth;
  }
  return worth;
}

interface Way {
  readonly goal: Goal;
  readonly turns: number;
  readonly need: number;
  readonly worth: number;
}
interface Campaign {
  readonly stack: Stack;
  readonly turns: number;
  readonly goals: readonly Goal[];
  readonly worth: number;
}

/** The best that a hex's blocks win in so many turns, of what others don't. */
function campaignOf(stack: Stack, ways: readonly Way[], turns: number, taken: ReadonlySet<Goal>): Campaign {
  const goals: Goal[] = [];
  let { free } = stack;
  let worth = 0;
  for (const way of ways) {
    if (free <= 0) break;
    if (way.turns > turns || taken.has(way.goal)) continue;
    goals.push(way.goal);
    free -= way.need;
    worth += way.worth;
  }
  return { stack, turns, goals, worth };
}

/** Blocks that would go hungry [8.3]. */
function hunger(theatre: Theatre, state: State, lines: Pick<State, 'blocks'>, side: Side, hex: HexId): number {
  const blocks = blocksAt(theatre, state, hex, side).length;
  const fed = forageOf(theatre, state, hex);
  if (blocks <= fed || isSupplied(theatre, lines, side, hex)) return 0;
  return HUNGRY * (blocks - fed) * (isWinter(state) ? 0.5 : 1);
}
