import COMMANDS from '../../../../assets/wilderness/commands.json' with { type: 'json' };
import type { Variant } from '../../../game/index.ts';
import type { Scenario } from '../theatre.ts';
import type { Verb } from '../vocabulary.ts';
import { sideName } from './names.ts';

/** What commands and lists of games read. Seats stand in the order in which they move [2.1]. */
export const { title, tagline, basis, seats, verbs } = COMMANDS;

/** How the bot plays. */
export const MACHINE_SUMMARY =
  'It estimates what lies face down, probes before it attacks, takes what is worth points, and moves its dummies like corps.';

const LABELS: { readonly [verb in Verb]: string } = COMMANDS.labels;

/** A verb as a choice. */
export function verbLabel(verb: Verb): string {
  return LABELS[verb];
}

/** A scenario as `/new` offers it: where it is lopsided, that comes first. */
export function variant({ id, name, summary, short, favours }: Scenario): Variant {
  if (favours === null) return { id, name, summary, short };
  return {
    id,
    name,
    summary: `The ${sideName(favours)} usually ${favours === 'union' ? 'wins' : 'win'}. ${summary}`,
    short,
  };
}
