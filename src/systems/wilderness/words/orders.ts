import COMMANDS from '../../../../assets/wilderness/commands.json' with { type: 'json' };
import REFUSALS from '../../../../assets/wilderness/refusals.json' with { type: 'json' };
import {
  type ButtonTone,
  type Draft,
  type Label,
  LONGEST_LABEL,
  type Refusal,
  type SlotValue,
  type Viewer,
} from '../../../game/index.ts';
import { refusalInWords, youCanOrder } from '../../../kit/fact-sentences.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { findHex, shortHex } from '../../../kit/hex/hex-names.ts';
import { type SlotReader, slotReaders } from '../../../kit/order-reading.ts';
import { count, listed, plural, quoted, shortened, upTo } from '../../../kit/plain-english.ts';
import type { WordsFor } from '../../../kit/shared-vocabulary.ts';
import { nameKey } from '../../../kit/typed-names.ts';
import { boardOf } from '../board.ts';
import { type AttackOrder, forecastFor } from '../rules/combat/attack-forecast.ts';
import { grammarOf, readBy } from '../rules/legality.ts';
import type { RefusalCode } from '../rules/moment.ts';
import { probeModifier, SUCCESS } from '../rules/movement/probe.ts';
import type { State } from '../state.ts';
import { apart, type Theatre, together } from '../theatre.ts';
import { type Event, isSide, type Order, type SlotKind, type UnitId, VERBS, type Verb } from '../vocabulary.ts';
import { oddsBriefly, oddsInFull } from './attack-odds.ts';
import { hexName, NOBODY, sideName, unitName, unitsTyped, unitsWords, unitTyped, unitWords } from './names.ts';

/** Texts of commands and of lists of games. Seats are in the order in which they move [2.1]. */
export const { title, tagline, basis, seats, verbs } = COMMANDS;

/** How the bot plays. */
export const MACHINE_SUMMARY =
  'It estimates what lies face down, probes before it attacks, takes what is worth points, and moves its dummies like corps.';

/** A verb as a choice. With a step, `done` says what it ends. */
export function verbLabel(verb: Verb, step?: State['step']): string {
  return verb === 'done' && step ? STEP_WORDS[step].end : COMMANDS.labels[verb];
}

/** The question of each step, which everybody sees, and the button that ends the step. */
export const STEP_WORDS = {
  setup: { prompt: 'Change your set-up if you like, then end it.', end: 'Finish set-up' },
  reinforce: { prompt: 'Place the units that arrive, then end the phase.', end: 'End reinforcements' },
  move: { prompt: 'Move your counters, then end the phase.', end: 'End movement' },
  probe: { prompt: 'Probe with your cavalry, or end the phase.', end: 'End probes' },
  combat: { prompt: 'Attack if you like, then end the phase.', end: 'End combat' },
  claim: { prompt: 'Claim hexes or show counters if you like, then end your turn.', end: 'End turn' },
} as const;

/** The question of each choice during an attack, and the button that begins it. */
export const CHOICES = {
  lose: { prompt: 'Choose which units take the losses.', choose: 'Choose who takes losses' },
  advance: { prompt: 'Choose who advances into the emptied hex.', choose: 'Choose who advances' },
  settle: { prompt: 'The attack is settled.', choose: 'Go on' },
} as const;

/** The names that words of orders use. */
interface Names {
  unit(id: UnitId): string;
  units(ids: readonly UnitId[]): string;
  hex(id: HexId): string;
}

function hexIn(theatre: Theatre) {
  return (id: HexId) => (theatre.hex.has(id) ? shortHex(theatre, id) : id);
}

const TONES: { readonly [verb in Verb]?: ButtonTone } = {
  move: 'move',
  rail: 'move',
  sea: 'move',
  hasty: 'attack',
  attack: 'attack',
  charge: 'attack',
  probe: 'attack',
  done: 'bold',
};

/** An order as a button offers it to its own side. */
export function label(theatre: Theatre, state: State, order: Order): Label {
  const text = order.verb === 'done' ? STEP_WORDS[state.step].end : shortened(labelWords(theatre, order), 70);
  const tone = TONES[order.verb] ?? 'plain';
  if (isAttack(order)) {
    const forecast = forecastFor({ theatre, state, side: state.side }, order);
    const odds = forecast && oddsBriefly(forecast);
    return odds === null ? { text, tone } : { text: shortened(text, LONGEST_LABEL - ` · ${odds}`.length), tone, odds };
  }
  if (order.verb !== 'probe') return { text, tone };
  const most = SUCCESS - probeModifier({ state, board: boardOf(theatre, state) }, order.target);
  return { text, tone, ...(most >= 1 ? { odds: upTo(most), chance: `${most} in 6` } : { odds: 'cannot succeed' }) };
}

