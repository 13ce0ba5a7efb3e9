import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { oncePer } from '../../../kit/memo.ts';
import { blocksAt, controllerOf, hexesHeld, isHeldBy, stepsOf } from '../board.ts';
import { forageOf } from '../rules/supply/attrition.ts';
import { isSupplied } from '../rules/supply/supply-lines.ts';
import { costOfStep } from '../rules/terrain-effects.ts';
import type { State } from '../state.ts';
import type { City, Theatre } from '../theatre.ts';
import { isWinter, otherSide, type Side } from '../vocabulary.ts';
import { forecastAt } from './forecast.ts';

/** What things are worth, in victory points. */
export const STEP = 0.08;
const HUNGRY = 0.3;
const DRAW = 0.4;
const CLOSER = 0.6;
const THREAT = 0.25;
/** Marching points from a city within which blocks bear on it. */
const NEAR = 3;
const FAR = 9;
const ENOUGH = 8;

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

/** Hexes from which a city of the other side's is within reach. */
export function outposts(theatre: Theatre, state: State, side: Side): ReadonlySet<HexId> {
  const found = new Set<HexId>();
  for (const { city, costs } of waysTo(theatre))
    if (controllerOf(theatre, state, city.hex) !== side) for (const [hex, cost] of costs) if (cost <= 2) found.add(hex);
  return found;
}

/** What a position is worth to a side, as far as it sees. */
export function worthOf(theatre: Theatre, state: State, side: Side): number {
  const enemy = otherSide(side);
  const [own, others] = [hexesHeld(theatre, state, side), hexesHeld(theatre, state, enemy)];
  const steps = new Map(
    own.map((hex) => [hex, blocksAt(theatre, state, hex, side).reduce((sum, { id }) => sum + stepsOf(state, id), 0)]),
  );
  let worth = 0;
  const chances = new Map<HexId, number>();
  for (const hex of own) {
    if (!isHeldBy(theatre, state, hex, enemy)) continue;
    const attacker = blocksAt(theatre, state, hex, side).some(({ id }) => state.entered[id] !== undefined)
      ? side
      : enemy;
    const { chance, attackers, defenders } = forecastAt(theatre, state, hex, attacker, side);
    chances.set(hex, attacker === side ? chance : 1 - chance);
    worth += STEP * (attacker === side ? defenders - attackers : attackers - defenders);
  }
  for (const { city, costs } of waysTo(theatre))
    worth += cityWorth(theatre, state, side, city, costs, steps, others, chances);
  for (const [hex, number] of steps) worth += STEP * number - hunger(theatre, state, side, hex);
  return worth;
}

function cityWorth(
  theatre: Theatre,
  state: State,
  side: Side,
  { hex, points }: City,
  costs: ReadonlyMap<HexId, number>,
  steps: ReadonlyMap<HexId, number>,
  others: readonly HexId[],
  chances: ReadonlyMap<HexId, number>,
): number {
  const enemy = otherSide(side);
  const chance = chances.get(hex);
  const holder = controllerOf(theatre, state, hex);
  const held = chance ?? (holder === side ? 1 : 0);
  // Points count where a side has a city of the other's home [10.1]: both ways the swing is the same.
  let worth = points * held;
  if (holder === side && chance === undefined) {
    const threat = others.reduce(
      (sum, from) => sum + ((costs.get(from) ?? FAR) <= NEAR ? blocksAt(theatre, state, from, enemy).length : 0),
      0,
    );
    const guard = steps.get(hex) ?? 0;
    if (threat > 0) worth -= points * THREAT * Math.max(0, 1 - guard / Math.min(ENOUGH, 2 + threat));
  } else if (chance === undefined) {
    let pull = 0;
    for (const [from, number] of steps) {
      const cost = costs.get(from);
      if (cost !== undefined && cost < FAR) pull += (number / ENOUGH) * CLOSER ** cost;
    }
    worth += points * DRAW * Math.sqrt(pull);
  }
  return worth;
}

/** Blocks that would go hungry [8.3]. */
function hunger(theatre: Theatre, state: State, side: Side, hex: HexId): number {
  const blocks = blocksAt(theatre, state, hex, side).length;
  const fed = forageOf(theatre, state, hex);
  if (blocks <= fed || isSupplied(theatre, state, side, hex)) return 0;
  return HUNGRY * (blocks - fed) * (isWinter(state) ? 0.5 : 1);
}
