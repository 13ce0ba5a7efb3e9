import { capital, numberWord, several } from '../../../kit/plain-english.ts';
import { type Pen, type Phrase, type Sentence, sentence } from '../../../kit/storytelling.ts';
import { pointsLeft } from '../words/sentences.ts';
import { WHY_LOST } from './blame.ts';
import type { End } from './ending.ts';

/** The chapter that ends a campaign, under a heading of its own that has its day. */
export function tellEnd(pen: Pen, end: End): Sentence[] {
  switch (end.how) {
    case 'richmond':
    case 'james':
      return [
        ...sentence(pen.write(end.how === 'james' ? JAMES : RICHMOND, end), 3),
        ...sentence(pen.write(WHY_WON, end), 2),
        ...sentence(pen.write(CREDIT, end), 1),
      ];
    case 'lost':
      return [...sentence(pen.write(LOST, end), 3), ...sentence(pen.write(WHY_LOST, end), 2)];
    case 'abandoned':
      return sentence(pen.write(ABANDONED, end), 3);
    case 'running':
      return sentence(pen.write(RUNNING, end), 3);
    default:
      return end.how satisfies never;
  }
}

/** Its heading: `The end, 3 June`. */
export function headingOf({ how, day }: End): string {
  return `${{ richmond: 'The end', james: 'The end', lost: 'The end', abandoned: 'Broken off', running: 'Now' }[how]}, ${day}`;
}

/** What the campaign had to do, and by when. */
export const TASK: readonly Phrase<End>[] = [
  ({ how, points, lastLong, us }) =>
    (how === 'richmond' || how === 'james') && points === 0
      ? `${us} had until ${lastLong} to take Richmond or cross the James, and used every day of it.`
      : null,
  ({ how, lastLong, us, day }) =>
    how === 'richmond' || how === 'james'
      ? `${us} had until ${lastLong} to take Richmond or cross the James; it was done by ${day}.`
      : null,
  ({ how, lastLong, us }) =>
    how === 'lost' ? `By ${lastLong} ${us} was to take Richmond or cross the James, and did neither.` : null,
  ({ how, lastLong, us }) =>
    how === 'running' ? `${us} has until ${lastLong} to take Richmond or cross the James.` : null,
  ({ lastLong, us }) => `${us} had until ${lastLong} to take Richmond or cross the James.`,
];

const RICHMOND: readonly Phrase<End>[] = [
  ({ points, victor, from, defender }) =>
    points === 0 && defender !== null
      ? `With nothing left to follow it, ${victor} sent in one more assault from ${from}, and ${defender} lost the city.`
      : null,
  ({ defender, victor, from }) =>
    defender === null ? `Nobody stood in Richmond when ${victor} came in from ${from}.` : null,
  ({ victorIsGrant, rooted, victor, us, at, defender }) =>
    victorIsGrant || !rooted ? null : `With ${us} still ${at}, ${victor} beat ${defender} and had the city.`,
  ({ assaults, victor, from, defender }) =>
    assaults === 0 ? `The first assault on Richmond was the last: from ${from} ${victor} beat ${defender}.` : null,
  ({ victor, from, defender }) => `${victor} went in from ${from}, ${defender} gave way, and Richmond fell.`,
];

const JAMES: readonly Phrase<End>[] = [
  ({ points, us, at }) =>
    points === 0 ? `On the last day ${us} threw his bridges over the James ${at}, and they held.` : null,
  ({ tries, us }) => (tries === 0 ? `${us} crossed the James at the first attempt.` : null),
  ({ us, tries }) => (tries === 1 ? `The second time the bridges held, and ${us} was over the James.` : null),
  ({ us }) => `This time the bridges held, and ${us} was over the James.`,
];

const CREDIT: readonly Phrase<End>[] = [({ by }) => (by === null ? null : `The order was given by ${by}.`)];

const WHY_WON: readonly Phrase<End>[] = [
  ({ luck }) =>
    luck.failed === 0 && luck.tries > 2 ? `Not one of ${numberWord(luck.tries)} throws had failed.` : null,
  ({ luck, scattered }) =>
    luck.before > 3 && scattered ? `${capital(numberWord(luck.before))} throws in a row had failed before it.` : null,
  ({ luck, scattered }) =>
    luck.worst.length > 3 && scattered
      ? `${capital(numberWord(luck.worst.length))} throws in a row had failed on the way, and there had still been time.`
      : null,
];

const LOST: readonly Phrase<End>[] = [
  ({ rooted, us, lee, at, faced, grants }) =>
    rooted && faced && grants === 0
      ? `${us} and ${lee} were still where they had begun, ${at}; ${us} had not attacked once.`
      : null,
  ({ rooted, us, lee, at, faced }) =>
    rooted && faced ? `${us} and ${lee} were still where they had begun, ${at}.` : null,
  ({ lastCarried, oneMore, at }) =>
    lastCarried && oneMore ? `The last attack opened the road ${at}, and no Action Point was left to use it.` : null,
  ({ lastCarried, last, faced, atTheGates }) =>
    lastCarried && !faced
      ? `The last attack carried, but it was ${last}, and Richmond ${atTheGates ? 'stood' : 'was still far off'}.`
      : null,
  ({ atTheGates, faced, us, at }) =>
    atTheGates && !faced ? `${us} stood ${at}, one step from the city, with nothing left to take it.` : null,
  ({ atTheGates, faced, us, lee, at }) =>
    atTheGates && faced ? `${lee} still stood between ${us} and the city, ${at}.` : null,
  ({ faced, attacks, us, lee, at }) =>
    faced && attacks === 0
      ? `${us} was ${at} when time ran out, with ${lee} across the road and nothing left to spend.`
      : null,
  ({ faced, us, lee, at }) =>
    faced ? `The last day found ${us} and ${lee} face to face ${at}, and the time was up.` : null,
  ({ us, at }) => `${us} was ${at}, with nothing left to spend.`,
];

const ABANDONED: readonly Phrase<End>[] = [
  ({ orders, us, at }) => (orders === 0 ? `No order had been given, and ${us} was still ${at}.` : null),
  ({ left, us, at, lee, faced }) =>
    `The campaign was left there, with ${faced ? `${us} and ${lee}` : us} ${at} and ${several(left, 'day')} unused.`,
];

const RUNNING: readonly Phrase<End>[] = [
  ({ faced, us, lee, at, points }) =>
    faced ? `${us} and ${lee} stand face to face ${at}, with ${pointsLeft(points)} left.` : null,
  ({ us, at, points }) => `${us} is ${at}, unopposed there, with ${pointsLeft(points)} left.`,
];
