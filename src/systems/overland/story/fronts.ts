import { daysBetween } from '../../../kit/dates.ts';
import { capital, numberWord, ordinal, several, times } from '../../../kit/plain-english.ts';
import { type Pen, type Phrases, type Sentence, sentence } from '../../../kit/storytelling.ts';
import type { Scenario } from '../scenario.ts';
import type { CsaLeader, UsLeader } from '../vocabulary.ts';
import type { Front } from './story-scenes.ts';
import { at, leader, place } from './story-words.ts';

interface Facts {
  readonly us: string;
  readonly csa: string;
  readonly at: string;
  readonly place: string;
  /** Attacks on him. */
  readonly n: number;
  /** Where he fell back to; null: he did not; empty: out of the game. */
  readonly to: string | null;
  /** Which attack it was. */
  readonly nth: number;
  /** Attacks on Richmond that failed. */
  readonly assaults: number;
  /** How many of them no roll could have won. */
  readonly hopeless: number;
  readonly answer: Front['answer'];
  readonly drives: number;
  /** How often the area was contested again. */
  readonly shut: number;
  /** Days the victory won back, and how many it would have at another time. */
  readonly days: number;
  readonly full: number;
  readonly won: boolean;
}

/** What another leader than Grant did, the last blow that won the campaign left out. */
export function tellFront(numbers: Scenario, pen: Pen, front: Front): Sentence[] {
  const { most, valleyVictory } = numbers.actionPoints;
  const campaign = daysBetween(numbers.calendar.first, numbers.calendar.last);
  const facts: Facts = {
    us: leader(numbers, front.leader),
    csa: leader(numbers, front.csa ?? front.defender ?? GUARDS[front.leader]),
    at: at(numbers, front.area),
    place: place(numbers, front.area),
    n: front.attacks,
    to: front.driven === null ? null : front.driven.to === null ? '' : place(numbers, front.driven.to),
    nth: front.driven?.at ?? 0,
    assaults: front.assaults - (front.won ? 1 : 0),
    hopeless: front.hopeless,
    answer: front.answer,
    drives: front.drives,
    shut: front.shut,
    days: Math.round((front.gain * campaign) / most),
    full: Math.round((valleyVictory * campaign) / most),
    won: front.won,
  };
  const fought = facts.n === 0 ? null : pen.write(foughtAs(facts), facts);
  const assaulted = facts.assaults === 0 ? null : pen.write(ASSAULTED, facts);
  return [...sentence(fought, 3), ...sentence(assaulted, 3)];
}

const GUARDS: { readonly [us in UsLeader]: CsaLeader } = {
  grant: 'lee',
  butler: 'beauregard',
  sigel: 'breckinridge',
};

function foughtAs({ to }: Facts): Phrases<Facts> {
  return to === null ? FAILED : to === '' ? BROKEN : DRIVEN;
}

const FAILED: Phrases<Facts> = [
  [
    ({ n, us, csa, at }) => (n > 3 ? `${us} attacked ${csa} ${times(n)} ${at} and won nothing.` : null),
    ({ n, us, csa, at }) => (n > 1 ? `${us} attacked ${csa} ${times(n)} ${at} and failed each time.` : null),
    ({ us, csa, at, n }) => (n === 1 ? `${capital(at)} ${us} attacked ${csa} once and failed.` : null),
    ({ n, us, csa, at }) => (n === 1 ? `${us} made one attack on ${csa} ${at}; it failed.` : null),
    ({ n, us, csa }) => (n === 1 ? `A single attack by ${us} did not move ${csa}.` : null),
  ],
  ({ n, us, csa }) => `${capital(several(n, 'attack'))} by ${us} did not move ${csa}.`,
];

