import { type Order as AnyOrder, type Refusal, refuse } from '../../game/index.ts';
import { capital, listed, quoted } from '../../kit/words.ts';
import { alternatives } from './alternatives.ts';
import type { Field } from './field.ts';
import { destinationLabel, namesOfIds, sidePeople, targetLabel } from './names.ts';
import { isSide, VERBS } from './vocabulary.ts';

/**
 * Why an order is refused, in words. Facts are ids as orders have them, and this file makes names of them: `unit`, `units`, `enemies`: one
 * piece or several, `a+b`; `hex`, `to`, `from`: a hex, `to` also `off-1528`; `target`: hexes, `1107+1206`; `hexes`: as `target`;
 * `seat`, `side`: a side; `turn`, `opens`, `cost`, `points`, `need`, `given`, `pair`: numbers; `column`, `odds`: columns of the table. A fact in
 * brackets in the list below may be left out.
 */
type Facts = Refusal['facts'];

/** Facts made readable. */
interface Words {
  /** The pieces of a fact: "Buchanan and Lovell". */
  units(fact: string): string;
  /** Their verb: of one piece the first word, of several the second. */
  number(fact: string, one: string, several: string): string;
  /** A hex or an exit: "1107 Watt". */
  place(fact: string): string;
  target(fact: string): string;
  side(fact: string): string;
  /** What a member typed, quoted. */
  typed(fact: string): string;
  /** A fact as it is. */
  value(fact: string): string;
  has(fact: string): boolean;
}

