import type { Framing, Moment, Picture, Scene } from '../../game/index.ts';
import { account } from './account.ts';
import { alt } from './alt.ts';
import { counters } from './art/counters.ts';
import { dispatch } from './art/dispatch.ts';
import { ground } from './art/ground.ts';
import { marksAbove, marksBelow } from './art/marks.ts';
import { points } from './art/points.ts';
import { rolledRow } from './art/tables.ts';
import { SHEET } from './layout.ts';
import type { View } from './view.ts';
import type { Event } from './vocabulary.ts';

/** The sheet with the position on it and the last order marked. Overland is a single sheet: the framing changes nothing. */
export function picture(view: View, moment: Moment<Event> | null, _framing: Framing): Picture {
  const last = account(view, moment);
  const scene: Scene = {
    ...SHEET,
    ground: ground(view),
    items: [
      ...points(view),
      ...(last.rolled === null ? [] : rolledRow(view, last.rolled)),
      ...dispatch(view, last),
      ...marksBelow(view, last),
      ...counters(view),
      ...marksAbove(view, last),
    ],
  };
  return { scene, alt: alt(view, moment) };
}
