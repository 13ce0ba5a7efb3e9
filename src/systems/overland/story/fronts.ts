import type { Scenario } from '../scenario.ts';
import { leader, place } from '../sentences.ts';
import type { UsLeader } from '../vocabulary.ts';
import { type Line, line, type Pen, type Phrase } from './pen.ts';
import type { Front } from './scenes.ts';
import { at, capital, number, ordinal, several, times } from './words.ts';

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
  readonly answer: Front['answer'];
  readonly shut: number;
  /** Days the victory won back. */
  readonly days: number;
  readonly won: boolean;
}

/** What another leader than Grant did, the last blow that won the campaign left out. */
export function tellFront(numbers: Scenario, pen: Pen, front: Front): Line[] {
  const { most } = numbers.actionPoints;
  const campaign = (Date.parse(numbers.calendar.last) - Date.parse(numbers.calendar.first)) / 86_400_000;
  const facts: Facts = {
    us: leader(numbers, front.leader),
    csa: leader(numbers, front.csa ?? front.defender ?? guardOf(front.leader)),
    at: at(numbers, front.area),
    place: place(numbers, front.area),
    n: front.attacks,
    to: front.driven === null ? null : front.driven.to === null ? '' : place(numbers, front.driven.to),
    nth: front.driven?.at ?? 0,
    assaults: front.assaults - (front.won ? 1 : 0),
    answer: front.won ? 'none' : front.answer,
    shut: front.shut,
    days: Math.round((front.gain * campaign) / most),
    won: front.won,
  };
  const fought =
    facts.n === 0 ? null : pen.write(facts.to === null ? FAILED : facts.to === '' ? BROKEN : DRIVEN, facts);
  const assaulted = facts.assaults === 0 ? null : pen.write(ASSAULTED, facts);
  return [...line(fought, 3), ...line(assaulted, 3)];
}

function guardOf(leader: UsLeader) {
  return leader === 'sigel' ? 'breckinridge' : 'beauregard';
}

const FAILED: readonly Phrase<Facts>[] = [
  ({ n, us, csa, at }) =>
    n > 3 ? `${us} threw himself at ${csa} ${times(n)} ${at} and had nothing to show for it.` : null,
  ({ n, us, csa, at }) => (n > 1 ? `${us} attacked ${csa} ${times(n)} ${at}, each time without result.` : null),
  ({ us, csa, at }) => `${capital(at)} ${us} made one attempt on ${csa}, which failed.`,
  ({ n, us, csa }) => (n === 1 ? `One attack by ${us} left ${csa} where he was.` : null),
  ({ n, us, csa }) => `${capital(several(n, 'attack'))} by ${us} did not shift ${csa}.`,
];

/** He is out of the game. */
const BROKEN: readonly Phrase<Facts>[] = [
  ({ nth, days, us, csa, at }) =>
    nth === 1 && days > 0
      ? `${us} broke ${csa} ${at} at the first attack, and it bought the campaign ${number(days)} days.`
      : null,
  ({ nth, days, us, csa, at }) =>
    nth > 2 && days > 0
      ? `${us} needed ${number(nth)} attacks to break ${csa} ${at}; the victory won back ${number(days)} days.`
      : null,
  ({ nth, days, us, csa, at }) =>
    days > 0 ? `${us} broke ${csa} ${at} at the ${ordinal(nth)} attempt, which gave back ${number(days)} days.` : null,
  ({ us, csa, at }) => `${us} broke ${csa} ${at}, too early to win back any days by it.`,
];

const DRIVEN: readonly Phrase<Facts>[] = [
  ({ shut, us, csa, place }) =>
    shut > 0 ? `${us} prised ${csa} out of ${place}, and ${csa} came back and shut him in again.` : null,
  ({ nth, us, csa, place, to }) =>
    nth === 1 ? `${us} pushed ${csa} out of ${place} at the first attempt, into ${to}.` : null,
  ({ nth, us, csa, at, to }) =>
    `${us} was held ${at} by ${csa} ${nth === 2 ? 'once' : `through ${several(nth - 1, 'attack')}`}, then drove him into ${to}.`,
];

const ASSAULTED: readonly Phrase<Facts>[] = [
  ({ assaults, us, answer, csa }) =>
    answer === 'beaten'
      ? `${us} tried Richmond itself ${times(assaults)} and was repulsed; ${csa} sallied and was beaten back in.`
      : null,
  ({ assaults, us, answer, csa }) =>
    answer === 'holds'
      ? `His ${several(assaults, 'assault')} on Richmond failed, and ${csa} had ${us} bottled up again.`
      : null,
  ({ assaults, us, won }) => (won ? `The city turned ${us} away ${times(assaults)} first.` : null),
  ({ assaults, us }) => `The gates of Richmond stayed shut to ${us}, ${times(assaults)} tried.`,
];
