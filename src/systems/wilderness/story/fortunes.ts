import type { Fortune, Fortunes } from '../../../game/index.ts';
import { capital } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { boardOf } from '../board.ts';
import { defending, strengthLeft } from '../rules/combat/losses.ts';
import { lossesOf } from '../rules/combat/odds.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { type EventOf, otherSide } from '../vocabulary.ts';
import { hexName, unitsWords } from '../words/names.ts';
import type { WildernessEpisode } from './chronicle.ts';

const FACES = [1, 2, 3, 4, 5, 6] as const;
/** Characters at most of what a battle is called. */
const LONGEST = 60;

/** What the die of each infantry battle did beside what its column promised: the defender's losses less the attacker's. */
export function fortunes(theatre: Theatre, episodes: readonly WildernessEpisode[]): Fortunes {
  const each = episodes.flatMap(({ before, events }) =>
    events.flatMap((event) => (event.type === 'fought' && event.die !== null ? [fortune(theatre, before, event)] : [])),
  );
  return {
    measure: 'strength points',
    note: 'what the defender loses minus what the attacker loses',
    each,
  };
}

function fortune(theatre: Theatre, before: State, event: EventOf<'fought'>): Fortune {
  const { side, attackers, target, reckoning, losses } = event;
  const all = (ids: readonly string[]) => sum(ids.map((id) => strengthLeft(theatre, before, id)));
  const most = {
    attacker: all(attackers),
    defender: all(defending(theatre, boardOf(theatre, before), otherSide(side), target)),
  };
  const swing = ([attacker, defender]: readonly [number, number]) =>
    Math.min(defender, most.defender) - Math.min(attacker, most.attacker);
  const table = theatre.combatTables.find(({ name }) => name === reckoning.table)?.table;
  const swings = FACES.map((face) => {
    const [attacker, defender] = lossesOf(
      table?.resultOf(reckoning.column ?? '1-2', face + reckoning.modifier) ?? '0/0',
    );
    return swing([attacker * (reckoning.entrenched ? 2 : 1), defender]);
  });
  const place = theatre.hex.get(target)?.name ? hexName(theatre, target) : target;
  const where = `against ${place} at ${reckoning.column}`;
  const ways = [3, 2, 1].map((named) => capital(`${unitsWords(theatre, attackers, named)} ${where}`));
  return {
    what: ways.find((text) => text.length <= LONGEST) ?? `${attackers.length} units ${where}`,
    seat: side,
    expected: sum(swings) / FACES.length,
    actual: swing(losses),
  };
}
