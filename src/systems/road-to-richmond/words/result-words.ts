import type { Result } from '../vocabulary.ts';

/** Results of the table [7.9], as each place has room for them. */
export const RESULT_WORDS: {
  readonly [result in Result]: { readonly [place in 'sentence' | 'headline' | 'short' | 'roll']: string };
} = {
  Ar: {
    sentence: 'the attackers retreat',
    headline: 'attacker retreats',
    short: 'attacker retreats',
    roll: 'driven back',
  },
  Ae: {
    sentence: 'the attackers are eliminated',
    headline: 'attacker eliminated',
    short: 'attacker lost',
    roll: 'eliminated',
  },
  Dr: {
    sentence: 'the defenders retreat',
    headline: 'defender retreats',
    short: 'defender retreats',
    roll: 'driven back',
  },
  De: {
    sentence: 'the defenders are eliminated',
    headline: 'defender eliminated',
    short: 'defender lost',
    roll: 'eliminated',
  },
  Ex: { sentence: 'an exchange', headline: 'exchange', short: 'exchange', roll: 'exchange' },
};
