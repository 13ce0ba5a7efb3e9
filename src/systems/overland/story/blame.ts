import { capital, numberWord, several } from '../../../kit/plain-english.ts';
import type { Phrase } from '../../../kit/storytelling.ts';
import type { End } from './ending.ts';

/** Where a campaign was lost, as far as the balance tells: by its orders or by its dice, clearly, or by both; null: nothing is told. */
type Cause = 'orders' | 'dice' | 'both' | null;

function causeOf({ balance }: End): Cause {
  if (balance === null || (balance.decisions === 0 && balance.dice >= 0)) return null;
  if (-balance.decisions >= -2 * balance.dice) return 'orders';
  return -balance.dice >= -2 * balance.decisions ? 'dice' : 'both';
}

/** Why it was lost. Luck is not told where the choice was at fault, nor a choice where it was luck. */
export const WHY_LOST: readonly Phrase<End>[] = [
  (end) =>
    causeOf(end) === 'dice' && end.balance?.best ? 'No order could have been better: the dice took it all.' : null,
  (end) => (causeOf(end) === 'dice' && isStreak(end) ? streak(end) : null),
  (end) => (causeOf(end) === 'dice' ? 'It was lost by the dice far more than by the orders.' : null),
  (end) => (isAside(end) ? aside(end) : null),
  (end) =>
    causeOf(end) === 'orders' && end.balance?.dearest
      ? `What cost most was ${end.balance.dearest}; no throw of the dice took as much.`
      : null,
  (end) =>
    causeOf(end) === 'orders' && end.balance && end.balance.dice >= 0
      ? 'The dice were kind on the whole; it was lost in the choice of orders.'
      : null,
  (end) => (causeOf(end) === 'orders' ? 'The choice of orders cost far more of it than the dice did.' : null),
  (end) => (causeOf(end) === 'both' && isStreak(end) ? streak(end) : null),
  ({ sink, spent, rooted }) =>
    sink !== null && !rooted && sink.points * 2 >= spent && sink.points > 3
      ? `${capital(numberWord(sink.points))} of ${several(spent, 'Action Point')} had been spent ${sink.at}.`
      : null,
  (end) => (causeOf(end) === null && isStreak(end) ? streak(end) : null),
  ({ earnest, tries }) =>
    earnest > 0 && tries > 0
      ? `${capital(several(earnest, 'assault'))} and ${several(tries, 'crossing')} had come to nothing.`
      : null,
  (end) =>
    causeOf(end) !== 'both' && !end.rooted && end.assaults + end.tries === 0
      ? 'Neither Richmond nor the James had been tried at all.'
      : null,
  (end) => (causeOf(end) === 'both' ? 'Orders and dice had both had their share in it.' : null),
];

function isStreak({ luck, scattered }: End): boolean {
  return luck.worst.length > 4 && scattered;
}

function streak({ luck }: End): string {
  return `${capital(numberWord(luck.worst.length))} throws in a row had come to nothing.`;
}

function isAside({ side, spent }: End): boolean {
  return side !== null && side.points > 3 && side.points * 5 >= spent * 2;
}

function aside({ side, spent }: End): string {
  const { name, points, faces } = side as NonNullable<End['side']>;
  const all = points === spent ? `All ${several(points, 'Action Point')}` : null;
  const needs = faces.every((count) => count === 1)
    ? ', whose every attack needed a 6'
    : faces.every((count) => count < 2)
      ? ', whose attacks needed a 6 or could not win at all'
      : '';
  return `${all ?? `${capital(numberWord(points))} of ${several(spent, 'Action Point')}`} had gone to ${name}${needs}.`;
}
