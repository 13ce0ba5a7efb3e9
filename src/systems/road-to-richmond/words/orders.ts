import COMMANDS from '../../../../assets/road-to-richmond/commands.json' with { type: 'json' };
import REFUSALS from '../../../../assets/road-to-richmond/refusals.json' with { type: 'json' };
import { type ButtonTone, type Draft, type Label, LONGEST_LABEL, type Refusal } from '../../../game/index.ts';
import { type KindWords, refusalInWords, youCanOrder } from '../../../kit/fact-sentences.ts';
import { findHex, hexLabel } from '../../../kit/hex/hex-names.ts';
import { type Grammar, readOrder, type SlotReader, slotReaders } from '../../../kit/order-reading.ts';
import { atMost, count, listed, plural, quoted } from '../../../kit/plain-english.ts';
import type { WordsFor } from '../../../kit/shared-vocabulary.ts';
import { nameKey } from '../../../kit/typed-names.ts';
import { type Field, piecesNamed } from '../field.ts';
import { reckon } from '../rules/combat/battle-odds.ts';
import { attackersOf, battleNamed } from '../rules/combat/battle-plan.ts';
import { CombatProgress, retreatPiece, settle } from '../rules/combat/pending-choices.ts';
import { defaultOrderOf, ORDER_RULES } from '../rules/legality.ts';
import type { RefusalCode } from '../rules/moment.ts';
import type { PendingOf, State } from '../state.ts';
import { type Event, isSide, type Order, type PieceId, type Side, targetOf, VERBS, type Verb } from '../vocabulary.ts';
import {
  destination,
  destinationLabel,
  findColumn,
  findDestination,
  findHexes,
  findUnit,
  findUnits,
  hexesLabel,
  NOBODY,
  namesOfIds,
  sidePeople,
  target,
  unitName,
  withinSentence,
} from './names.ts';

/** Seats are in the order in which they move [2.1]. */
export const { title, tagline, basis, seats, variants, verbs } = COMMANDS;

/** How the bot plays. */
export const MACHINE_SUMMARY = 'It attacks at good odds, holds its line, guards the crossings and withdraws in time.';

/** Labels of the buttons that end each part of a turn. */
export const ENDS: { readonly [step in State['step']]: string } = {
  move: 'End movement',
  plan: 'Finish planning',
  fight: 'End combat',
};

/** Answers to the question whether a part ends with something left undone. */
export const ANSWERS = {
  rest: { value: 'rest', label: 'Plan the rest for me', hint: 'at the best odds; nothing is fought yet' },
  finish: { value: 'yes', label: 'Finish planning' },
  end: { value: 'yes', label: 'End it' },
} as const;

export function verbLabel(verb: Verb): string {
  return COMMANDS.labels[verb];
}

/** Characters of a label reserved for the odds. */
const ODDS = 15;

/** An order in the words of its button, in so many characters if possible. */
const TEXTS: WordsFor<'verb', Order, [field: Field, room: number]> = {
  move({ unit, by, to }, field, room) {
    const who = `${named(field, unit.split('+'))}${by === undefined ? '' : ` from ${by}`}`;
    const text = `${who} ${destination(field, to)}`;
    // "to 1004", "off the map at 1528"
    const brief = to.replace(/^(off-)?/, (off) => (off === '' ? 'to ' : 'off the map at '));
    return text.length <= room ? text : `${who} ${brief}`;
  },
  attack: ({ target: hexes, with: units, guns = [], column }, field, room) =>
    planned(field, `Attack ${hexes} at ${column} with `, [...units, ...guns], room),
  bombard: ({ target: hexes, with: units, column }, field, room) =>
    planned(field, `Bombard ${hexes} at ${column} with `, units, room),
  cancel: ({ target: hexes }, field, room) => clipped(`Cancel the battle at ${target(field, hexes)}`, hexes, room),
  fight: ({ target: hexes }, field, room) => clipped(`Fight at ${target(field, hexes)}`, hexes, room),
  retreat({ unit, to, displacing }, field, room) {
    const displaced = displacing === undefined ? '' : `, ${withinSentence(named(field, [displacing]))} makes room`;
    const text = (where: string) => `${named(field, [unit])} retreats to ${where}${displaced}`;
    const full = text(hexLabel(field, to));
    return full.length <= room ? full : text(to);
  },
  lose: ({ units }, field, room) => `Lose ${taking(field, units, room - 5)}`,
  advance({ unit, to }, field) {
    if (unit === 'none') return 'Nobody advances';
    return `${named(field, [unit])} advances${to === undefined ? '' : ` into ${destinationLabel(field, to)}`}`;
  },
  done: ({ sure }) => (sure === 'rest' ? ANSWERS.rest.label : verbLabel('done')),
};

