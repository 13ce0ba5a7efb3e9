import { createHash } from 'node:crypto';
import type { Framing, Moment, Scene } from '../../../src/game/index.ts';
import { picture } from '../../../src/systems/overland/map/map-picture.ts';
import type { State } from '../../../src/systems/overland/state.ts';
import { type View, view } from '../../../src/systems/overland/view.ts';
import type { Event } from '../../../src/systems/overland/vocabulary.ts';
import type { Scripted } from '../../dice/scripted.ts';
import { numbers } from './data.ts';
import { order, play } from './play.ts';
import { position, type Setting } from './position.ts';

/** A position's picture, with what it was drawn from. */
export interface Sheet {
  readonly view: View;
  readonly moment: Moment<Event> | null;
  readonly scene: Scene;
  readonly alt: string;
}

/** A seal as games have them. */
export const SEAL = createHash('sha256').update('Overland').digest('hex');

export function sheetOf(state: State, moment: Moment<Event> | null = null, framing: Framing = {}): Sheet {
  return drawn(view(numbers(state.variant), state), moment, framing);
}

export function drawn(shown: View, moment: Moment<Event> | null = null, framing: Framing = {}): Sheet {
  return { view: shown, moment, ...picture(shown, moment, { seal: SEAL, ...framing }) };
}

/** The picture after an order: `sheetAfter({ grant: 'ashland', lee: 'richmond' }, 'attack grant', 3, 2, 6)`. */
export function sheetAfter(setting: Setting, text: string, ...dice: readonly Scripted[]): Sheet {
  const { state, events } = play(position(setting), text, ...dice);
  return sheetOf(state, { order: order(text), events });
}

/** The picture a campaign begins with. */
export function opening(variant = 'standard'): Sheet {
  const state = position({ variant });
  return sheetOf(state, { order: null, events: [{ type: 'opened', variant, points: state.points }] });
}
