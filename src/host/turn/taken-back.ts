import { capital, counted, listed } from '../../council/index.ts';
import { type Event, isRefusal, replayedDice, type SeatId } from '../../game/index.ts';
import { type Answer, pointOf, say } from '../answer.ts';
import type { OrderEntry } from '../fold.ts';
import { giverOf } from '../giver.ts';
import { told } from '../report.ts';
import type { Bare, Table } from '../table.ts';
import { WORDS } from '../wording.ts';

/** Lines and characters of what an order did that a question names. */
const BRIEF = { lines: 8, characters: 900 };

/**
 * Asks before orders are taken back that are not the caller's own to take: whose they are, and all that goes with them.
 * @param orders the last ones, the last of them first
 * @param sides whose they are
 */
export function question(table: Table, orders: readonly OrderEntry[], sides: readonly SeatId[]): Answer {
  const dice = orders.flatMap(({ throws }) => throws).length;
  const events = eventsOf(table, orders);
  const names = table.system.seats.flatMap(({ id, name }) => (sides.includes(id) ? [`the ${name}`] : []));
  const print = [
    ...(names.length > 0 ? [`${capital(listed(names, 'and'))} will be told of it in the channel.`] : []),
    ...(dice > 0 ? [WORDS.sameThrows] : []),
  ];
  const lines = [
    `Take back ${inWords(table, orders)}?`,
    ...(dice > 0 ? [`With it ${dice === 1 ? 'its die goes' : `${counted(dice, 'throw')} of the dice go`}.`] : []),
    ...(events.length > 0 ? ['What came of it, and would not have happened:', ...inBrief(table, events)] : []),
    ...(print.length > 0 ? [`-# ${print.join(' ')}`] : []),
  ];
  return say('member', lines.join('\n'), {
    rows: [
      [
        { label: 'Take it back', tone: 'bold', press: { do: 'undo', point: pointOf(table), sure: true } },
        { label: 'Leave it so', tone: 'plain', press: { do: 'keep' } },
      ],
    ],
  });
}

/** What one order did, or a clock in one go. Of a machine's answer to an order no more is told than how much it is. */
function eventsOf({ system, position }: Table, orders: readonly OrderEntry[]): readonly Event[] {
  const [last, ...others] = orders;
  if (!last || others.some(({ cause }) => cause !== 'clock')) return [];
  if (others.length > 0 || position.before === null) return position.moment?.events ?? [];
  const applied = system.apply(position.before, last.seat, last.order, replayedDice(last.throws));
  return isRefusal(applied) ? [] : applied.events;
}

function inBrief(table: Table, events: readonly Event[]): string[] {
  const lines = told(table, events);
  let room = BRIEF.characters;
  const shown = lines.slice(0, BRIEF.lines).filter((line) => {
    room -= line.length;
    return room > 0;
  });
  const left = lines.length - shown.length;
  return [...shown.map((line) => `> ${line}`), ...(left > 0 ? [`> and ${counted(left, 'more line')}`] : [])];
}

/** "the last order (**Bo** moves 7 JR And to 1004)", with what a machine did since. */
export function inWords({ system }: Bare, orders: readonly OrderEntry[]): string {
  const members = orders.filter(({ cause }) => cause !== 'machine');
  const [first] = members.slice(-1);
  if (!first) throw new Error('Nothing but orders of a machine is taken back');
  const machine = members.length < orders.length ? ', and what the machine did since' : '';
  const what = `${giverOf(first)} ${system.describe(first.order, 'public', first.seat)}`;
  if (members.length === 1) return `the last order (${what})${machine}`;
  return `${members.length} orders of the clock${machine}`;
}
