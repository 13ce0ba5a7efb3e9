import type { Draft, Refusal, SlotValue } from '../../../game/index.ts';
import { readSlots, one as single } from '../../../kit/draft-steps.ts';
import { plainName } from '../../../kit/typed-names.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS, CUTS, LEGS, MODES, type Order, type Stance, VERBS, type Verb } from '../vocabulary.ts';
import { cutChoice, modeChoice, stanceChoice } from '../words/choices.ts';
import { verbLabel } from '../words/command-words.ts';
import { findBlock, findPlace } from '../words/names.ts';
import { ANSWERS } from '../words/questions.ts';
import { because, type RefusalCode } from '../words/refusals.ts';
import { readMoveLine } from './movement/move-line.ts';

type Read = SlotValue | Refusal;
type Reader = (theatre: Theatre, given: SlotValue) => Read;

/** Reads what is typed in one go; `code`: what is wrong where it is not found. */
function reader(find: (theatre: Theatre, text: string) => string | null, code: RefusalCode): Reader {
  return (theatre, given) => find(theatre, inOne(given)) ?? because(code, null, { given: inOne(given) });
}

/** A list in the order it was given in; typed in one go, its names stand apart by commas. */
function severalOf(find: (theatre: Theatre, text: string) => string | null, code: RefusalCode): Reader {
  return (theatre, given) => {
    const found: string[] = [];
    for (const name of typeof given === 'string' ? given.split(/[,;]/).filter((part) => part.trim() !== '') : given) {
      const id = find(theatre, name);
      if (id === null) return because(code, null, { given: name });
      found.push(id);
    }
    return found;
  };
}

const hex = reader((theatre, text) => hexOf(theatre, text), 'unknown-hex');
const place = reader(findPlace, 'unknown-hex');
const blocks = severalOf(findBlock, 'unknown-block');
const steps = severalOf(findStep, 'unknown-block');
const places = severalOf(findPlace, 'unknown-hex');

const SLOTS: { readonly [verb in Verb]: { readonly [slot: string]: Reader } } = {
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

/** Slots that every order of a verb has. */
const NEEDED: { readonly [verb in Verb]?: readonly string[] } = {
  cut: ['cards'],
  card: ['card'],
  move: ['from', 'to', 'blocks'],
  strategic: ['mode', 'from', 'to', 'blocks'],
  build: ['block', 'hex'],
  bragg: ['hex'],
  battle: ['hex'],
  'battle-plan': ['stance'],
  fire: ['leave'],
  regroup: ['to'],
  lose: ['blocks'],
};

/** The slots of a verb, in the order in which they are asked. */
export function slotsOf(verb: Verb): readonly string[] {
  return Object.keys(SLOTS[verb]);
}

function legReaders(): { readonly [slot: string]: Reader } {
  return Object.fromEntries(LEGS.flatMap(([to, who]) => [[to, places] as const, [who, blocks] as const]));
}

/** Reads an order from outside: ids, labels or names, in any case. Says whether it can be understood, not whether it is legal. */
export function parse(theatre: Theatre, given: Draft): Order | Refusal {
  const verb = verbOf(inOne(given.verb ?? ''));
  if (verb === null) return because('unknown-verb', null, { given: inOne(given.verb ?? '') });
  const draft = verb === 'move' ? inOneLine(given) : given;
  const readers = SLOTS[verb];
  return readSlots(verb, draft, {
    slots: slotsOf(verb),
    isOptional: (slot) => !NEEDED[verb]?.includes(slot),
    read: (slot, typed) => (readers[slot] as Reader)(theatre, typed),
  }) as Order | Refusal;
}

/** A move in one line, `2206: McCook 2107, cavalry 2108`: blocks of one hex to up to four places. */
function inOneLine(draft: Draft): Draft {
  const line = draft.to === undefined ? readMoveLine(single(draft.from)) : null;
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

function verbOf(text: string): Verb | null {
  return VERBS.find((verb) => isCalled(text, verb, verbLabel(verb))) ?? null;
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

function stanceOf(text: string): Stance | null {
  const steps = /\d{1,2}/.exec(text)?.[0];
  const below = steps === undefined ? [] : ([`below-${Number(steps)}`] as const);
  const stances = ['stand', 'leave', 'leave-1', 'leave-2', ...below, 'ask'] as const;
  const names = (stance: Stance) => [
    stance,
    stanceChoice(stance).label,
    `${stance} steps`,
    `leave when ${stance} steps`,
  ];
  return stances.find((stance) => isCalled(text, ...names(stance))) ?? null;
}

function inOne(value: SlotValue): string {
  return typeof value === 'string' ? value : value.join(', ');
}
