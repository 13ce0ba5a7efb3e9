import { type Lesson, lessonStep } from '../../../game/index.ts';
import type { GameId } from '../theatre.ts';

/** A march into battle, as the lesson asks for it. */
interface March {
  readonly from: string;
  readonly to: string;
  readonly words: string;
}

/**
 * The Union's first game-turn: a cut, a card, a march into battle, a plan. The cards are really dealt; six always include one with a number,
 * since only five of the deck are Supply.
 */
function lessonOf({ words, ...march }: March, farewell: string): Lesson {
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

export const LESSONS: { readonly [id in GameId]: Lesson } = {
  'sam-grant': lessonOf(
    {
      from: '1905',
      to: '1807 by 1806',
      words:
        'Move Crittenden from 1905 Owensboro to attack 1807 Hopkinsville. One enemy block is there, but you can’t see its strength.',
    },
    'Each game-turn brings a card, until the year is out: take cities. Plan … or /plan gives many moves in one line.',
  ),
  'bobby-lee': lessonOf(
    {
      from: '1206',
      to: '1106 by 1206',
      words:
        'Move Stone from 1206 Poolesville to attack 1106 Leesburg. One enemy block is there, but you can’t see its strength.',
    },
    'Each game-turn brings a card, until the year is out: take cities, and guard Washington. Ships carry you to the Peninsula.',
  ),
};

/** The war of both theatres begins in the West, with the same blocks [20.2]. */
export const WAR_LESSON: Lesson = {
  ...LESSONS['sam-grant'],
  variant: '1862-1864',
  farewell:
    'The East plays next, with its own cards; then the West begins the next game-turn. The points of both theatres add up.',
};
