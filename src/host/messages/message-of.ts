import { type Event, isRefusal, LONGEST_TEXT, MOST_IN_ROW, replayedDice } from '../../game/index.ts';
import { compact, count, linesWithin } from '../../kit/plain-english.ts';
import type { GameChange } from '../actions/game-transactions.ts';
import { AUTHOR, ORDER_ANSWERS, ORDER_MENU } from '../base/order-words.ts';
import {
  button,
  cutAtLine,
  logPointOf,
  NO_PINGS,
  type OnBoard,
  type Renderer,
  type Reply,
  type ReplyPings,
  reply,
} from '../base/reply.ts';
import { type OrderEntry, withoutPassed } from '../table/game-position.ts';
import type { GameSources, GameTable } from '../table/game-tables.ts';
import {
  branchInWords,
  NEW_GAME,
  ordersInWords,
  startPrint,
  UNDO,
  UNDO_ANSWERS,
  whatIfPrint,
} from '../table/game-words.ts';
import { factInWords, noticeInWords, type ToldIn } from '../table/notice-sentences.ts';
import { PLAN } from '../table/planning-words.ts';
import { replayLog } from '../table/replay-log.ts';
import { hasThrows, howMuch } from '../table/rolls-taken-back.ts';
import type {
  GivenOrders,
  Line,
  NoticePost,
  OwnOrder,
  Said,
  SidePing,
  TableMessage,
  UndoQuestion,
} from '../table/said.ts';
import { joinButtons, machineButtons } from '../table/seat-rules.ts';
import { motionMessage } from './ballot-card.ts';
import { councilPanel } from './council-panel.ts';
import { describeLastOrder } from './describe-last-order.ts';
import { gameTitle } from './map-replies.ts';
import { wholeVerbs, withSeatButtons } from './order-buttons.ts';
import { askingReply } from './order-menu.ts';
import { closeQuestion, ownVoteReply } from './own-vote.ts';
import { eventSentences, positionMessage } from './position-message.ts';

const MOST_RESULTS = 6;

interface MessageParts extends GameSources {
  readonly render: Renderer;
}

/** The message for the result of a transaction, made after the commit. */
export function messageOf(parts: MessageParts, said: Said): Reply {
  if (!('say' in said)) return said;
  const { store } = parts;
  switch (said.say) {
    case 'table':
      return tableReply(parts, said);
    case 'notice':
      return noticePost(parts, said);
    case 'answer':
      return { ...said.answer, channelReply: noticePost(parts, said.channelReply) };
    case 'own-order':
      return ownOrder(parts, said);
    case 'own-vote':
      return { ...ownVoteReply(store, said), channelReply: said.channelReply && messageOf(parts, said.channelReply) };
    case 'close-question':
      return { ...closeQuestion(store, said), channelReply: said.channelReply && noticePost(parts, said.channelReply) };
    case 'motion':
      return motionMessage(store, said.table, said.ballot);
    case 'panel':
      return councilPanel(store, said);
    case 'undo-question':
      return undoQuestion(said);
    case 'agreement-question': {
      const lines = said.lines.flatMap((line) => lineInWords(parts, said.table, line));
      const rows = [[button(UNDO.agree, said.press, 'bold')]];
      return reply('channel', lines.join('\n'), { pings: said.pings, rows });
    }
    default:
      return said satisfies never;
  }
}

/** @param board the live board that the map belongs to */
export function messageOfChange(
  parts: MessageParts,
  { after, said, alone, pings = [] }: GameChange,
  board: OnBoard | null,
): Reply {
  const pinged = pings.reduce((answer, ping) => withPing(parts, answer, after, ping), messageOf(parts, said));
  const message = pinged.drawing && pinged.to === 'channel' ? { ...pinged, board } : pinged;
  return alone ? { ...messageOf(parts, alone), channelReply: message } : message;
}

function noticePost(parts: MessageParts, { notice, notices, pings, rows, board, settles }: NoticePost): Reply {
  return reply('channel', noticeInWords(parts, notice), {
    pings,
    notices,
    replyTo: notice.replyTo,
    rows,
    board,
    settles: settles === null ? null : noticeInWords(parts, { ...notice, says: [settles] }),
  });
}

