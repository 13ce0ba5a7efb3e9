import type { Viewer } from '../../../game/index.ts';
import { shortHex } from '../../../kit/hex/hex-names.ts';
import { capital, count, listed, oneStop } from '../../../kit/plain-english.ts';
import { apart, type Theatre, unitOf } from '../theatre.ts';
import { maySee } from '../view.ts';
import {
  type Event,
  type EventOf,
  type Order,
  otherSide,
  type Reckoning,
  type ShownUnit,
  type Side,
  type UnitId,
} from '../vocabulary.ts';
import { datesOf } from './game-status.ts';
import { hexName, hexNames, sideAdjective, sideName, strengthBand, unitsWords, unitWords } from './names.ts';

/** Orders that may name face-down counters; other sides read only that one was given. */
const COVERED: { readonly [verb in Order['verb']]?: string } = {
  place: 'places a counter',
  reinforce: 'uses reinforcements',
  transfer: 'uses reinforcements',
  move: 'gives an order to march',
  rail: 'gives an order to go by rail',
  detrain: 'gives an order to detrain',
  sea: 'gives an order to go by sea',
  entrench: 'gives an order to entrench',
};

/** An order after the name of the member who gave it: "claims 2028 Rapidan Station". */
export function describe(theatre: Theatre, order: Order, viewer: Viewer, by: string): string {
  const covered = COVERED[order.verb];
  if (covered !== undefined && viewer !== by && viewer !== 'referee') return covered;
  const name = (id: UnitId) => unitWords(theatre, id);
  const names = (ids: readonly UnitId[]) => unitsWords(theatre, ids);
  const hex = (id: string) => (theatre.hex.has(id) ? shortHex(theatre, id) : id);
  switch (order.verb) {
    case 'place':
      return `places ${name(order.unit)} in ${hex(order.hex)}`;
    case 'reinforce':
      return `gives ${name(order.unit)} ${points(Number(order.points))}`;
    case 'transfer':
      return `passes ${points(Number(order.points))} from ${name(order.from)} to ${name(order.to)}`;
    case 'move':
      return `marches ${names(apart(order.units))} from ${order.from} to ${hex(order.to)}`;
    case 'rail':
      return `sends ${name(order.unit)} by rail to ${hex(order.to)}`;
    case 'detrain':
      return `detrains ${name(order.unit)}`;
    case 'sea':
      return `sends ${name(order.unit)} by sea to ${hex(order.to)}`;
    case 'entrench':
      return `entrenches ${name(order.unit)}`;
    case 'probe':
      return `probes ${hex(order.target)} with ${name(order.unit)}`;
    case 'hasty':
      return `makes a hasty attack on ${hex(order.target)} with ${names(apart(order.units))}`;
    case 'attack':
      return `attacks ${hex(order.target)} with ${names(order.with)}`;
    case 'charge':
      return `attacks the cavalry in ${hex(order.target)} with ${names(order.with)}`;
    case 'lose':
      return `chooses ${name(order.unit)} to lose ${points(Number(order.points))}`;
    case 'advance':
      return order.with.length === 0 ? 'doesn’t advance' : `advances ${names(order.with)}`;
    case 'claim':
      return `claims ${hex(order.hex)}`;
    case 'show':
      return `shows ${name(order.unit)}`;
    case 'done':
      return 'ends the phase';
    default:
      return order satisfies never;
  }
}

/** First events whose public sentence says everything the order's own words would. */
const SAYS: { readonly [verb in Order['verb']]?: readonly Event['type'][] } = {
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
  return first !== undefined && (SAYS[verb] ?? []).includes(first.type);
}

/** A sentence for an event; `null` if the viewer does not notice it. */
export function tell(theatre: Theatre, event: Event, viewer: Viewer): string | null {
  const told = sentence(theatre, event, viewer);
  return told === null ? null : oneStop(told);
}

