import { countInWords, decisionInWords, tally } from '../../council/index.ts';
import type { Event, Order, SeatId, System, Viewer } from '../../game/index.ts';
import { count, linesWithin } from '../../kit/plain-english.ts';
import type { BallotRecord, OrderCause, Store, VoteRecord } from '../../store/index.ts';
import { choiceLabel, outcomeLines } from '../base/ballot-choice.ts';
import { plainName } from '../base/common-words.ts';
import { AUTHOR, ORDER_MENU } from '../base/order-words.ts';
import { clipped } from '../base/reply.ts';
import { closingInWords } from '../base/voting-words.ts';
import { type GamePosition, lastRun, type OrderEntry, withoutPassed } from '../table/game-position.ts';
import type { GameTable, GameTables, LoadedGame } from '../table/game-tables.ts';
import { isSecretBallot, isStillSecret } from '../table/open-ballots.ts';
import { orderAuthor, sideNameOf } from '../table/seat-rules.ts';
import { verdictOnLast } from './odds-words.ts';
import { eventSentences } from './position-message.ts';

const REASONS = 3;

/**
 * Lines on the last order or run. None after an undo. In a lesson, they tell what the member's side may know.
 * @param table the present table: it decides how much may be told
 * @param position the position after the order; by default the present one
 */
export function describeLastOrder(
  store: Store,
  tables: GameTables,
  table: GameTable,
  position: GamePosition = table.position,
): string[] {
  const { moment, latest } = position;
  const last = withoutPassed(table.system, latest).at(-1);
  if (!moment?.order || !last) return [];
  const { events } = moment;
  const viewer = table.lesson?.lesson.seat ?? 'public';
  if (last.cause || last.together) return describeRun(store, table, lastRun(latest), events, viewer);
  if (last.ballot === null && isRetold(table, last, events, viewer))
    return [...retelling(orderAuthor(last), table, last, events, viewer), ...verdictOnLast(table, position)];
  return [
    ...ordered(store, tables, table, last, viewer),
    ...eventSentences(table, events, viewer),
    ...verdictOnLast(table, position),
  ];
}

/** Whether the sentence on the first event also tells the order, which then needs no description. */
export function isRetold(
  { system }: LoadedGame,
  { order }: OrderEntry,
  events: readonly Event[],
  viewer: Viewer = 'public',
): boolean {
  const [first] = events;
  return (
    first !== undefined &&
    system.eventWords.tell(first, viewer) !== null &&
    (system.eventWords.summaryCoversOrder?.(order, events) ?? false)
  );
}

/** The sentences on the events of an order, if the first sentence also tells the order. */
function retelling(
  who: string,
  table: LoadedGame,
  entry: OrderEntry,
  [first, ...others]: readonly Event[],
  viewer: Viewer,
): string[] {
  const sentence = first ? (table.system.eventWords.tell(first, viewer) ?? '') : '';
  return [`${who}: ${sentence}`, ...reasonOf(table, entry), ...eventSentences(table, others, viewer)];
}

/** Lines on the orders of a run, or on one order that the bot or the clock gave. */
function describeRun(
  store: Store,
  table: LoadedGame,
  latest: readonly OrderEntry[],
  events: readonly Event[],
  viewer: Viewer,
): string[] {
  const { system } = table;
  const run = withoutPassed(system, latest);
  // The run may contain choices of another side. It is named after the side that ordered first.
  const first = run[0] as OrderEntry;
  const ballot = first.ballot === null ? null : store.ballot(first.ballot);
  const decided = ballot?.closed?.decision ? `, ${countInWords(ballot.closed.decision)}` : '';
  const who = first.cause ? byCause(system, first.cause, first.seat) : `${orderAuthor(first)}${decided}`;
  const isAlone = run.length === 1;
  if (isAlone && isRetold(table, first, events, viewer)) return retelling(who, table, first, events, viewer);
  const brief = inBrief(table, events, viewer);
  if (isAlone) return [`${who} ${system.orderWords.describe(first.order, viewer, first.seat)}.`, ...brief];
  const [sentence, ...others] = brief;
  const head = sentence === undefined ? ORDER_MENU.givesOrders(who, run.length) : `${who}: ${sentence}`;
  const orders = run.map(({ order }) => order);
  return [head, ...others, ...(ballot ? leftUndone(table, ballot, orders) : [])];
}

function leftUndone({ system }: LoadedGame, { seat, closed }: BallotRecord, orders: readonly Order[]): string[] {
  const { decision = null } = closed ?? {};
  return decision === null ? [] : outcomeLines(system, seat, decision.choice, orders, { own: false });
}

/** The author of an order that came from neither a member nor a ballot. */
function byCause(system: System, cause: OrderCause, seat: SeatId): string {
  const who = `**${AUTHOR[cause]}**`;
  const side = sideNameOf(system, seat);
  return side === null ? who : `${who} (${side})`;
}

const BRIEF = { lines: 12, characters: 1000 };

/** The game's digest of the events, or their sentences, as far as there is room. */
function inBrief(table: Pick<GameTable, 'system'>, events: readonly Event[], viewer: Viewer): string[] {
  const lines = table.system.eventWords.digest?.(events, viewer) ?? eventSentences(table, events, viewer);
  const shown = linesWithin(lines.slice(0, BRIEF.lines), BRIEF.characters);
  return shown.length === lines.length ? [...lines] : [...shown, ORDER_MENU.moreInLog];
}

function ordered(store: Store, tables: GameTables, table: LoadedGame, entry: OrderEntry, viewer: Viewer): string[] {
  const { system } = table;
  const what = system.orderWords.describe(entry.order, viewer, entry.seat);
  const ballot = entry.ballot === null ? null : store.ballot(entry.ballot);
  const decision = ballot?.closed?.decision;
  if (!ballot || !decision)
    return [`${orderAuthor(entry)} ${what}${ballot ? ORDER_MENU.overruling : ''}.`, ...reasonOf(table, entry)];
  const isSecret = isSecretBallot(table, ballot);
  const choiceThen = (choice: string) => {
    const state = tables.stateAfter(table, ballot.seq);
    return `“${choiceLabel(system, state, ballot.seat, choice).text}”`;
  };
  const casting = ballot.casting && `**${plainName(ballot.casting.name)}**`;
  const decided = isSecret ? countInWords(decision) : decisionInWords(decision, choiceThen, casting);
  return [
    `**${AUTHOR.council}** ${what}, ${decided}.${closed(ballot, decision.of)}`,
    ...(isSecret ? [] : votersReasons(store.votes(ballot.id), decision.choice)),
    ...leftUndone(table, ballot, [entry.order]),
  ];
}

function votersReasons(votes: readonly VoteRecord[], decided: string): string[] {
  const line = tally(votes).find(({ choice }) => choice === decided);
  return (line?.reasons ?? []).slice(0, REASONS).map(({ text, by, votes: sharing }) => {
    const name = votes.find((vote) => vote.by.id === by)?.by.name ?? '';
    return `${quoted(text)} · ${plainName(name)}${sharing > 1 ? ` and ${count(sharing - 1, 'other')}` : ''}`;
  });
}

function closed(ballot: BallotRecord, voters: number): string {
  const how = closingInWords(ballot, voters);
  return how === null ? '' : ` ${how}`;
}

/** The reason that its author gave for an order, if it may be told. */
function reasonOf(table: LoadedGame, { reason, order }: OrderEntry): string[] {
  return reason === null || isStillSecret(table, order) ? [] : [quoted(reason)];
}

function quoted(reason: string): string {
  return `> “${plainName(clipped(reason, 200))}”`;
}
