import { capital, ordinal, several, times } from '../../../kit/plain-english.ts';
import { type Pen, type Phrases, type Sentence, sentence } from '../../../kit/storytelling.ts';
import type { Scenario } from '../scenario.ts';
import type { Stand } from './story-scenes.ts';
import { at, leader, place } from './story-words.ts';

/** A stand as sentences need it. */
interface Facts extends StandKnown {
  readonly us: string;
  readonly csa: string;
  /** `the Wilderness`, `in the Wilderness`. */
  readonly place: string;
  readonly at: string;
  /** As a sentence begins with it. */
  readonly first: string;
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
  /** He came to Grant, who had tried for the city or the river from here. */
  readonly stayed: boolean;
  /** Grant has fought him here before, and never driven him out. */
  readonly failed: boolean;
  /** Days that nothing else was done in; null: others used some of them. */
  readonly days: number | null;
  /** The way out led away from Richmond. */
  readonly backward: boolean;
  /** More attacks than at any other stand of the campaign. */
  readonly hardest: boolean;
  readonly previous: Previous | null;
  /** The sentence before named the place last. */
  readonly there: boolean;
  /** It named another as well: what is “there” in the middle of a sentence might be either. */
  readonly among: boolean;
}

export function tellStand(numbers: Scenario, pen: Pen, stand: Stand, known: StandKnown): Sentence[] {
  const facts: Facts = {
    ...known,
    us: leader(numbers, 'grant'),
    csa: leader(numbers, stand.csa),
    place: place(numbers, stand.area),
    at: known.there && !known.among ? 'there' : at(numbers, stand.area),
    first: known.there ? 'There' : capital(at(numbers, stand.area)),
    n: stand.attacks,
    turns: stand.turns,
    to: stand.end?.to ? place(numbers, stand.end.to) : '',
    toRichmond: stand.end?.to === 'richmond',
  };
  return sentence(pen.write(stand.end === null ? HELD : ENDED[stand.end.how], facts), 3);
}

