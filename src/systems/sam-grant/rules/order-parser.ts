import type { Draft, Refusal, SlotValue } from '../../../game/index.ts';
import { one } from '../../../kit/draft-steps.ts';
import { type Grammar, readOrder, type SlotReader, slotReaders } from '../../../kit/order-reading.ts';
import { plainName } from '../../../kit/typed-names.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS, CUTS, LEGS, MODES, type Order, type Stance, type Verb } from '../vocabulary.ts';
import { verbLabel } from '../words/command-words.ts';
import { findBlock, findPlace } from '../words/names.ts';
import { ANSWERS, cutChoice, modeChoice, stanceWords } from '../words/questions.ts';
import type { RefusalCode } from '../words/refusals.ts';
import { readMoveLine } from './movement/move-line.ts';

const { reader, listReader } = slotReaders<Theatre, RefusalCode>();
const hex = reader((theatre, text) => hexOf(theatre, text), 'unknown-hex');
const place = reader(findPlace, 'unknown-hex');
const blocks = listReader(findBlock, 'unknown-block');
const steps = listReader(findStep, 'unknown-block');
const places = listReader(findPlace, 'unknown-hex');

const SLOTS: Grammar<Verb, Theatre>['slots'] = {
  cut: {
    cards: reader(
      // A number in plain letters has no sign.
      (_, text) => CUTS.find((cards) => text.trim() === cards || isCalled(text, cutChoice(cards).label)) ?? null,
      'unknown-cut',
    ),
  },
  card: { card: reader((_, text) => cardOf(text), 'unknown-card') },
  supply: { steps, west: steps },
  move: { from: hex, ...legReaders(), to: place },
  strategic: {
    mode: reader(
      (_, text) =>
        MODES.find((mode) =>
          isCalled(text, mode, modeChoice(mode).label, modeChoice(mode).label.replace(/^By /, '')),
        ) ?? null,
      'unknown-mode',
    ),
    from: hex,
    to: hex,
    blocks,
  },
  build: { block: reader(findBlock, 'unknown-block'), hex },
  bragg: { hex },
  battle: { hex },
  'battle-plan': {
    main: hex,
    stance: reader((_, text) => stanceOf(text), 'unknown-stance'),
    retreat: reader(
      (theatre, text) => (isCalled(text, 'any', ANSWERS.any.label) ? 'any' : hexOf(theatre, text)),
      'unknown-hex',
    ),
    spare: blocks,
    regroup: reader(
      (theatre, text) =>
        isCalled(text, 'stay', ANSWERS.stay.label)
          ? 'stay'
          : isCalled(text, 'ask', ANSWERS.ask.label)
            ? 'ask'
            : hexOf(theatre, text),
      'unknown-hex',
    ),
  },
  fire: { leave: blocks },
  regroup: legReaders(),
  lose: { blocks },
  offer: { give: blocks, take: blocks },
  accept: {},
  decline: {},
  done: {},
};

/** Slots that not every order of a verb has, beside those of the second to the fourth leg. */
const OPTIONAL: { readonly [verb in Verb]?: readonly string[] } = {
  supply: ['steps', 'west'],
  'battle-plan': ['main', 'retreat', 'spare', 'regroup'],
  regroup: ['blocks'],
  offer: ['give', 'take'],
};

/** The slots of a verb, in the order in which they are asked. */
export function slotsOf(verb: Verb): readonly string[] {
  return Object.keys(SLOTS[verb]);
}

function legReaders(): { readonly [slot: string]: SlotReader<Theatre, never> } {
  return Object.fromEntries(LEGS.flatMap(([to, who]) => [[to, places] as const, [who, blocks] as const]));
}

export function parse(theatre: Theatre, given: Draft): Order | Refusal {
  return readOrder(GRAMMAR, theatre, given) as Order | Refusal;
}

const GRAMMAR: Grammar<Verb, Theatre> = {
  slots: SLOTS,
  label: verbLabel,
  isOptional: (verb, slot) => /\d$/.test(slot) || (OPTIONAL[verb]?.includes(slot) ?? false),
  unpacked: (verb, draft) => (verb === 'move' ? inOneLine(draft) : draft),
};

/** A move in one line, `2206: McCook 2107, cavalry 2108`: blocks of one hex to up to four places. */
function inOneLine(draft: Draft): Draft {
  const line = draft.to === undefined ? readMoveLine(one(draft.from)) : null;
  if (!line) return draft;
  const legs = [...line.going].slice(0, LEGS.length).flatMap(([to, names], at) => {
    const [toSlot, blocksSlot] = LEGS[at] as (typeof LEGS)[number];
    return [
      [toSlot, to],
      [blocksSlot, names],
    ] as const;
  });
  return { verb: draft.verb as SlotValue, from: line.from, ...Object.fromEntries(legs) };
}

function isCalled(text: string, ...names: readonly string[]): boolean {
  return names.some((name) => plainName(name) === plainName(text) && plainName(text) !== '');
}

function hexOf(theatre: Theatre, text: string): string | null {
  const found = findPlace(theatre, text);
  return found?.includes(' ') ? null : found;
}

/** "Hardee", "Hardee, second step", `c-hardee+2` */
function findStep(theatre: Theatre, text: string): string | null {
  const [, name = text, more] = /^(.*?)(\+\d|,?\s*second step)?$/i.exec(text.trim()) ?? [];
  const id = findBlock(theatre, name);
  return id === null ? null : more === undefined ? id : `${id}+${/\d/.exec(more)?.[0] ?? 2}`;
}

/** "3", "Supply 2", `supply-2`: as it is, since "-1" is no 1. */
function cardOf(text: string): string | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, '-');
  return CARDS.find((card) => card === typed) ?? null;
}

/** "Retreat after round 1", `leave-1` */
export function stanceOf(text: string): Stance | null {
  const steps = /\d{1,2}/.exec(text)?.[0];
  const below = steps === undefined ? [] : ([`below-${Number(steps)}`] as const);
  const stances = ['stand', 'leave', 'leave-1', 'leave-2', ...below, 'ask'] as const;
  return (
    stances.find((stance) => [stance, stanceWords(stance)].some((name) => plainStance(name) === plainStance(text))) ??
    null
  );
}

/** To leave is to retreat; "below 5" and "leave when below 5 steps" are "retreat when under 5 steps in all". */
function plainStance(text: string): string {
  const plain = plainName(text).replace('leave', 'retreat').replace('below', 'under');
  return plain.replace(/^(?:retreat)?(?:when)?(under\d+)(?:steps?)?(?:inall)?$/, '$1');
}
