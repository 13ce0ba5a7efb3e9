import type { Throw } from '../../game/index.ts';
import type { EntryRecord, GameRecord, Store } from '../../store/index.ts';
import type { Answer } from '../answer.ts';
import { paged, pageOf, ruleless, whoOf } from '../chronicle.ts';
import { OVERRULING } from '../deed.ts';
import { undosIn } from '../fold.ts';
import { giverOf } from '../giver.ts';
import { Minutes } from '../minutes.ts';
import { each } from '../steps.ts';
import { plainName } from '../wording.ts';
import { inPlainWords, type Voice } from './voice.ts';

/** Above a log that is told without its rules. */
const NOTE =
  'The rules have changed under this campaign: orders and dice are told as they were written, and not what came of them. `/log file:` hands all of it out.';

/** A page of the log of a game whose rules do not fit it any more. Page 0 is the last. */
export function unruledLog(game: GameRecord, title: string, pages: readonly string[], page: number): Answer {
  return pageOf(game, title, pages, page, [NOTE]);
}

/** All of its pages, a step for each entry: who ordered what, what was thrown, and what the council decided. */
export function* unruledPages(game: GameRecord, voice: Voice, store: Store): Generator<void, readonly string[], void> {
  const entries = yield* each(store.entriesAfter(game.id, -1), (entry) => entry);
  const choices = { isSecret: voice.isSecret, side: voice.side, naming: () => inPlainWords };
  const minutes = yield* Minutes.taken(game, choices, entries, { store });
  const undone = undosIn(entries);
  const lines = yield* each(entries, (entry) => {
    const text = line(entry, { game, voice, minutes });
    const numbered = entry.kind === 'start' ? text : `${entry.seq}. ${text}`;
    return [undone.has(entry.seq) ? `~~${numbered}~~` : numbered, ...minutes.after(entry.seq)];
  });
  return paged(lines.flat(), [NOTE]);
}

interface Told {
  readonly game: GameRecord;
  readonly voice: Voice;
  readonly minutes: Minutes;
}

function line(entry: EntryRecord, { game, voice, minutes }: Told): string {
  const who = whoOf(entry);
  switch (entry.kind) {
    case 'start':
      return `${who} starts the campaign.${dice(entry.throws, game)}`;
    case 'order': {
      const { order, seat, reason, ballot, throws } = entry;
      const what = `${giverOf(entry)} ${plainName(voice.describe(order, 'public', seat))}`;
      if (!game.ended && voice.isSecret(order)) return `${what}.`;
      const over = minutes.overruled(ballot) ? OVERRULING : '';
      return `${what}${reason === null ? over : ` (“${plainName(reason)}”)`}.${dice(throws, game)}`;
    }
    default:
      return ruleless(entry, minutes);
  }
}

/** " Thrown: Grant attacks Lee: 5." The cards of a shuffle are secret until the game is over. */
function dice(throws: readonly Throw[], { ended }: GameRecord): string {
  const shown = throws.flatMap((thrown) => {
    if (thrown.kind === 'die') return [`${plainName(thrown.purpose)}: ${thrown.face}`];
    return [`${plainName(thrown.purpose)}: ${ended ? thrown.deal.join(' ') : 'shuffled'}`];
  });
  return shown.length > 0 ? ` Thrown: ${shown.join('; ')}.` : '';
}
