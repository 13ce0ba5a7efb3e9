import type { Tally } from '../../../game/index.ts';
import type { Field, Piece } from '../field.ts';
import { divisionOf, formationsOf } from '../formations.ts';
import { sideAdjective } from '../names.ts';
import { exitOf, type State } from '../state.ts';
import { EXITS, SIDES, type Side } from '../vocabulary.ts';
import type { RichmondEpisode } from './chronicle.ts';

/** What a campaign cost: losses by corps and division, what left the map, and how attacks went. */
export function tallies(field: Field, episodes: readonly RichmondEpisode[]): readonly Tally[] {
  const last = episodes.at(-1)?.after;
  if (!last) return [];
  return [...SIDES.map((side) => losses(field, last, side)), departures(field, last), attacks(episodes)];
}

function losses(field: Field, { where }: State, side: Side): Tally {
  const row = (name: string, pieces: readonly Piece[]) => {
    const lost = pieces.filter(({ id }) => where[id] === 'lost');
    return [name, lost.length, pieces.length, strength(lost), strength(pieces)];
  };
  const rows = formationsOf(field, side).flatMap(({ name, pieces }) => {
    const corps = row(name, pieces);
    return corps[1] === 0 ? [] : [corps, ...divisions(pieces).flatMap((part) => some(row(part.name, part.pieces)))];
  });
  const own = field.pieces.filter((piece) => piece.side === side);
  return {
    title: `${sideAdjective(side)} losses by ${side === 'union' ? 'corps and division' : 'division'}`,
    head: ['', 'Units lost', 'of', 'Strength lost', 'of'],
    rows: [...rows, row('All', own)],
  };
}

/** A row without losses is left out. */
function some(row: (string | number)[]): (string | number)[][] {
  return row[1] === 0 ? [] : [row];
}

/** Of a corps that has more than one. */
function divisions(pieces: readonly Piece[]): { readonly name: string; readonly pieces: readonly Piece[] }[] {
  const found = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const division = divisionOf(piece)?.division;
    if (division === undefined) continue;
    found.set(division, [...(found.get(division) ?? []), piece]);
  }
  return found.size < 2 ? [] : [...found].map(([name, some]) => ({ name: `Division ${name}`, pieces: some }));
}

function departures(field: Field, { where }: State): Tally {
  const rows = SIDES.flatMap((side) =>
    EXITS.flatMap((exit) => {
      const gone = field.pieces.filter((piece) => piece.side === side && exitOf(where[piece.id]) === exit);
      return gone.length === 0 ? [] : [[`${sideAdjective(side)}, by ${exit}`, gone.length, strength(gone)]];
    }),
  );
  return {
    title: 'Gone from the map',
    head: ['', 'Units', 'Strength'],
    rows: rows.length > 0 ? rows : [['Nobody', 0, 0]],
  };
}

function attacks(episodes: readonly RichmondEpisode[]): Tally {
  const by = { confederate: [0, 0, 0, 0], union: [0, 0, 0, 0] };
  for (const { events } of episodes)
    for (const event of events) {
      if (event.type !== 'fought') continue;
      const counts = by[event.side];
      const column = event.result.startsWith('D') ? 1 : event.result === 'Ex' ? 2 : 3;
      counts[0] = (counts[0] ?? 0) + 1;
      counts[column] = (counts[column] ?? 0) + 1;
    }
  return {
    title: 'Attacks',
    head: ['', 'All', 'Carried', 'Exchanges', 'Failed'],
    rows: SIDES.map((side) => [sideAdjective(side), ...by[side]]),
  };
}

function strength(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.strength, 0);
}
