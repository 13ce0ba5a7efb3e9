import type { Episode, Order, Refusal, Story } from '../../../src/game/index.ts';
import { listed } from '../../../src/kit/plain-english.ts';
import { asked, type Event, NAMES, outcome, SIDES, type Side, type State } from './rules.ts';

export function titleOf(view: State): string {
  const [one] = asked(view);
  return one ? `${NAMES[one.seat as Side]} to move.` : (outcome(view)?.headline ?? '');
}

/** All that the picture says. */
export function inWords(view: State): string {
  const held = SIDES.map((side) => {
    const hexes = view.marks.filter((mark) => mark.side === side).map(({ hex }) => hex);
    return `${NAMES[side]}: ${hexes.length === 0 ? 'none' : listed(hexes)}.`;
  });
  return [titleOf(view), ...held].join(' ');
}

export function told(event: Event): string {
  if (event.type === 'began') return 'The board is empty.';
  if (event.type === 'won') return `${NAMES[event.side]} have four in a row: ${listed(event.row)}.`;
  return `${NAMES[event.side]} mark ${event.hex}.`;
}

export const described = ({ hex }: Order): string => `marks ${String(hex)}`;

export function refused({ code }: Refusal): string {
  if (code === 'turn') return 'It’s the other side’s turn.';
  return code === 'taken'
    ? 'That hex is marked already: choose an empty one.'
    : 'Name a hex of the board, such as 0303.';
}

export function story(episodes: readonly Episode<State, Order, Event>[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  const end = last && outcome(last);
  const text = episodes.flatMap(({ events }) => events.map(told)).join(' ');
  return {
    headline: end && over ? end.headline.slice(0, -1) : 'The game goes on',
    chapters: [{ when: null, text, really: null }],
  };
}
