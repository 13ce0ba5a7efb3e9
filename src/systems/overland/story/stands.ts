import { capital, numberWord, ordinal, several, times } from '../../../kit/plain-english.ts';
import { type Pen, type Phrase, type Sentence, sentence } from '../../../kit/storytelling.ts';
import type { Scenario } from '../scenario.ts';
import type { Stand } from './scenes.ts';
import { at, leader, place } from './story-words.ts';

/** A stand as sentences need it. */
interface Facts extends StandKnown {
  readonly us: string;
  readonly csa: string;
  /** `the Wilderness`, `in the Wilderness`. */
  readonly place: string;
  readonly at: string;
  readonly n: number;
  readonly turns: number;
  /** Where he fell back to, or Grant turned to. */
  readonly to: string;
  readonly toRichmond: boolean;
}

/** The stand before, which this one is measured against. */
export interface Previous {
  readonly at: string;
  readonly attacks: number;
  readonly how: 'driven' | 'turned' | null;
}

/** What a stand is beside the rest of its campaign. */
interface StandKnown {
  /** The campaign began there. */
  readonly opening: boolean;
  /** Its first order was the first of the campaign that was no march. */
  readonly atOnce: boolean;
  /** The day of its first order; null: earlier orders there may not be known. */
  readonly day: string | null;
  /** Grant has driven him from here before. */
  readonly again: boolean;
  /** Days that nothing else was done in; null: others used some of them. */
  readonly days: number | null;
  /** The way out led away from Richmond. */
  readonly backward: boolean;
  /** More attacks than at any other stand of the campaign. */
  readonly hardest: boolean;
  readonly previous: Previous | null;
}

export function tellStand(numbers: Scenario, pen: Pen, stand: Stand, known: StandKnown): Sentence[] {
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
  return sentence(pen.write(stand.end === null ? HELD : ENDED[stand.end.how], facts), 3);
}

/** The defender fell back. */
const DRIVEN: readonly Phrase<Facts>[] = [
  ({ n, turns, us, csa, at, to }) =>
    turns > 0 && n > 1
      ? `${us} failed ${times(turns)} to get round ${csa} ${at} and ${times(n - 1)} to break him; the ${ordinal(n)} attack threw him back on ${to}.`
      : null,
  ({ n, turns, csa, at, to }) =>
    turns > 0 && n > 1
      ? `${capital(at)} ${csa} closed the way round ${times(turns)} and beat off ${several(n - 1, 'attack')}; then the ${ordinal(n)} sent him to ${to}.`
      : null,
  ({ turns, us, csa, at, to }) =>
    turns > 0
      ? `The way round ${csa} ${at} stayed shut (tried ${times(turns)}), but an attack of ${us}’s drove him to ${to}.`
      : null,
  ({ again, us, csa, at, to }) => (again ? `Back ${at}, ${us} beat ${csa} off once more, to ${to}.` : null),
  ({ n, atOnce, us, at, csa, to }) =>
    n === 1 && atOnce ? `${us} struck at once ${at}, and ${csa} fell back to ${to} at the first blow.` : null,
  ({ n, opening, day, us, at, csa, to }) =>
    n === 1 && opening && day
      ? `${us}’s first attack ${at} came on ${day}, and it carried: ${csa} fell back to ${to}.`
      : null,
  ({ n, days, opening, place, csa, to }) =>
    n > 3 && opening && days !== null
      ? `${capital(numberWord(days))} days and ${numberWord(n)} attacks went into ${place} before ${csa} went back to ${to}.`
      : null,
  ({ n, opening, hardest, place, csa, to }) =>
    n > 2 && opening && hardest
      ? `${capital(place)} was the hardest of it: ${csa} went back to ${to} only after ${several(n, 'attack')}.`
      : null,
  ({ n, opening, atOnce, us, day, csa, at, to }) =>
    n === 2 && opening && !atOnce && day
      ? `It was ${day} before ${us} attacked ${csa} ${at}; he failed once, then drove him to ${to}.`
      : null,
  ({ n, opening, days, csa, at, to }) =>
    n === 2 && opening && days === null
      ? `${capital(at)} ${csa} held out against one attack; a later one drove him to ${to}.`
      : null,
  ({ n, toRichmond, at, csa }) => (n === 1 && toRichmond ? `One attack ${at} shut ${csa} up in Richmond.` : null),
  ({ n, toRichmond, at, csa }) =>
    n > 1 && toRichmond ? `${capital(at)} ${csa} held until the ${ordinal(n)} attack, then went into Richmond.` : null,
  ({ n, previous, at, csa, to }) =>
    n === 1 && previous?.how === 'driven' && previous.attacks > 2
      ? `What had taken ${numberWord(previous.attacks)} attacks ${previous.at} took one ${at}: ${csa} fell back to ${to}.`
      : null,
  ({ n, previous, at, csa, to }) =>
    n > 2 && previous?.how === 'driven' && previous.attacks === 1
      ? `${capital(at)} it went harder than ${previous.at}: only the ${ordinal(n)} attack moved ${csa}, to ${to}.`
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
  ({ n, at, csa, to }) => (n > 1 ? `It took ${numberWord(n)} attacks ${at} to send ${csa} on to ${to}.` : null),
  ({ n, us, csa, place, to }) => (n === 1 ? `${us} swept ${csa} out of ${place} at a stroke, to ${to}.` : null),
  ({ n, place, csa, to }) =>
    n > 1 ? `${capital(place)} cost ${numberWord(n)} attacks, and ${csa} drew off to ${to}.` : null,
  ({ csa, place, to }) => `${csa} was beaten out of ${place} and retired on ${to}.`,
  ({ csa, place, to }) => `From ${place}, too, ${csa} had to go: to ${to}.`,
  ({ us, place, to }) => `${us} took ${place} as well, and ${to} came next.`,
];

