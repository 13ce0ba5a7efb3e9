import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { listed } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import type { OpenDuties } from '../rules/combat/duties.ts';
import { namesOfIds } from './unit-names.ts';

/** Names in a line. */
const MOST = 5;

/**
 * Open duties, a line each [7.1]. Whoever may attack nobody but a hex that has to be attacked in any case is not named beside it.
 */
export function dutyLines(field: Field, { enemies, own }: OpenDuties): readonly string[] {
  const named = new Set(enemies.map(({ hex }) => hex));
  return [
    ...enemies.map(
      ({ hex, pieces, from }) =>
        `- ${hexLabel(field, hex)} has to be attacked: ${namesOfIds(field, pieces, MOST)}, beside your ${listed(from)}.`,
    ),
    ...own.flatMap(({ hex, pieces, against }) => {
      const [only, ...others] = against;
      if (others.length === 0 && only !== undefined && named.has(only)) return [];
      const who = namesOfIds(field, pieces, MOST);
      return [`- ${who} in ${hex} ${pieces.length === 1 ? 'has' : 'have'} to attack: ${listed(against, ' or ')}.`];
    }),
  ];
}
