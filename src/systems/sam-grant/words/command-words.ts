import COMMANDS from '../../../../assets/sam-grant/commands.json' with { type: 'json' };
import type { Verb } from '../vocabulary.ts';

/** What commands and lists of games read. */
export const { seats, verbs, games } = COMMANDS;

const LABELS: { readonly [verb in Verb]: string } = COMMANDS.labels;

/** A verb as a choice. */
export function verbLabel(verb: Verb): string {
  return LABELS[verb];
}