const TONES: { readonly [verb in Verb]: ButtonTone } = {
  move: 'move',
  attack: 'attack',
  bombard: 'attack',
  cancel: 'plain',
  fight: 'attack',
  retreat: 'move',
  lose: 'plain',
  advance: 'bold',
  done: 'bold',
};

/** @param room characters for the label and its odds */
export function label(field: Field, state: State, order: Order, room = LONGEST_LABEL): Label {
  const isEnd = order.verb === 'done' && order.sure !== 'rest';
  const text = isEnd ? ENDS[state.step] : briefly(field, order, room);
  const tone = order.verb === 'advance' && order.unit === 'none' ? 'plain' : TONES[order.verb];
  return { text, tone, ...oddsOf(field, state, order) };
}

function briefly(field: Field, order: Order, room = LONGEST_LABEL): string {
  return TEXTS[order.verb](order as never, field, room);
}

/** The odds of an order that plans a battle, with units that join without being named, or that fights one. */
function oddsOf(field: Field, state: State, order: Order): Pick<Label, 'odds'> {
  if (order.verb === 'attack' || order.verb === 'bombard') {
    const hexes = order.target.split('+');
    const { attack, defence } = reckon(field, state, { hexes, attackers: attackersOf(field, state, hexes, order) });
    return { odds: `${attack}:${defence}` };
  }
  const battle = order.verb === 'fight' ? battleNamed(state, order.target) : undefined;
  if (!battle) return {};
  const { attack, defence, column } = reckon(field, state, battle);
  return { odds: `${column}, ${attack}:${defence}` };
}

function planned(field: Field, what: string, units: readonly PieceId[], room: number): string {
  return `${what}${taking(field, units, room - ODDS - what.length)}`;
}

function named(field: Field, ids: readonly PieceId[]): string {
  return listed(piecesNamed(field, ids).map((piece) => unitName(field, piece)));
}

/** Replaces hex names by hex numbers if the text is too long. */
function clipped(text: string, hexes: string, room: number): string {
  return text.length <= room - ODDS ? text : text.replace(/ \d{4} .*$/, ` ${hexes}`);
}

/** Pieces by name or, if names are too long, by designation. */
function taking(field: Field, ids: readonly PieceId[], room: number): string {
  const designations = piecesNamed(field, ids).map(({ designation }) => designation);
  const forms = [named(field, ids), listed(designations), designations.join(' ')];
  return forms.find(({ length }) => length <= room) ?? atMost(designations, Math.floor(room / 8));
}

const DESCRIBED: WordsFor<'verb', Order, [field: Field, names: (ids: readonly PieceId[]) => string]> = {
  move({ unit, by, to }, field, names) {
    const from = by === undefined ? '' : ` from ${hexLabel(field, by)}`;
    return `moves ${names(unit.split('+'))}${from} ${destination(field, to)}`;
  },
  attack({ target: hexes, with: units, guns = [], column }, field, names) {
    const support = guns.length > 0 ? `, supported by ${names(guns)}` : '';
    return `plans an attack on ${target(field, hexes)} with ${names(units)}${support}, at ${column}`;
  },
  bombard: ({ target: hexes, with: guns, column }, field, names) =>
    `plans a bombardment of ${target(field, hexes)} by ${names(guns)}, at ${column}`,
  cancel: ({ target: hexes }, field) => `cancels the battle at ${target(field, hexes)}`,
  fight: ({ target: hexes }, field) => `fights the battle at ${target(field, hexes)}`,
  retreat({ unit, to, displacing }, field, names) {
    const room = displacing === undefined ? '' : `, where ${names([displacing])} makes room`;
    return `retreats ${names([unit])} to ${hexLabel(field, to)}${room}`;
  },
  lose: ({ units }, _, names) => `loses ${names(units) || 'no unit'} in the exchange`,
  advance({ unit, to }, field, names) {
    if (unit === 'none') return 'advances no unit';
    return `advances ${names([unit])}${to === undefined ? '' : ` into ${hexLabel(field, to)}`}`;
  },
  // The order ends the phase or the planning; it does not say which.
  done: ({ sure }) => (sure === 'rest' ? 'lets the bot plan the other battles' : 'is done'),
};

