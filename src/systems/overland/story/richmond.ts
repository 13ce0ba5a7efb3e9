import { capital, numberWord, several, times } from '../../../kit/plain-english.ts';
import { type Pen, type Phrase, type Sentence, sentence } from '../../../kit/storytelling.ts';
import type { Scenario } from '../scenario.ts';
import { BEFORE_THE_JAMES } from '../vocabulary.ts';
import type { Answer, Assault, StoryCrossing, StoryMarch } from './scenes.ts';
import { at, leader, place } from './story-words.ts';

interface AssaultFacts {
  readonly us: string;
  /** Who answered, or might have. */
  readonly csa: string;
  /** Attacks that failed. */
  readonly n: number;
  /** How many of them no die could have won. */
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

const ASSAULTED: readonly Phrase<AssaultFacts>[] = [
  ({ n, hopeless, us, place, answer, csa }) =>
    hopeless === n
      ? `From ${place} ${us} assaulted Richmond${n === 1 ? '' : ` ${times(n)}`}, though no die could have won it${answer === 'holds' ? `, and ${csa} came out after him` : ''}.`
      : null,
  ({ n, hopeless, place, answer, csa }) =>
    hopeless > 0
      ? `${capital(several(n, 'assault'))} on Richmond from ${place} failed, ${numberWord(hopeless)} of them with no die that could have won${answer === 'holds' ? `; then ${csa} came out` : ''}.`
      : null,
  ({ n, us, place, answer, csa }) =>
    answer === 'holds' && n === 1
      ? `${us} assaulted Richmond from ${place} and failed, and ${csa} came out after him and stayed.`
      : null,
  ({ n, us, place, answer, csa }) =>
    answer === 'holds'
      ? `${capital(several(n, 'assault'))} on Richmond from ${place} only brought ${csa} out on top of ${us}.`
      : null,
  ({ n, us, place, answer, csa }) =>
    answer === 'beaten'
      ? `${us} went at Richmond ${times(n)} from ${place} without getting in; ${csa} struck back and was driven in again.`
      : null,
  ({ n, us, place, answer, csa, before }) =>
    answer === 'stayed' && before === 0
      ? `Richmond threw ${us} back ${n === 1 ? '' : `${times(n)} `}before ${place}, and ${csa} kept to the works.`
      : null,
  ({ n, us, place, before }) =>
    before > 0 ? `From ${place} ${us} tried the city again ${n === 1 ? '' : `${times(n)}, `}in vain.` : null,
  ({ n, us, place }) => (n === 1 ? `One assault by ${us} on Richmond from ${place} failed.` : null),
  ({ n, us, place }) =>
    n > 1 ? `${capital(times(n))} ${us} sent his men at Richmond from ${place}, ${times(n)} in vain.` : null,
  ({ n, place, csa, answer }) =>
    answer === 'holds'
      ? `${capital(place)} changed nothing: the works held, and ${csa} held ${place} after ${several(n, 'try', 'tries')}.`
      : null,
  ({ n, place }) => `The works before ${place} stood ${several(n, 'more assault')}.`,
];

interface CrossingFacts {
  readonly us: string;
  readonly csa: string;
  readonly n: number;
  readonly at: string;
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
    at: at(numbers, BEFORE_THE_JAMES),
    lee: crossing.lee,
    again,
  };
  return sentence(pen.write(TRIED, facts), 3);
}

const TRIED: readonly Phrase<CrossingFacts>[] = [
  ({ n, at, lee, csa, us }) =>
    lee === 'bars'
      ? `${us} tried ${n === 1 ? '' : `${times(n)} `}for the James ${at}, and ${csa} was upon him before the bridges were laid.`
      : null,
  ({ n, lee, csa, us }) =>
    lee === 'late' && n === 1
      ? `The first bridges over the James failed ${us}, but ${csa} came too late to profit.`
      : null,
  ({ n, lee, csa }) =>
    lee === 'late' ? `${capital(times(n))} the bridges were not ready, and still ${csa} did not come in time.` : null,
  ({ again, n }) =>
    again ? `The river was tried ${n === 1 ? 'again' : `${times(n)} more`} and was still too wide.` : null,
  ({ n, us }) => (n === 1 ? `The James turned ${us} back at the first attempt.` : null),
  ({ n, us }) => `The James turned ${us} back ${times(n)}.`,
];

interface MarchFacts {
  readonly us: string;
  readonly csa: string;
  readonly to: string;
  readonly at: string;
  readonly lee: StoryMarch['lee'];
  readonly far: boolean;
  /** The campaign turned here: it must be told. */
  readonly turning: boolean;
}

/** A march that Lee answered, or that says where a campaign went. */
export function tellMarch(numbers: Scenario, pen: Pen, march: StoryMarch, turning: boolean): Sentence[] {
  const facts: MarchFacts = {
    us: leader(numbers, 'grant'),
    csa: leader(numbers, 'lee'),
    to: place(numbers, march.to),
    at: at(numbers, march.to),
    lee: march.lee,
    far: march.of.length > 1,
    turning,
  };
  const weight = march.lee === 'bars' || march.lee === 'late' || turning ? 3 : 2;
  return sentence(pen.write(MARCHED, facts), weight);
}

const MARCHED: readonly Phrase<MarchFacts>[] = [
  ({ lee, us, csa, to }) => (lee === 'bars' ? `${us} made for ${to}, but ${csa} got across his road.` : null),
  ({ lee, csa, at }) => (lee === 'bars' ? `${csa} came up in time to bar the way ${at}.` : null),
  ({ lee, csa, to }) => (lee === 'bars' ? `The march on ${to} found ${csa} there before it.` : null),
  ({ lee, us, csa, to }) => (lee === 'late' ? `${us} reached ${to} with the road open: ${csa} was late.` : null),
  ({ lee, us, csa, to }) => (lee === 'late' ? `${csa} missed ${us} again on the way to ${to}.` : null),
  ({ lee, us, csa, at }) => (lee === 'follows' ? `${capital(at)} ${us} found ${csa} already facing him.` : null),
  ({ lee, far, us, to }) => (lee === 'none' && far ? `${us} then marched unopposed to ${to}.` : null),
  ({ turning, us, csa, to, lee }) =>
    turning ? `${us} took the road to ${to}${lee === 'there' ? `, where ${csa} was` : ''}.` : null,
  ({ turning, us, to }) => (turning ? `From there ${us} marched to ${to}.` : null),
  ({ turning, to }) => (turning ? `The next march was to ${to}.` : null),
];
