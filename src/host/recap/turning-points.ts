import { turningPoints } from '../../advisor/index.ts';
import { tideOf } from './passages.ts';
import type { PlayedGame } from './played-game.ts';

/** The orders that a recap marks as turning points, as places in `Game.givenOrders`: by the chance of winning, or else by points. */
export function turningPointsOf(playedGame: PlayedGame): ReadonlySet<number> {
  const { course } = playedGame;
  return new Set(course ? turningPoints(course) : (tideOf(playedGame)?.turning ?? []).map(({ peak }) => peak));
}
