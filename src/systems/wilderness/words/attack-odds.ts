import type { Roll } from '../../../game/index.ts';
import { compact, count, listed, plural, upTo } from '../../../kit/plain-english.ts';
import { type AttackForecast, type Fight, lowerColumns, type NoFight } from '../rules/combat/attack-forecast.ts';
import { SUCCESS } from '../rules/movement/probe.ts';
import type { Theatre } from '../theatre.ts';
import { CAVALRY_COLUMNS, COMBAT_COLUMNS, type Event } from '../vocabulary.ts';
import { strengthBand, unitsWords } from './names.ts';

const BELOW = 'below 1-2';
const OFF_BRIEFLY: { readonly [why in NoFight]: string } = {
  odds: 'too weak, no attack',
  dummies: 'nobody there',
  nobody: 'nobody fights there',
  infantry: 'called off by infantry',
};

/** "2-1", "1-2 to 3-1", "below 1-2" */
export function oddsBriefly({ fights, calledOff }: AttackForecast): string {
  const [first] = fights;
  if (!first) return OFF_BRIEFLY[calledOff[0] ?? 'nobody'];
  const columns: readonly string[] = first.table === null ? CAVALRY_COLUMNS : COMBAT_COLUMNS;
  const ranks = fights.map(({ column }) => (column === null ? -1 : columns.indexOf(column)));
  const name = (rank: number) => columns[rank] ?? BELOW;
  const worst = calledOff.includes('odds') ? -1 : Math.min(...ranks);
  const best = Math.max(...ranks);
  return worst === best ? name(best) : `${name(worst)} to ${name(best)}`;
}

/** "2-1, you lose 1–3, they lose 0–4" */
export function oddsLine(forecast: AttackForecast): string {
  const { fights } = forecast;
  const losses = fights.flatMap((fight) => fight.losses);
  if (losses.length === 0) return oddsBriefly(forecast);
  return `${oddsBriefly(forecast)}, ${lossWords(losses)}`;
}

type Losses = readonly (readonly [number, number])[];

function lossWords(losses: Losses): string {
  return `you lose ${span(losses.map(([own]) => own))}, they lose ${span(losses.map(([, theirs]) => theirs))}`;
}

/** "2", "0–3" */
function span(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(least) : `${least}–${most}`;
}

/**
 * The odds, their reasons and the chances of each result, as far as they are known while counters are face down.
 * @returns parts of a paragraph in Markdown, results last
 */
export function oddsInFull(theatre: Theatre, forecast: AttackForecast): readonly string[] {
  const { fights, calledOff, down } = forecast;
  const [only] = fights;
  const why = causes(theatre, forecast, only);
  if (down === 0)
    return only
      ? [[fightWords(only), ...why].join(' '), ...resultLines(only)]
      : [OFF_IN_FULL[calledOff[0] ?? 'nobody']];
  const odds = oddsBriefly(forecast);
  const between = odds.includes(' to ') ? `between ${odds.replace(' to ', ' and ')}` : odds;
  const range = `${between}: ${lossWords(fights.flatMap(({ losses }) => losses))}`;
  const told = compact(
    `${count(down, 'counter')} there ${plural(down, 'is', 'are')} face down${only ? `, so it can be ${range}` : ''}.`,
    calledOff.includes('dummies') && 'If they’re all dummies, nobody fights.',
    calledOff.includes('infantry') && 'If there’s infantry, the attack is called off.',
    calledOff.includes('odds') && 'If they’re too strong, the attack is called off.',
    why,
  );
  return [told.join(' ')];
}

/**
 * A note above a list of units: the forecast with all of them, and the columns if some stay out. At most 900
 * characters.
 */
export function oddsNote(theatre: Theatre, units: number, forecast: AttackForecast): string {
  const [only] = forecast.fights;
  const [head = '', ...results] = oddsInFull(theatre, forecast);
  const lower = units > 1 && forecast.down === 0 && only?.table != null ? lowerColumns(theatre, only).slice(0, 2) : [];
  const fewer = lower.map(({ column, from, losses }) => {
    const each = losses.map((pair) => pair.join('/')).join(', ');
    return `${column} from strength ${from}: ${each} (you/they, die 1 to 6).`;
  });
  const all = units > 1 ? `With all ${units}: ` : '';
  return [`${all}${head}`, ...results.map((line) => `- ${line}`), ...fewer].join('\n');
}

