import { typeset } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { capital, count, grouped, listed, possessive, several } from '../../../kit/plain-english.ts';
import { firstQuote, type Sentence } from '../../../kit/storytelling.ts';
import { type Field, type Piece, strengthOfIds } from '../field.ts';
import { type Fought, howManyCutOff } from '../rules/combat/fight.ts';
import { type Order, otherSide, type PieceId, type Result, SIDES, type Side } from '../vocabulary.ts';
import { areaOf, exitName, namesOfIds, sidePeople, unitName } from '../words/names.ts';
import { type ChronicleDay, type ChronicleFight, costliest, type Departure, weightOf } from './chronicle.ts';

/** Each day has its own phrases, so that no two chapters sound alike. */

/** Names in a sentence, at most. */
const MOST = 2;

/**
 * @param ended what ended the day; `null` if it has not ended
 * @param quoted reasons already quoted, which are not repeated
 */
export function tellDay(
  field: Field,
  day: ChronicleDay,
  ended: 'night' | 'game' | null,
  quoted: Set<string>,
): Sentence[] {
  const fights = [...day.fights].sort((a, b) => weightOf(b) - weightOf(a));
  const [greatest] = fights;
  const costly = costliest(fights);
  const at = costly && whereabouts(field, costly.event.battle.hexes[0] as HexId);
  const mainBattle = greatest ? battle(field, day, greatest, greatest === costly) : '';
  return [
    { text: losses(day, at, ended !== null), weight: 3 },
    ...(greatest ? [{ text: mainBattle, weight: 3 } as const] : []),
    ...fallen(field, day, greatest),
    ...reason(field, day, fights, quoted, mainBattle),
    ...train(day),
    ...alarm(field, day),
    ...departures(field, day),
    ...arrivals(day),
    ...(ended === 'night' ? [{ text: scoreAtNightfall(day), weight: 2 } as const] : []),
  ];
}

function losses({ day, fights, lost }: ChronicleDay, at: string | null, isOver: boolean): string {
  if (fights.length === 0) return (isOver ? NO_BATTLES : NO_BATTLES_YET)[day];
  const [union, confederate] = amounts(lost);
  const words = lost.union + lost.confederate === 0 ? NO_LOSSES : LOSSES;
  return words[day]({ battles: fights.length, at, union, confederate });
}

/** The Union's losses, then the Confederates': "5 strength points", "11". */
function amounts({ union, confederate }: ChronicleDay['lost']): [string, string] {
  const points = (lost: number) => (lost === 0 ? 'nothing' : count(lost, 'strength point'));
  return [points(union), union === 0 || confederate === 0 ? points(confederate) : String(confederate)];
}

const NO_BATTLES = [
  'The armies did not meet.',
  'Nobody fought on the second day.',
  'The last day passed without a battle.',
] as const;

/** For a day that has not ended. */
const NO_BATTLES_YET = [
  'The armies were on the march, and no battle had begun.',
  'Nobody had fought yet on the second day.',
  'The last day had seen no battle.',
] as const;

/** The battles of a day, for the sentence on its losses. */
interface DayBattles {
  readonly battles: number;
  /** The place of the costliest battle. */
  readonly at: string | null;
  readonly union: string;
  readonly confederate: string;
}
type LossWords = (day: DayBattles) => string;

/** "four battles, the bloodiest at Trent’s,"; "four battles" */
function battlesAt({ battles, at }: DayBattles, most = ''): string {
  return `${several(battles, 'battle')}${at === null ? '' : `, ${most}${at},`}`;
}

const NO_LOSSES: readonly [LossWords, LossWords, LossWords] = [
  (day) => `After ${battlesAt(day)} no unit had been lost.`,
  (day) => `In ${battlesAt(day)} on the second day no unit was destroyed.`,
  (day) => `The last day saw ${battlesAt(day)} without a unit destroyed.`,
];

