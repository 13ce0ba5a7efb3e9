import { asView, type Order, type System, type SystemModule, type View } from '../../../src/game/index.ts';
import { picture } from './map.ts';
import { apply, asked, type Event, NAMES, next, outcome, parse, SIDES, type State, start } from './rules.ts';
import { described, inWords, refused, story, titleOf, told } from './words.ts';

/** Nothing is hidden: every seat sees the whole state. */
type Seen = State & View;

const FOUR_HEXES: System<State, Order, Event, Seen> = {
  id: 'four-hexes',
  about: {
    title: 'Four Hexes',
    tagline: 'Noughts and crosses on hexes: four in a row win.',
    basis: 'the rules',
    seats: SIDES.map((id) => ({ id, name: NAMES[id] })),
    verbs: [
      { verb: 'mark', summary: 'Mark an empty hex', slots: [{ slot: 'hex', summary: 'Which hex, such as 0303' }] },
    ],
    variants: [{ id: 'standard', name: 'Standard', summary: '19 hexes' }],
    rulebook: [
      {
        id: 'play',
        title: 'How to play',
        text: 'Take turns to mark an empty hex. Noughts begin. Four in a row win; a full board is a draw.',
      },
    ],
    openHanded: true,
  },
  rules: { start, asked, next, apply, outcome },
  knowledge: { view: (state) => asView(state) },
  orderWords: {
    parse,
    label: (_state, { hex }) => ({ text: `Mark ${String(hex)}`, tone: 'move' }),
    describe: described,
    refusal: refused,
  },
  eventWords: { tell: told },
  positionWords: { summary: titleOf, text: inWords },
  pictures: { picture },
  afterwards: { story },
};

export const fourHexes: SystemModule = { id: FOUR_HEXES.id, files: [], load: () => FOUR_HEXES };
