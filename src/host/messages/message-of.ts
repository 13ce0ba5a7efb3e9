import { LONGEST_TEXT, MOST_IN_ROW } from '../../game/index.ts';
import type { GameChange } from '../actions/game-transactions.ts';
import { AUTHOR, ORDER_ANSWERS, ORDER_MENU } from '../base/order-words.ts';
import { cutAtLine, type OnBoard, type Renderer, type Reply, type ReplyPings, reply } from '../base/reply.ts';
import type { GameSources, GameTable } from '../table/game-tables.ts';
import { startPrint } from '../table/game-words.ts';
import { inWords, noticeInWords, type ToldIn } from '../table/notice-sentences.ts';
import { PLAN } from '../table/plan-words.ts';
import type { GivenOrders, Line, NoticePost, OwnOrder, Said, SidePing, TableMessage } from '../table/said.ts';
import { joinButtons, machineButtons } from '../table/seat-rules.ts';
import { ordersInWords, UNDO, UNDO_ANSWERS } from '../table/undo-words.ts';
import { whatIfPrint } from '../table/what-if-words.ts';
import { motionMessage } from './ballot-card.ts';
import { councilPanel } from './council-panel.ts';
import { describeLastOrder } from './describe-last-order.ts';
import { openingLines } from './opening-lines.ts';
import { wholeVerbs, withSeatButtons } from './order-buttons.ts';
import { askingReply } from './order-menu.ts';
import { closeQuestion, ownVoteReply } from './own-vote.ts';
import { eventSentences, positionMessage } from './position-message.ts';
import { undoQuestion } from './undo-question.ts';

/** Lines on results that a receipt has at most. */
const MOST_RESULTS = 6;

const NOBODY: ReplyPings = { users: [], roles: [] };

/** Messages are made with these. */
export interface MessageParts extends GameSources {
  readonly render: Renderer;
}

/** Makes the message about what a transaction has left to say. After the commit. */
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
    default:
      return said satisfies never;
  }
}

/** The message about a change: to its channel, and to the member who acted. `board`: where a map of the game belongs. */
export function messageOfChange(
  parts: MessageParts,
  { after, said, alone, pings = [] }: GameChange,
  board: OnBoard | null,
): Reply {
  const pinged = pings.reduce((answer, ping) => withPing(parts, answer, after, ping), messageOf(parts, said));
  const told = pinged.drawing && pinged.to === 'channel' ? { ...pinged, board } : pinged;
  return alone ? { ...messageOf(parts, alone), channelReply: told } : told;
}

function noticePost(parts: MessageParts, { notice, notices, pings, rows, board, settles }: NoticePost): Reply {
  const settled = settles === null ? null : noticeInWords(parts, { ...notice, says: [settles] });
  return reply('channel', noticeInWords(parts, notice), {
    pings,
    notices,
    replyTo: notice.replyTo,
    rows,
    board,
    settles: settled,
  });
}

function tableReply(parts: MessageParts, said: TableMessage): Reply {
  const { table, lines, isPrivate, small, lead, pings, notices, replaces, goesOn, settles } = said;
  const print = {
    usual: () => whatIfPrint(table.game),
    start: () => startPrint(table),
    'same-throws': () => [...whatIfPrint(table.game), UNDO_ANSWERS.sameThrows],
  }[small]();
  const told = lines.flatMap((line) => lineInWords(parts, table, line));
  const map = positionMessage(table, parts.render, told, print);
  const [headline = ''] = map.text.split('\n');
  const asking = { page: 0, marked: null, replaces: true, lead: headline };
  const shown: Reply = {
    ...map,
    to: isPrivate ? 'member' : map.to,
    text:
      lead === null ? map.text : cutAtLine(`${inWords(parts, lead, toldAt(table, pings))}\n${map.text}`, LONGEST_TEXT),
    pings,
    notices,
    replaces,
    settles: settles && lineInWords(parts, table, settles).join('\n'),
    goesOn: goesOn && askingReply(table, goesOn.seat, { verb: goesOn.verb }, parts.render, asking),
  };
  return small === 'start' ? withSides(table, shown) : shown;
}

