import { LIMITS } from '../src/council/index.ts';
import type { Command, Options } from '../src/discord/inbound/command-contract.ts';
import type { Draft, SlotSpec, System, VerbSpec } from '../src/game/index.ts';
import { clipped, LONGEST_CHOICE, LONGEST_PLAN } from '../src/host/index.ts';
import { completedOption, slashCommand, textOption, verbOfPlay } from './slash-command.ts';

const REASON = 'reason';

interface GameVerb {
  readonly title: string;
  readonly spec: VerbSpec;
}

/**
 * One command for each verb of the systems, made from their verb specs, for direct messages. An option is required if
 * every system with the verb has the same options and no order lacks this one; the bot asks for what an order lacks.
 * @throws if a system has a slot with the name of the reason's option
 */
export function playCommands(systems: readonly System[]): Command[] {
  const verbs = new Map<string, GameVerb[]>();
  for (const { about } of systems)
    for (const spec of about.verbs)
      verbs.set(spec.verb, [...(verbs.get(spec.verb) ?? []), { title: about.title, spec }]);
  return [...verbs.values()].map(playCommand);
}

/** The verbs of play of a server where these systems are played. A server's own commands have no contexts. */
export function serverCommands(systems: readonly System[]): Command['data'][] {
  return playCommands(systems).map(({ data: { contexts: _, ...data } }) => data);
}

function playCommand(gameVerbs: readonly GameVerb[]): Command {
  const { verb } = (gameVerbs[0] as GameVerb).spec;
  const command = verbOfPlay(verb, summaryOf(gameVerbs));
  const slots = mergedSlots(gameVerbs.map(({ spec }) => spec.slots));
  if (slots.includes(REASON))
    throw new Error(
      `A slot of the verb “${verb}” is called “${REASON}”, but every order already has a slot of that name`,
    );
  const alike = gameVerbs.every(({ spec }) => spec.slots.map(({ slot }) => slot).join() === slots.join());
  const specs = (slot: string) => gameVerbs.flatMap(({ spec }) => spec.slots.filter((one) => one.slot === slot));
  let required = alike;
  for (const slot of slots) {
    // Discord wants those that are required before all others.
    required &&= !specs(slot).some(({ optional }) => optional);
    command.addStringOption(completedOption(slot, descriptionOf(gameVerbs, slot)).setRequired(required));
  }
  command.addStringOption(
    textOption(REASON, 'Why? Shown with your order or vote; with a secret order, at the end of the game').setMaxLength(
      LIMITS.reason,
    ),
  );
  const several = (slot: string) => specs(slot).some((one) => one.several === true);
  return {
    data: command.toJSON(),
    run: (host, caller, { [REASON]: reason = null, ...options }) =>
      host.orders.unknownVerb(caller, verb) ?? host.orders.give(caller, draft(verb, options, several), null, reason),
    complete: (host, caller, { [REASON]: _reason, ...options }, focused) =>
      host.completions.order(caller, draft(verb, without(options, focused), several), focused, options[focused] ?? ''),
  };
}

/** The slots of all systems, in an order that keeps each system's own if these agree. */
function mergedSlots(each: readonly (readonly SlotSpec[])[]): string[] {
  const merged: string[] = [];
  for (const slots of each.map((specs) => specs.map(({ slot }) => slot))) {
    for (const [index, slot] of slots.entries()) {
      if (merged.includes(slot)) continue;
      const after = slots.slice(index + 1).find((other) => merged.includes(other));
      merged.splice(after === undefined ? merged.length : merged.indexOf(after), 0, slot);
    }
  }
  return merged;
}

function summaryOf(gameVerbs: readonly GameVerb[]): string {
  const all = [...new Set(gameVerbs.map(({ spec }) => spec.summary))];
  const together = all.join(' · ');
  return together.length <= LONGEST_CHOICE ? together : clipped(all[0] ?? '', LONGEST_CHOICE);
}

/** Names the games that have the option if not every game with the verb does. */
function descriptionOf(gameVerbs: readonly GameVerb[], slot: string): string {
  const having = gameVerbs.flatMap(({ title, spec: { slots } }) =>
    slots.filter((one) => one.slot === slot).map(({ summary }) => ({ title, summary })),
  );
  const all = [...new Set(having.map(({ summary }) => summary))];
  const together = all.join(' · ');
  const text = together.length <= LONGEST_CHOICE ? together : (all[0] ?? '');
  const games = having.length < gameVerbs.length ? ` (${having.map(({ title }) => title).join(', ')})` : '';
  return clipped(text, LONGEST_CHOICE - games.length) + games;
}

function draft(verb: string, options: Options, several: (slot: string) => boolean): Draft {
  const slots = Object.entries(options).map(([slot, text]) => [slot, several(slot) ? splitAtCommas(text) : text]);
  return { ...Object.fromEntries(slots), verb };
}

function splitAtCommas(text: string): string[] {
  return text.split(',').flatMap((one) => one.trim() || []);
}

function without(options: Options, slot: string): Options {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== slot));
}

export const plan: Command = {
  data: slashCommand('plan', 'Plan orders for many units in one line; you see them before you give them')
    .addStringOption(
      completedOption('orders', 'For example: Gregg, Branch 0905; A.P. Hill to Watt; hold').setMaxLength(LONGEST_PLAN),
    )
    .toJSON(),
  run: (host, caller, { orders = '' }) => host.plans.read(caller, orders),
  complete: (host, caller, { orders = '' }) => host.completions.plan(caller, orders),
};

export const undo: Command = {
  data: slashCommand('undo', 'Take back the last order; once it rolled or revealed something, only moderators can')
    .addStringOption(
      textOption('why', 'Why? Shown to everyone; needed once something was rolled or revealed').setMaxLength(
        LIMITS.reason,
      ),
    )
    .toJSON(),
  run: (host, caller, { why = null }) => host.undo.takeBack(caller, null, false, why),
};
