import type { GameRecord } from '../../store/index.ts';
import { clipped } from '../answer.ts';
import type { Caller } from '../caller.ts';
import { MisfitLog } from '../fold.ts';
import { titled } from '../naming.ts';
import type { Completion } from '../offers.ts';
import type { Games } from '../table.ts';
import { nameAlone } from '../wording.ts';

/** Discord shows no more completions. */
const MOST = 25;
/** Campaigns of a channel that are gone through for what was typed, the last first. */
const SEARCHED = 200;
const LONGEST_LABEL = 100;

/** Campaigns of a channel that can be told and match what was typed: the one that is being played, then the others, the last first. */
export function catalogue(games: Games, caller: Caller, typed: string): Completion[] {
  const { store } = games;
  const running = store.runningIn(caller.channel);
  const wanted = typed.trim().toLowerCase();
  const found: Completion[] = [];
  for (const game of [...(running ? [running] : []), ...store.endedIn(caller.channel, SEARCHED)]) {
    const label = labelOf(games, game, caller.at);
    if (`${label} ${game.id}`.toLowerCase().includes(wanted)) found.push({ label, value: game.id });
    if (found.length === MOST) break;
  }
  return found;
}

/** "What if · Overland, 21 Nov, lost · Early start, begun by Ada" */
function labelOf(games: Games, game: GameRecord, now: number): string {
  const by = `begun by ${nameAlone(game.starter.name)}`;
  try {
    const title = titled(games, game, now);
    const { system } = games.tables.table(game);
    const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
    return clipped(`${title} · ${variant}, ${by}`, LONGEST_LABEL);
  } catch (error) {
    // Its rules have changed: whoever chooses it is told so.
    if (error instanceof MisfitLog) return clipped(`${game.system}, ${by}`, LONGEST_LABEL);
    throw error;
  }
}
