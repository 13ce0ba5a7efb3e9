import { type Draft, isRefusal, type Order, type Refusal, refuse, type SlotValue } from '../game/index.ts';
import { nameKey } from './typed-names.ts';

/** Orders from outside are in ids, labels or names, in any case. To read them is to understand them, legal or not. */

/**
 * Reads the value of a slot.
 * @param side whose unit is meant, if both sides have one of that name
 */
export type SlotReader<World, Side> = (world: World, given: SlotValue, side: Side | undefined) => SlotValue | Refusal;
type Find<World, Side> = (world: World, text: string, side?: Side) => string | null;

/** Makes readers of slots for one game. Each refuses things that are not found with its `code`. */
export function slotReaders<World, Code extends string, Side = never>() {
  return {
    reader:
      (find: Find<World, Side>, code: Code): SlotReader<World, Side> =>
      (world, given, side) =>
        find(world, inOne(given), side) ?? refuse(code, null, { given: inOne(given) }),
    /** Reads a list, and keeps its order. In a single text, commas or semicolons separate the names. */
    listReader:
      (find: Find<World, Side>, code: Code, apart = /[,;]/): SlotReader<World, Side> =>
      (world, given, side) => {
        const names = typeof given === 'string' ? given.split(apart).filter((name) => name.trim() !== '') : given;
        const found: string[] = [];
        for (const name of names) {
          const id = find(world, name, side);
          if (id === null) return refuse(code, null, { given: name });
          found.push(id);
        }
        return found;
      },
  };
}

export interface Grammar<Verb extends string, World, Side = never> {
  readonly verbs: readonly Verb[];
  label(verb: Verb): string;
  /** The slots of a verb, in the order in which they are asked. */
  slots(verb: Verb): readonly { readonly slot: string; readonly isAsked?: unknown }[];
  reader(verb: Verb, slot: string): SlotReader<World, Side>;
  /** Whether an order may lack a slot. If absent, it may lack those that are not always asked. */
  isOptional?(verb: Verb, slot: string): boolean;
  /** Splits a draft whose slots were typed in one line. */
  unpacked?(verb: Verb, draft: Draft): Draft;
}

/** Reads an order, or refuses it with `unknown-verb`, `unknown-slot`, `missing`, or a code of a reader. */
export function readOrder<Verb extends string, World, Side = never>(
  grammar: Grammar<Verb, World, Side>,
  world: World,
  typed: Draft,
  side?: Side,
): Order | Refusal {
  const text = inOne(typed.verb ?? '');
  const verb = grammar.verbs.find((one) => [one, grammar.label(one)].some((name) => nameKey(name) === nameKey(text)));
  if (verb === undefined) return refuse('unknown-verb', null, { given: text });
  const draft = grammar.unpacked?.(verb, typed) ?? typed;
  const slots = grammar.slots(verb);
  const extra = Object.keys(draft).find((slot) => slot !== 'verb' && !slots.some((one) => one.slot === slot));
  if (extra !== undefined) return refuse('unknown-slot', null, { given: extra });
  const order: { verb: string; [slot: string]: SlotValue } = { verb };
  for (const { slot, isAsked } of slots) {
    const given = draft[slot];
    if (given === undefined) {
      if (grammar.isOptional?.(verb, slot) ?? isAsked !== undefined) continue;
      return refuse('missing', null, { slot });
    }
    const value = grammar.reader(verb, slot)(world, given, side);
    if (isRefusal(value)) return value;
    order[slot] = value;
  }
  return order;
}

function inOne(value: SlotValue): string {
  return typeof value === 'string' ? value : value.join(', ');
}
