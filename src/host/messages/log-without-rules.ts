import type { Throw } from '../../game/index.ts';
import type { EntryRecord, GameRecord, Store } from '../../store/index.ts';
import { ORDER_MENU } from '../base/order-words.ts';
import type { Reply } from '../base/reply.ts';
import { plainName } from '../base/wording.ts';
import { choiceInPlainWords, LOG, type LogWords } from '../table/log-words.ts';
import { undosIn } from '../table/replay-log.ts';
import { orderAuthor } from '../table/whose-turn.ts';
import { LogSentences } from './entry-sentences.ts';
import { entryWithoutRules, intoLogPages, logPage, whoOf } from './log-pages.ts';

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
    const text = line(entry, { game, voice, minutes });
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

function line(entry: EntryRecord, { game, voice, minutes }: Told): string {
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
