import {
  type Episode,
  type EventWords,
  type Order,
  type OrderWords,
  type PositionWords,
  refuse,
  type Story,
  type View,
} from '../../../src/game/index.ts';
import { listed } from '../../../src/kit/plain-english.ts';
import { asked, BOARD, type Event, outcome, SIDES, type Side, type State } from './rules.ts';

/** Nothing is hidden: every seat sees the whole state. */
export type Seen = State & View;

export const NAMES = { noughts: 'Noughts', crosses: 'Crosses' } as const satisfies { [side in Side]: string };

export const orderWords: OrderWords<State> = {
  parse({ verb, hex, ...rest }) {
    const isKnown = verb === 'mark' && typeof hex === 'string' && BOARD.includes(hex) && Object.keys(rest).length === 0;
    return isKnown ? { verb, hex } : refuse('unknown', null);
  },
  question(_state, _seat, _draft, open) {
    const isHex = open.slot === 'hex';
    const choices = open.choices.map(({ value }) => ({ value, label: isHex ? value : 'Mark a hex' }));
    return { ...open, prompt: isHex ? 'Which hex?' : 'What do you do?', choices };
  },
  asking: () => ({ prompt: 'Mark an empty hex.' }),
  label: (_state, { hex }) => ({ text: `Mark ${String(hex)}`, tone: 'move' }),
  describe: ({ hex }) => `marks ${String(hex)}`,
  refusal({ code }) {
    if (code === 'turn') return 'It’s the other side’s turn.';
    return code === 'taken'
      ? 'That hex is marked already: choose an empty one.'
      : 'Name a hex of the board, such as 0303.';
  },
};

export const eventWords: EventWords<State, Order, Event> = {
  tell(event) {
    if (event.type === 'began') return 'The board is empty.';
    if (event.type === 'won') return `${NAMES[event.side]} have four in a row: ${listed(event.row)}.`;
    return `${NAMES[event.side]} mark ${event.hex}.`;
  },
};

export const positionWords: PositionWords<State, Seen> = {
  summary(view) {
    const [one] = asked(view);
    return one ? `${NAMES[one.seat as Side]} to move.` : (positionWords.ending(view)?.headline ?? '');
  },
  /** All that the picture says. */
  text(view) {
    const held = SIDES.map((side) => {
      const hexes = view.marks.filter((mark) => mark.side === side).map(({ hex }) => hex);
      return `${NAMES[side]}: ${hexes.length === 0 ? 'none' : listed(hexes)}.`;
    });
    return [positionWords.summary(view), ...held].join(' ');
  },
  ending(state) {
    const end = outcome(state);
    if (end?.winner) return { headline: `${NAMES[end.winner as Side]} win.`, reason: 'They have four in a row.' };
    return end && { headline: 'A draw.', reason: 'The board is full.' };
  },
};

export function story(episodes: readonly Episode<State, Order, Event>[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  const end = last && positionWords.ending(last);
  const text = episodes.flatMap(({ events }) => events.map((event) => eventWords.tell(event, 'public'))).join(' ');
  return {
    headline: end && over ? end.headline.slice(0, -1) : 'The game goes on',
    chapters: [{ when: null, text, really: null }],
  };
}
