import type { Fortune, Fortunes, Tally } from '../../../game/index.ts';
import { grouped, listed } from '../../../kit/plain-english.ts';
import { battleTitle } from '../../../kit/storytelling.ts';
import { sum } from '../../../kit/subsets.ts';
import { piecesAt } from '../board.ts';
import { divisionOf, type Field, formationsOf, type Piece, strengthOf } from '../field.ts';
import { meanSwing, partiesOf, type Stakes, swingOf } from '../rules/combat/battle-odds.ts';
import type { Fought } from '../rules/combat/fight.ts';
import { retreatWaysOf } from '../rules/combat/pending-choices.ts';
import type { State } from '../state.ts';
import { EXITS, SIDES } from '../vocabulary.ts';
import { exitName, namesOfIds, sideName } from '../words/names.ts';
import type { RichmondEpisode } from './chronicle.ts';

interface Group {
  readonly name: string;
  readonly pieces: readonly Piece[];
}

/** Tables of losses, the heaviest first, and of units that left the map; empty tables are left out. */
export function tallies(field: Field, episodes: readonly RichmondEpisode[]): readonly Tally[] {
  const last = episodes.at(-1)?.after;
  if (!last) return [];
  const corps = formationsOf(field, 'union');
  const tables = [
    losses('Union losses by corps', 'Corps', corps, last),
    losses('Confederate losses by division', 'Division', formationsOf(field, 'confederate'), last),
    losses('Union losses by division', 'Division', corps.flatMap(divisionsOf), last),
    departures(field, last),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Strength and units lost, each next to the total. */
function losses(title: string, group: string, groups: readonly Group[], { where }: State): Tally {
  const rows = groups.flatMap(({ name, pieces }) => {
    const lost = pieces.filter(({ id }) => where[id] === 'lost');
    return lost.length === 0 ? [] : [[name, strengthOf(lost), strengthOf(pieces), lost.length, pieces.length] as const];
  });
  return {
    title,
    head: [group, 'Strength lost', 'of', 'Units lost', 'of'],
    rows: rows.sort((a, b) => b[1] - a[1]),
  };
}

/** "2/V": the second division of V Corps. */
function divisionsOf({ pieces }: Group): Group[] {
  const divided = pieces.filter((piece) => divisionOf(piece) !== null);
  return grouped(divided, (piece) => divisionOf(piece)?.division ?? '').map(([name, inDivision]) => ({
    name,
    pieces: inDivision,
  }));
}

function departures(field: Field, state: State): Tally {
  const rows = SIDES.flatMap((side) =>
    EXITS.flatMap((exit) => {
      const gone = piecesAt(field, state, side, `off-${exit}`);
      return gone.length === 0 ? [] : [[`${sideName(side)} (${exitName(field, exit)})`, strengthOf(gone), gone.length]];
    }),
  );
  return { title: 'Off the map', head: ['Side and exit', 'Strength', 'Units'], rows };
}

/**
 * The result of each battle against what its column promised.
 * Both count the losses of the result itself and, for a retreat, the units that have no way to retreat.
 */
export function fortunes(field: Field, episodes: readonly RichmondEpisode[]): Fortunes {
  const each = episodes.flatMap(({ before, events }) =>
    events.flatMap((event) => (event.type === 'fought' ? [fortune(field, before, event)] : [])),
  );
  return { measure: 'strength points', note: NOTE, each };
}

const NOTE = 'what the defender loses minus what the attacker loses, including units lost because they can’t retreat';

function fortune(field: Field, before: RichmondEpisode['before'], event: Fought): Fortune {
  const { side, battle, reckoning, result } = event;
  const { adjacent, defenders } = partiesOf(field, before, battle);
  const strengths = (pieces: readonly Piece[]) => pieces.map(({ strength }) => strength);
  const stuck = (pieces: readonly Piece[]) =>
    sum(strengths(pieces.filter(({ id }) => retreatWaysOf(field, before, id).length === 0)));
  const stakes: Stakes = {
    attackers: strengths(adjacent),
    defenders: strengths(defenders),
    stuck: { attackers: stuck(adjacent), defenders: stuck(defenders) },
  };
  return {
    what: battleTitle(
      (most) => namesOfIds(field, battle.attackers, most),
      battle.attackers.length,
      `against ${listed(battle.hexes)} at ${reckoning.column}`,
    ),
    seat: side,
    expected: meanSwing(reckoning.column, stakes),
    actual: swingOf(result, stakes),
  };
}
