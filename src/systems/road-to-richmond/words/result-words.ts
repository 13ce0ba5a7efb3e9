import type { Result } from '../vocabulary.ts';

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
