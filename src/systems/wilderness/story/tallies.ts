import type { Tally } from '../../../game/index.ts';
import { capital, count } from '../../../kit/plain-english.ts';
import { datesOf } from '../calendar.ts';
import { inUnitOrder, type Theatre } from '../theatre.ts';
import { otherSide, SIDES, type Side } from '../vocabulary.ts';
import { sideAdjective, sideName, unitName, unitsWords, unitWords } from '../words/names.ts';
import { givenOf, lossesOf, movesOf, type TurnMoves, type WildernessEpisode } from './chronicle.ts';

/** What a campaign cost, the heaviest losses first; and turn by turn what each side really moved, beside what the other saw and knew. */
export function tallies(theatre: Theatre, episodes: readonly WildernessEpisode[]): readonly Tally[] {
  const moves = movesOf(episodes);
  return [
    ...SIDES.map((side) => losses(theatre, episodes, side)),
    ...SIDES.map((side) => beliefs(theatre, moves, side)),
  ].filter(({ rows }) => rows.length > 0);
}

/** Of each unit and fortification no more than what it had at the start and was given [10.2, 10.3]. */
function losses(theatre: Theatre, episodes: readonly WildernessEpisode[], side: Side): Tally {
  const { counters = [], forts = {} } = episodes[0]?.after ?? {};
  const given = givenOf(episodes);
  const rows = [...lossesOf(theatre, episodes)[side]].map(([unit, lost]) => {
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