/** The defender fell back. */
const DRIVEN: Phrases<Facts> = [
  [
    ({ n, turns, us, csa, at, to }) =>
      turns > 0 && n > 1
        ? `${capital(several(n - 1, 'attack'))} by ${us} ${at} and ${several(turns, 'attempt')} to get around ${csa} failed, but his ${ordinal(n)} attack drove ${csa} back to ${to}.`
        : null,
    ({ n, turns, us, csa, to, first }) =>
      turns > 0 && n > 1
        ? `${first} ${csa} stopped ${several(n - 1, 'attack')} and ${several(turns, 'turning movement')} by ${us}; another attack drove ${csa} to ${to}.`
        : null,
  ],
  ({ turns, us, csa, at, to }) =>
    turns > 0 ? `${us} could not get around ${csa} ${at}, but an attack drove ${csa} to ${to}.` : null,
  [
    ({ again, there, stayed, us, csa, at, to }) =>
      again && !there && !stayed ? `Back ${at}, ${us} beat ${csa} once more and drove him to ${to}.` : null,
    ({ again, us, csa, at, to }) => (again ? `${us} had to beat ${csa} ${at} again, and drove him to ${to}.` : null),
  ],
  ({ failed, there, n, us, at, first, csa, to }) =>
    failed
      ? `${there ? first : `Back ${at},`} ${us} attacked ${n === 1 ? 'again' : `${times(n)} more`} and drove ${csa} to ${to}.`
      : null,
  [
    ({ n, atOnce, us, at, csa, to }) =>
      n === 1 && atOnce ? `${us} attacked at once ${at}, and ${csa} fell back to ${to}.` : null,
    ({ n, atOnce, at, csa, to }) =>
      n === 1 && atOnce ? `The first attack of the campaign, ${at}, drove ${csa} back to ${to}.` : null,
    ({ n, atOnce, us, at, csa, to }) =>
      n === 1 && atOnce ? `It began well for ${us}: his first attack ${at} sent ${csa} back to ${to}.` : null,
    ({ n, atOnce, us, place, csa, to }) =>
      n === 1 && atOnce ? `${us} lost no time: one attack drove ${csa} out of ${place} and back to ${to}.` : null,
  ],
  ({ n, opening, day, us, at, csa, to }) =>
    n === 1 && opening && day ? `${us} waited until ${day}; then one attack ${at} drove ${csa} back to ${to}.` : null,
  ({ n, days, opening, us, at, csa, to }) =>
    n > 3 && opening && days !== null
      ? `${us} spent ${several(days, 'day')} and ${several(n, 'attack')} ${at} before ${csa} fell back to ${to}.`
      : null,
  ({ n, opening, hardest, us, place, csa, to }) =>
    n > 2 && opening && hardest
      ? `${capital(place)} was ${us}’s hardest fight: ${csa} went back to ${to} only after ${several(n, 'attack')}.`
      : null,
  ({ n, opening, atOnce, us, day, csa, at, to }) =>
    n === 2 && opening && !atOnce && day
      ? `${us} first attacked ${csa} ${at} on ${day} and failed; the second attack drove ${csa} to ${to}.`
      : null,
  ({ n, opening, days, us, csa, to, first }) =>
    n === 2 && opening && days === null
      ? `${first} ${csa} stopped ${us}’s first attack; a later one drove ${csa} to ${to}.`
      : null,
  ({ n, toRichmond, us, at, csa }) =>
    n === 1 && toRichmond ? `One attack by ${us} ${at} drove ${csa} into Richmond.` : null,
  ({ n, toRichmond, us, csa, first }) =>
    n > 1 && toRichmond
      ? `${first} ${csa} held until ${us}’s ${ordinal(n)} attack, then fell back into Richmond.`
      : null,
  ({ n, previous, csa, to, first }) =>
    n === 1 && previous?.how === 'driven' && previous.attacks > 2
      ? `${first} one attack was enough: ${csa} fell back to ${to}.`
      : null,
  ({ n, previous, us, csa, to, first }) =>
    n > 2 && previous?.how === 'driven' && previous.attacks === 1
      ? `${first} ${us} found it harder than ${previous.at}: it took ${several(n, 'attack')} to drive ${csa} to ${to}.`
      : null,
  [
    ({ n, us, at, csa, to }) => (n === 1 ? `${us} needed only one attack ${at}: ${csa} fell back to ${to}.` : null),
    ({ n, us, csa, place, to }) =>
      n === 1 ? `${us} drove ${csa} out of ${place} with one attack, back to ${to}.` : null,
    ({ n, us, csa, at, to }) => (n === 1 ? `${us} attacked ${at}, and ${csa} withdrew to ${to}.` : null),
    ({ n, us, csa, place, to }) =>
      n === 1 ? `${csa} lost ${place} to a single attack by ${us} and fell back to ${to}.` : null,
    ({ n, us, csa, at, to }) =>
      n === 2 ? `${csa} stopped ${us}’s first attack ${at}; the second drove ${csa} to ${to}.` : null,
    ({ n, us, csa, at, to }) => (n === 2 ? `${us} needed two attacks ${at} to drive ${csa} back to ${to}.` : null),
    ({ n, us, csa, at, to }) =>
      n > 2
        ? `${csa} held ${at} through ${several(n - 1, 'attack')} by ${us}; the ${ordinal(n)} drove ${csa} to ${to}.`
        : null,
    ({ n, us, csa, at, to }) =>
      n > 2 ? `It took ${us} ${several(n, 'attack')} ${at} to drive ${csa} back to ${to}.` : null,
    ({ n, us, place, csa, to }) =>
      n > 2 ? `${capital(place)} cost ${us} ${several(n, 'attack')} before ${csa} fell back to ${to}.` : null,
  ],
  [
    ({ us, csa, at, to }) => `${us} beat ${csa} ${at}, and ${csa} fell back to ${to}.`,
    ({ us, csa, place, to }) => `${us} drove ${csa} from ${place} too, and ${csa} fell back to ${to}.`,
    ({ us, csa, place, to }) => `${us} won ${place} as well, and ${csa} fell back to ${to}.`,
    ({ us, csa, at, to }) => `${us} won the fight ${at}, and ${csa} fell back to ${to}.`,
  ],
];

