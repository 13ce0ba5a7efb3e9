import { briefDay } from '../../council/index.ts';
import { type Event, isSecret, type Order, type SeatId, type System, type Viewer } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { hidesOrders, readChoice } from '../base/ballot-choice.ts';
import { plainName } from '../base/common-words.ts';
import type { GamePosition } from './game-position.ts';
import { sideNameOf } from './seat-rules.ts';

export interface LogWords {
  isSecret(order: Order): boolean;
  readonly hidesOrders: boolean;
  /** Null in a game of one side, or if the side is unknown. */
  side(seat: SeatId): string | null;
  describe(order: Order, viewer: Viewer, by: SeatId): string;
  tell(event: Event, viewer: Viewer): string | null;
}

export function logWordsOf(system: System): LogWords {
  return {
    isSecret: (order) => isSecret(system.about, order),
    hidesOrders: hidesOrders(system),
    side: (seat) => sideNameOf(system, seat),
    describe: (order, viewer, by) => system.orderWords.describe(order, viewer, by),
    tell: (event, viewer) => system.eventWords.tell(event, viewer),
  };
}

/**
 * Words for a log that the rules no longer accept: each order as it was written. Today's rules still say which orders
 * are secret. If this version has no such game, all are until the game is over.
 */
export function plainLogWords({ system: id, ended }: GameRecord, systems: readonly System[]): LogWords {
  const system = systems.find((one) => one.id === id);
  const secret = (order: Order) => !system || isSecret(system.about, order);
  const hidden = (order: Order, viewer: Viewer) => viewer !== 'referee' && !ended && secret(order);
  return {
    isSecret: secret,
    hidesOrders: !system || hidesOrders(system),
    side: (seat) => (system ? sideNameOf(system, seat) : null),
    describe: (order, viewer) => (hidden(order, viewer) ? 'gives an order' : `orders “${inPlainWords(order)}”`),
    tell: () => null,
  };
}

/** Lines of the log. `who`: Markdown. */
export const LOG = {
  earlier: 'Earlier',
  later: 'Later',
  heading: (title: string, page: number, pages: number) =>
    `**Log** · ${title}${pages > 1 ? ` · page ${page} of ${pages}` : ''}`,
  title: (game: string, at: number, starter: string) => `${game}, started ${briefDay(at)} by ${plainName(starter)}`,
  starts: (who: string) => `${who} starts the game.`,
  ends: (who: string) => `${who} ends the game.`,
  takesBack: (who: string, entry: number, reason: string | undefined) =>
    `${who} takes back entry ${entry}${reason === undefined ? '' : LOG.reasonAfter(reason)}.`,
  agrees: (who: string, side: string | null, entry: number) =>
    `${who}${side === null ? '' : ` (${side})`} agrees to take back entry ${entry}.`,
  withoutRules:
    'The rules have changed since this game began. Orders and rolls are listed as they were written, without their results. `/log file:` gives you everything as a file.',
  rolled: (rolls: readonly string[]) => (rolls.length > 0 ? ` Rolled: ${rolls.join('; ')}.` : ''),
  shuffled: 'shuffled',
  reasonAfter: (reason: string): string => ` (“${plainName(reason)}”)`,
} as const;

/** "attack grant" */
function inPlainWords({ verb, ...slots }: Order): string {
  return [verb, ...Object.values(slots).flat()].join(' ');
}

export function choiceInPlainWords(choice: string): string {
  return readChoice(choice)
    .map((step) => (typeof step === 'string' ? step : inPlainWords(step)))
    .join('; ');
}

export const LOG_ANSWERS = {
  exported: 'The whole game: every order, roll, vote and reason, with the secret behind the dice.',
  exportedSoFar:
    'The game so far: every order, roll, vote and reason, except what is still secret, sealed or being voted on.',
  exportedUnruled:
    'The rules have changed since this game began. Here is everything that doesn’t need them: every order, roll, vote and reason. Until the game ends, what is secret, sealed or being voted on is left out.',
} as const;

/** The most entries of a log, so that its file stays below Discord's 10 MB. The longest log so far has 1,100. */
export const MOST_ENTRIES = 20_000;
/** A note appears when no more entries than this fit. */
const NEARLY_FULL = 1000;

/** A full log takes only the entry that ends the game. `seq`: the number of the last entry. */
export function isFull(seq: number): boolean {
  return seq + 1 >= MOST_ENTRIES;
}

/** Small print for a log that is nearly full. */
export function roomInWords({ seq }: Pick<GamePosition, 'seq'>): string[] {
  const room = MOST_ENTRIES - seq - 1;
  if (room > NEARLY_FULL) return [];
  if (room <= 0) return ['This game’s log is full.'];
  const entries = room === 1 ? '1 more entry' : `${room} more entries`;
  return [`This game’s log has room for ${entries}. Each take-back uses one too.`];
}