function sentence(theatre: Theatre, event: Event, viewer: Viewer): string | null {
  const own = 'side' in event && maySee(viewer, event.side);
  const hex = (id: string) => hexName(theatre, id);
  switch (event.type) {
    case 'dealt':
      return 'You score for enemy losses, and at the end of each turn for places you control. Both sides set up in secret.';
    case 'placed':
      if (own) return `${capital(unitWords(theatre, event.unit))} is placed in ${hex(event.hex)}.`;
      return event.arrives ? `A ${sideAdjective(event.side)} counter arrives in ${hex(event.hex)}.` : null;
    case 'ready':
      return `The ${sideName(event.side)} ${event.side === 'union' ? 'ends its' : 'end their'} set-up.`;
    case 'finished':
      return `The ${sideName(event.side)} ${event.side === 'union' ? 'ends its' : 'end their'} ${FINISHED[event.step]}.`;
    case 'opened':
      return 'Both armies are in place, face down.';
    case 'step':
      if (event.step === 'reinforce')
        return `Turn ${event.turn}, ${datesOf(event.turn)}: the ${sideAdjective(event.side)} turn begins.`;
      return stepBegins(event);
    case 'arrived':
      return arrived(theatre, event);
    case 'reinforced':
      return own ? `${capital(unitWords(theatre, event.unit))} gets ${points(event.points)}.` : null;
    case 'transferred':
      return own
        ? `${capital(unitWords(theatre, event.from))} passes ${points(event.points)} to ${unitWords(theatre, event.to)}.`
        : null;
    case 'commanded':
      return own ? commanded(theatre, event) : null;
    case 'moved':
      return moved(theatre, event, own);
    case 'detrained':
      return `${whose(theatre, event.side, event.unit, own)} leaves the train in ${hex(event.hex)}.`;
    case 'entrenched':
      return `${whose(theatre, event.side, event.unit, own)} entrenches in ${hex(event.hex)}.`;
    case 'revealed':
      return revealed(theatre, event);
    case 'hid':
      return `${counters(event.hexes.length, event.side)} ${event.hexes.length === 1 ? 'turns' : 'turn'} face down in ${hexNames(theatre, [...new Set(event.hexes)])}.`;
    case 'probed':
      return `${capital(unitWords(theatre, event.unit))} probes ${hex(event.target)}: ${dieWords(event.die, event.modifier)}. The probe ${event.found ? 'succeeds' : 'fails'}.`;
    case 'fought':
      return fought(theatre, event);
    case 'called-off':
      return calledOff(theatre, event);
    case 'charged':
      return `${capital(unitsWords(theatre, event.attackers))} ${event.attackers.length === 1 ? 'attacks' : 'attack'} ${unitsWords(theatre, event.defenders)} in ${hex(event.target)} at ${event.column}: ${dieWords(event.die, event.modifier)}, ${lossWords(event.losses)}.`;
    case 'lost':
      return lost(theatre, event);
    case 'driven':
      return event.to === null
        ? `${capital(unitWords(theatre, event.unit))} has no hex to fall back to${
            unitOf(theatre, event.unit).kind === 'leader' ? ': he leaves the map and can return in two turns' : ''
          }.`
        : `${capital(unitWords(theatre, event.unit))} falls back from ${hex(event.from)} to ${hex(event.to)}.`;
    case 'advanced':
      if (event.units.length === 0) return `Nobody advances to ${hex(event.hex)}.`;
      return `${capital(unitsWords(theatre, event.units))} ${event.units.length === 1 ? 'advances' : 'advance'} to ${hex(event.hex)}.`;
    case 'claimed':
      return `The ${sideName(event.side)} ${event.side === 'union' ? 'claims' : 'claim'} ${hex(event.hex)}${event.rail.length > 0 ? ` and ${count(event.rail.length, 'rail hex')}` : ''}.`;
    case 'scored':
      return `${capital(points(event.points, 'point'))} for the ${sideName(event.side)}: ${event.why}.`;
    case 'ended':
      return `The campaign is over: Union ${points(event.union, 'point')}, Confederates ${event.confederate}.`;
    default:
      return event satisfies never;
  }
}

function points(number: number, of = 'strength point'): string {
  return count(number, of);
}

/** "die 4", "die 4 + 1" */
export function dieWords(face: number, modifier: number): string {
  return modifier === 0 ? `die ${face}` : `die ${face} ${modifier > 0 ? '+' : '−'} ${Math.abs(modifier)}`;
}

/** "attacker loses 1, defender 2" */
export function lossWords([attacker, defender]: readonly [number, number]): string {
  return `attacker loses ${attacker}, defender ${defender}`;
}

/** A unit's name to its own side, to others just a counter. */
function whose(theatre: Theatre, side: Side, unit: UnitId, own: boolean): string {
  return own ? capital(unitWords(theatre, unit)) : counters(1, side);
}

/** "A Union counter", "3 Union counters" */
function counters(number: number, side: Side): string {
  return number === 1 ? `A ${sideAdjective(side)} counter` : `${number} ${sideAdjective(side)} counters`;
}

const FINISHED: { readonly [step in EventOf<'finished'>['step']]: string } = {
  reinforce: 'reinforcement phase',
  move: 'movement phase',
  probe: 'probes',
  combat: 'combat phase',
  claim: 'turn',
};

