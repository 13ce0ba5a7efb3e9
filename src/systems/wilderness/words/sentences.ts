import type { Viewer } from '../../../game/index.ts';
import {
  atMost,
  capital,
  compact,
  count,
  grouped,
  listed,
  oneStop,
  plural,
  summaryOf,
} from '../../../kit/plain-english.ts';
import type { WordsFor } from '../../../kit/shared-vocabulary.ts';
import { sum } from '../../../kit/subsets.ts';
import { type Theatre, unitOf } from '../theatre.ts';
import { maySee } from '../view.ts';
import { type Event, type EventOf, otherSide, type Side, type UnitId } from '../vocabulary.ts';
import { datesOf } from './game-status.ts';
import {
  hexName,
  hexNames,
  sideAdjective,
  sideDoes,
  sideName,
  strengthBand,
  unitName,
  unitsWords,
  unitWords,
} from './names.ts';

/** A sentence for an event; `null` if the viewer does not notice it. */
export function tell(theatre: Theatre, event: Event, viewer: Viewer): string | null {
  const isOwn = 'side' in event && maySee(viewer, event.side);
  const told = SENTENCES[event.type](event as never, theatre, isOwn);
  return told === null ? null : oneStop(told);
}

/** `isOwn`: the viewer may know what only the event's side does. */
const SENTENCES: WordsFor<'type', Event, [theatre: Theatre, isOwn: boolean], string | null> = {
  dealt: () =>
    'You score for enemy losses, and at the end of each turn for places you control. Both sides set up in secret.',
  placed({ side, unit, hex, arrives }, theatre, isOwn) {
    if (isOwn) return `${capital(unitWords(theatre, unit))} is placed in ${hexName(theatre, hex)}.`;
    return arrives ? `A ${sideAdjective(side)} counter arrives in ${hexName(theatre, hex)}.` : null;
  },
  ready: ({ side }) => `${sideDoes(side, 'ends its', 'end their')} set-up.`,
  finished: ({ side, step }) => `${sideDoes(side, 'ends its', 'end their')} ${FINISHED[step]}.`,
  opened: () => 'Both armies are in place, face down.',
  step({ turn, side, step }) {
    if (step === 'reinforce') return `Turn ${turn}, ${datesOf(turn)}: the ${sideAdjective(side)} turn begins.`;
    if (step === 'probe') return `${sideAdjective(otherSide(side))} cavalry can probe.`;
    if (step === 'claim') return `The ${sideName(side)} can claim places or show counters.`;
    return `The ${sideAdjective(side)} ${step === 'move' ? 'movement' : 'combat'} phase begins.`;
  },
  arrived({ side, points: more, units }, theatre) {
    const what = compact(
      more > 0 && count(more, 'reinforcement point'),
      units.map((unit) => unitWords(theatre, unit)),
    );
    return `${sideDoes(side, 'gets', 'get')} ${listed(what)}.`;
  },
  reinforced: ({ unit, points }, theatre, isOwn) =>
    isOwn ? `${capital(unitWords(theatre, unit))} gets ${strength(points)}.` : null,
  transferred: ({ from, to, points }, theatre, isOwn) =>
    isOwn ? `${capital(unitWords(theatre, from))} passes ${strength(points)} to ${unitWords(theatre, to)}.` : null,
  commanded({ held, free }, theatre, isOwn) {
    if (!isOwn) return null;
    if (held.length + free.length === 0) return 'All infantry is in command.';
    const told = compact(
      held.length > 0 && `Out of command, can’t march or attack this turn: ${unitsWords(theatre, held)}`,
      free.length > 0 && `Out of command, but can march and attack: ${unitsWords(theatre, free)}`,
    );
    return `${told.join('. ')}.`;
  },
  moved({ side, units, by, way, cost }, theatre, isOwn) {
    const [from = '', to = ''] = [way[0], way.at(-1)];
    const who = isOwn ? capital(unitsWords(theatre, units)) : counters(units.length, side);
    const price = isOwn && cost > 0 ? ` for ${count(cost, 'movement point')}` : '';
    if (from === to)
      return `${who} ${plural(units.length, 'entrains', 'entrain')} in ${hexName(theatre, from)}${price}.`;
    return `${who} ${plural(units.length, 'moves', 'move')}${MEANS[by]} from ${from} to ${hexName(theatre, to)}${price}.`;
  },
  detrained: ({ side, unit, hex }, theatre, isOwn) =>
    `${whose(theatre, side, unit, isOwn)} leaves the train in ${hexName(theatre, hex)}.`,
  entrenched: ({ side, unit, hex }, theatre, isOwn) =>
    `${whose(theatre, side, unit, isOwn)} entrenches in ${hexName(theatre, hex)}.`,
  revealed({ side, hex, units, dummies }, theatre) {
    const fakes = dummies.length === 1 ? 'a dummy' : `${dummies.length} dummies`;
    const found = compact(
      units.map(({ unit, strength: of }) => `${unitWords(theatre, unit)}${of > 0 ? ` (${of})` : ''}`),
      dummies.length > 0 && `${fakes}, now removed`,
    );
    const where = `in ${hexName(theatre, hex)}`;
    const who =
      units.length + dummies.length === 1
        ? `A ${sideAdjective(side)} counter ${where} turns`
        : `${sideAdjective(side)} counters ${where} turn`;
    return `${who} face up: ${listed(found)}.`;
  },
  hid: ({ side, hexes }, theatre) =>
    `${counters(hexes.length, side)} ${plural(hexes.length, 'turns', 'turn')} face down in ${hexNames(theatre, [...new Set(hexes)])}.`,
  probed: ({ unit, target, die, modifier, found }, theatre) =>
    `${capital(unitWords(theatre, unit))} probes ${hexName(theatre, target)}: ${dieWords(die, modifier)}. The probe ${found ? 'succeeds' : 'fails'}.`,
  fought({ hasty, target, attackers, defenders, reckoning, die, losses }, theatre) {
    const attack = plural(attackers.length, 'attacks', 'attack');
    const does = hasty ? `${plural(attackers.length, 'makes', 'make')} a hasty attack on` : attack;
    const table = `on the table for ${strengthBand(reckoning.table)}`;
    const rolled = die === null ? '' : `${dieWords(die, reckoning.modifier)} ${table}, `;
    const whom = `${unitsWords(theatre, defenders, 5)} in ${hexName(theatre, target)}`;
    const odds = `${columnOf(reckoning)} (${reckoning.attack} to ${reckoning.defence})`;
    return `${capital(unitsWords(theatre, attackers, 5))} ${does} ${whom} at ${odds}: ${rolled}${lossWords(losses)}.`;
  },
  'called-off': ({ target, why }, theatre) => `${CALLED_OFF[why]}: no attack on ${hexName(theatre, target)}.`,
  charged: ({ target, attackers, defenders, column, die, modifier, losses }, theatre) =>
    `${capital(unitsWords(theatre, attackers))} ${plural(attackers.length, 'attacks', 'attack')} ${unitsWords(theatre, defenders)} in ` +
    `${hexName(theatre, target)} at ${column}: ${dieWords(die, modifier)}, ${lossWords(losses)}.`,
  lost({ unit, points, left }, theatre) {
    const who = capital(unitWords(theatre, unit));
    if (left > 0) return `${who} loses ${strength(points)} and has ${left} left.`;
    if (theatre.fort.has(unit)) return `${who} is destroyed.`;
    return `${who} is eliminated${unitOf(theatre, unit).kind === 'infantry' ? `, losing ${strength(points)}` : ''}.`;
  },
  driven({ unit, from, to }, theatre) {
    const who = capital(unitWords(theatre, unit));
    if (to !== null) return `${who} falls back from ${hexName(theatre, from)} to ${hexName(theatre, to)}.`;
    const isLeader = unitOf(theatre, unit).kind === 'leader';
    return `${who} has no hex to fall back to${isLeader ? ': he leaves the map and can return in two turns' : ''}.`;
  },
  advanced: ({ units, hex }, theatre) =>
    units.length === 0
      ? `Nobody advances to ${hexName(theatre, hex)}.`
      : `${capital(unitsWords(theatre, units))} ${plural(units.length, 'advances', 'advance')} to ${hexName(theatre, hex)}.`,
  claimed({ side, hex, rail }, theatre) {
    const along = rail.length > 0 ? ` and ${count(rail.length, 'rail hex')}` : '';
    return `${sideDoes(side, 'claims', 'claim')} ${hexName(theatre, hex)}${along}.`;
  },
  scored: ({ side, points, why }) => `${count(points, 'point')} for the ${sideName(side)}: ${why}.`,
  ended: ({ union, confederate }) =>
    `The campaign is over: Union ${count(union, 'point')}, Confederates ${confederate}.`,
};