/** Grant went around him. */
const TURNED: Phrases<Facts> = [
  ({ backward, n, turns, us, csa, to, first }) =>
    backward && n > 0 && turns > 0
      ? `${first} ${several(n, 'attack')} and ${several(turns, 'turning movement')} failed; ${us} turned back to ${to}, and ${csa} followed.`
      : null,
  ({ backward, n, turns, us, csa, to, first }) =>
    turns === 1 && n > 1 && !backward
      ? `${first} ${us} failed in ${several(n, 'attack')} and in his first attempt to get around ${csa}; the second took both armies to ${to}.`
      : null,
  ({ backward, turns, us, csa, at, to }) =>
    turns === 1 && !backward
      ? `${us}’s first attempt to get around ${csa} ${at} failed; the second took both armies to ${to}.`
      : null,
  ({ backward, turns, us, csa, at, to }) =>
    turns > 0
      ? `${us} failed ${times(turns)} to get around ${csa} ${at}; then a turning movement took both armies ${backward ? 'back ' : ''}to ${to}.`
      : null,
  ({ backward, turns, us, csa, to, first }) =>
    turns > 0 && !backward
      ? `${first} ${us} tried ${times(turns)} to get around ${csa} and failed; the next attempt took him to ${to}, and ${csa} followed.`
      : null,
  [
    ({ backward, n, us, at, to, csa }) =>
      backward && n > 0
        ? `${capital(several(n, 'attack'))} ${at} failed; ${us} got out only by turning back to ${to}, and ${csa} followed him.`
        : null,
    ({ backward, n, us, to, csa, first }) =>
      backward && n > 0
        ? `${first} ${us} failed ${times(n)}; then a turning movement took him the wrong way, to ${to}, and ${csa} followed.`
        : null,
    ({ backward, n, us, place, to, csa }) =>
      backward && n === 0 ? `${us} got out of ${place} only by turning back to ${to}, and ${csa} followed him.` : null,
  ],
  ({ previous, backward, n, us, at, to, csa }) =>
    previous?.how === 'turned' && !backward && n > 0
      ? `Stopped again ${at}, ${us} went around ${csa} again, to ${to}, and ${csa} kept up with him.`
      : null,
  ({ n, opening, us, csa, at, to }) =>
    n > 1 && opening
      ? `${capital(several(n, 'attack'))} failed ${at}; then ${us} slipped around ${csa} to ${to}, and ${csa} followed.`
      : null,
  [
    ({ n, us, csa, at, to }) =>
      n === 1 ? `Stopped by ${csa} ${at}, ${us} went around him to ${to}; ${csa} kept pace.` : null,
    ({ n, us, csa, at, to }) =>
      n === 1 ? `One attack ${at} failed, so ${us} marched around ${csa} to ${to}; ${csa} followed.` : null,
    ({ n, us, csa, at, to }) =>
      n === 1 ? `${us} failed once ${at}, then turned ${csa}’s flank, and both armies came to ${to}.` : null,
    ({ n, us, csa, to, first }) =>
      n === 1
        ? `${first} ${us} attacked once, failed, and turned ${csa}’s flank; ${csa} kept up with him to ${to}.`
        : null,
  ],
  [
    ({ n, us, csa, at, to }) =>
      n > 1
        ? `What ${several(n, 'attack')} could not do ${at}, a turning movement did: ${us} and ${csa} moved to ${to}.`
        : null,
    ({ n, at, us, csa, to }) =>
      n > 1 ? `${capital(several(n, 'attack'))} ${at} failed; then ${us} got around ${csa} to ${to}.` : null,
    ({ n, us, csa, at, to }) =>
      n > 1 ? `${us} failed ${times(n)} ${at}, then marched around ${csa} to ${to}, and ${csa} went with him.` : null,
  ],
  [
    ({ us, csa, place, to }) => `A turning movement took ${us} from ${place} to ${to}, and ${csa} with him.`,
    ({ n, us, to }) => (n > 0 ? `${us} came to ${to} by another turning movement.` : null),
    ({ us, csa, place, to }) => `From ${place} ${us} went around ${csa} to ${to}.`,
    ({ n, us, csa, to }) => (n > 0 ? `${us} turned ${csa}’s flank once more and reached ${to}.` : null),
  ],
];

/** The campaign ended there, or stands there. */
const HELD: Phrases<Facts> = [
  ({ n, turns, us, csa, first }) =>
    n === 1 && turns === 1 ? `${first} ${csa} stopped one attack and one turning movement by ${us}.` : null,
  [
    ({ n, turns, us, csa, at }) =>
      n > 0 && turns > 0
        ? `${capital(several(n, 'attack'))} by ${us} and ${several(turns, 'attempt')} to get around ${csa} failed ${at}.`
        : null,
    ({ n, turns, us, csa, at }) =>
      n > 0 && turns > 0
        ? `${us} tried everything ${at}: ${several(n, 'attack')}, ${several(turns, 'turning movement')}. ${csa} held.`
        : null,
  ],
  ({ turns, us, csa, at }) =>
    turns > 0 ? `${us} tried ${times(turns)} to get around ${csa} ${at}, and failed.` : null,
  ({ n, opening, us, csa, at }) =>
    n > 3 && opening ? `${us} attacked ${csa} ${times(n)} ${at}, and failed every time.` : null,
  [
    ({ n, failed, again, us, csa, at }) =>
      n === 1 ? `${us} attacked ${csa} ${at} once${failed || again ? ' more' : ''} and failed.` : null,
    ({ n, failed, again, us, csa, at }) =>
      n === 1 ? `${us} attacked ${failed || again ? 'again ' : ''}${at}, and ${csa} held.` : null,
    ({ n, us, csa, days, first }) =>
      n > 2 && days !== null
        ? `${first} ${csa} held: ${several(n, 'attack')} by ${us} in ${several(days, 'day')} all failed.`
        : null,
    ({ n, us, csa, at }) => (n > 1 ? `${us} attacked ${at} ${times(n)}, and ${csa} held each time.` : null),
    ({ n, us, csa, at }) => (n > 1 ? `${csa} held ${at} against ${several(n, 'attack')} by ${us}.` : null),
  ],
  ({ us, csa, at }) => `${csa} held ${us} ${at} again.`,
];

const ENDED = { driven: DRIVEN, turned: TURNED } as const;
