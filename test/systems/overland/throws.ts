import { type Dice, recording } from '../../../src/game/index.ts';

/** Runs `run` once for every way its dice may fall, and gives each way with what came of it. */
export function* everyThrow<Result>(
  run: (dice: Dice) => Result,
): Generator<{ readonly faces: readonly number[]; readonly result: Result }> {
  let script: number[] = [];
  do {
    const faces: number[] = [];
    const dice = recording({
      face: () => {
        faces.push(script[faces.length] ?? 1);
        return faces.at(-1) as number;
      },
      deal: () => {
        throw new Error('Overland shuffles nothing');
      },
    });
    yield { result: run(dice), faces };
    script = later(faces);
  } while (script.length > 0);
}

/** The next script in order: the last face that can go up goes up, and what came after it is thrown anew. */
function later(faces: readonly number[]): number[] {
  const last = faces.findLastIndex((face) => face < 6);
  return last < 0 ? [] : [...faces.slice(0, last), (faces[last] as number) + 1];
}
