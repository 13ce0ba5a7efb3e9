import type { GameRecord } from '../store/index.ts';
import type { Games } from './table.ts';
import { markOf } from './what-if/words.ts';

/** What a campaign is called in lists: "Overland, 21 Nov, lost". */
export function titled({ tables }: Games, game: GameRecord, now: number): string {
  const { system, position } = tables.table(game);
  const outcome = system.outcome(position.state);
  return `${markOf(game)}${system.title}, ${dayOf(game.startedAt, now)}, ${outcome ? result(outcome.winner) : unfinished(game)}`;

  function result(winner: string | null): string {
    if (system.seats.length === 1) return winner === null ? 'lost' : 'won';
    const name = system.seats.find(({ id }) => id === winner)?.name;
    return name === undefined ? 'drawn' : `${name} won`;
  }
}

function unfinished({ ended }: GameRecord): string {
  return ended ? 'abandoned' : 'being played';
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "21 Nov", with its year where that is not this one. */
export function dayOf(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const year = day.getUTCFullYear();
  const date = `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
  return year === today.getUTCFullYear() ? date : `${date} ${year}`;
}
