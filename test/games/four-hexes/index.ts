import { asView, type Order, type System, type SystemModule } from '../../../src/game/index.ts';
import { picture } from './map.ts';
import { apply, asked, type Event, next, outcome, SIDES, type State, start } from './rules.ts';
import { eventWords, NAMES, orderWords, positionWords, type Seen, story } from './words.ts';

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
  orderWords,
  eventWords,
  positionWords,
  pictures: { picture },
  afterwards: { story },
};

export const fourHexes: SystemModule = { id: FOUR_HEXES.id, files: [], load: () => FOUR_HEXES };
