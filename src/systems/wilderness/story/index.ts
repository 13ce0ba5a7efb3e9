import type { Story } from '../../../game/index.ts';
import { capital, count, listed, several, signed } from '../../../kit/plain-english.ts';
import {
  type ChapterDraft,
  firstQuote,
  inChapters,
  Pen,
  type Phrases,
  type Sentence,
  sentence,
} from '../../../kit/storytelling.ts';
import { datesBetween } from '../calendar.ts';
import { gradeOf } from '../rules/scoring.ts';
import type { State } from '../state.ts';
import { scenarioOf, type Theatre } from '../theatre.ts';
import { eachSide, type Order, otherSide, SIDES, type Side } from '../vocabulary.ts';
import { outcome, pointsWords } from '../words/game-status.ts';
import { hexName, sideAdjective, sideName, unitsWords, unitWords } from '../words/names.ts';
import {
  type Bluff,
  type Clash,
  lastTurnOf,
  type Part,
  partsOf,
  unfoundDummies,
  type WildernessEpisode,
} from './chronicle.ts';
import { AFTERWARDS, HISTORY } from './history.ts';

/** Names in a sentence. */
const MOST = 3;

/**
 * A campaign as it is told afterwards. While it is played, only what everybody saw is told: battles, what was found, claims, points. Over,
 * the fog is lifted.
 */
