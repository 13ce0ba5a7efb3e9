import type { Fortune, Fortunes, Tally } from '../../../game/index.ts';
import { capital, count } from '../../../kit/plain-english.ts';
import { battleTitle } from '../../../kit/storytelling.ts';
import { sum } from '../../../kit/subsets.ts';
import { boardOf } from '../board.ts';
import { defending, strengthLeft } from '../rules/combat/aftermath.ts';
import { lossesIn } from '../rules/combat/odds.ts';
import type { State } from '../state.ts';
import { inUnitOrder, type Theatre } from '../theatre.ts';
import { type EventOf, FACES, otherSide, SIDES, type Side } from '../vocabulary.ts';
import { datesOf } from '../words/game-status.ts';
import { hexName, sideAdjective, sideName, unitName, unitsWords, unitWords } from '../words/names.ts';
import { givenOf, movesOf, type TurnMoves, unitLosses, type WildernessEpisode } from './chronicle.ts';

/** Tables of each side's losses, heaviest first, and of what it moved each turn beside what the enemy saw. */
export function tallies(theatre: Theatre, episodes: readonly WildernessEpisode[]): readonly Tally[] {
  const moves = movesOf(episodes);
  return [
    ...SIDES.map((side) => losses(theatre, episodes, side)),
    ...SIDES.map((side) => beliefs(theatre, moves, side)),
  ].filter(({ rows }) => rows.length > 0);
}

/** No unit or fortification can lose more than its starting strength and what it was given [10.2, 10.3]. */
function losses(theatre: Theatre, episodes: readonly WildernessEpisode[], side: Side): Tally {
  const { counters = [], forts = {} } = episodes[0]?.after ?? {};
  const given = givenOf(episodes);
  const rows = [...unitLosses(theatre, episodes)[side]].map(([unit, lost]) => {
    if (theatre.fort.has(unit)) return [capital(unitWords(theatre, unit)), lost, forts[unit] ?? lost, 0] as const;
    const first = counters.find((counter) => counter.unit === unit)?.strength ?? 0;
    return [unitName(theatre, unit), lost, first, given.get(unit) ?? 0] as const;
  });
  return {
    title: `${sideAdjective(side)} losses by unit`,
    head: ['Unit', 'Strength lost', 'At the start', 'Given later'],
    rows: rows.sort((one, other) => other[1] - one[1]),
  };
}

function beliefs(theatre: Theatre, moves: readonly TurnMoves[], side: Side): Tally {
  const enemy = sideName(otherSide(side));
  return {
    title: `What the ${sideName(side)} moved, and what the ${enemy} saw`,
    head: ['Turn', 'What moved', `What the ${enemy} saw`, 'Counters they knew'],
    rows: moves.flatMap((one) => (one.side === side ? [beliefRow(theatre, one)] : [])),
  };
}

function beliefRow(theatre: Theatre, { turn, moves, before }: TurnMoves): readonly string[] {
  const all = [...moves];
  const known = before.sightings.filter(({ unit }) => all.some(([, units]) => units.includes(unit)));
  const faceUp = new Set(before.counters.flatMap(({ unit, up }) => (up ? [unit] : [])));
  return [
    `Turn ${turn}, ${datesOf(turn)}`,
    capital(all.map(([hex, units]) => `${unitsWords(theatre, inUnitOrder(theatre, units))} to ${hex}`).join('; ')),
    all.map(([hex, units]) => `${count(units.length, 'counter')} to ${hex}`).join('; '),
    known
      .map(
        ({ unit, hex, turn: seen }) =>
          `${unitName(theatre, unit)} ${faceUp.has(unit) ? 'face up' : `seen in ${hex} in turn ${seen}`}`,
      )
      .join('; ') || 'none',
  ];
}

/** Compares each infantry battle's result with the average of its odds column. */
export function fortunes(theatre: Theatre, episodes: readonly WildernessEpisode[]): Fortunes {
  const each = episodes.flatMap(({ before, events }) =>
    events.flatMap((event) => (event.type === 'fought' && event.die !== null ? [fortune(theatre, before, event)] : [])),
  );
  return { measure: 'strength points', note: 'what the defender loses minus what the attacker loses', each };
}

function fortune(theatre: Theatre, before: State, event: EventOf<'fought'>): Fortune {
  const { side, attackers, target, reckoning, losses } = event;
  const defenders = defending(theatre, boardOf(theatre, before), otherSide(side), target);
  const strengthOf = (ids: readonly string[]) => sum(ids.map((id) => strengthLeft(theatre, before, id)));
  const swing = ([attacker, defender]: readonly [number, number]) =>
    Math.min(defender, strengthOf(defenders)) - Math.min(attacker, strengthOf(attackers));
  const swings = FACES.map((face) => swing(lossesIn(theatre, reckoning, face)));
  const place = theatre.hex.get(target)?.name ? hexName(theatre, target) : target;
  const where = `against ${place} at ${reckoning.column}`;
  return {
    what: battleTitle((most) => capital(unitsWords(theatre, attackers, most)), attackers.length, where),
    seat: side,
    expected: sum(swings) / FACES.length,
    actual: swing(losses),
  };
}
