import type { Event, Throw } from '../../game/index.ts';
import type { EntryRecord, GameRecord, Store } from '../../store/index.ts';
import { packed, plainName } from '../base/common-words.ts';
import { ORDER_MENU } from '../base/order-words.ts';
import { button, clipped, type Reply, reply } from '../base/reply.ts';
import { isChange, type OrderEntry } from '../table/game-position.ts';
import type { LoadedGame } from '../table/game-tables.ts';
import { markOf } from '../table/game-words.ts';
import { choiceInPlainWords, LOG, type LogWords } from '../table/log-words.ts';
import { isStillSecret } from '../table/open-ballots.ts';
import { type LogStep, type PlainStep, stepsWithoutRules } from '../table/replay-log.ts';
import { orderAuthor } from '../table/seat-rules.ts';
import { isRetold } from './describe-last-order.ts';
import { type ChoiceNames, choiceNamesOf, type LogSentences, logSentences } from './entry-sentences.ts';
import { eventSentences } from './position-message.ts';

/** The longest page of a log. With its heading it stays below Discord's 2,000 characters. */
const LONGEST_PAGE = 1700;

/** The words of a log, by the rules or without them. */
interface Telling {
  readonly choices: ChoiceNames;
  /** A line on the start, which `who` made. */
  start(who: string, step: PlainStep): string;
  /** @param overruling words for an order that overruled an open ballot; otherwise empty */
  order(entry: OrderEntry, events: readonly Event[], overruling: string): string;
  isUnseen?(entry: EntryRecord): boolean;
  /** `logPage` puts these above each page, so pages leave room for them. */
  readonly notes?: readonly string[];
  readonly end?: readonly string[];
}

/**
 * The pages of a game's log. Every entry after the start has its number. Orders taken back are struck through, changes
 * of orders that lie face down are left out, and ballots that made no entry stand between the entries.
 * @param steps the whole log
 * @param continues words on the point that a “what if” branches from; null for other games
 */
export function logPages(
  table: LoadedGame,
  steps: readonly LogStep[],
  store: Store,
  continues: string | null,
): readonly string[] {
  const { game, system, position } = table;
  const ending = system.positionWords.ending(position.state);
  const unseen = new Set(steps.flatMap(({ entry }) => (isChange(system, entry) ? [entry.seq] : [])));
  const sentencesOn = (events: readonly Event[]) => eventSentences(table, events).join(' ');
  return pagesOf(game, steps, store, {
    choices: choiceNamesOf(table, steps),
    start: (who, { events }) =>
      continues === null ? `${LOG.starts(who)} ${sentencesOn(events)}` : `${who} ${continues}.`,
    order(entry, events, overruling) {
      const sentences = sentencesOn(events);
      // The step passed by itself, so only its events are told.
      if (entry.cause === 'pass' && sentences !== '') return sentences;
      const author = orderAuthor(entry);
      const reason = entry.reason === null ? overruling : LOG.reasonAfter(entry.reason);
      const why = isStillSecret(table, entry.order) ? '' : reason;
      if (isRetold(table, entry, events)) return `${author}${why}: ${sentences}`;
      const what = system.orderWords.describe(entry.order, 'public', entry.seat);
      return `${author} ${what}${why}.${sentences && ` ${sentences}`}`;
    },
    isUnseen: (entry) => unseen.has(entry.kind === 'undo' ? entry.takesBack : entry.seq),
    end: ending ? [`**${ending.headline}** ${ending.reason}`] : [],
  });
}

/** The pages of a log that the rules no longer accept: orders as they were written, rolls, and decisions. */
export function unruledPages(game: GameRecord, words: LogWords, store: Store): readonly string[] {
  const { hidesOrders, side } = words;
  return pagesOf(game, stepsWithoutRules([...store.entriesAfter(game.id, -1)]), store, {
    choices: { hidesOrders, side, naming: () => (_seat, choice) => choiceInPlainWords(choice) },
    start: (who, { entry }) => `${LOG.starts(who)}${'throws' in entry ? diceInWords(entry.throws, game) : ''}`,
    order(entry, _events, overruling) {
      const { order, seat, reason, throws } = entry;
      const what = `${orderAuthor(entry)} ${plainName(words.describe(order, 'public', seat))}`;
      if (!game.ended && words.isSecret(order)) return `${what}.`;
      return `${what}${reason === null ? overruling : LOG.reasonAfter(reason)}.${diceInWords(throws, game)}`;
    },
    notes: [LOG.withoutRules],
  });
}

function pagesOf(game: GameRecord, steps: readonly PlainStep[], store: Store, telling: Telling): string[] {
  const { choices, isUnseen = () => false, notes = [], end = [] } = telling;
  const entries = steps.map(({ entry }) => entry);
  const sentences = logSentences(game, choices, entries, store);
  const lines = steps.flatMap((step) => {
    const { entry, takenBackBy } = step;
    const asides = sentences.after(entry.seq);
    if (isUnseen(entry)) return asides;
    const text = lineOf(step, sentences, telling);
    const numbered = entry.kind === 'start' ? text : `${entry.seq}. ${text}`;
    return [takenBackBy ? `~~${numbered}~~` : numbered, ...asides];
  });
  const most = LONGEST_PAGE - notes.join('\n').length;
  return packed(
    [...lines, ...end].map((line) => clipped(line, most)),
    most,
  );
}

function lineOf(step: PlainStep, sentences: LogSentences, { start, order }: Telling): string {
  const { entry, events } = step;
  const who = `**${plainName(entry.member?.name ?? '')}**`;
  switch (entry.kind) {
    case 'start':
      return start(who, step);
    case 'order':
      return order(entry, events, sentences.overruled(entry.ballot) ? ORDER_MENU.overruling : '');
    case 'undo':
      if (entry.agreed !== undefined) return LOG.agrees(who, sentences.side(entry.agreed), entry.takesBack);
      return LOG.takesBack(who, entry.takesBack, entry.reason);
    case 'abandon':
      return LOG.ends(who);
    case 'council':
      return sentences.changed(entry);
    case 'ballot':
      return sentences.decided(entry);
    default:
      return entry satisfies never;
  }
}

/** A page of a log, with its heading and the buttons to the others; page 0 is the last one. */
export function logPage(
  game: GameRecord,
  system: string,
  pages: readonly string[],
  page: number,
  notes: readonly string[] = [],
): Reply {
  const fromLast = Math.min(page, pages.length - 1);
  const at = pages.length - 1 - fromLast;
  const turn = (label: string, to: number) => button(label, { do: 'log', game: game.id, page: to });
  const row = [
    ...(at > 0 ? [turn(LOG.earlier, fromLast + 1)] : []),
    ...(fromLast > 0 ? [turn(LOG.later, fromLast - 1)] : []),
  ];
  const title = LOG.title(`${markOf(game)}${system}`, game.startedAt, game.starter.name);
  const heading = LOG.heading(title, at + 1, pages.length);
  return reply('member', [heading, ...notes, pages[at] ?? ''].join('\n'), {
    rows: [row],
    replaces: true,
  });
}

/** " Rolled: Grant attacks Lee: 5." The cards of a shuffle are secret until the game is over. */
function diceInWords(throws: readonly Throw[], { ended }: GameRecord): string {
  const shown = throws.flatMap((thrown) => {
    if (thrown.kind === 'die') return [`${plainName(thrown.purpose)}: ${thrown.face}`];
    return [`${plainName(thrown.purpose)}: ${ended ? thrown.deal.join(' ') : LOG.shuffled}`];
  });
  return LOG.rolled(shown);
}
