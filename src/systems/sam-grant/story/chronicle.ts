import type { Episode, Fortune, Fortunes, GivenReason, Tally } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { withMinus } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { usaMargin } from '../rules/victory.ts';
import { controllerOf, type State } from '../state.ts';
import { blockOf, type City, type Theatre, yearOf } from '../theatre.ts';
import { type BattleStep, type Event, eachSide, FACES, type Order, SIDES, type Side } from '../vocabulary.ts';
import { sideAdjective, sideName } from '../words/names.ts';
import { lostIn } from '../words/sentences.ts';

/** Sums up the episodes of a year or a campaign by chapters. */

export type YearEpisode = Episode<State, Order, Event>;

type Counts = Record<Side, number>;

/** A battle from its first die to its last. */
export interface ChronicleBattle {
  readonly hex: HexId;
  readonly turn: number;
  readonly attacker: Side;
  readonly attackers: number;
  readonly defenders: number;
  /** Steps lost by each side. */
  readonly lost: Counts;
  /** Blocks captured of each side. */
  readonly captured: Counts;
  /** `null` while it is being fought. */
  winner: Side | null;
  /** Whether it was a turning point of the game. */
  turning: boolean;
}

export interface OrderReason extends GivenReason {
  readonly order: Order | null;
  /** The side whose turn it was to act. */
  readonly side: Side;
  readonly battle: HexId | null;
}

/** The game-turns of a chapter: a third of a year, or in a campaign one or more years [19.7]. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** The index of its wording, one of four, so that chapters don't sound alike. */
  readonly wording: number;
}

/** Everything that a chapter tells. */
export type ChronicleSeason = ReturnType<typeof seasonsOf>[number];

/** Game-turns in a third of a year. */
const TURNS = 2;
const none = (): Counts => ({ usa: 0, csa: 0 });

/**
 * The chapter of a game-turn. A year has a chapter for each third.
 * A campaign that is over has a chapter for each year. One that goes on has a single chapter for all years before the
 * current one, and one for each third of that, so that a story never has more than five.
 */
function spanOf(theatre: Theatre, { turn: now, phase, result }: State, turn: number, byYear: boolean): Span {
  const year = theatre.scenario.turnNames.length;
  const current = yearOf(theatre, phase === 'cut' ? now + 1 : now);
  const at = yearOf(theatre, turn);
  if (theatre.scenario.years.length > 0 && (byYear || result))
    return { from: at * year + 1, to: (at + 1) * year, wording: at };
  if (at < current) return { from: 1, to: current * year, wording: 3 };
  const third = Math.floor((turn - 1) / TURNS);
  return { from: third * TURNS + 1, to: (third + 1) * TURNS, wording: third % (year / TURNS) };
}

/** The material of a chapter: its events, each with its episode. */
interface Happenings extends Span {
  readonly events: (readonly [Event, YearEpisode])[];
  readonly reasons: OrderReason[];
  readonly begin: State;
  end: State;
}

