import {
  ask,
  asView,
  COMPLETE,
  type Event,
  isLegal,
  type Model,
  type ModelPosition,
  type Order,
  refuse,
  type State,
  type System,
  type View,
} from '../../src/game/index.ts';
import type { Library } from '../../src/host/index.ts';
import { changed, type SystemChanges } from '../changed-system.ts';

/** Positions by name, with what may be tried in each. `won` and `lost` end the game. */
export interface Gambles {
  readonly [at: string]: { readonly [what: string]: Gamble };
}

/** Six faces: nothing is thrown for it. */
export interface Gamble {
  readonly faces: number;
  readonly to: string;
  readonly otherwise?: string;
}

interface At extends State {
  readonly at: string;
}

/** A made-up game that is solved: a walk from position to position, beginning in `start`. */
export function gambles(ways: Gambles, changes: SystemChanges = {}): Library {
  const gamble = ({ at }: At, what: unknown) => ways[at]?.[String(what)];
  const isOver = ({ at }: At) => at === 'won' || at === 'lost';
  const system: System<At, Order, Event, At & View> = {
    id: 'gambles',
    about: {
      title: 'Gambles',
      tagline: 'All or nothing',
      basis: 'made-up',
      seats: [{ id: 'us', name: 'Union' }],
      verbs: [{ verb: 'try', summary: 'Try something', slots: [{ slot: 'what', summary: 'What' }] }],
      variants: [{ id: 'standard', name: 'Standard', summary: 'As it is' }],
      rulebook: [{ id: 'all', title: 'All', text: 'Try.' }],
    },
    rules: {
      start: () => ({ state: { version: 1, at: 'start' }, events: [] }),
      asked: (state) => (isOver(state) ? [] : [{ seat: 'us' }]),
      next(state, _seat, draft) {
        if (draft.verb === undefined) return ask({ slot: 'verb', choices: isOver(state) ? [] : [{ value: 'try' }] });
        const choices = Object.keys(ways[state.at] ?? {}).map((value) => ({ value }));
        return draft.what === undefined ? ask({ slot: 'what', choices }) : COMPLETE;
      },
      apply(state, seat, order, dice) {
        const tried = gamble(state, order.what);
        if (!tried || !isLegal(system.rules, state, seat, order)) return refuse('illegal', null);
        const succeeds = tried.faces === 6 || dice.roll(6, 'Try') <= tried.faces;
        return { state: { ...state, at: succeeds ? tried.to : (tried.otherwise ?? 'lost') }, events: [] };
      },
      outcome: (state) => (isOver(state) ? { winner: state.at === 'won' ? 'us' : null } : null),
    },
    knowledge: { view: asView<At> },
    orderWords: {
      question: (_state, _seat, _draft, { slot, choices }) => ({
        slot,
        prompt: slot === 'verb' ? 'What?' : 'What is tried?',
        choices: choices.map(({ value }) => ({ value, label: slot === 'verb' ? 'Try' : value })),
      }),
      asking: () => ({ prompt: 'What is tried?' }),
      parse: (draft) =>
        typeof draft.what === 'string' ? ({ verb: 'try', what: draft.what } as Order) : refuse('unknown', null),
      label(state, order) {
        const { faces } = gamble(state, order.what) ?? { faces: 0 };
        const text = `Try ${order.what}`;
        return faces === 6
          ? { text, tone: 'move' }
          : { text, tone: 'attack', odds: `${faces}-`, chance: `${faces} in 6` };
      },
      describe: ({ what }) => `tries ${what}`,
      refusal: () => 'That cannot be done.',
    },
    eventWords: { tell: () => null },
    positionWords: {
      ending: ({ at }) => {
        if (at === 'won') return { headline: 'Won.', reason: 'It came off.' };
        return at === 'lost' ? { headline: 'Lost.', reason: 'It did not come off.' } : null;
      },
      summary: ({ at }) => `At ${at}.`,
      text: ({ at }) => `At ${at}.`,
    },
    pictures: {
      picture: (_view, _moment, framing) => ({
        scene: {
          width: 1,
          height: 1,
          palette: { inks: ['#000000'], blends: [] },
          ground: { key: 'gambles', items: [] },
          items: [],
        },
        alt: `A map${framing.worth === undefined ? '' : ` with a bar at ${framing.worth.toFixed(3)}`}.`,
      }),
    },
    play: { solvable: { seat: 'us', key: ({ at }) => at, model: () => modelOf(ways) } },
  };
  const whole = changed(system as unknown as System, changes);
  const edition = { system: whole, dataset: { hash: JSON.stringify(ways), system: 'gambles', files: '{}' } };
  return { editions: [edition], edition: () => edition };
}

/** `start` first. */
function modelOf(ways: Gambles): Model {
  const names = ['start', ...Object.keys(ways).filter((at) => at !== 'start'), 'won', 'lost'];
  const place = (at: string) => names.indexOf(at);
  const positions = names.map((key): ModelPosition => {
    const orders = Object.values(ways[key] ?? {}).map(({ faces, to, otherwise = 'lost' }) =>
      [
        { chance: faces / 6, to: place(to) },
        { chance: 1 - faces / 6, to: place(otherwise) },
      ].filter(({ chance }) => chance > 0),
    );
    return { key, worth: key === 'won' ? 1 : key === 'lost' ? 0 : null, orders };
  });
  return { positions };
}
