import { type Lesson, lessonStep } from '../../../game/index.ts';
import { US } from '../vocabulary.ts';

/** Grant's first days in the Wilderness. The dice are real, so each step must suit any roll. */
export const LESSON: Lesson = {
  variant: 'standard',
  seat: US,
  answers: [],
  steps: [
    lessonStep('May 1864: Grant faces Lee in the Wilderness. Attack him; the button shows the roll you need.', {
      verb: 'attack',
      leader: 'grant',
    }),
    lessonStep(
      'An attack costs one Action Point, which is three days. Sigel can win points back: attack in the Valley.',
      { verb: 'attack', leader: 'sigel' },
    ),
    [
      { text: 'Lee fell back, so the way is open. March after him: a march is free.', orders: [{ verb: 'move' }] },
      {
        text: 'Grant’s attack failed, but he earned a turning movement. Go around Lee with it: one point, one roll.',
        orders: [{ verb: 'tma' }],
      },
      {
        text: 'Lee still holds the Wilderness. Attack again: a failed attack can earn a turning movement.',
        orders: [{ verb: 'attack', leader: 'grant' }],
      },
    ],
    lessonStep('You win by taking Richmond or crossing the James. Butler is nearest to Richmond: attack Beauregard.', {
      verb: 'attack',
      leader: 'butler',
    }),
    lessonStep('Now you can give any legal order. Choose the one you like best.', {}),
  ],
  farewell:
    'That’s Overland: you have ten points to take Richmond or cross the James. Start a game in your channel, with votes if you like.',
};
