import { dateOf, shortDate } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import { leader, place, pointsLeft } from '../sentences.ts';
import { contested, type State } from '../state.ts';
import type { Area } from '../vocabulary.ts';
import type { Phrase } from './pen.ts';
import { type Line, line, type Pen } from './pen.ts';
import { battleOf, type OverlandEpisode, type Scenes } from './scenes.ts';
import { at, capital, daysBetween, number, several } from './words.ts';

/** How a campaign ended, or how it stands. */
export interface End {
  readonly how: 'richmond' | 'james' | 'lost' | 'abandoned' | 'running';
  readonly state: State;
  /** `19 May`. */
  readonly day: string;
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
    by: last.by,
    orders: episodes.length - 1,
  };
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

/** What a newspaper would print above it; the first that fits its room. */
export function headlineOf(end: End): string {
  const found = headlines(end).find((headline) => headline.length <= 80);
  return found ?? (end.how === 'lost' ? 'Richmond stands' : 'The campaign for Richmond');
}

function headlines(end: End): string[] {
  const { us, victor, day, at, from, lee, left, points, faced } = end;
  switch (end.how) {
    case 'richmond':
      return [
        ...(points === 0 ? [`Richmond falls to ${victor} on the last day`] : []),
        ...(end.defender === null ? [`${victor} walks into an empty Richmond`] : []),
        ...(end.victorIsGrant ? [] : [`${victor} takes Richmond by the back door on ${day}`]),
        ...(left >= 12 ? [`${victor} storms Richmond from ${from}, ${left} days early`] : []),
        ...(end.assaults > 2 ? [`Richmond falls to ${victor} at the ${end.assaults + 1}th assault`] : []),
        `Richmond falls to ${victor} on ${day}`,
        'Richmond falls',
      ];
    case 'james':
      return [
        ...(points === 0 ? [`${us} is over the James on the last day`] : []),
        ...(left >= 12 ? [`${us} is over the James, ${left} days early`] : []),
        ...(end.tries > 0 ? [`${us} crosses the James at last, on ${day}`] : []),
        `${us} is over the James on ${day}`,
        'Over the James',
      ];
    case 'lost':
      return [
        ...(end.rooted && faced ? [`${lee} never lets ${us} out of ${end.place}`] : []),
        ...(end.tries > 1 ? [`The James stops ${us} ${timesWord(end.tries)}; Richmond stands`] : []),
        ...(end.assaults > 1 ? [`Richmond stands through ${number(end.assaults)} assaults`] : []),
        ...(faced ? [`${lee} holds ${us} ${at}, and Richmond stands`] : []),
        `The campaign runs out ${at}`,
        'Richmond stands',
      ];
    case 'abandoned':
      return [`The campaign is broken off ${at}`, 'The campaign is broken off'];
    case 'running':
      return [
        ...(faced ? [`${us} and ${lee} face to face ${at}`] : []),
        `${us} is ${at} on ${day}`,
        'The campaign goes on',
      ];
    default:
      return end.how satisfies never;
  }
}

function timesWord(count: number): string {
  return count === 2 ? 'twice' : `${number(count)} times`;
}

/** The last sentences of the last chapter. */
export function tellEnd(pen: Pen, end: End): Line[] {
  switch (end.how) {
    case 'richmond':
    case 'james':
      return [...line(pen.write(end.how === 'james' ? JAMES : RICHMOND, end), 3), ...line(pen.write(CREDIT, end), 1)];
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

const RICHMOND: readonly Phrase<End>[] = [
  ({ points, victor, from, defender }) =>
    points === 0 && defender !== null
      ? `With nothing left to follow it, ${victor} sent in one more assault from ${from}, and ${defender} lost the city.`
      : null,
  ({ defender, victor, from, day }) =>
    defender === null ? `Nobody stood in Richmond on ${day} when ${victor} came in from ${from}.` : null,
  ({ victorIsGrant, victor, defender, day }) =>
    victorIsGrant
      ? null
      : `On ${day} ${victor} broke through where nobody had looked for it, and ${defender} lost Richmond.`,
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

const LOST: readonly Phrase<End>[] = [
  ({ rooted, day, us, lee, at, faced }) =>
    rooted && faced ? `On ${day} ${us} and ${lee} were still where they had begun, ${at}.` : null,
  ({ faced, day, us, lee, at }) =>
    faced ? `${capital(day)} found ${us} and ${lee} face to face ${at}, and the time was up.` : null,
  ({ day, us, at }) => `When ${day} came, ${us} was ${at} with nothing left to spend.`,
];

const WHY_LOST: readonly Phrase<End>[] = [
  ({ sink, spent, assaults, tries }) =>
    sink !== null && sink.points * 2 >= spent && sink.points > 3 && assaults + tries < 4
      ? `${capital(number(sink.points))} of its ${number(spent)} strokes had been spent ${sink.at}.`
      : null,
  ({ assaults, tries }) => (assaults + tries === 0 ? 'Neither Richmond nor the James had been tried at all.' : null),
  ({ assaults, tries }) =>
    assaults > 0 && tries > 0
      ? `${capital(several(assaults, 'assault'))} and ${several(tries, 'crossing')} had come to nothing.`
      : null,
  ({ assaults }) => (assaults > 1 ? `The city had been assaulted ${timesWord(assaults)}.` : null),
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
