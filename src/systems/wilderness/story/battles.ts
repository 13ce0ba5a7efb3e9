import { capital, count, listed, possessive, several, times } from '../../../kit/plain-english.ts';
import { type Sayings, type Sentence, say } from '../../../kit/storytelling.ts';
import type { Theatre } from '../theatre.ts';
import { otherSide, SIDES, type UnitId } from '../vocabulary.ts';
import { hexName, sideAdjective, sideName, unitWords } from '../words/names.ts';
import type { Bluff, Clash, Part } from './chronicle.ts';

/** Battles, bluffs and probes of a chapter. */

/** Most names in a sentence. */
const MOST = 3;

type BattleFacts = ReturnType<typeof factsOf>;

/** The part of a two-hex city: " (SE)" in "Richmond (SE)". */
export const IN_BRACKETS = / \(.*\)$/;

/** "at Washington", "near Washington"; a hex number only without such a name. */
export function placeWords(theatre: Theatre, hex: string): string {
  const name = hexName(theatre, hex)
    .replace(/^\d{4} /, '')
    .replace(IN_BRACKETS, '');
  return name.startsWith('near ') ? name : name === hex ? `in hex ${hex}` : `at ${name}`;
}

/** "Washington", "near Washington", "hex 2225" */
export function placeName(theatre: Theatre, hex: string): string {
  return placeWords(theatre, hex).replace(/^(at|in) /, '');
}

export function factsOf(theatre: Theatre, clash: Clash, battles: number, isHardest: boolean) {
  const { side, attackers, target, reckoning } = clash.event;
  const odds = reckoning.column === null ? 'hopeless odds' : `odds of ${reckoning.column}`;
  return {
    turn: clash.turn,
    /** Battles of the same days, including this one. */
    battles,
    /** It cost more than each of the others. */
    isHardest,
    /** "the Union attacked near Mine Run with VI Corps and III Corps at odds of 5-1" */
    attack: `the ${sideName(side)} attacked ${placeName(theatre, target)} with ${some(theatre, attackers)} at ${odds}`,
    /** " and lost 2 strength points; the Confederates lost none" */
    cost: toll(clash, battles),
  };
}

/**
 * The losses of a battle. If a chapter has several battles, its total says "strength points", and this gives bare
 * numbers.
 */
function toll({ event: { side }, lost }: Clash, battles: number): string {
  const [own, enemy] = [lost[side], lost[otherSide(side)]];
  if (own + enemy === 0) return battles > 1 ? '' : ', and neither side lost a strength point';
  const whole = battles > 1 ? String : (points: number) => count(points, 'strength point');
  const [mine, theirs] = own > 0 ? [whole(own), String(enemy || 'none')] : ['nothing', whole(enemy)];
  return ` and lost ${mine}; the ${sideName(otherSide(side))} lost ${theirs}`;
}

export function* battleSayings({ turn, battles, isHardest, attack, cost }: BattleFacts): Sayings {
  if (battles > 1 && isHardest)
    yield [
      say`The hardest fight came in turn ${turn}: ${attack}${cost}.`,
      say`The costliest attack was made in turn ${turn}, when ${attack}${cost}.`,
    ];
  yield say`In turn ${turn} ${attack}${cost}.`;
  yield say`${capital(attack)}${cost}.`;
  yield say`In turn ${turn} ${attack}${cost}.`;
}

export function bluffFacts(theatre: Theatre, { by, side, hex, units, strength }: Bluff) {
  // Cavalry has no strength points.
  const points = strength > 0 ? `, ${count(strength, 'strength point')},` : '';
  const did = by === 'probe' ? 'probed' : 'attacked';
  return {
    whose: sideAdjective(side),
    attempt: `the ${sideName(otherSide(side))} ${did} with ${some(theatre, units)}${points}`,
    /** "at Washington", "near Washington" */
    at: placeWords(theatre, hex),
  };
}

export function* bluffSayings({ attempt, at, whose }: ReturnType<typeof bluffFacts>): Sayings {
  yield [
    say`A bluff worked ${at}: ${attempt} and found no troops, only ${whose} dummies.`,
    say`${capital(at)} ${attempt} and found no troops, only ${whose} dummies.`,
  ];
  yield say`No troops stood ${at}, only ${whose} dummies.`;
}

/**
 * "The Union’s cavalry probed seven times and found Field and Heth."
 * @param bluff a bluff already told, whose probe is counted here again
 */
export function probes(theatre: Theatre, { probes: all }: Part, bluff: Bluff | undefined): Sentence[] {
  const sides = SIDES.flatMap((side) => {
    const own = all.filter((one) => one.side === side);
    const found = [...new Set(own.flatMap((one) => one.found))];
    if (found.length === 0) return [];
    const inAll = bluff?.by === 'probe' && bluff.side !== side ? ' in all' : '';
    return [
      `${possessive(`the ${sideName(side)}`)} cavalry probed ${times(own.length)}${inAll} and found ${some(theatre, found)}`,
    ];
  });
  return sides.length === 0 ? [] : [{ text: `${capital(sides.join('; '))}.`, weight: 2 }];
}

function some(theatre: Theatre, units: readonly UnitId[]): string {
  return firstNames(
    units.map((unit) => unitWords(theatre, unit)),
    'other',
  );
}

/** "Strasburg, Front Royal, Culpeper and two other places" */
export function firstNames(words: readonly string[], other: string): string {
  const others = words.length - MOST;
  return others < 2 ? listed(words) : listed([...words.slice(0, MOST), several(others, other)]);
}
