import type { Framing, Moment, Picture } from '../../../game/index.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import type { Event } from '../vocabulary.ts';
import { alt } from '../words/position-text.ts';
import { tell } from '../words/sentences.ts';

export function picture(theatre: Theatre, view: View, moment: Moment<Event> | null, framing: Framing): Picture {
  const news = (moment?.events ?? []).flatMap((event) => tell(theatre, event, view.viewer) ?? []);
  return {
    scene: {
      width: 100,
      height: 100,
      palette: { inks: ['#ffffff'], blends: [] },
      ground: { key: 'x', items: [] },
      items: [],
    },
    alt: alt(theatre, view, news, framing.note === undefined ? [] : [`${framing.note}.`]),
  };
}
