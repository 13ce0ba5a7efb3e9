import {
  asView,
  type Choice,
  type Colour,
  type Draft,
  type OpenSlot,
  type Palette,
  type Question,
  type Scene,
  type SeatId,
  type System,
  type SystemModule,
  type View,
} from '../../../src/game/index.ts';
import {
  apply,
  CORPS,
  type Event,
  FIELDS,
  nameOf,
  next,
  type Order,
  parse,
  SIDES,
  type Side,
  type State,
  sideName,
  UNITS,
} from './rules.ts';

/**
 * Grand Review: two sides with forty units each parade over thirty fields, nothing hidden. It has all that is long:
 * lists of more than a page, lists of several, orders that are confirmed, pictures that show a part.
 */
export const grandReview: SystemModule = { id: 'grand-review', files: [], load: () => system };

const system: System<State, Order, Event, State & View> = {
  id: 'grand-review',
  about: {
    title: 'Grand Review',
    tagline: 'Two armies on parade: long lists, and nothing hidden.',
    basis: 'parade-1',
    seats: SIDES.map((id) => ({ id, name: sideName(id) })),
    openHanded: true,
    verbs: [
      {
        verb: 'move',
        summary: 'March a unit to a field',
        slots: [
          { slot: 'unit', summary: 'The unit' },
          { slot: 'to', summary: 'Where to' },
        ],
      },
      {
        verb: 'detail',
        summary: 'Send units to a task',
        slots: [
          { slot: 'units', summary: 'Which units', several: true },
          { slot: 'task', summary: 'What for' },
        ],
      },
      { verb: 'cheer', summary: 'Cheer', slots: [{ slot: 'for', summary: 'For whom', several: true, optional: true }] },
      { verb: 'done', summary: 'End the turn', slots: [{ slot: 'sure', summary: 'Yes', optional: true }] },
    ],
    variants: [{ id: 'standard', name: 'Standard', summary: 'Four turns.' }],
    rulebook: [
      {
        id: 'parade',
        title: 'The parade',
        text: Array.from({ length: 80 }, (_, n) => `**[${n}]** A rule of some length, kept.`).join('\n'),
      },
    ],
  },
  rules: {
    start: () => ({ state: { version: 1, turn: 0, moved: [], where: {}, detailed: [] }, events: [{ type: 'begun' }] }),
    asked: ({ turn }) =>
      turn >= 4 ? [] : [{ seat: turnOf(turn), phaseKey: `turn-${turn}`, defaultOrder: closing(turn) }],
    next,
    apply,
    outcome: ({ turn }) => (turn < 4 ? null : { winner: null }),
  },
  knowledge: { view: asView<State> },
  orderWords: {
    question,
    asking: () => ({ prompt: 'Your parade.' }),
    parse,
    label: (_state, order) => ({ text: worded(order), tone: order.verb === 'move' ? 'move' : 'plain' }),
    describe: worded,
    refusal: ({ code }) => (code === 'unknown' ? 'No such thing is on parade.' : 'That cannot be ordered now.'),
  },
  eventWords: { tell: (event) => (event.type === 'begun' ? 'The bands strike up.' : `${event.what}.`) },
  positionWords: {
    ending: ({ turn }) => (turn < 4 ? null : { headline: 'The review is over.', reason: 'Four turns.' }),
    summary: ({ turn }) => `Turn ${turn + 1} of 4.`,
    agenda: ({ detailed }) => (detailed.length > 0 ? [`- On a task: ${detailed.length}`] : []),
    text: ({ where, turn, detailed }) =>
      [
        `Turn ${turn + 1} of 4.`,
        ...(detailed.length > 0 ? [`- On a task: ${detailed.length}`] : []),
        ...UNITS.map((unit) => `- ${nameOf(unit)} stands in ${where[unit] ?? 'camp'}`),
      ].join('\n'),
    textAt: ({ where }, place) =>
      `Here: ${
        UNITS.filter((unit) => where[unit] === place)
          .map(nameOf)
          .join(', ') || 'nobody'
      }.`,
    roster: ({ where }, seat) =>
      [...SIDES]
        .sort((one) => (one === seat ? -1 : 0))
        .map((side) => ({
          title: sideName(side),
          lines: UNITS.map(
            (unit) => `${nameOf(unit)}, of the ${CORPS[Number(unit.slice(1)) % 3]}: ${where[unit] ?? 'in camp'}`,
          ),
        })),
  },
  pictures: {
    overlays: [
      { id: 'shade', name: 'Shade', summary: 'Where it is cool' },
      { id: 'dust', name: 'Dust', summary: 'Where it is not' },
    ],
    places: () =>
      FIELDS.map((field) => ({ value: field, label: `${field} ${FIELD_NAMES[Number(field) % 3]}`, hint: 'dry' })),
    picture: ({ turn }, _moment, { at, overlays = [] }) => ({
      scene: sheet(`Turn ${turn + 1}, ${at ?? 'chosen'} ${overlays.join(' ')}`),
      alt: `The parade ground from ${at ?? 'where it matters'}. ${overlays.join(' ')}`,
    }),
    sketch: (_state, _seat, { verb, unit }) =>
      verb === 'move' && typeof unit === 'string'
        ? { scene: sheet(`Reach of ${nameOf(unit)}`), alt: `What ${nameOf(unit)} can reach.` }
        : null,
  },
};

