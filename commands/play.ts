import { SlashCommandBuilder } from 'discord.js';
import { LIMITS } from '../src/council/index.ts';
import type { Command, Options } from '../src/discord/command.ts';
import type { Draft, System, VerbSpec } from '../src/game/index.ts';
import { PLACES } from './places.ts';

/** The option that every verb has, for why the order is to be given. */
const REASON = 'reason';

/**
 * The verbs of play: one command for each verb that any system knows, made from what the systems say of it, so that a new game
 * touches nothing here. An option is required if every system with that verb has it.
 * @throws if a system has a slot of the name that the reason has
 */
export function playCommands(systems: readonly System[]): Command[] {
  const verbs = new Map<string, VerbSpec[]>();
  for (const spec of systems.flatMap((system) => system.verbs))
    verbs.set(spec.verb, [...(verbs.get(spec.verb) ?? []), spec]);
  return [...verbs.values()].map(playCommand);
}

function playCommand(specs: readonly VerbSpec[]): Command {
  const { verb, summary } = specs[0] as VerbSpec;
  const builder = new SlashCommandBuilder().setName(verb).setDescription(summary).setContexts(PLACES);
  const slots = new Map(specs.flatMap((spec) => spec.slots).map((slot) => [slot.slot, slot]));
  if (slots.has(REASON)) throw new Error(`A slot of the verb “${verb}” is called “${REASON}”, which every order has`);
  const always = (slot: string) => specs.every((spec) => spec.slots.some((one) => one.slot === slot));
  const ordered = [...slots.values()].sort((a, b) => Number(always(b.slot)) - Number(always(a.slot)));
  for (const { slot, summary: hint } of ordered) {
    builder.addStringOption((option) =>
      option.setName(slot).setDescription(hint).setRequired(always(slot)).setAutocomplete(true),
    );
  }
  builder.addStringOption((option) =>
    option.setName(REASON).setDescription('Why? Shown with your order or your vote').setMaxLength(LIMITS.reason),
  );
  const several = (slot: string) => slots.get(slot)?.several === true;
  return {
    data: builder.toJSON(),
    run: (host, caller, { [REASON]: reason = null, ...options }) =>
      host.unknownVerb(caller, verb) ?? host.order(caller, draft(verb, options, several), null, reason),
    complete: (host, caller, { [REASON]: _reason, ...options }, focused) =>
      host.complete(caller, draft(verb, without(options, focused), several), focused, options[focused] ?? ''),
  };
}

function draft(verb: string, options: Options, several: (slot: string) => boolean): Draft {
  const slots = Object.entries(options).map(([slot, text]) => [slot, several(slot) ? listed(text) : text]);
  return { ...Object.fromEntries(slots), verb };
}

/** Several values are typed with commas between. */
function listed(text: string): string[] {
  return text.split(',').flatMap((one) => one.trim() || []);
}

function without(options: Options, slot: string): Options {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== slot));
}