const LABELS: WordsFor<'verb', Order, [Names]> = {
  place: ({ unit, hex }, named) => `Place ${named.unit(unit)} in ${named.hex(hex)}`,
  reinforce: ({ points, unit }, named) => `${count(Number(points), 'point')} to ${named.unit(unit)}`,
  transfer: ({ points, from, to }, named) =>
    `${count(Number(points), 'point')} from ${named.unit(from)} to ${named.unit(to)}`,
  move: ({ units, from, to }, named) => `${named.units(apart(units))}: ${from} to ${named.hex(to)}`,
  rail: ({ unit, to }, named) => `${named.unit(unit)} by rail to ${named.hex(to)}`,
  detrain: ({ unit }, named) => `${named.unit(unit)} detrains`,
  sea: ({ unit, to }, named) => `${named.unit(unit)} by sea to ${named.hex(to)}`,
  entrench: ({ unit }, named) => `${named.unit(unit)} entrenches`,
  probe: ({ unit, target }, named) => `${named.unit(unit)} probes ${named.hex(target)}`,
  hasty: ({ from, units, target }, named) =>
    `Hasty attack on ${named.hex(target)} from ${from}: ${named.units(apart(units))}`,
  attack: ({ target, with: units }, named) => `Attack ${named.hex(target)}: ${named.units(units)}`,
  charge: ({ target, with: units }, named) => `Cavalry attacks ${named.hex(target)}: ${named.units(units)}`,
  lose: ({ unit, points }, named) => `${named.unit(unit)} loses ${points}`,
  advance: ({ with: units }, named) =>
    `${listed(units.map(named.unit)) || 'Nobody'} ${plural(Math.max(1, units.length), 'advances', 'advance')}`,
  claim: ({ hex }, named) => `Claim ${named.hex(hex)}`,
  show: ({ unit }, named) => `Show ${named.unit(unit)}`,
  done: () => 'Done',
};

/** An order in a few words, for labels and mid-sentence: "V, VI: 2224 to 2427". */
export function labelWords(theatre: Theatre, order: Order): string {
  const unit = (id: UnitId) => unitName(theatre, id);
  const units = (ids: readonly UnitId[]) => ids.map(unit).join(', ');
  return LABELS[order.verb](order as never, { unit, units, hex: hexIn(theatre) });
}

/** The forecast of an attack in the position before it: "2-1: 18 against 9 …"; `null` for other orders. */
export function promiseOf(theatre: Theatre, state: State, order: Order): string | null {
  const forecast = isAttack(order) ? forecastFor({ theatre, state, side: state.side }, order) : null;
  if (forecast === null) return null;
  const [head, ...results] = oddsInFull(theatre, forecast);
  return [head, results.join('; ')].join(' ').trim();
}

function isAttack(order: Order): order is AttackOrder {
  return order.verb === 'attack' || order.verb === 'hasty' || order.verb === 'charge';
}

/** Orders that may name face-down counters; other sides read only that one was given. */
const COVERED: { readonly [verb in Verb]?: string } = {
  place: 'places a counter',
  reinforce: 'uses reinforcements',
  transfer: 'uses reinforcements',
  move: 'gives an order to march',
  rail: 'gives an order to go by rail',
  detrain: 'gives an order to detrain',
  sea: 'gives an order to go by sea',
  entrench: 'gives an order to entrench',
};

const strengthPoints = (points: string) => count(Number(points), 'strength point');

