import type { Tally } from '../../../game/index.ts';
import { capital, count } from '../../../kit/plain-english.ts';
import { datesOf } from '../calendar.ts';
import { inUnitOrder, type Theatre } from '../theatre.ts';
import { otherSide, SIDES, type Side } from '../vocabulary.ts';
import { sideName, unitName, unitsWords, unitWords } from '../words/names.ts';
import { lossesOf, movesOf, type TurnMoves, type WildernessEpisode } from './chronicle.ts';

/** What a campaign cost, the heaviest losses first; and turn by turn what each side really moved, beside what the other saw and knew. */
export function tallies(theatre: Theatre, episodes: readonly WildernessEpisode[]): readonly Tally[] {
  const moves = movesOf(episodes);
  return [
    losses(theatre, episodes, 'union', 'Union losses by corps', 'Corps'),
    losses(theatre, episodes, 'confederate', 'Confederate losses by division', 'Division'),
    ...SIDES.map((side) => beliefs(theatre, moves, side)),
  ].filter(({ rows }) => rows.length > 0);
}

function losses(
  theatre: Theatre,
  episodes: readonly WildernessEpisode[],
  side: Side,
  title: string,
  head: string,
): Tally {
  const counters = episodes.at(-1)?.after.counters ?? [];
  const forts = episodes[0]?.after.forts ?? {};
  const rows = [...lossesOf(theatre, episodes)[side]].map(([unit, lost]) => {
    if (theatre.fort.has(unit)) return [capital(unitWords(theatre, unit)), lost, forts[unit] ?? lost] as const;
    const original = counters.find((counter) => counter.unit === unit)?.original ?? lost;
    return [unitName(theatre, unit), lost, original] as const;
  });
  return {
    title,
    head: [head, 'Strength lost', 'Strength at the start'],
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
