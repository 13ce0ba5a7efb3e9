import { longDate, shortDate } from '../../../kit/dates.ts';
import { listed } from '../../../kit/plain-english.ts';
import { dateOf } from '../calendar.ts';
import { attackBy, battleOdds } from '../rules/attack-odds.ts';
import { distanceToRichmond, type Scenario } from '../scenario.ts';
import { contested, type State } from '../state.ts';
import { type Area, BEFORE_THE_JAMES, type CsaLeader } from '../vocabulary.ts';
import { balanceIn, type ChoiceBalance } from './choice-balance.ts';
import { type Luck, luckOf } from './luck.ts';
import { battleOf, type OverlandEpisode, type Scenes } from './story-scenes.ts';
import { at, daysOfPoints, leader, place } from './story-words.ts';

/** How a campaign ended, or how it stands. */
export interface End {
  readonly how: 'richmond' | 'james' | 'lost' | 'abandoned' | 'running';
  readonly state: State;
  /** `19 May`. */
  readonly day: string;
  /** The last day of the calendar: `3 June 1864`. */
  readonly lastLong: string;
  /** Days of the calendar not used. */
  readonly left: number;
  readonly us: string;
  readonly lee: string;
  /** Where Grant is: `the Wilderness`, `in the Wilderness`. */
  readonly place: string;
  readonly at: string;
  /** Lee is there as well. */
  readonly faced: boolean;
  /** Lee is elsewhere, and no nearer to Richmond than Grant. */
  readonly past: boolean;
  /** The leader who took Richmond, and from where. */
  readonly victor: string;
  readonly from: string;
  readonly victorIsGrant: boolean;
  /** Who stood in Richmond; null: nobody. */
  readonly defender: string | null;
  /** Where those were who might have: `Lee was at Mechanicsville and Beauregard was at Drury’s Bluff`. */
  readonly elsewhere: string;
  readonly points: number;
  /** Failed attacks on Richmond, how many of them some die could have won, and attempts at the James. */
  readonly assaults: number;
  readonly earnest: number;
  readonly tries: number;
  /** The area that took the most points, and how many; of how many in all. */
  readonly sink: { readonly at: string; readonly points: number; readonly area: Area } | null;
  readonly spent: number;
  /** How many of them Grant used. */
  readonly grants: number;
  /** Grant never left where he began. */
  readonly rooted: boolean;
  /** An arrow leads from Grant's area into Richmond. */
  readonly atTheGates: boolean;
  /** The last order drove out the enemy in Grant's way. */
  readonly lastCarried: boolean;
  /** With one Action Point more Grant could have won where he stood, or one march on. */
  readonly oneMore: boolean;
  /** Attacks in the stand that was going on at the end. */
  readonly attacks: number;
  readonly luck: Luck;
  /** The longest run of failures is not one front's or stand's own, whose attacks have been counted where it is told. */
  readonly scattered: boolean;
  /** Points other leaders than Grant used: the one who used most, where, how many, and the faces that would have carried each. */
  readonly side: SidePoints | null;
  /** Other leaders than Grant who used any. */
  readonly sides: readonly string[];
  /** What decisions and dice did; null: not known. */
  readonly balance: ChoiceBalance | null;
  /** Who gave the order that ended it; null: a vote did, or nobody else gave any. */
  readonly by: string | null;
  readonly orders: number;
  /** Where and when it began; null: in the middle of another campaign. */
  readonly begin: { readonly place: string; readonly day: string } | null;
  /** Days from there to its end. */
  readonly used: number;
  /** The place nearest to Richmond that Grant came to: `Cold Harbor`. */
  readonly nearest: string;
}

export interface SidePoints {
  readonly name: string;
  readonly at: string;
  readonly points: number;
  readonly faces: readonly number[];
  /** Whom his attacks never drove out, and where they would have driven him; null: they did, or there is nowhere. */
  readonly unmoved: { readonly csa: string; readonly to: string } | null;
}

