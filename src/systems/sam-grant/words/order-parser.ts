import type { Draft, Refusal, SlotValue } from '../../../game/index.ts';
import { type Grammar, readOrder, type SlotReader, slotReaders } from '../../../kit/order-reading.ts';
import { one } from '../../../kit/order-rules.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { ORDERS } from '../rules/legality.ts';
import type { RefusalCode, Slot } from '../rules/moment.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS, LEGS, MODES, type Order, type Stance, VERBS, type Verb } from '../vocabulary.ts';
import { verbLabel } from './command-words.ts';
import { readMoveLine } from './move-line.ts';
import { findBlock, findPlace } from './names.ts';
import { ANSWERS, cutChoice, modeChoice, stanceWords } from './questions.ts';

type Finder = (theatre: Theatre, text: string) => string | null;

/** How the values of a slot are found, and the code of a text that is none; all other slots hold blocks. */
const FINDERS: { readonly [slot: string]: readonly [Finder, RefusalCode] } = {
  cards: [
    // A number in plain letters has no sign.
    ({ scenario }, text) =>
      scenario.cuts.find((cards) => text.trim() === cards || isCalled(text, cutChoice(cards).label)) ?? null,
    'unknown-cut',
  ],
  card: [(_, text) => cardOf(text), 'unknown-card'],
  mode: [(_, text) => modeOf(text), 'unknown-mode'],
  stance: [(_, text) => stanceOf(text), 'unknown-stance'],
  steps: [findStep, 'unknown-block'],
  west: [findStep, 'unknown-block'],
  from: [hexOf, 'unknown-hex'],
  hex: [hexOf, 'unknown-hex'],
  main: [hexOf, 'unknown-hex'],
  'strategic to': [hexOf, 'unknown-hex'],
  retreat: [(theatre, text) => answerIn(text, ['any']) ?? hexOf(theatre, text), 'unknown-hex'],
  regroup: [(theatre, text) => answerIn(text, ['stay', 'ask']) ?? hexOf(theatre, text), 'unknown-hex'],
  ...Object.fromEntries(LEGS.map(([to]) => [to, [findPlace, 'unknown-hex'] as const])),
};

const { reader, listReader } = slotReaders<Theatre, RefusalCode>();

function readerOf(verb: Verb, { slot, several }: Slot): SlotReader<Theatre, never> {
  const [find, code] = FINDERS[`${verb} ${slot}`] ?? FINDERS[slot] ?? [findBlock, 'unknown-block'];
  return several ? listReader(find, code) : reader(find, code);
}

const GRAMMAR: Grammar<Verb, Theatre> = {
  slots: Object.fromEntries(
    VERBS.map((verb) => [
      verb,
      Object.fromEntries(ORDERS.slots(verb).map((rule) => [rule.slot, readerOf(verb, rule)])),
    ]),
  ) as Grammar<Verb, Theatre>['slots'],
  label: verbLabel,
  isOptional: (verb, slot) => slot !== 'to' && ORDERS.slots(verb).some((rule) => rule.slot === slot && rule.isAsked),
  unpacked: (verb, draft) => (verb === 'move' ? inOneLine(draft) : draft),
};

export function parse(theatre: Theatre, given: Draft): Order | Refusal {
  return readOrder(GRAMMAR, theatre, given) as Order | Refusal;
}

/** The slots of a verb, in the order in which they are asked. */
export function slotsOf(verb: Verb): readonly string[] {
  return ORDERS.slots(verb).map(({ slot }) => slot);
}

/** An answer that is no place. */
function answerIn(text: string, answers: readonly (keyof typeof ANSWERS)[]): string | null {
  return answers.find((answer) => isCalled(text, answer, ANSWERS[answer].label)) ?? null;
}

function modeOf(text: string): string | null {
  const names = (label: string) => [label, label.replace(/^By /, '')];
  return MODES.find((mode) => isCalled(text, mode, ...names(modeChoice(mode).label))) ?? null;
}

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
