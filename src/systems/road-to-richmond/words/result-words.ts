import type { Roll } from '../../../game/index.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { CRT } from '../rules/combat/battle-odds.ts';
import { cutOffAfter, howManyCutOff } from '../rules/combat/fight.ts';
import type { Column, Event, Result } from '../vocabulary.ts';

/** Results of the table [7.9], worded to fit each place. */
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

/** A column's results by die faces: "1–2 defender retreats, 3 exchange, 4–6 attacker retreats". */
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

/** One for each die, with its column and the result. */
export function rolls(events: readonly Event[]): readonly Roll[] {
  return events.flatMap((event) => {
    if (event.type !== 'fought') return [];
    const { battle, reckoning, result } = event;
    const carried = !result.startsWith('A');
    const cutOff = howManyCutOff(event, cutOffAfter(events, event));
    const back = cutOff === 'none' ? RESULT_WORDS[result].roll : `${cutOff === 'all' ? '' : 'partly '}cut off`;
    const outcome = battle.bombardment && !carried ? 'no effect' : back;
    return [{ whose: null, needs: reckoning.column, outcome, carried }];
  });
}
