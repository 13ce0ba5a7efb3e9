import { longDate, shortDate } from '../../../kit/dates.ts';
import { listed } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { attackBy, battleOdds } from '../rules/attack-odds.ts';
import { dateOf, distanceToRichmond, type Scenario } from '../scenario.ts';
import { contested, type State } from '../state.ts';
import { type Area, BEFORE_THE_JAMES } from '../vocabulary.ts';
import { battleOf, type OverlandEpisode, type Scenes } from './story-scenes.ts';
import { at, daysOfPoints, orderNoun, storyLeader, storyPlace } from './story-words.ts';

/** The facts about how a campaign ended, or how it stands. */
export type End = ReturnType<typeof endOf>;

export function endOf(numbers: Scenario, episodes: readonly OverlandEpisode[], scenes: Scenes, over: boolean) {
  const start = episodes[0] as OverlandEpisode;
  const last = episodes.at(-1) as OverlandEpisode;
  const state = last.after;
  const { over: ending, points, us, csa } = state;
  const how = ending === null ? (over ? 'abandoned' : 'running') : ending.won ? ending.how : 'lost';
  const victor = ending?.won ? ending.leader : 'grant';
  const grant = us.grant;
  const { roll } = numbers.actionPoints;
  const rolls = episodes.filter(({ order }) => order !== null && order.verb !== 'move');
  const defender = battleOf(last)?.defender;
  const crossings = scenes.grant.flatMap((scene) => (scene.kind === 'crossing' ? [scene.tries] : []));
  const runs = [...scenes.grant.flatMap((scene) => (scene.kind === 'assault' ? [scene] : [])), ...scenes.fronts];
  const assaults = sum(runs.map((run) => run.assaults)) - (how === 'richmond' ? 1 : 0);
  const stand = scenes.grant.at(-1);
  const luck = luckOf(episodes);
  const distance = (area: Area) => distanceToRichmond(numbers, area);
  const elsewhere = (['lee', 'beauregard'] as const).flatMap((who) => {
    const area = csa[who];
    return area === null ? [] : [`${storyLeader(numbers, who)} was ${at(numbers, area)}`];
  });
  const nearest = episodes.map(({ after }) => after.us.grant).reduce((a, b) => (distance(b) <= distance(a) ? b : a));
  return {
    how,
    state,
    points,
    day: shortDate(dateOf(numbers, points)),
    lastLong: longDate(numbers.calendar.last),
    daysLeft: daysOfPoints(numbers, points, 0),
    daysUsed: daysOfPoints(numbers, start.after.points, points),
    us: storyLeader(numbers, 'grant'),
    lee: storyLeader(numbers, 'lee'),
    place: storyPlace(numbers, grant),
    at: at(numbers, grant),
    faced: contested(state, grant),
    /** Lee is not with Grant, and is no nearer to Richmond than he is. */
    leePassed: csa.lee !== null && csa.lee !== grant && distance(csa.lee) >= distance(grant),
    /** The leader who won the campaign; Grant if nobody has. */
    victor: storyLeader(numbers, victor),
    /** The place from which the victor won it. */
    from: storyPlace(numbers, us[victor]),
    isGrants: victor === 'grant',
    /** The defender of Richmond; `null` if it was empty. */
    defender: defender ? storyLeader(numbers, defender) : null,
    /** Such as `Lee was at Mechanicsville and Beauregard was at Drury’s Bluff`. */
    elsewhere: listed(elsewhere),
    /** Failed attacks on Richmond. */
    assaults,
    /** The failed attacks on Richmond that some die could have won. */
    earnest: assaults - sum(runs.map(({ hopeless }) => hopeless)),
    /** Failed attempts to cross the James. */
    tries: sum(crossings) - (how === 'james' ? 1 : 0),
    /** Action Points spent by all leaders. */
    spent: rolls.length * roll,
    spentByGrant: rolls.filter(({ order }) => order?.verb !== 'attack' || order.leader === 'grant').length * roll,
    sink: sinkOf(numbers, rolls),
    /** Grant never left his starting area. */
    rooted: episodes.every(({ after }) => after.us.grant === start.after.us.grant),
    /** An arrow leads from Grant's area into Richmond. */
    atTheGates: numbers.areas[grant].richmond !== null,
    /** The last order drove out the enemy in Grant's way. */
    lastDroveOut: last.events.some((event) => event.type === 'retreated' && last.before.csa[event.leader] === grant),
    couldStillWin: couldStillWin(numbers, state),
    /** Attacks in the stand that was still going on at the end. */
    attacks: stand?.kind === 'stand' && stand.end === null ? stand.attacks : 0,
    luck,
    /** No front or scene has more than half of the longest run of failures. One that has them tells of them itself. */
    scattered: ![...scenes.grant, ...scenes.fronts].some(
      ({ of }) => luck.worst.filter((one) => of.includes(one)).length * 2 > luck.worst.length,
    ),
    sides: sidesOf(numbers, scenes),
    balance: balanceOf(numbers, episodes),
    /** The member who gave the last order; `null` if it was voted, or if one member gave every order. */
    by: new Set(episodes.slice(1).map(({ by }) => by)).size > 1 ? last.by : null,
    orders: episodes.length - 1,
    /** The start; `null` for a campaign branched from another. */
    begin:
      start.events.length > 0
        ? { place: storyPlace(numbers, start.after.us.grant), day: shortDate(dateOf(numbers, start.after.points)) }
        : null,
    /** The place nearest to Richmond that Grant reached. */
    nearest: storyPlace(numbers, nearest),
  } as const;
}

