import type { Seat, Variant as VariantSpec, VerbSpec } from '../../game/index.ts';
import { VARIANTS, type Variant } from './state.ts';
import type { Verb } from './vocabulary.ts';

/** What commands and whoever chooses a game read. */

export const TITLE = 'Road to Richmond';
export const TAGLINE = 'The Seven Days, June 1862: two armies, one river, the road to the James. For two sides.';
export const BASIS = 'rulings of this project';

/** In the order in which they move [2.1]. */
export const SEATS: readonly Seat[] = [
  { id: 'confederate', name: 'Confederates' },
  { id: 'union', name: 'Union' },
];

const VARIANT_WORDS: { readonly [id in Variant]: Omit<VariantSpec, 'id'> } = {
  standard: { name: 'Standard', summary: 'The game as printed: twenty turns, 27 to 29 June 1862.' },
  effectiveness: {
    name: 'Attack effectiveness',
    summary: 'Units driven back from an attack lose heart until the next night.',
  },
};

export const VARIANT_SPECS: readonly VariantSpec[] = VARIANTS.map((id) => ({ id, ...VARIANT_WORDS[id] }));

export const VERB_SPECS: readonly VerbSpec[] = [
  {
    verb: 'move',
    summary: 'Move a unit, or both of a stack',
    slots: [
      { slot: 'unit', summary: 'Which unit: its designation, its name, or where it is' },
      { slot: 'by', summary: 'By which hex it comes on, where it may choose', optional: true },
      { slot: 'to', summary: 'Where to: a hex or a place; the cheapest way is found' },
    ],
  },
  {
    verb: 'attack',
    summary: 'Lay out an attack on one or more hexes',
    slots: [
      { slot: 'target', summary: 'Which hex, or which hexes together' },
      { slot: 'with', summary: 'Who takes part', several: true },
      { slot: 'guns', summary: 'Which guns support it from a distance', several: true, optional: true },
      { slot: 'column', summary: 'On which column of the table: the odds, or a lower one' },
    ],
  },
  {
    verb: 'bombard',
    summary: 'Lay out a bombardment by guns two or three hexes away',
    slots: [
      { slot: 'target', summary: 'Which hex' },
      { slot: 'with', summary: 'Which guns', several: true },
      { slot: 'column', summary: 'On which column of the table: the odds, or a lower one' },
    ],
  },
  {
    verb: 'cancel',
    summary: 'Strike out a battle that is laid out',
    slots: [{ slot: 'target', summary: 'Which battle' }],
  },
  {
    verb: 'fight',
    summary: 'Fight a battle that is laid out',
    slots: [{ slot: 'target', summary: 'Which battle' }],
  },
  {
    verb: 'retreat',
    summary: 'Send a beaten unit back',
    slots: [
      { slot: 'unit', summary: 'Which unit' },
      { slot: 'to', summary: 'Where to' },
      { slot: 'displacing', summary: 'Who makes room for it in a full hex', optional: true },
    ],
  },
  {
    verb: 'lose',
    summary: 'Say who goes in an exchange',
    slots: [{ slot: 'units', summary: 'Which units', several: true }],
  },
  {
    verb: 'advance',
    summary: 'Advance a unit into an emptied hex, or nobody',
    slots: [
      { slot: 'unit', summary: 'Which unit, or nobody' },
      { slot: 'to', summary: 'Where to', optional: true },
    ],
  },
  {
    verb: 'done',
    summary: 'End the phase, or the laying out of battles',
    slots: [{ slot: 'sure', summary: 'Whether it is to end though something is left to do', optional: true }],
  },
];

const LABELS: { readonly [verb in Verb]: string } = {
  move: 'Move a unit',
  attack: 'Lay out an attack',
  bombard: 'Lay out a bombardment',
  cancel: 'Strike out a battle',
  fight: 'Fight a battle',
  retreat: 'Send a unit back',
  lose: 'Choose who goes',
  advance: 'Advance',
  done: 'Done',
};

/** A verb as a choice. */
export function verbLabel(verb: Verb): string {
  return LABELS[verb];
}
