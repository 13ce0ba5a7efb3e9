import { capital, numberWord, ordinal, several, times } from '../../../kit/plain-english.ts';
import { type Pen, type Phrases, type Sentence, sentence } from '../../../kit/storytelling.ts';
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
  return `${{ richmond: 'The end', james: 'The end', lost: 'The end', abandoned: 'Abandoned', running: 'Now' }[how]}, ${day}`;
}

/** How it came out, in a sentence or two that begin a story: each campaign has its own, by what happened in it. */
export const LEAD: { readonly [how in End['how']]: Phrases<End> } = {
  richmond: [
    [
      ({ us, lastLong, day, points, victorIsGrant }) =>
        victorIsGrant && points > 0
          ? `${us} had until ${lastLong} to take Richmond or cross the James. He took Richmond on ${day}.`
          : null,
      ({ day, lastLong, points }) => (points > 0 ? `Richmond had to hold until ${lastLong}. It fell on ${day}.` : null),
      ({ used, victor, begin, points }) =>
        begin && points > 0
          ? `${capital(several(used, 'day'))} after the army marched, ${victor} was in Richmond.`
          : null,
      ({ begin, victorIsGrant, us, day, points }) =>
        begin && victorIsGrant && points > 0
          ? `From ${begin.place} to Richmond: ${us} set out on ${begin.day} and was there on ${day}.`
          : null,
      ({ us, victor, victorIsGrant, day }) =>
        victorIsGrant ? null : `This was ${us}’s campaign, but ${victor} won it: he took Richmond on ${day}.`,
      ({ victor, victorIsGrant, us, day, lastLong }) =>
        victorIsGrant
          ? null
          : `Richmond fell on ${day}, and the general who rode in was ${victor}, not ${us}. The time limit was ${lastLong}.`,
      ({ luck, victor, points }) =>
        luck.failed > 2 && points > 0
          ? `${capital(numberWord(luck.failed))} of ${numberWord(luck.tries)} rolls failed, and ${victor} still took Richmond.`
          : null,
      ({ luck, victor, points }) =>
        luck.failed > 0 && luck.failed < 3 && points > 0
          ? `Only ${several(luck.failed, 'roll')} failed in the whole campaign: ${victor} took Richmond.`
          : null,
      ({ points, victor, used, lastLong }) =>
        points === 0 ? `It took all ${several(used, 'day')}: ${victor} took Richmond on ${lastLong}.` : null,
      ({ points, victor, lastLong }) =>
        points === 0 ? `${victor} took Richmond on ${lastLong}, with no day to spare.` : null,
      ({ points, victor, spent }) =>
        points === 0 && spent > 1
          ? `The last of ${several(spent, 'Action Point')} won it: ${victor} took Richmond.`
          : null,
    ],
  ],
  james: [
    [
      ({ us, lastLong, day, points }) =>
        points > 0 ? `${us} had until ${lastLong} to take Richmond or cross the James. He crossed on ${day}.` : null,
      ({ us, day }) => `Richmond did not fall. ${us} went around it instead, and was across the James on ${day}.`,
      ({ us, day, lastLong }) =>
        `The river decided it, not the city: ${us} had until ${lastLong}, and crossed the James on ${day}.`,
      ({ us, used, begin, points }) =>
        begin && points > 0
          ? `${capital(several(used, 'day'))} after the army marched, ${us} was across the James.`
          : null,
      ({ us, begin, day }) =>
        begin
          ? `From ${begin.place} to the far bank of the James: ${us} set out on ${begin.day} and was across on ${day}.`
          : null,
      ({ us, lee, day }) => `${lee} kept Richmond and lost the campaign: ${us} crossed the James on ${day}.`,
      ({ luck, us, points }) =>
        luck.failed > 2 && points > 0
          ? `${capital(numberWord(luck.failed))} of ${numberWord(luck.tries)} rolls failed, and ${us} still crossed the James.`
          : null,
      ({ us, lastLong, points, used }) =>
        points === 0 ? `It took all ${several(used, 'day')}: ${us} crossed the James on ${lastLong}.` : null,
      ({ us, points, spent }) =>
        points === 0 && spent > 1
          ? `The last of ${several(spent, 'Action Point')} won it: ${us} crossed the James.`
          : null,
    ],
  ],
  lost: [
    [
      ({ us, lastLong }) => `${us} had until ${lastLong} to take Richmond or cross the James. He did neither.`,
      ({ lee, us, lastLong, faced }) => (faced ? `${lee} had to hold ${us} off until ${lastLong}, and he did.` : null),
      ({ us, lastLong, at, rooted }) =>
        rooted ? null : `When time ran out on ${lastLong}, Richmond still stood, and ${us} was ${at}.`,
      ({ begin, rooted, us, nearest, lastLong }) =>
        begin && !rooted ? `From ${begin.place} to ${nearest}: that is as far as ${us} got by ${lastLong}.` : null,
      ({ spent, us, lastLong, grants }) =>
        grants === spent
          ? `${capital(several(spent, 'Action Point'))} brought ${us} neither to Richmond nor across the James by ${lastLong}.`
          : null,
      ({ luck, lastLong }) =>
        luck.tries > 4
          ? `The Union rolled ${times(luck.tries)} ${luck.tries === luck.failed ? 'without success, and' : `and succeeded ${times(luck.tries - luck.failed)}, but`} on ${lastLong}, the last day, Richmond still stood.`
          : null,
      ({ used, begin, us, nearest, rooted }) =>
        begin && !rooted ? `In ${several(used, 'day')} ${us} got as far as ${nearest}. It was not far enough.` : null,
      ({ earnest, us, lastLong }) =>
        earnest > 0 ? `Richmond was attacked and held; on ${lastLong} ${us} ran out of time.` : null,
      ({ tries, us, lastLong }) =>
        tries > 0 ? `${us} reached the James and could not cross it. On ${lastLong} time ran out.` : null,
      ({ side, sides, us, lastLong, spent, grants }) =>
        side !== null && sides.length === 1 && side.points * 3 >= spent && grants > 0
          ? `Two fronts were one too many: ${us} ran out of time on ${lastLong}.`
          : null,
      ({ lee, past, rooted, us, lastLong }) =>
        past && !rooted ? `${us} got past ${lee}, but not to Richmond: ${lastLong} came first.` : null,
      ({ lastLong, us }) =>
        `Time beat ${us}: ${lastLong} came, and he had neither taken Richmond nor crossed the James.`,
      ({ begin, us, lastLong }) =>
        begin
          ? `The campaign against Richmond began on ${begin.day} and fell short: ${us} was out of time on ${lastLong}.`
          : null,
    ],
  ],
  abandoned: [
    [
      ({ us, lastLong, day }) =>
        `${us} had until ${lastLong} to take Richmond or cross the James. The campaign stopped on ${day}, undecided.`,
      ({ us, lastLong, left }) =>
        `${capital(several(left, 'day'))} were left until ${lastLong}, and ${us} had neither taken Richmond nor crossed the James.`,
      ({ us, lastLong, at }) =>
        `This campaign has no winner. ${us} had until ${lastLong} to take Richmond or cross the James; when it stopped, he was ${at}.`,
    ],
  ],
  running: [
    [
      ({ us, lastLong }) => `${us} has until ${lastLong} to take Richmond or cross the James.`,
      ({ us, lastLong, left }) =>
        `${capital(several(left, 'day'))} are left: by ${lastLong} ${us} must take Richmond or cross the James.`,
      ({ us, lastLong }) => `Richmond or the James by ${lastLong}: that is ${us}’s task.`,
    ],
  ],
};