/** Grant went round him. */
const TURNED: readonly Phrase<Facts>[] = [
  ({ n, turns, csa, at, to }) =>
    turns === 1 && n > 1
      ? `${capital(at)} ${several(n, 'attack')} failed, and so did the first try to go round ${csa}; the second came off, to ${to}.`
      : null,
  ({ turns, csa, at, to }) =>
    turns === 1
      ? `The first try to go round ${csa} ${at} failed; the second came off, and both armies came to ${to}.`
      : null,
  ({ turns, us, place, to, csa }) =>
    turns > 0
      ? `${us} looked ${times(turns)} in vain for a way round out of ${place} before he found it, to ${to}, ${csa} beside him.`
      : null,
  ({ turns, csa, at, to }) =>
    turns > 0 ? `${capital(at)} ${csa} closed the way round ${times(turns)}; at last it opened, to ${to}.` : null,
  ({ backward, us, place, to, csa }) =>
    backward ? `The way ${us} took out of ${place} led backward, to ${to}, and ${csa} came after him.` : null,
  ({ previous, backward, n, us, at, to, csa }) =>
    previous?.how === 'turned' && !backward && n > 0
      ? `Stopped again ${at}, ${us} went round again, to ${to}, and ${csa} was there with him.`
      : null,
  ({ n, opening, us, csa, at, to }) =>
    n > 1 && opening
      ? `${capital(several(n, 'attack'))} failed ${at}; then ${us} slipped past ${csa} to ${to}, though not away from him.`
      : null,
  ({ n, us, csa, at, to }) =>
    n === 1 ? `Stopped by ${csa} ${at}, ${us} went round him to ${to}; ${csa} kept pace.` : null,
  ({ n, us, csa, at, to }) =>
    n > 1
      ? `What ${numberWord(n)} attacks had not done ${at}, a turning movement did: ${us} and ${csa} shifted to ${to}.`
      : null,
  ({ n, at, csa, to }) =>
    n > 0
      ? `${capital(several(n, 'attack'))} ${at} failed; then a way round opened, to ${to}, and ${csa} took it too.`
      : null,
  ({ n, us, csa, place, to }) =>
    n > 0
      ? `${us} left ${place} by the flank, having failed there ${times(n)}, with ${csa} on the parallel road to ${to}.`
      : null,
  ({ place, to }) => `A way round opened out of ${place}, and both armies were soon at ${to}.`,
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
    n > 2 && days !== null
      ? `${capital(at)} ${csa} stood fast: ${numberWord(n)} attacks in ${numberWord(days)} days, and all of them failed.`
      : null,
  ({ n, csa, at }) => `${capital(several(n, 'attack'))} broke on ${csa} ${at}.`,
];

const ENDED = { driven: DRIVEN, turned: TURNED } as const;