/** @param byYear whether a campaign has a chapter for each year even while it goes on */
export function seasonsOf(theatre: Theatre, episodes: readonly YearEpisode[], byYear = false) {
  const seasons: Happenings[] = [];
  const last = episodes.at(-1)?.after;
  for (const episode of episodes) {
    const { order, before, after } = episode;
    const battle = before.battle?.hex ?? null;
    const reasons = episode.reasons.map((reason) => ({ ...reason, order, side: before.active, battle }));
    seasons.at(-1)?.reasons.push(...reasons);
    for (const event of episode.events) {
      const current = seasons.at(-1);
      if (event.type !== 'turn') {
        current?.events.push([event, episode]);
        continue;
      }
      const span = spanOf(theatre, last ?? after, event.turn, byYear);
      // A chapter ends where the next begins. But the point for time with which a year begins counts for that year.
      if (current && before.phase !== 'cut') current.end = after;
      if (current?.from !== span.from) seasons.push({ ...span, events: [], reasons: [], begin: after, end: after });
    }
    const current = seasons.at(-1);
    if (current) current.end = after;
  }
  return seasons.map(({ begin, events, ...season }) => {
    const lossesBySide = (lossesIn: (event: Event) => number) =>
      eachSide((side) => sum(events.map(([event]) => ('side' in event && event.side === side ? lossesIn(event) : 0))));
    return {
      ...season,
      battles: battlesIn(theatre, events),
      /** Steps lost out of supply. */
      hungry: lossesBySide((event) => (event.type === 'hungry' ? event.blocks.length : 0)),
      /** Steps lost on forced marches. */
      marched: lossesBySide((event) => Number(event.type === 'marched' && event.lost)),
      /** Blocks whose last step a forced march took [7.10]. */
      stragglers: lossesBySide((event) => Number(event.type === 'marched' && event.captured)),
      bragg: events.some(([{ type }]) => type === 'bragg'),
      /** Cities with points that each side has at the end of the chapter and did not have at its beginning. */
      taken: eachSide((side) => citiesTaken(theatre, begin, season.end, side)),
      /** How far the Union was ahead at the end of the chapter. */
      margin: usaMargin(theatre, season.end),
    };
  });
}

/** Cities with points that a side has at the end and did not have at the beginning, the most valuable first. */
export function citiesTaken(theatre: Theatre, begin: State, end: State, side: Side): readonly City[] {
  const isHeld = (state: State, { hex }: City) => controllerOf(theatre, state, hex) === side;
  const cities = [...theatre.city.values()].filter(
    (city) => city.points > 0 && isHeld(end, city) && !isHeld(begin, city),
  );
  return cities.sort((a, b) => b.points - a.points);
}

function battlesIn(theatre: Theatre, events: Happenings['events']): readonly ChronicleBattle[] {
  const battles: ChronicleBattle[] = [];
  for (const [event, { before, after, turning }] of events) {
    if (event.type === 'battle') {
      const { type: _, ...begun } = event;
      battles.push({ ...begun, turn: before.turn, winner: null, turning, lost: none(), captured: none() });
    }
    const battle = battles.at(-1);
    if (event.type === 'won' && battle) battle.winner = event.winner;
    if (event.type !== 'fought' || !battle) continue;
    for (const side of SIDES) battle.lost[side] += lostIn(theatre, event.steps, side);
    for (const { id, side } of theatre.blocks)
      if (after.blocks[id]?.at === 'prisoner' && before.blocks[id]?.at !== 'prisoner') battle.captured[side]++;
    battle.turning ||= turning;
  }
  return battles;
}

/** How much a battle matters to a story: turning points most, then those with the most losses, then the largest. */
export function weightOf({ turning, lost, captured, attackers, defenders }: ChronicleBattle): number {
  const cost = SIDES.reduce((sum, side) => sum + lost[side] + captured[side], 0);
  return (turning ? 1000 : 0) + 10 * cost + attackers + defenders;
}

const MOST_BATTLES = 10;

/** Compares the hits of each battle with the expected ones. A battle that stopped for a choice has several events. */
export function fortunes(theatre: Theatre, events: readonly Event[]): Fortunes {
  const each: Fortune[] = [];
  let isNew = true;
  for (const event of events) {
    if (event.type === 'battle') isNew = true;
    if (event.type !== 'fought') continue;
    const { hex, attacker, steps } = event;
    const { expected, actual } = fireOf(theatre, steps, attacker);
    const before = isNew ? undefined : each.pop();
    each.push({
      what: `${sideAdjective(attacker)} attack on ${hexLabel(theatre, hex)}`,
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
    return [sideName(side), fought + hungry + marched, fought, hungry, marched, captured];
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
      const holder = winner === null ? 'nobody yet' : sideName(winner);
      const again = hardest.some((other) => other.hex === hex && other.turn !== turn) ? ` (game-turn ${turn})` : '';
      return [`${hexLabel(theatre, hex)}${again}`, steps, usa, csa, turn, holder];
    }),
  };
}