function strength(points: number): string {
  return count(points, 'strength point');
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

const MEANS = { march: '', rail: ' by rail', sea: ' by sea' } as const;

const CALLED_OFF: { readonly [why in EventOf<'called-off'>['why']]: string } = {
  odds: 'The odds are too low',
  dummies: 'Only dummies were there',
  infantry: 'Infantry is there',
  nobody: 'Nobody there can fight',
};

/** An attack's column on the combat table; odds worse than 1-2 have none. */
function columnOf({ column }: { readonly column: string | null }): string {
  return column ?? 'odds worse than 1-2';
}

type Moved = EventOf<'moved'>;

/**
 * Sums up orders in a row. Marches in a row share a line, all else gets a sentence. The enemy reads only how many
 * moved.
 */
export function digest(theatre: Theatre, events: readonly Event[], viewer: Viewer): readonly string[] {
  const lines: string[] = [];
  let marches: Moved[] = [];
  const tellMarches = () => {
    lines.push(...marchLines(theatre, marches, viewer));
    marches = [];
  };
  for (const event of events) {
    // The next step's own sentence implies that this one is over.
    if (event.type === 'finished') continue;
    if (event.type === 'moved') marches.push(event);
    else {
      const told = tell(theatre, event, viewer);
      if (told === null) continue;
      tellMarches();
      lines.push(told);
    }
  }
  tellMarches();
  return summaryOf(lines);
}

/** Lines of a phase's board: counters that probes found, attacks with their losses, what was taken and scored. */
export function phaseDigest(theatre: Theatre, events: readonly Event[], viewer: Viewer): readonly string[] {
  const deeds: { readonly fight: Fight | null; readonly told: string[] }[] = [];
  let probed = '';
  for (const event of events) {
    if (event.type === 'probed') probed = event.found ? event.target : '';
    const told = tell(theatre, event, viewer) ?? '';
    if (event.type === 'fought' || event.type === 'charged') deeds.push({ fight: event, told: [told] });
    else if (OF_PHASE.includes(event.type) || (event.type === 'revealed' && event.hex === probed))
      deeds.push({ fight: null, told: [told] });
    // The results of an attack stand with it.
    else if (event.type === 'lost' ? event.left === 0 : event.type === 'advanced' && event.units.length > 0)
      deeds.at(-1)?.told.push(told);
  }
  const [attacks, others] = [deeds.filter(({ fight }) => fight), deeds.filter(({ fight }) => !fight)];
  const attacksOfSides = grouped(attacks, ({ fight }) => fight?.side ?? '').map(([side, some]) => {
    const fights = some.flatMap(({ fight }) => fight ?? []);
    const first = fights.length > 1 ? fightsInBrief(theatre, side as Side, fights) : (some[0]?.told[0] ?? '');
    return [first, ...some.flatMap(({ told }) => told.slice(1))].join(' ');
  });
  return compact(
    others.map(({ told }) => told.join(' ')),
    failedProbes(theatre, events),
    attacksOfSides,
    claims(theatre, events),
    scores(events),
  );
}

type Fight = EventOf<'fought'> | EventOf<'charged'>;

/** Events of their own lines. `ended` is missing because the board tells the result below these lines. */
const OF_PHASE: readonly Event['type'][] = ['opened', 'called-off'];

/** "2 Union attacks: 2225 at 2-1 (loses 1, inflicts 2) and 2028 Rapidan Station at 1-1 (loses 2, inflicts 0)." */
function fightsInBrief(theatre: Theatre, side: Side, fights: readonly Fight[]): string {
  const each = fights.map((fight) => {
    const column = columnOf(fight.type === 'fought' ? fight.reckoning : fight);
    const [loses, inflicts] = fight.losses;
    return `${hexName(theatre, fight.target)} at ${column} (loses ${loses}, inflicts ${inflicts})`;
  });
  return `${count(fights.length, `${sideAdjective(side)} attack`)}: ${atMost(each, MOST_FIGHTS)}.`;
}

/** Most attacks of a phase that are listed one by one. */
const MOST_FIGHTS = 6;

/** "Probes that failed: Torbert and Gregg at 1930 Orange C.H." */
function failedProbes(theatre: Theatre, events: readonly Event[]): string | null {
  const failed = events.filter((event) => event.type === 'probed' && !event.found) as EventOf<'probed'>[];
  const each = grouped(failed, ({ target }) => target).map(
    ([target, some]) => `${listed(some.map(({ unit }) => unitName(theatre, unit)))} at ${hexName(theatre, target)}`,
  );
  return each.length === 0 ? null : oneStop(`Probes that failed: ${atMost(each, 4)}.`);
}

/** "The Union claims 2028 Rapidan Station and 2 others." */
function claims(theatre: Theatre, events: readonly Event[]): readonly string[] {
  const claimed = events.filter((event) => event.type === 'claimed');
  return grouped(claimed, ({ side }) => side).map(([side, some]) => {
    const hexes = some.map(({ hex }) => hex);
    return oneStop(`${sideDoes(side as Side, 'claims', 'claim')} ${hexNames(theatre, hexes)}.`);
  });
}

/** "Points: Union +9, Confederates +4." */
function scores(events: readonly Event[]): string | null {
  const scored = events.filter((event) => event.type === 'scored');
  const sides = grouped(scored, ({ side }) => side).map(([side, some]) => {
    const total = sum(some.map(({ points }) => points));
    return `${sideName(side as Side)} ${total < 0 ? '−' : '+'}${Math.abs(total)}`;
  });
  return sides.length === 0 ? null : `Points: ${sides.join(', ')}.`;
}

function marchLines(theatre: Theatre, marches: readonly Moved[], viewer: Viewer): readonly string[] {
  const [first] = marches;
  if (!first) return [];
  if (marches.length === 1) return [tell(theatre, first, viewer) ?? ''];
  // One counter can march several legs, which the enemy must not learn, so each leg has its own count.
  const legs = grouped(marches, ({ by, way }) => [by, way[0], way.at(-1)].join()).map(([, together]) => {
    const units = together.flatMap((one) => one.units);
    const who = maySee(viewer, first.side) ? unitsWords(theatre, units, 6) : count(units.length, 'counter');
    return `${who} ${legWords(theatre, together[0] ?? first, units.length)}`;
  });
  const shown = legs.slice(0, 8);
  const more = legs.length > shown.length ? '; others elsewhere' : '';
  return [oneStop(`${sideAdjective(first.side)} moves: ${shown.join('; ')}${more}.`)];
}

/** "from 2224 to 2226", "by rail from 2224 to 2226", "entrains in 2226" */
function legWords(theatre: Theatre, { by, way }: Moved, units: number): string {
  const [from = '', to = ''] = [way[0], way.at(-1)];
  if (from === to) return `${plural(units, 'entrains', 'entrain')} in ${hexName(theatre, to)}`;
  return `${MEANS[by]} from ${from} to ${hexName(theatre, to)}`.trim();
}
