import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { forageOf, isSupplied } from '../rules/supply/supply-lines.ts';
import { blocksAt, controllerOf, hexesHeld, isHeldBy, placing, type State, totalSteps } from '../state.ts';
import { type Block, type City, isWinter, type Theatre, turnsAhead } from '../theatre.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { forecastAt } from './battle-forecast.ts';
import { BEYOND_REACH, campaignWorth, type Goal, goalsOf, type Stack } from './campaign-value.ts';

/** Cost of a block that goes hungry, in victory points. */
const HUNGRY = 0.3;
/** Share of a city's points at risk if it is undefended. */
const THREAT = 0.3;
/** Movement points within which blocks threaten a city. */
const NEAR = 3;

/** Value of a step in victory points; it falls with every turn. */
export function stepWorth(theatre: Theatre, state: Pick<State, 'turn'>): number {
  return 0.012 + 0.007 * turnsAhead(theatre, state.turn);
}

/** Hexes within two movement points of a city the side does not control. */
export function outposts(theatre: Theatre, state: State, side: Side): ReadonlySet<HexId> {
  const found = new Set<HexId>();
  for (const { city, costs } of goalsOf(theatre))
    if (controllerOf(theatre, state, city.hex) !== side) for (const [hex, cost] of costs) if (cost <= 2) found.add(hex);
  return found;
}

/**
 * The value of a position to a side in victory points, from what the side sees.
 * It adds up the cities that the side holds, is likely to win or can reach later, and its steps.
 * @param baseline the position that supply lines are taken from, so that results can be reused
 */
export function positionWorth(
  theatre: Theatre,
  state: State,
  side: Side,
  baseline: Pick<State, 'blocks'> = state,
): number {
  const enemy = otherSide(side);
  const step = stepWorth(theatre, state);
  let worth = 0;
  const chances = new Map<HexId, number>();
  const stacks: Stack[] = [];
  const opened: Block[] = [];
  for (const hex of hexesHeld(theatre, state, side)) {
    const blocks = blocksAt(theatre, state, hex, side);
    const steps = totalSteps(state, blocks);
    worth += step * steps - hunger(theatre, state, baseline, side, hex);
    const marching = blocks.filter(({ kind, speed }) => kind !== 'hq' && speed > 1).length;
    if (!isHeldBy(theatre, state, hex, enemy)) {
      stacks.push({ hex, steps, free: marching, blocks: blocks.length });
      continue;
    }
    const attacks = blocks.some(({ id }) => state.entered[id] !== undefined);
    const { chance, attackers, defenders } = forecastAt(theatre, state, hex, attacks ? side : enemy, side);
    const [wins, lost] = attacks ? [chance, attackers] : [1 - chance, defenders];
    chances.set(hex, wins);
    worth += step * (attacks ? defenders - attackers : attackers - defenders);
    if (wins <= 0.5) continue;
    // Likely winners can go on, except for one block that stays. A captured fortress lets ships pass [2.8].
    const free = Math.min(marching, Math.round(blocks.length * (1 - lost / Math.max(1, steps))) - 1);
    if (free > 0) stacks.push({ hex, steps: steps - lost, free, blocks: blocks.length });
    if (theatre.city.get(hex)?.commands.length) opened.push(...blocksAt(theatre, baseline, hex, enemy));
  }
  const goals: Goal[] = [];
  for (const { city, costs } of goalsOf(theatre)) {
    const { hex, points } = city;
    const chance = chances.get(hex);
    // Only cities taken from the other side score [10.1], but to take one back swings the margin as much.
    if (chance !== undefined) worth += points * chance;
    else if (controllerOf(theatre, state, hex) !== side) goals.push({ city, costs });
    else worth += points - risk(theatre, state, side, city, costs, stacks);
  }
  const then = opened.length > 0 ? without(baseline, opened) : baseline;
  return worth + campaignWorth(theatre, state, side, goals, stacks, then);
}

/**
 * The position without some blocks. The same blocks give the same object, so that results cached for it are found
 * again.
 */
function without({ blocks }: Pick<State, 'blocks'>, gone: readonly Block[]): Pick<State, 'blocks'> {
  const ids = gone.map(({ id }) => id);
  return opening.get(blocks, ids.join(), () =>
    placing(
      { blocks },
      ids.map((id) => [id, { at: 'pool', steps: 0 }]),
    ),
  );
}
const opening = new MemoPer<State['blocks'], Pick<State, 'blocks'>>();

/** The part of a city's points that the enemy threatens. If all blocks there are free, one stays as a guard. */
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
  // A single block that gets into an empty capital ends the game [10.4], so the own capital always counts as
  // threatened.
  let threat = !away && theatre.scenario.capitals.includes(hex) ? 1 : 0;
  if (turnsAhead(theatre, state.turn) > 0 || state.active === state.first)
    for (const from of hexesHeld(theatre, state, enemy)) {
      const cost = costs.get(from) ?? BEYOND_REACH;
      if (cost <= NEAR) threat += blocksAt(theatre, state, from, enemy).length / Math.max(1, cost - 1);
    }
  if (guard && guard.free > 0 && guard.free === guard.blocks && (away || threat > 0)) guard.free -= 1;
  return points * THREAT * Math.min(1, threat) * Math.max(0, 1 - (guard?.steps ?? 0) / (2 + 2 * threat));
}

/** The cost of the blocks in a hex that would lose steps out of supply [8.3]. */
function hunger(theatre: Theatre, state: State, baseline: Pick<State, 'blocks'>, side: Side, hex: HexId): number {
  const blocks = blocksAt(theatre, state, hex, side).length;
  const fed = forageOf(theatre, state, hex);
  if (blocks <= fed || isSupplied(theatre, baseline, side, hex)) return 0;
  return HUNGRY * (blocks - fed) * (isWinter(theatre, state) ? 0.5 : 1);
}
