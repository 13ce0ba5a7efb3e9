import {
  type Balance,
  type BalancedMove,
  balanceOf,
  type Course,
  costliestDecision,
  type Move,
  wasBest,
} from '../../../advisor/index.ts';
import type { Episode, Fortune, State } from '../../../game/index.ts';
import { clipped } from '../../base/reply.ts';
import { plainName } from '../../base/wording.ts';
import type { PlayedGame } from '../../table/played-game.ts';
import { turningPointsOf } from '../../table/turning-points.ts';
import { withoutIds } from '../replay-file/export-redaction.ts';

/** Characters of a reason quoted in a story. */
const REASON = 140;

/** A game as its system tells it: the start, and each order that stands. */
export function episodesOf(playedGame: PlayedGame): readonly Episode[] {
  const episodes = known.get(playedGame) ?? made(playedGame);
  known.set(playedGame, episodes);
  return episodes;
}

const known = new WeakMap<PlayedGame, readonly Episode[]>();

/** The luck of the order at this place of `givenOrders`; null if it had none, or it is hidden. */
export function fortuneAt(playedGame: PlayedGame, place: number): Fortune | null {
  if (!showsLuck(playedGame)) return null;
  return playedGame.system.afterwards?.fortunes?.([episodesOf(playedGame)[place + 1] as Episode]).each[0] ?? null;
}

/** A game with secrets shows its luck and losses once it is over. */
export function showsLuck({ system, game }: PlayedGame): boolean {
  return system.about.openHanded === true || game.ended !== null;
}

function made(playedGame: PlayedGame): Episode[] {
  const { states, opening, givenOrders, course } = playedGame;
  const turning = turningPointsOf(playedGame);
  const start = states[0] as State;
  const balance = course && balanceOf(course);
  const costliest = course && balance && course.moves.length > 0 ? costliestIn(course, balance) : null;
  return [
    { order: null, before: start, after: start, events: opening, by: null, reasons: [], turning: false, worth: null },
    ...givenOrders.map(
      ({ entry, events, by, reasons }, place): Episode => ({
        order: entry.order,
        before: states[place] as State,
        after: states[place + 1] as State,
        events,
        // A story praises nobody by name for the costliest order.
        by: by && place !== costliest ? shown(by.name) : null,
        reasons: reasons.map(({ text, by }) => ({
          text: shown(clipped(text, REASON)),
          by: shown(by.name),
        })),
        turning: turning.has(place),
        worth: worthAt(course?.moves[place], balance?.moves[place]),
      }),
    ),
  ];
}

function worthAt(move: Move | undefined, balanced: BalancedMove | undefined): Episode['worth'] {
  return move && balanced ? { decision: balanced.decision, dice: balanced.dice, best: wasBest(move) } : null;
}

/** A member's name or text, safe in Markdown and without Discord's ids: the story leaves Discord. */
function shown(text: string): string {
  return plainName(withoutIds(text));
}

/** The place of the order that cost most, as its figures say. */
export function costliestIn(course: Course, { moves }: Balance): number | null {
  const most = Math.min(...moves.map(({ decision }) => decision));
  const lost = (place: number) => {
    const { before, chosen } = course.moves[place] as Move;
    return before - chosen;
  };
  if (most === 0) return costliestDecision(course);
  const level = [...moves.keys()].filter((place) => moves[place]?.decision === most);
  return level.reduce((found, place) => (lost(place) > lost(found) ? place : found));
}