export function endOf(numbers: Scenario, episodes: readonly OverlandEpisode[], scenes: Scenes, over: boolean): End {
  const last = episodes.at(-1) as OverlandEpisode;
  const state = last.after;
  const { over: ending, points } = state;
  const first = (episodes[0] as OverlandEpisode).after;
  const how = ending === null ? (over ? 'abandoned' : 'running') : ending.won ? ending.how : 'lost';
  const victor = ending?.won ? ending.leader : 'grant';
  const where = state.us.grant;
  const spends = episodes.filter(({ order }) => order !== null && order.verb !== 'move');
  const defender = battleOf(last)?.defender ?? null;
  const luck = luckOf(episodes);
  const sides = sidesOf(numbers, scenes);
  const assaults = assaultsIn(scenes) - (how === 'richmond' ? 1 : 0);
  return {
    how,
    state,
    day: shortDate(dateOf(numbers, points)),
    lastLong: longDate(numbers.calendar.last),
    left: daysOfPoints(numbers, points, 0),
    us: leader(numbers, 'grant'),
    lee: leader(numbers, 'lee'),
    place: place(numbers, where),
    at: at(numbers, where),
    faced: contested(state, where),
    past: isPast(numbers, state),
    victor: leader(numbers, victor),
    from: place(numbers, state.us[victor]),
    victorIsGrant: victor === 'grant',
    defender: defender === null ? null : leader(numbers, defender as 'lee'),
    elsewhere: elsewhere(numbers, state),
    points,
    assaults,
    earnest: assaults - hopelessIn(scenes),
    tries:
      scenes.grant.reduce((sum, scene) => sum + (scene.kind === 'crossing' ? scene.tries : 0), 0) -
      (how === 'james' ? 1 : 0),
    sink: sinkOf(numbers, spends),
    spent: spends.length,
    grants: spends.filter(({ order }) => order?.verb !== 'attack' || order.leader === 'grant').length,
    rooted: episodes.every(({ after }) => after.us.grant === first.us.grant),
    atTheGates: numbers.areas[where].richmond !== null,
    lastCarried: last.events.some((event) => event.type === 'retreated' && last.before.csa[event.leader] === where),
    oneMore: couldStillWin(numbers, state),
    attacks: attacksAtTheEnd(scenes),
    luck,
    scattered: ![...scenes.grant, ...scenes.fronts].some(({ of }) => shared(luck.worst, of) * 2 > luck.worst.length),
    side: sides[0] ?? null,
    sides: sides.map(({ name }) => name),
    balance: balanceIn(numbers, episodes),
    by: new Set(episodes.slice(1).map(({ by }) => by)).size > 1 ? last.by : null,
    orders: episodes.length - 1,
    begin:
      (episodes[0] as OverlandEpisode).events.length > 0
        ? { place: place(numbers, first.us.grant), day: shortDate(dateOf(numbers, first.points)) }
        : null,
    used: daysOfPoints(numbers, first.points, points),
    nearest: place(numbers, nearestTo(numbers, episodes)),
  };
}

function elsewhere(numbers: Scenario, { csa }: State): string {
  return listed(
    (['lee', 'beauregard'] as const).flatMap((who) => {
      const area = csa[who];
      return area === null ? [] : [`${leader(numbers, who)} was ${at(numbers, area)}`];
    }),
  );
}

function isPast(numbers: Scenario, { us: { grant }, csa: { lee } }: State): boolean {
  return lee !== null && lee !== grant && distanceToRichmond(numbers, lee) >= distanceToRichmond(numbers, grant);
}

function nearestTo(numbers: Scenario, episodes: readonly OverlandEpisode[]): Area {
  const places = episodes.map(({ after }) => after.us.grant);
  return places.reduce((near, area) =>
    distanceToRichmond(numbers, area) <= distanceToRichmond(numbers, near) ? area : near,
  );
}

function shared(some: readonly number[], others: readonly number[]): number {
  return some.filter((one) => others.includes(one)).length;
}

function assaultsIn({ grant, fronts }: Scenes): number {
  const grants = grant.reduce((sum, scene) => sum + (scene.kind === 'assault' ? scene.attacks : 0), 0);
  return grants + fronts.reduce((sum, { assaults }) => sum + assaults, 0);
}

function hopelessIn({ grant, fronts }: Scenes): number {
  const grants = grant.reduce((sum, scene) => sum + (scene.kind === 'assault' ? scene.hopeless : 0), 0);
  return grants + fronts.reduce((sum, { hopeless }) => sum + hopeless, 0);
}

/** Grant, at a place nobody contests, could try the city, or the James there or one march on. */
function couldStillWin(numbers: Scenario, state: State): boolean {
  const where = state.us.grant;
  if (contested(state, where) || state.over?.won) return false;
  if (numbers.areas[where].richmond !== null && battleOdds(numbers, attackBy(numbers, state, 'grant')).faces > 0)
    return true;
  if (where === BEFORE_THE_JAMES) return true;
  return numbers.lines[where].includes(BEFORE_THE_JAMES) && state.csa.lee !== BEFORE_THE_JAMES;
}

function attacksAtTheEnd({ grant }: Scenes): number {
  const last = grant.at(-1);
  return last?.kind === 'stand' && last.end === null ? last.attacks : 0;
}

function sidesOf(numbers: Scenario, { fronts }: Scenes): SidePoints[] {
  return fronts
    .map(({ leader: who, area, of, faces, csa, driven }) => ({
      name: leader(numbers, who),
      at: at(numbers, area),
      points: of.length,
      faces,
      unmoved: unmovedBy(numbers, area, driven === null ? csa : null),
    }))
    .sort((a, b) => b.points - a.points);
}

function unmovedBy(numbers: Scenario, area: Area, csa: CsaLeader | null): SidePoints['unmoved'] {
  const to = numbers.areas[area].retreat;
  return csa === null || to === null ? null : { csa: leader(numbers, csa), to: place(numbers, to) };
}

function sinkOf(numbers: Scenario, spends: readonly OverlandEpisode[]): End['sink'] {
  const count = new Map<Area, number>();
  for (const { order, before } of spends) {
    const area = before.us[order?.verb === 'attack' ? order.leader : 'grant'];
    count.set(area, (count.get(area) ?? 0) + 1);
  }
  const [most] = [...count].sort(([, a], [, b]) => b - a);
  return most ? { area: most[0], at: at(numbers, most[0]), points: most[1] } : null;
}
