import type { Choice, Draft, OpenSlot, Question } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { one } from '../../../kit/order-rules.ts';
import { capital, numberWord } from '../../../kit/plain-english.ts';
import { stepsOf } from '../board.ts';
import { mainAttacks } from '../rules/battle/fight.ts';
import { termsFrom } from '../rules/movement/group-move.ts';
import { type OpenPlace, placeOpen } from '../rules/movement/legs.ts';
import { reachOf, readDestination } from '../rules/movement/reach.ts';
import { hungerOf } from '../rules/supply/attrition.ts';
import { builtSteps } from '../rules/supply/builds.ts';
import { blockOfStep } from '../rules/supply/supply-card.ts';
import type { Battle, State } from '../state.ts';
import { type Block, blockOf, type Theatre } from '../theatre.ts';
import {
  type BlockId,
  type Card,
  type Destination,
  isSupply,
  LEGS,
  type Mode,
  numberOf,
  type Side,
  type Stance,
  type Verb,
} from '../vocabulary.ts';
import { verbLabel } from './command-words.ts';
import { promiseNote } from './expected-hits.ts';
import { blocksWord, cardName, facesUpTo, KIND_NAMES, stepsWord } from './names.ts';

/** Labels of the button that ends each part of the game-turn. */
const ENDS: { readonly [phase in State['phase']]?: string } = {
  supply: 'End supply',
  actions: 'End actions',
  exchange: 'Offer no exchange',
};

export function endText({ phase }: Pick<State, 'phase'>): string {
  return ENDS[phase] ?? 'Done';
}

/** The heading of the list of a slot; if it depends on the verb, that comes first. */
const PROMPTS: { readonly [slot: string]: string } = {
  verb: 'What is your order?',
  cards: 'How many cards go from the top to the bottom?',
  card: 'Which card?',
  'bragg hex': 'Where does Bragg come in?',
  'battle hex': 'Which battle is next?',
  from: 'Which hex do they leave?',
  to: 'Where to?',
  others: 'Do other blocks go somewhere else?',
  blocks: 'Which blocks?',
  mode: 'How?',
  block: 'Which block?',
  hex: 'Where?',
  main: 'Where does the main attack come from?',
  stance: 'What do your blocks do?',
  retreat: 'Which hex do they retreat to, if they can?',
  spare: 'Of equally strong blocks, which loses steps last?',
  regroup: 'What do they do after a victory?',
  give: 'Which prisoners do you give back?',
  take: 'Which of your blocks do you want back?',
  steps: 'Which blocks gain a step?',
  west: 'Which block west of the Mississippi or in Georgia gains one more step?',
};

/** Answers other than places. */
export const ANSWERS = {
  any: { value: 'any', label: 'The best hex', hint: 'in supply, most room' },
  stay: { value: 'stay', label: 'They stay' },
  ask: { value: 'ask', label: 'Ask me then' },
} as const;

function cardChoice(card: Card): Choice {
  const number = numberOf(card);
  const hint = isSupply(card)
    ? `${stepsWord(number)}, no actions`
    : number === 1
      ? 'one action'
      : `${numberWord(number)} actions`;
  return { value: card, label: cardName(card), hint };
}

export function cutChoice(cards: string): Choice {
  return { value: cards, label: cards === '1' ? '1 card' : `${cards} cards` };
}

function hexChoice(theatre: Theatre, hex: HexId): Choice {
  return { value: hex, label: hexLabel(theatre, hex) };
}

/** A place that a leg goes to: "2107 Cave City via 2106", with room for two blocks. */
function placeChoice(theatre: Theatre, value: Destination, place: OpenPlace | null): Choice {
  const { hex, by } = readDestination(value);
  const march = place?.forced ? ['forced march'] : [];
  const room = by === null ? [] : [`battle, room for ${blocksWord(place?.room ?? 0)}`];
  const hint = [...room, ...march].join(', ');
  const label = `${hexLabel(theatre, hex)}${by === null ? '' : ` via ${by}`}`;
  return hint === '' ? { value, label } : { value, label, hint };
}

function blockChoice({ rules }: Theatre, { id, name, kind }: Block, steps: number, forced: boolean): Choice {
  const march = forced ? `, forced march: a roll of ${facesUpTo(rules.forcedMarchLoss)} costs a step` : '';
  return { value: id, label: name, hint: `${KIND_NAMES[kind]}, ${stepsWord(steps)}${march}` };
}

/** A block that is not on the map, at its full strength. */
function poolChoice({ id, name, kind, full }: Block): Choice {
  return { value: id, label: name, hint: `${KIND_NAMES[kind]}, ${stepsWord(full)}` };
}

