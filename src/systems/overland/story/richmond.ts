import { capital, numberWord, several, times } from '../../../kit/plain-english.ts';
import { type Pen, type Phrases, type Sentence, sentence } from '../../../kit/storytelling.ts';
import { distanceToRichmond, type Scenario } from '../scenario.ts';
import { BEFORE_THE_JAMES } from '../vocabulary.ts';
import type { Answer, Assault, StoryCrossing, StoryMarch } from './story-scenes.ts';
import { at, leader, place } from './story-words.ts';

interface AssaultFacts {
  readonly us: string;
  /** Who answered, or might have. */
  readonly csa: string;
  /** Attacks that failed. */
  readonly n: number;
  /** How many of them no roll could have won. */
  readonly hopeless: number;
  readonly place: string;
  readonly answer: Answer;
  /** Earlier assaults of Grant's, from elsewhere. */
  readonly before: number;
}

/** Failed attacks of Grant's on Richmond from one area; a won one is told at the end. */
export function tellAssault(numbers: Scenario, pen: Pen, assault: Assault, before: number): Sentence[] {
  const n = assault.attacks - (assault.won ? 1 : 0);
  if (n === 0) return [];
  const facts: AssaultFacts = {
    us: leader(numbers, 'grant'),
    csa: leader(numbers, 'lee'),
    n,
    hopeless: assault.hopeless,
    place: place(numbers, assault.from),
    // Of a run that ended in the city, only that it failed before.
    answer: assault.won ? 'none' : assault.answer,
    before,
  };
  return sentence(pen.write(ASSAULTED, facts), 3);
}

const ASSAULTED: Phrases<AssaultFacts> = [
  ({ n, hopeless, us, place, answer, csa }) =>
    hopeless === n
      ? `From ${place} ${us} attacked Richmond${n === 1 ? '' : ` ${times(n)}`}, though no roll could have won${answer === 'holds' ? `, and ${csa} came out after him` : ''}.`
      : null,
  ({ n, hopeless, place, answer, csa }) =>
    hopeless > 0
      ? `${capital(several(n, 'assault'))} on Richmond from ${place} failed; in ${numberWord(hopeless)} of them no roll could have won${answer === 'holds' ? `. Then ${csa} came out` : ''}.`
      : null,
  [
    ({ n, us, place, answer, csa }) =>
      answer === 'holds' && n === 1
        ? `${us} attacked Richmond from ${place} and failed; ${csa} came out after him and stayed.`
        : null,
    ({ n, us, place, answer, csa }) =>
      answer === 'holds' && n === 1
        ? `An assault by ${us} on Richmond from ${place} failed; ${csa} counterattacked and held ${place}.`
        : null,
    ({ n, us, place, answer, csa }) =>
      answer === 'holds' && n > 1
        ? `${us} attacked Richmond from ${place} ${times(n)} and failed; then ${csa} came out and held ${place} against him.`
        : null,
  ],
  ({ n, us, place, answer, csa }) =>
    answer === 'beaten'
      ? `${us} attacked Richmond ${times(n)} from ${place} without getting in; ${csa} counterattacked and was driven back.`
      : null,
  [
    ({ n, us, place, answer, csa, before }) =>
      answer === 'stayed' && before === 0
        ? `${us} attacked Richmond from ${place}${n === 1 ? '' : ` ${times(n)}`} and was thrown back; ${csa} stayed behind his works.`
        : null,
    ({ n, us, place, answer, csa, before }) =>
      answer === 'stayed' && before === 0
        ? `${us} attacked Richmond from ${place}${n === 1 ? '' : ` ${times(n)}`} and failed; ${csa} did not come out.`
        : null,
  ],
  ({ n, us, place, before }) =>
    before > 0 ? `From ${place} ${us} attacked the city ${n === 1 ? 'again' : `${times(n)} more`}, and failed.` : null,
  [
    ({ n, us, place }) => (n === 1 ? `One assault by ${us} on Richmond from ${place} failed.` : null),
    ({ n, us, place }) => (n === 1 ? `${us} attacked Richmond from ${place}, and the defenses held.` : null),
    ({ n, us, place }) => (n > 1 ? `${us} attacked Richmond ${times(n)} from ${place} and never got in.` : null),
  ],
  ({ n, place, csa, answer }) =>
    answer === 'holds'
      ? `Another ${n === 1 ? 'assault' : several(n, 'assault')} from ${place} failed; then ${csa} came out and held ${place}.`
      : null,
  ({ n, place }) => `Richmond’s works held against ${several(n, 'more assault')} from ${place}.`,
];

interface CrossingFacts {
  readonly us: string;
  readonly csa: string;
  readonly n: number;
  readonly place: string;
  readonly lee: StoryCrossing['lee'];
  readonly again: boolean;
}

/** Failed attempts to cross the James; the one that succeeded is told at the end. */
export function tellCrossing(numbers: Scenario, pen: Pen, crossing: StoryCrossing, again: boolean): Sentence[] {
  const n = crossing.tries - (crossing.won ? 1 : 0);
  if (n === 0) return [];
  const facts: CrossingFacts = {
    us: leader(numbers, 'grant'),
    csa: leader(numbers, 'lee'),
    n,
    place: place(numbers, BEFORE_THE_JAMES),
    lee: crossing.lee,
    again,
  };
  return sentence(pen.write(TRIED, facts), 3);
}

