import type { Viewer } from '../../../game/index.ts';
import { count, grouped, linesWithin, oneStop } from '../../../kit/plain-english.ts';
import type { Theatre } from '../theatre.ts';
import { maySee } from '../view.ts';
import type { Event, EventOf } from '../vocabulary.ts';
import { hexName, sideAdjective, unitsWords } from './names.ts';
import { tell } from './sentences.ts';

/** What several orders in a row did, in so few lines and characters. */
const LINES = 11;
const LONGEST = 850;
const MORE = '… and more: see `/log`.';

type Moved = EventOf<'moved'>;

/** Marches of a run in one line, to others as counters from hex to hex; everything else sentence by sentence. */
export function digest(theatre: Theatre, events: readonly Event[], viewer: Viewer): readonly string[] {
  const lines: string[] = [];
  let marches: Moved[] = [];
  const march = () => {
    lines.push(...marchLines(theatre, marches, viewer));
    marches = [];
  };
  for (const event of events) {
    // The step that begins says that the one before is over.
    if (event.type === 'finished') continue;
    if (event.type === 'moved') marches.push(event);
    else {
      const told = tell(theatre, event, viewer);
      if (told === null) continue;
      march();
      lines.push(told);
    }
  }
  march();
  if (lines.length <= LINES && lines.join('\n').length <= LONGEST) return lines;
  return [...linesWithin(lines.slice(0, LINES), LONGEST - MORE.length), MORE];
}

function marchLines(theatre: Theatre, marches: readonly Moved[], viewer: Viewer): readonly string[] {
  const [first] = marches;
  if (!first) return [];
  if (marches.length === 1) return [tell(theatre, first, viewer) ?? ''];
  const legs = grouped(marches, ({ way }) => `from ${way[0]} to ${hexName(theatre, way.at(-1) ?? '')}`).map(
    ([way, together]) => {
      const units = together.flatMap((one) => one.units);
      return `${maySee(viewer, first.side) ? unitsWords(theatre, units, 6) : units.length} ${way}`;
    },
  );
  const counters = count(
    marches.reduce((all, { units }) => all + units.length, 0),
    `${sideAdjective(first.side)} counter`,
  );
  const head = `${counters} move: `;
  const shown = legs.slice(0, 8);
  const more = legs.length > shown.length ? `; the others elsewhere` : '';
  return [oneStop(`${head}${shown.join('; ')}${more}.`)];
}
