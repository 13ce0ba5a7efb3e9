import { briefDay } from '../../council/index.ts';
import { type Event, isSecret, type Order, type SeatId, type System, type Viewer } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { hidesOrders, readChoice } from '../base/ballot-choice.ts';
import { plainName } from '../base/wording.ts';
import type { GamePosition } from './game-position.ts';
import { roomLeft } from './game-words.ts';
import { sideNameOf } from './seat-rules.ts';

/** What a log is put into words by. Positions are not asked for. */
export interface LogWords {
  /** Whether an order is a secret of its seat. */
  isSecret(order: Order): boolean;
  /** Whether orders can be secrets of their seats: then so is what a ballot can decide. */
  readonly hidesOrders: boolean;
  /** The name of a seat's side; null: there is one side, or it is not known. */
  side(seat: SeatId): string | null;
  /** As `System.describe`. */
  describe(order: Order, viewer: Viewer, by: SeatId): string;
  /** As `System.tell`. */
  tell(event: Event, viewer: Viewer): string | null;
}

/** The words of the rules a game is played by. */
export function logWordsOf(system: System): LogWords {
  return {
    isSecret: (order) => isSecret(system, order),
    hidesOrders: hidesOrders(system),
    side: (seat) => sideNameOf(system, seat),
    describe: (order, viewer, by) => system.describe(order, viewer, by),
    tell: (event, viewer) => system.tell(event, viewer),
  };
}

/**
 * The words of a log that its rules do not fit any more: an order as it was written. Which orders are secret, today's rules of the same
 * game say; where there are none any more, all are until the game is over.
 */
export function plainLogWords({ system: id, ended }: GameRecord, systems: readonly System[]): LogWords {
  const system = systems.find((one) => one.id === id);
  const secret = (order: Order) => !system || isSecret(system, order);
  const hidden = (order: Order, viewer: Viewer) => viewer !== 'referee' && !ended && secret(order);
  return {
    isSecret: secret,
    hidesOrders: !system || hidesOrders(system),
    side: (seat) => (system ? sideNameOf(system, seat) : null),
    describe: (order, viewer) => (hidden(order, viewer) ? 'gives an order' : `orders “${inPlainWords(order)}”`),
    tell: () => null,
  };
}

/** Lines of the log and buttons between its pages. `who`: Markdown. */
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
  /** A reason behind what it is for. */
  reasonAfter: (reason: string): string => ` (“${plainName(reason)}”)`,
} as const;

/** An order by its words alone: "attack grant". */
export function inPlainWords({ verb, ...slots }: Order): string {
  return [verb, ...Object.values(slots).flat()].join(' ');
}

/** The same of all that a choice of a ballot is. */
export function choiceInPlainWords(choice: string): string {
  return readChoice(choice)
    .map((step) => (typeof step === 'string' ? step : inPlainWords(step)))
    .join('; ');
}

/** What members are answered when they ask for a log and its file. */
export const LOG_ANSWERS = {
  exported: 'The whole game: every order, roll, vote and reason, with the secret behind the dice.',
  exportedSoFar:
    'The game so far: every order, roll, vote and reason, except what is still secret, sealed or being voted on.',
  exportedUnruled:
    'The rules have changed since this game began. Here is everything that doesn’t need them: every order, roll, vote and reason. Until the game ends, what is secret, sealed or being voted on is left out.',
} as const;

/**
 * Entries that a log may have. The longest played so far has some 1,100. With 20,000 the file of a game of Overland is
 * just below the 10 MB that Discord takes, and a log is still loaded in seconds. One entry may bring others with it, so a log may end
 * a little above.
 */
export const MOST_ENTRIES = 20_000;
/** How many are left when that is said. */
const NEAR = 1000;

/** Whether a log takes no more than its end. `seq`: the number of its last entry. */
export function isFull(seq: number): boolean {
  return seq + 1 >= MOST_ENTRIES;
}

/** For small print: how much room a log has left where it is nearly full. */
export function roomInWords({ seq }: Pick<GamePosition, 'seq'>): string[] {
  const left = MOST_ENTRIES - seq - 1;
  if (left > NEAR) return [];
  return [roomLeft(left)];
}
