import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { atMost, capital, count, listed, numberWord, several } from '../../../kit/plain-english.ts';
import type { WordsFor } from '../../../kit/shared-vocabulary.ts';
import { firstQuote, type Sentence } from '../../../kit/storytelling.ts';
import { sum } from '../../../kit/subsets.ts';
import { blocksAt, controllerOf } from '../state.ts';
import type { City, Theatre } from '../theatre.ts';
import { type Order, otherSide, SIDES, type Side } from '../vocabulary.ts';
import { leadWords } from '../words/game-status.ts';
import { blockName, placeName, sideAdjective, sideBlocks, sidePeople } from '../words/names.ts';
import { type ChronicleBattle, type ChronicleSeason, type OrderReason, type Span, weightOf } from './chronicle.ts';

/** Whether a chapter of a campaign tells one or more years. Otherwise it tells a third of a year: two game-turns. */
export function isInYears({ from, to }: Span): boolean {
  return to - from > 1;
}

/** "at Fort Donelson", "near Paducah" */
function at(theatre: Theatre, hex: HexId): string {
  const name = placeName(theatre, hex);
  return /^(?:near|north|south|east|west)/.test(name) ? name : `at ${name}`;
}

/**
 * The sentences of a chapter.
 * @param isLast whether the story ends with it
 * @param quoted reasons that were quoted already; one from this chapter is added. Without it no reason may be quoted
 */
export function tellSeason(
  theatre: Theatre,
  season: ChronicleSeason,
  { isLast, quoted }: { readonly isLast: boolean; readonly quoted: Set<string> | null },
): Sentence[] {
  const [prize] = SIDES.flatMap((side) => season.taken[side].slice(0, 1)).sort((a, b) => b.points - a.points);
  const battles = [...season.battles].sort((a, b) => weightOf(b) - weightOf(a));
  // The most valuable city that changed hands is never passed over for a fight elsewhere.
  const greatest = battles.find((one) => one.hex === prize?.hex && isTaken(season, one)) ?? battles[0];
  return [
    { text: fighting(theatre, season), weight: 3 },
    ...(greatest ? [{ text: battle(theatre, season, greatest), weight: 3 } as const] : []),
    ...cities(theatre, season, greatest),
    ...captured(season, greatest),
    ...(season.bragg ? [{ text: 'Bragg’s corps came up from the Gulf.', weight: 2 } as const] : []),
    ...(quoted ? reason(theatre, season, quoted) : []),
    ...hunger(season),
    ...(isLast
      ? []
      : [{ text: `${STANDINGS[season.wording]} ${leadWords(season.margin, true)}.`, weight: 2 } as const]),
  ];
}

const STANDINGS = ['By the end', 'By then', 'Afterwards', 'After that'] as const;

function fighting(theatre: Theatre, { battles, wording }: ChronicleSeason): string {
  if (battles.length === 0) return NO_BATTLES[wording] ?? '';
  const cost = (side: Side) => sum(battles.map(({ lost }) => lost[side]));
  const [usa, csa] = [cost('usa'), cost('csa')];
  const fought = several(battles.length, 'battle');
  if (usa + csa === 0) return `${capital(fought)} cost nobody a step.`;
  // Two places are named; of more, only that of the hardest battle, which the next sentence tells.
  const places = [...new Set(battles.map(({ hex }) => at(theatre, hex)))];
  const where = battles.length === 2 && places.length === 2 ? `, ${listed(places)},` : '';
  const steps = (number: number) => (number === 0 ? 'nothing' : count(number, 'step'));
  // "Lost 3 steps and the Confederates 2": the second number needs no unit.
  const csaSteps = usa > 0 && csa > 0 ? String(csa) : steps(csa);
  return FIGHTING[wording]?.(`${fought}${where}`, steps(usa), csaSteps) ?? '';
}

const NO_BATTLES = [
  'The armies marched and did not meet.',
  'Nobody fought a battle.',
  'Not one battle was fought.',
  'So far the armies had not met.',
] as const;

