import { type Event, isRefusal, replayedDice } from '../../game/index.ts';
import { count } from '../../kit/plain-english.ts';
import { logPointOf, type Reply, reply } from '../base/reply.ts';
import { type OrderEntry, withoutPassed } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { hasThrows, howMuch } from '../table/rolls-taken-back.ts';
import type { UndoQuestion } from '../table/said.ts';
import { ordersInWords, UNDO, UNDO_ANSWERS } from '../table/undo-words.ts';
import { eventSentences } from './position-message.ts';

/** Lines and characters of what an order did that a question names. */
const BRIEF = { lines: 8, characters: 900 };

/** A question before orders are taken back: whose they are, and all that goes with them. */
export function undoQuestion({ table, back, lead, mayAsk }: UndoQuestion): Reply {
  const { orders, all, isPast, sides, reason } = back;
  const brief = inBrief(table, eventsOf(table, orders));
  const names = table.system.seats.flatMap(({ id, name }) => (sides.includes(id) ? [`the ${name}`] : []));
  const print = [
    ...(mayAsk ? [UNDO_ANSWERS.othersMustAgree] : names.length > 0 ? [UNDO.sidesHear(names)] : []),
    ...(hasThrows(all) ? [UNDO_ANSWERS.sameThrows] : []),
    ...(howMuch(all) > 0 ? [UNDO_ANSWERS.leavesATrace] : []),
    ...(isPast && reason === null && !mayAsk ? [UNDO_ANSWERS.asksWhy] : []),
  ];
  const lines = [
    ...(lead === null ? [] : [lead]),
    UNDO.question(ordersInWords(table, orders)),
    ...(howMuch(all) > 0 ? [UNDO.seenToo(all)] : []),
    ...(reason === null ? [] : [UNDO.reason(reason)]),
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
