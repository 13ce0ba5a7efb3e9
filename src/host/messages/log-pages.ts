import type { Throw } from '../../game/index.ts';
import type { EntryRecord, GameRecord, Store } from '../../store/index.ts';
import { ORDER_MENU } from '../base/order-words.ts';
import { clipped, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import { plainName } from '../base/wording.ts';
import { isChange, type OrderEntry } from '../table/game-position.ts';
import type { LoadedGame } from '../table/game-tables.ts';
import { markOf } from '../table/game-words.ts';
import { choiceInPlainWords, LOG, type LogWords } from '../table/log-words.ts';
import { isStillSecret } from '../table/open-ballots.ts';
import { type LogStep, undosIn } from '../table/replay-log.ts';
import { orderAuthor } from '../table/whose-turn.ts';
import { isRetold } from './describe-last-order.ts';
import { choiceNamesOf, LogSentences, type LogSources } from './entry-sentences.ts';
import { eventSentences } from './position-message.ts';

/** Longest a page of the log gets, so that with its heading it stays below Discord's 2,000. */
const PAGE = 1700;

/**
 * The pages of a game's log, told from its start. Every entry after the start has its number; orders
 * taken back stay, struck through. Changes of orders that lie face down are left out. Ballots that made no entry stand between the entries.
 * @param steps the log played through
 * @param continues the point that a “what if” branches from; null for a game of its own
 */
export function logPages(
  table: LoadedGame,
  steps: readonly LogStep[],
  sources: Pick<LogSources, 'store'>,
  continues: string | null,
): readonly string[] {
  const ending = table.system.positionWords.ending(table.position.state);
  const end = ending ? [`**${ending.headline}** ${ending.reason}`] : [];
  const entries = steps.map(({ entry }) => entry);
  const minutes = LogSentences.read(table.game, choiceNamesOf(table, steps), entries, sources);
  const unseen = new Set(entries.filter((entry) => isChange(table.system, entry)).map(({ seq }) => seq));
  const isUnseen = (entry: EntryRecord) => unseen.has(entry.kind === 'undo' ? entry.takesBack : entry.seq);
  const lines = steps.flatMap((step) => [
    ...(isUnseen(step.entry) ? [] : [numbered(table, minutes, step, continues)]),
    ...minutes.after(step.entry.seq),
  ]);
  return intoLogPages([...lines, ...end]);
}

/** A page of a log, with its heading and the buttons to the others; page 0 is the last one. */
export function logPage(
  game: GameRecord,
  system: string,
  pages: readonly string[],
  page: number,
  notes: readonly string[] = [],
): Reply {
  const back = Math.min(page, pages.length - 1);
  const at = pages.length - 1 - back;
  const turn = (label: string, to: number): ReplyButton => ({
    label,
    tone: 'plain',
    press: { do: 'log', game: game.id, page: to },
  });
  const row = [...(at > 0 ? [turn(LOG.earlier, back + 1)] : []), ...(back > 0 ? [turn(LOG.later, back - 1)] : [])];
  const heading = LOG.heading(title(game, system), at + 1, pages.length);
  return reply('member', [heading, ...notes, pages[at] ?? ''].join('\n'), {
    rows: row.length > 0 ? [row] : [],
    replaces: true,
  });
}

function title(game: GameRecord, system: string): string {
  return LOG.title(`${markOf(game)}${system}`, game.startedAt, game.starter.name);
}

/** The line of an entry. The start is the only one without its number. */
function numbered(table: LoadedGame, minutes: LogSentences, step: LogStep, continues: string | null): string {
  const { seq, kind } = step.entry;
  const text = line(table, minutes, step, continues);
  if (kind === 'start') return text;
  return step.takenBackBy ? `~~${seq}. ${text}~~` : `${seq}. ${text}`;
}

function line(table: LoadedGame, minutes: LogSentences, { entry, events }: LogStep, continues: string | null): string {
  const who = whoOf(entry);
  const sentences = eventSentences(table, events).join(' ');
  switch (entry.kind) {
    case 'start':
      return continues === null ? `${LOG.starts(who)} ${sentences}` : `${who} ${continues}.`;
    case 'order': {
      // Nobody gave it: what came of it says enough.
      if (entry.cause === 'pass' && sentences !== '') return sentences;
      const author = orderAuthor(entry);
      // The events tell all that the order's description would.
      if (isRetold(table, entry, events)) return `${author}${why(table, minutes, entry)}: ${sentences}`;
      const what = table.system.orderWords.describe(entry.order, 'public', entry.seat);
      return `${author} ${what}${why(table, minutes, entry)}.${sentences && ` ${sentences}`}`;
    }
    default:
      return entryWithoutRules(entry, minutes);
  }
}

/** The line of an entry that takes no rules to tell. */
function entryWithoutRules(entry: Exclude<EntryRecord, { kind: 'start' | 'order' }>, minutes: LogSentences): string {
  switch (entry.kind) {
    case 'undo':
      if (entry.agreed !== undefined) return LOG.agrees(whoOf(entry), minutes.side(entry.agreed), entry.takesBack);
      return LOG.takesBack(whoOf(entry), entry.takesBack, entry.reason);
    case 'abandon':
      return LOG.ends(whoOf(entry));
    case 'council':
      return minutes.changed(entry);
    case 'ballot':
      return minutes.decided(entry);
    default:
      return entry satisfies never;
  }
}

/** The member who made an entry, as the log names them. */
function whoOf({ member }: EntryRecord): string {
  return `**${plainName(member?.name ?? '')}**`;
}

/** The reason for an order, or that the council was still voting. The entry before tells how a vote decided it. */
function why(table: LoadedGame, minutes: LogSentences, { ballot, reason, order }: OrderEntry): string {
  if (isStillSecret(table, order)) return '';
  if (reason !== null) return LOG.reasonAfter(reason);
  return minutes.overruled(ballot) ? ORDER_MENU.overruling : '';
}

/** The lines of a log as pages. @param notes that stand above each of them */
function intoLogPages(lines: readonly string[], notes: readonly string[] = []): string[] {
  const most = PAGE - notes.join('\n').length;
  const pages: string[] = [];
  for (const line of lines) {
    const last = pages.at(-1);
    if (last !== undefined && last.length + line.length < most) pages[pages.length - 1] = `${last}\n${line}`;
    else pages.push(clipped(line, most));
  }
  return pages;
}

/** Page 0 is the last. */
export function unruledLog(game: GameRecord, title: string, pages: readonly string[], page: number): Reply {
  return logPage(game, title, pages, page, [LOG.withoutRules]);
}

/** All of its pages: who ordered what, what was thrown, and what the council decided. */
export function unruledPages(game: GameRecord, voice: LogWords, store: Store): readonly string[] {
  const entries = [...store.entriesAfter(game.id, -1)];
  const naming = () => (_seat: string, choice: string) => choiceInPlainWords(choice);
  const choices = { hidesOrders: voice.hidesOrders, side: voice.side, naming };
  const minutes = LogSentences.read(game, choices, entries, { store });
  const undone = undosIn(entries);
  const lines = entries.flatMap((entry) => {
    const text = lineWithoutRules(entry, { game, voice, minutes });
    const numbered = entry.kind === 'start' ? text : `${entry.seq}. ${text}`;
    return [undone.has(entry.seq) ? `~~${numbered}~~` : numbered, ...minutes.after(entry.seq)];
  });
  return intoLogPages(lines, [LOG.withoutRules]);
}

interface Told {
  readonly game: GameRecord;
  readonly voice: LogWords;
  readonly minutes: LogSentences;
}

function lineWithoutRules(entry: EntryRecord, { game, voice, minutes }: Told): string {
  const who = whoOf(entry);
  switch (entry.kind) {
    case 'start':
      return `${LOG.starts(who)}${dice(entry.throws, game)}`;
    case 'order': {
      const { order, seat, reason, ballot, throws } = entry;
      const what = `${orderAuthor(entry)} ${plainName(voice.describe(order, 'public', seat))}`;
      if (!game.ended && voice.isSecret(order)) return `${what}.`;
      const over = minutes.overruled(ballot) ? ORDER_MENU.overruling : '';
      return `${what}${reason === null ? over : LOG.reasonAfter(reason)}.${dice(throws, game)}`;
    }
    default:
      return entryWithoutRules(entry, minutes);
  }
}

/** " Rolled: Grant attacks Lee: 5." The cards of a shuffle are secret until the game is over. */
function dice(throws: readonly Throw[], { ended }: GameRecord): string {
  const shown = throws.flatMap((thrown) => {
    if (thrown.kind === 'die') return [`${plainName(thrown.purpose)}: ${thrown.face}`];
    return [`${plainName(thrown.purpose)}: ${ended ? thrown.deal.join(' ') : LOG.shuffled}`];
  });
  return LOG.rolled(shown);
}
