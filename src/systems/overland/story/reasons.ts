import type { Reason } from '../../../game/index.ts';
import { dateOf, shortDate } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import { describeShort } from './deeds.ts';
import { type Line, line, type Pen, type Phrase } from './pen.ts';
import type { OverlandEpisode } from './scenes.ts';

interface Facts extends Reason {
  readonly what: string;
  readonly day: string;
  readonly voted: boolean;
}

/** Longest a reason is quoted; a longer one is left out rather than cut. */
const LONGEST = 160;

/** Why a turning point was ordered, in a member's own words. */
export function tellReason(numbers: Scenario, pen: Pen, { reasons, order, before, by }: OverlandEpisode): Line[] {
  const reason = reasons.find(({ text }) => text.length <= LONGEST);
  if (!reason || order === null) return [];
  const day = shortDate(dateOf(numbers, before.points));
  const text = reason.text.replace(/[.\s]+$/, '');
  return line(pen.write(GIVEN, { ...reason, text, day, what: describeShort(numbers, order), voted: by === null }), 2);
}

const GIVEN: readonly Phrase<Facts>[] = [
  ({ voted, what, by, text }) => (voted ? `For ${what} the council had it from ${by}: «${text}».` : null),
  ({ what, by, text }) => `The reason for ${what} was given by ${by}: «${text}».`,
  ({ what, by, text }) => `«${text}», wrote ${by} of ${what}.`,
  ({ day, by, text }) => `${by} put it so on ${day}: «${text}».`,
];