function tableReply(parts: MessageParts, said: TableMessage): Reply {
  const { table, lines, isPrivate, small, lead, pings, notices, replaces, goesOn, settles } = said;
  const print = {
    usual: () => whatIfPrint(table.game),
    start: () => startPrint(table),
    'same-throws': () => [...whatIfPrint(table.game), UNDO_ANSWERS.sameThrows],
  }[small]();
  const linesInWords = lines.flatMap((line) => lineInWords(parts, table, line));
  const map = positionMessage(table, parts.render, linesInWords, print);
  const [headline = ''] = map.text.split('\n');
  const asking = { replaces: true, lead: headline };
  const above = lead === null ? '' : `${factInWords(parts, lead, toldAt(table, pings))}\n`;
  const answer: Reply = {
    ...map,
    to: isPrivate ? 'member' : map.to,
    text: cutAtLine(`${above}${map.text}`, LONGEST_TEXT),
    pings,
    notices,
    replaces,
    settles: settles && lineInWords(parts, table, settles).join('\n'),
    goesOn: goesOn && askingReply(table, goesOn.seat, { verb: goesOn.verb }, parts.render, asking),
  };
  return small === 'start' ? withSides(table, answer) : answer;
}

/** Confirms to a member the orders they gave, with the results that only their side may know. */
function receipt({ system, position }: GameTable, { by, seat, given, first }: GivenOrders): string[] {
  const results = (position.moment?.events ?? []).flatMap((event) =>
    system.eventWords.tell(event, 'public') === null ? (system.eventWords.tell(event, seat) ?? []) : [],
  );
  return [
    given === 1 ? ORDER_MENU.ordered(by, system.orderWords.describe(first, seat, seat)) : PLAN.given(given),
    ...results.slice(0, MOST_RESULTS),
    ...(results.length > MOST_RESULTS ? [ORDER_MENU.moreInLog] : []),
  ];
}

function toldAt(table: GameTable, pings: ReplyPings): ToldIn {
  return { game: table.game, channel: table.game.channel, pings, loaded: () => table };
}

function lineInWords(parts: MessageParts, table: GameTable, line: Line): readonly string[] {
  if (typeof line === 'string' || !('tell' in line)) return [factInWords(parts, line, toldAt(table, NO_PINGS))];
  switch (line.tell) {
    case 'last-order':
      return describeLastOrder(parts.store, parts.tables, line.at ?? table);
    case 'given':
      return receipt(table, line);
    case 'opening':
      return openingLines(parts, table, line.events);
    case 'taken-back':
      return [UNDO.takesBack(line.by, ordersInWords(table, line.orders), line.all)];
    case 'asks-back':
      return [UNDO.asksBack(line.by, ordersInWords(table, line.orders), line.all)];
    case 'agreed-back':
      return [UNDO.agreesBack(line.by, line.side, ordersInWords(table, line.orders), line.all)];
    default:
      return line satisfies never;
  }
}

/** A member's secret order and its results, and the question for the next order of that kind. */
function ownOrder(parts: MessageParts, said: OwnOrder): Reply {
  const { table, seat, order, by, events, replaces } = said;
  const { system } = table;
  const sentences = eventSentences(table, events, seat);
  const isCovered = sentences.length > 0 && (system.eventWords.summaryCoversOrder?.(order, events) ?? false);
  const lines = compact(
    !isCovered && ORDER_MENU.ordered(by ?? AUTHOR.machine, system.orderWords.describe(order, seat, seat)),
    sentences,
    said.canChange && ORDER_ANSWERS.canChange,
    said.keepsReason && ORDER_ANSWERS.reasonStays,
  );
  const answer = reply('member', lines.join('\n'), { replaces });
  const asking = { replaces: true, lead: answer.text };
  const question = said.goesOn ? askingReply(table, seat, { verb: order.verb }, parts.render, asking) : null;
  if (!question) return answer;
  return { ...question, rows: [...question.rows, wholeVerbs(table, seat)].filter((row) => row.length > 0) };
}

/** While nobody can give orders, buttons to join sides take the place of order buttons. */
function withSides(table: GameTable, answer: Reply): Reply {
  const rows = answer.rows
    .map((row) => row.filter(({ press }) => press.do !== 'join' && press.do !== 'bot'))
    .filter((row) => row.length > 0);
  const sides = [...joinButtons(table), ...machineButtons(table, table.vacant)].slice(0, MOST_IN_ROW);
  const asked = table.system.rules.asked(table.position.state);
  const inPlaceOfOrders = asked.every(({ seat }) => table.vacant.includes(seat));
  return withSeatButtons({ ...answer, rows }, sides, inPlaceOfOrders);
}