const DESCRIBED: WordsFor<'verb', Order, [Names]> = {
  place: ({ unit, hex }, named) => `places ${named.unit(unit)} in ${named.hex(hex)}`,
  reinforce: ({ unit, points }, named) => `gives ${named.unit(unit)} ${strengthPoints(points)}`,
  transfer: ({ points, from, to }, named) =>
    `passes ${strengthPoints(points)} from ${named.unit(from)} to ${named.unit(to)}`,
  move: ({ units, from, to }, named) => `marches ${named.units(apart(units))} from ${from} to ${named.hex(to)}`,
  rail: ({ unit, to }, named) => `sends ${named.unit(unit)} by rail to ${named.hex(to)}`,
  detrain: ({ unit }, named) => `detrains ${named.unit(unit)}`,
  sea: ({ unit, to }, named) => `sends ${named.unit(unit)} by sea to ${named.hex(to)}`,
  entrench: ({ unit }, named) => `entrenches ${named.unit(unit)}`,
  probe: ({ unit, target }, named) => `probes ${named.hex(target)} with ${named.unit(unit)}`,
  hasty: ({ units, target }, named) => `makes a hasty attack on ${named.hex(target)} with ${named.units(apart(units))}`,
  attack: ({ target, with: units }, named) => `attacks ${named.hex(target)} with ${named.units(units)}`,
  charge: ({ target, with: units }, named) => `attacks the cavalry in ${named.hex(target)} with ${named.units(units)}`,
  lose: ({ unit, points }, named) => `chooses ${named.unit(unit)} to lose ${strengthPoints(points)}`,
  advance: ({ with: units }, named) => (units.length === 0 ? 'doesn’t advance' : `advances ${named.units(units)}`),
  claim: ({ hex }, named) => `claims ${named.hex(hex)}`,
  show: ({ unit }, named) => `shows ${named.unit(unit)}`,
  done: () => 'ends the phase',
};

/** An order after the name of the member who gave it: "claims 2028 Rapidan Station". */
export function describe(theatre: Theatre, order: Order, viewer: Viewer, seat: string): string {
  const covered = COVERED[order.verb];
  if (covered !== undefined && viewer !== seat && viewer !== 'referee') return covered;
  const unit = (id: UnitId) => unitWords(theatre, id);
  const units = (ids: readonly UnitId[]) => unitsWords(theatre, ids);
  return DESCRIBED[order.verb](order as never, { unit, units, hex: hexIn(theatre) });
}

/** Events whose sentence says everything that the order's own words would, if they come first. */
const TOLD_BY: { readonly [verb in Verb]?: readonly Event['type'][] } = {
  place: ['placed'],
  reinforce: ['reinforced'],
  transfer: ['transferred'],
  move: ['moved'],
  rail: ['moved'],
  sea: ['moved'],
  detrain: ['detrained'],
  entrench: ['entrenched'],
  probe: ['probed'],
  lose: ['lost'],
  advance: ['advanced'],
  claim: ['claimed'],
  show: ['revealed'],
  done: ['finished', 'ready'],
};

/** Whether the first event's sentence makes the order's own superfluous. */
export function summaryCoversOrder({ verb }: Order, [first]: readonly Event[]): boolean {
  return first !== undefined && (TOLD_BY[verb] ?? []).includes(first.type);
}

const { reader, listReader } = slotReaders<Theatre, RefusalCode>();
const someUnits = listReader(unitTyped, 'unknown-unit', /[,;+]/);

const READERS: { readonly [kind in SlotKind]: SlotReader<Theatre, never> } = {
  unit: reader(unitTyped, 'unknown-unit'),
  units: reader((theatre, text) => {
    const found = unitsTyped(theatre, text);
    return found ? together(found) : null;
  }, 'unknown-unit'),
  list,
  hex: reader(findHex, 'unknown-hex'),
  points: reader((_, text) => /^\s*(\d{1,2})\s*$/.exec(text)?.[1] ?? null, 'unknown-points'),
};

/** A list of units, or "nobody" when typed as one text. */
function list(theatre: Theatre, given: SlotValue): SlotValue | Refusal {
  const isNobody = typeof given === 'string' && nameKey(given) === NOBODY;
  return isNobody ? [] : someUnits(theatre, given, undefined);
}

const GRAMMAR = grammarOf(READERS, verbLabel);

export function parse(theatre: Theatre, draft: Draft): Order | Refusal {
  return readBy(GRAMMAR, theatre, draft) as Order | Refusal;
}

const { sentences, tables } = REFUSALS;
export const REFUSAL_CODES = Object.keys(sentences) as readonly RefusalCode[];

/** Words a refusal: the reason, its paragraph, and legal alternatives. Its facts hold ids, which become names here. */
export function refusal(theatre: Theatre, refused: Refusal): string {
  const kinds = {
    ...tables,
    unit: (id: string) => unitWords(theatre, id),
    hex: (hex: string) => hexName(theatre, hex),
    side: (side: string) => (isSide(side) ? sideName(side) : 'other side'),
    points: (number: string) => count(Number(number), 'movement point'),
    typed: quoted,
  };
  const labels = refused.instead.map((order) => labelWords(theatre, order as Order));
  const facts = { ...refused.facts, free: theatre.points.garrisons.richmond.free };
  return refusalInWords({ ...refused, facts }, { sentences, kinds, verbs: VERBS }, (most) => youCanOrder(labels, most));
}
