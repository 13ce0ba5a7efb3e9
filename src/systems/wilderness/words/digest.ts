import type { Viewer } from '../../../game/index.ts';
import { atMost, count, grouped, linesWithin, listed, oneStop } from '../../../kit/plain-english.ts';
import type { Theatre } from '../theatre.ts';
import { maySee } from '../view.ts';
import type { Event, EventOf, Side } from '../vocabulary.ts';
import { hexName, sideAdjective, sideName, unitName, unitsWords } from './names.ts';
import { BY, tell } from './sentences.ts';

/** Most lines and characters of a digest. */
const LINES = 11;
const LONGEST = 850;
const MORE = '… and more: see `/log`.';

type Moved = EventOf<'moved'>;

/** Sums up several orders in a row: consecutive marches share a line, everything else gets a sentence. The enemy reads of counters only. */
export function digest(theatre: Theatre, events: readonly Event[], viewer: Viewer): readonly string[] {
  const lines: string[] = [];
  let marches: Moved[] = [];
  const march = () => {
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
      march();
      lines.push(told);
    }
  }
  march();
  if (lines.length <= LINES && lines.join('\n').length <= LONGEST) return lines;
  return [...linesWithin(lines.slice(0, LINES), LONGEST - MORE.length), MORE];
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
  const others = deeds.filter(({ fight }) => fight === null).map(({ told }) => told.join(' '));
  const attacks = grouped(
    deeds.filter(({ fight }) => fight !== null),
    ({ fight }) => fight?.side ?? '',
  ).map(([side, some]) => {
    const fights = some.flatMap(({ fight }) => fight ?? []);
    const after = some.flatMap(({ told }) => told.slice(1));
    return [fights.length > 1 ? fightsInBrief(theatre, side as Side, fights) : (some[0]?.told[0] ?? ''), ...after].join(
      ' ',
    );
  });
  return [
    ...others,
    ...failedProbes(theatre, events),
    ...attacks,
    ...claims(theatre, events),
    ...scores(events),
  ].filter((line) => line !== '');
}

type Fight = EventOf<'fought'> | EventOf<'charged'>;

// The board tells the end of the game below, with the position.
const OF_PHASE: readonly Event['type'][] = ['opened', 'called-off'];

/** "2 Union attacks: 2225 at 2-1 (loses 1, inflicts 2) and 2028 Rapidan Station at 1-1 (loses 2, inflicts 0)." */
function fightsInBrief(theatre: Theatre, side: Side, fights: readonly Fight[]): string {
  const each = fights.map((fight) => {
    const column = fight.type === 'fought' ? (fight.reckoning.column ?? 'odds worse than 1-2') : fight.column;
    const [loses, inflicts] = fight.losses;
    return `${hexName(theatre, fight.target)} at ${column} (loses ${loses}, inflicts ${inflicts})`;
  });
  return `${count(fights.length, `${sideAdjective(side)} attack`)}: ${atMost(each, MOST_FIGHTS)}.`;
}

/** Most attacks of a phase that are listed one by one. */
const MOST_FIGHTS = 6;

/** "Probes that failed: Torbert and Gregg at 1930 Orange C.H." */
function failedProbes(theatre: Theatre, events: readonly Event[]): readonly string[] {
  const failed = events.flatMap((event) => (event.type === 'probed' && !event.found ? [event] : []));
  const each = grouped(failed, ({ target }) => target).map(
    ([target, some]) => `${listed(some.map(({ unit }) => unitName(theatre, unit)))} at ${hexName(theatre, target)}`,
  );
  return each.length === 0 ? [] : [oneStop(`Probes that failed: ${atMost(each, 4)}.`)];
}

/** "The Union claims 2028 Rapidan Station and 2 others." */
function claims(theatre: Theatre, events: readonly Event[]): readonly string[] {
  const claimed = events.flatMap((event) => (event.type === 'claimed' ? [event] : []));
  return grouped(claimed, ({ side }) => side).map(([side, some]) => {
    const where = atMost(
      some.map(({ hex }) => hexName(theatre, hex)),
      4,
    );
    return oneStop(`The ${sideName(side as Side)} ${side === 'union' ? 'claims' : 'claim'} ${where}.`);
  });
}

/** "Points: Union +9, Confederates +4." */
function scores(events: readonly Event[]): readonly string[] {
  const scored = events.flatMap((event) => (event.type === 'scored' ? [event] : []));
  const sides = grouped(scored, ({ side }) => side).map(([side, some]) => {
    const sum = some.reduce((all, { points }) => all + points, 0);
    return `${sideName(side as Side)} ${sum < 0 ? '−' : '+'}${Math.abs(sum)}`;
  });
  return sides.length === 0 ? [] : [`Points: ${sides.join(', ')}.`];
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
  if (from === to) return `${units === 1 ? 'entrains' : 'entrain'} in ${hexName(theatre, to)}`;
  return `${BY[by]} from ${from} to ${hexName(theatre, to)}`.trim();
}
