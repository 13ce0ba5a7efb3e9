import { type Draft, isRefusal, type Order, type Refusal, refuse, type SlotValue } from '../game/index.ts';
import { plainName } from './typed-names.ts';

/** Reading orders from outside: ids, labels or names, in any case. It says whether they can be understood, not whether they are legal. */

/** @param side whose unit is meant, of a name on both */
export type SlotReader<World, Side> = (world: World, given: SlotValue, side: Side | undefined) => SlotValue | Refusal;
type Find<World, Side> = (world: World, text: string, side?: Side) => string | null;

/** Readers of slots for one game; `code`: the refusal for a thing that is not found. */
export function slotReaders<World, Code extends string, Side = never>() {
  return {
    reader:
      (find: Find<World, Side>, code: Code): SlotReader<World, Side> =>
      (world, given, side) =>
        find(world, inOne(given), side) ?? refuse(code, null, { given: inOne(given) }),
    /** A list in the order it was given in; typed in one go, its names stand apart by commas. */
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

/** The orders of a game as they are read. */
export interface Grammar<Verb extends string, World, Side = never> {
  readonly verbs: readonly Verb[];
  label(verb: Verb): string;
  /** The slots of a verb, in the order in which they are asked. */
  slots(verb: Verb): readonly { readonly slot: string; readonly isAsked?: unknown }[];
  reader(verb: Verb, slot: string): SlotReader<World, Side>;
  /** A slot that an order can lack. Absent: those that are not always asked. */
  isOptional?(verb: Verb, slot: string): boolean;
  /** A draft whose slots were typed in one line. */
  unpacked?(verb: Verb, draft: Draft): Draft;
}

/** Codes of refusals: `unknown-verb`, `unknown-slot`, `missing`, and those of the readers. */
export function readOrder<Verb extends string, World, Side = never>(
  grammar: Grammar<Verb, World, Side>,
  world: World,
  typed: Draft,
  side?: Side,
): Order | Refusal {
  const text = inOne(typed.verb ?? '');
  const verb = grammar.verbs.find((one) =>
    [one, grammar.label(one)].some((name) => plainName(name) === plainName(text)),
  );
  if (verb === undefined) return refuse('unknown-verb', null, { given: text });
  const draft = grammar.unpacked?.(verb, typed) ?? typed;
  const slots = grammar.slots(verb);
  const extra = Object.keys(draft).find((slot) => slot !== 'verb' && !slots.some((one) => one.slot === slot));
  if (extra !== undefined) return refuse('unknown-slot', null, { given: extra });
  const order: { verb: string; [slot: string]: SlotValue } = { verb };
  for (const { slot, isAsked } of slots) {
    const given = draft[slot];
    if (given === undefined && (grammar.isOptional?.(verb, slot) ?? isAsked !== undefined)) continue;
    if (given === undefined) return refuse('missing', null, { slot });
    const value = grammar.reader(verb, slot)(world, given, side);
    if (isRefusal(value)) return value;
    order[slot] = value;
  }
  return order;
}

/** A value as it was typed in one go. */
function inOne(value: SlotValue): string {
  return typeof value === 'string' ? value : value.join(', ');
}
