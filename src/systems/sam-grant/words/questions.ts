import type { Choice } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { capital, numberWord } from '../../../kit/plain-english.ts';
import { stepsOf } from '../board.ts';
import type { Reached } from '../rules/movement/reach.ts';
import type { State } from '../state.ts';
import { type Block, blockOf, type Theatre } from '../theatre.ts';
import {
  type BlockId,
  type Card,
  type Destination,
  isSupply,
  type Mode,
  numberOf,
  type Stance,
} from '../vocabulary.ts';
import { blocksWord, cardName, KIND_NAMES, stepsWord } from './names.ts';

/** Labels of the button that ends each part of the game-turn. */
const ENDS: { readonly [phase in State['phase']]?: string } = {
  supply: 'End supply',
  actions: 'End actions',
  exchange: 'Offer no exchange',
};

export function endText({ phase }: Pick<State, 'phase'>): string {
  return ENDS[phase] ?? 'Done';
}

/** What the lists of an order are headed with. */
export const QUESTIONS = {
  order: 'What is your order?',
  cut: 'How many cards go from the top to the bottom?',
  card: 'Which card?',
  bragg: 'Where does Bragg come in?',
  battle: 'Which battle is next?',
  from: 'Which hex do they leave?',
  to: 'Where to?',
  others: 'Do other blocks go somewhere else?',
  blocks: 'Which blocks?',
  mode: 'How?',
  block: 'Which block?',
  city: 'Where?',
  main: 'Where does the main attack come from?',
  stance: 'What do your blocks do?',
  retreat: 'Which hex do they retreat to, if they can?',
  spare: 'Of equally strong blocks, which loses steps last?',
  regroup: 'What do they do after a victory?',
  give: 'Which prisoners do you give back?',
  take: 'Which of your blocks do you want back?',
  steps: 'Which blocks gain a step?',
  west: 'Which block west of the Mississippi or in Georgia gains one more step?',
  leave: (round: number, letter: string): string => `Round ${round}, ${letter} blocks: who retreats instead of firing?`,
  lose: (hex: string, losses: number): string =>
    `${hex}: which ${losses === 1 ? 'block loses a step' : `${losses} blocks lose a step each`}?`,
} as const;

/** Behind a choice in a list. */
export const HINTS = {
  built: (steps: number, full: number): string => `at ${steps} of ${full} steps`,
  attack: (blocks: number, steps: number): string => `${blocksWord(blocks)}, ${stepsWord(steps)}`,
} as const;

/** What dice and shuffles are for, in the log and where the dice are checked. Kept games hold these words: changed, their logs would not fit. */
export const ROLLED_FOR = {
  fire: (block: string, hex: string, round: number): string => `${block} fires at ${hex}, round ${round}`,
  forcedMarch: (hex: string): string => `A forced march to ${hex}`,
  cards: 'The cards of the year',
} as const;

/** Answers that are no place. */
export const ANSWERS = {
  any: { value: 'any', label: 'The best hex', hint: 'in supply, most room' },
  stay: { value: 'stay', label: 'They stay' },
  ask: { value: 'ask', label: 'Ask me then' },
} as const;

/** Things to choose from, as lists show them. */

export function cardChoice(card: Card): Choice {
  const number = numberOf(card);
  const hint = isSupply(card)
    ? `${stepsWord(number)}, no actions`
    : number === 1
      ? 'one action'
      : `${numberWord(number)} actions`;
  return { value: card, label: cardName(card), hint };
}

/** Where the deck is cut. */
export function cutChoice(cards: string): Choice {
  return { value: cards, label: cards === '1' ? '1 card' : `${cards} cards` };
}

export function hexChoice(theatre: Theatre, hex: HexId): Choice {
  return { value: hex, label: hexLabel(theatre, hex) };
}

export function placeChoice(theatre: Theatre, value: Destination, { hex, by, forced }: Reached, room: number): Choice {
  const march = forced ? 'forced march' : '';
  if (by === null) return { ...hexChoice(theatre, hex), ...(forced ? { hint: march } : {}) };
  const hint = [`battle, room for ${blocksWord(room)}`, march].filter((part) => part !== '').join(', ');
  return { value, label: `${hexLabel(theatre, hex)} via ${by}`, hint };
}

export function blockChoice({ id, name, kind }: Block, steps: number, forced: boolean): Choice {
  const march = forced ? ', forced march: a roll of 1–3 costs a step' : '';
  return { value: id, label: name, hint: `${KIND_NAMES[kind]}, ${stepsWord(steps)}${march}` };
}

/** A block that is not on the map, at its full strength. */
export function poolChoice({ id, name, kind, full }: Block): Choice {
  return { value: id, label: name, hint: `${KIND_NAMES[kind]}, ${stepsWord(full)}` };
}

/** A step of a Supply card. */
export function stepChoice(theatre: Theatre, state: State, id: BlockId, second: boolean): Choice {
  const { name, full } = blockOf(theatre, id);
  const { at } = state.blocks[id] as { at: HexId };
  const hint = `${hexLabel(theatre, at)}, ${stepsOf(state, id)} of ${full}`;
  return second ? { value: `${id}+2`, label: `${name}, second step`, hint } : { value: id, label: name, hint };
}

const MODE_NAMES: { readonly [mode in Mode]: string } = {
  rail: 'By rail',
  river: 'By ship',
  crossing: 'Across a major river',
};

export function modeChoice(mode: Mode): Choice {
  return { value: mode, label: MODE_NAMES[mode] };
}

/** In the order of lists; `most`: the steps below which blocks can be told to retreat. */
export function stancesUpTo(most: number): readonly Stance[] {
  const below = Array.from({ length: Math.max(0, most - 1) }, (_, at) => `below-${at + 2}` as const);
  return ['stand', 'leave', 'leave-1', 'leave-2', ...below, 'ask'];
}

export function stanceChoice(stance: Stance): Choice {
  return { value: stance, label: capital(stanceWords(stance)) };
}

/** "stand", "retreat when under 5 steps in all" */
export function stanceWords(stance: Stance): string {
  switch (stance) {
    case 'stand':
      return 'stand';
    case 'leave':
      return 'retreat at once';
    case 'leave-1':
      return 'retreat after round 1';
    case 'leave-2':
      return 'retreat after round 2';
    case 'ask':
      return 'ask me each time';
    default:
      return `retreat when under ${stance.slice('below-'.length)} steps in all`;
  }
}