/**
 * Whether one more Action Point could still win. Grant must be uncontested. He could attack Richmond, or try the James
 * from here or after one march.
 */
function couldStillWin(numbers: Scenario, state: State): boolean {
  const { grant } = state.us;
  if (contested(state, grant) || state.over?.won) return false;
  const canTake =
    numbers.areas[grant].richmond !== null && battleOdds(numbers, attackBy(numbers, state, 'grant')).faces > 0;
  if (canTake || grant === BEFORE_THE_JAMES) return true;
  return numbers.lines[grant].includes(BEFORE_THE_JAMES) && state.csa.lee !== BEFORE_THE_JAMES;
}

/** Action Points spent by leaders other than Grant, the highest first. */
function sidesOf(numbers: Scenario, { fronts }: Scenes) {
  return fronts
    .map(({ leader: who, area, of, faces, csa, driven }) => {
      const { retreat } = numbers.areas[area];
      const isUnmoved = driven === null && csa !== null && retreat !== null;
      return {
        name: storyLeader(numbers, who),
        at: at(numbers, area),
        points: of.length * numbers.actionPoints.roll,
        /** For each of his attacks, the number of faces that would have succeeded. */
        faces,
        /** An enemy who was never driven out, and the retreat he would have taken; `null` for any other. */
        unmoved: isUnmoved ? { csa: storyLeader(numbers, csa), to: storyPlace(numbers, retreat) } : null,
      };
    })
    .sort((a, b) => b.points - a.points);
}

/** The area on which most Action Points were spent. */
function sinkOf(numbers: Scenario, rolls: readonly OverlandEpisode[]) {
  const areas = rolls.map(({ order, before }) => before.us[order?.verb === 'attack' ? order.leader : 'grant']);
  const points = (area: Area) => areas.filter((one) => one === area).length * numbers.actionPoints.roll;
  const [most] = [...areas].sort((a, b) => points(b) - points(a));
  return most ? { at: at(numbers, most), points: points(most) } : null;
}

/** The dice of the Union's attacks and checks. */
function luckOf(episodes: readonly OverlandEpisode[]) {
  const tries = episodes.flatMap(({ order, events: [first] }, index) => {
    if (order === null || order.verb === 'move') return [];
    if (first?.type === 'battle') return [{ index, success: first.result === 'retreat' }];
    return first?.type === 'check' ? [{ index, success: first.passed }] : [];
  });
  let run: number[] = [];
  let worst: readonly number[] = [];
  for (const { success, index } of tries) {
    run = success ? [] : [...run, index];
    if (run.length > worst.length) worst = run;
  }
  const earlier = tries.slice(0, -1);
  const lastSuccess = earlier.findLastIndex((one) => one.success);
  return {
    tries: tries.length,
    failed: tries.filter((one) => !one.success).length,
    /** The longest run of failures, as indexes of episodes. */
    worst,
    /** The number of failures just before the last try. */
    before: earlier.length - 1 - lastSuccess,
  };
}

/**
 * How decisions and dice changed the chance of winning, in tenths of a percentage point; `null` if it isn't known for
 * every order.
 */
function balanceOf(numbers: Scenario, episodes: readonly OverlandEpisode[]) {
  const worths = episodes.slice(1).flatMap(({ worth }) => worth ?? []);
  if (worths.length === 0 || worths.length < episodes.length - 1) return null;
  const decisions = worths.map(({ decision }) => decision);
  const dice = worths.map((worth) => worth.dice);
  const worst = Math.min(...decisions);
  return {
    decisions: sum(decisions),
    dice: sum(dice),
    /** Every order was among the best ones. */
    best: worths.every(({ best }) => best),
    /** The order that cost most, as a noun; `null` if a roll of the dice cost as much. */
    dearest: worst < Math.min(...dice) ? orderNoun(numbers, episodes, decisions.indexOf(worst) + 1) : null,
  };
}
