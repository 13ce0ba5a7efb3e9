import { daysBetween, shortDate } from '../../../kit/dates.ts';
import { capital, numberWord, ordinal, several, times } from '../../../kit/plain-english.ts';
import { type Pen, type Phrases, type Sentence, sentence } from '../../../kit/storytelling.ts';
import { dateOf } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import type { CsaLeader, UsLeader } from '../vocabulary.ts';
import type { Front } from './story-scenes.ts';
import { at, leader, place } from './story-words.ts';

interface Facts {
  readonly us: string;
  readonly csa: string;
  readonly grant: string;
  readonly at: string;
  /** As `at`, with a space before it; empty: the heading says it. */
  readonly where: string;
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
  /** Days the victory won back, how many it would have at another time, and the day the calendar went back to. */
  readonly days: number;
  readonly full: number;
  readonly day: string;
  /** He fell back into Richmond. */
  readonly toRichmond: boolean;
  readonly won: boolean;
}

/** What another leader than Grant did, the last blow that won the campaign left out. `headed`: under a heading that names the place. */
export function tellFront(numbers: Scenario, pen: Pen, front: Front, headed = false): Sentence[] {
  const { most, valleyVictory } = numbers.actionPoints;
  const campaign = daysBetween(numbers.calendar.first, numbers.calendar.last);
  const facts: Facts = {
    us: leader(numbers, front.leader),
    csa: leader(numbers, front.csa ?? front.defender ?? GUARDS[front.leader]),
    grant: leader(numbers, 'grant'),
    at: at(numbers, front.area),
    where: headed ? '' : ` ${at(numbers, front.area)}`,
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
    day: shortDate(dateOf(numbers, front.left)),
    toRichmond: front.driven?.to === 'richmond',
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
    ({ n, us, csa, where }) => (n > 3 ? `${us} attacked ${csa} ${times(n)}${where} and won nothing.` : null),
    ({ n, us, csa, where }) => (n > 1 ? `${us} attacked ${csa} ${times(n)}${where} and failed each time.` : null),
    ({ us, csa, at, n }) => (n === 1 ? `${capital(at)} ${us} attacked ${csa} once and failed.` : null),
    ({ n, us, csa, where }) => (n === 1 ? `${us} made one attack on ${csa}${where}; it failed.` : null),
  ],
  ({ n, us, csa, where }) => `${capital(several(n, 'attack'))} by ${us}${where} did not move ${csa}.`,
];

/** He is out of the game. */
const BROKEN: Phrases<Facts> = [
  ({ days, us, csa, where }) => (days === 0 ? `${us} beat ${csa}${where}, too early to win any days back.` : null),
  ({ days, full, day, us, csa, where, grant }) =>
    days < full
      ? `${us} beat ${csa}${where}, which gave ${grant} only ${several(days, 'more day')} instead of ${numberWord(full)}: the calendar could not go back beyond ${day}.`
      : null,
  ({ nth, day, us, csa, where, grant }) =>
    nth === 1
      ? `${us} beat ${csa}${where} with one attack, which gave ${grant} more time: the calendar went back to ${day}.`
      : null,
  ({ nth, day, us, csa, where, grant }) =>
    nth > 2
      ? `${us} needed ${several(nth, 'attack')} to beat ${csa}${where}; the calendar then went back to ${day}, which gave ${grant} more time.`
      : null,
  ({ nth, day, us, csa, where, grant }) =>
    `${us} beat ${csa}${where} at the ${ordinal(nth)} attempt, and the calendar went back to ${day}: more time for ${grant}.`,
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
    (facts) =>
      facts.nth === 1
        ? `${facts.us} drove ${facts.csa} out of ${facts.place} at the first attempt, ${intoTown(facts)}.`
        : null,
    (facts) =>
      facts.nth === 1 ? `One attack by ${facts.us} ${facts.at} sent ${facts.csa} back ${intoTown(facts)}.` : null,
    (facts) =>
      facts.nth > 1
        ? `${facts.csa} held ${facts.us} ${facts.at} through ${several(facts.nth - 1, 'attack')}, then fell back ${intoTown(facts, 'he')}.`
        : null,
    (facts) =>
      facts.nth > 1
        ? `${facts.us} needed ${several(facts.nth, 'attack')} ${facts.at} to drive ${facts.csa} ${intoTown(facts)}.`
        : null,
  ],
];

/** Where he fell back to, and what he was good for there. */
function intoTown({ to, toRichmond, csa }: Facts, who = csa): string {
  return `into ${to}${toRichmond ? `, where ${who} could defend the city` : ''}`;
}

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
        ? `${us}’s one assault on the city itself failed.`
        : `${capital(several(assaults, 'assault'))} by ${us} on the city itself failed.`
      : null,
  ({ assaults, us, answer, csa }) =>
    answer === 'beaten'
      ? `${us} attacked Richmond itself ${times(assaults)} and failed; ${csa} counterattacked and was driven back into the city.`
      : null,
  ({ assaults, us }) => (assaults === 1 ? `An assault by ${us} on Richmond failed.` : null),
  ({ assaults, us }) => `${us} attacked Richmond ${times(assaults)} and never got in.`,
];
