import { LIMITS } from '../../council/index.ts';
import { type Event, isRefusal, replayedDice, type SeatId } from '../../game/index.ts';
import { count } from '../../kit/plain-english.ts';
import { type LogPoint, logPointOf, type Reply, reply } from '../base/reply.ts';
import { type OrderEntry, withoutPassed } from '../table/game-position.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import { hasThrows, howMuch, type Seen } from '../table/rolls-taken-back.ts';
import {
  askUndo,
  seenToo,
  sidesHear,
  takenBack,
  UNDO,
  UNDO_ANSWERS,
  UNDO_FORM,
  undoReason,
} from '../table/undo-words.ts';
import { orderAuthor } from '../table/whose-turn.ts';
import { eventSentences } from './position-message.ts';

/** Lines and characters of what an order did that a question names. */
const BRIEF = { lines: 8, characters: 900 };

/** What goes when orders are taken back. */
export interface OrdersToTakeBack {
  /** The last ones, the last of them first. */
  readonly orders: readonly OrderEntry[];
  /** Things that each of them brought to light, in the same order, and all of them. */
  readonly seen: readonly Seen[];
  readonly all: Seen;
  /** Whether something was seen that nobody can unsee: with them, or since. */
  readonly isPast: boolean;
  /** The sides that are told. */
  readonly sides: readonly SeatId[];
  /** Why; null: it has not been said. */
  readonly reason: string | null;
}

/**
 * Asks before orders are taken back that are not the caller's own to take, or that rolled or revealed something: whose they are, and all
 * that goes with them.
 * @param lead lines above the question
 * @param mayAsk the caller can't take them back, but can ask the other side to agree
 */
export function undoQuestion(
  table: GameTable,
  { orders, all, isPast, sides, reason }: OrdersToTakeBack,
  lead: readonly string[] = [],
  mayAsk = false,
): Reply {
  const brief = inBrief(table, eventsOf(table, orders));
  const names = table.system.seats.flatMap(({ id, name }) => (sides.includes(id) ? [`the ${name}`] : []));
  const print = [
    ...(mayAsk ? [UNDO_ANSWERS.othersMustAgree] : names.length > 0 ? [sidesHear(names)] : []),
    ...(hasThrows(all) ? [UNDO_ANSWERS.sameThrows] : []),
    ...(howMuch(all) > 0 ? [UNDO_ANSWERS.leavesATrace] : []),
    ...(isPast && reason === null && !mayAsk ? [UNDO_ANSWERS.asksWhy] : []),
  ];
  const lines = [
    ...lead,
    askUndo(ordersInWords(table, orders)),
    ...(howMuch(all) > 0 ? [seenToo(all)] : []),
    ...(reason === null ? [] : [undoReason(reason)]),
    ...(brief.length > 0 ? [UNDO.results, ...brief] : []),
    ...(print.length > 0 ? [`-# ${print.join(' ')}`] : []),
  ];
  return reply('member', lines.join('\n'), {
    rows: [
      [
        {
          label: mayAsk ? UNDO.ask : UNDO.yes,
          tone: 'bold',
          press: { do: 'undo', point: logPointOf(table), sure: true },
        },
        { label: UNDO.no, tone: 'plain', press: { do: 'keep' } },
      ],
    ],
  });
}

/** The form for why something is taken back that everybody has seen. */
export function undoReasonForm(point: LogPoint): Reply {
  return reply('member', '', {
    form: {
      title: UNDO_FORM.title,
      asks: { what: 'why', point },
      label: UNDO_FORM.label,
      value: '',
      most: LIMITS.reason,
    },
  });
}

/** What one order did, or a clock in one go. Of a machine's answer to an order no more is told than how much it is. */
function eventsOf({ system, position }: GameTable, orders: readonly OrderEntry[]): readonly Event[] {
  const [last, ...others] = withoutPassed(orders);
  if (!last || others.some(({ cause }) => cause !== 'clock')) return [];
  if (orders.length > 1 || position.before === null) return position.moment?.events ?? [];
  const applied = system.apply(position.before, last.seat, last.order, replayedDice(last.throws));
  return isRefusal(applied) ? [] : applied.events;
}

function inBrief(table: GameTable, events: readonly Event[]): string[] {
  const lines = eventSentences(table, events);
  let room = BRIEF.characters;
  const shown = lines.slice(0, BRIEF.lines).filter((line) => {
    room -= line.length;
    return room > 0;
  });
  const left = lines.length - shown.length;
  return [...shown.map((line) => `> ${line}`), ...(left > 0 ? [`> and ${count(left, 'more line')}`] : [])];
}

/** "the last order (**Bo** moves 7 JR And to 1004)", with what a machine did since. */
export function ordersInWords({ system }: LoadedGame, orders: readonly OrderEntry[]): string {
  const members = orders.filter(({ cause }) => cause !== 'machine' && cause !== 'pass');
  const [first] = members.slice(-1);
  if (!first) throw new Error('Only a machine’s orders would be taken back');
  const what = `${orderAuthor(first)} ${system.describe(first.order, 'public', first.seat)}`;
  return takenBack(
    members.length === 1 ? what : null,
    members.length,
    orders.some(({ cause }) => cause === 'machine'),
  );
}
