import type { Fortune, Fortunes, Tally } from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { withMinus } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { blockOf, type Theatre, yearOf } from '../theatre.ts';
import { type BattleStep, SIDES, type Side } from '../vocabulary.ts';
import { SIDE_ADJECTIVES, SIDE_NAMES } from '../words/names.ts';
import { type ChronicleSeason, seasonsOf, weightOf, type YearEpisode } from './chronicle.ts';

/** Faces of a die. */
const FACES = 6;
/** Battles in a table. */
const MOST_BATTLES = 10;

/** Compares each battle's hits with their expectation. A battle interrupted by a choice has several events, which are added up. */
export function fortunes(theatre: Theatre, episodes: readonly YearEpisode[]): Fortunes {
  const each: Fortune[] = [];
  let isNew = true;
  for (const event of episodes.flatMap(({ events }) => events)) {
    if (event.type === 'battle') isNew = true;
    if (event.type !== 'fought') continue;
    const { hex, attacker, steps } = event;
    const { expected, actual } = fireOf(theatre, steps, attacker);
    const before = isNew ? undefined : each.pop();
    each.push({
      what: `${SIDE_ADJECTIVES[attacker]} attack on ${hexLabel(theatre, hex)}`,
      seat: attacker,
      expected: expected + (before?.expected ?? 0),
      actual: actual + (before?.actual ?? 0),
    });
    isNew = false;
  }
  return { measure: 'hits', note: 'the attacker’s hits minus the defender’s', each };
}

function fireOf(theatre: Theatre, steps: readonly BattleStep[], attacker: Side) {
  let [expected, actual] = [0, 0];
  for (const step of steps) {
    if (step.kind !== 'volley') continue;
    const { block, dice, hits } = step.volley;
    const { side, hits: rating } = blockOf(theatre, block);
    const sign = side === attacker ? 1 : -1;
    expected += (sign * dice.length * rating) / FACES;
    actual += sign * hits;
  }
  return { expected, actual };
}

/** Tables of each side's losses and of the costliest battles. */
export function tallies(theatre: Theatre, episodes: readonly YearEpisode[]): readonly Tally[] {
  const seasons = seasonsOf(theatre, episodes);
  return [losses(seasons), ...years(theatre, episodes), battles(theatre, seasons)].filter(
    ({ rows }) => rows.length > 0,
  );
}

/** Each year of a campaign [19.7]. */
function years(theatre: Theatre, episodes: readonly YearEpisode[]): readonly Tally[] {
  if (theatre.scenario.years.length === 0) return [];
  const rows = seasonsOf(theatre, episodes, true).map((year) => [
    theatre.scenario.years[yearOf(theatre, year.to)] ?? '',
    withMinus(year.margin),
    year.battles.length,
    ...SIDES.map((side) => year.hungry[side] + year.marched[side] + sum(year.battles.map(({ lost }) => lost[side]))),
  ]);
  return [
    {
      title: 'Year by year',
      head: ['Year', 'Union margin at its end', 'Battles', 'Union steps lost', 'Confederate'],
      rows,
    },
  ];
}

function losses(seasons: readonly ChronicleSeason[]): Tally {
  const all = seasons.flatMap(({ battles: fought }) => fought);
  const rows = SIDES.map((side) => {
    const fought = sum(all.map(({ lost }) => lost[side]));
    const hungry = sum(seasons.map(({ hungry }) => hungry[side]));
    const marched = sum(seasons.map(({ marched }) => marched[side]));
    const captured = sum(
      [...all.map(({ captured }) => captured), ...seasons.map(({ stragglers }) => stragglers)].map((one) => one[side]),
    );
    return [SIDE_NAMES[side], fought + hungry + marched, fought, hungry, marched, captured];
  });
  return {
    title: 'Steps lost',
    head: ['Side', 'In all', 'In battle', 'Out of supply', 'On forced marches', 'Blocks lost as prisoners'],
    rows,
  };
}

function battles(theatre: Theatre, seasons: readonly ChronicleSeason[]): Tally {
  const hardest = seasons
    .flatMap(({ battles: fought }) => fought)
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, MOST_BATTLES)
    .map((battle) => ({ ...battle, steps: battle.lost.usa + battle.lost.csa }))
    .sort((a, b) => b.steps - a.steps);
  return {
    title: 'The hardest battles, by steps lost',
    head: ['Battle', 'Steps lost', 'Union', 'Confederates', 'Game-turn', 'Held by'],
    rows: hardest.map(({ hex, turn, lost: { usa, csa }, steps, winner }) => {
      const holder = winner === null ? 'nobody yet' : SIDE_NAMES[winner];
      const again = hardest.some((other) => other.hex === hex && other.turn !== turn) ? ` (game-turn ${turn})` : '';
      return [`${hexLabel(theatre, hex)}${again}`, steps, usa, csa, turn, holder];
    }),
  };
}
