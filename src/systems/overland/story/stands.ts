import type { Scenario } from '../scenario.ts';
import { leader, place } from '../sentences.ts';
import { type Line, line, type Pen, type Phrase } from './pen.ts';
import type { Stand } from './scenes.ts';
import { at, capital, number, ordinal, several, times } from './words.ts';

/** A stand as sentences need it. */
interface Facts {
  readonly us: string;
  readonly csa: string;
  /** `the Wilderness`, `in the Wilderness`. */
  readonly place: string;
  readonly at: string;
  readonly n: number;
  readonly turns: number;
  /** Where he fell back to, or Grant turned to. */
  readonly to: string;
  /** Days it took. */
  readonly days: number;
  /** The campaign began there. */
  readonly opening: boolean;
  /** Grant has fought here before. */
  readonly again: boolean;
  /** The way out led away from Richmond. */
  readonly backward: boolean;
  readonly toRichmond: boolean;
  readonly previous: Previous | null;
}

/** The stand before, which this one is measured against. */
export interface Previous {
  readonly at: string;
  readonly attacks: number;
  readonly how: 'driven' | 'turned' | null;
}

export interface StandKnown {
  readonly opening: boolean;
  readonly again: boolean;
  readonly days: number;
  readonly backward: boolean;
  readonly previous: Previous | null;
}

export function tellStand(numbers: Scenario, pen: Pen, stand: Stand, known: StandKnown): Line[] {
  const facts: Facts = {
    ...known,
    us: leader(numbers, 'grant'),
    csa: leader(numbers, stand.csa),
    place: place(numbers, stand.area),
    at: at(numbers, stand.area),
    n: stand.attacks,
    turns: stand.turns,
    to: stand.end?.to ? place(numbers, stand.end.to) : '',
    toRichmond: stand.end?.to === 'richmond',
  };
  return line(pen.write(stand.end === null ? HELD : ENDED[stand.end.how], facts), 3);
}

/** The defender fell back. */
const DRIVEN: readonly Phrase<Facts>[] = [
  ({ again, us, csa, at, to }) => (again ? `Back ${at}, ${us} beat ${csa} off once more, to ${to}.` : null),
  ({ n, turns, us, csa, at, to }) =>
    turns > 0 && n > 1
      ? `${us} failed ${times(turns)} to get round ${csa} ${at} and ${times(n - 1)} to break him; the ${ordinal(n)} attack threw him back on ${to}.`
      : null,
  ({ n, opening, us, at, csa, to }) =>
    n === 1 && opening ? `${us} struck at once ${at}, and ${csa} fell back to ${to} at the first blow.` : null,
  ({ n, days, opening, place, csa, to }) =>
    n > 3 && opening
      ? `${capital(number(days))} days and ${number(n)} attacks went into ${place} before ${csa} went back to ${to}.`
      : null,
  ({ n, toRichmond, us, at, csa }) =>
    n === 1 && toRichmond ? `${us} needed one attack ${at} to shut ${csa} up in Richmond.` : null,
  ({ n, toRichmond, at, csa }) =>
    n > 1 && toRichmond ? `${capital(at)} ${csa} held until the ${ordinal(n)} attack, then went into Richmond.` : null,
  ({ n, previous, at, csa, to }) =>
    n === 1 && previous?.how === 'driven' && previous.attacks > 2
      ? `What had taken ${number(previous.attacks)} attacks ${previous.at} took one ${at}: ${csa} fell back to ${to}.`
      : null,
  ({ n, previous, place, csa, to }) =>
    n === 1 && previous?.how === 'driven' && previous.attacks === 1
      ? `${csa} left ${place} as quickly, for ${to}.`
      : null,
  ({ n, previous, at, csa, to }) =>
    n > 2 && previous?.how === 'driven' && previous.attacks === 1
      ? `${capital(at)} it went harder: only the ${ordinal(n)} attack moved ${csa}, to ${to}.`
      : null,
  ({ n, previous, at, csa, to }) =>
    n === 1 && previous?.how === 'turned'
      ? `${capital(at)} the first attack carried, and ${csa} fell back to ${to}.`
      : null,
  ({ n, at, csa, to }) => (n === 1 ? `One attack ${at} was enough: ${csa} gave way to ${to}.` : null),
  ({ n, at, csa, to }) => (n === 2 ? `${csa} held the first attack ${at}; the second drove him to ${to}.` : null),
  ({ n, at, csa, to }) =>
    n > 2 ? `${csa} stood ${at} through ${several(n - 1, 'attack')}; the ${ordinal(n)} moved him to ${to}.` : null,
  ({ n, place, csa, to }) =>
    n === 1 ? `${capital(place)} did not hold: ${csa} lost it at a blow and was next at ${to}.` : null,
  ({ n, at, csa, to }) => (n > 1 ? `It took ${number(n)} attacks ${at} to send ${csa} on to ${to}.` : null),
  ({ n, us, csa, place, to }) => (n === 1 ? `${us} swept ${csa} out of ${place} at a stroke, to ${to}.` : null),
  ({ n, place, csa, to }) =>
    n > 1 ? `${capital(place)} cost ${number(n)} attacks, and ${csa} drew off to ${to}.` : null,
  ({ csa, place, to }) => `${csa} was beaten out of ${place} and retired on ${to}.`,
  ({ csa, place, to }) => `From ${place}, too, ${csa} had to go: to ${to}.`,
  ({ us, place, to }) => `${us} took ${place} as well, and ${to} came next.`,
];

