import { type Dice, recording } from './sealed-dice.ts';

/** One way chance may go, and its result. */
export interface WeightedFall<Result> {
  readonly chance: number;
  readonly result: Result;
}

/** Draws one of several things by weight, and returns its index. */
export type Lot = (weights: readonly number[]) => number;

/**
 * Runs `run` once for every way its draws can come out; it must draw the same after the same draws. The chances add up to 1. A weight of 0
 * never happens.
 */
export function everyWay<Result>(run: (lot: Lot) => Result): WeightedFall<Result>[] {
  const falls: WeightedFall<Result>[] = [];
  let script: readonly number[] | null = [];
  while (script !== null) {
    const drawn: Drawn[] = [];
    const result = run(scripted(script, drawn));
    let chance = 1;
    for (const { place, weights } of drawn) chance *= (weights[place] as number) / sum(weights);
    falls.push({ chance, result });
    script = nextScript(drawn);
  }
  return falls;
}

/**
 * Every way the dice of `run` may fall.
 * @throws Error where it shuffles: that has too many outcomes to be counted
 */
export function everyFall<Result>(run: (dice: Dice) => Result): WeightedFall<Result>[] {
  return everyWay((lot) => {
    const face = (sides: number) => 1 + lot(Array.from({ length: sides }, () => 1));
    const deal = () => {
      throw new Error('A shuffle has too many outcomes to be counted');
    };
    return run(recording({ face, deal }));
  });
}

interface Drawn {
  readonly place: number;
  readonly weights: readonly number[];
}

/** Draws the places of the script, and after its end the first possible one. */
function scripted(script: readonly number[], drawn: Drawn[]): Lot {
  return (weights) => {
    const place = script[drawn.length] ?? after(-1, weights);
    if (place === null) throw new Error('Nothing may happen: all weights are 0');
    drawn.push({ place, weights });
    return place;
  };
}

/** Counts up like an odometer: advances the last draw that can go on and drops those after it, which start again; null after the last outcome. */
function nextScript(drawn: readonly Drawn[]): number[] | null {
  const last = drawn.findLastIndex(({ place, weights }) => after(place, weights) !== null);
  if (last < 0) return null;
  const { place, weights } = drawn[last] as Drawn;
  return [...drawn.slice(0, last).map((one) => one.place), after(place, weights) as number];
}

/** The next place that may happen. */
function after(place: number, weights: readonly number[]): number | null {
  for (let next = place + 1; next < weights.length; next++) if ((weights[next] as number) > 0) return next;
  return null;
}

function sum(weights: readonly number[]): number {
  let total = 0;
  for (const weight of weights) total += weight;
  return total;
}
