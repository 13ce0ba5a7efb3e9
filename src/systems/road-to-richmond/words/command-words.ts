import COMMANDS from '../../../../assets/road-to-richmond/commands.json' with { type: 'json' };
import type { Verb } from '../vocabulary.ts';

/** Seats are in the order in which they move [2.1]. */
export const { title, tagline, basis, seats, variants, verbs } = COMMANDS;

/** How the bot plays. */
export const MACHINE_SUMMARY = 'It attacks at good odds, holds its line, guards the crossings and withdraws in time.';

const LABELS: { readonly [verb in Verb]: string } = COMMANDS.labels;

export function verbLabel(verb: Verb): string {
  return LABELS[verb];
}
