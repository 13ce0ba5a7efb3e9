import {
  asView,
  type Choice,
  type Draft,
  type Ending,
  type Episode,
  type Fortunes,
  type Item,
  type OpenSlot,
  type Order,
  type Picture,
  type Question,
  refuse,
  type SeatId,
  type System,
  type SystemModule,
  type Tally,
  type View,
} from '../../../src/game/index.ts';
import {
  apply,
  asked,
  type Event,
  NAMES,
  next,
  outcome,
  POSTS,
  pointsOf,
  RESULTS,
  SIDES,
  type State,
  start,
  TURNS,
  UNITS,
  when,
} from './rules.ts';

const COLOURS = { union: '#2b4a7a', confederate: '#8a7f70' } as const;

/** Skirmish Line: two open sides, phases, choices in the other's turn, points, losses and luck, of any length. */
export const skirmish: SystemModule = { id: 'skirmish-line', files: [], load: () => SKIRMISH };

export const SKIRMISH: System<State, Order, Event, State & View> = {
  id: 'skirmish-line',
  about: {
    title: 'Skirmish Line',
    tagline: 'Two sides, eight posts, nothing hidden.',
    basis: 'test-1',
    seats: SIDES.map((id) => ({ id, name: NAMES[id], colour: COLOURS[id] })),
    verbs: [
      { verb: 'move', summary: 'Send a division to the next post', slots: slots('unit', 'to') },
      { verb: 'attack', summary: 'Attack the next post', slots: slots('unit', 'to') },
      { verb: 'retreat', summary: 'Stand or go back', slots: slots('stand'), answersRoll: true },
      { verb: 'done', summary: 'End the phase', slots: [] },
    ],
    variants: Object.entries(TURNS).map(([id, turns]) => ({ id, name: id, summary: `${turns} turns` })),
    rulebook: [{ id: 'play', title: 'How to play', text: 'Two points for each step the enemy loses.' }],
    openHanded: true,
  },
  rules: { start, asked, next, apply, outcome },
  knowledge: { view: asView<State> },
  orderWords: {
    question,
    asking: (state) => ({ prompt: promptOf(state) }),
    parse: ({ verb, ...rest }) => (typeof verb === 'string' ? { verb, ...rest } : refuse('no', '1', {}, [])),
    label: (_state, order) => ({ text: said(order), tone: order.verb === 'attack' ? 'attack' : 'move' }),
    describe: (order) => said(order),
    refusal: () => 'That is not possible now.',
  },
  eventWords: {
    tell,
    rolls: (_state, events) =>
      events.flatMap((event) => {
        if (event.type !== 'fought') return [];
        const result = RESULTS[event.die - 1] ?? 0;
        const roll = { whose: UNITS[event.unit]?.name ?? '', needs: 'needs 4+', carried: result > 0 };
        return [{ ...roll, outcome: result > 0 ? 'carries' : 'fails' }];
      }),
  },
  positionWords: {
    ending,
    when,
    summary: (state) => `${when(state)}. ${reckoned(state)}`,
    text: (state) => `${when(state)}. ${reckoned(state)}`,
    textAt: (_state, place) => POSTS[Number(place)] ?? '',
  },
  pictures: {
    places: () => POSTS.map((label, index) => ({ value: String(index), label })),
    picture: (state, _moment, { at }) => picture(state, at === 'all'),
  },
  afterwards: {
    margin: (state) => {
      const size = Math.abs(pointsOf(state, 'union') - pointsOf(state, 'confederate'));
      return size === 0 ? null : { size, words: `${size} points ahead` };
    },
    score: (state) => SIDES.map((seat) => ({ seat, points: pointsOf(state, seat) })),
    tallies,
    fortunes,
  },
};

function slots(...names: readonly string[]) {
  return names.map((slot) => ({ slot, summary: slot }));
}

function question(state: State, _seat: SeatId, { verb }: Draft, { slot, choices }: OpenSlot): Question {
  const prompts: { readonly [slot: string]: string } = { unit: 'Who?', to: 'Where to?' };
  const choice = (value: string): Choice => {
    if (slot === 'stand')
      return value === 'yes'
        ? { value, label: 'They stand', hint: 'for one more step' }
        : { value, label: 'They go back' };
    return { value, label: (slot === 'to' && verb === 'move' ? POSTS[Number(value)] : UNITS[value]?.name) ?? value };
  };
  return { slot, prompt: prompts[slot] ?? promptOf(state), choices: choices.map(({ value }) => choice(value)) };
}