/** Adds a ping at the end of a message. If the text is too long, it is cut above the ping. */
function withPing(parts: MessageParts, answer: Reply, table: GameTable, ping: SidePing): Reply {
  const text = factInWords(parts, ping.says, toldAt(table, ping));
  return {
    ...answer,
    text: withPrompt(answer.text, text, LONGEST_TEXT - text.length - 1),
    pings: {
      users: [...new Set([...answer.pings.users, ...ping.users])],
      roles: [...new Set([...answer.pings.roles, ...ping.roles])],
    },
    notices: [...answer.notices, ...ping.notices],
  };
}

/** Puts a prompt under a text, above its small print. `room`: characters for the text itself. */
export function withPrompt(text: string, prompt: string, room = LONGEST_TEXT): string {
  const lines = cutAtLine(withoutRepeated(text, prompt), room).split('\n');
  const end = lines.findLastIndex((line) => !line.startsWith('-# ')) + 1;
  return [...lines.slice(0, end), ...(prompt === '' ? [] : [prompt]), ...lines.slice(end)].join('\n');
}

/** Drops lines that the ping repeats behind the name of the same side. */
function withoutRepeated(text: string, ping: string): string {
  const isRepeated = (line: string) => {
    const [, side, said = ''] = /^([^:*]+): (.+)$/.exec(line) ?? [];
    return side !== undefined && ping.includes(`**${side}:**`) && ping.includes(said);
  };
  return text
    .split('\n')
    .filter((line) => !isRepeated(line))
    .join('\n');
}

export function openingLines(games: GameSources, table: GameTable, events = startEvents(games, table)): string[] {
  const title = NEW_GAME.startedBy(gameTitle(table), table.game.starter.name);
  return [title, ...branchInWords(games, table.game), ...eventSentences(table, events)];
}

function startEvents({ store }: GameSources, { game, system }: GameTable): readonly Event[] {
  if (game.whatIf) return [];
  const [start] = store.entries(game.id);
  return start ? (replayLog(system, game.variant, [start]).steps[0]?.events ?? []) : [];
}

const BRIEF = { lines: 8, characters: 900 };

function undoQuestion({ table, back, lead, mustAsk }: UndoQuestion): Reply {
  const { orders, all, wasSeen, sides, reason } = back;
  const brief = inBrief(table, eventsOf(table, orders));
  const names = table.system.about.seats.flatMap(({ id, name }) => (sides.includes(id) ? [`the ${name}`] : []));
  const print = compact(
    mustAsk && UNDO_ANSWERS.othersMustAgree,
    !mustAsk && names.length > 0 && UNDO.sidesHear(names),
    hasThrows(all) && UNDO_ANSWERS.sameThrows,
    howMuch(all) > 0 && UNDO_ANSWERS.leavesATrace,
    wasSeen && reason === null && !mustAsk && UNDO_ANSWERS.asksWhy,
  );
  const lines = compact(
    lead,
    UNDO.question(ordersInWords(table, orders)),
    howMuch(all) > 0 && UNDO.seenToo(all),
    reason !== null && UNDO.reason(reason),
    brief.length > 0 && UNDO.results,
    brief,
    print.length > 0 && `-# ${print.join(' ')}`,
  );
  return reply('member', lines.join('\n'), {
    rows: [
      [
        button(mustAsk ? UNDO.ask : UNDO.yes, { do: 'undo', point: logPointOf(table), sure: true }, 'bold'),
        button(UNDO.no, { do: 'keep' }),
      ],
    ],
  });
}

/** The events of one order or of a clock's run; none for an order with the bot's answers. */
function eventsOf({ system, position }: GameTable, orders: readonly OrderEntry[]): readonly Event[] {
  const [last, ...others] = withoutPassed(system, orders);
  if (!last || others.some(({ cause }) => cause !== 'clock')) return [];
  if (orders.length > 1 || position.before === null) return position.moment?.events ?? [];
  const applied = system.rules.apply(position.before, last.seat, last.order, replayedDice(last.throws));
  return isRefusal(applied) ? [] : applied.events;
}

function inBrief(table: GameTable, events: readonly Event[]): string[] {
  const lines = eventSentences(table, events).map((line) => `> ${line}`);
  const shown = linesWithin(lines.slice(0, BRIEF.lines), BRIEF.characters);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`> and ${count(more, 'more line')}`] : [])];
}