const RICHMOND: Phrases<End> = [
  ({ points, victor, from, defender, assaults }) =>
    points === 0 && defender !== null
      ? `With the last Action Point ${victor} attacked${assaults > 0 ? ' once more' : ''} from ${from}, and ${defender} lost the city.`
      : null,
  ({ defender, victor, from, elsewhere }) =>
    defender === null ? `Richmond stood empty when ${victor} came in from ${from}: ${elsewhere}.` : null,
  ({ victorIsGrant, rooted, victor, us, at, defender }) =>
    victorIsGrant || !rooted ? null : `With ${us} still ${at}, ${victor} beat ${defender} and took the city.`,
  ({ assaults, victor, from, defender }) =>
    assaults === 0
      ? `The first assault on Richmond was the last: ${victor} attacked from ${from} and beat ${defender}.`
      : null,
  [
    ({ victor, from, defender }) => `${victor} attacked from ${from}, ${defender} gave way, and Richmond fell.`,
    ({ victor, from, defender }) => `From ${from} ${victor} attacked again, and ${defender} could not hold the city.`,
  ],
];

const JAMES: Phrases<End> = [
  ({ points, us, from }) =>
    points === 0 ? `On the last day ${us} marched from ${from} to the James and got across.` : null,
  [
    ({ tries, us, from }) => (tries === 0 ? `${us} crossed the James from ${from} at the first attempt.` : null),
    ({ tries, us, from }) => (tries === 0 ? `From ${from} ${us} marched to the James and got across at once.` : null),
  ],
  ({ us, tries }) => `The ${ordinal(tries + 1)} attempt succeeded, and ${us} was across the James.`,
];

