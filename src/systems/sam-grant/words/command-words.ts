import COMMANDS from '../../../../assets/sam-grant/commands.json' with { type: 'json' };
import type { Verb } from '../vocabulary.ts';

/** Texts of commands and of lists of games. */
export const { seats, verbs, games } = COMMANDS;

/** How the bot plays. */
export const MACHINE_SUMMARY = 'It goes for cities, guards its own, and attacks where it has the numbers.';

const LABELS: { readonly [verb in Verb]: string } = COMMANDS.labels;

/** A verb as a choice. */
export function verbLabel(verb: Verb): string {
  return LABELS[verb];
}
