import { ask, asView, COMPLETE, isLegal, type Order, refuse, type State, type System } from '../../src/game/index.ts';
import type { Library } from '../../src/host/index.ts';

/** A made-up game for what no real one shows: as many legal orders as a test wants, with names as long as they may be. */
interface Fords extends State {
  readonly crossed: number;
}

export interface Wants {
  readonly orders: number;
  /** Characters of a ford's name, at least three. */
  readonly name?: number;
  /** Orders that end the game. */
  readonly length?: number;
  /** Characters of the value an order has for a ford. */
  readonly value?: number;
}

export function fords({ orders, name = 10, length = 99, value = 3 }: Wants): Library {
  const choices = Array.from({ length: orders }, (_, at) => ({
    value: `f${at}`.padEnd(value, 'x'),
    label: `${at}`.padStart(3, '0').padEnd(name, '_'),
    hint: 'needs 4+, 3 in 6',
  }));
  const named = (order: Order) => choices.find((choice) => choice.value === order.ford)?.label ?? '';
  const over = ({ crossed }: Fords) => crossed >= length;
  const system: System<Fords> = {
    id: 'fords',
    about: {
      title: 'Fords',
      tagline: 'Rivers to cross',
      basis: 'made-up',
      seats: [{ id: 'us', name: 'Union' }],
      verbs: [{ verb: 'ford', summary: 'Ford a river', slots: [{ slot: 'ford', summary: 'Where' }] }],
      variants: [{ id: 'standard', name: 'Standard', summary: 'As it is' }],
      rulebook: [{ id: 'all', title: 'All', text: 'Cross.' }],
    },
    rules: {
      start: () => ({ state: { version: 1, crossed: 0 }, events: [] }),
      asked: (state) => (over(state) ? [] : [{ seat: 'us' }]),
      next(state, _seat, draft) {
        if (over(state)) return ask({ slot: 'verb', choices: [] });
        if (draft.verb === undefined) return ask({ slot: 'verb', choices: orders > 0 ? [{ value: 'ford' }] : [] });
        return draft.ford === undefined ? ask({ slot: 'ford', choices }) : COMPLETE;
      },
      apply: (state, seat, order, dice) =>
        isLegal(system.rules, state, seat, order)
          ? { state: { ...state, crossed: state.crossed + 1, last: dice.roll(6, 'Ford') }, events: [] }
          : refuse('illegal', null),
      outcome: (state) => (over(state) ? { winner: 'us' } : null),
    },
    knowledge: { view: asView },
    orderWords: {
      question: (_state, _seat, _draft, { slot, choices: open }) =>
        slot === 'verb'
          ? { slot, prompt: 'What?', choices: open.map(({ value }) => ({ value, label: 'Ford' })) }
          : { slot, prompt: 'Where?', choices },
      asking: () => ({ prompt: 'Where to?' }),
      parse: (draft) =>
        typeof draft.ford === 'string' ? ({ verb: 'ford', ford: draft.ford } as Order) : refuse('unknown', null),
      label: (_state, order) => ({
        text: `Ford ${named(order)}`,
        tone: 'move',
        odds: '4+',
        chance: '3 in 6',
      }),
      describe: (order) => `orders a crossing at ${named(order)}`,
      refusal: () => 'That cannot be done.',
    },
    eventWords: { tell: () => null },
    positionWords: {
      ending: (state) => (over(state) ? { headline: 'Across.', reason: 'Every river is.' } : null),
      summary: () => 'Rivers.',
      text: () => 'Rivers.',
    },
    pictures: {
      picture: () => ({
        scene: {
          width: 1,
          height: 1,
          palette: { inks: ['#000000'], blends: [] },
          ground: { key: 'fords', items: [] },
          items: [],
        },
        alt: 'Rivers.',
      }),
    },
  };
  const edition = { system: system as unknown as System, dataset: { hash: 'fords', system: 'fords', files: '{}' } };
  return { editions: [edition], edition: () => edition };
}