/** Follows the name of the member who gave the order. */
export function describe(field: Field, order: Order): string {
  return DESCRIBED[order.verb](order as never, field, (ids) => withinSentence(namesOfIds(field, ids, 6)));
}

/** Events whose sentence can cover the whole order, if they come first. */
const TOLD_BY: { readonly [verb in Verb]: readonly Event['type'][] } = {
  move: ['moved', 'left'],
  attack: ['laid'],
  bombard: ['laid'],
  cancel: ['struck'],
  fight: ['fought'],
  retreat: ['retreated'],
  lose: ['lost'],
  advance: ['advanced', 'held'],
  done: [],
};

/** Whether the first event's sentence covers the whole order. */
export function summaryCoversOrder(order: Order, [first]: readonly Event[]): boolean {
  if (first === undefined || !TOLD_BY[order.verb].includes(first.type)) return false;
  // Other battles that lose attackers to it have their own events.
  return first.type !== 'laid' || ('target' in order && targetOf(first.battle.hexes) === order.target);
}

/** Pieces named at most in a default. */
const MOST = 4;

/** The default action, inside a sentence: "nobody advances". A default retreat names every piece. */
export function defaultText(field: Field, state: State, order: Order): string {
  const [pending] = state.pending;
  switch (order.verb) {
    case 'retreat':
      return pending?.kind === 'retreat' ? retreatsInWords(field, state, pending) : 'the guns retreat';
    case 'lose':
      return `${namesOfIds(field, order.units, MOST)} ${plural(order.units.length, 'is', 'are')} lost`;
    case 'advance':
      return 'nobody advances';
    case 'fight':
      return `the battle at ${target(field, order.target)} is fought`;
    case 'move':
      return `${withinSentence(namesOfIds(field, order.unit.split('+')))} moves on, and the phase ends`;
    case 'done':
      if (order.sure === 'rest') return 'the other battles are planned for you';
      return state.step === 'plan' ? 'planning ends' : 'the phase ends';
    default:
      return 'the phase ends';
  }
}

/**
 * "Buchanan retreats to 1207 near Watt, Lovell (making room) to 1208 near Watt"; a second retreat of a piece reads "on
 * to".
 */
function retreatsInWords(field: Field, state: State, first: PendingOf<'retreat'>): string {
  const course = new CombatProgress(field, state);
  for (;;) {
    const [pending] = course.state.pending;
    if (pending?.kind !== 'retreat' || pending.side !== first.side) break;
    const order = defaultOrderOf(field, course.state);
    if (order?.verb !== 'retreat') break;
    retreatPiece(course, pending, order.unit, order.to, order.displacing ?? null);
    settle(course);
  }
  const went = course.events.filter((event) => event.type === 'retreated');
  const ways = went.map(({ piece, to, why }, index) => {
    const verb = index === 0 ? 'retreats ' : '';
    const room = why === 'displaced' ? '(making room) ' : '';
    const on = went.slice(0, index).some((earlier) => earlier.piece === piece) ? 'on ' : '';
    return `${withinSentence(namesOfIds(field, [piece]))} ${verb}${room}${on}to ${hexLabel(field, to)}`;
  });
  if (ways.length <= MOST) return ways.join(', ');
  return `${ways.slice(0, MOST - 1).join(', ')}, and ${ways.length - MOST + 1} more retreats follow`;
}

const { reader, listReader } = slotReaders<Field, RefusalCode, Side>();
const unit = reader(findUnit, 'unknown-unit');
const severalUnits = listReader(findUnit, 'unknown-unit');
const hex = reader(findHex, 'unknown-hex');

