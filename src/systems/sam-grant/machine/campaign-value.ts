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

/** Share of a city's points that counts once blocks can reach it, and the discount for each turn on the way. */
const REACHED = 0.7;
const SOONER = 0.82;
/** Movement points of a block in a turn. */
const SPEED = 2;
/** Extra points of a forced march, at the end of the way [5.5]. */
const FORCED = 1;
/** Longer than any way that is considered, in movement points. */
export const FAR = 9;
/** Value of an action that no campaign uses, in victory points. */
const SPARE = 0.5;
/** Beam width of the search, and how many cities each course tries next. */
const BEAM = 4;
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

/** A goal the side does not control. `need`: blocks it takes to capture the city, which then stay there. */
interface Aim extends Goal {
  readonly resistance: number;
  readonly need: number;
}

/** Cities that the blocks of a hex win one after the other. */
interface Campaign {
  readonly turns: number;
  readonly aims: readonly HexId[];
  readonly worth: number;
}
const NONE: Campaign = { turns: 0, aims: [], worth: 0 };

/** A campaign under way: where the blocks are and how many are free to go on. */
interface Course extends Campaign {
  readonly hex: HexId;
  readonly free: number;
  /** Value won so far plus what the next cities promise; orders the beam. */
  readonly rank: number;
  readonly ways: readonly Way[];
}
interface Way {
  readonly aim: Aim;
  readonly turns: number;
  readonly worth: number;
}

interface Season {
  readonly theatre: Theatre;
  /** Turns after this one, and how many of them the side has an action card for. */
  readonly left: number;
  readonly turns: number;
  readonly isFree: (hex: HexId) => boolean;
}

export const waysTo = oncePer((theatre: Theatre): readonly Goal[] => {
  const cities = [...theatre.city.values()].filter(({ points }) => points > 0);
  return cities.map((city) => ({ city, costs: costsTo(theatre, city.hex) }));
});

function costsTo(theatre: Theatre, goal: HexId): ReadonlyMap<HexId, number> {
  const costs = new Map<HexId, number>([[goal, 0]]);
  // Iterating a `Map` also visits keys added meanwhile; a hex found cheaper later is added again.
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

const marches = new MemoPer<Theatre, readonly HexId[]>();

function marchesFrom(theatre: Theatre, from: HexId): readonly HexId[] {
  const steps = (hex: HexId) =>
    sidesOf(theatre, hex).map((step) => ({ to: step.to, cost: costOfStep(theatre, step) ?? FAR }));
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

/** Campaigns found before, per position compared against and by everything they depend on. */
const known = new MemoPer<State['blocks'], readonly Campaign[]>();

/**
 * Victory points that a side can still win with the actions in its hand. A campaign takes the blocks of a hex from city to city, one action a
 * turn, and leaves a garrison in each [5.2]. The best gain per action is chosen first; a campaign already chosen can be extended.
 * @param lines the position that enemy blocks and open waters are taken from, so that results can be reused
 */
export function campaignWorth(
  theatre: Theatre,
  state: State,
  side: Side,
  goals: readonly Goal[],
  stacks: readonly Stack[],
  lines: Pick<State, 'blocks'>,
): number {
  const left = turnsAhead(theatre, state.turn);
  const cards = state.hands[side].filter((card) => !isSupply(card));
  const turns = Math.min(left, cards.length);
  if (turns < 1) return 0;
  const budget = cards.reduce((sum, card) => sum + numberOf(card), 0);
  const enemy = otherSide(side);
  const season: Season = { theatre, left, turns, isFree: (hex) => !isHeldBy(theatre, lines, hex, enemy) };
  const hq = side === 'usa' ? hqOf(theatre, side) : undefined;
  const sails = hq !== undefined && stepsOf(state, hq.id) > theatre.rules.hqActivation;
  const landings = sails ? landingsOn(theatre)(lines.blocks) : [];
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
    return known.get(lines.blocks, key, () => {
      const shores = landings.flatMap((one) => (one.water.has(hex) ? one.shores : []));
      return campaignsOf(season, stack, open, shores);
    });
  };
  const { value, actions } = climb<Campaigns>(
    { value: 0, gain: 0, actions: 0, stack: null, campaign: NONE },
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

interface Campaigns extends ActionSeries {
  readonly stack: Stack | null;
  readonly campaign: Campaign;
}

/** The best campaign of a hex's blocks in one turn, in two and so on: the most promising courses of each turn are followed to the next. */
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

type Stage = Omit<Course, 'rank' | 'ways'>;

function courseOf({ left, turns: most }: Season, stack: Stack, aims: readonly Aim[], stage: Stage): Course {
  const { turns, hex, free, worth } = stage;
  const ways: Way[] = [];
  if (free > 0 && turns < most)
    for (const aim of aims) {
      const cost = aim.costs.get(hex) ?? FAR;
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

/** The next turn of a course: most blocks take a city or move closer to one, the others take cities within reach. */
function* stagesFrom(
  { theatre, isFree }: Season,
  from: Course,
  overseas: readonly Aim[],
  shores: readonly HexId[],
): Generator<Stage> {
  const near = from.ways.filter(({ turns }) => turns === 1);
  const mains = new Map<HexId, Way | null>(near.slice(0, BRANCH).map((way) => [way.aim.city.hex, way]));
  const goTowards = (hexes: readonly HexId[], { costs }: Aim) => {
    let [to, least]: [HexId | null, number] = [null, costs.get(from.hex) ?? FAR];
    for (const hex of hexes) {
      const cost = costs.get(hex) ?? FAR;
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