/** He is out of the game. */
const BROKEN: Phrases<Facts> = [
  ({ days, us, csa, at }) => (days === 0 ? `${us} beat ${csa} ${at}, too early to win any days back.` : null),
  ({ days, full, us, csa, at }) =>
    days < full ? `${us} beat ${csa} ${at}, so early that the victory won back only ${several(days, 'day')}.` : null,
  ({ nth, days, us, csa, at }) =>
    nth === 1 ? `${us} beat ${csa} ${at} with one attack, and won back ${several(days, 'day')}.` : null,
  ({ nth, days, us, csa, at }) =>
    nth > 2
      ? `${us} needed ${several(nth, 'attack')} to beat ${csa} ${at}; the victory won back ${several(days, 'day')}.`
      : null,
  ({ nth, days, us, csa, at }) =>
    `${us} beat ${csa} ${at} at the ${ordinal(nth)} attempt, and won back ${several(days, 'day')}.`,
];

const DRIVEN: Phrases<Facts> = [
  ({ shut, drives, us, csa, place }) =>
    shut === 1 && drives === 2
      ? `${us} drove ${csa} out of ${place} twice; in between ${csa} came back and shut him in.`
      : null,
  ({ shut, drives, us, csa, place }) =>
    shut > 1 && drives === shut
      ? `${us} drove ${csa} out of ${place} ${times(drives)}, and each time ${csa} came back from Richmond and shut him in again.`
      : null,
  ({ shut, drives, us, csa, place, n }) =>
    shut > 0 && drives === 1
      ? `${us} drove ${csa} out of ${place} ${n === 1 ? 'at the first attempt' : `once in ${several(n, 'attack')}`}.`
      : null,
  ({ shut, drives, us, csa, place, n }) =>
    shut > 0
      ? `In ${several(n, 'attack')} ${us} drove ${csa} out of ${place} ${times(drives)}; every time but the last ${csa} came back.`
      : null,
  [
    ({ nth, us, csa, place, to }) =>
      nth === 1 ? `${us} drove ${csa} out of ${place} at the first attempt, into ${to}.` : null,
    ({ nth, us, csa, at, to }) => (nth === 1 ? `One attack by ${us} ${at} sent ${csa} back into ${to}.` : null),
    ({ nth, us, csa, at, to }) =>
      nth > 1 ? `${csa} held ${us} ${at} through ${several(nth - 1, 'attack')}, then fell back into ${to}.` : null,
    ({ nth, us, csa, at, to }) =>
      nth > 1 ? `${us} needed ${several(nth, 'attack')} ${at} to drive ${csa} into ${to}.` : null,
  ],
];

/** He was driven out once, and came back where an assault had failed. */
function cameBack({ drives, shut, csa }: Facts): string | null {
  return drives === 1 && shut > 0 ? `${csa} came back and shut him in` : null;
}

const ASSAULTED: Phrases<Facts> = [
  (facts) => {
    const { assaults, hopeless, us } = facts;
    const back = cameBack(facts);
    return hopeless === assaults
      ? `${us} attacked Richmond${assaults === 1 ? '' : ` ${times(assaults)}`}, though no roll could have won${back === null ? '' : `; then ${back}`}.`
      : null;
  },
  (facts) => {
    const { assaults, hopeless, us } = facts;
    const back = cameBack(facts);
    return hopeless > 0
      ? `${capital(several(assaults, 'assault'))} by ${us} on Richmond failed; in ${numberWord(hopeless)} of them no roll could have won.${back === null ? '' : ` ${back}.`}`
      : null;
  },
  (facts) => {
    const back = cameBack(facts);
    const { assaults, us } = facts;
    const failed =
      assaults === 1 ? 'His one assault on the city' : `${capital(several(assaults, 'assault'))} by ${us} on the city`;
    return back === null ? null : `${failed} failed, and ${back}.`;
  },
  ({ assaults, us, won }) => (won ? `Richmond threw ${us} back ${times(assaults)}.` : null),
  ({ assaults, shut, us }) =>
    shut > 0
      ? assaults === 1
        ? 'His one assault on the city itself failed.'
        : `${capital(several(assaults, 'assault'))} by ${us} on the city itself failed.`
      : null,
  ({ assaults, us, answer, csa }) =>
    answer === 'beaten'
      ? `${us} attacked Richmond itself ${times(assaults)} and failed; ${csa} counterattacked and was driven back in.`
      : null,
  ({ assaults, us }) => (assaults === 1 ? `An assault by ${us} on Richmond failed.` : null),
  ({ assaults, us }) => `${us} attacked Richmond ${times(assaults)} and never got in.`,
];
