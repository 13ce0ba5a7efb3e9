import type { Choice } from '../../../game/index.ts';
import { LONGEST_CHOICE } from '../../../game/index.ts';
import { FAR } from '../../../kit/hex/search.ts';
import { shortened } from '../../../kit/plain-english.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { boardOf } from '../board.ts';
import type { State } from '../state.ts';
import { landDistance, type Theatre } from '../theatre.ts';
import type { Side } from '../vocabulary.ts';
import { hexName, unitName, unitsTyped } from '../words/names.ts';
import { END_STEP, furtherOff, planNames } from '../words/plan-words.ts';
import { WildernessDryRun } from './wilderness-dry-run.ts';

const MOST = 25;

/** Stacks that can march, as a plan names them. */
export function groupChoices(theatre: Theatre, state: State, side: Side): readonly Choice[] {
  const run = new WildernessDryRun(theatre, state, side);
  return run
    .values({ verb: 'move' })
    .map((from) => {
      const [all = ''] = run.values({ verb: 'move', from });
      const names = planNames(theatre, all.split('+'));
      return { value: names, label: shortened(`${hexName(theatre, from)}: ${names}`, 80) };
    })
    .filter(({ value }) => value.length <= LONGEST_CHOICE)
    .slice(0, MOST);
}

/** Places where counters can march, the nearest first. */
export function goalChoices(theatre: Theatre, state: State, _side: Side, who: string): readonly Choice[] {
  const [first] = unitsTyped(theatre, who) ?? [];
  const hex = first === undefined ? undefined : boardOf(theatre, state).piece(first)?.hex;
  if (hex === undefined) return [];
  const goals = new Map(theatre.places.map((place) => [place.hex, landDistance(theatre, place.hex, hex)]));
  return [...goals]
    .filter(([goal, far]) => goal !== hex && far < FAR)
    .sort(([, one], [, other]) => one - other)
    .slice(0, MOST)
    .map(([goal, far]) => ({ value: goal, label: hexName(theatre, goal), hint: furtherOff(far) }));
}

/** What the last part of a plan may become. */
export function completePlan(theatre: Theatre, state: State, side: Side, text: string): readonly Choice[] {
  const [, before = '', part = ''] = /^(.*;\s*)?(.*)$/s.exec(text) ?? [];
  const ends = [...partEndings(theatre, state, side, part.trim())];
  return ends
    .map(([ending, label]) => ({ value: `${before}${ending}`.trim(), label: shortened(label, LONGEST_CHOICE) }))
    .filter(({ value }) => value !== '' && value.length <= LONGEST_CHOICE)
    .slice(0, MOST);
}

function partEndings(theatre: Theatre, state: State, side: Side, part: string): ReadonlyMap<string, string> {
  if (part !== '' && unitsTyped(theatre, part) !== null)
    return new Map(
      goalChoices(theatre, state, side, part).map(({ value, label, hint }) => [
        `${part} ${value}`,
        `${part} to ${label} (${hint})`,
      ]),
    );
  const [, named = '', typed = part] = /^(.*[,+&]\s*)(.*)$/.exec(part) ?? [];
  const run = new WildernessDryRun(theatre, state, side);
  const wanted = plainName(typed);
  const units = run
    .values({ verb: 'move' })
    .flatMap((from) => run.values({ verb: 'move', from }).filter((unit) => !unit.includes('+')))
    .map((unit) => unitName(theatre, unit))
    .filter((name) => plainName(name).startsWith(wanted));
  const endings = new Map(units.map((name) => [`${named}${name}`, `${named}${name}`]));
  if (named === '' && 'done'.startsWith(typed.toLowerCase())) endings.set('done', `done: ${END_STEP}`);
  return endings;
}
