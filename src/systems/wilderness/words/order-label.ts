import { type ButtonTone, type Label, LONGEST_LABEL } from '../../../game/index.ts';
import { shortHex } from '../../../kit/hex/hex-names.ts';
import { count, listed, shortened } from '../../../kit/plain-english.ts';
import { boardOf } from '../board.ts';
import { type AttackOrder, forecastFor } from '../rules/combat/attack-forecast.ts';
import { probeModifier } from '../rules/movement/probe.ts';
import type { State } from '../state.ts';
import { apart, type Theatre } from '../theatre.ts';
import type { Order, UnitId, Verb } from '../vocabulary.ts';
import { ENDS } from './agenda.ts';
import { oddsBriefly, oddsInFull } from './attack-odds.ts';
import { unitName } from './names.ts';

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
  const text = order.verb === 'done' ? ENDS[state.step] : shortened(labelWords(theatre, order), 70);
  const tone = TONES[order.verb] ?? 'plain';
  if (isAttack(order)) {
    const forecast = forecastFor({ theatre, state, side: state.side }, order);
    const odds = forecast && oddsBriefly(forecast);
    return odds === null ? { text, tone } : { text: shortened(text, LONGEST_LABEL - ` · ${odds}`.length), tone, odds };
  }
  if (order.verb !== 'probe') return { text, tone };
  const most = 4 - probeModifier({ state, board: boardOf(theatre, state) }, order.target);
  return most >= 1
    ? { text, tone, odds: most === 1 ? '1' : `1–${most}`, chance: `${most} in 6` }
    : { text, tone, odds: 'cannot succeed' };
}

/** An order in a few words, for labels and mid-sentence: "V, VI: 2224 to 2427". */
export function labelWords(theatre: Theatre, order: Order): string {
  const name = (id: UnitId) => unitName(theatre, id);
  const names = (ids: readonly UnitId[]) => ids.map(name).join(', ');
  const hex = (id: string) => (theatre.hex.has(id) ? shortHex(theatre, id) : id);
  switch (order.verb) {
    case 'place':
      return `Place ${name(order.unit)} in ${hex(order.hex)}`;
    case 'reinforce':
      return `${count(Number(order.points), 'point')} to ${name(order.unit)}`;
    case 'transfer':
      return `${count(Number(order.points), 'point')} from ${name(order.from)} to ${name(order.to)}`;
    case 'move':
      return `${names(apart(order.units))}: ${order.from} to ${hex(order.to)}`;
    case 'rail':
      return `${name(order.unit)} by rail to ${hex(order.to)}`;
    case 'detrain':
      return `${name(order.unit)} detrains`;
    case 'sea':
      return `${name(order.unit)} by sea to ${hex(order.to)}`;
    case 'entrench':
      return `${name(order.unit)} entrenches`;
    case 'probe':
      return `${name(order.unit)} probes ${hex(order.target)}`;
    case 'hasty':
      return `Hasty attack on ${hex(order.target)} from ${order.from}: ${names(apart(order.units))}`;
    case 'attack':
      return `Attack ${hex(order.target)}: ${names(order.with)}`;
    case 'charge':
      return `Cavalry attacks ${hex(order.target)}: ${names(order.with)}`;
    case 'lose':
      return `${name(order.unit)} loses ${order.points}`;
    case 'advance':
      if (order.with.length === 0) return 'Nobody advances';
      return `${listed(order.with.map(name))} ${order.with.length === 1 ? 'advances' : 'advance'}`;
    case 'claim':
      return `Claim ${hex(order.hex)}`;
    case 'show':
      return `Show ${name(order.unit)}`;
    case 'done':
      return 'Done';
    default:
      return order satisfies never;
  }
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
