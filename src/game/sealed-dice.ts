/** One use of chance by an order, as the log keeps it. No view has the cards of a shuffle before the game ends. */
export type Throw =
  | { readonly kind: 'die'; readonly purpose: string; readonly sides: number; readonly face: number }
  | { readonly kind: 'shuffle'; readonly purpose: string; readonly deal: readonly number[] };

/** All the chance a system may use. `purpose` says what is thrown for ("Grant attacks"), and is part of the log. */
export interface Dice {
  /** A face from 1 to `sides`, each as likely as the others. */
  roll(sides: number, purpose: string): number;
  /** A fair permutation of `cards`; the given list is left as it is. */
  shuffle<Card>(cards: readonly Card[], purpose: string): Card[];
}

/** Dice that remember what they threw. */
export interface RecordedDice extends Dice {
  readonly thrown: readonly Throw[];
}

/** HMAC-SHA-256 of a message under the game's secret: 32 bytes. The host gives it, since rules hold no secret. */
export type Hmac = (message: string) => Uint8Array;

/** The data a die is sealed over. */
export interface SealedPoint {
  readonly game: string;
  /** The number of standing orders before this one. Stored positions and the documents call it `turn`, too. */
  readonly turn: number;
  readonly order: string;
}

/** The message whose HMAC is throw `number` (from 1) at a point. `again` counts the blocks drawn for it from 0. */
export function sealedMessage(point: SealedPoint, number: number, again: number): string {
  return `${point.game}|${point.turn}|${point.order}|${number}|${again}`;
}

/**
 * A face from 1 to `sides` out of sealed blocks. They are read as 32-bit big-endian words, one after another. The first
 * word below the largest multiple of `sides` that 32 bits hold gives the face; other words would favour low faces.
 */
export function sealedFace(hmac: Hmac, point: SealedPoint, number: number, sides: number): number {
  if (!Number.isInteger(sides) || sides < 1 || sides > 2 ** 31) throw new RangeError(`No die has ${sides} sides`);
  const fair = 2 ** 32 - (2 ** 32 % sides);
  for (let again = 0; ; again++) {
    const block = hmac(sealedMessage(point, number, again));
    const words = new DataView(block.buffer, block.byteOffset, block.byteLength);
    for (let at = 0; at + 4 <= block.byteLength; at += 4) {
      const word = words.getUint32(at);
      if (word < fair) return 1 + (word % sides);
    }
  }
}

/** Dice drawn from the game's secret at one point of its log, where the same order always gets the same rolls. */
export function sealedDice(hmac: Hmac, point: SealedPoint): RecordedDice {
  let number = 0;
  return recording({
    face: (sides) => sealedFace(hmac, point, ++number, sides),
    deal: (size) => deal(size, (sides) => sealedFace(hmac, point, ++number, sides)),
  });
}

/**
 * Dice that give again what a log entry recorded. They throw `IncompatibleThrow` when asked for something else than
 * was thrown then: the rules have changed under the log.
 */
export function replayedDice(recorded: readonly Throw[]): RecordedDice {
  let at = 0;
  const next = <Kind extends Throw['kind']>(kind: Kind, purpose: string) => {
    const was = recorded[at++];
    if (was?.kind !== kind || was.purpose !== purpose) {
      throw new IncompatibleThrow(
        `roll ${at} was ${was ? `${was.kind} for ${was.purpose}` : 'not made'}, now ${kind} for ${purpose}`,
      );
    }
    return was as Extract<Throw, { readonly kind: Kind }>;
  };
  return recording({
    face: (sides, purpose) => {
      const was = next('die', purpose);
      if (was.sides !== sides) throw new IncompatibleThrow(`roll ${at} used another die`);
      return was.face;
    },
    deal: (size, purpose) => {
      const was = next('shuffle', purpose);
      if (was.deal.length !== size) throw new IncompatibleThrow(`roll ${at} used another deck`);
      return was.deal;
    },
  });
}

/** A recorded throw does not fit what the rules now ask for. */
export class IncompatibleThrow extends Error {
  override readonly name = 'IncompatibleThrow';
}

/** A Fisher–Yates deal: the positions 0 … size − 1 in a fair order, by one draw from each remaining range. */
export function deal(size: number, draw: (sides: number) => number): number[] {
  const positions = Array.from({ length: size }, (_, position) => position);
  for (let last = size - 1; last > 0; last--) {
    const other = draw(last + 1) - 1;
    [positions[last], positions[other]] = [positions[other] as number, positions[last] as number];
  }
  return positions;
}

/** Dice over any source of faces and deals. They record what they threw. */
export function recording(source: {
  face(sides: number, purpose: string): number;
  deal(size: number, purpose: string): readonly number[];
}): RecordedDice {
  const thrown: Throw[] = [];
  return {
    thrown,
    roll(sides, purpose) {
      const face = source.face(sides, purpose);
      thrown.push({ kind: 'die', purpose, sides, face });
      return face;
    },
    shuffle(cards, purpose) {
      const order = source.deal(cards.length, purpose);
      thrown.push({ kind: 'shuffle', purpose, deal: order });
      return order.map((position) => cards[position] as (typeof cards)[number]);
    },
  };
}

/** One way in which chance may go, and its result. */
interface WeightedFall<Result> {
  readonly chance: number;
  readonly result: Result;
}

/** Draws one of several things by weight, and returns its index. */
export type Lot = (weights: readonly number[]) => number;

/**
 * Runs `run` once for every way in which its draws can come out. After the same draws, `run` must draw from the same
 * weights. The chances add up to 1. A weight of 0 is never drawn.
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

/** A lot that draws the places of the script, and after its end the first possible one. It notes all in `drawn`. */
function scripted(script: readonly number[], drawn: Drawn[]): Lot {
  return (weights) => {
    const place = script[drawn.length] ?? after(-1, weights);
    if (place === null) throw new Error('Nothing may happen: all weights are 0');
    drawn.push({ place, weights });
    return place;
  };
}

/** Counts up like an odometer: advances the last draw that can go on, and drops later ones. Null after the last. */
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