const SENTENCES = {
  // What cannot be read: `given`, what was typed.
  'unknown-verb': () => `In this game there are these orders: ${listed([...VERBS])}.`,
  'unknown-unit': ({ typed, has }) =>
    has('given') ? `No unit is called ${typed('given')}: type its designation or its name.` : 'Say which unit.',
  'unknown-hex': ({ typed, has }) =>
    has('given')
      ? `The map has no ${typed('given')}: type a hex number, like 1004, or the name of a place.`
      : 'Say which hex.',
  'unknown-column': ({ typed, has }) =>
    has('given')
      ? `${typed('given')} is no column of the table: they run from 1-5 to 6-1.`
      : 'Say on which column of the table, from 1-5 to 6-1.',
  'unknown-sure': () => 'To end the phase with something left to do, say yes.',
  'unknown-slot': ({ typed }) => `That order takes no ${typed('given')}.`,
  /** `slot`: what has to be said */
  missing: ({ value }) => `Say ${MISSING[value('slot')] ?? value('slot')}.`,

  // Whose turn it is, and for what.
  over: () => 'The game is over.',
  /** `seat`: who is asked */
  'not-asked': ({ side }) => `It is for ${side('seat')} to choose now.`,
  'unknown-seat': () => 'Orders are given by the Union and by the Confederates.',
  /** `kind`: retreat, lose or advance; `units`: whose it is */
  pending: ({ value, units }) => PENDING[value('kind')]?.(units('units')) ?? 'A choice has to be made first.',
  /** `step`: move, plan or fight; `verb` */
  'wrong-phase': ({ value }) =>
    `${PHASE[value('step')] ?? 'Not now'}: ${WRONG[value('verb')] ?? 'that has its own time'}.`,

  // Units: `unit`.
  'not-yours': ({ units, number, has, side }) =>
    `${units('unit')} ${number('unit', 'is', 'are')} not yours${has('side') ? `, but of ${side('side')}` : ''}.`,
  lost: ({ units, number }) => `${units('unit')} ${number('unit', 'has', 'have')} been eliminated.`,
  left: ({ units, number }) => `${units('unit')} ${number('unit', 'has', 'have')} left the map, and nobody comes back.`,
  /** `turn`: when it is due */
  'not-arrived': ({ units, number, value }) =>
    `${units('unit')} ${number('unit', 'arrives', 'arrive')} in turn ${value('turn')}.`,
  moved: ({ units, number }) => `${units('unit')} ${number('unit', 'has', 'have')} moved already in this phase.`,
  /** [`hex`] */
  'in-control': ({ units, number, place, has }) =>
    `${units('unit')} ${number('unit', 'stands', 'stand')} in enemy control${has('hex') ? ` in ${place('hex')}` : ''}, and cannot move.`,
  'not-together': ({ units }) => `${units('unit')} cannot go together: only two units that start in one hex can.`,
  /** Of units that come on */
  'not-paired': ({ units }) => `${units('unit')} do not come on as a pair now: order one of them, then the other.`,

  // Ways: `unit`, `to`.
  'already-there': ({ units, number, place }) =>
    `${units('unit')} ${number('unit', 'is', 'are')} in ${place('to')} already.`,
  /** [`cost`], `points` */
  'too-far': ({ units, place, value, has }) =>
    has('cost')
      ? `${place('to')} costs ${value('cost')}, and ${units('unit')} has ${value('points')}.`
      : `${units('unit')} cannot reach ${place('to')} with ${value('points')} points.`,
  'enemy-there': ({ place }) => `The enemy holds ${place('to')}: no unit enters it.`,
  'no-crossing': ({ place }) => `No bridge or ford leads to ${place('to')} from there.`,
  full: ({ place }) => `${place('to')} would hold more than two units at the end of the phase.`,
  'train-alone': ({ place }) => `The Train and another unit cannot share or pass ${place('to')}.`,
  'train-way': ({ place }) => `The Train moves by road and trail only; none takes it to ${place('to')}.`,
  /** [`opens`] */
  'zone-closed': ({ place, value, has }) =>
    `${place('to')} lies in the command control zone, closed to the Union ${has('opens') ? `until turn ${value('opens')}` : 'for now'}.`,
  'night-control': ({ place }) => `At night no unit enters enemy control; ${place('to')} is in it.`,
  'ineffective-control': ({ units, place }) =>
    `${units('unit')} is ineffective and cannot enter enemy control; ${place('to')} is in it.`,
  'first-turn-control': ({ units, place }) =>
    `${place('to')} is in Union control: ${units('unit')} may spend no more than 6 points in a turn in which it enters that.`,
  /** `hex`: of entry */
  'entry-closed': ({ place, has }) =>
    has('hex') ? `${place('hex')} cannot be used to come on now.` : 'No entry hex is open: the unit waits.',
  'entry-needless': ({ place }) => `${place('hex')} is the only way it may come on now: leave that out.`,
  'entry-other': ({ place }) => `The group comes on by ${place('hex')} this turn.`,
  /** `hex`, `pair` */
  'column-full': ({ place, value }) =>
    `The column at ${place('hex')} is too long: pair ${value('pair')} has to wait for the next turn.`,
  'exit-controlled': ({ place }) => `${place('hex')} is in enemy control: no unit leaves from there.`,
  /** `hexes` */
  overfull: ({ target }) =>
    `${target('hexes')} would hold more than two units, or the Train with another: move one on.`,

  // Laying out battles: `unit`, `target`.
  'nobody-there': ({ target }) => `No enemy stands in ${target('target')}.`,
  'no-attacker': ({ target }) => `None of your units can attack ${target('target')}.`,
  'no-common-attacker': ({ target }) => `No unit of yours is next to all of ${target('target')}.`,
  /** `hex`: of own units that could attack none of it, and nobody else; `target` */
  'would-strand': ({ place, target }) =>
    `Your units in ${place('hex')} would have nobody to attack: they are not next to all of ${target('target')}.`,
  'cannot-join': ({ units, target }) =>
    `${units('unit')} cannot join against ${target('target')}: it has to be next to all of it.`,
  'cannot-attack': ({ units }) => `${units('unit')} cannot attack.`,
  ineffective: ({ units, number }) => `${units('unit')} ${number('unit', 'is', 'are')} ineffective and cannot attack.`,
  'train-attacks': () => 'The Train never attacks.',
  'not-guns': ({ units, number }) =>
    `${units('unit')} ${number('unit', 'is', 'are')} not artillery, and cannot bombard.`,
  'one-target': () => 'Guns bombard one hex at a time.',
  'out-of-range': ({ units, target }) =>
    `${units('unit')} cannot reach ${target('target')}: guns reach two or three hexes.`,
  'no-sight': ({ units, target }) => `${units('unit')} cannot see ${target('target')}.`,
  'guns-in-control': ({ units }) => `${units('unit')} stands in enemy control and cannot bombard.`,
  'guns-displaced': ({ units }) => `${units('unit')} has been displaced, and does not fire in this phase.`,
  /** `column`, `odds` */
  'column-too-high': ({ value }) =>
    `The odds are ${value('odds')}: ${value('column')} is too high. A lower column may be named.`,
  'no-battle': ({ target }) => `No battle is laid out against ${target('target')}.`,
  'night-combat': () => 'At night there is no combat.',

  // Ends of phases.
  /** An enemy hex in control of own units is not attacked. `hex`: the enemy's; `enemies`; `from`: own hexes beside it, `1107+1206` */
  'duty-enemy': ({ units, number, place, target }) =>
    `${place('hex')} has to be attacked: ${units('enemies')} ${number('enemies', 'controls', 'control')} your ${target('from')}.`,
  /** Own units in enemy control do not attack. `hex`: theirs; `units`; `target`: the hexes they may attack */
  'duty-own': ({ units, number, place, target }) =>
    `${place('hex')}: ${units('units')} ${number('units', 'stands', 'stand')} in enemy control and must attack ${target('target')}.`,
  /** `target`: one that is left */
  'battles-left': ({ target }) => `The battle of ${target('target')} has to be fought first.`,
  'sure-needless': () => 'Nothing is left to do: the phase can end without more.',
  /** `left`: what is left to do, as the question says it */
  sure: ({ value }) => `Something is left to do: ${value('left')}.`,

  // Choices: `unit`, [`to`].
  'not-retreating': ({ units, number }) => `${units('unit')} ${number('unit', 'does', 'do')} not have to go back now.`,
  'no-retreat': ({ units, place }) => `${units('unit')} cannot go back to ${place('to')}.`,
  'must-displace': ({ place }) => `${place('to')} is full: say who makes room.`,
  /** `hex`: the full one */
  'cannot-displace': ({ units, place }) => `${units('unit')} cannot make room in ${place('hex')}.`,
  /** `need`, `given` */
  'lose-more': ({ value }) =>
    `Those have ${value('given')} strength points; at least ${value('need')} have to go, or all that can.`,
  'cannot-lose': ({ units, number }) => `${units('unit')} ${number('unit', 'takes', 'take')} no part in the exchange.`,
  'no-advance': ({ units, place, has }) =>
    has('to') ? `${units('unit')} cannot advance into ${place('to')}.` : `${units('unit')} cannot advance.`,

  /** Nothing closer is known. */
  'not-listed': () => 'That order cannot be given now.',
} satisfies { readonly [code: string]: (words: Words) => string };

