import { hexLabel, shortHex } from '../../../kit/hex/hex-names.ts';
import { listed } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import type { OpenDuties } from '../rules/combat/duties.ts';
import { namesOfIds } from './unit-names.ts';

/** Names in a line. */
const MOST = 5;

/**
 * What must still be attacked, and who must still attack, a line each [7.1]. A unit whose only target stands in the list already is not named again.
 */
export function dutyLines(field: Field, { enemies, own }: OpenDuties): readonly string[] {
  const named = new Set(enemies.map(({ hex }) => hex));
  return [
    ...enemies.map(
      ({ hex, pieces, from }) =>
        `- Attack ${hexLabel(field, hex)} (${namesOfIds(field, pieces, MOST)}), next to your units in ${listed(from)}.`,
    ),
    ...own.flatMap(({ hex, pieces, against }) => {
      const [only, ...others] = against;
      if (others.length === 0 && only !== undefined && named.has(only)) return [];
      const who = namesOfIds(field, pieces, MOST);
      return [`- Attack ${listed(against, ' or ')} with ${who} in ${hex}.`];
    }),
  ];
}

/** The same without who stands next to whom: "Must be attacked: 1117 (Howe and Grover). Gregg in 1106 must attack." */
export function dutiesInBrief(field: Field, { enemies, own }: OpenDuties): string {
  const named = new Set(enemies.map(({ hex }) => hex));
  const attacked = enemies.map(({ hex, pieces }) => `${shortHex(field, hex)} (${namesOfIds(field, pieces, MOST)})`);
  const attacking = own
    .filter(({ against }) => against.length > 1 || !named.has(against[0] ?? ''))
    .map(({ hex, pieces }) => `${namesOfIds(field, pieces, MOST)} in ${hex} must attack.`);
  return [...(attacked.length > 0 ? [`Must be attacked: ${attacked.join('; ')}.`] : []), ...attacking].join(' ');
}
