import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { hexesWithin } from '../../../kit/hex/search.ts';
import { type ActionSeries, bestBy, climb } from '../../../kit/machine-search.ts';
import { MemoPer, oncePer } from '../../../kit/memo.ts';
import { hqOf } from '../rules/movement/strategic-move.ts';
import { isLand, openWaters } from '../rules/supply/supply-lines.ts';
import { blocksAt, isHeldBy, type State, stepsOf } from '../state.ts';
import type { City, Theatre } from '../theatre.ts';
import { costOfStep, turnsAhead } from '../theatre.ts';
import { isSupply, LEGS, numberOf, otherSide, type Side } from '../vocabulary.ts';
import { forceOf } from './battle-forecast.ts';

/** The share of a city's points that counts if blocks can take it. */
const REACHED = 0.7;
/** The share that is left of it after each game-turn of waiting. */
const SOONER = 0.82;
/** Movement points of a block in a game-turn. */
const SPEED = 2;
/** Movement points that a forced march adds on the last game-turn of the way [5.5]. */
const FORCED = 1;
/** More movement points than any way that is considered. */
export const BEYOND_REACH = 9;
/** Value of an action that no campaign uses, in victory points. */
const SPARE = 0.5;
/** How many courses of a game-turn the search follows to the next one. */
const BEAM = 4;
/** How many cities each course tries next. */
const BRANCH = 4;

/** Blocks of a side in a hex, and how many of them can still be sent somewhere. */
export interface Stack {
  readonly hex: HexId;
  readonly steps: number;
  readonly blocks: number;
  free: number;
}

/** A city with points, and the movement points to it from the hexes around it. */
export interface Goal {
  readonly city: City;
  readonly costs: ReadonlyMap<HexId, number>;
}

/** A city that the side does not control. */
interface Aim extends Goal {
  /** The steps of its defenders. */
  readonly resistance: number;
  /** How many blocks capture the city; they stay there. */
  readonly need: number;
}

/** Cities that the blocks of a hex win one after the other, in so many game-turns. */
interface Campaign {
  readonly turns: number;
  readonly aims: readonly HexId[];
  readonly worth: number;
}
const NONE: Campaign = { turns: 0, aims: [], worth: 0 };

/** A campaign under way. */
interface Course extends Campaign {
  /** The hex of its blocks. */
  readonly hex: HexId;
  /** How many of them are free to go on. */
  readonly free: number;
  /** The value won so far, and what the next cities promise. The best courses are followed. */
  readonly rank: number;
  /** The cities to which it can go on, the best first. */
  readonly ways: readonly Way[];
}
interface Way {
  readonly aim: Aim;
  readonly turns: number;
  readonly worth: number;
}

interface Season {
  readonly theatre: Theatre;
  /** How many game-turns come after this one. */
  readonly left: number;
  /** For how many of them the side has an action card. */
  readonly turns: number;
  readonly isFree: (hex: HexId) => boolean;
}

/** All cities with points. */
export const goalsOf = oncePer((theatre: Theatre): readonly Goal[] => {
  const cities = [...theatre.city.values()].filter(({ points }) => points > 0);
  return cities.map((city) => ({ city, costs: costsTo(theatre, city.hex) }));
});

