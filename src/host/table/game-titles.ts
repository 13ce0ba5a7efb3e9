import { LONGEST_CHOICE } from '../../game/index.ts';
import { count } from '../../kit/plain-english.ts';
import type { GameRecord } from '../../store/index.ts';
import { clipped } from '../base/reply.ts';
import { nameAlone } from '../base/wording.ts';
import type { GameSources } from './game-tables.ts';
import { IncompatibleLog } from './replay-log.ts';
import { markOf } from './what-if-words.ts';

/** What a game is called in lists: "Overland, 21 Nov 12:20 UTC, lost after 13 orders". */
export function titleInList(games: GameSources, game: GameRecord, now: number): string {
  const title = titleInBrief(games, game, now);
  const { system, position } = games.tables.table(game);
  if (!game.ended && system.outcome(position.state) === null) return title;
  const orders = position.turn;
  return `${title} ${orders === 0 ? 'before any order' : `after ${count(orders, 'order')}`}`;
}

/** The same without its length: "Overland, 21 Nov 12:20 UTC, lost". Two of one day are told apart by it. */
export function titleInBrief({ tables }: GameSources, game: GameRecord, now: number): string {
  const { system, position } = tables.table(game);
  const outcome = system.outcome(position.state);
  const begun = `${dateInBrief(game.startedAt, now)} ${hourOf(game.startedAt)} UTC`;
  return `${markOf(game)}${system.title}, ${begun}, ${outcome ? result(outcome.winner) : unfinished(game)}`;

  function result(winner: string | null): string {
    if (system.seats.length === 1) return winner === null ? 'lost' : 'won';
    const name = system.seats.find(({ id }) => id === winner)?.name;
    return name === undefined ? 'drawn' : `${name} won`;
  }
}

function unfinished({ ended }: GameRecord): string {
  return ended ? 'abandoned' : 'being played';
}

/** With its length, its variant and who began it. At most 100 characters. */
export function titleInFull(games: GameSources, game: GameRecord, now: number): string {
  const by = `started by ${nameAlone(game.starter.name)}`;
  try {
    const title = titleInList(games, game, now);
    const { system } = games.tables.table(game);
    const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
    return clipped(`${title} · ${variant}, ${by}`, LONGEST_CHOICE);
  } catch (error) {
    // Its rules have changed: a member who chooses it is told so.
    if (error instanceof IncompatibleLog)
      return clipped(`${game.system}, ${dateInBrief(game.startedAt, now)}, ${by}`, LONGEST_CHOICE);
    throw error;
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "21 Nov", with its year where that is not this one. */
export function dateInBrief(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const year = day.getUTCFullYear();
  const date = `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
  return year === today.getUTCFullYear() ? date : `${date} ${year}`;
}

/** "12:20" */
function hourOf(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}
