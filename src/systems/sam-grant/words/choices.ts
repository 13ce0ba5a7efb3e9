import type { Choice } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
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
import { blocksWord, cardName, hexName, KIND_NAMES, stepsWord } from './names.ts';

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
  return { value: hex, label: hexName(theatre, hex) };
}

export function placeChoice(theatre: Theatre, value: Destination, { hex, by, forced }: Reached, room: number): Choice {
  const march = forced ? 'forced march' : '';
  if (by === null) return { ...hexChoice(theatre, hex), ...(forced ? { hint: march } : {}) };
  const hint = [`battle, room for ${blocksWord(room)}`, march].filter((part) => part !== '').join(', ');
  return { value, label: `${hexName(theatre, hex)} via ${by}`, hint };
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
  const hint = `${hexName(theatre, at)}, ${stepsOf(state, id)} of ${full}`;
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

export function stanceChoice(stance: Stance): Choice {
  return { value: stance, label: capital(stanceWords(stance)) };
}

/** "stand", "leave below 5 steps" */
export function stanceWords(stance: Stance): string {
  switch (stance) {
    case 'stand':
      return 'stand';
    case 'leave':
      return 'leave at once';
    case 'leave-1':
      return 'leave after round 1';
    case 'leave-2':
      return 'leave after round 2';
    case 'ask':
      return 'ask me each time';
    default:
      return `leave below ${stance.slice('below-'.length)} steps`;
  }
}
