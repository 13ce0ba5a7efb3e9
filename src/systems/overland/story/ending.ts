import { dateOf, shortDate } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import { leader, place, pointsLeft } from '../sentences.ts';
import { contested, type State } from '../state.ts';
import type { Area } from '../vocabulary.ts';
import { type Luck, luckOf } from './luck.ts';
import { type Line, line, type Pen, type Phrase } from './pen.ts';
import { battleOf, type OverlandEpisode, type Scenes } from './scenes.ts';
import { at, capital, daysBetween, number, several, times } from './words.ts';

/** How a campaign ended, or how it stands. */
export interface End {
  readonly how: 'richmond' | 'james' | 'lost' | 'abandoned' | 'running';
  readonly state: State;
  /** `19 May`. */
  readonly day: string;
  /** The last day of the calendar: `3 June`. */
  readonly last: string;
  /** Days of the calendar not used. */
  readonly left: number;
  readonly us: string;
  readonly lee: string;
  /** Where Grant is: `the Wilderness`, `in the Wilderness`. */
  readonly place: string;
  readonly at: string;
  /** Lee is there as well. */
  readonly faced: boolean;
  /** The leader who took Richmond, and from where. */
  readonly victor: string;
  readonly from: string;
  readonly victorIsGrant: boolean;
  /** Who stood in Richmond; null: nobody. */
  readonly defender: string | null;
  readonly points: number;
  /** Failed attacks on Richmond, and attempts at the James. */
  readonly assaults: number;
  readonly tries: number;
  /** The area that took the most points, and how many; of how many in all. */
  readonly sink: { readonly at: string; readonly points: number; readonly area: Area } | null;
  readonly spent: number;
  /** Grant never left where he began. */
  readonly rooted: boolean;
  /** An arrow leads from Grant's area into Richmond. */
  readonly atTheGates: boolean;
  /** The last order drove out whoever stood in Grant's way. */
  readonly lastCarried: boolean;
  /** Attacks in the stand that was going on at the end. */
  readonly attacks: number;
  readonly luck: Luck;
  /** Points other leaders than Grant used: the one who used most, and how many. */
  readonly side: { readonly name: string; readonly points: number } | null;
  /** The order that ended it, if a member gave it. */
  readonly by: string | null;
  readonly orders: number;
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
  return {
    how,
    state,
    day: shortDate(dateOf(numbers, points)),
    last: shortDate(numbers.calendar.last),
    left: daysBetween(numbers, points, 0),
    us: leader(numbers, 'grant'),
    lee: leader(numbers, 'lee'),
    place: place(numbers, where),
    at: at(numbers, where),
    faced: contested(state, where),
    victor: leader(numbers, victor),
    from: place(numbers, state.us[victor]),
    victorIsGrant: victor === 'grant',
    defender: defender === null ? null : leader(numbers, defender),
    points,
    assaults:
      scenes.grant.reduce((sum, scene) => sum + (scene.kind === 'assault' ? scene.attacks : 0), 0) +
      scenes.fronts.reduce((sum, { assaults }) => sum + assaults, 0) -
      (how === 'richmond' ? 1 : 0),
    tries:
      scenes.grant.reduce((sum, scene) => sum + (scene.kind === 'crossing' ? scene.tries : 0), 0) -
      (how === 'james' ? 1 : 0),
    sink: sinkOf(numbers, spends),
    spent: spends.length,
    rooted: episodes.every(({ after }) => after.us.grant === first.us.grant),
    atTheGates: numbers.areas[where].richmond !== null,
    lastCarried: last.events.some((event) => event.type === 'retreated' && last.before.csa[event.leader] === where),
    attacks: attacksAtTheEnd(scenes),
    luck: luckOf(numbers, episodes),
    side: sideOf(numbers, scenes),
    by: last.by,
    orders: episodes.length - 1,
  };
}

function attacksAtTheEnd({ grant }: Scenes): number {
  const last = grant.at(-1);
  return last?.kind === 'stand' && last.end === null ? last.attacks : 0;
}

