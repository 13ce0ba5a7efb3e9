import type { Framing, Moment } from '../../../game/index.ts';
import { altText } from '../../../kit/alt-text.ts';
import type { Event } from '../events.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { text } from './game-status.ts';
import { tell } from './sentences.ts';

/** The picture in words: how the game stands, what has just happened, and the position. */
export function alt(theatre: Theatre, view: View, moment: Moment<Event> | null, { note }: Framing): string {
  const told = (moment?.events ?? []).flatMap((event) => tell(theatre, event, view.viewer) ?? []);
  const [first = '', ...rest] = text(theatre, view).split('\n');
  return altText([
    ...(note ? [`${note}.`] : []),
    first,
    ...told.map((words) => words.slice(0, 300)),
    ...rest.map((words) => words.slice(0, 400)),
  ]);
}