/** A step of a Supply card. */
function stepChoice(theatre: Theatre, state: State, step: string): Choice {
  const id = blockOfStep(step);
  const { name, full } = blockOf(theatre, id);
  const { at } = state.blocks[id] as { at: HexId };
  const hint = `${hexLabel(theatre, at)}, ${stepsOf(state, id)} of ${full}`;
  return { value: step, label: step.endsWith('+2') ? `${name}, second step` : name, hint };
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

/** Puts an open slot into words. */
export function question(theatre: Theatre, state: State, seat: string, draft: Draft, open: OpenSlot): Question {
  const choice = choicesOf(theatre, state, seat as Side, draft, open.slot);
  const choices = open.choices.map(({ value }) => choice(value));
  const note = promiseNote(theatre, state, seat, draft, choices);
  return { ...open, prompt: promptOfSlot(theatre, state, draft, open), choices, ...(note === null ? {} : { note }) };
}

function promptOfSlot(theatre: Theatre, state: State, { verb }: Draft, { slot, several }: OpenSlot): string {
  const { battle, active } = state;
  if (slot === 'leave' && battle?.waiting?.for === 'fire')
    return `Round ${battle.round}, ${battle.waiting.letter} blocks: who retreats instead of firing?`;
  const hunger = verb === 'lose' && several ? hungerOf(theatre, state, active) : null;
  if (hunger) {
    const losers = hunger.losses === 1 ? 'block loses a step' : `${hunger.losses} blocks lose a step each`;
    return `${hexLabel(theatre, hunger.hex)}: which ${losers}?`;
  }
  const plain = slot.replace(/^to\d$/, 'others').replace(/\d$/, '');
  return PROMPTS[`${String(verb)} ${slot}`] ?? PROMPTS[plain] ?? '';
}

/** The words for a slot's values. */
function choicesOf(theatre: Theatre, state: State, side: Side, draft: Draft, slot: string): (value: string) => Choice {
  const block = (id: string, forced = false) => blockChoice(theatre, blockOf(theatre, id), stepsOf(state, id), forced);
  const hex = (value: string) => hexChoice(theatre, value);
  const moment = { theatre, state, side };
  const leg = LEGS.findIndex((slots) => (slots as readonly string[]).includes(slot));
  if (draft.verb === 'move' && leg >= 0) {
    const from = one(draft.from);
    const [toSlot, blocksSlot] = LEGS[leg] as (typeof LEGS)[number];
    const [to = ''] = [draft[toSlot] ?? []].flat();
    const isForced = (id: string) => reachOf(theatre, state, blockOf(theatre, id), from).get(to)?.forced;
    if (slot === blocksSlot) return (id) => block(id, isForced(id));
    const terms = termsFrom(moment, from);
    return (value) => placeChoice(theatre, value, placeOpen(terms, draft, leg, value));
  }
  switch (slot) {
    case 'verb':
      return (verb) => ({ value: verb, label: verb === 'done' ? endText(state) : verbLabel(verb as Verb) });
    case 'cards':
      return cutChoice;
    case 'card':
      return (card) => cardChoice(card as Card);
    case 'mode':
      return (mode) => modeChoice(mode as Mode);
    case 'steps':
    case 'west':
      return (step) => stepChoice(theatre, state, step);
    case 'block':
    case 'give':
    case 'take':
      return (id) => poolChoice(blockOf(theatre, id));
    case 'leave':
    case 'spare':
      return (id) => block(id);
    case 'stance':
      return (stance) => stanceChoice(stance as Stance);
    case 'main': {
      const attacks = mainAttacks(theatre, state, state.battle as Battle);
      return (value) => {
        const [, blocks = 0, steps = 0] = attacks.find(([from]) => from === value) ?? [];
        return { ...hex(value), hint: `${blocksWord(blocks)}, ${stepsWord(steps)}` };
      };
    }
    case 'retreat':
    case 'regroup':
      return (value) => Object.values(ANSWERS).find((answer) => answer.value === value) ?? hex(value);
    case 'hex':
      return draft.verb === 'build' ? (value) => cityChoice(theatre, state, one(draft.block), value) : hex;
    default:
      return slot.startsWith('blocks') ? (id) => block(id) : hex;
  }
}

/** A city to build a block in, with the block's steps if it arrives weakened. */
function cityChoice(theatre: Theatre, state: State, id: BlockId, hex: HexId): Choice {
  const block = blockOf(theatre, id);
  const steps = builtSteps(theatre, state, block, hex);
  const choice = hexChoice(theatre, hex);
  return steps < block.full ? { ...choice, hint: `at ${steps} of ${block.full} steps` } : choice;
}