/** By slots, or by verbs and slots where a verb's slot holds something of its own. */
const READERS: { readonly [slot: string]: SlotReader<Field, Side> } = {
  'move unit': reader((field, text, side) => findUnits(field, text, side)?.join('+') ?? null, 'unknown-unit'),
  'move to': reader(findDestination, 'unknown-hex'),
  'advance unit': reader(
    (field, text, side) => (['none', nameKey(NOBODY)].includes(nameKey(text)) ? 'none' : findUnit(field, text, side)),
    'unknown-unit',
  ),
  unit,
  by: hex,
  to: hex,
  target: reader((field, text) => findHexes(field, text)?.join('+') ?? null, 'unknown-hex'),
  with: severalUnits,
  guns: severalUnits,
  column: reader((_, text) => findColumn(text), 'unknown-column'),
  displacing: unit,
  units: severalUnits,
  sure: reader((_, text) => sureOf(text), 'unknown-sure'),
};

/** Reads a value, a label, or the beginning of a label. */
function sureOf(text: string): 'rest' | 'yes' | null {
  if (/^\s*(plan the )?rest\b/i.test(text)) return 'rest';
  const labels = [ANSWERS.finish, ANSWERS.end].map(({ label: name }) => nameKey(name));
  return ['yes', ...labels].some((name) => nameKey(text).startsWith(name)) ? 'yes' : null;
}

const GRAMMAR: Grammar<Verb, Field, Side> = {
  verbs: VERBS,
  label: verbLabel,
  slots: (verb) => ORDER_RULES.slots(verb),
  reader: (verb, slot) => (READERS[`${verb} ${slot}`] ?? READERS[slot]) as SlotReader<Field, Side>,
};

/**
 * Reads an order from ids, labels or names in any case. It refuses what it can't understand, but checks no legality.
 * @param side whose unit is meant by a name that both sides have
 */
export function parse(field: Field, draft: Draft, side?: Side): Order | Refusal {
  return readOrder(GRAMMAR, field, draft, side) as Order | Refusal;
}

const { sentences, tables } = REFUSALS;
export const REFUSAL_CODES = Object.keys(sentences) as readonly RefusalCode[];

/** The reason and its paragraph, then orders that are possible instead. */
export function refusal(field: Field, refused: Refusal): string {
  const words = { sentences, kinds: kindWords(field), verbs: VERBS };
  const facts = { ...refused.facts, left: undone(refused.facts) };
  const instead = refused.instead.map((order) => briefly(field, order as Order));
  return refusalInWords({ ...refused, facts }, words, (most) => youCanOrder(instead, most));
}

/** Unfinished business: guns that could fire, or units that could move. */
function undone({ guns, waiting = 0, unmoved = 0 }: Refusal['facts']): string {
  if (guns !== undefined) return guns === 1 ? 'a gun unit could bombard' : `${guns} gun units could bombard`;
  return leftWords({ waiting: Number(waiting), unmoved: Number(unmoved) });
}

/** The work left in a movement phase: "2 units can still arrive, and 12 can still move". */
export function leftWords({ waiting, unmoved }: { readonly waiting: number; readonly unmoved: number }): string {
  if (waiting === 0) return `${count(unmoved, 'unit')} can still move`;
  return `${count(waiting, 'unit')} can still arrive${unmoved > 0 ? `, and ${unmoved} can still move` : ''}`;
}

function kindWords(field: Field): KindWords {
  const known = (hexes: string) => hexes.split('+').filter((one) => field.hex.has(one));
  const either = (hexes: string) => known(hexes).map((one) => hexLabel(field, one));
  return {
    ...tables,
    units: (ids) => withinSentence(namesOfIds(field, ids.split('+'))) || 'the unit',
    place: (to) => (field.hex.has(to) || /^off-(0117|1528)$/.test(to) ? destinationLabel(field, to) : 'that hex'),
    target: (hexes) => hexesLabel(field, known(hexes)) || 'that hex',
    either: (hexes) => listed(either(hexes), ' or ') || 'that hex',
    side: (side) => (isSide(side) ? sidePeople(side) : 'the other side'),
    typed: quoted,
  };
}
