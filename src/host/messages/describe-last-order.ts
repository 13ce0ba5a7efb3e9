import { countInWords, decisionInWords, tally } from '../../council/index.ts';
import type { Event, Order, SeatId, System, Viewer } from '../../game/index.ts';
import { count, linesWithin } from '../../kit/plain-english.ts';
import type { BallotRecord, OrderCause, Store } from '../../store/index.ts';
import { choiceLabel, outcomeLines } from '../base/ballot-choice.ts';
import { plainName } from '../base/common-words.ts';
import { AUTHOR, ORDER_MENU } from '../base/order-words.ts';
import { clipped } from '../base/reply.ts';
import { closingInWords } from '../base/voting-words.ts';
import { lastRun, type OrderEntry, withoutPassed } from '../table/game-position.ts';
import type { GameTable, GameTables, LoadedGame } from '../table/game-tables.ts';
import { isSecretBallot, isStillSecret } from '../table/open-ballots.ts';
import { orderAuthor, sideNameOf } from '../table/seat-rules.ts';
import { verdictOnLast } from './odds-words.ts';
import { eventSentences } from './position-message.ts';

const REASONS = 3;

/** Lines on the last order or run. None after an undo. In a lesson, they tell what the member's side may know. */
export function describeLastOrder(store: Store, tables: GameTables, table: GameTable): string[] {
  const { moment, latest } = table.position;
  const last = withoutPassed(table.system, latest).at(-1);
  if (!moment?.order || !last) return [];
  const viewer = table.lesson?.lesson.seat ?? 'public';
  if (last.cause || last.together) return inOneGo(store, table, last, moment.events, viewer);
  const retold = last.ballot === null && isRetold(table, last, moment.events, viewer);
  return [
    ...(retold
      ? retelling(orderAuthor(last), table, last, moment.events, viewer)
      : ordered(store, tables, table, last, viewer)),
    ...eventSentences(table, retold ? moment.events.slice(1) : moment.events, viewer),
    ...verdictOnLast(table),
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

function retelling(
  who: string,
  table: LoadedGame,
  { reason, order }: OrderEntry,
  [first]: readonly Event[],
  viewer: Viewer,
): string[] {
  const sentence = first ? (table.system.eventWords.tell(first, viewer) ?? '') : '';
  return [`${who}: ${sentence}`, ...(reason === null || isStillSecret(table, order) ? [] : [quoted(reason, null)])];
}

function inOneGo(
  store: Store,
  table: LoadedGame,
  last: OrderEntry,
  events: readonly Event[],
  viewer: Viewer,
): string[] {
  const { system, position } = table;
  const run = withoutPassed(system, lastRun(position.latest));
  const given = run.length;
  // The run may contain choices of another side. It is named after the side that ordered first.
  const first = run[0] ?? last;
  const ballot = first.ballot === null ? null : store.ballot(first.ballot);
  const decided = ballot?.closed?.decision ? `, ${countInWords(ballot.closed.decision)}` : '';
  const who = first.cause ? byCause(system, first.cause, first.seat) : `${orderAuthor(first)}${decided}`;
  if (given === 1 && isRetold(table, last, events, viewer))
    return [...retelling(who, table, last, events, viewer), ...eventSentences(table, events.slice(1), viewer)];
  const brief = inBrief(table, events, viewer);
  if (given === 1) return [`${who} ${system.orderWords.describe(last.order, viewer, last.seat)}.`, ...brief];
  const [sentence, ...others] = brief;
  const told = sentence === undefined ? [ORDER_MENU.givesOrders(who, given)] : [`${who}: ${sentence}`, ...others];
  const orders = run.map(({ order }) => order);
  return ballot ? [...told, ...leftUndone(table, ballot, orders)] : told;
}

function leftUndone({ system }: LoadedGame, { seat, closed }: BallotRecord, orders: readonly Order[]): string[] {
  const { decision = null } = closed ?? {};
  return decision === null ? [] : outcomeLines(system, seat, decision.choice, orders, false);
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
  if (!ballot || !decision) {
    const who = `${orderAuthor(entry)} ${what}${ballot ? ORDER_MENU.overruling : ''}.`;
    return entry.reason === null || isStillSecret(table, entry.order) ? [who] : [who, quoted(entry.reason, null)];
  }
  if (isSecretBallot(table, ballot))
    return [
      `**${AUTHOR.council}** ${what}, ${countInWords(decision)}.${closed(ballot, decision.of)}`,
      ...leftUndone(table, ballot, [entry.order]),
    ];
  const others = (choice: string) => choiceThen(tables, table, ballot, choice);
  const votes = store.votes(ballot.id);
  const line = tally(votes).find(({ choice }) => choice === decision.choice);
  const reasons = (line?.reasons ?? []).slice(0, REASONS).map(({ text, by, votes: sharing }) => {
    const name = votes.find((vote) => vote.by.id === by)?.by.name ?? '';
    return `${quoted(text, name)}${sharing > 1 ? ` and ${count(sharing - 1, 'other')}` : ''}`;
  });
  const casting = ballot.casting && `**${plainName(ballot.casting.name)}**`;
  return [
    `**${AUTHOR.council}** ${what}, ${decisionInWords(decision, others, casting)}.${closed(ballot, decision.of)}`,
    ...reasons,
    ...leftUndone(table, ballot, [entry.order]),
  ];
}

function closed(ballot: BallotRecord, voters: number): string {
  const how = closingInWords(ballot, voters);
  return how === null ? '' : ` ${how}`;
}

function choiceThen(tables: GameTables, table: LoadedGame, { seq, seat }: BallotRecord, choice: string): string {
  const state = tables.stateAfter(table, seq);
  return `“${choiceLabel(table.system, state, seat, choice).text}”`;
}

function quoted(reason: string, name: string | null): string {
  const words = `> “${plainName(clipped(reason, 200))}”`;
  return name === null ? words : `${words} · ${plainName(name)}`;
}
