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
  type SystemModule,
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
  readonly variant: string;
  readonly at: string;
}

export function gambles(ways: Gambles, changes: SystemChanges = {}): Library {
  const system = changed(gambling({ standard: ways }), changes);
  const edition = { system, dataset: { hash: JSON.stringify(ways), system: 'gambles', files: '{}' } };
  return { editions: [edition], edition: () => edition };
}

/** A made-up game that is solved: in each variant a walk from position to position, beginning in `start`. */
function gambling(variants: Readonly<Record<string, Gambles>>): System {
  const places = ({ variant, at }: At) => variants[variant]?.[at] ?? {};
  const gamble = (state: At, what: unknown) => places(state)[String(what)];
  const isOver = ({ at }: At) => at === 'won' || at === 'lost';
  const system: System<At, Order, Event, At & View> = {
    id: 'gambles',
    about: {
      title: 'Gambles',
      tagline: 'All or nothing',
      basis: 'made-up',
      seats: [{ id: 'us', name: 'Union' }],
      verbs: [{ verb: 'try', summary: 'Try something', slots: [{ slot: 'what', summary: 'What' }] }],
      variants: Object.keys(variants).map((id) => ({ id, name: id, summary: 'As it is' })),
      rulebook: [{ id: 'all', title: 'All', text: 'Try.' }],
    },
    rules: {
      start: (variant) => ({ state: { version: 1, variant, at: 'start' }, events: [] }),
      asked: (state) => (isOver(state) ? [] : [{ seat: 'us' }]),
      next(state, _seat, draft) {
        if (draft.verb === undefined) return ask({ slot: 'verb', choices: isOver(state) ? [] : [{ value: 'try' }] });
        const choices = Object.keys(places(state)).map((value) => ({ value }));
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
    play: { solvable: { seat: 'us', key: ({ at }) => at, model: (variant) => modelOf(variants[variant] ?? {}) } },
  };
  return system as unknown as System;
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

/** So many steps up to the victory, each by a die that has one face for it and else loses. */
function climb(length: number): Gambles {
  const steps = Array.from({ length }, (_, at) => (at + 1 === length ? 'won' : `s${at + 2}`));
  return Object.fromEntries(steps.map((to, at) => [`s${at + 1}`, { on: { faces: 1, to } }]));
}

const NEARLY = { faces: 2, to: 'won', otherwise: 's1' };

/** Many positions for transcripts, each a variant of one game. */
export const GAMBLES: SystemModule = {
  id: 'gambles',
  files: [],
  load: () =>
    gambling({
      // `bold` is worth 70 %, `safe` and `same` 50 %; `wait` leads without a die to where only `last` is left, worth a third.
      standard: {
        start: {
          safe: { faces: 3, to: 'won' },
          same: { faces: 3, to: 'won' },
          bold: { faces: 2, to: 'won', otherwise: 'second' },
          wait: { faces: 6, to: 'late' },
        },
        second: { go: { faces: 2, to: 'won', otherwise: 'late' }, rest: { faces: 6, to: 'late' } },
        late: { last: { faces: 2, to: 'won' } },
      },
      best: { start: { one: { faces: 4, to: 'won' }, two: { faces: 2, to: 'won' } } },
      equal: { start: { one: { faces: 2, to: 'won' }, two: { faces: 2, to: 'won' } } },
      only: { start: { one: { faces: 2, to: 'won' } } },
      // One in 6⁵ lies between the two orders of the first, one in 6⁶ between those of the second.
      'same in tenths': { start: { one: { faces: 2, to: 'won' }, two: NEARLY }, ...climb(4) },
      'closer still': { start: { one: { faces: 2, to: 'won' }, two: NEARLY }, ...climb(5) },
      unlikely: { start: { one: { faces: 1, to: 's1' } }, ...climb(5) },
      likely: Object.fromEntries(
        ['start', 's1', 's2', 's3', 's4', 's5'].map((at, step, all) => {
          return [at, { one: { faces: 5, to: 'won', otherwise: all[step + 1] ?? 'lost' } }];
        }),
      ),
      many: {
        start: Object.fromEntries(
          Array.from({ length: 23 }, (_, n) => [`way${n}`, { faces: n === 0 ? 5 : 1, to: 'won' }]),
        ),
      },
      sure: { start: { all: { faces: 6, to: 'won' } } },
      // `despair` leads to where nothing wins any more.
      lost: {
        start: { hope: { faces: 3, to: 'won' }, despair: { faces: 6, to: 'dead' } },
        dead: { stay: { faces: 6, to: 'end' } },
        end: { fall: { faces: 1, to: 'lost' } },
      },
      // Each rung is climbed by a die that changes nothing, or marched over without one.
      ladder: Object.fromEntries(
        ['start', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6'].map((rung, at) => {
          const to = at === 6 ? 'won' : `r${at + 1}`;
          const leap = { faces: 1, to: 'won' };
          return [rung, { climb: { faces: 5, to, otherwise: to }, march: { faces: 6, to }, leap }];
        }),
      ),
      'short cut': {
        start: { round: { faces: 3, to: 'a', otherwise: 'a' }, short: { faces: 3, to: 'c' } },
        a: { on: { faces: 3, to: 'b', otherwise: 'b' } },
        b: { on: { faces: 3, to: 'c', otherwise: 'c' } },
        c: { on: { faces: 1, to: 'won' } },
      },
      'and back': {
        start: { out: { faces: 3, to: 'out', otherwise: 'out' } },
        out: { on: { faces: 3, to: 'far', otherwise: 'far' } },
        far: { home: { faces: 3, to: 'start', otherwise: 'start' }, leap: { faces: 1, to: 'won' } },
      },
      // Three orders each waste a sixth, the fourth turns nothing, and the fifth by its dice alone twice as much as any.
      fate: {
        start: { best: { faces: 6, to: 'won' }, waste: { faces: 3, to: 'a', otherwise: 'a' } },
        a: { best: { faces: 5, to: 'won' }, waste: { faces: 3, to: 'b', otherwise: 'b' } },
        b: { best: { faces: 4, to: 'won' }, waste: { faces: 3, to: 'c', otherwise: 'c' } },
        c: { on: { faces: 3, to: 'd', otherwise: 'd' } },
        d: { fall: { faces: 3, to: 'high', otherwise: 'low' } },
        high: { go: { faces: 5, to: 'won' } },
        low: { go: { faces: 1, to: 'won' } },
      },
    }),
};
