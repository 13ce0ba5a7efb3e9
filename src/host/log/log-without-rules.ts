import type { Throw } from '../../game/index.ts';
import type { EntryRecord, GameRecord, Store } from '../../store/index.ts';
import { each } from '../background/steps.ts';
import { undosIn } from '../games/replay-log.ts';
import { OVERRULING } from '../orders/describe-last-order.ts';
import { orderAuthor } from '../orders/order-author.ts';
import type { Reply } from '../reply.ts';
import { plainName } from '../wording.ts';
import { entryWithoutRules, intoLogPages, logPage, whoOf } from './log-pages.ts';
import { LogSentences } from './log-sentences.ts';
import { inPlainWords, type LogWords } from './log-words.ts';

/** Above a log that is told without its rules. */
const NOTE =
  'The rules have changed since this game began. Orders and rolls are listed as they were written, without their results. `/log file:` gives you everything as a file.';

/** A page of the log of a game whose rules do not fit it any more. Page 0 is the last. */
export function unruledLog(game: GameRecord, title: string, pages: readonly string[], page: number): Reply {
  return logPage(game, title, pages, page, [NOTE]);
}

/** All of its pages, a step for each entry: who ordered what, what was thrown, and what the council decided. */
export function* unruledPages(
  game: GameRecord,
  voice: LogWords,
  store: Store,
): Generator<void, readonly string[], void> {
  const entries = yield* each(store.entriesAfter(game.id, -1), (entry) => entry);
  const choices = { isSecret: voice.isSecret, side: voice.side, naming: () => inPlainWords };
  const minutes = yield* LogSentences.read(game, choices, entries, { store });
  const undone = undosIn(entries);
  const lines = yield* each(entries, (entry) => {
    const text = line(entry, { game, voice, minutes });
    const numbered = entry.kind === 'start' ? text : `${entry.seq}. ${text}`;
    return [undone.has(entry.seq) ? `~~${numbered}~~` : numbered, ...minutes.after(entry.seq)];
  });
  return intoLogPages(lines.flat(), [NOTE]);
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
      return `${who} starts the game.${dice(entry.throws, game)}`;
    case 'order': {
      const { order, seat, reason, ballot, throws } = entry;
      const what = `${orderAuthor(entry)} ${plainName(voice.describe(order, 'public', seat))}`;
      if (!game.ended && voice.isSecret(order)) return `${what}.`;
      const over = minutes.overruled(ballot) ? OVERRULING : '';
      return `${what}${reason === null ? over : ` (“${plainName(reason)}”)`}.${dice(throws, game)}`;
    }
    default:
      return entryWithoutRules(entry, minutes);
  }
}

/** " Thrown: Grant attacks Lee: 5." The cards of a shuffle are secret until the game is over. */
function dice(throws: readonly Throw[], { ended }: GameRecord): string {
  const shown = throws.flatMap((thrown) => {
    if (thrown.kind === 'die') return [`${plainName(thrown.purpose)}: ${thrown.face}`];
    return [`${plainName(thrown.purpose)}: ${ended ? thrown.deal.join(' ') : 'shuffled'}`];
  });
  return shown.length > 0 ? ` Rolled: ${shown.join('; ')}.` : '';
}
