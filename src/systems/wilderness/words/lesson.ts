import { type Draft, type Lesson, type LessonOrder, lessonStep, type Order } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';

/** Starting hexes of III Corps and the cavalry, and the hex next to the enemy that both can reach. */
const BEGIN: readonly HexId[] = ['2226', '2326'];
const BESIDE: HexId = '2427';
/** Mahone and a dummy stand here; all other Confederates are too far south to interfere. */
const TARGET: HexId = '2428';
const SET_UP: Readonly<Record<HexId, readonly string[]>> = {
  [TARGET]: ['c-mahone', 'c-dummy-1'],
  2030: ['c-heth', 'c-lee', 'c-dummy-2'],
  2031: ['c-anderson', 'c-field', 'c-early'],
  2132: ['c-wilcox', 'c-rodes', 'c-dummy-3'],
};

function confederate(order: Order): LessonOrder {
  return { seat: 'confederate', order };
}

function marches(units: string): Draft[] {
  return BEGIN.map((from) => ({ verb: 'move', from, units, to: BESIDE }));
}

/** Set-up, and the first Union turn up to a battle, as the Union sees it. The dice are real. */
export const LESSON: Lesson = {
  variant: 'may-week',
  seat: 'union',
  answers: [
    ...Object.entries(SET_UP).flatMap(([hex, units]) => units.map((unit) => confederate({ verb: 'place', unit, hex }))),
    confederate({ verb: 'done' }),
  ],
  steps: [
    lessonStep(
      'All counters lie face down: only you see what yours are. Place III Corps, your strongest, near the Rapidan.',
      ...BEGIN.map((hex) => ({ verb: 'place', unit: 'u-iii', hex })),
    ),
    lessonStep(
      'Cavalry finds out what the enemy’s counters are. Place Torbert’s cavalry near the river too.',
      ...BEGIN.map((hex) => ({ verb: 'place', unit: 'u-cav-1', hex })),
    ),
    lessonStep('The Confederates set up at the same time, in secret. Press Finish set-up.', { verb: 'done' }),
    lessonStep(
      'Now ride with Torbert to 2427, next to the enemy. In a game, `/plan Torbert 2427` or Plan … does it in one line.',
      ...marches('u-cav-1'),
    ),
    lessonStep('Two counters lie in 2428, and one may be a dummy. Probe them: a die of 1 to 4 turns them face up.', {
      verb: 'probe',
      unit: 'u-cav-1',
      target: TARGET,
    }),
    lessonStep(
      'Now march with III Corps to 2427. It lies in a zone of control, and so costs 2 more.',
      ...marches('u-iii'),
    ),
    lessonStep('Everybody else can wait. Press End movement.', { verb: 'done' }),
    lessonStep('Now attack 2428 with III Corps. All counters there turn face up first, and dummies are removed.', {
      verb: 'attack',
      target: TARGET,
    }),
    [
      { text: 'The hex is empty. Choose who enters it.', orders: [{ verb: 'advance' }] },
      {
        text: 'The enemy still holds 2428: you can attack again in the next turn. Press End combat.',
        orders: [{ verb: 'done' }],
      },
    ],
  ],
  farewell:
    'The first week makes a good first game. **Plan …** takes a whole phase in one line: `V, VI 2427; Gregg probes 2428; done`.',
};