/** Grant went round him. */
const TURNED: readonly Phrase<Facts>[] = [
  ({ previous, backward, n, us, at, to, csa }) =>
    previous?.how === 'turned' && !backward && n > 0
      ? `Stopped again ${at}, ${us} went round again, to ${to}, and ${csa} was there with him.`
      : null,
  ({ backward, us, place, to }) =>
    backward ? `The only way ${us} found out of ${place} led backward, to ${to}.` : null,
  ({ turns, us, place, to, csa }) =>
    turns > 0
      ? `${us} looked ${times(turns + 1)} for a way round out of ${place} before he found it, to ${to}, ${csa} beside him.`
      : null,
  ({ n, opening, us, csa, at, to }) =>
    n > 1 && opening
      ? `${capital(several(n, 'attack'))} failed ${at}; then ${us} slipped past ${csa} to ${to}, though not away from him.`
      : null,
  ({ n, us, csa, at, to }) =>
    n === 1 ? `Stopped by ${csa} ${at}, ${us} went round him to ${to}; ${csa} kept pace.` : null,
  ({ n, us, csa, at, to }) =>
    n > 1
      ? `What ${number(n)} attacks had not done ${at}, a turning movement did: ${us} and ${csa} shifted to ${to}.`
      : null,
  ({ place, to }) => `A way round opened out of ${place}, and both armies were soon at ${to}.`,
  ({ us, csa, place, to }) => `${us} left ${place} by the flank for ${to}, with ${csa} on the parallel road.`,
  ({ us, to }) => `By another turning movement ${us} came to ${to}.`,
];

/** The campaign ended there, or stands there. */
const HELD: readonly Phrase<Facts>[] = [
  ({ n, turns, csa, at }) =>
    n === 1 && turns === 1 ? `${capital(at)} ${csa} beat off one attack, and then closed the way round.` : null,
  ({ n, turns, csa, at }) =>
    n > 0 && turns > 0
      ? `Neither ${several(n, 'attack')} nor ${several(turns, 'attempt')} to go round him moved ${csa} ${at}.`
      : null,
  ({ turns, us, csa, at }) =>
    turns > 0 ? `${us} tried ${times(turns)} to go round ${csa} ${at}, and could not.` : null,
  ({ n, opening, us, csa, at }) =>
    n > 3 && opening ? `${capital(times(n))} ${us} came at ${csa} ${at}, and ${times(n)} was thrown back.` : null,
  ({ n, csa, at }) => (n === 1 ? `An attack on ${csa} ${at} failed.` : null),
  ({ n, days, csa, at }) =>
    n > 2
      ? `${capital(at)} ${csa} stood fast: ${number(n)} attacks in ${number(days)} days, and all of them failed.`
      : null,
  ({ n, csa, at }) => `${capital(several(n, 'attack'))} broke on ${csa} ${at}.`,
];

const ENDED = { driven: DRIVEN, turned: TURNED } as const;