const LOSSES: readonly [LossWords, LossWords, LossWords] = [
  (day) =>
    `${capital(battlesAt(day, 'the bloodiest '))} cost the Union ${day.union} and the Confederates ${day.confederate}.`,
  (day) =>
    `In ${battlesAt(day, 'the costliest ')} the Union lost ${day.union} and the Confederates ${day.confederate}.`,
  (day) =>
    `The last day saw ${battlesAt(day, 'the worst ').replace(/,$/, '')}: the Union lost ${day.union}, the Confederates ${day.confederate}.`,
];

const DESTROY = ['destroyed', 'wiped out', 'overran'] as const;
const DEEDS: { readonly [result in Result]: readonly [string, string, string] } = {
  De: DESTROY,
  Dr: ['drove back', 'pushed back', 'threw back'],
  // An exchange destroys its defenders too [7.9].
  Ex: DESTROY,
  Ar: ['were beaten off', 'were thrown back', 'made no headway'],
  Ae: ['were shattered', 'were cut to pieces', 'were destroyed'],
};

/** For a bombardment that left no defender, as guns neither overrun nor surround. */
const BOMBARDED = ['destroyed', 'wiped out', 'destroyed'] as const;

/** Replaces a retreat if no unit that had to retreat could. */
const CUT_OFF = ['cut off and destroyed', 'surrounded and destroyed', 'trapped and destroyed'] as const;
/** For units that could not retreat although others could. */
const NO_WAY = ['found no way back and', 'did not get away and', 'had nowhere left to go and'] as const;

/** @param isPlaced the place was named with the day's losses, so it is not repeated */
function battle(
  field: Field,
  { day, lost: lostInDay }: ChronicleDay,
  { event, turn, cutOff, lost: lostHere }: ChronicleFight,
  isPlaced: boolean,
): string {
  const { side, battle: fought, defenders, reckoning, result } = event;
  const { bombardment, attackers, hexes } = fought;
  const failed = result === 'Ar' || result === 'Ae';
  const allCutOff = howManyCutOff(event, cutOff) === 'all';
  const isSingular = (bombardment && !failed) || attackers.length === 1;
  const clause = (failed ? REPULSES : LEADS)[day]({
    turn,
    where: isPlaced ? 'there' : whereabouts(field, hexes[0] as HexId),
    who: `${bombardment && !failed ? 'the fire of ' : ''}${withSide(field, attackers)}`,
    attacked: bombardment ? 'fired on' : 'attacked',
    deed: deedIn(event, day, allCutOff).replace(/^were/, isSingular ? 'was' : 'were'),
    whom: namesInStory(field, defenders),
    odds: reckoning.column,
  });
  const exchanged = result === 'Ex' ? lostHere[side] : 0;
  const enemy = otherSide(side);
  const lostElsewhere = lostInDay[side] + lostInDay[enemy] - exchanged - lostHere[enemy];
  const price = `, but lost ${count(exchanged, 'strength point')} against ${possessive(sidePeople(enemy))} ${lostHere[enemy]}`;
  // An exchange's losses are already in the day's total.
  const cost =
    exchanged === 0 ? '' : lostElsewhere > 0 ? price : ' in an exchange, which accounts for all these losses';
  const beaten = failed ? attackers : defenders;
  const some = allCutOff ? [] : cutOff.filter((id) => beaten.includes(id) && id !== field.train.id);
  const whose = failed ? 'attackers' : 'defenders';
  const lost = `; of the ${whose}, ${namesInStory(field, some)} ${NO_WAY[day]} ${some.length === 1 ? 'was' : 'were'} destroyed`;
  return `${capital(clause)}${cost}${some.length > 0 ? lost : ''}.`;
}