const FIELD_NAMES = ['Orchard', 'Cold Meadow', 'Mill Lot'];

const VERB_LABELS: { readonly [verb: string]: string } = {
  move: 'Move a unit',
  detail: 'Detail units',
  cheer: 'Cheer',
  done: 'End the turn',
};
const PROMPTS: { readonly [slot: string]: string } = {
  verb: 'What do you order?',
  unit: 'Which unit?',
  to: 'Where to?',
  units: 'Who goes?',
  task: 'What for?',
  for: 'For whom?',
  sure: 'Some have not marched.',
};

function question(state: State, _seat: SeatId, { units }: Draft, open: OpenSlot): Question {
  const choices = open.choices.map(({ value }, at) => ({ value, ...wordsOf(state, open.slot, value, at) }));
  const note = open.slot === 'task' && { note: `**${units?.length} units** are enough for any of these.` };
  return { ...open, prompt: PROMPTS[open.slot] ?? '', choices, ...note };
}

function wordsOf({ moved, where }: State, slot: string, value: string, at: number): Omit<Choice, 'value'> {
  switch (slot) {
    case 'verb':
      return { label: VERB_LABELS[value] ?? value };
    case 'unit':
    case 'units':
      return { label: nameOf(value), hint: where[value] ?? 'in camp' };
    case 'to':
      return { label: `${value} ${value === '1004' ? 'New Cold Harbor' : 'Field'}`, hint: `${1 + (at % 6)} of 6` };
    case 'sure':
      return { label: `End the turn with ${UNITS.length - moved.length} units in camp` };
    default:
      return { label: `The ${value}` };
  }
}

function turnOf(turn: number): Side {
  return SIDES[turn % 2] as Side;
}

function closing(_turn: number): Order {
  return { verb: 'done', sure: 'yes' };
}

function worded(order: Order): string {
  switch (order.verb) {
    case 'move':
      return `${nameOf(order.unit)} to ${order.to}`;
    case 'detail':
      return `${order.units.length} units to ${order.task}`;
    case 'cheer':
      return `cheers for ${(order.for ?? []).length}`;
    case 'done':
      return 'ends the turn';
    default:
      return order satisfies never;
  }
}

const PAPER: Colour = '#ffffff';
const INK: Colour = '#222222';
const PALETTE: Palette = { inks: [PAPER, INK], blends: [[INK, PAPER]] };

function sheet(text: string): Scene {
  const size = { width: 400, height: 120 };
  return {
    ...size,
    palette: PALETTE,
    ground: { key: 'grand-review', items: [{ kind: 'rect', x: 0, y: 0, ...size, fill: PAPER }] },
    items: [{ kind: 'text', x: 20, y: 60, text, size: 24, face: 'bold', fill: INK }],
  };
}
