import type { Fortune, Fortunes } from '../../../game/index.ts';
import { listed } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import type { Field, Piece } from '../field.ts';
import { meanSwing, partiesOf, type Stakes, swingOf } from '../rules/combat/battle-odds.ts';
import type { Fought } from '../rules/combat/fight.ts';
import { retreatWaysOf } from '../rules/combat/pending-choices.ts';
import { namesOfIds } from '../words/unit-names.ts';
import type { RichmondEpisode } from './chronicle.ts';

/**
 * Each battle's die against the expected result of its column. Both count the losses of the result itself and, for a retreat, the units that have no
 * way to retreat from their hexes.
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
    what: called(field, event),
    seat: side,
    expected: meanSwing(reckoning.column, stakes),
    actual: swingOf(result, stakes),
  };
}

/** Characters of a battle's title. */
const LONGEST = 60;

/** "Gregg and Branch against 1107 at 2-1" */
function called(field: Field, { battle, reckoning }: Fought): string {
  const where = `against ${listed(battle.hexes)} at ${reckoning.column}`;
  const ways = [3, 2, 1].map((most) => `${namesOfIds(field, battle.attackers, most)} ${where}`);
  return ways.find((text) => text.length <= LONGEST) ?? `${battle.attackers.length} units ${where}`;
}
