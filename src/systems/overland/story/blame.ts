import { capital, numberWord, several } from '../../../kit/plain-english.ts';
import type { Phrases } from '../../../kit/storytelling.ts';
import type { End } from './ending.ts';

/** Where a campaign was lost, as far as the balance tells: by its orders or by its dice, clearly, or by both; null: nothing is told. */
type Cause = 'orders' | 'dice' | 'both' | null;

function causeOf({ balance }: End): Cause {
  if (balance === null || (balance.decisions === 0 && balance.dice >= 0)) return null;
  if (-balance.decisions >= -2 * balance.dice) return 'orders';
  return -balance.dice >= -2 * balance.decisions ? 'dice' : 'both';
}

/** Why it was lost. Luck is not told where the choice was at fault, nor a choice where it was luck. */
export const WHY_LOST: Phrases<End> = [
  [
    (end) => (isAllDice(end) ? 'Every order was the best there was: the dice lost it.' : null),
    (end) => (isAllDice(end) ? 'Nobody could have given better orders; it was all bad dice.' : null),
  ],
  (end) => (causeOf(end) === 'dice' && isStreak(end) ? streak(end) : null),
  (end) => (causeOf(end) === 'dice' ? 'The dice did far more harm than the orders.' : null),
  (end) => (isAside(end) ? aside(end) : null),
  (end) =>
    causeOf(end) === 'orders' && end.balance?.dearest
      ? `The costliest decision was ${end.balance.dearest}; no roll did as much harm.`
      : null,
  (end) =>
    causeOf(end) === 'orders' && end.balance && end.balance.dice >= 0
      ? 'The dice were kind on the whole; the orders lost it.'
      : null,
  (end) => (causeOf(end) === 'orders' ? 'The orders did far more harm than the dice.' : null),
  (end) => (causeOf(end) === 'both' && isStreak(end) ? streak(end) : null),
  ({ sink, spent, rooted }) =>
    sink !== null && !rooted && sink.points * 2 >= spent && sink.points > 3
      ? `${capital(numberWord(sink.points))} of ${several(spent, 'Action Point')} had been spent ${sink.at}.`
      : null,
  (end) => (causeOf(end) === null && isStreak(end) ? streak(end) : null),
  ({ earnest, tries }) =>
    earnest > 0 && tries > 0
      ? `${capital(several(earnest, 'assault'))} and ${several(tries, 'attempt')} to cross the James had failed.`
      : null,
  (end) =>
    causeOf(end) !== 'both' && !end.rooted && end.assaults + end.tries === 0
      ? 'Nobody had attacked Richmond or tried to cross the James.'
      : null,
  (end) => (causeOf(end) === 'both' ? 'Orders and dice were both to blame.' : null),
];

function isAllDice(end: End): boolean {
  return causeOf(end) === 'dice' && end.balance?.best === true;
}

function isStreak({ luck, scattered }: End): boolean {
  return luck.worst.length > 4 && scattered;
}

function streak({ luck }: End): string {
  return `${capital(numberWord(luck.worst.length))} rolls in a row had failed.`;
}

function isAside({ side, spent }: End): boolean {
  return side !== null && side.points > 3 && side.points * 5 >= spent * 2;
}

function aside({ side, spent }: End): string {
  const { name, points, faces, unmoved } = side as NonNullable<End['side']>;
  const all = points === spent ? `All ${several(points, 'Action Point')}` : null;
  const hopeless = faces.filter((count) => count === 0).length;
  const sixes = faces.filter((count) => count === 1).length;
  const needs =
    hopeless + sixes < faces.length
      ? ''
      : hopeless === 0
        ? unmoved
          ? `, and even a 6 would only have driven ${unmoved.csa} into ${unmoved.to}`
          : ', and each of his attacks needed a 6'
        : sixes === 0
          ? ', and none of his attacks could win'
          : `: ${several(sixes, 'attack')} needed a 6, and ${hopeless === 1 ? 'the other' : `the other ${numberWord(hopeless)}`} could not win`;
  return `${all ?? `${capital(numberWord(points))} of ${several(spent, 'Action Point')}`} had gone to ${name}${needs}.`;
}
