import { type Dice, recording } from './dice.ts';

/** One way dice may fall, and what came of it. */
export interface Fall<Result> {
  readonly chance: number;
  readonly result: Result;
}

/**
 * Every way the dice of `run` may fall: it is run once for each, and must throw the same dice for the same faces. The chances add
 * up to 1.
 * @throws Error where it shuffles: that has too many outcomes to be counted
 */
export function everyFall<Result>(run: (dice: Dice) => Result): Fall<Result>[] {
  const falls: Fall<Result>[] = [];
  let script: readonly number[] | null = [];
  while (script !== null) {
    const thrown: Face[] = [];
    const result = run(scripted(script, thrown));
    falls.push({ chance: 1 / thrown.reduce((ways, { sides }) => ways * sides, 1), result });
    script = nextScript(thrown);
  }
  return falls;
}

interface Face {
  readonly face: number;
  readonly sides: number;
}

/** Dice that show the faces of the script and, where it ends, a 1. */
function scripted(script: readonly number[], thrown: Face[]): Dice {
  return recording({
    face(sides) {
      const face = script[thrown.length] ?? 1;
      thrown.push({ face, sides });
      return face;
    },
    deal() {
      throw new Error('A shuffle has too many outcomes to be counted');
    },
  });
}

/** As an odometer counts: the last die that can go on does, and those behind it begin again. Null: all have been seen. */
function nextScript(thrown: readonly Face[]): number[] | null {
  const last = thrown.findLastIndex(({ face, sides }) => face < sides);
  if (last < 0) return null;
  return thrown.slice(0, last + 1).map(({ face }, index) => (index === last ? face + 1 : face));
}