export function story(theatre: Theatre, episodes: readonly WildernessEpisode[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  if (!last) throw new Error('A campaign without its start cannot be told');
  const pen = new Pen(JSON.stringify(episodes.map(({ order }) => (over ? order : order?.verb))));
  const parts = partsOf(theatre, episodes);
  const known = new Set<string>();
  const quoted = new Set<string>();
  const told = parts.map((part, index): ChapterDraft => {
    const really = over || index < parts.length - 1 ? historyOf(part, known) : null;
    if (really !== null) known.add(really);
    return { when: datesBetween(part.first, part.last), lines: tellPart(theatre, pen, part, over, quoted), really };
  });
  const chapters = [...told, end(theatre, episodes, last, over)];
  return inChapters(headlineOf(theatre, last, over), pen.write(OPENINGS, null), chapters);
}

const OPENINGS: Phrases<null> = [
  [
    () => 'In May 1864 Grant went south, and neither army could see what was ahead.',
    () => 'Two armies lay face down across Virginia, and each had to find the other.',
    () => 'Grant had the men, Lee knew the country, and both had dummies to bluff with.',
  ],
];

/** What happened in the days of a part, if no part before it says so. */
function historyOf({ first, last }: Part, known: ReadonlySet<string>): string | null {
  return HISTORY.find(({ turns: [from, to], text }) => from <= last && to >= first && !known.has(text))?.text ?? null;
}

/** @param quoted reasons that have been told */
function tellPart(theatre: Theatre, pen: Pen, part: Part, over: boolean, quoted: Set<string>): Sentence[] {
  const weight = ({ lost }: Clash) => lost.union + lost.confederate;
  const settled = part.clashes.filter(({ isOpen }) => !isOpen);
  const [greatest] = settled.sort((one, other) => weight(other) - weight(one));
  const quote = firstQuote(part.reasons, quoted, ({ order }) => order && deedOf(theatre, order, over));
  const [bluff] = [...part.bluffs].sort((one, other) => other.strength - one.strength);
  return [
    { text: losses(pen, part), weight: 3 },
    ...(greatest ? sentence(pen.write(BATTLES, factsOf(theatre, greatest, settled.length)), 3) : []),
    ...(bluff ? sentence(pen.write(BLUFFS, bluffFacts(theatre, bluff)), 2) : []),
    ...claims(theatre, part),
    ...fallen(theatre, part),
    ...(quote ? sentence(`“${quote.text},” wrote ${quote.by} before ${quote.deed}.`, 1) : []),
    {
      text: `The score was ${part.points.union} for the Union and ${part.points.confederate} for the Confederates.`,
      weight: 2,
    },
  ];
}

/**
 * What was ordered, as a quoted reason names it; null: a reason for it is not quoted. While a game is played, none is for orders that only
 * their side knows. An attack may have been called off: what is named is the order.
 */
function deedOf(theatre: Theatre, order: Order, over: boolean): string | null {
  switch (order.verb) {
    case 'attack':
    case 'charge':
    case 'hasty':
      return `the order to attack ${hexName(theatre, order.target)}`;
    case 'probe':
      return `the probe of ${hexName(theatre, order.target)}`;
    case 'claim':
      return `claiming ${hexName(theatre, order.hex)}`;
    case 'move':
    case 'rail':
    case 'sea':
      return over ? `the ${order.verb === 'move' ? 'march' : 'move'} to ${hexName(theatre, order.to)}` : null;
    default:
      return null;
  }
}

const QUIET: Phrases<Part> = [
  [
    ({ marched }) => (marched.size === 2 ? 'The armies marched, and no battle was fought.' : null),
    ({ bluffs }) => (bluffs.length === 0 ? 'Nobody attacked in these days.' : null),
    ({ marched, bluffs }) =>
      marched.size === 2 && bluffs.length === 0 ? 'Both sides manoeuvred and kept their distance.' : null,
    () => 'No battle was fought in these days.',
  ],
];

function losses(pen: Pen, part: Part): string {
  const { clashes, charges, lost } = part;
  if (clashes.length === 0 && charges > 0)
    return `Only the cavalry fought, ${charges === 1 ? 'once' : charges === 2 ? 'twice' : several(charges, 'time')}.`;
  if (clashes.length === 0) return pen.write(QUIET, part) ?? 'No battle was fought.';
  const battles = capital(several(clashes.length, 'battle'));
  if (lost.union + lost.confederate === 0)
    return `${battles}, and no strength point lost${clashes.some(({ isOpen }) => isOpen) ? ' so far' : ''}.`;
  const confederate = lost.union > 0 && lost.confederate > 0 ? String(lost.confederate) : amount(lost.confederate);
  return `${battles} cost the Union ${amount(lost.union)} and the Confederates ${confederate}.`;
}

function amount(lost: number): string {
  return lost === 0 ? 'nothing' : count(lost, 'strength point');
}

interface BattleFacts {
  readonly turn: number;
  /** Of the same days, this one with them. */
  readonly battles: number;
  readonly who: string;
  /** "Washington", "the enemy near Washington" */
  readonly where: string;
  /** "at Washington", "near Washington" */
  readonly at: string;
  readonly odds: string;
  readonly own: number;
  readonly enemy: number;
}

/** A hex as a column names it: without its number where it has a name. */
function placeWords(theatre: Theatre, hex: string): Pick<BattleFacts, 'where' | 'at'> {
  const name = hexName(theatre, hex).replace(/^\d{4} /, '');
  return name.startsWith('near ') || name === hex
    ? { where: `the enemy ${name === hex ? `at ${hex}` : name}`, at: name === hex ? `at ${hex}` : name }
    : { where: name, at: `at ${name}` };
}

function factsOf(theatre: Theatre, { turn, event, lost }: Clash, battles: number): BattleFacts {
  const { side, attackers, target, reckoning } = event;
  return {
    turn,
    battles,
    who: unitsWords(theatre, attackers, MOST),
    ...placeWords(theatre, target),
    odds: reckoning.column ?? 'hopeless odds',
    own: lost[side],
    enemy: lost[otherSide(side)],
  };
}

/** " and lost 2, the defenders none" */
function toll({ own, enemy }: BattleFacts): string {
  if (own + enemy === 0) return ', and neither side lost anything';
  return ` and lost ${own || 'none'}, the defenders ${enemy || 'none'}`;
}

const BATTLES: Phrases<BattleFacts> = [
  [
    (facts) =>
      facts.own > 0 && facts.enemy > 0
        ? `${capital(facts.who)} attacked ${facts.where} at ${facts.odds}, losing ${facts.own} to the enemy’s ${facts.enemy}.`
        : null,
    (facts) =>
      facts.battles > 1 && facts.own + facts.enemy > 0
        ? `The hardest fight came in turn ${facts.turn}: ${facts.who} attacked ${facts.where} at ${facts.odds}${toll(facts)}.`
        : null,
    (facts) =>
      facts.own + facts.enemy > 0
        ? `In turn ${facts.turn} ${facts.who} struck ${facts.where} at ${facts.odds}, losing ${facts.own || 'none'}; the enemy lost ${facts.enemy || 'none'}.`
        : null,
    (facts) => `${capital(facts.at)}, ${facts.who} attacked at ${facts.odds}${toll(facts)}.`,
  ],
  (facts) => `${capital(facts.who)} attacked ${facts.where}${toll(facts)}.`,
];

interface BluffFacts {
  readonly by: Bluff['by'];
  readonly whose: string;
  readonly who: string;
  /** "at Washington", "near Washington" */
  readonly at: string;
  readonly strength: number;
}

function bluffFacts(theatre: Theatre, { by, side, hex, units, strength }: Bluff): BluffFacts {
  const { at } = placeWords(theatre, hex);
  return { by, whose: sideAdjective(side), who: unitsWords(theatre, units, MOST), at, strength };
}

/** "V Corps, with 12 strength points,"; cavalry has none. */
function inForce(who: string, strength: number): string {
  return strength > 0 ? `${who}, with ${count(strength, 'strength point')},` : who;
}

const BLUFFS: Phrases<BluffFacts> = [
  [
    ({ by, who, at, strength, whose }) =>
      by === 'attack'
        ? `A bluff worked: ${inForce(who, strength)} attacked ${at} and found only ${whose} dummies.`
        : null,
    ({ by, who, at, strength, whose }) =>
      by === 'attack'
        ? `${capital(at)}, ${inForce(who, strength)} attacked and found nobody but ${whose} dummies.`
        : null,
    ({ by, who, at, whose }) =>
      by === 'probe' ? `${capital(at)}, ${who} probed and found nothing but ${whose} dummies.` : null,
    ({ by, who, at, whose }) => (by === 'probe' ? `A ${whose} bluff ${at} cost ${who} its probe.` : null),
  ],
  ({ at, whose }) => `Only ${whose} dummies stood ${at}.`,
];

function claims(theatre: Theatre, { claims: all }: Part): Sentence[] {
  return SIDES.flatMap((side): Sentence[] => {
    const named = [...new Set(all.flatMap((one) => (one.side === side ? [theatre.hex.get(one.hex)?.name ?? ''] : [])))];
    const places = named.filter(Boolean);
    if (places.length === 0) return [];
    const some = places.length > MOST ? [...places.slice(0, MOST), `${places.length - MOST} more`] : places;
    return [{ text: `The ${sideName(side)} took ${listed(some)}.`.replace('..', '.'), weight: 2 }];
  });
}

function fallen(theatre: Theatre, part: Part): Sentence[] {
  if (part.fallen.length === 0) return [];
  return [
    {
      text: `${capital(unitsWords(theatre, part.fallen, MOST))} ${part.fallen.length === 1 ? 'was' : 'were'} lost for good.`,
      weight: 2,
    },
  ];
}

/** The end, and once the game is over, what nobody found out. */
function end(theatre: Theatre, episodes: readonly WildernessEpisode[], last: State, over: boolean): ChapterDraft {
  const result = outcome(theatre, last);
  const left = lastTurnOf(theatre, last) - last.turn;
  const when = result ? `The end, turn ${last.turn}` : `Turn ${last.turn}`;
  const turns = left === 0 ? 'In the last turn' : `With ${count(left, 'turn')} to go`;
  const standing = result
    ? result.reason
    : over
      ? `${turns} the campaign was broken off: ${pointsWords(last)}.`
      : `${turns}: ${pointsWords(last)}.`;
  return {
    when,
    lines: [{ text: standing, weight: 3 }, ...(over ? fog(theatre, episodes) : [])],
    really: result ? AFTERWARDS : null,
  };
}

/** What the counters that were never found were: the bluff that worked best. */
function fog(theatre: Theatre, episodes: readonly WildernessEpisode[]): Sentence[] {
  const unfound = unfoundDummies(theatre, episodes);
  const counts = eachSide((side) => unfound.filter((one) => one.side === side).length);
  const [best] = unfound;
  if (!best) return [{ text: 'Every dummy was found.', weight: 2 }];
  const told = SIDES.flatMap((side: Side) => (counts[side] > 0 ? [`${counts[side]} ${sideAdjective(side)}`] : []));
  const whole =
    best.turns > 0
      ? `; ${sideAdjective(best.side)} ${unitWords(theatre, best.unit)} faced the enemy for ${count(best.turns, 'turn')}`
      : '';
  const all = counts.union + counts.confederate;
  return [
    { text: `${capital(listed(told))} ${all === 1 ? 'dummy was' : 'dummies were'} never found${whole}.`, weight: 2 },
  ];
}

/** Strength points that Lee's army has lost at the least where it is said to be worn down. */
const WORN = 10;

function isWorn({ lost: { union, confederate } }: State): boolean {
  return confederate >= WORN && confederate > union;
}

/** What a newspaper would print above it. */
function headlineOf(theatre: Theatre, last: State, over: boolean): string {
  const { union, confederate } = last.points;
  if (!last.over) {
    const score = `Union ${union}, Confederates ${confederate}`;
    return over ? `Grant against Lee, left unfinished: ${score}` : `Grant against Lee in turn ${last.turn}: ${score}`;
  }
  const winner = outcome(theatre, last)?.winner ?? null;
  const { decides, held: worth } = scenarioOf(theatre, last.scenario);
  const score = decides === 'total' ? `${union} to ${confederate}` : `margin ${signed(gradeOf(theatre, last).margin)}`;
  const held = worth.filter(({ hexes }) => hexes.every((hex) => last.control[hex] === 'union'));
  const richmond = held.some(({ name }) => name === 'Richmond');
  const isFought = last.lost.union + last.lost.confederate > 0;
  if (winner === null)
    return isFought
      ? `Grant and Lee fight each other to a draw, ${score}`
      : `Neither Grant nor Lee wins in Virginia, ${score}`;
  if (winner === 'union')
    return richmond
      ? `Richmond falls to Grant, ${score}`
      : `${isWorn(last) ? 'Grant wears Lee down' : 'Grant comes out ahead of Lee'} in Virginia, ${score}`;
  return richmond ? `Grant takes Richmond at too high a price, ${score}` : `Lee holds Grant off in Virginia, ${score}`;
}