function stepBegins({ side, step }: EventOf<'step'>): string {
  if (step === 'probe') return `${sideAdjective(otherSide(side))} cavalry can probe.`;
  if (step === 'claim') return `The ${sideName(side)} can claim places or show counters.`;
  return `The ${sideAdjective(side)} ${step === 'move' ? 'movement' : 'combat'} phase begins.`;
}

function arrived(theatre: Theatre, { side, points: more, units }: EventOf<'arrived'>): string {
  const what = [
    ...(more > 0 ? [points(more, 'reinforcement point')] : []),
    ...units.map((unit) => unitWords(theatre, unit)),
  ];
  return `The ${sideName(side)} ${side === 'union' ? 'gets' : 'get'} ${listed(what)}.`;
}

function commanded(theatre: Theatre, { held, free }: EventOf<'commanded'>): string {
  if (held.length + free.length === 0) return 'All infantry is in command.';
  const told = [
    ...(held.length > 0 ? [`Out of command, can’t march or attack this turn: ${unitsWords(theatre, held)}`] : []),
    ...(free.length > 0 ? [`Out of command, but can march and attack: ${unitsWords(theatre, free)}`] : []),
  ];
  return `${told.join('. ')}.`;
}

export const BY = { march: '', rail: ' by rail', sea: ' by sea' } as const;

function moved(theatre: Theatre, { side, units, by, way, cost }: EventOf<'moved'>, own: boolean): string {
  const [from = '', to = ''] = [way[0], way.at(-1)];
  const who = own ? capital(unitsWords(theatre, units)) : counters(units.length, side);
  const one = units.length === 1;
  const price = own && cost > 0 ? ` for ${points(cost, 'movement point')}` : '';
  if (from === to) return `${who} ${one ? 'entrains' : 'entrain'} in ${hexName(theatre, from)}${price}.`;
  return `${who} ${one ? 'moves' : 'move'}${BY[by]} from ${from} to ${hexName(theatre, to)}${price}.`;
}

function shownWords(theatre: Theatre, { unit, strength }: ShownUnit): string {
  return strength > 0 ? `${unitWords(theatre, unit)} (${strength})` : unitWords(theatre, unit);
}

function revealed(theatre: Theatre, { side, hex, units, dummies }: EventOf<'revealed'>): string {
  const fakes =
    dummies.length === 0
      ? []
      : [dummies.length === 1 ? 'a dummy, now removed' : `${dummies.length} dummies, now removed`];
  const found = [...units.map((unit) => shownWords(theatre, unit)), ...fakes];
  const counters =
    units.length + dummies.length === 1
      ? `A ${sideAdjective(side)} counter in ${hexName(theatre, hex)} turns`
      : `${sideAdjective(side)} counters in ${hexName(theatre, hex)} turn`;
  return `${counters} face up: ${listed(found)}.`;
}

function oddsWords({ attack, defence, column }: Reckoning): string {
  return `${column ?? 'odds worse than 1-2'} (${attack} to ${defence})`;
}

function fought(
  theatre: Theatre,
  { hasty, target, attackers, defenders, reckoning, die: face, losses }: EventOf<'fought'>,
): string {
  const who = capital(unitsWords(theatre, attackers, 5));
  const one = attackers.length === 1;
  const does = hasty ? `${one ? 'makes' : 'make'} a hasty attack on` : one ? 'attacks' : 'attack';
  const rolled =
    face === null ? '' : `${dieWords(face, reckoning.modifier)} on the table for ${strengthBand(reckoning.table)}, `;
  const whom = `${unitsWords(theatre, defenders, 5)} in ${hexName(theatre, target)}`;
  return `${who} ${does} ${whom} at ${oddsWords(reckoning)}: ${rolled}${lossWords(losses)}.`;
}

const OFF: { readonly [why in EventOf<'called-off'>['why']]: string } = {
  odds: 'The odds are too low',
  dummies: 'Only dummies were there',
  infantry: 'Infantry is there',
  nobody: 'Nobody there can fight',
};

function calledOff(theatre: Theatre, { target, why }: EventOf<'called-off'>): string {
  return `${OFF[why]}: no attack on ${hexName(theatre, target)}.`;
}

function lost(theatre: Theatre, { unit, points: gone, left }: EventOf<'lost'>): string {
  const who = capital(unitWords(theatre, unit));
  if (left > 0) return `${who} loses ${points(gone)} and has ${left} left.`;
  if (theatre.fort.has(unit)) return `${who} is destroyed.`;
  return `${who} is eliminated${unitOf(theatre, unit).kind === 'infantry' ? `, losing ${points(gone)}` : ''}.`;
}