const TRIED: Phrases<CrossingFacts> = [
  [
    ({ n, place, lee, csa, us }) =>
      lee === 'bars'
        ? `From ${place} ${us} tried ${n === 1 ? '' : `${times(n)} `}to cross the James; ${csa} came up and stopped him.`
        : null,
    ({ n, place, lee, csa, us }) =>
      lee === 'bars'
        ? `${us} failed ${n === 1 ? '' : `${times(n)} `}to cross the James from ${place}, and ${csa} came up to block him.`
        : null,
  ],
  [
    ({ n, again, lee, csa, us }) =>
      lee === 'late' && n === 1 && !again
        ? `${us}’s first attempt to cross the James failed, but ${csa} came too late to block him.`
        : null,
    ({ n, lee, csa, us }) =>
      lee === 'late'
        ? `${us} failed ${n === 1 ? '' : `${times(n)} `}to cross the James, and ${csa} did not come in time to block him.`
        : null,
  ],
  ({ again, n, us }) =>
    again ? `${us} tried to cross the river ${n === 1 ? 'again' : `${times(n)} more`}, and failed.` : null,
  [
    ({ n, us }) => (n === 1 ? `${us} tried to cross the James and failed.` : null),
    ({ n, again, us }) => (n === 1 && !again ? `The James stopped ${us} at the first attempt.` : null),
    ({ n, us }) => (n > 1 ? `The James stopped ${us} ${times(n)}.` : null),
  ],
];

interface MarchFacts {
  readonly us: string;
  readonly csa: string;
  readonly to: string;
  readonly at: string;
  readonly lee: StoryMarch['lee'];
  /** Where Lee came from. */
  readonly leeFrom: string;
  readonly far: boolean;
  readonly from: string;
  /** It led away from Richmond. */
  readonly backward: boolean;
  /** Grant ended where he set out. */
  readonly round: boolean;
}

/** A march, so that a reader always knows where Grant is. */
export function tellMarch(numbers: Scenario, pen: Pen, march: StoryMarch): Sentence[] {
  const facts: MarchFacts = {
    us: leader(numbers, 'grant'),
    csa: leader(numbers, 'lee'),
    to: place(numbers, march.to),
    at: at(numbers, march.to),
    lee: march.lee,
    leeFrom: march.leeFrom === null ? '' : place(numbers, march.leeFrom),
    far: march.of.length > 1,
    from: place(numbers, march.from),
    backward: distanceToRichmond(numbers, march.to) > distanceToRichmond(numbers, march.from),
    round: march.from === march.to,
  };
  return sentence(pen.write(MARCHED, facts), 3);
}

const MARCHED: Phrases<MarchFacts> = [
  ({ round, lee, us, csa, to }) =>
    round && lee === 'bars' ? `${us} marched away from ${to}; when he came back, ${csa} was there to block him.` : null,
  ({ round, lee, us, csa, to }) =>
    round && lee === 'late' ? `${us} marched away from ${to} and came back; ${csa} came too late to stop him.` : null,
  [
    ({ lee, us, csa, to }) =>
      lee === 'bars' ? `${us} marched on ${to}, but ${csa} got there in time to block him.` : null,
    ({ lee, us, csa, to }) => (lee === 'bars' ? `${us} set out for ${to}, and ${csa} moved over to block him.` : null),
    ({ lee, us, csa, to }) =>
      lee === 'bars' ? `${us}’s march to ${to} was not fast enough: ${csa} came up to block him.` : null,
    ({ lee, us, csa, to }) => (lee === 'late' ? `${us} reached ${to} unopposed: ${csa} came too late.` : null),
    ({ lee, us, csa, to }) => (lee === 'late' ? `${us} marched to ${to}, and ${csa} did not get there in time.` : null),
    ({ lee, us, csa, to }) => (lee === 'late' ? `${csa} was too late to stop ${us} on the way to ${to}.` : null),
    ({ lee, us, csa, to, leeFrom }) =>
      lee === 'follows' ? `${us} marched to ${to}, and ${csa} came over from ${leeFrom} to face him.` : null,
    ({ lee, us, csa, to, leeFrom }) =>
      lee === 'follows' ? `${us} went on to ${to}, where ${csa} came over from ${leeFrom} to face him.` : null,
    ({ lee, us, csa, to }) => (lee === 'there' ? `${us} followed ${csa} to ${to}.` : null),
    ({ lee, us, csa, to }) => (lee === 'there' ? `${us} marched to ${to}, where ${csa} stood.` : null),
    ({ lee, us, csa, from, to }) => (lee === 'there' ? `From ${from} ${us} went after ${csa} to ${to}.` : null),
    ({ round, lee, us, to }) => (round && lee === 'none' ? `${us} marched off and came back to ${to}.` : null),
    ({ round, backward, lee, us, to }) =>
      backward && !round && lee === 'none' ? `${us} marched back to ${to}.` : null,
    ({ round, backward, lee, far, us, to }) =>
      lee === 'none' && far && !backward && !round ? `${us} marched unopposed to ${to}.` : null,
    ({ round, backward, lee, us, to }) => (lee === 'none' && !backward && !round ? `${us} marched to ${to}.` : null),
    ({ round, backward, lee, us, from, to }) =>
      lee === 'none' && !backward && !round ? `From ${from} ${us} marched to ${to}.` : null,
  ],
  [
    ({ us, to }) => `Next ${us} went to ${to}.`,
    ({ us, to }) => `Then ${us} took the road to ${to}.`,
    ({ us, to }) => `${us} moved on to ${to}.`,
    ({ us, to }) => `${us}’s next march was to ${to}.`,
    ({ us, to }) => `${us} marched again, to ${to}.`,
    ({ us, to }) => `After that ${us} marched to ${to}.`,
  ],
];