/** Verbs of attackers, active or passive: "drove back", "were beaten off". */
function deedIn({ battle: { bombardment }, result }: Fought, day: 0 | 1 | 2, allCutOff: boolean): string {
  const failed = result === 'Ar' || result === 'Ae';
  if (failed && bombardment) return 'did no harm';
  if (failed) return allCutOff ? `were ${CUT_OFF[day]}` : DEEDS[result][day];
  if (bombardment && (allCutOff || DEEDS[result] === DESTROY)) return BOMBARDED[day];
  return allCutOff ? CUT_OFF[day] : DEEDS[result][day];
}

function namesInStory(field: Field, ids: readonly PieceId[], most = MOST): string {
  return namesOfIds(field, ids, most, calledInStory);
}

/** "Gregg", "the wagon train", "the siege artillery" */
function calledInStory(field: Field, piece: Piece): string {
  if (piece.kind === 'train') return 'the wagon train';
  const name = unitName(field, piece);
  return name === 'Siege artillery' ? 'the siege artillery' : name;
}

/** "the Confederates’ Gregg and Branch", "the Union’s wagon train" */
function withSide(field: Field, ids: readonly PieceId[]): string {
  const side = field.piece.get(ids[0] ?? '')?.side ?? 'union';
  return `${possessive(sidePeople(side))} ${namesInStory(field, ids).replace(/^the /, '')}`;
}

/**
 * "at the Watt farm", "near the Watt farm", "at Savage’s Station".
 * A reader would take a hex number for a time of day, and a farm's bare name for a general.
 */
function whereabouts(field: Field, hex: HexId): string {
  const place = hexLabel(field, hex)
    .slice(hex.length + 1)
    .replace(/ \(.*\)$/, '');
  if (place === '') return typeset(areaOf(field, hex).at);
  const [, near = '', name = ''] = /^((?:near|by) )?(.*)$/.exec(place) ?? [];
  const isFarm = field.places.some((one) => one.kind === 'farm' && one.name.replace(/ \(.*\)$/, '') === name);
  const called = isFarm ? `the ${name.replace(/’s$/, '')} farm` : name;
  return typeset(`${near || (name.endsWith(' road') ? 'on the ' : 'at ')}${called}`);
}

/** The end of a march: "the Watt farm", "a point near the Watt farm" */
function destination(field: Field, hex: HexId): string {
  const where = whereabouts(field, hex);
  return field.hex.get(hex)?.name ? where.replace(/^(at|on) /, '') : `a point ${where}`;
}

interface Clash {
  readonly turn: number;
  /** "there" if the place was just named. */
  readonly where: string;
  readonly who: string;
  readonly attacked: string;
  readonly deed: string;
  readonly whom: string;
  readonly odds: string;
}
type Lead = (clash: Clash) => string;

/** "in turn 3, at Watt,"; "at Watt, in turn 3,"; "there, in turn 3," */
function whenAndWhere({ turn, where }: Clash, isPlaceFirst = false): string {
  const when = `in turn ${turn}`;
  return isPlaceFirst || where === 'there' ? `${where}, ${when},` : `${when}, ${where},`;
}

const LEADS: readonly [Lead, Lead, Lead] = [
  (clash) => `${whenAndWhere(clash)} ${clash.who} ${clash.deed} ${clash.whom} at ${clash.odds}`,
  (clash) => `${whenAndWhere(clash, true)} ${clash.who} ${clash.deed} ${clash.whom} at ${clash.odds}`,
  (clash) => `in turn ${clash.turn} ${clash.who} ${clash.deed} ${clash.whom} ${clash.where}, at ${clash.odds}`,
];

/** For a failed attack, which begins with the attacker. */
const REPULSES: readonly [Lead, Lead, Lead] = [
  (clash) => `${whenAndWhere(clash)} ${clash.who} ${clash.attacked} ${clash.whom} at ${clash.odds} and ${clash.deed}`,
  (clash) =>
    `${whenAndWhere(clash, true)} ${clash.who} ${clash.attacked} ${clash.whom} at ${clash.odds} and ${clash.deed}`,
  (clash) =>
    `in turn ${clash.turn} ${clash.who} ${clash.attacked} ${clash.whom} ${clash.where}, at ${clash.odds}, and ${clash.deed}`,
];

