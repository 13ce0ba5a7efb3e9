import type { Caller } from '../caller.ts';
import type { Completion } from '../completions.ts';
import { titledInFull } from '../naming.ts';
import type { Games } from '../table.ts';

/** Discord shows no more completions. */
const MOST = 25;
/** Campaigns of a channel that are gone through for what was typed, the last first. */
const SEARCHED = 200;

/** Campaigns of a channel that can be told and match what was typed: the one that is being played, then the others, the last first. */
export function catalogue(games: Games, caller: Caller, typed: string): Completion[] {
  const { store } = games;
  const running = store.runningIn(caller.channel);
  const wanted = typed.trim().toLowerCase();
  const found: Completion[] = [];
  for (const game of [...(running ? [running] : []), ...store.endedIn(caller.channel, SEARCHED)]) {
    const label = titledInFull(games, game, caller.at);
    if (`${label} ${game.id}`.toLowerCase().includes(wanted)) found.push({ label, value: game.id });
    if (found.length === MOST) break;
  }
  return found;
}
