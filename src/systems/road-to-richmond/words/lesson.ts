import { type Draft, type Lesson, lessonStep } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';

/** Stacks that may be moved first, and hexes from which each can reach the Union cavalry next turn. */
const FIRST = ['c-gregg+c-jr-and', 'c-branch+c-archer', 'c-rh-and+c-pickett', 'c-garland+c-colquit'];
const NEAR: readonly HexId[] = ['1004', '1005', '1105'];
/** The Union cavalry's hex, and the adjacent ones that either stack can enter. */
const TARGET: HexId = '1404';
const BESIDE: readonly HexId[] = ['1305', '1405'];

function marches(hexes: readonly HexId[]): Draft[] {
  return FIRST.flatMap((unit) => hexes.map((to) => ({ verb: 'move', unit, to })));
}

const END_MOVEMENT = { verb: 'done', sure: 'yes' };

/**
 * Two Confederate turns of the first day: a march, a zone of control, a battle. The die is real, so the last step must
 * suit any roll.
 */
export const LESSON: Lesson = {
  variant: 'first-day',
  seat: 'confederate',
  answers: [{ seat: 'union', order: END_MOVEMENT }],
  steps: [
    lessonStep(
      'Lee’s army arrives. Choose a stack from the list: a picture shows what each hex costs it.',
      ...marches(NEAR),
    ),
    lessonStep('The others can wait. Press End movement.', END_MOVEMENT),
    lessonStep(
      'Turn 2: the Union didn’t move. Move a stack next to the Union cavalry in 1404: its zone of control stops you there.',
      ...marches(BESIDE),
    ),
    lessonStep('Units next to an enemy must fight. End your movement, and plan the battle.', END_MOVEMENT),
    lessonStep(
      'Choose who attacks 1404. Then choose an odds column: each one shows its chances.',
      ...['6-1', '3-1', '2-1'].map((column) => ({ verb: 'attack', target: TARGET, column })),
    ),
    lessonStep('Every battle that must be fought is planned. Press Finish planning.', { verb: 'done' }),
    lessonStep('Battles are fought one by one, with one die. Fight this one.', { verb: 'fight' }),
    [
      { text: 'In an exchange both sides lose. Choose which of your units is lost.', orders: [{ verb: 'lose' }] },
      { text: 'Your attack was beaten back. Choose where each unit retreats.', orders: [{ verb: 'retreat' }] },
      { text: 'The hex is empty. One of your units can enter it, if you like.', orders: [{ verb: 'advance' }] },
    ],
  ],
  farewell: 'That’s a turn of Road to Richmond. The first day, five turns, makes a good first game.',
};