/** `battles`: "three battles", "two battles, at Nashville and at Paducah," */
const FIGHTING: readonly ((battles: string, usa: string, csa: string) => string)[] = [
  (battles, usa, csa) => `${capital(battles)} cost the Union ${usa} and the Confederates ${csa}.`,
  (battles, usa, csa) => `In ${battles} the Union lost ${usa} and the Confederates ${csa}.`,
  (battles, usa, csa) => `It came to ${battles} that cost the Union ${usa} and the Confederates ${csa}.`,
  (battles, usa, csa) => `Until then ${battles} had cost the Union ${usa} and the Confederates ${csa}.`,
];

/** Whether the attacker took a city by a battle, and had it at the end of the chapter. */
function isTaken({ taken }: ChronicleSeason, { hex, attacker, winner }: ChronicleBattle): boolean {
  return winner === attacker && taken[attacker].some((city) => city.hex === hex);
}

function battle(theatre: Theatre, chapter: ChronicleSeason, told: ChronicleBattle): string {
  const { wording, end: after } = chapter;
  const { attacker, attackers, defenders, hex, winner } = told;
  const [who, whom] = [sideBlocks(attackers, attacker), sideBlocks(defenders, otherSide(attacker))];
  const were = attackers === 1 ? 'was' : 'were';
  const isRout = told.winner !== null && areAllCaptured(told, otherSide(told.winner));
  const repulse = isRout ? `and ${were} captured` : REPULSES[wording]?.replace('were', were);
  const win = isRout
    ? `captured ${['', 'it', 'both'][defenders] ?? `all ${numberWord(defenders)}`}`
    : WINS[wording]?.replace('them', defenders === 1 ? 'it' : 'them');
  const city = /^Fort |Gap$/.test(placeName(theatre, hex)) ? 'place' : 'city';
  const won = isTaken(chapter, told) ? `, ${win} and took the ${city}` : ` and ${win}`;
  const end = winner === null ? '' : winner === attacker ? won : ` ${repulse}`;
  const isCity = (theatre.city.get(hex)?.points ?? 0) > 0;
  const isLost = winner !== null && isCity && controllerOf(theatre, after, hex) === otherSide(winner);
  return `${capital(at(theatre, hex))} ${who} attacked ${whom}${end}${isLost ? `, but the ${city} changed hands later` : ''}.`;
}
const WINS = ['won the field', 'drove them off', 'carried the day', 'won'] as const;
const REPULSES = ['and were beaten off', 'and had to fall back', 'and made no headway', 'and lost'] as const;

function areAllCaptured({ attacker, attackers, defenders, captured }: ChronicleBattle, side: Side): boolean {
  return captured[side] >= (side === attacker ? attackers : defenders);
}

/** The cities that changed hands, except one that the told battle took. A side controls what the enemy left [2.3]. */
function cities(theatre: Theatre, chapter: ChronicleSeason, told: ChronicleBattle | undefined): Sentence[] {
  const { wording, taken, end } = chapter;
  const isTold = ({ hex }: City) => told?.hex === hex && isTaken(chapter, told);
  const names = (some: readonly City[]) =>
    atMost(
      some.map(({ name }) => name),
      4,
    );
  const parts = SIDES.flatMap((side) => {
    const isEmpty = ({ hex }: City) => blocksAt(theatre, end, hex, side).length === 0;
    const untold = taken[side].filter((city) => !isTold(city));
    /** Cities that were the side's when the year began. */
    const gotBack = untold.filter(
      ({ hex }) =>
        theatre.home.get(hex) === side && !theatre.blocks.some((block) => block.start === hex && block.side !== side),
    );
    const others = untold.filter((city) => !gotBack.includes(city));
    const [empty, won] = [others.filter(isEmpty), others.filter((city) => !isEmpty(city))];
    const deeds = [
      ...(won.length > 0 ? [`${TAKEN[wording]} ${names(won)}`] : []),
      ...(empty.length > 0 ? [`got ${names(empty)}, which stood empty`] : []),
      ...(gotBack.length > 0
        ? [`got back ${names(gotBack)}${gotBack.every(isEmpty) ? ', which stood empty' : ''}`]
        : []),
    ];
    return deeds.length === 0 ? [] : [`${sidePeople(side)} ${deeds.join(', and ')}`];
  });
  return parts.length === 0 ? [] : [{ text: `${capital(parts.join('; '))}.`, weight: 3 }];
}
const TAKEN = ['took', 'gained', 'occupied', 'had taken'] as const;