const CREDIT: Phrases<End> = [({ by }) => (by === null ? null : `${by} gave the last order.`)];

const WHY_WON: Phrases<End> = [
  ({ luck }) => (luck.failed === 0 && luck.tries > 2 ? `Not one of ${numberWord(luck.tries)} rolls had failed.` : null),
  ({ luck, scattered }) =>
    luck.before > 3 && scattered ? `${capital(numberWord(luck.before))} rolls in a row had failed before that.` : null,
  ({ luck, scattered }) =>
    luck.worst.length > 3 && scattered
      ? `${capital(numberWord(luck.worst.length))} rolls in a row had failed on the way.`
      : null,
];

const LOST: Phrases<End> = [
  ({ rooted, us, lee, at, faced, grants }) =>
    rooted && faced && grants === 0
      ? `${us} and ${lee} were still where they had begun, ${at}; ${us} had not attacked once.`
      : null,
  ({ rooted, us, lee, faced }) => (rooted && faced ? `${us} and ${lee} were still where they had begun.` : null),
  ({ lastCarried, oneMore }) =>
    lastCarried && oneMore ? 'The road was open, but no Action Point was left to use it.' : null,
  ({ lastCarried, faced, atTheGates, at }) =>
    lastCarried && !faced
      ? `The last attack ${at} succeeded, but time was up, and ${atTheGates ? 'Richmond stood' : 'Richmond was still far off'}.`
      : null,
  ({ atTheGates, faced, us, at }) =>
    atTheGates && !faced ? `${us} stood ${at}, one step from the city, with no Action Point left.` : null,
  ({ atTheGates, faced, us, lee, at }) =>
    atTheGates && faced ? `${capital(at)} ${lee} still stood between ${us} and the city.` : null,
  ({ faced, attacks, us, lee, at }) =>
    faced && attacks === 0 ? `${us} was ${at} when time ran out, with ${lee} in his way.` : null,
  [
    ({ faced, us, lee, at }) => (faced ? `On the last day ${us} and ${lee} stood face to face ${at}.` : null),
    ({ faced, us, lee, at }) => (faced ? `Time ran out with ${lee} still in front of ${us} ${at}.` : null),
    ({ faced, us, lee, at }) => (faced ? `Time was up, and ${us} had not got past ${lee} ${at}.` : null),
  ],
  ({ rooted, us, place }) => (rooted ? `${us} had not left ${place} when time ran out.` : null),
  ({ us, at }) => `${us} was ${at}, with no Action Point left.`,
];

const ABANDONED: Phrases<End> = [
  ({ orders, us, at }) => (orders === 0 ? `No order had been given, and ${us} was still ${at}.` : null),
  ({ left, us, at, lee, faced }) =>
    `The campaign stopped there, with ${faced ? `${us} and ${lee}` : us} ${at} and ${several(left, 'day')} left.`,
];

const RUNNING: Phrases<End> = [
  ({ faced, us, lee, at, points }) =>
    faced ? `${us} and ${lee} stand face to face ${at}, with ${pointsLeft(points)} left.` : null,
  ({ us, at, points }) => `${us} is unopposed ${at}, with ${pointsLeft(points)} left.`,
];
