import {
  ask,
  COMPLETE,
  type Draft,
  isRefusal,
  type Next,
  type Order,
  type Question,
  type Refusal,
  refuse,
  type SlotValue,
} from '../game/index.ts';

/** The next slot of a verb, from those answered before it; null: it is not asked. */
export type DraftStep = (draft: Draft) => Question | null;

/** A draft that does not stand in the list. */
export const NOTHING: Next = ask({ slot: 'verb', prompt: 'What is your order?', choices: [] });

/** Goes through the slots of a verb in order, to the first that is not answered yet. A slot that is not asked for must not be named. */
export function through(draft: Draft, steps: readonly DraftStep[]): Next {
  let answered = 1;
  for (const step of steps) {
    const question = step(draft);
    if (question === null) continue;
    const value = draft[question.slot];
    if (question.choices.length === 0) return NOTHING;
    if (value === undefined) return ask(question);
    if (!answers(question, value)) return NOTHING;
    answered++;
  }
  return Object.keys(draft).length === answered ? COMPLETE : NOTHING;
}

/** Several values stand in the order of the choices, each once. */
function answers(question: Question, value: SlotValue): boolean {
  const { several } = question;
  if (typeof value === 'string') return several === undefined && placeOf(question, value) >= 0;
  if (several === undefined || value.length < several.least || value.length > several.most) return false;
  const places = value.map((one) => placeOf(question, one));
  return places.every((at, index) => at >= 0 && (index === 0 || at > (places[index - 1] as number)));
}

function placeOf({ choices }: Question, value: string): number {
  return choices.findIndex((choice) => choice.value === value);
}

/** What a draft holds in a slot that takes one value, and several. */
export function one(value: SlotValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
export function many(value: SlotValue | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}

/** The slots of a verb: how each is read as it was typed, and which can be left out. */
interface SlotsOfVerb {
  readonly slots: readonly string[];
  isOptional(slot: string): boolean;
  read(slot: string, given: SlotValue): SlotValue | Refusal;
}

/** An order of a verb from a draft, each slot read in its own way. Codes of refusals: `unknown-slot`, `missing`, and those of `read`. */
export function readSlots(verb: string, draft: Draft, { slots, isOptional, read }: SlotsOfVerb): Order | Refusal {
  const extra = Object.keys(draft).find((slot) => slot !== 'verb' && !slots.includes(slot));
  if (extra !== undefined) return refuse('unknown-slot', null, { given: extra });
  const order: { verb: string; [slot: string]: SlotValue } = { verb };
  for (const slot of slots) {
    const given = draft[slot];
    if (given === undefined && isOptional(slot)) continue;
    if (given === undefined) return refuse('missing', null, { slot });
    const value = read(slot, given);
    if (isRefusal(value)) return value;
    order[slot] = value;
  }
  return order;
}
