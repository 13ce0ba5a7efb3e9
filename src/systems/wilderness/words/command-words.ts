import COMMANDS from '../../../../assets/wilderness/commands.json' with { type: 'json' };
import type { Verb } from '../vocabulary.ts';

/** Texts of commands and of lists of games. Seats are in the order in which they move [2.1]. */
export const { title, tagline, basis, seats, verbs } = COMMANDS;

/** How the bot plays. */
export const MACHINE_SUMMARY =
  'It estimates what lies face down, probes before it attacks, takes what is worth points, and moves its dummies like corps.';

const LABELS: { readonly [verb in Verb]: string } = COMMANDS.labels;

/** A verb as a choice. */
export function verbLabel(verb: Verb): string {
  return LABELS[verb];
}