/** Units named in a list of the day's losses. */
const FALLEN = 3;

/** Units destroyed outside the main battle, without the Train, which has its own sentence. */
function fallen(field: Field, { day, fallen: ids }: ChronicleDay, greatest: ChronicleFight | undefined): Sentence[] {
  const inMainBattle = greatest ? [...greatest.event.defenders, ...greatest.event.battle.attackers] : [];
  const others = ids.filter((id) => !inMainBattle.includes(id) && id !== field.train.id);
  if (others.length === 0) return [];
  others.sort((a, b) => strengthOfIds(field, [b]) - strengthOfIds(field, [a]));
  const isOf = (side: Side) => (id: PieceId) => field.piece.get(id)?.side === side;
  const sides = SIDES.toReversed().flatMap((side): SideLosses[] => {
    const own = others.filter(isOf(side));
    const also = ids.some((id) => inMainBattle.includes(id) && isOf(side)(id));
    return own.length === 0 ? [] : [{ whose: sidePeople(side), names: namesInStory(field, own, FALLEN), also }];
  });
  // This sentence comes before the main battle's, although it refers to it.
  return [{ text: DESTROYED[day](sides), weight: 2 }];
}

interface SideLosses {
  readonly whose: string;
  readonly names: string;
  /** The main battle destroyed others of this side. */
  readonly also: boolean;
}
type Destroyed = (sides: readonly SideLosses[]) => string;

/** "the Union also lost Warren and 2 others; the Confederates lost Toombs" */
function lostBy(sides: readonly SideLosses[], more: string): string {
  return sides.map(({ whose, names, also }) => `${whose} ${also ? more : ''}lost ${names}`).join('; ');
}

const DESTROYED: readonly [Destroyed, Destroyed, Destroyed] = [
  (sides) => `Elsewhere ${lostBy(sides, '')}.`,
  (sides) => `${capital(lostBy(sides, 'also '))}.`,
  (sides) =>
    `${sides.some(({ also }) => also) ? 'Also lost' : 'Lost'}: ${sides.map(({ whose, names }) => `${possessive(whose)} ${names}`).join('; ')}.`,
];

/**
 * One reason of the day: that of the most important battle with one, if any.
 * @param mainBattle its sentence; units it names are known, so their side is left out
 */
function reason(
  field: Field,
  { day, reasons }: ChronicleDay,
  fights: readonly ChronicleFight[],
  quoted: Set<string>,
  mainBattle: string,
): Sentence[] {
  for (const fight of fights) {
    const deed = `the armies fought ${whereabouts(field, fight.event.battle.hexes[0] as HexId)}`;
    const quote = firstQuote(fight.reasons, quoted, () => deed);
    if (quote) return [{ text: QUOTED[day](quote.text, quote.by, quote.deed), weight: 2 }];
  }
  const quote = firstQuote(reasons, quoted, ({ order }) => order && deedOf(field, order, mainBattle));
  return quote ? [{ text: QUOTED[day](quote.text, quote.by, quote.deed), weight: 2 }] : [];
}

/** An order and its units, as a quoted reason mentions them; `null` for an order whose reason is not quoted. */
function deedOf(field: Field, order: Order, mainBattle: string): string | null {
  const who = (ids: readonly PieceId[]) => {
    const names = namesInStory(field, ids);
    return mainBattle.includes(` ${names} `) ? names : withSide(field, ids);
  };
  switch (order.verb) {
    case 'move': {
      const to = field.hex.has(order.to) ? `to ${destination(field, order.to)}` : 'off the map';
      return `${who(order.unit.split('+'))} marched ${to}`;
    }
    case 'attack':
    case 'bombard':
      // The planned battle can still be cancelled, so it is only prepared.
      return `${who(order.with)} prepared to ${order.verb === 'attack' ? 'attack' : 'open fire'} ${whereabouts(field, order.target.split('+')[0] as HexId)}`;
    case 'retreat':
      return `${who([order.unit])} retreated to ${destination(field, order.to)}`;
    case 'advance':
      return order.unit === 'none' ? null : `${who([order.unit])} advanced`;
    default:
      return null;
  }
}