/**
 * @param told the battle that the chapter has told. If all of a side's blocks were captured there, that side is named
 * again only if it lost blocks elsewhere too, then with its total
 */
function captured({ wording, battles }: ChronicleSeason, told: ChronicleBattle | undefined): Sentence[] {
  const number = (side: Side) => sum(battles.map((one) => one.captured[side]));
  const isTold = (side: Side) => told?.winner === otherSide(side) && areAllCaptured(told, side);
  const sides = SIDES.filter((side) => number(side) > (isTold(side) ? (told?.captured[side] ?? 0) : 0));
  if (sides.length === 0) return [];
  const blocks = `${sides.some(isTold) ? 'in all, ' : ''}${listed(sides.map((side) => sideBlocks(number(side), side)))}`;
  const were = sum(sides.map(number)) === 1 ? 'was' : 'were';
  return [{ text: `${capital(blocks)} ${were} ${CAPTURED[wording]}.`, weight: 2 }];
}
const CAPTURED = ['captured', 'taken prisoner', 'lost to the enemy', 'made prisoners'] as const;

function hunger({ wording, hungry }: ChronicleSeason): Sentence[] {
  const parts = SIDES.flatMap((side) =>
    hungry[side] === 0 ? [] : [`${sidePeople(side)} lost ${count(hungry[side], 'step')}`],
  );
  return parts.length === 0 ? [] : [{ text: `${HUNGER[wording]} ${listed(parts)}.`, weight: 1 }];
}
const HUNGER = ['Out of supply,', 'Without supply,', 'Cut off from supply,', 'For want of supply'] as const;

function reason(theatre: Theatre, { wording, reasons }: ChronicleSeason, quoted: Set<string>): Sentence[] {
  const quote = firstQuote(reasons, quoted, (one) => deedOf(theatre, one));
  return quote ? [{ text: QUOTED[wording]?.(quote.text, quote.by, quote.deed) ?? '', weight: 2 }] : [];
}

/**
 * "the Union march from Paducah": the order that a quotation was about; `null` for orders whose reasons are not quoted.
 */
function deedOf(theatre: Theatre, { order, side, battle }: OrderReason): string | null {
  return order && (DEEDS[order.verb]?.(order as never, theatre, side, battle) ?? null);
}

const DEEDS: Partial<WordsFor<'verb', Order, [theatre: Theatre, side: Side, battle: HexId | null], string | null>> = {
  move: ({ from }, theatre, side) => `the ${sideAdjective(side)} march from ${placeName(theatre, from)}`,
  strategic: ({ from }, theatre, side) => `the ${sideAdjective(side)} move from ${placeName(theatre, from)}`,
  build: ({ block, hex }, theatre) => `building ${blockName(theatre, block)} ${at(theatre, hex)}`,
  battle: ({ hex }, theatre) => `the battle ${at(theatre, hex)}`,
  'plan-ahead': ({ hex }, theatre) => `the plan for the battle ${at(theatre, hex)}`,
  'battle-plan': (_, theatre, __, battle) => battle && `the plan for the battle ${at(theatre, battle)}`,
  fire: ({ leave }, theatre, _, battle) =>
    battle &&
    (leave.length === 0 ? `fighting on ${at(theatre, battle)}` : `the retreat from ${placeName(theatre, battle)}`),
};

/** `what`: "the Union march from Munfordville" */
const QUOTED: readonly ((text: string, by: string, what: string) => string)[] = [
  (text, by, what) => `“${text},” ${by} wrote about ${what}.`,
  (text, by, what) => `${by} had argued for ${what}: “${text}.”`,
  (text, by, what) => `${by}’s reason for ${what}: “${text}.”`,
  (text, by, what) => `${by} had said of ${what}: “${text}.”`,
];
