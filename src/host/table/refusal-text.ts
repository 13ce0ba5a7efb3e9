import type { Refusal, System } from '../../game/index.ts';
import { plainName } from '../base/wording.ts';

/** What an id looks like: it is looked up by the wording of a system, and does nothing in Markdown. */
const ID = /^[a-z0-9][a-z0-9_-]*$/i;

/** A refusal in the words of its system. What a member typed stands in it as plain text. */
export function refusalText(system: Pick<System, 'refusal'>, refusal: Refusal): string {
  const facts = Object.entries(refusal.facts).map(([name, fact]) => [
    name,
    typeof fact === 'string' ? plain(fact) : fact,
  ]);
  return system.refusal({ ...refusal, facts: Object.fromEntries(facts) });
}

function plain(fact: string): string {
  return fact === '' || ID.test(fact) ? fact : plainName(fact);
}
