import { grouped } from '../../../kit/plain-english.ts';
import { CRT } from '../rules/combat/results-table.ts';
import type { Column, Result } from '../vocabulary.ts';

/** Results of the table [7.9], as each place has room for them. */
export const RESULT_WORDS: {
  readonly [result in Result]: { readonly [place in 'sentence' | 'short' | 'roll']: string };
} = {
  Ar: {
    sentence: 'the attackers retreat',
    short: 'attacker retreats',
    roll: 'driven back',
  },
  Ae: {
    sentence: 'the attackers are eliminated',
    short: 'attacker eliminated',
    roll: 'eliminated',
  },
  Dr: {
    sentence: 'the defenders retreat',
    short: 'defender retreats',
    roll: 'driven back',
  },
  De: {
    sentence: 'the defenders are eliminated',
    short: 'defender eliminated',
    roll: 'eliminated',
  },
  Ex: { sentence: 'an exchange', short: 'exchange', roll: 'exchange' },
};

/** Results of a column by the faces of the die: "1–2 defender retreats, 3 exchange, 4–6 attacker retreats". */
export function facesInWords(column: Column, bombardment: boolean): string {
  const faces = Array.from({ length: CRT.faces }, (_, at) => {
    const result = CRT.resultOf(column, at + 1);
    return { face: at + 1, words: bombardment && result.startsWith('A') ? 'no effect' : RESULT_WORDS[result].short };
  });
  return grouped(faces, ({ words }) => words)
    .map(([words, some]) => {
      const [first, last] = [some[0]?.face, some.at(-1)?.face];
      return `${some.length > 1 ? `${first}–${last}` : first} ${words}`;
    })
    .join(', ');
}
