import type { Scenario } from '../scenario.ts';
import type { Leader } from '../vocabulary.ts';

/** The purpose of a roll in a game's sealed record. Old records keep it, so the wording is frozen like a JSON key. */
export function rolledFor({ leaders }: Scenario, leader: Leader, why: 'attacks' | 'checks'): string {
  return `${leaders[leader].name} ${why}`;
}
