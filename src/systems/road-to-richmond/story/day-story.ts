import { typeset } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { capital, count, grouped, listed, possessive, several } from '../../../kit/plain-english.ts';
import { firstQuote, type Sentence } from '../../../kit/storytelling.ts';
import { type Field, type Piece, strengthOfIds } from '../field.ts';
import { howManyCutOff } from '../rules/combat/fight.ts';
import { type ExitId, type Order, otherSide, type PieceId, type Result, SIDES, type Side } from '../vocabulary.ts';
import { areaOf, exitName, namesOfIds, sidePeople, unitName } from '../words/names.ts';
import { type ChronicleDay, type ChronicleFight, costliest, type Gone, weightOf } from './chronicle.ts';

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
  const told = greatest ? battle(field, day, greatest, greatest === costly) : '';
  return [
    { text: losses(day, at, ended !== null), weight: 3 },
    ...(greatest ? [{ text: told, weight: 3 } as const] : []),
    ...fallen(field, day, greatest),
    ...reason(field, day, fights, quoted, told),
    ...train(day),
    ...alarm(field, day),
    ...exits(field, day),
    ...arrivals(day),
    ...(ended === 'night' ? [{ text: scoreAtNightfall(day), weight: 2 } as const] : []),
  ];
}

function losses({ day, fights, lost }: ChronicleDay, at: string | null, isOver: boolean): string {
  if (fights.length === 0) return (isOver ? NO_BATTLES : NO_BATTLES_YET)[day];
  const [union, confederate] = amounts(lost);
  const told = { battles: fights.length, at, union, confederate };
  return (lost.union + lost.confederate === 0 ? NO_LOSSES : LOSSES)[day](told);
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

interface Fought {
  readonly battles: number;
  /** The place of the costliest battle. */
  readonly at: string | null;
  readonly union: string;
  readonly confederate: string;
}
type Told = (fought: Fought) => string;

/** "four battles, the bloodiest at Trent’s,"; "four battles" */
function battles({ battles: number, at }: Fought, most = ''): string {
  return `${several(number, 'battle')}${at === null ? '' : `, ${most}${at},`}`;
}

const NO_LOSSES: readonly [Told, Told, Told] = [
  (fought) => `After ${battles(fought)} no unit had been lost.`,
  (fought) => `In ${battles(fought)} on the second day no unit was destroyed.`,
  (fought) => `The last day saw ${battles(fought)} without a unit destroyed.`,
];

const LOSSES: readonly [Told, Told, Told] = [
  (fought) =>
    `${capital(battles(fought, 'the bloodiest '))} cost the Union ${fought.union} and the Confederates ${fought.confederate}.`,
  (fought) =>
    `In ${battles(fought, 'the costliest ')} the Union lost ${fought.union} and the Confederates ${fought.confederate}.`,
  (fought) =>
    `The last day saw ${battles(fought, 'the worst ').replace(/,$/, '')}: the Union lost ${fought.union}, the Confederates ${fought.confederate}.`,
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

/** Replaces a retreat if no beaten unit could retreat. */
const CUT_OFF = ['cut off and destroyed', 'surrounded and destroyed', 'trapped and destroyed'] as const;
/** For units that could not retreat although others could. */
const NO_WAY = ['found no way back and', 'did not get away and', 'had nowhere left to go and'] as const;

/** @param isPlaced the place was named with the day's losses, so it is not repeated */
function battle(
  field: Field,
  { day, lost: inAll }: ChronicleDay,
  { event, turn, cutOff, lost: fell }: ChronicleFight,
  isPlaced: boolean,
): string {
  const { side, battle: fought, defenders, reckoning, result } = event;
  const failed = result === 'Ar' || result === 'Ae';
  const guns = fought.bombardment && !failed ? 'the fire of ' : '';
  const single = guns !== '' || fought.attackers.length === 1;
  const all = howManyCutOff(event, cutOff) === 'all';
  const destroyed = guns !== '' && (all || DEEDS[result] === DESTROY) ? BOMBARDED[day] : all ? CUT_OFF[day] : null;
  const done = failed && all ? `were ${CUT_OFF[day]}` : (destroyed ?? DEEDS[result][day]);
  const deed = fought.bombardment && failed ? 'did no harm' : done;
  const told = (failed ? REPULSES : LEADS)[day]({
    turn,
    where: isPlaced ? 'there' : whereabouts(field, fought.hexes[0] as HexId),
    who: `${guns}${withSide(field, fought.attackers)}`,
    attacked: fought.bombardment ? 'fired on' : 'attacked',
    deed: deed.replace(/^were/, single ? 'was' : 'were'),
    whom: victims(field, defenders),
    odds: reckoning.column,
  });
  const own = result === 'Ex' ? fell[side] : 0;
  const enemy = otherSide(side);
  const rest = inAll[side] + inAll[enemy] - own - fell[enemy];
  const price = `, but lost ${count(own, 'strength point')} against ${possessive(sidePeople(enemy))} ${fell[enemy]}`;
  // An exchange's losses are already in the day's total.
  const cost = own === 0 ? '' : rest > 0 ? price : ' in an exchange, which accounts for all these losses';
  const beaten = failed ? fought.attackers : defenders;
  const some = all ? [] : cutOff.filter((id) => beaten.includes(id) && field.piece.get(id)?.kind !== 'train');
  const whose = failed ? 'attackers' : 'defenders';
  const lost = `; of the ${whose}, ${victims(field, some)} ${NO_WAY[day]} ${some.length === 1 ? 'was' : 'were'} destroyed`;
  return `${capital(told)}${cost}${some.length > 0 ? lost : ''}.`;
}

function victims(field: Field, ids: readonly PieceId[], most = MOST): string {
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
  return `${possessive(sidePeople(side))} ${victims(field, ids).replace(/^the /, '')}`;
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
  const { defenders = [], battle: fought } = greatest?.event ?? {};
  const told = new Set([...defenders, ...(fought?.attackers ?? [])]);
  const others = ids.filter((id) => !told.has(id) && field.piece.get(id)?.kind !== 'train');
  if (others.length === 0) return [];
  others.sort((a, b) => strengthOfIds(field, [b]) - strengthOfIds(field, [a]));
  const isOf = (side: Side) => (id: PieceId) => field.piece.get(id)?.side === side;
  const sides = SIDES.toReversed().flatMap((side): Lost[] => {
    const own = others.filter(isOf(side));
    const also = ids.some((id) => told.has(id) && isOf(side)(id));
    return own.length === 0 ? [] : [{ whose: sidePeople(side), names: victims(field, own, FALLEN), also }];
  });
  // This sentence comes before the main battle's, although it refers to it.
  return [{ text: DESTROYED[day](sides), weight: 2 }];
}

interface Lost {
  readonly whose: string;
  readonly names: string;
  /** The main battle destroyed others of this side. */
  readonly also: boolean;
}
type Destroyed = (sides: readonly Lost[]) => string;

/** "the Union also lost Warren and 2 others; the Confederates lost Toombs" */
function lostBy(sides: readonly Lost[], more: string): string {
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
 * @param told the main battle's sentence; units it names are known, so their side is left out
 */
function reason(
  field: Field,
  { day, reasons }: ChronicleDay,
  fights: readonly ChronicleFight[],
  quoted: Set<string>,
  told: string,
): Sentence[] {
  for (const { event, reasons: some } of fights) {
    const quote = firstQuote(
      some,
      quoted,
      () => `the armies fought ${whereabouts(field, event.battle.hexes[0] as HexId)}`,
    );
    if (quote) return [{ text: QUOTED[day](quote.text, quote.by, quote.deed), weight: 2 }];
  }
  const quote = firstQuote(reasons, quoted, ({ order }) => order && deedOf(field, order, told));
  return quote ? [{ text: QUOTED[day](quote.text, quote.by, quote.deed), weight: 2 }] : [];
}

/** An order and its units, as a quoted reason mentions them; `null` for an order whose reason is not quoted. */
function deedOf(field: Field, order: Order, told: string): string | null {
  const who = (ids: readonly PieceId[]) =>
    told.includes(` ${victims(field, ids)} `) ? victims(field, ids) : withSide(field, ids);
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

function train({ train: now }: ChronicleDay): Sentence[] {
  const told = {
    came: 'The wagon train set out from White House.',
    saved: 'The wagon train got through to White Oak Bridge.',
    destroyed: 'The wagon train was caught and destroyed.',
  };
  return now === null ? [] : [{ text: told[now], weight: now === 'came' ? 2 : 3 }];
}

function alarm(field: Field, { alarm: set }: ChronicleDay): Sentence[] {
  if (!set?.helps) return [];
  // Only Confederate units trigger it [13.1].
  const text = `Once the Confederates’ ${namesOfIds(field, [set.piece])} was ${whereabouts(field, set.hex)}, both sides’ reinforcements could come early.`;
  return [{ text, weight: 2 }];
}

/** Units that left the map, without the Train, which has its own sentence. */
function exits(field: Field, { gone }: ChronicleDay): Sentence[] {
  return grouped(gone, ({ side, by }) => `${side} ${by}`).flatMap(([, some]): Sentence[] => {
    const { side, by } = some[0] as Gone;
    const units = some.flatMap(({ pieces }) => pieces).filter((id) => field.piece.get(id)?.kind !== 'train').length;
    if (units === 0) return [];
    const who = count(units, side === 'union' ? 'Union unit' : 'Confederate unit');
    return [{ text: `${who} left the map on the ${exitName(field, by as ExitId).slice(by.length + 1)}.`, weight: 2 }];
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
