import { type RecordedDice, recording } from '../../src/game/index.ts';

/**
 * One throw a test foresees: a face (`5`), a face and what it is thrown for (`['Grant attacks', 5]`), the deal of a shuffle as the
 * positions of the cards (`[2, 0, 1]`), or that with its purpose (`['Union deck', [2, 0, 1]]`).
 */
export type Scripted = number | readonly number[] | readonly [purpose: string, thrown: number | readonly number[]];

/** Dice that throw what a test says and nothing else. They throw an error where the rules ask for anything else. */
export interface ScriptedDice extends RecordedDice {
  /** Throws an error if a scripted throw has not been asked for. */
  spent(): void;
}

export function scripted(...script: readonly Scripted[]): ScriptedDice {
  let at = 0;
  const next = (kind: 'die' | 'shuffle', purpose: string): number | readonly number[] => {
    const entry = script[at++];
    if (entry === undefined) {
      throw new Error(`Scripted dice: ${kind} ${at} for "${purpose}" is one too many; ${script.length} were scripted`);
    }
    const { thrown, expected } = named(entry);
    if (expected !== null && expected !== purpose) {
      throw new Error(`Scripted dice: throw ${at} was scripted for "${expected}", the rules threw for "${purpose}"`);
    }
    return thrown;
  };
  const dice = recording({
    face: (sides, purpose) => {
      const face = next('die', purpose);
      if (typeof face !== 'number')
        throw new Error(`Scripted dice: throw ${at} for "${purpose}" is a die, not a shuffle`);
      if (!Number.isInteger(face) || face < 1 || face > sides) {
        throw new Error(`Scripted dice: throw ${at} for "${purpose}" has ${sides} sides, never a ${face}`);
      }
      return face;
    },
    deal: (size, purpose) => {
      const deal = next('shuffle', purpose);
      if (typeof deal === 'number')
        throw new Error(`Scripted dice: throw ${at} for "${purpose}" is a shuffle, not a die`);
      if (deal.length !== size || deal.some((_, position) => !deal.includes(position))) {
        throw new Error(`Scripted dice: [${deal.join(', ')}] for "${purpose}" does not deal ${size} cards, each once`);
      }
      return deal;
    },
  });
  return {
    ...dice,
    spent() {
      const left = script.slice(at);
      if (left.length > 0) {
        throw new Error(`Scripted dice: ${left.length} of ${script.length} not thrown: ${JSON.stringify(left)}`);
      }
    },
  };
}

/** Runs `body` with scripted dice, and sees to it that every one of them was thrown. Hands on what `body` returns. */
export function withDice<Result>(script: readonly Scripted[], body: (dice: ScriptedDice) => Result): Result {
  const dice = scripted(...script);
  const result = body(dice);
  dice.spent();
  return result;
}

function named(entry: Scripted): { readonly thrown: number | readonly number[]; readonly expected: string | null } {
  if (isNamed(entry)) return { expected: entry[0], thrown: entry[1] };
  return { expected: null, thrown: entry };
}

function isNamed(entry: Scripted): entry is readonly [string, number | readonly number[]] {
  return typeof entry === 'object' && typeof entry[0] === 'string';
}
