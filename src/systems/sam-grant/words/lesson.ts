import { type Lesson, lessonStep } from '../../../game/index.ts';
import type { Theatre } from '../theatre.ts';
import { wordsOf } from './names.ts';

/**
 * The Union's first game-turn: a cut, a card, a march into battle, a plan.
 * The cards are really dealt. A hand of six always has an action card, since the deck has only five Supply cards.
 */
export function lessonOf(theatre: Pick<Theatre, 'id'>): Lesson {
  const { words, farewell, ...march } = wordsOf(theatre).lesson;
  return {
    variant: '1862',
    seat: 'usa',
    // The Confederates follow their default orders.
    answers: [],
    steps: [
      lessonStep(
        'Both sides cut the deck in secret, so nobody can rig the deal. Choose how many cards go to the bottom.',
        { verb: 'cut' },
      ),
      lessonStep(
        'You hold six cards for the year. Play a 1, 2 or 3: it gives you that many actions.',
        ...['3', '2', '1'].map((card) => ({ verb: 'card', card })),
      ),
      lessonStep(words, { verb: 'move', ...march }),
      lessonStep('Press End actions. Battles are fought once both sides have moved.', { verb: 'done' }),
      lessonStep('Your plan says how long your block fights. The battle is fought once both sides have a plan.', {
        verb: 'battle-plan',
        retreat: 'any',
        regroup: 'stay',
      }),
    ],
    farewell,
  };
}

/** The war of both theatres begins in the West, with the same blocks [20.2]. */
export const WAR_LESSON: Lesson = {
  ...lessonOf({ id: 'sam-grant' }),
  variant: '1862-1864',
  farewell:
    'The East plays next, with its own cards; then the West begins the next game-turn. The points of both theatres add up.',
};
