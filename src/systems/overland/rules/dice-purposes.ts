import type { Scenario } from '../scenario.ts';
import type { Leader } from '../vocabulary.ts';

/** What a die is rolled for, as the sealed record of a game holds it: frozen, like a key of its JSON. */
export function rolledFor({ leaders }: Scenario, leader: Leader, why: 'attacks' | 'checks'): string {
  return `${leaders[leader].name} ${why}`;
}