/** To who has given orders: how many, or the one, and what of their results the side alone is told. */
function receipt({ system, position }: GameTable, { by, seat, given, first }: GivenOrders): string[] {
  const own = (position.moment?.events ?? []).flatMap((event) =>
    system.tell(event, 'public') === null ? (system.tell(event, seat) ?? []) : [],
  );
  const told = own.length > MOST_RESULTS ? [...own.slice(0, MOST_RESULTS), ORDER_MENU.moreInLog] : own;
  return [given === 1 ? ORDER_MENU.ordered(by, system.describe(first, seat, seat)) : PLAN.given(given), ...told];
}

function toldAt(table: GameTable, pings: ReplyPings): ToldIn {
  return { game: table.game, channel: table.game.channel, pings, loaded: () => table };
}

function lineInWords(parts: MessageParts, table: GameTable, line: Line): readonly string[] {
  if (typeof line === 'string' || !('tell' in line)) return [inWords(parts, line, toldAt(table, NOBODY))];
  switch (line.tell) {
    case 'last-order':
      return describeLastOrder(parts.store, parts.tables, line.at ?? table);
    case 'given':
      return receipt(table, line);
    case 'opening':
      return openingLines(parts, table, line.events);
    case 'taken-back':
      return [UNDO.takesBack(line.by, ordersInWords(table, line.orders), line.all)];
    case 'agreed-back':
      return [UNDO.agreesBack(line.by, line.side, ordersInWords(table, line.orders), line.all)];
    default:
      return line satisfies never;
  }
}

/** Tells a member what their secret order did, and asks for the next of the kind. */
function ownOrder(parts: MessageParts, said: OwnOrder): Reply {
  const { table, seat, order, by, events, replaces } = said;
  const { system } = table;
  const told = eventSentences(table, events, seat);
  const isCovered = told.length > 0 && (system.summaryCoversOrder?.(order, events) ?? false);
  const own = isCovered ? [] : [ORDER_MENU.ordered(by ?? AUTHOR.machine, system.describe(order, seat, seat))];
  const kept = said.keepsReason ? [ORDER_ANSWERS.reasonStays] : [];
  const answer = reply('member', [...own, ...told, ...kept].join('\n'), { replaces });
  const asking = { page: 0, marked: null, replaces: true, lead: answer.text };
  const goesOn = said.goesOn ? askingReply(table, seat, { verb: order.verb }, parts.render, asking) : null;
  if (!goesOn) return answer;
  return { ...goesOn, rows: [...goesOn.rows, wholeVerbs(table, seat)].filter((row) => row.length > 0) };
}

/** The first map of a game of several sides, with buttons for each side: in the place of orders where nobody can give them yet. */
function withSides(table: GameTable, answer: Reply): Reply {
  const others = answer.rows.map((row) => row.filter(({ press }) => press.do !== 'join' && press.do !== 'bot'));
  const sides = [...joinButtons(table), ...machineButtons(table, table.vacant)].slice(0, MOST_IN_ROW);
  const asked = table.system.asked(table.position.state);
  const nobody = asked.every(({ seat }) => table.vacant.includes(seat));
  return withSeatButtons({ ...answer, rows: others.filter((row) => row.length > 0) }, sides, nobody);
}

/** A message to a channel with a ping at its end: of a longer text the end gives way. */
function withPing(parts: MessageParts, answer: Reply, table: GameTable, ping: SidePing): Reply {
  const { users, roles, notices } = ping;
  const text = inWords(parts, ping.says, toldAt(table, ping));
  const all = (own: readonly string[], more: readonly string[]) => [...new Set([...own, ...more])];
  return {
    ...answer,
    text: withPrompt(answer.text, text, LONGEST_TEXT - text.length - 1),
    pings: { users: all(answer.pings.users, users), roles: all(answer.pings.roles, roles) },
    notices: [...answer.notices, ...notices],
  };
}

/** A text with what a side is asked under it; small print stays last. `room`: characters that the text itself has. */
export function withPrompt(text: string, prompt: string, room = LONGEST_TEXT): string {
  const lines = cutAtLine(withoutRepeated(text, prompt), room).split('\n');
  const end = lines.findLastIndex((line) => !line.startsWith('-# ')) + 1;
  return [...lines.slice(0, end), ...(prompt === '' ? [] : [prompt]), ...lines.slice(end)].join('\n');
}

/** A text without the lines that a ping under it says again, behind the name of the same side. */
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