/** `what` is a clause: "the armies fought at the Watt farm". */
type Quote = (text: string, by: string, what: string) => string;
const QUOTED: readonly [Quote, Quote, Quote] = [
  (text, by, what) => `“${text},” wrote ${by} before ${what}.`,
  (text, by, what) => `“${text},” ${by} had argued before ${what}.`,
  (text, by, what) => `Before ${what}, ${by} wrote: “${text}.”`,
];

function train({ train: fate }: ChronicleDay): Sentence[] {
  const words = {
    came: 'The wagon train set out from White House.',
    saved: 'The wagon train got through to White Oak Bridge.',
    destroyed: 'The wagon train was caught and destroyed.',
  };
  return fate === null ? [] : [{ text: words[fate], weight: fate === 'came' ? 2 : 3 }];
}

function alarm(field: Field, { alarm: triggered }: ChronicleDay): Sentence[] {
  if (!triggered?.helps) return [];
  // Only Confederate units trigger it [13.1].
  const text = `Once the Confederates’ ${namesOfIds(field, [triggered.piece])} was ${whereabouts(field, triggered.hex)}, both sides’ reinforcements could come early.`;
  return [{ text, weight: 2 }];
}

/** Units that left the map, without the Train, which has its own sentence. */
function departures(field: Field, day: ChronicleDay): Sentence[] {
  return grouped(day.departures, ({ side, by }) => `${side} ${by}`).flatMap(([, some]): Sentence[] => {
    const { side, by } = some[0] as Departure;
    const units = some.flatMap(({ pieces }) => pieces).filter((id) => id !== field.train.id).length;
    if (units === 0) return [];
    const who = count(units, side === 'union' ? 'Union unit' : 'Confederate unit');
    return [{ text: `${who} left the map on the ${exitName(field, by).slice(by.length + 1)}.`, weight: 2 }];
  });
}

function arrivals({ came, day }: ChronicleDay): Sentence[] {
  const { confederate, union } = came;
  const all = confederate + union;
  if (all === 0) return [];
  // "4 Confederate and 3 Union units"; "4 Confederate units and 1 Union unit"
  const together = confederate > 1 && union > 1;
  const sides = [
    ...(confederate > 0 ? [together ? `${confederate} Confederate` : count(confederate, 'Confederate unit')] : []),
    ...(union > 0 ? [count(union, 'Union unit')] : []),
  ];
  return [{ text: ARRIVED[day](listed(sides)), weight: 1 }];
}

type Arrived = (units: string) => string;
const ARRIVED: readonly [Arrived, Arrived, Arrived] = [
  (units) => `${units} arrived that day.`,
  (units) => `Reinforcements: ${units}.`,
  (units) => `Still arriving: ${units}.`,
];

function scoreAtNightfall({ day, points: { confederate, union } }: ChronicleDay): string {
  if (confederate === 0 && union === 0)
    return day === 0 ? 'At nightfall neither side had scored.' : 'By nightfall nobody had scored.';
  if (confederate === union)
    return day === 0 ? `At nightfall the score was ${union} to ${union}.` : `By nightfall the score was ${union} all.`;
  const [leader, more, less] = confederate > union ? ['Lee', confederate, union] : ['McClellan', union, confederate];
  return day === 0
    ? `At nightfall ${leader} led ${more} to ${less}.`
    : `${leader} was ahead by nightfall, ${more} to ${less}.`;
}