function sideOf(numbers: Scenario, { fronts }: Scenes): End['side'] {
  const [most] = fronts.map(({ leader, of }) => ({ leader, points: of.length })).sort((a, b) => b.points - a.points);
  return most ? { name: leader(numbers, most.leader), points: most.points } : null;
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

/** The last sentences of the last chapter. */
export function tellEnd(pen: Pen, end: End): Line[] {
  switch (end.how) {
    case 'richmond':
    case 'james':
      return [
        ...line(pen.write(end.how === 'james' ? JAMES : RICHMOND, end), 3),
        ...line(pen.write(WHY_WON, end), 2),
        ...line(pen.write(CREDIT, end), 1),
      ];
    case 'lost':
      return [...line(pen.write(LOST, end), 3), ...line(pen.write(WHY_LOST, end), 2)];
    case 'abandoned':
      return line(pen.write(ABANDONED, end), 3);
    case 'running':
      return line(pen.write(RUNNING, end), 3);
    default:
      return end.how satisfies never;
  }
}

/** What the campaign had to do, and by when. */
export const TASK: readonly Phrase<End>[] = [
  ({ how, points, last, us }) =>
    (how === 'richmond' || how === 'james') && points === 0
      ? `${us} had until ${last} to take Richmond or cross the James, and used every day of it.`
      : null,
  ({ how, last, us, day }) =>
    how === 'richmond' || how === 'james'
      ? `${us} had until ${last} to take Richmond or cross the James; it was done by ${day}.`
      : null,
  ({ how, last, us }) =>
    how === 'lost' ? `By ${last} ${us} was to take Richmond or cross the James, and did neither.` : null,
  ({ last, us }) => `${us} had until ${last} to take Richmond or cross the James.`,
];

const RICHMOND: readonly Phrase<End>[] = [
  ({ points, victor, from, defender }) =>
    points === 0 && defender !== null
      ? `With nothing left to follow it, ${victor} sent in one more assault from ${from}, and ${defender} lost the city.`
      : null,
  ({ defender, victor, from, day }) =>
    defender === null ? `Nobody stood in Richmond on ${day} when ${victor} came in from ${from}.` : null,
  ({ victorIsGrant, rooted, victor, us, at, defender, day }) =>
    victorIsGrant || !rooted ? null : `On ${day}, with ${us} still ${at}, ${victor} beat ${defender} and had the city.`,
  ({ assaults, victor, from, defender, day }) =>
    assaults === 0
      ? `The first assault on Richmond was the last: on ${day} ${victor} beat ${defender} from ${from}.`
      : null,
  ({ victor, from, defender, day }) =>
    `On ${day} ${victor} went in once more from ${from}, ${defender} gave way, and Richmond fell.`,
];

const JAMES: readonly Phrase<End>[] = [
  ({ points, us, at }) =>
    points === 0 ? `On the last day ${us} threw his bridges over the James ${at}, and they held.` : null,
  ({ tries, us, day }) => (tries === 0 ? `On ${day} ${us} crossed the James at the first attempt.` : null),
  ({ us, day }) => `On ${day} the bridges held, and ${us} was over the James.`,
];

const CREDIT: readonly Phrase<End>[] = [({ by }) => (by === null ? null : `The order was given by ${by}.`)];

const WHY_WON: readonly Phrase<End>[] = [
  ({ luck }) => (luck.failed === 0 && luck.tries > 2 ? `Not one of ${number(luck.tries)} throws had failed.` : null),
  ({ luck, by }) =>
    luck.before > 3
      ? `${capital(number(luck.before))} throws in a row had failed before that one${by ? '' : ' came'}.`
      : null,
  ({ luck }) =>
    luck.worst.length > 3
      ? `Between ${luck.worst.from} and ${luck.worst.to} ${number(luck.worst.length)} throws in a row had failed, and there had still been time.`
      : null,
];

const LOST: readonly Phrase<End>[] = [
  ({ rooted, day, us, lee, at, faced }) =>
    rooted && faced ? `On ${day} ${us} and ${lee} were still where they had begun, ${at}.` : null,
  ({ lastCarried, faced, at, us }) =>
    lastCarried && !faced ? `The last blow opened the road ${at}, and ${us} had no day left to take it.` : null,
  ({ atTheGates, faced, day, us, at }) =>
    atTheGates && !faced ? `On ${day} ${us} stood ${at}, one step from the city, with nothing left to take it.` : null,
  ({ atTheGates, faced, day, us, lee, at }) =>
    atTheGates && faced ? `On ${day} ${lee} still stood between ${us} and the city, ${at}.` : null,
  ({ faced, attacks, day, us, lee, at }) =>
    faced && attacks === 0
      ? `${us} was ${at} when ${day} came, with ${lee} across the road and nothing left to spend.`
      : null,
  ({ faced, day, us, lee, at }) =>
    faced ? `${capital(day)} found ${us} and ${lee} face to face ${at}, and the time was up.` : null,
  ({ day, us, at }) => `When ${day} came, ${us} was ${at} with nothing left to spend.`,
];

const WHY_LOST: readonly Phrase<End>[] = [
  ({ luck }) =>
    luck.worst.length > 4
      ? `From ${luck.worst.from} to ${luck.worst.to} nothing had come off, ${number(luck.worst.length)} throws in a row.`
      : null,
  ({ side, spent }) =>
    side !== null && side.points > 3 && side.points * 5 >= spent * 2
      ? `${capital(number(side.points))} of ${number(spent)} Action Points had gone to ${side.name}.`
      : null,
  ({ sink, spent, assaults, tries }) =>
    sink !== null && sink.points * 2 >= spent && sink.points > 3 && assaults + tries < 4
      ? `${capital(number(sink.points))} of ${number(spent)} Action Points had been spent ${sink.at}.`
      : null,
  ({ assaults, tries }) =>
    assaults > 0 && tries > 0
      ? `${capital(several(assaults, 'assault'))} and ${several(tries, 'crossing')} had come to nothing.`
      : null,
  ({ assaults }) => (assaults > 1 ? `The city had been assaulted ${times(assaults)}.` : null),
  ({ assaults, tries }) => (assaults + tries === 0 ? 'Neither Richmond nor the James had been tried at all.' : null),
];

const ABANDONED: readonly Phrase<End>[] = [
  ({ orders, us, at }) => (orders === 0 ? `It was broken off before an order was given, with ${us} ${at}.` : null),
  ({ day, left, us, at }) => `There it was broken off, on ${day}, with ${us} ${at} and ${several(left, 'day')} unused.`,
];

const RUNNING: readonly Phrase<End>[] = [
  ({ faced, day, us, lee, at, points }) =>
    faced ? `So it stands on ${day}: ${us} and ${lee} ${at}, ${pointsLeft(points)} left.` : null,
  ({ day, us, at, points }) => `On ${day} ${us} is ${at}, his road open, with ${pointsLeft(points)} left.`,
];
