import type { Moment, Scene } from '../../../src/game/index.ts';
import { picture } from '../../../src/systems/overland/picture.ts';
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

export function sheetOf(state: State, moment: Moment<Event> | null = null): Sheet {
  return drawn(view(numbers(state.variant), state), moment);
}

export function drawn(shown: View, moment: Moment<Event> | null = null): Sheet {
  return { view: shown, moment, ...picture(shown, moment, {}) };
}

/** The picture after an order: `sheetAfter({ grant: 'ashland', lee: 'richmond' }, 'attack grant', 3, 2, 6)`. */
export function sheetAfter(setting: Setting, text: string, ...dice: readonly Scripted[]): Sheet {
  const { state, events } = play(position(setting), text, ...dice);
  return sheetOf(state, { order: order(text), events });
}

/** One of every kind of picture. */
export function gallery(): { readonly [name: string]: Sheet } {
  const opening = position();
  return {
    opening: sheetOf(opening, {
      order: null,
      events: [{ type: 'opened', variant: 'standard', points: opening.points }],
    }),
    position: sheetOf(opening),
    'Lee falls back': sheetAfter({}, 'attack grant', 5),
    'nothing gained': sheetAfter({}, 'attack grant', 1),
    'turn earned': sheetAfter({ points: 6, grant: 'north-anna', lee: 'north-anna' }, 'attack grant', 4),
    'turned, Lee follows': sheetAfter(
      { grant: 'spotsylvania', lee: 'spotsylvania', turning: true },
      'tma north-anna',
      3,
    ),
    'turn failed': sheetAfter({ grant: 'north-anna', lee: 'north-anna', turning: true }, 'tma cold-harbor', 5),
    march: sheetAfter({ lee: 'spotsylvania' }, 'move spotsylvania'),
    'Lee follows from Ashland': sheetAfter({ grant: 'north-anna', lee: 'ashland' }, 'move cold-harbor'),
    'Lee intercepts': sheetAfter({ grant: 'cold-harbor', lee: 'richmond' }, 'move mechanicsville', 2),
    'Lee too late': sheetAfter(
      { grant: 'cold-harbor', lee: 'richmond', beauregard: 'richmond' },
      'move savage-station',
      5,
    ),
    'thrown back': sheetAfter(
      { grant: 'mechanicsville', lee: 'richmond', beauregard: 'richmond' },
      'attack grant',
      3,
      2,
      5,
    ),
    'contested again': sheetAfter({ points: 3, grant: 'ashland', lee: 'richmond' }, 'attack grant', 3, 2, 6),
    'lost in a counterattack': sheetAfter(
      { points: 1, grant: 'savage-station', lee: 'richmond' },
      'attack grant',
      3,
      2,
      6,
    ),
    'Butler at Richmond': sheetAfter(
      { grant: 'ashland', lee: 'ashland', beauregard: 'richmond' },
      'attack butler',
      2,
      5,
    ),
    'the Valley': sheetAfter({ points: 6 }, 'attack sigel', 6),
    'crossing fails': sheetAfter({ points: 3, grant: 'savage-station', lee: 'mechanicsville' }, 'cross', 5, 2),
    'over the James': sheetAfter({ points: 3, grant: 'savage-station', lee: 'richmond' }, 'cross', 2),
    'Richmond falls': sheetAfter({ points: 3, grant: 'ashland', lee: 'mechanicsville' }, 'attack grant', 5),
    defeat: sheetAfter({ points: 1, grant: 'cold-harbor', lee: 'cold-harbor' }, 'attack grant', 2),
    'defeat, later': sheetOf({
      ...position({ points: 0, grant: 'cold-harbor', lee: 'cold-harbor' }),
      over: { won: false },
    }),
    crowded: sheetAfter(
      { points: 2, grant: 'mechanicsville', lee: 'mechanicsville', beauregard: 'richmond', breckinridge: 'gone' },
      'attack grant',
      1,
    ),
  };
}