function costsTo(theatre: Theatre, goal: HexId): ReadonlyMap<HexId, number> {
  const costs = new Map<HexId, number>([[goal, 0]]);
  // The loop also visits hexes that it adds; a hex reached more cheaply later is deleted and added again.
  for (const hex of costs.keys()) {
    const cost = costs.get(hex) as number;
    if (cost >= BEYOND_REACH) continue;
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

const marches = new MemoPer<Theatre, readonly HexId[]>();

function marchesFrom(theatre: Theatre, from: HexId): readonly HexId[] {
  const steps = (hex: HexId) =>
    sidesOf(theatre, hex).map((step) => ({ to: step.to, cost: costOfStep(theatre, step) ?? BEYOND_REACH }));
  return marches.get(theatre, from, () => [...hexesWithin(from, SPEED, steps).keys()].slice(1));
}

/** Waters open to ships, each with its landing hexes [5.6]. */
const landingsOn = oncePer((theatre: Theatre) =>
  oncePer((blocks: State['blocks']) =>
    openWaters(theatre, { blocks }).map((water) => ({
      water,
      shores: [...water].filter((hex) => isLand(theatre, hex) && !isHeldBy(theatre, { blocks }, hex, 'csa')),
    })),
  ),
);

/** Campaigns found before, by baseline and by everything else that they depend on. */
const known = new MemoPer<State['blocks'], readonly Campaign[]>();

/**
 * Victory points that a side can still win with the actions in its hand.
 * A campaign takes the blocks of a hex from city to city, one action a game-turn, and leaves a garrison in each [5.2].
 * The campaign with the best gain for an action is chosen first. One that is chosen can still be extended.
 * @param baseline the position that enemy blocks and open waters are taken from, so that results can be reused
 */
export function campaignWorth(
  theatre: Theatre,
  state: State,
  side: Side,
  goals: readonly Goal[],
  stacks: readonly Stack[],
  baseline: Pick<State, 'blocks'>,
): number {
  const left = turnsAhead(theatre, state.turn);
  const cards = state.hands[side].filter((card) => !isSupply(card));
  const turns = Math.min(left, cards.length);
  if (turns < 1) return 0;
  const budget = cards.reduce((sum, card) => sum + numberOf(card), 0);
  const enemy = otherSide(side);
  const season: Season = { theatre, left, turns, isFree: (hex) => !isHeldBy(theatre, baseline, hex, enemy) };
  const hq = side === 'usa' ? hqOf(theatre, side) : undefined;
  const sails = hq !== undefined && stepsOf(state, hq.id) > theatre.rules.hqActivation;
  const landings = sails ? landingsOn(theatre)(baseline.blocks) : [];
  const aims = goals.map((goal): Aim => {
    const { steps } = forceOf(theatre, state, blocksAt(theatre, state, goal.city.hex, enemy), side);
    return { ...goal, resistance: steps, need: Math.max(1, Math.ceil(steps / 2)) };
  });
  const taken = new Set<HexId>();
  const chosen = new Map<Stack, Campaign>(stacks.flatMap((stack) => (stack.free > 0 ? [[stack, NONE]] : [])));
  const possible = new Map<Stack, readonly Campaign[]>();
  const campaignsFor = (stack: Stack, own: readonly HexId[]) => {
    const { hex, free, steps } = stack;
    const sailing = landings.some(({ water }) => water.has(hex));
    const isNear = (to: HexId) => sailing || theatre.grid.distance(hex, to) <= SPEED * turns + FORCED;
    const open = aims.filter(({ city: { hex: to } }) => (!taken.has(to) || own.includes(to)) && isNear(to));
    const key = `${side} ${left} ${turns} ${hex} ${free} ${Math.round(steps)} ${sails} ${open.map(({ city }) => city.hex).join()}`;
    return known.get(baseline.blocks, key, () => {
      const shores = landings.flatMap((one) => (one.water.has(hex) ? one.shores : []));
      return campaignsOf(season, stack, open, shores);
    });
  };
  const { value, actions } = climb<CampaignChoice>(
    { value: 0, gain: 0, actions: 0, stack: null, campaign: NONE },
    // `climb` asks once for the steps from each choice it makes, so what is chosen so far is kept here.
    (made) => {
      if (made.stack) {
        for (const hex of chosen.get(made.stack)?.aims ?? []) taken.delete(hex);
        for (const hex of made.campaign.aims) taken.add(hex);
        chosen.set(made.stack, made.campaign);
        for (const [other, campaigns] of possible)
          if (
            other !== made.stack &&
            campaigns.some(({ aims: those }) => those.some((hex) => made.campaign.aims.includes(hex)))
          )
            possible.delete(other);
      }
      return [...chosen].flatMap(([stack, { turns: before, worth, aims: own }]) => {
        const campaigns = possible.get(stack) ?? campaignsFor(stack, own);
        possible.set(stack, campaigns);
        return campaigns
          .filter((to) => to.turns > before)
          .map((campaign) => {
            const gain = campaign.worth - worth;
            const actions = made.actions + campaign.turns - before;
            return { value: made.value + gain, gain, actions, stack, campaign };
          });
      });
    },
    { budget, least: SPARE },
  );
  return value + SPARE * (budget - actions);
}

/** The campaigns chosen so far; `stack` and `campaign` are the last choice. */
interface CampaignChoice extends ActionSeries {
  readonly stack: Stack | null;
  readonly campaign: Campaign;
}

/** The best campaign of a hex's blocks in one game-turn, in two, and so on. */
function campaignsOf(
  season: Season,
  stack: Stack,
  aims: readonly Aim[],
  shores: readonly HexId[],
): readonly Campaign[] {
  const found: Campaign[] = [];
  let followed: readonly Course[] = [courseOf(season, stack, aims, { ...NONE, hex: stack.hex, free: stack.free })];
  for (let turn = 1; turn <= season.turns; turn++) {
    const courses = new Map<string, Course>();
    for (const from of followed)
      for (const stage of stagesFrom(season, from, turn === 1 ? aims : [], shores)) {
        // Stages with the same key are equals.
        const key = `${stage.hex} ${stage.free} ${stage.worth.toFixed(2)}`;
        if (!courses.has(key)) courses.set(key, courseOf(season, stack, aims, stage));
      }
    const top = bestBy(courses.values(), ({ worth }) => worth, found.at(-1)?.worth ?? 0);
    if (top) found.push({ turns: turn, aims: top.aims, worth: top.worth });
    followed = [...courses.values()].sort((a, b) => b.rank - a.rank).slice(0, BEAM);
  }
  return found;
}

/** A course before it is ranked. */
type Stage = Omit<Course, 'rank' | 'ways'>;

/** Ranks a stage by the cities to which it can go on. */
function courseOf({ left, turns: most }: Season, stack: Stack, aims: readonly Aim[], stage: Stage): Course {
  const { turns, hex, free, worth } = stage;
  const ways: Way[] = [];
  if (free > 0 && turns < most)
    for (const aim of aims) {
      const cost = aim.costs.get(hex) ?? BEYOND_REACH;
      // Winter takes a movement point [9.1].
      const reach = SPEED * (most - turns) + FORCED - (most === left ? 1 : 0);
      if (stage.aims.includes(aim.city.hex) || cost > reach) continue;
      const far = Math.max(1, Math.ceil((cost - FORCED) / SPEED));
      const strength = (stack.steps * free) / stack.free;
      const open = aim.resistance === 0 ? 1 : Math.min(1, (strength / (1.5 * aim.resistance)) ** 2);
      ways.push({ aim, turns: far, worth: aim.city.points * REACHED * SOONER ** (turns + far) * open });
    }
  ways.sort((a, b) => b.worth - a.worth);
  const rank = ways.slice(0, free).reduce((sum, way) => sum + way.worth / way.turns, worth);
  return { ...stage, rank, ways };
}

/** The next game-turn of a course. Most blocks take a city or march towards one; the others take cities in reach. */
function* stagesFrom(
  { theatre, isFree }: Season,
  from: Course,
  overseas: readonly Aim[],
  shores: readonly HexId[],
): Generator<Stage> {
  const near = from.ways.filter(({ turns }) => turns === 1);
  const mains = new Map<HexId, Way | null>(near.slice(0, BRANCH).map((way) => [way.aim.city.hex, way]));
  const goTowards = (hexes: readonly HexId[], { costs }: Aim) => {
    let [to, least]: [HexId | null, number] = [null, costs.get(from.hex) ?? BEYOND_REACH];
    for (const hex of hexes) {
      const cost = costs.get(hex) ?? BEYOND_REACH;
      if (cost < least && isFree(hex)) [to, least] = [hex, cost];
    }
    if (to !== null && !mains.has(to)) mains.set(to, null);
  };
  const far = from.ways.filter(({ turns }) => turns > 1);
  for (const { aim } of far.slice(0, BRANCH)) goTowards(marchesFrom(theatre, from.hex), aim);
  if (shores.length > 0) {
    const richest = [...overseas].sort((a, b) => b.city.points - a.city.points);
    for (const aim of richest.slice(0, 2 * BRANCH)) goTowards(shores, aim);
  }
  if (near.length > 1) mains.set(from.hex, null);
  for (const [hex, main] of mains) {
    let free = from.free - (main?.aim.need ?? 0);
    let worth = from.worth + (main?.worth ?? 0);
    const aims = main ? [...from.aims, hex] : [...from.aims];
    const goesOn = main === null && hex !== from.hex;
    let legs = 1;
    for (const one of near) {
      if (legs === LEGS.length) break;
      if (one === main || free < one.aim.need + (goesOn ? 1 : 0)) continue;
      free -= one.aim.need;
      worth += one.worth;
      aims.push(one.aim.city.hex);
      legs++;
    }
    yield { turns: from.turns + 1, hex, free: Math.max(0, free), aims, worth };
  }
}