export type RefusalCode = keyof typeof SENTENCES;

/** Every code there is. */
export const REFUSAL_CODES = Object.keys(SENTENCES) as readonly RefusalCode[];

const MISSING: { readonly [slot: string]: string } = {
  unit: 'which unit',
  units: 'which units',
  by: 'by which hex it comes on',
  to: 'where to',
  target: 'which hex',
  with: 'with which units',
  guns: 'which guns support it',
  column: 'on which column of the table',
  displacing: 'who makes room',
  sure: 'whether the phase is to end',
};

const PENDING: { readonly [kind: string]: (units: string) => string } = {
  retreat: (units) => `${units || 'Somebody'} has to go back first.`,
  lose: () => 'First it has to be said who goes in the exchange.',
  advance: () => 'First it has to be said who advances.',
};

const PHASE: { readonly [step: string]: string } = {
  move: 'This is a movement phase',
  plan: 'Battles are being laid out',
  fight: 'The battles of the phase are being fought',
};

const WRONG: { readonly [verb: string]: string } = {
  move: 'units move in their movement phase',
  attack: 'attacks are laid out when a combat phase begins',
  bombard: 'bombardments are laid out when a combat phase begins',
  cancel: 'there is no battle to strike out',
  fight: 'battles are fought when all are laid out',
  retreat: 'nobody has to go back',
  lose: 'nobody has to go in an exchange',
  advance: 'nobody can advance',
  done: 'the phase cannot end yet',
};

/** As `refuse` of the contract, with a code that there are words for. */
export function because(
  code: RefusalCode,
  rule: string | null,
  facts: Facts = {},
  instead: readonly AnyOrder[] = [],
): Refusal {
  return refuse(code, rule, facts, instead);
}

/** Characters of a refusal at most. */
const LONGEST = 300;

/** The reason, its paragraph, and what may be done instead. */
export function refusal(field: Field, { code, rule, facts, instead }: Refusal): string {
  const sentence: ((words: Words) => string) | undefined = Object.hasOwn(SENTENCES, code)
    ? SENTENCES[code as RefusalCode]
    : undefined;
  const why = capital((sentence ?? SENTENCES['not-listed'])(wordsOf(field, facts)));
  const cited = rule === null ? why : `${why} [${rule}]`;
  for (const most of [4, 2, 1]) {
    const whole = instead.length === 0 ? cited : `${cited} You may ${alternatives(field, instead, most)}.`;
    if (whole.length <= LONGEST) return whole;
  }
  return shortened(cited);
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function wordsOf(field: Field, facts: Facts): Words {
  const ids = (fact: string) => String(facts[fact] ?? '').split('+');
  return {
    value: (fact) => String(facts[fact] ?? '?'),
    has: (fact) => facts[fact] !== undefined && facts[fact] !== '',
    units: (fact) => namesOfIds(field, ids(fact)) || 'The unit',
    number: (fact, one, several) => (ids(fact).length > 1 ? several : one),
    place: (fact) => placeOf(field, String(facts[fact])),
    target: (fact) =>
      targetLabel(
        field,
        ids(fact).filter((hex) => field.hex.has(hex)),
      ) || 'that hex',
    side: (fact) => (isSide(String(facts[fact])) ? sidePeople(facts[fact] as 'union') : 'the other side'),
    typed: (fact) => quoted(String(facts[fact] ?? '')),
  };
}

function placeOf(field: Field, to: string): string {
  return field.hex.has(to) || /^off-(0117|1528)$/.test(to) ? destinationLabel(field, to) : 'that hex';
}