const OFF_IN_FULL: { readonly [why in NoFight]: string } = {
  odds: 'Worse than 1-2: the attack won’t take place.',
  dummies: 'Nobody is there.',
  nobody: 'Nobody there can fight: they fall back, and you can advance.',
  infantry: 'Infantry is there: cavalry can’t attack it.',
};

/** "**2-1**: 18 against 9, on the table for strength 9 or more." */
function fightWords({ attack, defence, column, table }: Fight): string {
  if (column === null) return `**${attack} against ${defence}**, worse than 1-2: no die.`;
  const used = table === null ? ' cavalry units' : `, on the table for ${strengthBand(table)}`;
  return `**${column}**: ${attack} against ${defence}${used}.`;
}

/** A line for all faces with the same result: "Die 1–2 (2 in 6): you lose 1, they lose 3, which clears the hex". */
function resultLines({ losses, toEmpty, column }: Fight): readonly string[] {
  const words = losses.map(([own, theirs]) => {
    const emptied = theirs >= toEmpty ? ', which clears the hex' : '';
    return `you lose ${own}, they lose ${theirs}${emptied}`;
  });
  if (column === null) return [words[0] ?? ''];
  return [...new Set(words)].map((one) => {
    const faces = words.flatMap((word, at) => (word === one ? [at + 1] : []));
    return `Die ${listed(runs(faces), ', ')} (${faces.length} in ${losses.length}): ${one}`;
  });
}

/** [1, 2, 4] as "1–2", "4" */
function runs(faces: readonly number[]): readonly string[] {
  const found: number[][] = [];
  for (const face of faces) {
    const run = found.at(-1);
    if (run?.at(-1) === face - 1) run.push(face);
    else found.push([face]);
  }
  return found.map((run) => (run.length === 1 ? `${run[0]}` : `${run[0]}–${run.at(-1)}`));
}

/** Modifiers of strengths, die and losses, a sentence each. */
function causes(theatre: Theatre, forecast: AttackForecast, fight: Fight | undefined): readonly string[] {
  const { order, unsupplied, fort, pass, isolated, entrained, entrenched, across } = forecast;
  if (!fight) return [];
  const river = across && 'Across a river: +1 to the die, counted in here.';
  if (order.verb === 'charge') return compact(pass && 'Cavalry in a pass counts double.', river);
  return compact(
    order.verb === 'hasty'
      ? 'Your strength is halved: a hasty attack.'
      : unsupplied.length > 0 && `Half strength, out of supply: ${unitsWords(theatre, unsupplied, 3)}.`,
    fort > 0 ? `A fortification of ${fort}: units there count double.` : pass && 'Units in a pass count double.',
    isolated ? 'They’re isolated: half strength.' : entrained && 'On a train: half strength.',
    entrenched ? 'They’re entrenched: +1 to the die and your losses double, counted in here.' : river,
  );
}

/** The rolls of some events, each with what it needed and whether it was good for its side. */
export function rolls(events: readonly Event[]): readonly Roll[] {
  return events.flatMap((event): Roll[] => {
    if (event.type === 'probed') {
      const most = SUCCESS - event.modifier;
      const needs = most >= 1 ? probeHint(most) : 'cannot succeed';
      return [{ whose: null, needs, outcome: event.found ? 'finds them' : 'fails', carried: event.found }];
    }
    if ((event.type !== 'fought' && event.type !== 'charged') || event.die === null) return [];
    const needs = (event.type === 'fought' ? event.reckoning.column : event.column) ?? '';
    const [attacker, defender] = event.losses;
    const outcome = `attacker −${attacker}, defender −${defender}`;
    return [{ whose: null, needs, outcome, carried: defender >= attacker && defender > 0 }];
  });
}

/**
 * "needs 3 or less"
 * @param most the highest die with which a probe succeeds
 */
export function probeHint(most: number): string {
  return `needs ${upTo(most)}`;
}
