import { picker } from '../dice/sealed.ts';

/** Choices that are the same for the same seed. */
export interface Random {
  /** 0 to `count` − 1. */
  below(count: number): number;
  of<T>(list: readonly T[]): T;
  /** Once in `times`. */
  oneIn(times: number): boolean;
}

export function randomOf(seed: number): Random {
  const below = picker(seed);
  return {
    below,
    of<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('Nothing to choose from');
      return list[below(list.length)] as T;
    },
    oneIn: (times) => below(times) === 0,
  };
}