function promptOf({ beaten, step }: State): string {
  return beaten !== null ? 'Do they stand?' : `Your ${step}.`;
}

function ending(state: State): Ending | null {
  const end = outcome(state);
  const reason = `Union ${pointsOf(state, 'union')}, Confederacy ${pointsOf(state, 'confederate')}.`;
  return (
    end && { headline: end.winner ? `The ${NAMES[end.winner]} has the line.` : 'Nobody has won the line.', reason }
  );
}

function said({ verb, unit, to, stand }: Order): string {
  const name = (one: unknown) => UNITS[String(one)]?.name ?? String(one);
  if (verb === 'move') return `${name(unit)} to ${POSTS[Number(to)]}`;
  if (verb === 'attack') return `${name(unit)} attacks ${name(to)}`;
  return verb === 'retreat' ? (stand === 'yes' ? 'They stand' : 'They go back') : 'The phase ends';
}

function tell(event: Event): string | null {
  if (event.type === 'fought') return `${UNITS[event.unit]?.name} attacks ${UNITS[event.against]?.name}: ${event.die}.`;
  return event.type === 'lost' ? `${UNITS[event.unit]?.name} loses ${event.steps}.` : null;
}

function reckoned(state: State): string {
  return SIDES.map((side) => `${NAMES[side]} ${pointsOf(state, side)}`).join(', ');
}

function tallies(episodes: readonly Episode<State, Order, Event>[]): readonly Tally[] {
  const losses = episodes.at(-1)?.after.losses ?? {};
  const corps = new Map<string, number>();
  for (const [unit, steps] of Object.entries(losses)) {
    const name = UNITS[unit]?.corps ?? '';
    corps.set(name, (corps.get(name) ?? 0) + steps);
  }
  return [
    { title: 'Losses by corps', head: ['Corps', 'Steps'], rows: [...corps] },
    {
      title: 'Losses by division',
      head: ['Division', 'Steps'],
      rows: Object.keys(UNITS).map((unit) => [UNITS[unit]?.name ?? '', losses[unit] ?? 0]),
    },
  ];
}

function fortunes(episodes: readonly Episode<State, Order, Event>[]): Fortunes {
  const expected = RESULTS.reduce<number>((sum, result) => sum + result, 0) / 6;
  const each = episodes.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.type === 'fought'
        ? [
            {
              what: `${UNITS[event.unit]?.name} against ${UNITS[event.against]?.name}`,
              seat: UNITS[event.unit]?.side ?? 'union',
              expected,
              actual: RESULTS[event.die - 1] ?? 0,
            },
          ]
        : [],
    ),
  );
  return { measure: 'steps the enemy loses, less one’s own', each };
}

const PALETTE = {
  inks: ['#e9dfc7', '#222222', COLOURS.union, COLOURS.confederate],
  blends: [['#e9dfc7', '#222222']],
} as const;

/** The line of posts; a close-up is of another size, so that whoever mixes the two is found out. */
function picture(state: State, whole: boolean): Picture {
  const size = whole ? { width: 480, height: 320 } : { width: 300, height: 200 };
  const stacks = Object.entries(state.at).map(([unit, post], index): Item => {
    const { side } = UNITS[unit] as { side: keyof typeof COLOURS };
    return { kind: 'rect', x: 10 + post * 56, y: 60 + index * 36, width: 40, height: 28, fill: COLOURS[side] };
  });
  return {
    scene: {
      ...size,
      palette: PALETTE,
      ground: {
        key: `skirmish ${whole}`,
        items: [{ kind: 'rect', x: 0, y: 0, ...size, fill: '#e9dfc7' }],
      },
      items: [{ kind: 'text', x: 10, y: 30, text: when(state), face: 'text', size: 20, fill: '#222222' }, ...stacks],
    },
    alt: `${when(state)}. ${reckoned(state)}`,
  };
}
